/* The vehicle for integrators of others: rates on the constraints, and events. */
#include <math.h>
#include <string.h>

#include "runtime.h"

/* An indicator is 1 at the load of the start, or at a gap of a millimetre. It becomes negative a little after the
 * load or the gap does, so that a wheel that has just lifted or landed has none that is negative. */
static const double margin = 1e-6, unit_gap = 1e-3;

static int all_are_finite(const double *values, int count) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(values[i])) return 0;
  return 1;
}

fw_status fw_rates(fw_state *x, fw_workspace *w, double *rate) {
  fw_status status = fw_settle(x, w);
  if (status != FW_OK) return status;
  memcpy(rate, x->v, sizeof x->v);
  status = fw_derivative(x, w, rate + FW_N, rate + 2 * FW_N);
  if (status != FW_OK) return status;
  return all_are_finite(rate, FW_Y) ? FW_OK : FW_NOT_FINITE;
}

void fw_indicators(const fw_state *x, const fw_workspace *w, double *values) {
  for (int i = 0; i < FW_WHEELS && FW_LIFTS; ++i)
    *values++ = margin + (x->lifted[i] ? w->side[i / 2][i % 2].gap / unit_gap
                                       : x->multiplier[i] / fmax(fabs(fw_initial_load[i]), 1.0));
  *values = fw_room_on_track(x);
}

int fw_switch(fw_state *x, const double *indicators, int *switched) {
  int changed = 0;
  for (int i = 0; i < FW_WHEELS && FW_LIFTS; ++i) {
    if (switched[i] || indicators[i] >= margin / 2) continue;
    x->lifted[i] = !x->lifted[i];
    switched[i] = changed = 1;
  }
  return changed;
}

/* The first corner after this time of a course of straight lines. */
static double next_corner(const double (*table)[2], int count, double time) {
  for (int i = 0; i < count; ++i)
    if (table[i][0] > time) return table[i][0];
  return HUGE_VAL;
}

double fw_next_event(double time) {
  return fmin(next_corner(fw_speed_profile, fw_profile_points, time), next_corner(fw_torque, fw_torque_points, time));
}
