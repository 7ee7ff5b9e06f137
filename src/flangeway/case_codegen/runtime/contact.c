/* Wheelsets on their rails: constraints, loads and creep forces, accelerations, projection. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime.h"

static const double min_speed = 0.05; /* m/s, that creepages are divided by */

/* Of an arrow matrix: s couples with all, y, z and the rotations do not couple. `prescribed`: acceleration of s. */
void fw_solve_mass(const fw_body *b, double mass, const double *right, const double *prescribed, double *x) {
  const double *i = b->inverse, *k = b->coupling;
  double along;
  if (prescribed) {
    along = *prescribed;
  } else {
    const double r0 = i[0] * right[3] + i[1] * right[4] + i[2] * right[5];
    const double r1 = i[1] * right[3] + i[3] * right[4] + i[4] * right[5];
    const double r2 = i[2] * right[3] + i[4] * right[4] + i[5] * right[5];
    along = (right[0] - (k[0] * right[1] + k[1] * right[2]) / mass - (k[2] * r0 + k[3] * r1 + k[4] * r2)) / b->schur;
  }
  const double a = right[3] - along * k[2], c = right[4] - along * k[3], d = right[5] - along * k[4];
  x[0] = along;
  x[1] = (right[1] - along * k[0]) / mass;
  x[2] = (right[2] - along * k[1]) / mass;
  x[3] = i[0] * a + i[1] * c + i[2] * d;
  x[4] = i[1] * a + i[3] * c + i[4] * d;
  x[5] = i[2] * a + i[4] * c + i[5] * d;
}

/* How a wheelset answers a force: that of a driven one leaves s alone. */
static void solve(const fw_workspace *w, int wheelset, const double *right, int of_constraint, double *x) {
  static const double nothing = 0.0;
  const int body = fw_wheelset_body[wheelset];
  const double *prescribed = body != fw_driven_body ? 0 : of_constraint ? &nothing : &w->acceleration_s;
  fw_solve_mass(&w->body[body], fw_body_mass[body], right, prescribed, x);
}

static double speed_of(const fw_workspace *w, int wheelset) {
  return fmax(fabs(w->body[fw_wheelset_body[wheelset]].velocity[0]), min_speed);
}

static double friction_of(const fw_workspace *w, int wheelset, int side, double angle) {
  const double at_rest = fw_friction_points > 0
                             ? fw_table_value(fw_friction_over_angle, fw_friction_points, fabs(angle))
                             : fw_friction_at_rest[side];
  const double factor = FW_HAS_FRICTION_INPUTS ? w->inputs[FW_FRICTION_INPUT + 2 * wheelset + side] : 1.0;
  if (w->friction == fw_friction) return factor * at_rest;
  return factor * (fw_friction > 0.0 ? at_rest * (w->friction / fw_friction) : w->friction);
}

/* The same on a moving rail: the creepages are relative to its velocity. */
static void place_on_moving_rail(const double *q, const fw_body *b, double speed, const fw_side *side, fw_contact *c) {
  fw_body relative = *b;
  for (int axis = 0; axis < 2; ++axis) relative.velocity[1 + axis] -= side->rail_velocity[axis];
  fw_place(q, &relative, speed, side, c);
}

static double dot6(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

static void place_contacts(const double *q, int wheelset, fw_workspace *w) {
  const int body = fw_wheelset_body[wheelset];
  const double speed = speed_of(w, wheelset);
  fw_list_contacts(wheelset, w);
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    side->limit_ratio = fw_limit_ratio[k];
    side->decay = fw_decay[k];
    for (int i = 0; i < side->contacts; ++i) {
      fw_contact *c = &side->contact[i];
      if (FW_HAS_RAIL_INPUTS) {
        place_on_moving_rail(q + 6 * body, &w->body[body], speed, side, c);
      } else {
        fw_place(q + 6 * body, &w->body[body], speed, side, c);
      }
      if (c->creepage[0] == 0.0 && c->creepage[1] == 0.0) c->creepage[0] = 1e-30; /* slopes of laws at rest are 0/0 */
      c->friction = friction_of(w, wheelset, k, c->angle);
      fw_slide(side, speed, c);
      for (int d = 0; d < 3; ++d)
        for (int row = 0; row < 2; ++row) c->effect[d][row] = dot6(w->response[wheelset][row], c->direction[d]);
    }
  }
}

static void constraint_response(int wheelset, fw_workspace *w) {
  for (int k = 0; k < 2; ++k) {
    double row[6] = {0.0};
    if (!w->lifted[wheelset][k]) memcpy(row, w->side[wheelset][k].row, sizeof w->side[wheelset][k].row);
    solve(w, wheelset, row, 1, w->response[wheelset][k]);
  }
}

