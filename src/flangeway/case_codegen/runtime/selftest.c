/* Checks the generated code against stored states, and that two runs give the same bits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"
#include "stored.h"

static fw_workspace work, again;

/* Largest difference, as a share of the largest of all values. */
static double difference(const double *found, const double *expected, int count) {
  double largest = 0.0, worst = 0.0;
  for (int i = 0; i < count; ++i) {
    largest = fmax(largest, fabs(expected[i]));
    const double error = fabs(found[i] - expected[i]);
    if (!(error <= worst)) worst = error; /* keeps what is no number */
  }
  return largest > 0.0 ? worst / largest : worst;
}

static int check_stored(void) {
  static const char *const names[] = {"accelerations", "rates of damper states", "multipliers of the constraints",
                                      "reactions of the joints"};
  enum { kinds = FW_JOINT_ROWS > 0 ? 4 : 3 };
  double worst[4] = {0.0};
  int wrong = 0;
  fw_initialise(&work);
  for (int n = 0; n < FW_STORED; ++n) {
    const stored_answer *s = &stored[n];
    double acceleration[FW_N], auxiliary[FW_A1] = {0.0};
    fw_state x;
    memset(&x, 0, sizeof x);
    memcpy(x.q, s->state, sizeof x.q);
    memcpy(x.v, s->state + FW_N, sizeof x.v);
    memcpy(x.auxiliary, s->state + 2 * FW_N, FW_AUXILIARY * sizeof(double));
    memcpy(x.multiplier, s->load, sizeof x.multiplier);
    memcpy(x.reaction, s->reaction, sizeof x.reaction);
    if (fw_derivative(&x, &work, acceleration, auxiliary) != FW_OK) ++wrong;
    const double errors[4] = {difference(acceleration, s->acceleration, FW_N),
                              difference(auxiliary, s->auxiliary, FW_AUXILIARY),
                              difference(x.multiplier, s->load, FW_WHEELS),
                              difference(x.reaction, s->reaction, FW_JOINT_ROWS)};
    for (int k = 0; k < kinds; ++k) {
      if (!(errors[k] <= worst[k])) worst[k] = errors[k];
      if (!(errors[k] <= 1e-10)) ++wrong;
    }
  }
  printf("stored states: %d\n", FW_STORED);
  for (int k = 0; k < kinds; ++k) printf("  %s: largest error %.1e of the largest value\n", names[k], worst[k]);
  return FW_STORED > 0 ? wrong : 1;
}

static fw_status run(fw_state *x, fw_workspace *w, int steps) {
  fw_initialise(w);
  fw_status status = fw_start(x, w);
  for (int i = 0; i < steps && status == FW_OK; ++i) status = fw_step(x, w, fw_default_step, fw_default_method);
  return status;
}

/* Of the wheels that are on their rails, and of the joints. */
static double missed(const fw_state *x, const fw_workspace *w) {
  double gap = 0.0;
  for (int i = 0; i < FW_WHEELS; ++i) {
    if (!x->lifted[i]) gap = fmax(gap, fabs(w->side[i / 2][i % 2].gap));
  }
  for (int i = 0; i < FW_JOINT_ROWS && fw_projects_joints; ++i) gap = fmax(gap, fabs(w->joint[i].residual));
  return gap;
}

/* Wheelsets 0.1 mm too high come back onto their rails. */
static int check_projection(void) {
  static fw_state x;
  fw_initialise(&work);
  fw_status status = fw_start(&x, &work);
  for (int i = 0; i < FW_WHEELSETS; ++i) x.q[6 * fw_wheelset_body[i] + 2] += 1e-4;
  if (status == FW_OK) status = fw_project(&x, &work);
  const double gap = missed(&x, &work);
  printf("state put back onto its constraints: %s, missed by %.1e m or rad at most\n", fw_status_text(status), gap);
  return status == FW_OK && gap <= 1e-12 ? 0 : 1;
}

static int check_run(void) {
  static fw_state first, second;
  const fw_status status = run(&first, &work, 50);
  printf("run from the start: %s\n", fw_status_text(status));
  if (status != FW_OK) return 1;
  const double gap = missed(&first, &work);
  printf("constraints missed by %.1e m or rad at most\n", gap);
  const fw_status repeated = run(&second, &again, 50);
  const int same = repeated == FW_OK && memcmp(&first, &second, sizeof first) == 0;
  printf("second run: %s\n", same ? "the same bits" : "other bits");
  return (same ? 0 : 1) + (gap <= 1e-12 ? 0 : 1);
}

int main(void) {
  const int wrong = check_stored() + check_projection() + check_run();
  printf(wrong == 0 ? "passed\n" : "FAILED: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}
