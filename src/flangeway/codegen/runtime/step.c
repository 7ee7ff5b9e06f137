/* One step of time, and the start. */
#include <math.h>
#include <string.h>

#include "runtime.h"

enum { max_iterations = 20, patient_iterations = 4, max_trapezoidal_iterations = 12 };
static const double contact_tolerance = 1e-9, tolerance = 1e-10; /* m; of the residuals of the projections */
static const double trapezoidal_tolerance = 1e-7;                  /* m/s, rad/s */

const char *fw_status_text(fw_status status) {
  static const char *const texts[] = {
      "runs",
      "has no solution for its constraints or masses",
      "did not come onto its constraints",
      "left the beginning or the end of the track",
      "has a contact beyond the end of a profile",
      "has a wheel that would have to be pulled to its rail",
      "has a number that became infinite or none"};
  return status >= FW_OK && status <= FW_NOT_FINITE ? texts[status] : "has an unknown status";
}

void fw_initialise(fw_workspace *w) {
  memset(w, 0, sizeof *w);
  for (int i = 0; i < FW_PARAMETERS; ++i) w->parameters[i] = fw_parameter_value[i];
  for (int i = 0; i < FW_INPUTS; ++i) w->inputs[i] = fw_input_value[i];
  w->friction = fw_friction;
  fw_prepare(w);
}

static double largest(const double *x, int count) {
  double result = 0.0;
  for (int i = 0; i < count; ++i) {
    if (!(fabs(x[i]) <= result)) result = fabs(x[i]); /* keeps what is no number */
  }
  return result;
}

static fw_status evaluate_residuals(const fw_state *x, fw_workspace *w) {
  const fw_status status = fw_look_up(x, w);
  if (status == FW_OK) fw_residuals(x, w);
  return status;
}

static fw_status evaluate_geometry(const fw_state *x, fw_workspace *w) {
  const fw_status status = fw_look_up(x, w);
  fw_mark(FW_PART_LOOK_UP);
  if (status != FW_OK) return status;
  fw_geometry(x, w);
  fw_mark(FW_PART_EVALUATE);
  if (fw_factor_contacts(w) != FW_OK) return FW_SINGULAR;
  return fw_partition_constraints(w);
}

static void correct_contacts(fw_state *x, const fw_workspace *w) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    double change[4];
    fw_solve_contact(w, i, w->tangent_residual[i], change);
    for (int k = 0; k < 4; ++k) x->contact[i][k] -= change[k];
  }
}

/* With the Jacobian of before; where that does not do, since the profiles bend too much, with a new one. */
static fw_status follow_contacts(fw_state *x, fw_workspace *w) {
  for (w->contact_iterations = 0; w->contact_iterations <= max_iterations; ++w->contact_iterations) {
    const fw_status status = evaluate_residuals(x, w);
    if (status != FW_OK) return status;
    fw_mark(FW_PART_PROJECT_EVALUATE);
    const double error = largest(&w->tangent_residual[0][0], 4 * FW_WHEELS);
    if (error <= contact_tolerance) return FW_OK;
    if (!(error < 1e6)) return FW_NO_CONVERGENCE;
    if (w->contact_iterations >= patient_iterations) {
      fw_contacts(x, w);
      if (fw_factor_contacts(w) != FW_OK) return FW_NO_CONVERGENCE;
    }
    correct_contacts(x, w);
    fw_mark(FW_PART_PROJECT_SOLVE);
  }
  return FW_NO_CONVERGENCE;
}

/* Contact coordinates onto the tangent constraints. A contact whose place on the profiles is no more is searched. */
static fw_status project_contacts(fw_state *x, fw_workspace *w) {
  const fw_state guess = *x;
  const fw_status status = follow_contacts(x, w);
  if (status == FW_OK || status == FW_OFF_TRACK || FW_WHEELS == 0) return status;
  const fw_state failed = *x;
  ++w->searches;
  *x = guess;
  return fw_search_contacts(x, w, &failed, contact_tolerance);
}

