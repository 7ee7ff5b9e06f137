/* Laws for tests: one that repeats a built-in law, and what can go wrong with them. */
#define _POSIX_C_SOURCE 200809L
#include <flangeway/law/flangeway_law.h>
#include <math.h>
#include <time.h>
#include <unistd.h>

enum { fault_nan = 1, fault_error = 2, fault_slope = 3, fault_slow = 4, fault_stuck = 5 };

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

/* The hysteresis damping of contact.elastic with restitution e and the least impact speed, F = K d^1.5 (1 + 0.75 (1 - e^2)
 * d'/v). At indentations above `limit` it does what `fault` says. */
static int hysteresis(const double *p, size_t count, const double *in, double *out, int derivatives) {
  for (size_t i = 0; i < count; ++i) {
    const double d = in[FLANGEWAY_NORMAL_INDENTATION * count + i], rate = in[FLANGEWAY_NORMAL_RATE * count + i];
    const double speed = fmax(fmax(p[1], in[FLANGEWAY_NORMAL_IMPACT_SPEED * count + i]), fabs(rate));
    const double slope =
        in[FLANGEWAY_NORMAL_HERTZ * count + i] * sqrt(d) * (1 + 0.75 * (1 - p[0] * p[0]) * rate / speed);
    const int wrong = d > p[3];
    if (wrong && p[2] == fault_error) return 7;
    out[FLANGEWAY_NORMAL_FORCE * count + i] = wrong && p[2] == fault_nan ? NAN : slope * d;
    if (derivatives) out[FLANGEWAY_NORMAL_FORCE_BY_INDENTATION * count + i] = 1.5 * slope;
  }
  return 0;
}

static const flangeway_law_parameter hysteresis_parameters[] = {{"restitution", "1", 0.5, 0, 1},
                                                                {"min_impact_speed", "m/s", 0.1, 1e-4, 10},
                                                                {"fault", "1", 0, 0, 3},
                                                                {"limit", "m", 1, 0, 1}};

const flangeway_law flangeway_normal_law = {
    FLANGEWAY_LAW_INTERFACE, "hysteresis", hysteresis, FLANGEWAY_BY_INDENTATION, 4, hysteresis_parameters, message};

static const struct timespec a_while = {0, 500000000};

/* A spring and damper in parallel, and one in series with them as its state. At deflections above `limit` it
 * does what `fault` says. */
static int suspension(const double *p, size_t count, const double *in, double *out, int derivatives) {
  const double stiffness = p[0], damping = p[1], series = p[2], series_damping = p[3];
  for (size_t i = 0; i < count; ++i) {
#define ROW(row) out[(row)*count + i]
    const double d = in[FLANGEWAY_ELEMENT_DEFLECTION * count + i],
                 rate = in[FLANGEWAY_ELEMENT_RATE * count + i];
    const double stretch = d - in[FLANGEWAY_ELEMENT_STATE * count + i], pull = series * stretch;
    const int wrong = fabs(d) > p[5];
    if (wrong && p[4] == fault_error) return 7;
    if (wrong && p[4] == fault_slow && i == 0) nanosleep(&a_while, 0);
    while (wrong && p[4] == fault_stuck) pause();
    ROW(FLANGEWAY_ELEMENT_FORCE) = wrong && p[4] == fault_nan ? NAN : stiffness * d + damping * rate + pull;
    ROW(FLANGEWAY_ELEMENT_STATE_RATE) = pull / series_damping;
    ROW(FLANGEWAY_ELEMENT_ENERGY) = (stiffness * d * d + pull * stretch) / 2;
    ROW(FLANGEWAY_ELEMENT_LOSS) = damping * rate * rate + pull * pull / series_damping;
    if (derivatives == 0) continue;
    for (int row = FLANGEWAY_ELEMENT_BY_DEFLECTION; row < FLANGEWAY_ELEMENT_OUT_ROWS; ++row) ROW(row) = 0;
    ROW(FLANGEWAY_ELEMENT_BY_DEFLECTION) = stiffness + series;
    ROW(FLANGEWAY_ELEMENT_BY_DEFLECTION + 1) = series / series_damping;
    ROW(FLANGEWAY_ELEMENT_BY_DEFLECTION + FLANGEWAY_ELEMENT_ENERGY) = stiffness * d + pull;
    ROW(FLANGEWAY_ELEMENT_BY_STATE + FLANGEWAY_ELEMENT_ENERGY) = -pull;
    ROW(FLANGEWAY_ELEMENT_BY_RATE) = damping;
    ROW(FLANGEWAY_ELEMENT_BY_STATE) = -series;
    ROW(FLANGEWAY_ELEMENT_BY_STATE + 1) = -series / series_damping;
  }
  return 0;
}

