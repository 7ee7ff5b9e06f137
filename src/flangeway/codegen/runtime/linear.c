/* Linear equations of a step. What is zero in the dynamics was known when the code was generated. */
#include <math.h>
#include <string.h>

#include "runtime.h"

/* w->matrix, in the order in which nothing new couples but what the lists have: A = L U in place. */
static fw_status factor(fw_workspace *w) {
  for (int step = 0; step < FW_N; ++step) {
    const int k = fw_order[step];
    const double pivot = w->matrix[k][k];
    if (!(fabs(pivot) > 0.0)) return FW_SINGULAR;
    const double inverse = 1.0 / pivot;
    const int begin = fw_later_begin[step], end = fw_later_begin[step + 1];
    for (int a = begin; a < end; ++a) {
      double *row = w->matrix[fw_later[a]];
      const double factor_a = row[k] *= inverse;
      for (int b = begin; b < end; ++b) row[fw_later[b]] -= factor_a * w->matrix[k][fw_later[b]];
    }
  }
  return FW_OK;
}

/* Every column of w->columns from right side to solution. */
static void solve_columns(fw_workspace *w) {
  for (int step = 0; step < FW_N; ++step) {
    const int k = fw_order[step];
    for (int a = fw_later_begin[step]; a < fw_later_begin[step + 1]; ++a) {
      const int i = fw_later[a];
      const double factor_i = w->matrix[i][k];
      for (int c = 0; c <= FW_C; ++c) w->columns[i][c] -= factor_i * w->columns[k][c];
    }
  }
  for (int step = FW_N - 1; step >= 0; --step) {
    const int k = fw_order[step];
    for (int a = fw_later_begin[step]; a < fw_later_begin[step + 1]; ++a) {
      const int i = fw_later[a];
      const double factor_i = w->matrix[k][i];
      for (int c = 0; c <= FW_C; ++c) w->columns[k][c] -= factor_i * w->columns[i][c];
    }
    const double inverse = 1.0 / w->matrix[k][k];
    for (int c = 0; c <= FW_C; ++c) w->columns[k][c] *= inverse;
  }
}

/* Gauss with full pivoting: which row and which coordinate go together, best pivots first. Shares of the
 * pivots' rows stay in the pivots' columns, for right sides. */
static fw_status eliminate(fw_workspace *w) {
  char used_row[FW_C1] = {0}, used_column[FW_N1] = {0};
  double largest = 0.0;
  for (int step = 0; step < FW_C; ++step) {
    int row = -1, column = -1;
    double best = 0.0;
    for (int i = 0; i < FW_C; ++i) {
      for (int j = 0; j < FW_N && !used_row[i]; ++j) {
        const double size = fabs(w->partition[i][j]);
        if (!used_column[j] && size > best) best = size, row = i, column = j;
      }
    }
    if (step == 0) largest = best;
    if (row < 0 || !(best > 1e-10 * largest)) return FW_SINGULAR;
    used_row[row] = used_column[column] = 1;
    w->pivot_row[step] = row;
    w->dependent[step] = column;
    const double inverse = 1.0 / w->partition[row][column];
    for (int i = 0; i < FW_C; ++i) {
      const double share = w->partition[i][column] * inverse;
      if (used_row[i] || share == 0.0) continue;
      for (int j = 0; j < FW_N; ++j) {
        if (!used_column[j]) w->partition[i][j] -= share * w->partition[row][j];
      }
      w->partition[i][column] = share;
    }
  }
  return FW_OK;
}

/* rows A⁻¹ rowsᵀ beside side − rows A⁻¹ right. */
static void assemble_schur(fw_workspace *w) {
  for (int i = 0; i < FW_C; ++i) {
    double sum[FW_C + 1] = {0.0};
    for (int a = fw_row_begin[i]; a < fw_row_begin[i + 1]; ++a) {
      const int j = fw_row[a];
      const double entry = w->rows[i][j];
      for (int c = 0; c <= FW_C; ++c) sum[c] += entry * w->columns[j][c];
    }
    sum[FW_C] = w->side[i] - sum[FW_C];
    memcpy(w->schur[i], sum, sizeof sum);
  }
}

