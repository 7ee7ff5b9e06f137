// Logarithm, exponential and the normal distribution by additions, multiplications, divisions and square
// roots only: these are rounded alike on every machine, and the functions of the system's library are not.
#pragma once

namespace flangeway::uncertainty {

/// x > 0 and finite. Within 1e-15 relative or absolute, whichever is larger.
[[nodiscard]] double portable_log(double x);
/// Relative error below 1e-15 for |x| < 700.
[[nodiscard]] double portable_exp(double x);

/// Probability that a standard normal variable is below z. Absolute error below 1e-15.
[[nodiscard]] double normal_probability(double z);
/// The z below which it is with probability 0 < p < 1. Relative error about 1e-16 [Wichura1988, function
/// PPND16].
[[nodiscard]] double normal_quantile(double p);

}  // namespace flangeway::uncertainty
