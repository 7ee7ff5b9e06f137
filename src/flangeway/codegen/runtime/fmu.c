#include "fmu.h"

#include <math.h>
#include <stdlib.h>

fmu_instance *fmu_new(void) {
  fmu_instance *f = calloc(1, sizeof *f);
  if (f) fmu_reset(f);
  return f;
}

void fmu_reset(fmu_instance *f) {
  fw_initialise(&f->work);
  f->state.time = 0.0;
  for (int i = 0; i < FW_N; ++i) f->state.q[i] = fw_initial_position[i], f->state.v[i] = fw_initial_velocity[i];
  f->step = fw_default_step;
  f->velocity = fw_velocity;
  f->started = f->solved = f->joint_known = 0;
  f->status = FW_OK;
}

static fw_status solve_start(fmu_instance *f) {
  f->joint_known = 0;
  fw_prepare(&f->work);
  f->status = fw_start_at(&f->state, &f->work, f->velocity);
  f->solved = 1;
  return f->status;
}

/* All are found at once, and a host asks for one after the other. */
static double joint_value(fmu_instance *f, int place) {
  if (!f->joint_known) fw_joint_record(&f->state, &f->work, f->joint);
  f->joint_known = 1;
  return f->joint[place];
}

int fmu_get(fmu_instance *f, unsigned variable, double *value) {
  const int i = (int)variable;
  if (variable >= FMU_END) return 1;
  if (i >= FMU_POSITION && !f->started && !f->solved) (void)solve_start(f);
  if (i >= FMU_POSITION && !f->started && f->status != FW_OK) return 1;
  if (i >= FMU_JOINT) return *value = joint_value(f, i - FMU_JOINT), 0;
  if (i >= FMU_LATERAL) return *value = f->work.wheel[i - FMU_LATERAL].lateral, 0;
  if (i >= FMU_VERTICAL) return *value = f->work.wheel[i - FMU_VERTICAL].vertical, 0;
  if (i >= FMU_SPEED) return *value = f->state.v[i - FMU_SPEED], 0;
  if (i >= FMU_POSITION) return *value = f->state.q[i - FMU_POSITION], 0;
  if (i >= FMU_INPUT) return *value = f->work.inputs[i - FMU_INPUT], 0;
  if (i >= FMU_PARAMETER) return *value = f->work.parameters[i - FMU_PARAMETER], 0;
  *value = i == FMU_TIME ? f->state.time : i == FMU_STEP ? f->step : i == FMU_VELOCITY ? f->velocity : f->work.friction;
  return 0;
}

int fmu_set(fmu_instance *f, unsigned variable, double value) {
  const int i = (int)variable;
  if (variable >= FMU_POSITION || variable == FMU_TIME || !isfinite(value)) return 1;
  f->solved = 0;
  if (i >= FMU_INPUT) return f->work.inputs[i - FMU_INPUT] = value, 0;
  if (f->started) return 1;
  if (i >= FMU_PARAMETER) return f->work.parameters[i - FMU_PARAMETER] = value, 0;
  if (i == FMU_VELOCITY) return fw_refuse_start_at(value) ? 1 : (f->velocity = value, 0);
  if (value < 0.0 || (value == 0.0 && (i == FMU_STEP || fw_friction > 0.0))) return 1;
  if (i == FMU_STEP) f->step = value;
  if (i == FMU_FRICTION) f->work.friction = value;
  return 0;
}

fw_status fmu_start(fmu_instance *f) {
  f->started = 1;
  return solve_start(f);
}

fw_status fmu_advance(fmu_instance *f, double end) {
  const double missing = end - f->state.time, rounding = 1e-6 * f->step;
  const double steps = ceil(missing / f->step - 1e-6);
  if (!f->started || !(missing >= -rounding) || !(steps <= 1e9)) return FW_NOT_FINITE;
  if (steps < 1.0) return f->status;
  f->joint_known = 0;
  const double begin = f->state.time;
  for (long i = 1; i <= (long)steps && f->status == FW_OK; ++i) {
    const double next = i == (long)steps ? end : begin + f->step * (double)i;
    f->status = fw_step(&f->state, &f->work, next - f->state.time, fw_default_method);
  }
  return f->status;
}
