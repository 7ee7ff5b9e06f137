/* One step of time, and the start. The state is integrated as [q, v, auxiliary], but with slip and mean velocity of
 * each free wheelset in place of its forward and spin velocities: creep damps the one hard and the other not at all. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime.h"

const char *fw_status_text(fw_status status) {
  static const char *const texts[] = {"runs", "has no solution for the forces of its constraints",
                                      "left the beginning or the end of the track",
                                      "has a wheel beyond the tables of its contact",
                                      "has a velocity that jumped: the step is too long",
                                      "has a number that became infinite or none"};
  return status >= FW_OK && status <= FW_NOT_FINITE ? texts[status] : "has an unknown status";
}

void fw_prepare(fw_workspace *w) { (void)w; }

void fw_initialise(fw_workspace *w) {
  memset(w, 0, sizeof *w);
  for (int i = 0; i < FW_PARAMETERS; ++i) w->parameters[i] = fw_parameter_value[i];
  for (int i = 0; i < FW_INPUTS; ++i) w->inputs[i] = fw_input_value[i];
  w->friction = fw_friction;
  w->speed = fw_velocity;
}

/* --- the equations --- */

static double speed_factor(const fw_workspace *w) { return fw_velocity > 0.0 ? w->speed / fw_velocity : 1.0; }

static double prescribed_acceleration(const fw_workspace *w, double time) {
  return fw_profile_points > 0 ? speed_factor(w) * fw_table_slope(fw_speed_profile, fw_profile_points, time) : 0.0;
}

/* s and its rate of the driven body are known functions of time. */
static void set_prescribed_motion(const fw_workspace *w, double time, double *q, double *v) {
  if (fw_driven_body < 0) return;
  const int s = 6 * fw_driven_body;
  double speed = fw_velocity, run = speed * time;
  if (fw_profile_points > 0) {
    speed = fw_table_value(fw_speed_profile, fw_profile_points, time);
    run = fw_table_integral(fw_speed_profile, fw_profile_run, fw_profile_points, time);
  }
  const double factor = speed_factor(w);
  q[s] = fw_driven_start + factor * run;
  v[s] = factor * speed;
}

static void set_traction(fw_workspace *w, double time) {
  double torque = fw_torque_points > 0 ? fw_table_value(fw_torque, fw_torque_points, time) : 0.0;
  if (fw_takes_torque) torque += w->inputs[0];
  for (int i = 0; i < FW_BODIES; ++i) w->traction[i] = fw_has_torque[i] ? torque : 0.0;
  for (int i = 0; i < FW_WHEELSETS && FW_HAS_TORQUE_INPUTS; ++i)
    w->traction[fw_wheelset_body[i]] += w->inputs[FW_TORQUE_INPUT + i];
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    if (FW_INPUTS < 2 || fw_wheel_input[i] < 0) continue;
    const double left = w->inputs[fw_wheel_input[i]], right = w->inputs[fw_wheel_input[i] + 1];
    w->traction[fw_wheelset_body[i]] += left + right;
    w->wheel_traction[i] = left - right;
  }
}

static int any(const double *values, int count) {
  for (int i = 0; i < count; ++i)
    if (values[i] != 0.0) return 1;
  return 0;
}

/* The angle of the frame is -asin(h / D): docs/theory/track.md (5). `course`: values, slopes, second derivatives. */
static void add_cant(double height, double gradient, double *course) {
  double *angle = course + 5, *slope = course + 11, *second = course + 17;
  const double s = sin(*angle), c = cos(*angle), by_distance = 1.0 / fw_rail_distance;
  const double rate = c * *slope - gradient * by_distance, rate_of_rate = c * *second - s * *slope * *slope;
  const double sine = s - height * by_distance, cosine = sqrt(1.0 - sine * sine); /* none: no such cant */
  *angle = asin(sine);
  *slope = rate / cosine;
  *second = (rate_of_rate + sine * *slope * *slope) / cosine;
}

static void add_cants(const double *q, fw_workspace *w) {
  const double *input = w->inputs + FW_CANT_INPUT;
  if (!any(input, 2 * FW_BODIES)) return;
  for (int i = 0; i < FW_BODIES; ++i, input += 2)
    add_cant(input[0] + input[1] * (q[6 * i] - w->input_place[i]), input[1], w->course[i]);
}

