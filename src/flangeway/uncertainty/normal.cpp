#include "flangeway/uncertainty/normal.hpp"

#include <array>
#include <cmath>

namespace flangeway::uncertainty {
namespace {

// ln 2 in two parts: multiples of the first up to 2^20 are exact.
constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

double polynomial(const std::array<double, 8>& coefficients, double x) {
  double value = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) value = value * x + coefficients[i];
  return value;
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 artanh z; |z| < 0.172, so that the eleventh term is below 1e-17 of the first.
  const double z = (mantissa - 1) / (mantissa + 1), square = z * z;
  double sum = 0;
  for (int i = 11; i > 0; --i) sum = (sum + 1.0 / (2 * i + 1)) * square;
  return exponent * ln2_high + (2 * z + (2 * z * sum + exponent * ln2_low));
}

double portable_exp(double x) {
  const double count = std::floor(x / (ln2_high + ln2_low) + 0.5);
  const double rest = (x - count * ln2_high) - count * ln2_low;  // at most ln 2 / 2
  double sum = 1;
  for (int i = 14; i > 0; --i) sum = 1 + rest * sum / i;
  return std::ldexp(sum, static_cast<int>(count));
}

double normal_probability(double z) {
  if (z < -38) return 0;
  if (z > 9) return 1;
  const double density = 0.39894228040143267794 * portable_exp(-0.5 * z * z);
  if (std::abs(z) > 3.5) {
    // Tail as a continued fraction 1/(z + 1/(z + 2/(z + …))) [AbramowitzStegun1964, 26.2.14].
    const double size = std::abs(z);
    double fraction = size;
    for (int i = 120; i > 0; --i) fraction = size + i / fraction;
    return z < 0 ? density / fraction : 1 - density / fraction;
  }
  // z + z³/3 + z⁵/15 + … [AbramowitzStegun1964, 26.2.11].
  double term = z, sum = z;
  for (int i = 1; i < 80; ++i) {
    term *= z * z / (2 * i + 1);
    sum += term;
  }
  return 0.5 + density * sum;
}

double normal_quantile(double p) {
  static constexpr std::array<double, 8> a{
      3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
      4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
      b{1,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3},
      c{1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
        3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
        2.27238449892691845833e-2, 7.74545014278341407640e-4},
      d{1,
        2.05319162663775882187e0,
        1.67638483018380384940e0,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9},
      e{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
        2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
        2.71155556874348757815e-5, 2.01033439929228813265e-7},
      f{1,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double r = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
  const double size =
      r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -size : size;
}

}  // namespace flangeway::uncertainty
