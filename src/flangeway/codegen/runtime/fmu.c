#include "fmu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
#if FW_EXCHANGE
  f->evaluated = 0;
#endif
}

int fmu_open(fmu_instance *f, const char *resources) { return (void)resources, fmu_reset(f), 0; }
void fmu_close(fmu_instance *f) { (void)f; }
void fmu_copy(const fmu_instance *from, fmu_instance *to) { *to = *from; }
int fmu_may_take(const fmu_instance *f, const fmu_instance *state) {
#if FW_EXCHANGE
  return f->exchange == state->exchange;
#else
  return (void)f, (void)state, 1;
#endif
}

/* Results of an earlier state are no longer valid. */
static void forget(fmu_instance *f) {
  f->joint_known = 0;
#if FW_EXCHANGE
  f->evaluated = 0;
#endif
}

static fw_status solve_start(fmu_instance *f) {
  forget(f);
  fw_prepare(&f->work);
  f->status = fw_start_at(&f->state, &f->work, f->velocity);
  f->solved = 1;
  return f->status;
}

/* All are found at once, and a host asks for one after the other. */
static double joint_value(fmu_instance *f, int place) {
#if FW_EXCHANGE
  if (!f->joint_known) fw_joint_record(f->exchange ? &f->held : &f->state, &f->work, f->joint);
#else
  if (!f->joint_known) fw_joint_record(&f->state, &f->work, f->joint);
#endif
  f->joint_known = 1;
  return f->joint[place];
}

#if FW_EXCHANGE
/* An importer that integrates reads the forces of the state that it has set; in co-simulation they belong to the last
 * step. */
static int get_of_exchange(fmu_instance *f, int i, double *value) {
  if (i >= FMU_RATE || (f->exchange && i >= FMU_VERTICAL && i < FMU_AUXILIARY)) {
    if (fmu_evaluate(f) != FW_OK) return 1;
  }
  if (i >= FMU_INDICATOR) *value = f->indicator[i - FMU_INDICATOR];
  else if (i >= FMU_RATE) *value = f->rate[i - FMU_RATE];
  else if (i >= FMU_AUXILIARY) *value = f->state.auxiliary[i - FMU_AUXILIARY];
  return 0;
}
#endif

int fmu_get(fmu_instance *f, unsigned variable, double *value) {
  const int i = (int)variable;
  if (variable >= FMU_END) return 1;
  if (i >= FMU_POSITION && !f->started && !f->solved) (void)solve_start(f);
  if (i >= FMU_POSITION && !f->started && f->status != FW_OK) return 1;
#if FW_EXCHANGE
  if (i >= FMU_VERTICAL && get_of_exchange(f, i, value)) return 1;
  if (i >= FMU_AUXILIARY) return 0;
#endif
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
  if (i >= FMU_INPUT && value < fw_input_minimum[i - FMU_INPUT]) return 1;
  f->solved = 0;
  forget(f);
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
  forget(f);
  fw_take_inputs(&f->state, &f->work);
  const double begin = f->state.time;
  for (long i = 1; i <= (long)steps && f->status == FW_OK; ++i) {
    const double next = i == (long)steps ? end : begin + f->step * (double)i;
    f->status = fw_step(&f->state, &f->work, next - f->state.time, fw_default_method);
  }
  return f->status;
}

size_t fmu_byte_count(void) { return strlen(fw_fmu_token) + sizeof(fmu_instance); }

void fmu_write_bytes(const fmu_instance *f, unsigned char *bytes) {
  const size_t token = strlen(fw_fmu_token);
  memcpy(bytes, fw_fmu_token, token);
  memcpy(bytes + token, f, sizeof *f);
}

int fmu_read_bytes(const unsigned char *bytes, size_t count, fmu_instance *f) {
  const size_t token = strlen(fw_fmu_token);
  if (count != fmu_byte_count() || memcmp(bytes, fw_fmu_token, token) != 0) return 1;
  return memcpy(f, bytes + token, sizeof *f), 0;
}

