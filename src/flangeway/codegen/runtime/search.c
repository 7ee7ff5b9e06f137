/* Finds contacts from afar: where the surfaces of wheel and rail bend alike, a contact can lose its place. */
#include <math.h>

#include "runtime.h"

enum { starts = 13, newton_iterations = 12 };
static const double spread = 2.5e-3; /* m between the starts on the profiles */

static double error_of(const fw_workspace *w, int wheel) {
  double error = 0.0;
  for (int k = 0; k < 4; ++k) {
    if (!(fabs(w->tangent_residual[wheel][k]) <= error)) error = fabs(w->tangent_residual[wheel][k]);
  }
  return error;
}

static int all_found(const fw_workspace *w, double tolerance) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    if (!(error_of(w, i) <= tolerance)) return 0;
  }
  return 1;
}

/* Newton on all wheels at once, each for itself; a wheel that wanders off is held at its last place. */
static void iterate(fw_state *x, fw_workspace *w, double tolerance) {
  for (int iteration = 0; iteration < newton_iterations; ++iteration) {
    (void)fw_look_up(x, w);
    fw_contacts(x, w);
    if (all_found(w, tolerance) || fw_factor_contacts(w) != FW_OK) return;
    for (int i = 0; i < FW_WHEELS; ++i) {
      double change[4];
      fw_solve_contact(w, i, w->tangent_residual[i], change);
      if (!(fabs(change[1]) < 0.1 && fabs(change[2]) < 0.1 && fabs(change[0]) < 0.5 && fabs(change[3]) < 0.5)) continue;
      for (int k = 0; k < 4; ++k) x->contact[i][k] -= change[k];
    }
  }
  (void)fw_look_up(x, w);
  fw_contacts(x, w);
}

/* The place of each wheel that is on the profiles, where they part to both sides, and lowest over the rail. Only
 * wheels that `failed` start elsewhere. */
fw_status fw_search_contacts(fw_state *x, fw_workspace *w, const fw_state *failed, double tolerance) {
  const fw_state guess = *x;
  fw_state trial;
  double lowest[FW_W1];
  int found[FW_W1] = {0}, lost[FW_W1];
  for (int i = 0; i < FW_WHEELS; ++i)
    lost[i] = !(error_of(w, i) <= tolerance) || fw_look_up_wheel(failed, w, i) != FW_OK;
  for (int start = 0; start < starts; ++start) {
    trial = guess;
    const double offset = spread * (double)((start + 1) / 2) * (start % 2 ? 1.0 : -1.0);
    for (int i = 0; i < FW_WHEELS; ++i) {
      if (lost[i]) trial.contact[i][1] += offset, trial.contact[i][2] += offset;
    }
    iterate(&trial, w, tolerance);
    for (int i = 0; i < FW_WHEELS; ++i) {
      const double gap = w->residual[FW_CONSTRAINTS + i];
      if (!(error_of(w, i) <= tolerance) || !(w->curvature[i][1] > 0.0)) continue;
      if (fw_look_up_wheel(&trial, w, i) != FW_OK || (found[i] && !(gap < lowest[i] - 1e-9))) continue;
      found[i] = 1;
      lowest[i] = gap;
      for (int k = 0; k < 4; ++k) x->contact[i][k] = trial.contact[i][k];
    }
  }
  for (int i = 0; i < FW_WHEELS; ++i) {
    if (!found[i]) return FW_NO_CONVERGENCE;
  }
  const fw_status status = fw_look_up(x, w);
  fw_contacts(x, w);
  return status == FW_OK ? FW_OK : FW_NO_CONVERGENCE;
}