static void set_time(fw_workspace *w, double time) { w->since_input = time - w->input_time; }

void fw_take_inputs(const fw_state *x, fw_workspace *w) {
  w->input_time = x->time;
  for (int i = 0; i < FW_BODIES; ++i) w->input_place[i] = x->q[6 * i];
}

fw_status fw_locate(const double *q, fw_workspace *w) {
  for (int i = 0; i < FW_BODIES; ++i) {
    const double s = q[6 * i];
    if (!isfinite(s)) return FW_NOT_FINITE; /* beyond the track the last cubics go on */
    fw_evaluate(&fw_centreline, s, w->course[i], w->course[i] + 6, w->course[i] + 12);
  }
  if (FW_HAS_CANT_INPUTS) add_cants(q, w);
  return FW_OK;
}

/* Frames, masses and forces of the bodies, but for joints and contacts. */
static fw_status load_bodies(const fw_state *x, fw_workspace *w, double *auxiliary_rate) {
  w->acceleration_s = prescribed_acceleration(w, x->time);
  set_time(w, x->time);
  set_traction(w, x->time);
  memcpy(w->lifted, x->lifted, sizeof w->lifted);
  const fw_status status = fw_locate(x->q, w);
  if (status == FW_OK) fw_bodies(x->q, x->v, x->auxiliary, auxiliary_rate, w);
  return status;
}

fw_status fw_derivative(fw_state *x, fw_workspace *w, double *acceleration, double *auxiliary_rate) {
  fw_status status = load_bodies(x, w, auxiliary_rate);
  if (status != FW_OK) return status;
  if (FW_JOINT_ROWS > 0) {
    fw_joints(x->q, x->v, w);
    fw_load_joints(x->reaction, w);
  }
  for (int i = 0; i < FW_BODIES; ++i) { /* wheelsets come after */
    const double *prescribed = i == fw_driven_body ? &w->acceleration_s : 0;
    fw_solve_mass(&w->body[i], fw_body_mass[i], w->body[i].force, prescribed, acceleration + 6 * i);
  }
  status = fw_contacts(x, w, x->multiplier, acceleration);
  if (FW_JOINT_ROWS > 0 && status == FW_OK) status = fw_solve_joints(w, x->reaction, x->multiplier, acceleration);
  if (status == FW_OK) fw_twist_axles(x->auxiliary, w, auxiliary_rate);
  return status;
}

/* --- the variables of integration --- */

static void to_integration(double *y) {
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    if (fw_wheelset_body[i] == fw_driven_body) continue;
    double *forward = y + FW_N + 6 * fw_wheelset_body[i], *spin = forward + 4;
    const double slip = *forward - fw_wheelset_radius[i] * *spin;
    *spin = slip;
    *forward -= fw_spin_share[i] * slip;
  }
}

static void to_state(double *y) {
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    if (fw_wheelset_body[i] == fw_driven_body) continue;
    double *forward = y + FW_N + 6 * fw_wheelset_body[i], *spin = forward + 4;
    const double slip = *spin;
    *forward += fw_spin_share[i] * slip;
    *spin = (*forward - slip) / fw_wheelset_radius[i];
  }
}

static void pack(const fw_state *x, double *y) {
  memcpy(y, x->q, sizeof x->q);
  memcpy(y + FW_N, x->v, sizeof x->v);
  if (FW_AUXILIARY > 0) memcpy(y + 2 * FW_N, x->auxiliary, FW_AUXILIARY * sizeof(double));
  to_integration(y);
}

static void unpack(const double *y, fw_state *x) {
  double state[FW_Y];
  memcpy(state, y, sizeof state);
  to_state(state);
  memcpy(x->q, state, sizeof x->q);
  memcpy(x->v, state + FW_N, sizeof x->v);
  if (FW_AUXILIARY > 0) memcpy(x->auxiliary, state + 2 * FW_N, FW_AUXILIARY * sizeof(double));
}

static int all_finite(const double *y) {
  double sum = 0.0;
  for (int i = 0; i < FW_Y; ++i) sum += y[i] * 0.0; /* 0, or none */
  return sum == 0.0;
}