#if FW_EXCHANGE
/* --- model exchange: docs/theory/generated_vehicle.md --- */

fw_status fmu_evaluate(fmu_instance *f) {
  if (f->evaluated) return f->status;
  if (f->exchange) fw_take_inputs(&f->state, &f->work);
  f->held = f->state;
  f->joint_known = 0;
  f->status = fw_rates(&f->held, &f->work, f->rate);
  if (f->status != FW_OK) return f->status;
  if (f->exchange) { /* the next evaluation starts from these loads */
    memcpy(f->state.multiplier, f->held.multiplier, sizeof f->held.multiplier);
    memcpy(f->state.reaction, f->held.reaction, sizeof f->held.reaction);
  }
  fw_indicators(&f->held, &f->work, f->indicator);
  f->evaluated = 1;
  return FW_OK;
}

void fmu_set_time(fmu_instance *f, double time) {
  if (f->state.time == time) return;
  f->state.time = time;
  forget(f);
}

void fmu_set_states(fmu_instance *f, const double *values) {
  memcpy(f->state.q, values, sizeof f->state.q);
  memcpy(f->state.v, values + FW_N, sizeof f->state.v);
  memcpy(f->state.auxiliary, values + 2 * FW_N, FW_AUXILIARY * sizeof(double));
  forget(f);
}

void fmu_get_states(const fmu_instance *f, double *values) {
  memcpy(values, f->state.q, sizeof f->state.q);
  memcpy(values + FW_N, f->state.v, sizeof f->state.v);
  memcpy(values + 2 * FW_N, f->state.auxiliary, FW_AUXILIARY * sizeof(double));
}

void fmu_begin_event(fmu_instance *f) { memset(f->switched, 0, sizeof f->switched); }

/* On its constraints, as they are now. */
static fw_status settle(fmu_instance *f) {
  const fw_status status = fw_settle(&f->held, &f->work);
  f->state = f->held;
  forget(f);
  return status;
}

fw_status fmu_update(fmu_instance *f, fmu_events *events) {
  memset(events, 0, sizeof *events);
  events->next = fw_next_event(f->state.time);
  events->has_next = events->next < DBL_MAX;
  events->moved = fmu_has_drifted(f);
  fw_status status = fmu_evaluate(f);
  if (status == FW_OK && events->moved) status = settle(f);
  /* A wheel that lands may lift another one. */
  for (int i = 0; i <= FW_WHEELS && status == FW_OK; ++i) {
    status = fmu_evaluate(f);
    if (status != FW_OK || !fw_switch(&f->held, f->indicator, f->switched)) break;
    events->moved = 1;
    status = settle(f);
  }
  events->ends = status != FW_OK || fw_is_finished(&f->held);
  return f->status = status;
}

/* The place of a variable that may be a known; 0 where there is none. Before the start states and time are no knowns:
 * the state at the start follows from inputs and parameters. */
static double *known(fmu_instance *f, unsigned variable) {
  const int i = (int)variable;
  if (variable >= FMU_RATE) return 0;
  if (i >= FMU_INPUT && i < FMU_POSITION) return &f->work.inputs[i - FMU_INPUT];
  if (!f->started) {
    if (i >= FMU_PARAMETER && i < FMU_INPUT) return &f->work.parameters[i - FMU_PARAMETER];
    return i == FMU_VELOCITY ? &f->velocity : i == FMU_FRICTION ? &f->work.friction : 0;
  }
  if (i >= FMU_AUXILIARY) return &f->state.auxiliary[i - FMU_AUXILIARY];
  if (i >= FMU_VERTICAL) return 0;
  if (i >= FMU_SPEED) return &f->state.v[i - FMU_SPEED];
  if (i >= FMU_POSITION) return &f->state.q[i - FMU_POSITION];
  return i == FMU_TIME ? &f->state.time : 0;
}

