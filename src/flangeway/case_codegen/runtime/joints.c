/* Joints of bodies: their reactions, and the projection onto them. The equations of one group of joints that depend on
 * each other are S x = right with S = J R J^T, where R says how the bodies answer forces. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime.h"

static double dot6(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

/* J values of one row. */
static double row_times(const fw_workspace *w, int row, const double *values) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
    if (fw_joint_body[row][k] >= 0) sum += dot6(w->joint[row].jacobian[k], values + 6 * fw_joint_body[row][k]);
  return sum;
}

static int wheelset_of(int body) {
  for (int i = 0; i < FW_WHEELSETS; ++i)
    if (fw_wheelset_body[i] == body) return i;
  return -1;
}

/* Wheelsets stay on their rails, the driven body keeps its s. */
static void answer(const fw_workspace *w, int body, const double *force, double *x) {
  static const double nothing = 0.0;
  const int wheelset = wheelset_of(body);
  if (wheelset >= 0) {
    fw_answer(w, wheelset, force, x);
  } else {
    fw_solve_mass(&w->body[body], fw_body_mass[body], force, body == fw_driven_body ? &nothing : 0, x);
  }
}

/* J R J^T of two rows. */
static double coupling(const fw_workspace *w, int row, int column) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l)
      if (fw_joint_body[row][k] >= 0 && fw_joint_body[row][k] == fw_joint_body[column][l])
        sum += dot6(w->joint[row].jacobian[k], w->joint_answer[column][l]);
  return sum;
}

/* A = L U in place, rows by the largest pivot: creep makes the matrix unsymmetric. */
static fw_status factor(double *a, int n, int *pivot) {
  static const double rounding = 1e-12;
  double largest = 0.0;
  for (int i = 0; i < n * n; ++i) largest = fmax(largest, fabs(a[i]));
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (fabs(a[n * i + k]) > fabs(a[n * best + k])) best = i;
    if (!(fabs(a[n * best + k]) > rounding * largest)) return FW_SINGULAR;
    pivot[k] = best;
    for (int j = 0; j < n && best != k; ++j) {
      const double kept = a[n * k + j];
      a[n * k + j] = a[n * best + j];
      a[n * best + j] = kept;
    }
    for (int i = k + 1; i < n; ++i) {
      const double share = a[n * i + k] /= a[n * k + k];
      for (int j = k + 1; j < n; ++j) a[n * i + j] -= share * a[n * k + j];
    }
  }
  return FW_OK;
}

static void solve(const double *a, int n, const int *pivot, double *x) {
  for (int k = 0; k < n; ++k) {
    const double kept = x[k];
    x[k] = x[pivot[k]];
    x[pivot[k]] = kept;
  }
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) x[i] -= a[n * i + j] * x[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) x[i] -= a[n * i + j] * x[j];
    x[i] /= a[n * i + i];
  }
}

/* After fw_joints(), and fw_linearise() of all wheelsets. */
static fw_status factor_groups(fw_workspace *w) {
  for (int row = 0; row < FW_JOINT_ROWS; ++row)
    for (int k = 0; k < 3; ++k)
      if (fw_joint_body[row][k] >= 0)
        answer(w, fw_joint_body[row][k], w->joint[row].jacobian[k], w->joint_answer[row][k]);
  for (int g = 0; g < FW_JOINT_GROUPS; ++g) {
    const fw_joint_group *group = &fw_joint_groups[g];
    double *matrix = w->joint_matrix + group->entry;
    for (int i = 0; i < group->rows; ++i)
      for (int j = 0; j < group->rows; ++j)
        matrix[group->rows * i + j] = coupling(w, group->first + i, group->first + j);
    const fw_status status = factor(matrix, group->rows, w->joint_pivot + group->first);
    if (status != FW_OK) return status;
  }
  return FW_OK;
}