/* S l + sum E F(N(l)) = right for the multipliers l of one wheelset. Elastic forces are forces like any other. */
static void set_up(int wheelset, fw_workspace *w) {
  double free[6];
  double *force = w->body[fw_wheelset_body[wheelset]].force;
  for (int k = 0; k < 2; ++k)
    for (int n = 0; n < w->side[wheelset][k].contacts; ++n) {
      const fw_contact *c = &w->side[wheelset][k].contact[n];
      for (int d = 0; d < 3; ++d) force[1 + d] += c->normal_direction[d] * c->elastic_force;
    }
  solve(w, wheelset, force, 0, free);
  for (int k = 0; k < 2; ++k) {
    const fw_side *side = &w->side[wheelset][k];
    double applied = 0.0;
    for (int i = 0; i < 4; ++i) applied += side->row[i] * free[i];
    w->right[wheelset][k] = side->right_hand - applied;
    for (int j = 0; j < 2; ++j) w->schur[wheelset][k][j] = dot6(w->response[wheelset][k], w->directions[wheelset][j]);
    if (!w->lifted[wheelset][k]) continue; /* no constraint: its multiplier is 0 */
    w->right[wheelset][k] = 0.0;
    for (int j = 0; j < 2; ++j) w->schur[wheelset][k][j] = j == k ? 1.0 : 0.0;
  }
}

/* The loads and creep forces of a wheelset change with a force on it: load, what it feels for a change of each
 * multiplier; slope, that of the equations of both. */
void fw_linearise(int wheelset, fw_workspace *w) {
  fw_equations equations;
  static const double nothing[2] = {0.0, 0.0};
  fw_begin_equations(w->schur[wheelset][0], nothing, nothing, &equations);
  memcpy(w->load[wheelset], w->directions[wheelset], sizeof w->load[wheelset]);
  for (int k = 0; k < 2; ++k) {
    const fw_side *side = &w->side[wheelset][k];
    for (int n = 0; n < side->contacts; ++n) {
      const fw_contact *c = &side->contact[n];
      fw_add_creep(c, &equations);
      for (int d = 0; d < 3; ++d)
        for (int i = 0; i < 6; ++i)
          for (int m = 0; m < 2; ++m)
            w->load[wheelset][m][i] += c->direction[d][i] * c->force_by_load[d] * c->part[m];
    }
  }
  memcpy(w->slope[wheelset], equations.slope, sizeof equations.slope);
}

/* Of the constraints alone: the smallest changes keep to the rails. */
void fw_linearise_free(int wheelset, fw_workspace *w) {
  constraint_response(wheelset, w);
  for (int i = 0; i < 2; ++i) {
    memset(w->load[wheelset][i], 0, sizeof w->load[wheelset][i]);
    memcpy(w->load[wheelset][i], w->side[wheelset][i].row, sizeof w->side[wheelset][i].row);
    for (int j = 0; j < 2; ++j)
      w->slope[wheelset][i][j] = w->lifted[wheelset][i]
                                     ? (i == j ? 1.0 : 0.0) /* no constraint: its multiplier is 0 */
                                     : dot6(w->load[wheelset][i], w->response[wheelset][j]);
  }
}

/* How the acceleration of a wheelset on its rails answers a force, as it was linearised. */
void fw_answer(const fw_workspace *w, int wheelset, const double *force, double *x) {
  const double missed[2] = {dot6(w->response[wheelset][0], force), dot6(w->response[wheelset][1], force)};
  double change[2], left[6];
  fw_solve_two(w->slope[wheelset][0], missed, change);
  for (int i = 0; i < 6; ++i)
    left[i] = force[i] - w->load[wheelset][0][i] * change[0] - w->load[wheelset][1][i] * change[1];
  solve(w, wheelset, left, 1, x);
}

/* One step of Newton's method for the loads of a wheelset. `length`: -1, or less in size. */
static fw_status iterate(int wheelset, double length, double *load, fw_workspace *w, int *solved) {
  fw_equations equations;
  fw_newton newton;
  fw_begin_equations(w->schur[wheelset][0], w->right[wheelset], load, &equations);
  for (int k = 0; k < 2; ++k) {
    const fw_side *side = &w->side[wheelset][k];
    for (int n = 0; n < side->contacts; ++n) fw_add_creep(&side->contact[n], &equations);
  }
  fw_newton_step(length, &equations, load, &newton);
  memcpy(w->last_step[wheelset], newton.step, sizeof newton.step);
  memcpy(load, newton.load, sizeof newton.load);
  if (!(fabs(newton.determinant) > 0.0) || !(fabs(load[0] + load[1]) < DBL_MAX)) return FW_SINGULAR;
  *solved = newton.excess < 0.0;
  return FW_OK;
}