/* Dependent coordinates onto the constraints of the dynamics; their residuals are evaluated already. */
static fw_status project_coordinates(fw_state *x, fw_workspace *w) {
  for (w->iterations = 0;; ++w->iterations) {
    const double error = largest(w->residual, FW_C);
    if (error <= tolerance) return FW_OK;
    if (!(error < 1e6) || w->iterations == max_iterations) return FW_NO_CONVERGENCE;
    double change[FW_N1];
    fw_solve_partition(w, w->residual, change);
    for (int i = 0; i < FW_N; ++i) x->q[i] -= change[i];
    fw_mark(FW_PART_PROJECT_SOLVE);
    const fw_status status = evaluate_residuals(x, w);
    if (status != FW_OK) return status;
    fw_mark(FW_PART_PROJECT_EVALUATE);
  }
}

static void project_velocities(fw_state *x, fw_workspace *w) {
  double speed[FW_C1], change[FW_N1];
  for (int c = 0; c < FW_C; ++c) {
    speed[c] = 0.0;
    for (int a = fw_row_begin[c]; a < fw_row_begin[c + 1]; ++a) speed[c] += w->rows[c][fw_row[a]] * x->v[fw_row[a]];
  }
  fw_solve_partition(w, speed, change);
  for (int i = 0; i < FW_N; ++i) x->v[i] -= change[i];
}

/* In the order of [Ros2017, fig. 10]: contact coordinates, coordinates, velocities. */
static fw_status project(fw_state *x, fw_workspace *w) {
  fw_status status = project_contacts(x, w);
  if (status == FW_OK) status = project_coordinates(x, w);
  if (status == FW_OK) status = evaluate_geometry(x, w);
  if (status != FW_OK) return status;
  project_velocities(x, w);
  fw_mark(FW_PART_PROJECT_SOLVE);
  return FW_OK;
}

/* What moves: forces, rates of the contact coordinates, sides of the constraints, creep forces. */
static void evaluate_motion(const fw_state *x, fw_workspace *w) {
  fw_motion(x, w);
  for (int i = 0; i < FW_WHEELS; ++i) {
    fw_solve_contact(w, i, w->tangent_rate[i], w->contact_rate[i]);
    for (int k = 0; k < 4; ++k) w->contact_rate[i][k] = -w->contact_rate[i][k];
  }
  fw_sides(x, w);
  fw_mark(FW_PART_EVALUATE);
  fw_creep_coefficients(x, w);
  fw_mark(FW_PART_PATCH);
}

/* w->matrix += h K with K = B D Bᵀ of each wheel. */
static void add_creep_matrix(fw_workspace *w, double h) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    const double *d = w->creep[i];
    double(*rows)[FW_N1] = w->creep_rows[i];
    const int begin = fw_path_begin[i], end = fw_path_begin[i + 1];
    for (int a = begin; a < end; ++a) {
      const int j = fw_path[a];
      const double first = h * d[0] * rows[0][j];
      const double second = h * (d[1] * rows[1][j] - d[2] * rows[2][j]);
      const double third = h * (d[2] * rows[1][j] + d[3] * rows[2][j]);
      for (int b = begin; b < end; ++b) {
        const int k = fw_path[b];
        w->matrix[j][k] += first * rows[0][k] + second * rows[1][k] + third * rows[2][k];
      }
    }
  }
}

static void multiply(double (*matrix)[FW_N1], const double *x, double *result) {
  for (int i = 0; i < FW_N; ++i) {
    double sum = 0.0;
    for (int j = 0; j < FW_N; ++j) sum += matrix[i][j] * x[j];
    result[i] = sum;
  }
}

/* Generalised creep forces at the velocities of x, as last evaluated. */
static void add_creep_forces(const fw_workspace *w, double factor, double *force) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    for (int a = fw_path_begin[i]; a < fw_path_begin[i + 1]; ++a) {
      const int j = fw_path[a];
      for (int d = 0; d < 3; ++d) force[j] += factor * w->wheel[i].force[d] * w->creep_rows[i][d][j];
    }
  }
}

/* (M + h K) v' = M v + h δ + rowsᵀ h λ, rows v' = rows v + h γ [Ros2017, eq. 37]; explicit: K v stays at the old v. */
static fw_status euler_velocities(const fw_state *x, fw_workspace *w, double h, int implicit) {
  double momentum[FW_N1];
  multiply(w->mass, x->v, momentum);
  for (int i = 0; i < FW_N; ++i) momentum[i] += h * w->force[i];
  memcpy(w->matrix, w->mass, sizeof w->matrix);
  if (implicit) {
    add_creep_matrix(w, h);
  } else {
    add_creep_forces(w, h, momentum);
  }
  for (int i = 0; i < FW_N; ++i) w->columns[i][FW_C] = momentum[i];
  for (int c = 0; c < FW_C; ++c) {
    double speed = 0.0;
    for (int a = fw_row_begin[c]; a < fw_row_begin[c + 1]; ++a) speed += w->rows[c][fw_row[a]] * x->v[fw_row[a]];
    w->side[c] = speed + h * w->side[c];
  }
  return fw_solve_dynamics(w, h);
}