/* h times the multipliers; pivots by size in their column, since creep makes the matrix unsymmetric. */
static fw_status solve_multipliers(fw_workspace *w, double *impulse) {
  int order[FW_C1];
  char used[FW_C1] = {0};
  assemble_schur(w);
  for (int step = 0; step < FW_C; ++step) {
    int row = -1;
    double best = 0.0;
    for (int i = 0; i < FW_C; ++i) {
      if (!used[i] && fabs(w->schur[i][step]) > best) best = fabs(w->schur[i][step]), row = i;
    }
    if (row < 0) return FW_SINGULAR;
    used[row] = 1;
    order[step] = row;
    const double inverse = 1.0 / w->schur[row][step];
    for (int i = 0; i < FW_C; ++i) {
      if (used[i]) continue;
      const double share = w->schur[i][step] * inverse;
      for (int c = step + 1; c <= FW_C; ++c) w->schur[i][c] -= share * w->schur[row][c];
    }
  }
  for (int step = FW_C - 1; step >= 0; --step) {
    const double *row = w->schur[order[step]];
    double sum = row[FW_C];
    for (int c = step + 1; c < FW_C; ++c) sum -= row[c] * impulse[c];
    impulse[step] = sum / row[step];
  }
  return FW_OK;
}

/* Solves matrix · v = right + rowsᵀ (h λ), rows · v = side, where column FW_C holds the right side; v is left
 * there, λ in w->multiplier. */
fw_status fw_solve_dynamics(fw_workspace *w, double h) {
  for (int i = 0; i < FW_N; ++i) {
    for (int c = 0; c < FW_C; ++c) w->columns[i][c] = w->rows[c][i];
  }
  if (factor(w) != FW_OK) return FW_SINGULAR;
  solve_columns(w);
  double impulse[FW_C1] = {0.0};
  if (solve_multipliers(w, impulse) != FW_OK) return FW_SINGULAR;
  for (int i = 0; i < FW_N; ++i) {
    for (int c = 0; c < FW_C; ++c) w->columns[i][FW_C] += w->columns[i][c] * impulse[c];
  }
  for (int c = 0; c < FW_C; ++c) w->multiplier[c] = impulse[c] / h;
  return FW_OK;
}

/* Which coordinates follow from the others: coordinate partitioning with full pivoting. */
fw_status fw_partition_constraints(fw_workspace *w) {
  memcpy(w->partition, w->rows, sizeof w->partition);
  return eliminate(w);
}

/* Change of the dependent coordinates alone with rows · change = right. */
void fw_solve_partition(const fw_workspace *w, const double *right, double *change) {
  double reduced[FW_C1];
  for (int i = 0; i < FW_C; ++i) reduced[i] = right[i];
  for (int i = 0; i < FW_N; ++i) change[i] = 0.0;
  for (int step = 0; step < FW_C; ++step) {
    const double value = reduced[w->pivot_row[step]];
    for (int later = step + 1; later < FW_C; ++later) {
      const int row = w->pivot_row[later];
      reduced[row] -= w->partition[row][w->dependent[step]] * value;
    }
  }
  for (int step = FW_C - 1; step >= 0; --step) {
    const double *row = w->partition[w->pivot_row[step]];
    double sum = reduced[w->pivot_row[step]];
    for (int later = step + 1; later < FW_C; ++later) sum -= row[w->dependent[later]] * change[w->dependent[later]];
    change[w->dependent[step]] = sum / row[w->dependent[step]];
  }
}

/* The 4 × 4 equations of the contact coordinates of each wheel, rows by partial pivoting. */
fw_status fw_factor_contacts(fw_workspace *w) {
  for (int wheel = 0; wheel < FW_WHEELS; ++wheel) {
    double(*a)[4] = w->tangent_jacobian[wheel];
    int *pivot = w->contact_pivot[wheel];
    for (int k = 0; k < 4; ++k) {
      int best = k;
      for (int i = k + 1; i < 4; ++i) {
        if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
      }
      if (!(fabs(a[best][k]) > 1e-9)) return FW_SINGULAR;
      pivot[k] = best;
      for (int j = 0; j < 4; ++j) {
        const double held = a[k][j];
        a[k][j] = a[best][j];
        a[best][j] = held;
      }
      for (int i = k + 1; i < 4; ++i) {
        const double share = a[i][k] /= a[k][k];
        for (int j = k + 1; j < 4; ++j) a[i][j] -= share * a[k][j];
      }
    }
  }
  return FW_OK;
}

void fw_solve_contact(const fw_workspace *w, int wheel, const double *right, double *change) {
  const double(*a)[4] = (const double(*)[4])w->tangent_jacobian[wheel];
  for (int i = 0; i < 4; ++i) change[i] = right[i];
  for (int k = 0; k < 4; ++k) {
    const int other = w->contact_pivot[wheel][k];
    const double held = change[k];
    change[k] = change[other];
    change[other] = held;
  }
  for (int k = 0; k < 4; ++k) {
    for (int i = k + 1; i < 4; ++i) change[i] -= a[i][k] * change[k];
  }
  for (int k = 3; k >= 0; --k) {
    for (int j = k + 1; j < 4; ++j) change[k] -= a[k][j] * change[j];
    change[k] /= a[k][k];
  }
}