/* change: from the right side to the solution x; values += R J^T x, six per body. */
static void move(const fw_workspace *w, double *change, double *values) {
  for (int g = 0; g < FW_JOINT_GROUPS; ++g) {
    const fw_joint_group *group = &fw_joint_groups[g];
    solve(w->joint_matrix + group->entry, group->rows, w->joint_pivot + group->first, change + group->first);
  }
  for (int row = 0; row < FW_JOINT_ROWS; ++row)
    for (int k = 0; k < 3; ++k) {
      if (fw_joint_body[row][k] < 0) continue;
      double *of_body = values + 6 * fw_joint_body[row][k];
      for (int i = 0; i < 6; ++i) of_body[i] += w->joint_answer[row][k][i] * change[row];
    }
}

/* The forces of the bodies are those that are applied, and these reactions. */
static void load(const double *reaction, fw_workspace *w) {
  for (int i = 0; i < FW_BODIES; ++i) memcpy(w->body[i].force, w->applied[i], sizeof w->applied[i]);
  for (int row = 0; row < FW_JOINT_ROWS; ++row)
    for (int k = 0; k < 3; ++k) {
      if (fw_joint_body[row][k] < 0) continue;
      double *force = w->body[fw_joint_body[row][k]].force;
      for (int i = 0; i < 6; ++i) force[i] += w->joint[row].jacobian[k][i] * reaction[row];
    }
}

void fw_load_joints(const double *reaction, fw_workspace *w) {
  for (int i = 0; i < FW_BODIES; ++i) memcpy(w->applied[i], w->body[i].force, sizeof w->applied[i]);
  load(reaction, w);
}

/* Of the accelerations that the reactions and Baumgarte's terms want. */
static double wanted(const fw_joint_row *row) {
  const double rate = fw_stabilisation_rate;
  return -row->bias - rate * (2.0 * row->rate + rate * row->residual);
}

/* Adds the change to the reactions: its largest entry and that of the sum. */
static void add(const double *change, double *reaction, double *largest, double *all) {
  *largest = *all = 0.0;
  for (int row = 0; row < FW_JOINT_ROWS; ++row) {
    reaction[row] += change[row];
    if (!(fabs(change[row]) <= *largest)) *largest = fabs(change[row]); /* keeps what is no number */
    if (!(fabs(reaction[row]) <= *all)) *all = fabs(reaction[row]);
  }
}

fw_status fw_solve_joints(fw_workspace *w, double *reaction, double *multiplier, double *acceleration) {
  enum { max_iterations = 20 };
  static const double small = 1e-5, least = 1e-9; /* its square is left; N or N m */
  for (int i = 0; i < FW_WHEELSETS; ++i) fw_linearise(i, w);
  fw_status status = factor_groups(w);
  for (int i = 0; i < max_iterations && status == FW_OK; ++i) {
    double change[FW_R1], largest, all;
    for (int row = 0; row < FW_JOINT_ROWS; ++row)
      change[row] = wanted(&w->joint[row]) - row_times(w, row, acceleration);
    move(w, change, acceleration);
    add(change, reaction, &largest, &all);
    if (!(largest < DBL_MAX)) return FW_SINGULAR;
    if (largest <= small * all + least) return FW_OK;
    load(reaction, w);
    status = fw_solve_contacts(w, multiplier, acceleration);
  }
  return status != FW_OK ? status : FW_SINGULAR;
}

/* Wheels keep to their rails; the masses are those of the last evaluation. */
fw_status fw_project_joints(double *q, double *v, fw_workspace *w) {
  enum { max_rounds = 20 };
  static const double small = 1e-9; /* m or rad; one round more squares it */
  for (int i = 0; i < FW_WHEELSETS; ++i) fw_linearise_free(i, w);
  for (int round = 0; round < max_rounds; ++round) {
    double change[FW_R1], drift = 0.0;
    if (fw_locate(q, w) != FW_OK) return FW_NOT_FINITE;
    fw_joints(q, v, w);
    for (int row = 0; row < FW_JOINT_ROWS; ++row) {
      change[row] = -w->joint[row].residual;
      drift = fmax(drift, fabs(change[row]));
    }
    const fw_status status = factor_groups(w);
    if (status != FW_OK) return status;
    move(w, change, q);
    if (drift > small) continue;
    for (int row = 0; row < FW_JOINT_ROWS; ++row) change[row] = -w->joint[row].rate;
    move(w, change, v);
    return FW_OK;
  }
  return FW_SINGULAR;
}