/* y' at (time, y); the loads start from those of x and are left there. */
static fw_status evaluate(double time, const double *y, fw_state *x, fw_workspace *w, double *rate) {
  unpack(y, x);
  x->time = time;
  memcpy(rate, x->v, sizeof x->v);
  const fw_status status = fw_derivative(x, w, rate + FW_N, rate + 2 * FW_N);
  if (status != FW_OK) return status;
  to_integration(rate);
  return all_finite(rate) ? FW_OK : FW_NOT_FINITE;
}

/* Rates of damping after evaluate(): they change slowly, every fourth step is enough. */
static void find_damping(fw_state *x, const fw_workspace *w) {
  if (x->age++ % 4 != 0) return;
  memset(x->rate, 0, sizeof x->rate);
  double *of_auxiliary = x->rate + 2 * FW_N;
  for (int i = 0; i < FW_AUXILIARY; ++i) of_auxiliary[i] = fw_auxiliary_rate[i];
  for (int i = 0; i < FW_WHEELSETS && fw_creep_is_stiff; ++i) {
    double *of_body = x->rate + FW_N + 6 * fw_wheelset_body[i];
    const int driven = fw_wheelset_body[i] == fw_driven_body;
    fw_creep_damping(w, i, of_body);
    /* Creep damps the twist as it damps the spin, half of a row sum where the forward motion is free. */
    if (fw_twist_state[i] >= 0) of_auxiliary[fw_twist_state[i]] += (driven ? 1.0 : 0.5) * of_body[4];
    if (driven) continue;
    of_body[4] = (of_body[0] + of_body[4]) / 2; /* the slip relaxes, the mean velocity does not */
    of_body[0] = 0.0;
  }
}

/* --- the methods: fixed_step.h, as in the numerical engine --- */

static fw_stiff find_stiff(const fw_state *x, fw_workspace *w, double h) {
  if (w->weights_step != h) memset(w->weights, 0, sizeof w->weights);
  w->weights_step = h;
  w->stiff_count = 0;
  for (size_t i = 0; i < FW_Y; ++i) {
    if (!(x->rate[i] > 0.0)) continue;
    w->stiff_place[w->stiff_count] = i;
    fw_weights *of_this = &w->weights[w->stiff_count++];
    if (of_this->rate == x->rate[i]) continue;
    of_this->rate = x->rate[i];
    fw_set_adams(x->rate[i] * h, of_this);
    fw_set_runge_kutta(x->rate[i] * h, of_this);
  }
  const fw_stiff stiff = {w->stiff_count, w->stiff_place, w->weights};
  return stiff;
}

static fw_status runge_kutta(const fw_state *x, fw_state *next, fw_workspace *w, double h, double *result) {
  double a[FW_Y], b[FW_Y], c[FW_Y], k2[FW_Y], k3[FW_Y], k4[FW_Y];
  const double *y = x->past_y[0], *k1 = x->past_f[0];
  const double *const states[4] = {y, a, b, c}, *const slopes[4] = {k1, k2, k3, k4};
  const fw_stiff stiff = find_stiff(x, w, h);
  fw_runge_kutta_a(FW_Y, h, &stiff, y, k1, a);
  fw_status status = evaluate(x->time + h / 2, a, next, w, k2);
  if (status != FW_OK) return status;
  fw_runge_kutta_b(FW_Y, h, &stiff, y, k1, a, k2, b);
  status = evaluate(x->time + h / 2, b, next, w, k3);
  if (status != FW_OK) return status;
  fw_runge_kutta_c(FW_Y, h, &stiff, y, k1, b, k3, c);
  status = evaluate(x->time + h, c, next, w, k4);
  if (status != FW_OK) return status;
  fw_runge_kutta_end(FW_Y, h, &stiff, states, slopes, result);
  return FW_OK;
}

/* Predict, evaluate, correct; finish() evaluates again. */
static fw_status adams(const fw_state *x, fw_state *next, fw_workspace *w, double h, double *result) {
  double f[FW_Y], scratch[FW_Y];
  const double *const past_y[4] = {x->past_y[0], x->past_y[1], x->past_y[2], x->past_y[3]};
  const double *const past_f[4] = {x->past_f[0], x->past_f[1], x->past_f[2], x->past_f[3]};
  const fw_stiff stiff = find_stiff(x, w, h);
  fw_adams_predict(FW_Y, h, &stiff, past_y, past_f, result);
  const fw_status status = evaluate(x->time + h, result, next, w, f);
  if (status != FW_OK) return status;
  fw_adams_correct(FW_Y, h, &stiff, past_y, past_f, f, scratch, result);
  return FW_OK;
}