/* Of differences: contacts are solved to about 1e-7 of their accelerations, and their forces bend over some 1e-4 m.
 * Parameters act smoothly, and a small part of a stiffness would change no more than those 1e-7. */
static double step_of(double value, unsigned variable) {
  const int is_input = variable >= FMU_INPUT && variable < FMU_POSITION;
  const int is_parameter = variable < FMU_INPUT && variable != FMU_TIME;
  if (is_parameter && value != 0.0) return 1e-3 * fabs(value);
  const double scale = is_input ? fw_input_scale[variable - FMU_INPUT] : 1.0;
  return 1e-5 * fmax(scale, fabs(value));
}

static int moved_values(const fmu_instance *f, fmu_instance *moved, double length, const unsigned *unknowns,
                        size_t unknown_count, const unsigned *knowns, size_t known_count, const double *seed,
                        double *values) {
  fmu_copy(f, moved);
  for (size_t i = 0; i < known_count; ++i) *known(moved, knowns[i]) += length * seed[i];
  if (!f->started && (moved->work.friction < 0.0 || fw_refuse_start_at(moved->velocity))) return 1;
  moved->solved = 0;
  forget(moved);
  for (size_t i = 0; i < unknown_count; ++i)
    if (fmu_get(moved, unknowns[i], &values[i])) return 1;
  return 0;
}

/* 0, or which derivatives there are when these are not among them. `length`: of the step along the seed, DBL_MAX where
 * the seed is 0. */
static const char *check_derivative(fmu_instance *f, const unsigned *unknowns, size_t unknown_count,
                                    const unsigned *knowns, size_t known_count, const double *seed, double *length) {
  *length = DBL_MAX;
  for (size_t i = 0; i < known_count; ++i) {
    const double *value = known(f, knowns[i]);
    if (!value && !f->started)
      return "before the start only with respect to inputs, speed, friction and parameters: ask after it for others";
    if (!value) return "only with respect to continuous states, inputs and time";
    if (!isfinite(seed[i])) return "only along a seed of finite numbers";
    if (seed[i] != 0.0) *length = fmin(*length, step_of(*value, knowns[i]) / fabs(seed[i]));
  }
  for (size_t i = 0; i < unknown_count; ++i)
    if (unknowns[i] >= FMU_END) return "only of variables that modelDescription.xml lists";
  return 0;
}

const char *fmu_derive(const fmu_instance *f, const unsigned *unknowns, size_t unknown_count, const unsigned *knowns,
                       size_t known_count, const double *seed, double *change) {
  if (!f->exchange) return "only in model exchange";
  fmu_instance *moved = malloc(sizeof *moved);
  double *after = malloc((unknown_count + 1) * sizeof(double)), length = DBL_MAX;
  const char *problem = moved && after ? 0 : "only where there is memory for them";
  if (!problem) {
    fmu_copy(f, moved);
    problem = check_derivative(moved, unknowns, unknown_count, knowns, known_count, seed, &length);
  }
  if (!problem && length == DBL_MAX) {
    for (size_t i = 0; i < unknown_count; ++i) change[i] = 0.0;
  } else if (!problem) {
    if (moved_values(f, moved, -length, unknowns, unknown_count, knowns, known_count, seed, change) ||
        moved_values(f, moved, length, unknowns, unknown_count, knowns, known_count, seed, after))
      problem = "only where it has values on both sides: a small step away it has none";
    for (size_t i = 0; i < unknown_count && !problem; ++i) change[i] = (after[i] - change[i]) / (2.0 * length);
  }
  free(after);
  free(moved);
  return problem;
}

int fmu_has_drifted(fmu_instance *f) {
  static const double max_drift = 1e-6; /* m or rad */
  if (fmu_evaluate(f) != FW_OK) return 0;
  for (int i = 0; i < FW_N; ++i)
    if (fabs(f->held.q[i] - f->state.q[i]) > max_drift) return 1;
  return 0;
}
#endif
