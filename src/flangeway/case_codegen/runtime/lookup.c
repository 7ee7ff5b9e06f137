/* Tables: splines on uniform grids, and straight lines between points. */
#include "runtime.h"

/* The cubic of an interval from values and slopes at its ends, as docs/theory has cubic splines. Beyond the grid the
 * end cubic is continued. */
void fw_evaluate(const fw_spline *spline, double x, double *value, double *first, double *second) {
  const int n = spline->channels;
  const double last = (double)(spline->intervals - 1), offset = (x - spline->start) * (1.0 / spline->step);
  const int i = (int)(offset > 0.0 ? (offset < last ? offset : last) : 0.0);
  const double left = spline->start + spline->step * (double)i;
  const double by_h = 1.0 / ((spline->start + spline->step * (double)(i + 1)) - left), t = x - left;
  const double *a = spline->node + (long)i * 2 * n, *b = a + 2 * n;
  for (int c = 0; c < n; ++c) {
    const double d = (b[c] - a[c]) * by_h, m0 = a[n + c], m1 = b[n + c];
    const double c2 = (3 * d - 2 * m0 - m1) * by_h, c3 = (m0 + m1 - 2 * d) * (by_h * by_h);
    value[c] = a[c] + t * (m0 + t * (c2 + t * c3));
    if (first) first[c] = m0 + t * (2 * c2 + 3 * t * c3);
    if (second) second[c] = 2 * c2 + 6 * t * c3;
  }
}

int fw_is_inside(const fw_spline *spline, double x) {
  return x >= spline->start && x <= spline->start + spline->step * spline->intervals;
}

/* By inputs, which go on from their position with their gradient and curvature. */
static void add_irregularities(double s, int wheelset, const fw_workspace *w, double rail[3][4]) {
  const double *input = w->inputs + FW_IRREGULARITY_INPUT + 12 * wheelset;
  const double along = s - w->input_place[fw_wheelset_body[wheelset]];
  for (int c = 0; c < 4; ++c, input += 3) {
    rail[0][c] += input[0] + along * (input[1] + along / 2 * input[2]);
    rail[1][c] += input[1] + along * input[2];
    rail[2][c] += input[2];
  }
}

void fw_read_rails(double s, int wheelset, fw_workspace *w, double rail[3][4]) {
  fw_side *sides = w->side[wheelset];
  for (int d = 0; d < 3; ++d)
    for (int c = 0; c < 4; ++c) rail[d][c] = 0.0;
  if (fw_is_irregular) fw_evaluate(&fw_irregularity, s, rail[0], rail[1], rail[2]);
  if (FW_HAS_IRREGULARITY_INPUTS) add_irregularities(s, wheelset, w, rail);
  for (int k = 0; k < 2; ++k) {
    sides[k].sign = k == 0 ? 1.0 : -1.0;
    for (int d = 0; d < 3; ++d) {
      sides[k].rail[d][0] = sides[k].sign * rail[d][2 * k];
      sides[k].rail[d][1] = rail[d][2 * k + 1];
    }
  }
}

/* From when the inputs were taken the rail goes on with their velocity and acceleration. */
void fw_read_rail_inputs(const fw_workspace *w, int wheel, double motion[3][2]) {
  const double *input = w->inputs + FW_RAIL_INPUT + 6 * wheel, t = w->since_input;
  for (int axis = 0; axis < 2; ++axis, input += 3) {
    motion[0][axis] = input[0] + t * (input[1] + t / 2 * input[2]);
    motion[1][axis] = input[1] + t * input[2];
    motion[2][axis] = input[2];
  }
}

/* Between the points i and i + 1. */
static int piece_of(const double (*table)[2], int count, double x) {
  int i = 0, end = count - 1; /* the piece is in [i, end) */
  while (i + 1 < end) {
    const int middle = (i + end) / 2;
    if (x >= table[middle][0]) {
      i = middle;
    } else {
      end = middle;
    }
  }
  return i;
}

/* The first and last values hold beyond the ends. */
double fw_table_slope(const double (*table)[2], int count, double x) {
  if (count < 2 || x < table[0][0] || x >= table[count - 1][0]) return 0.0;
  const int i = piece_of(table, count, x);
  return (table[i + 1][1] - table[i][1]) / (table[i + 1][0] - table[i][0]);
}

double fw_table_value(const double (*table)[2], int count, double x) {
  if (x >= table[count - 1][0]) return table[count - 1][1];
  const int i = count < 2 ? 0 : piece_of(table, count, x);
  return table[i][1] + (x - table[i][0]) * fw_table_slope(table, count, x);
}

/* From the first point to x, which is not before it; `sums` has the integral to each point. */
double fw_table_integral(const double (*table)[2], const double *sums, int count, double x) {
  const int i = x >= table[count - 1][0] ? count - 1 : piece_of(table, count, x);
  return sums[i] + (x - table[i][0]) / 2 * (table[i][1] + fw_table_value(table, count, x));
}

/* Three quadratic B-splines of the cell in which `place` (in cells) lies, and their slopes; the end cells go on. */
static int cell_weights(double place, int cells, double *weight, double *slope) {
  const double last = (double)(cells - 1);
  const int first = (int)(place > 0.0 ? (place < last ? place : last) : 0.0);
  const double t = place - (double)first, rest = 1.0 - t;
  weight[0] = 0.5 * rest * rest, weight[1] = 0.5 + t * rest, weight[2] = 0.5 * t * t;
  slope[0] = -rest, slope[1] = rest - t, slope[2] = t;
  return first;
}

void fw_read_creep(fw_contact *c) {
  const fw_creep_table *t = &fw_creep;
  if (t->layers == 0) return;
  fw_enter_creep(c);
  double w[4][3], slope[4][3];
  const double ratio = (c->table_at[0] - t->ratio_first) / t->ratio_step + 0.5, end = (double)t->layers - 0.5;
  const int layer = cell_weights(ratio > 0.5 ? (ratio < end ? ratio : end) : 0.5, t->layers, w[0], slope[0]);
  const int x = cell_weights(c->table_at[1] * t->x_cells, t->x_cells, w[1], slope[1]);
  const int y = cell_weights((c->table_at[2] + 1.0) * 0.5 * t->y_cells, t->y_cells, w[2], slope[2]);
  const int z = cell_weights(c->table_at[3] * t->z_cells, t->z_cells, w[3], slope[3]);
  const int row = 3 * (t->x_cells + 2), plane = (t->y_cells + 2) * row, all = (t->z_cells + 2) * plane;
  const double scale[3] = {t->x_cells, 0.5 * t->y_cells, t->z_cells};
  for (int q = 0; q < 3; ++q) {
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 9; ++k) {
      const int *at = t->coefficient + layer * all + (z + k / 3) * plane + (y + k % 3) * row + q * (t->x_cells + 2) + x;
      double along = 0.0, along_slope = 0.0;
      for (int i = 0; i < 3; ++i) {
        const double value = w[0][0] * at[i] + w[0][1] * at[all + i] + w[0][2] * at[2 * all + i];
        along += w[1][i] * value;
        along_slope += slope[1][i] * value;
      }
      const double by_y = w[2][k % 3], by_z = w[3][k / 3];
      sum[0] += by_z * by_y * along;
      sum[1] += by_z * by_y * along_slope;
      sum[2] += by_z * slope[2][k % 3] * along;
      sum[3] += slope[3][k / 3] * by_y * along;
    }
    c->table[q] = t->resolution * sum[0];
    for (int d = 0; d < 3; ++d) c->table_slope[q][d] = t->resolution * scale[d] * sum[1 + d];
  }
}