static void remember(fw_state *x, const double *y, const double *f) {
  memmove(x->past_y[1], x->past_y[0], 3 * sizeof x->past_y[0]);
  memmove(x->past_f[1], x->past_f[0], 3 * sizeof x->past_f[0]);
  memcpy(x->past_y[0], y, sizeof x->past_y[0]);
  memcpy(x->past_f[0], f, sizeof x->past_f[0]);
  if (x->points < 4) ++x->points;
}

static fw_status project(double *q, double *v, fw_workspace *w) {
  const fw_status status = fw_project_wheelsets(q, v, w);
  if (status != FW_OK || FW_JOINT_ROWS == 0 || !fw_projects_joints) return status;
  return fw_project_joints(q, v, w);
}

/* Onto the constraints, and the derivative there. */
static fw_status finish(fw_state *next, fw_workspace *w, double time, double *y, double *f) {
  unpack(y, next);
  set_time(w, time);
  set_prescribed_motion(w, time, next->q, next->v);
  const fw_status status = project(next->q, next->v, w);
  if (status != FW_OK) return status;
  pack(next, y);
  return all_finite(y) ? evaluate(time, y, next, w, f) : FW_NOT_FINITE;
}

/* An acceleration, beside what creep damps, that changes a velocity by more in this step than in the one before: as in
 * the numerical engine. */
static int jumps(const fw_state *x, const double *y, const double *f, double h) {
  static const double limit = 1.0; /* m/s or rad/s */
  for (int i = FW_N; i < 2 * FW_N; ++i) {
    const double change = f[i] - x->past_f[0][i] + x->rate[i] * (y[i] - x->past_y[0][i]);
    if (h * fabs(change) > limit) return 1;
  }
  return 0;
}

static fw_status begin(fw_state *x, fw_workspace *w, double h) {
  double y[FW_Y], f[FW_Y];
  /* The end of a step and the beginning of the next, rounded. */
  const double rounding = 1e-9 * h + 4 * DBL_EPSILON * fabs(x->time);
  if (x->points > 0 && fabs(x->step - h) <= rounding) return FW_OK;
  if (x->points > 0 || x->step == 0.0) x->age = 0;
  x->step = h;
  x->points = 0;
  pack(x, y);
  const fw_status status = evaluate(x->time, y, x, w, f);
  if (status != FW_OK) return status;
  remember(x, y, f);
  find_damping(x, w);
  return FW_OK;
}

/* After a step: wheels that are pulled leave their rails, wheels that have come down to them touch again. */
static int lift_and_land(fw_state *x, const fw_workspace *w) {
  int changed = 0;
  for (int i = 0; i < FW_WHEELS && fw_may_lift; ++i) {
    if (x->lifted[i] ? w->side[i / 2][i % 2].gap >= 0.0 : x->multiplier[i] >= 0.0) continue;
    x->lifted[i] = !x->lifted[i];
    changed = 1;
  }
  return changed;
}

/* A landing wheel loses its velocity towards the rail: an inelastic impact, which the projection is. */
static fw_status restart(fw_state *x, fw_workspace *w) {
  double y[FW_Y], f[FW_Y];
  memcpy(w->lifted, x->lifted, sizeof w->lifted);
  set_prescribed_motion(w, x->time, x->q, x->v);
  const fw_status status = project(x->q, x->v, w);
  if (status != FW_OK) return status;
  x->points = 0;
  pack(x, y);
  return evaluate(x->time, y, x, w, f);
}

int fw_is_finished(const fw_state *x) { return x->q[6 * fw_reference_body] >= fw_track_length * (1 - 1e-12); }

/* The reference may run backwards off the start by a metre. */
static double first_position(void) { return fmin(0.0, fw_initial_position[6 * fw_reference_body]) - 1.0; }

static int is_off_track(const fw_state *x) { return fw_is_finished(x) || x->q[6 * fw_reference_body] < first_position(); }

double fw_room_on_track(const fw_state *x) {
  const double position = x->q[6 * fw_reference_body];
  return fmin(fw_track_length - position, position - first_position());
}

