// The genetic algorithm NSGA-II [Deb2002]: which trials are better, and which ones to make of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "flangeway/uncertainty/design.hpp"

namespace flangeway::campaign {

/// Result of a trial. Smaller is better.
struct Rating {
  std::vector<double> costs;
  double violation = 0;  ///< of the constraints together; 0: all are kept
  bool failed = false;   ///< there are no costs
};

/// Whether `a` is better than `b` [Deb2002, definition 1]: with fewer violations, or, where both keep all
/// constraints, in one cost and worse in none.
[[nodiscard]] bool beats(const Rating& a, const Rating& b);

/// Those that keep all constraints and that no other one beats.
[[nodiscard]] std::vector<std::size_t> front_of(const std::vector<Rating>& ratings);

/// The `count` best ones, best first: those that nothing beats, then those that only these beat, and so on;
/// of each such front first those that stand most alone.
[[nodiscard]] std::vector<std::size_t> best_of(const std::vector<Rating>& ratings, std::size_t count);

/// Kind of each dimension of a design: a number of choices, or 0 for a continuous quantity.
using Genes = std::vector<std::size_t>;

struct GenerationSize {
  std::size_t parents, children;
};
/// Adds trials that are made of the best of those that were rated. The seed and the ratings decide.
void add_generation(uncertainty::Design& design, const std::vector<Rating>& ratings, const Genes& genes,
                    const GenerationSize& size, std::uint64_t seed);

}  // namespace flangeway::campaign
