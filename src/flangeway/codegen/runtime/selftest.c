/* Checks the generated code against stored states, and that two runs give the same bits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"
#include "stored.h"

static fw_workspace work, again;

static void take_state(const double *stored, fw_state *x, fw_workspace *w) {
  for (int i = 0; i < FW_N; ++i) x->q[i] = *stored++;
  for (int i = 0; i < FW_N; ++i) x->v[i] = *stored++;
  for (int i = 0; i < FW_WHEELS; ++i) {
    for (int k = 0; k < 4; ++k) x->contact[i][k] = *stored++;
    for (int k = 0; k < 4; ++k) w->contact_rate[i][k] = *stored++;
    for (int k = 0; k < 10 + 4 * FW_COURSE; ++k) w->cubics[i][k] = *stored++;
    stored += 4 * (4 - FW_COURSE);
    w->cubics[i][10 + 4 * FW_COURSE] = *stored++;
  }
}

static int check_stored(void) {
  static double result[FW_STORED_VALUES];
  int wrong = 0;
  double worst = 0.0;
  for (int s = 0; s < FW_STORED; ++s) {
    fw_state x;
    memset(&x, 0, sizeof x);
    fw_initialise(&work);
    take_state(stored_state[s], &x, &work);
    fw_residuals(&x, &work);
    fw_geometry(&x, &work);
    fw_motion(&x, &work);
    fw_sides(&x, &work);
    fw_energy(&x, &work);
    collect(&work, result);
    for (int i = 0; i < FW_STORED_VALUES; ++i) {
      const double error = fabs(result[i] - stored_value[s][i]) / (stored_scale[s][i] + 1e-300);
      if (error > worst) worst = error;
      if (!(error <= 1e-10)) ++wrong;
    }
  }
  printf("stored states: %d values, largest error %.1e of their array's largest value\n", FW_STORED * FW_STORED_VALUES,
         worst);
  return wrong;
}

static fw_status run(fw_state *x, fw_workspace *w, int steps) {
  fw_initialise(w);
  fw_status status = fw_start(x, w);
  for (int i = 0; i < steps && status == FW_OK; ++i) status = fw_step(x, w, 1e-4, FW_IMEX_EULER);
  return status;
}

static int check_run(void) {
  fw_state first, second;
  const fw_status status = run(&first, &work, 50);
  printf("run from the start: %s\n", fw_status_text(status));
  if (status != FW_OK) return 1;
  const fw_status repeated = run(&second, &again, 50);
  const int same = repeated == FW_OK && memcmp(&first, &second, sizeof first) == 0;
  printf("second run: %s\n", same ? "the same bits" : "other bits");
  return same ? 0 : 1;
}

int main(void) {
  const int wrong = check_stored() + check_run();
  printf(wrong == 0 ? "passed\n" : "FAILED: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}
