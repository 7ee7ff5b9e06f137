#include "genetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "flangeway/uncertainty/generator.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::campaign {
namespace {

using uncertainty::Design;

// As in the examples of [Deb2002, section V].
constexpr double crossover_probability = 0.9, crossover_index = 20, mutation_index = 20;
constexpr int max_attempts = 20;  // to make a trial that has not been made before

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}
  /// Between 0 and 1, never one of them.
  double number() {
    return uncertainty::middle_of_cell(uncertainty::random_bits(seed_, stream_, index_++) >>
                                       (64 - uncertainty::cell_bits));
  }
  std::size_t below(std::size_t end) { return uncertainty::random_below(end, seed_, stream_, index_++); }

 private:
  std::uint64_t seed_, stream_, index_ = 0;
};

// The nearest place of a design.
double inside(double x) {
  const double cells = std::ldexp(1.0, uncertainty::cell_bits);
  const double cell = std::clamp(std::floor(x * cells), 0.0, cells - 1);
  return uncertainty::middle_of_cell(static_cast<std::uint64_t>(cell));
}

// Rounded alike on every machine, so that workers on several of them come to the same trials. x > 0.
double root(double x, double degree) {
  return uncertainty::portable_exp(uncertainty::portable_log(x) / degree);
}

// Simulated binary crossover [DebAgrawal1995]: near the parents, at distances in proportion to theirs.
double crossed(double a, double b, Random& random) {
  const double u = random.number();
  const double spread =
      u <= 0.5 ? root(2 * u, crossover_index + 1) : 1 / root(2 * (1 - u), crossover_index + 1);
  const double sign = random.number() < 0.5 ? 1 : -1;
  return inside(0.5 * (a + b + sign * spread * (a - b)));
}

// Polynomial mutation [DebAgrawal1995].
double mutated(double x, Random& random) {
  const double u = random.number();
  const double step =
      u < 0.5 ? root(2 * u, mutation_index + 1) - 1 : 1 - root(2 * (1 - u), mutation_index + 1);
  return inside(x + step);
}

// Distance of the neighbours of each in its front, as a share of the range of each cost.
std::vector<double> crowding(const std::vector<Rating>& ratings, const std::vector<std::size_t>& front) {
  std::vector<double> distance(front.size(), 0.0);
  const std::size_t costs = ratings[front.front()].costs.size();
  for (std::size_t k = 0; k < costs; ++k) {
    std::vector<std::size_t> order(front.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto cost = [&](std::size_t i) { return ratings[front[i]].costs[k]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return cost(a) < cost(b); });
    const double range = cost(order.back()) - cost(order.front());
    distance[order.front()] = distance[order.back()] = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < order.size() && range > 0; ++i)
      distance[order[i]] += (cost(order[i + 1]) - cost(order[i - 1])) / range;
  }
  return distance;
}

void sort_by_crowding(const std::vector<Rating>& ratings, std::vector<std::size_t>& front) {
  if (ratings[front.front()].failed) return;
  const std::vector<double> distance = crowding(ratings, front);
  std::vector<std::size_t> order(front.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distance[a] > distance[b]; });
  std::vector<std::size_t> sorted;
  for (const std::size_t i : order) sorted.push_back(front[i]);
  front = std::move(sorted);
}

class Generation {
 public:
  Generation(Design& design, const Genes& genes, std::vector<std::size_t> parents, std::uint64_t seed)
      : design_(design), genes_(genes), parents_(std::move(parents)), seed_(seed) {}

  void add() {
    Random random(seed_, design_.rows());
    std::vector<double> child;
    for (int attempt = 0; attempt < max_attempts; ++attempt) {
      child = child_of(parent(random), parent(random), random);
      if (is_new(child)) break;
    }
    design_.values.insert(design_.values.end(), child.begin(), child.end());
  }

 private:
  // The better of two: the parents stand in their order.
  std::size_t parent(Random& random) {
    const std::size_t a = random.below(parents_.size()), b = random.below(parents_.size());
    return parents_[std::min(a, b)];
  }

  std::vector<double> child_of(std::size_t a, std::size_t b, Random& random) {
    std::vector<double> child;
    const bool crosses = random.number() < crossover_probability;
    const double mutation_probability = 1 / static_cast<double>(genes_.size());
    for (std::size_t i = 0; i < genes_.size(); ++i) {
      double x = design_.at(a, i);
      if (crosses && random.number() < 0.5)
        x = genes_[i] > 0 ? design_.at(b, i) : crossed(x, design_.at(b, i), random);
      if (random.number() < mutation_probability) x = genes_[i] > 0 ? random.number() : mutated(x, random);
      child.push_back(x);
    }
    return child;
  }

  // Places in the same choice are the same.
  [[nodiscard]] double value(double place, std::size_t i) const {
    return genes_[i] > 0 ? std::floor(place * static_cast<double>(genes_[i])) : place;
  }

  [[nodiscard]] bool is_new(const std::vector<double>& child) const {
    for (std::size_t row = 0; row < design_.rows(); ++row) {
      bool same = true;
      for (std::size_t i = 0; i < genes_.size() && same; ++i)
        same = value(child[i], i) == value(design_.at(row, i), i);
      if (same) return false;
    }
    return true;
  }

  Design& design_;
  const Genes& genes_;
  std::vector<std::size_t> parents_;
  std::uint64_t seed_;
};

}  // namespace

bool beats(const Rating& a, const Rating& b) {
  if (a.failed || b.failed) return !a.failed && b.failed;
  if (a.violation > 0 || b.violation > 0) return a.violation < b.violation;
  bool better = false;
  for (std::size_t i = 0; i < a.costs.size(); ++i) {
    if (a.costs[i] > b.costs[i]) return false;
    better = better || a.costs[i] < b.costs[i];
  }
  return better;
}

std::vector<std::size_t> front_of(const std::vector<Rating>& ratings) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    const bool kept = !ratings[i].failed && ratings[i].violation == 0;
    if (kept && std::none_of(ratings.begin(), ratings.end(),
                             [&](const Rating& other) { return beats(other, ratings[i]); }))
      front.push_back(i);
  }
  return front;
}

std::vector<std::size_t> best_of(const std::vector<Rating>& ratings, std::size_t count) {
  std::vector<std::size_t> better(ratings.size(), 0);  // how many of those that are left beat each
  for (std::size_t i = 0; i < ratings.size(); ++i)
    for (const Rating& other : ratings) better[i] += beats(other, ratings[i]);
  std::vector<std::size_t> left(ratings.size()), best;
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (best.size() < count && !left.empty()) {
    std::vector<std::size_t> front, rest;
    for (const std::size_t i : left) (better[i] == 0 ? front : rest).push_back(i);
    for (const std::size_t i : rest)
      for (const std::size_t beaten_by : front) better[i] -= beats(ratings[beaten_by], ratings[i]);
    sort_by_crowding(ratings, front);
    best.insert(best.end(), front.begin(), front.end());
    left = std::move(rest);
  }
  best.resize(std::min(best.size(), count));
  return best;
}

void add_generation(Design& design, const std::vector<Rating>& ratings, const Genes& genes,
                    const GenerationSize& size, std::uint64_t seed) {
  Generation generation(design, genes, best_of(ratings, size.parents), seed);
  for (std::size_t i = 0; i < size.children; ++i) generation.add();
}

}  // namespace flangeway::campaign
