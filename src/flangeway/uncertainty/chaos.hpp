// Polynomial chaos: a polynomial of the inputs in place of the simulation, from its results at a sample.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "flangeway/uncertainty/design.hpp"

namespace flangeway::uncertainty {

/// Weight for which the polynomials of an input are orthogonal: Legendre's in 2 u - 1, or Hermite's in the
/// normal score of u.
enum class Germ { uniform, normal };

struct Chaos {
  std::vector<Germ> germs;
  std::vector<std::vector<int>>
      powers;                        ///< of each term, the degree in each input; the first term is constant
  std::vector<double> coefficients;  ///< of orthonormal polynomials
  int degree = 0;                    ///< largest sum of powers of a term
  /// Mean square error of results that a fit without them foretells, over their variance (leave-one-out
  /// [Blatman2010]).
  double error = 0;
};

/// The degree from 1 to max_degree with the smallest error, of those with at most half as many terms as
/// results. Nothing if there are too few results even for degree 1.
[[nodiscard]] std::optional<Chaos> fit_chaos(const Design& design, const std::vector<Germ>& germs,
                                             std::span<const double> y, int max_degree);

/// At a point of the unit cube.
[[nodiscard]] double value(const Chaos& chaos, std::span<const double> point);
[[nodiscard]] double mean(const Chaos& chaos);
[[nodiscard]] double variance(const Chaos& chaos);
/// Sobol indices of the polynomial [Sudret2008]; 0 where it is constant.
[[nodiscard]] std::vector<double> first_order(const Chaos& chaos);
[[nodiscard]] std::vector<double> total_order(const Chaos& chaos);

}  // namespace flangeway::uncertainty
