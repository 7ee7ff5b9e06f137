/* Laws for tests: one that repeats a built-in law, and what can go wrong with them. */
#include <flangeway/law/flangeway_law.h>
#include <math.h>

enum { fault_nan = 1, fault_error = 2, fault_slope = 3 };

/* fixed_coefficients with f11 and f22, whose products are rounded alike whether or not they are fused. Where the lateral
 * creepage is above `limit`, it does what `fault` says. */
static int linear(const double *p, size_t count, const double *in, double *out, int derivatives) {
  for (size_t i = 0; i < count; ++i) {
    const double x = in[FLANGEWAY_CREEP_LONGITUDINAL * count + i], y = in[FLANGEWAY_CREEP_LATERAL * count + i];
    const int wrong = fabs(y) > p[3];
    if (wrong && p[2] == fault_error) return 7;
    for (size_t row = 0; row < FLANGEWAY_CREEP_OUT_ROWS; ++row)
      if (row < FLANGEWAY_CREEP_FX_BY_LOAD || derivatives != 0) out[row * count + i] = 0;
    out[FLANGEWAY_CREEP_FX * count + i] = -(p[0] * x);
    out[FLANGEWAY_CREEP_FY * count + i] = wrong && p[2] == fault_nan ? NAN : -(p[1] * y);
    if (derivatives & FLANGEWAY_BY_CREEPAGE) {
      out[FLANGEWAY_CREEP_FX_BY_LONGITUDINAL * count + i] = -p[0];
      out[FLANGEWAY_CREEP_FY_BY_LATERAL * count + i] = wrong && p[2] == fault_slope ? NAN : -p[1];
    }
  }
  return 0;
}

static const char *message(int code) { return code == 7 ? "outside of the measured creepages" : 0; }

static const flangeway_law_parameter linear_parameters[] = {
    {"f11", "N", NAN, 0, 1e12}, {"f22", "N", NAN, 0, 1e12}, {"fault", "1", 0, 0, 3}, {"limit", "1", 1e9, 0, 1e9}};

const flangeway_law flangeway_creep_law = {
    FLANGEWAY_LAW_INTERFACE, "linear", linear, FLANGEWAY_BY_LOAD | FLANGEWAY_BY_CREEPAGE, 4, linear_parameters, message};

/* The friction of a case with limit_ratio and decay; beyond `end` on the track it is negative. */
static int falling(const double *p, size_t count, const double *in, double *out, int derivatives) {
  for (size_t i = 0; i < count; ++i) {
    const double start = in[FLANGEWAY_FRICTION_COEFFICIENT * count + i];
    const double power = exp(-p[1] * in[FLANGEWAY_FRICTION_SLIDING_SPEED * count + i]);
    const int beyond = in[FLANGEWAY_FRICTION_STATION * count + i] > p[2];
    out[FLANGEWAY_FRICTION_MU * count + i] = beyond ? -1 : start * ((1 - p[0]) * power + p[0]);
    if (derivatives) out[FLANGEWAY_FRICTION_MU_BY_SLIDING_SPEED * count + i] = -start * (1 - p[0]) * p[1] * power;
  }
  return 0;
}

static const flangeway_law_parameter falling_parameters[] = {
    {"limit_ratio", "1", NAN, 0, 1}, {"decay", "s/m", NAN, 0, 1000}, {"end", "m", 1e9, 0, 1e9}};

const flangeway_law flangeway_friction_law = {
    FLANGEWAY_LAW_INTERFACE, "falling", falling, FLANGEWAY_BY_SLIDING_SPEED, 3, falling_parameters, 0};