static const flangeway_law_parameter suspension_parameters[] = {{"stiffness", "N/m", 0, 0, 1e12},
                                                                {"damping", "N s/m", 0, 0, 1e9},
                                                                {"series_stiffness", "N/m", 0, 0, 1e12},
                                                                {"series_damping", "N s/m", 1, 0, 1e9},
                                                                {"fault", "1", 0, 0, 5},
                                                                {"limit", "m", 1e9, 0, 1e9}};

const flangeway_element flangeway_element_law = {{FLANGEWAY_LAW_INTERFACE, "suspension", suspension,
                                                  FLANGEWAY_BY_MOTION, 6, suspension_parameters, message},
                                                 1,
                                                 1};

/* A sine in the alignment from `start` on; beyond `end` it is no number. */
static int sine(const double *p, size_t count, const double *in, double *out, int derivatives) {
  (void)derivatives;
  for (size_t i = 0; i < count; ++i) {
    for (int row = 0; row < FLANGEWAY_IRREGULARITY_OUT_ROWS; ++row) ROW(row) = 0;
    const double x = in[i] - p[2];
    if (x > 0) ROW(FLANGEWAY_IRREGULARITY_ALIGNMENT) = p[0] * sin(2 * 3.14159265358979323846 * x / p[1]);
    if (in[i] > p[3]) ROW(FLANGEWAY_IRREGULARITY_VERTICAL) = NAN;
  }
  return 0;
}

static const flangeway_law_parameter sine_parameters[] = {{"amplitude", "m", 0, 0, 1},
                                                          {"wavelength", "m", 10, 1, 1e3},
                                                          {"start", "m", 0, 0, 1e6},
                                                          {"end", "m", 1e9, 0, 1e9}};

const flangeway_law flangeway_irregularity_law = {FLANGEWAY_LAW_INTERFACE, "sine", sine, 0, 4,
                                                  sine_parameters,         0};

/* Wear in proportion to the frictional work; negative above a pressure. */
static int work(const double *p, size_t count, const double *in, double *out, int derivatives) {
  (void)derivatives;
  for (size_t i = 0; i < count; ++i)
    ROW(FLANGEWAY_WEAR_RATE) =
        in[FLANGEWAY_WEAR_PRESSURE * count + i] > p[1] ? -1 : p[0] * in[FLANGEWAY_WEAR_WORK * count + i];
  return 0;
}

static const flangeway_law_parameter work_parameters[] = {{"volume_per_work", "m^3/J", NAN, 0, 1},
                                                          {"max_pressure", "Pa", 1e12, 0, 1e12}};

const flangeway_law flangeway_wear_law = {FLANGEWAY_LAW_INTERFACE, "work", work, 0, 2, work_parameters, 0};

/* Root of the mean square; beyond `limit` the error 7. */
static int root_mean_square(const double *p, size_t count, const double *in, double *out, int derivatives) {
  (void)derivatives;
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += in[i] * in[i] / (double)count;
  out[0] = sqrt(sum);
  return out[0] > p[0] ? 7 : 0;
}

static const flangeway_law_parameter measure_parameters[] = {{"limit", "1", 1e30, 0, 1e30}};

const flangeway_law flangeway_measure_law = {FLANGEWAY_LAW_INTERFACE, "rms",  root_mean_square, 0, 1,
                                             measure_parameters,      message};