fw_status fw_settle(fw_state *x, fw_workspace *w) {
  double auxiliary_rate[FW_A1];
  set_prescribed_motion(w, x->time, x->q, x->v);
  const fw_status status = load_bodies(x, w, auxiliary_rate); /* the smallest change depends on the masses */
  return status == FW_OK ? project(x->q, x->v, w) : status;
}

fw_status fw_step(fw_state *x, fw_workspace *w, double h, fw_method method) {
  double y[FW_Y], f[FW_Y];
  if (is_off_track(x)) return FW_OFF_TRACK;
  fw_state now = *x;
  fw_status status = begin(&now, w, h);
  if (status != FW_OK) return status;
  const double end = now.time + h;
  h = now.step;
  fw_state next = now;
  status = method == FW_RK4 || now.points < 4 ? runge_kutta(&now, &next, w, h, y) : adams(&now, &next, w, h, y);
  if (status == FW_OK) status = finish(&next, w, end, y, f);
  if (status == FW_OK && jumps(&now, y, f, h)) status = FW_JUMP;
  if (status != FW_OK) return status;
  remember(&next, y, f);
  if (lift_and_land(&next, w)) {
    status = restart(&next, w);
    if (status != FW_OK) return status;
  } else {
    find_damping(&next, w);
  }
  *x = next;
  return FW_OK;
}

fw_status fw_project(fw_state *x, fw_workspace *w) {
  double y[FW_Y], f[FW_Y];
  fw_state moved = *x;
  pack(x, y);
  fw_status status = evaluate(x->time, y, &moved, w, f); /* masses and frames */
  if (status == FW_OK) status = finish(&moved, w, x->time, y, f);
  if (status != FW_OK) return status;
  moved.points = 0;
  moved.step = 0.0;
  *x = moved;
  return FW_OK;
}

/* --- the start --- */

fw_status fw_start(fw_state *x, fw_workspace *w) { return fw_start_at(x, w, fw_velocity); }

const char *fw_refuse_start_at(double speed) {
  if (speed == fw_velocity) return 0;
  if (!(fw_velocity > 0.0)) return "speed is 0 in the case and can be no other";
  return speed >= 0.0 ? 0 : "speed must be 0 or above";
}

fw_status fw_start_at(fw_state *x, fw_workspace *w, double speed) {
  double y[FW_Y], f[FW_Y];
  memset(x, 0, sizeof *x);
  w->speed = speed;
  const double factor = speed_factor(w);
  memcpy(x->q, fw_initial_position, sizeof x->q);
  for (int i = 0; i < FW_N; ++i) x->v[i] = factor * fw_initial_velocity[i];
  for (int i = 0; i < FW_AUXILIARY; ++i) x->auxiliary[i] = fw_initial_auxiliary[i];
  for (int i = 0; i < FW_WHEELSETS; ++i)
    if (fw_twist_state[i] >= 0) x->auxiliary[fw_twist_state[i]] *= factor;
  memcpy(x->multiplier, fw_initial_load, sizeof x->multiplier);
  for (int i = 0; i < FW_JOINT_ROWS; ++i) x->reaction[i] = fw_initial_reaction[i];
  fw_take_inputs(x, w);
  pack(x, y);
  const fw_status status = evaluate(0.0, y, x, w, f);
  const int displaced = (FW_HAS_RAIL_INPUTS && any(w->inputs + FW_RAIL_INPUT, 6 * FW_WHEELS)) ||
                        (FW_HAS_IRREGULARITY_INPUTS && any(w->inputs + FW_IRREGULARITY_INPUT, 6 * FW_WHEELS));
  return status == FW_OK && displaced ? fw_project(x, w) : status;
}

void fw_energy(const fw_state *x, fw_workspace *w) { (void)x, (void)w; }

void fw_joint_record(const fw_state *x, const fw_workspace *w, double *values) {
  fw_joint_reactions(x->q, x->reaction, w, values);
}

void fw_wheel_record(const fw_state *x, const fw_workspace *w, int wheel, double *values) {
  const fw_wheel_output *o = &w->wheel[wheel];
  *values++ = o->vertical;
  *values++ = o->lateral;
  for (int i = 0; i < 3; ++i) *values++ = o->force[i];
  for (int i = 0; i < 3; ++i) *values++ = o->creepage[i];
  *values++ = w->side[wheel / 2][wheel % 2].s;
  *values = x->multiplier[wheel];
}
