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

void fw_read_rails(double s, fw_side *sides, double rail[3][4]) {
  for (int d = 0; d < 3; ++d)
    for (int c = 0; c < 4; ++c) rail[d][c] = 0.0;
  if (fw_is_irregular) fw_evaluate(&fw_irregularity, s, rail[0], rail[1], rail[2]);
  for (int k = 0; k < 2; ++k) {
    sides[k].sign = k == 0 ? 1.0 : -1.0;
    for (int d = 0; d < 3; ++d) {
      sides[k].rail[d][0] = sides[k].sign * rail[d][2 * k];
      sides[k].rail[d][1] = rail[d][2 * k + 1];
    }
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