/* As the laws have it: without load no force, and without friction none of the laws that know it. */
static int is_creeping(const fw_contact *c) {
  return c->normal_force > 0.0 && (!fw_friction_matters || c->coefficient > 0.0);
}

static void respond(int wheelset, const double *load, fw_workspace *w) {
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    for (int n = 0; n < side->contacts; ++n) {
      fw_contact *c = &side->contact[n];
      fw_set_normal_force(load, c);
      if (is_creeping(c)) {
        fw_read_creep(c);
        fw_respond(c);
      } else {
        memset(c->force, 0, sizeof c->force);
        memset(c->force_by_load, 0, sizeof c->force_by_load);
      }
    }
  }
}

static fw_status solve_loads(double *multiplier, fw_workspace *w) {
  enum { max_iterations = 30 };
  for (w->contact_iterations = 1; w->contact_iterations <= max_iterations; ++w->contact_iterations) {
    int all = 1;
    for (int i = 0; i < FW_WHEELSETS; ++i) {
      int solved = 0;
      respond(i, multiplier + 2 * i, w);
      /* A kink of the laws (a wheel just unloading) may make full steps cycle. */
      const fw_status status = iterate(i, w->contact_iterations > 11 ? -0.5 : -1.0, multiplier + 2 * i, w, &solved);
      if (status != FW_OK) return status;
      all = all && solved;
    }
    if (all) return FW_OK;
  }
  return FW_SINGULAR;
}

/* Forces that agree with the loads to first order in the last correction; the sum goes to the body's force. */
static void finish(int wheelset, const double *load, fw_workspace *w) {
  double *force = w->body[fw_wheelset_body[wheelset]].force;
  const double *step = w->last_step[wheelset];
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    for (int i = 0; i < 6; ++i) force[i] += w->directions[wheelset][k][i] * load[k];
    for (int n = 0; n < side->contacts; ++n) {
      fw_contact *c = &side->contact[n];
      fw_set_normal_force(load, c);
      fw_correct(step, c);
      for (int d = 0; d < 3; ++d)
        for (int i = 0; i < 6; ++i) force[i] += c->direction[d][i] * c->force[d];
    }
  }
}

/* About the axle, on the left wheel minus on the right one. */
static double torque_difference(int wheelset, const fw_workspace *w) {
  double sum = w->wheel_traction[wheelset];
  for (int k = 0; k < 2; ++k) {
    const fw_side *side = &w->side[wheelset][k];
    for (int n = 0; n < side->contacts; ++n)
      for (int d = 0; d < 3; ++d) sum += side->sign * side->contact[n].direction[d][4] * side->contact[n].force[d];
  }
  return sum;
}

static void write_wheel(const fw_side *side, fw_wheel_output *out) {
  double share = -1.0;
  memset(out, 0, sizeof *out);
  for (int n = 0; n < side->contacts; ++n) {
    const fw_contact *c = &side->contact[n];
    out->vertical += c->normal[2] * c->normal_force + c->lateral[2] * c->force[1];
    out->lateral -= c->normal[1] * c->normal_force + c->lateral[1] * c->force[1];
    for (int d = 0; d < 3; ++d) out->force[d] += c->force[d];
    if (c->share <= share) continue;
    share = c->share;
    memcpy(out->creepage, c->creepage, sizeof out->creepage);
  }
}

/* Adds the contact to the forces of the bodies of x and sets the accelerations of the wheelsets. */
fw_status fw_contacts(const fw_state *x, fw_workspace *w, double *multiplier, double *acceleration) {
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    const fw_status status = fw_constraints(x->q, x->v, i, w);
    if (status != FW_OK) return status;
    constraint_response(i, w);
    place_contacts(x->q, i, w);
    fw_set_parts(i, w);
  }
  return fw_solve_contacts(w, multiplier, acceleration);
}

fw_status fw_solve_contacts(fw_workspace *w, double *multiplier, double *acceleration) {
  for (int i = 0; i < FW_WHEELSETS; ++i) set_up(i, w);
  const fw_status status = solve_loads(multiplier, w);
  if (status != FW_OK) return status;
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    const int body = fw_wheelset_body[i];
    finish(i, multiplier + 2 * i, w);
    if (fw_twist_state[i] >= 0) w->body[body].torque_difference = torque_difference(i, w);
    solve(w, i, w->body[body].force, 0, acceleration + 6 * body);
    for (int k = 0; k < 2; ++k) write_wheel(&w->side[i][k], &w->wheel[2 * i + k]);
  }
  return FW_OK;
}