/* Velocities are in place; positions by the midpoint rule, contact coordinates ahead by their rates. */
static fw_status finish(const fw_state *x, fw_state *next, fw_workspace *w, double h) {
  for (int i = 0; i < FW_N; ++i) next->q[i] = x->q[i] + 0.5 * h * (x->v[i] + next->v[i]);
  for (int i = 0; i < FW_WHEELS; ++i) {
    for (int k = 0; k < 4; ++k) next->contact[i][k] = x->contact[i][k] + h * w->contact_rate[i][k];
  }
  next->time = x->time + h;
  fw_mark(FW_PART_INTEGRATE);
  return project(next, w);
}

static fw_status check(const fw_state *x) {
  if (!(largest(x->q, FW_N) < 1e12) || !(largest(x->v, FW_N) < 1e12) || !(largest(x->multiplier, FW_C) < 1e300))
    return FW_NOT_FINITE;
  for (int i = 0; i < FW_WHEELS; ++i) {
    if (x->multiplier[FW_CONSTRAINTS + i] < 0.0) return FW_LIFTED;
  }
  return FW_OK;
}

static void take_solution(fw_state *next, const fw_workspace *w) {
  for (int i = 0; i < FW_N; ++i) next->v[i] = w->columns[i][FW_C];
  for (int c = 0; c < FW_C; ++c) next->multiplier[c] = w->multiplier[c];
}

static fw_status euler_step(const fw_state *x, fw_state *next, fw_workspace *w, double h, int implicit) {
  evaluate_motion(x, w);
  const fw_status status = euler_velocities(x, w, h, implicit);
  if (status != FW_OK) return status;
  take_solution(next, w);
  fw_mark(FW_PART_SOLVE);
  return finish(x, next, w, h);
}

/* Acceleration times mass at x without the constraints: δ and creep forces. */
static void all_forces(const fw_workspace *w, double *force) {
  for (int i = 0; i < FW_N; ++i) force[i] = w->force[i];
  add_creep_forces(w, 1.0, force);
}

/* v + h/2 a at the beginning of a step, into w->columns. */
static fw_status half_ahead(const fw_state *x, fw_workspace *w, double h, double *velocity) {
  evaluate_motion(x, w);
  const fw_status status = euler_velocities(x, w, 0.5 * h, 0);
  for (int i = 0; i < FW_N; ++i) velocity[i] = w->columns[i][FW_C];
  return status;
}

/* Newton with M + h/2 K on v' = beginning + h/2 a'; `moved` is how far it went. */
static fw_status trapezoidal_correction(fw_state *next, fw_workspace *w, double h, const double *beginning,
                                        double *moved) {
  double force[FW_N1], missing[FW_N1], change[FW_N1];
  evaluate_motion(next, w);
  all_forces(w, force);
  for (int i = 0; i < FW_N; ++i) change[i] = next->v[i] - beginning[i];
  multiply(w->mass, change, missing);
  for (int i = 0; i < FW_N; ++i) w->columns[i][FW_C] = 0.5 * h * force[i] - missing[i];
  for (int c = 0; c < FW_C; ++c) w->side[c] = 0.0;
  memcpy(w->matrix, w->mass, sizeof w->matrix);
  add_creep_matrix(w, 0.5 * h);
  const fw_status status = fw_solve_dynamics(w, 0.5 * h);
  if (status != FW_OK) return status;
  *moved = 0.0;
  for (int i = 0; i < FW_N; ++i) {
    next->v[i] += w->columns[i][FW_C];
    *moved = fmax(*moved, fabs(w->columns[i][FW_C]));
  }
  for (int c = 0; c < FW_C; ++c) next->multiplier[c] = w->multiplier[c];
  return FW_OK;
}