/* Rates of damping of s, y, pitch and yaw: row sums of the damping matrix of creep, with rotations scaled to the speed
 * they cause at the contact. */
void fw_creep_damping(const fw_workspace *w, int wheelset, double *rate) {
  static const int places[4] = {0, 1, 4, 5};
  const int body = fw_wheelset_body[wheelset];
  const fw_body *b = &w->body[body];
  double matrix[4][4] = {{0.0}}, radius = 0.0, base = 0.0;
  int count = 0;
  for (int k = 0; k < 2; ++k) {
    const fw_side *side = &w->side[wheelset][k];
    for (int n = 0; n < side->contacts; ++n, ++count) {
      const fw_contact *c = &side->contact[n];
      double damping[2] = {0.0, 0.0};
      radius -= c->values[FW_WHEEL_Z];
      base += c->values[FW_WHEEL_Y];
      if (is_creeping(c)) {
        fw_contact loaded = *c; /* its normal force is newer than its values of the table */
        fw_read_creep(&loaded);
        fw_damp(side, speed_of(w, wheelset), &loaded, damping);
      }
      for (int d = 0; d < 2; ++d) {
        if (!(damping[d] > 0.0)) continue;
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            matrix[i][j] += c->direction[d][places[i]] * damping[d] * c->direction[d][places[j]];
      }
    }
  }
  const double mean_radius = count > 0 ? radius / count : 1.0, mean_base = count > 0 ? base / count : 1.0;
  const double lever[4] = {1.0, 1.0, mean_radius, mean_base};
  const double mass[4] = {b->mass[0], fw_body_mass[body], b->mass[2], b->mass[3]};
  for (int i = 0; i < 4; ++i) {
    double sum = 0.0;
    for (int j = 0; j < 4; ++j) {
      if (places[j] == 0 && body == fw_driven_body) continue;
      sum += fabs(matrix[i][j]) * lever[i] / (lever[j] * mass[i]);
    }
    rate[places[i]] = places[i] == 0 && body == fw_driven_body ? 0.0 : sum;
  }
}

/* The smallest change, in the sense of the kinetic energy, that removes the residual. */
static void smallest_change(int wheelset, const double *residual, fw_workspace *w, double *values) {
  double schur[2][2], change[2];
  constraint_response(wheelset, w);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      schur[i][j] = 0.0;
      for (int k = 0; k < 4; ++k) schur[i][j] += w->side[wheelset][i].row[k] * w->response[wheelset][j][k];
      if (w->lifted[wheelset][i]) schur[i][j] = i == j ? 1.0 : 0.0; /* is not put back onto its rail */
    }
  fw_solve_two(schur[0], residual, change);
  values += 6 * fw_wheelset_body[wheelset];
  for (int i = 0; i < 6; ++i)
    values[i] -= w->response[wheelset][0][i] * change[0] + w->response[wheelset][1][i] * change[1];
}

/* By how much a wheel misses a constraint that it has. */
static double missed(const fw_workspace *w, int wheelset, int side, double residual) {
  return w->lifted[wheelset][side] ? 0.0 : residual;
}

static fw_status project_wheelset(int wheelset, double *q, double *v, fw_workspace *w) {
  enum { max_iterations = 8 };
  static const double small = 1e-9; /* m; one step more squares it */
  int last = 0;
  for (int k = 0; k < max_iterations && !last; ++k) {
    const fw_status status = fw_constraints(q, v, wheelset, w);
    if (status != FW_OK) return status;
    const double gap[2] = {missed(w, wheelset, 0, w->side[wheelset][0].gap),
                           missed(w, wheelset, 1, w->side[wheelset][1].gap)};
    last = !(gap[0] * gap[0] + gap[1] * gap[1] > small * small);
    smallest_change(wheelset, gap, w, q);
    if (k > w->iterations) w->iterations = k;
  }
  const double rate[2] = {missed(w, wheelset, 0, w->side[wheelset][0].rate),
                          missed(w, wheelset, 1, w->side[wheelset][1].rate)};
  smallest_change(wheelset, rate, w, v);
  return FW_OK;
}

fw_status fw_project_wheelsets(double *q, double *v, fw_workspace *w) {
  w->iterations = 0;
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    const fw_status status = project_wheelset(i, q, v, w);
    if (status != FW_OK) return status;
  }
  return FW_OK;
}