/* v' = v + h/2 (a + a'), from a guess by IMEX Euler. */
static fw_status trapezoidal_step(const fw_state *x, fw_state *next, fw_workspace *w, double h) {
  double beginning[FW_N1], moved = 0.0;
  fw_status status = half_ahead(x, w, h, beginning);
  if (status == FW_OK) status = euler_step(x, next, w, h, 1);
  for (int iteration = 0; status == FW_OK && iteration < max_trapezoidal_iterations; ++iteration) {
    status = trapezoidal_correction(next, w, h, beginning, &moved);
    if (status == FW_OK) status = finish(x, next, w, h);
    if (status != FW_OK || moved < trapezoidal_tolerance) return status;
  }
  return status == FW_OK ? FW_NO_CONVERGENCE : status;
}

fw_status fw_step(fw_state *x, fw_workspace *w, double h, fw_method method) {
  fw_state next = *x;
  fw_status status = method == FW_TRAPEZOIDAL ? trapezoidal_step(x, &next, w, h)
                                              : euler_step(x, &next, w, h, method == FW_IMEX_EULER);
  if (status == FW_OK) status = check(&next);
  if (status != FW_OK) return status;
  *x = next;
  fw_wheel_forces(x, w);
  return FW_OK;
}

/* From afar the Jacobian is renewed in every iteration. */
static fw_status approach(fw_state *x, fw_workspace *w) {
  for (int iteration = 0; iteration < 2 * max_iterations; ++iteration) {
    fw_status status = evaluate_geometry(x, w);
    if (status == FW_OK) status = evaluate_residuals(x, w);
    if (status != FW_OK) return status;
    if (largest(&w->tangent_residual[0][0], 4 * FW_WHEELS) < 1e-6 && largest(w->residual, FW_C) < 1e-6) return FW_OK;
    correct_contacts(x, w);
    status = evaluate_residuals(x, w);
    if (status != FW_OK) return status;
    double change[FW_N1];
    fw_solve_partition(w, w->residual, change);
    for (int i = 0; i < FW_N; ++i) x->q[i] -= change[i];
  }
  return FW_NO_CONVERGENCE;
}

fw_status fw_project(fw_state *x, fw_workspace *w) {
  fw_status status = approach(x, w);
  if (status == FW_OK) status = evaluate_geometry(x, w);
  return status == FW_OK ? project(x, w) : status;
}

void fw_take_inputs(const fw_state *x, fw_workspace *w) { (void)x, (void)w; }

fw_status fw_start(fw_state *x, fw_workspace *w) { return fw_start_at(x, w, 1.0); }

const char *fw_refuse_start_at(double velocity_factor) { return (void)velocity_factor, (const char *)0; }

int fw_is_finished(const fw_state *x) { return (void)x, 0; }

fw_status fw_start_at(fw_state *x, fw_workspace *w, double velocity_factor) {
  memset(x, 0, sizeof *x);
  for (int i = 0; i < FW_N; ++i) x->q[i] = fw_initial_position[i], x->v[i] = velocity_factor * fw_initial_velocity[i];
  for (int i = 0; i < FW_WHEELS; ++i) x->contact[i][3] = fw_initial_place[i];
  fw_status status = fw_project(x, w);
  for (int pass = 0; pass < 3 && status == FW_OK; ++pass) { /* normal forces: patches need those of before */
    fw_state next = *x;
    evaluate_motion(x, w);
    status = euler_velocities(x, w, 1e-6, 1);
    if (status != FW_OK) break;
    take_solution(&next, w);
    for (int c = 0; c < FW_C; ++c) x->multiplier[c] = next.multiplier[c];
  }
  if (status == FW_OK) status = check(x);
  if (status == FW_OK) fw_wheel_forces(x, w);
  return status;
}

void fw_joint_record(const fw_state *x, const fw_workspace *w, double *values) { (void)x, (void)w, (void)values; }

void fw_wheel_record(const fw_state *x, const fw_workspace *w, int wheel, double *values) {
  const fw_wheel_output *o = &w->wheel[wheel];
  *values++ = x->multiplier[FW_CONSTRAINTS + wheel];
  for (int i = 0; i < 3; ++i) *values++ = o->force[i];
  for (int i = 0; i < 3; ++i) *values++ = o->creepage[i];
  for (int i = 1; i < 4; ++i) *values++ = x->contact[wheel][i];
}
