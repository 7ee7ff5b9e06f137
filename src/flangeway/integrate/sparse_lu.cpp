#include "flangeway/integrate/sparse_lu.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::integrate {

void SparseLu::init(std::size_t size) {
  FLANGEWAY_ASSERT(size > 0, "the matrix has rows");
  size_ = size;
  pattern_.assign(size * size, 0);
  place_.clear();
  first_.clear();
  later_.clear();
  factors_.assign(size * size, 0.0);
  permuted_.assign(size, 0.0);
}

void SparseLu::set_pattern(const std::vector<std::uint8_t>& pattern) {
  FLANGEWAY_ASSERT(pattern.size() == size_ * size_, "the pattern has the size of the matrix");
  pattern_ = pattern;
  order();
}

// True if there are entries where there were none before.
bool SparseLu::grow_pattern(const double* columns) {
  bool grown = place_.empty();
  for (std::size_t j = 0; j < size_; ++j) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (columns[i + j * size_] == 0 || pattern_[i + j * size_] != 0) continue;
      pattern_[i + j * size_] = pattern_[j + i * size_] = 1;
      grown = true;
    }
  }
  return grown;
}

// Minimum degree: always the row with the fewest others left, whose elimination joins those with each other.
void SparseLu::order() {
  std::vector<std::uint8_t> joined = pattern_;
  std::vector<std::size_t> left(size_), position(size_);
  for (std::size_t i = 0; i < size_; ++i) left[i] = i;
  std::vector<std::vector<std::size_t>> touched(size_);
  place_.clear();
  const auto degree = [&](std::size_t i) {
    return std::count_if(left.begin(), left.end(), [&](std::size_t j) { return joined[i + j * size_] != 0; });
  };
  while (!left.empty()) {
    const auto next = std::min_element(left.begin(), left.end(),
                                       [&](std::size_t a, std::size_t b) { return degree(a) < degree(b); });
    const std::size_t pivot = *next;
    left.erase(next);
    std::vector<std::size_t>& rows = touched[place_.size()];
    std::copy_if(left.begin(), left.end(), std::back_inserter(rows),
                 [&](std::size_t j) { return joined[pivot + j * size_] != 0; });
    for (const std::size_t a : rows) {
      for (const std::size_t b : rows) joined[a + b * size_] = 1;
    }
    position[pivot] = place_.size();
    place_.push_back(pivot);
  }
  first_.assign(1, 0);
  later_.clear();
  for (std::vector<std::size_t>& rows : touched) {
    for (const std::size_t row : rows) later_.push_back(position[row]);
    std::sort(later_.begin() + static_cast<std::ptrdiff_t>(first_.back()), later_.end());
    first_.push_back(later_.size());
  }
}

bool SparseLu::factorise(const double* columns) {
  if (grow_pattern(columns)) order();
  for (std::size_t k = 0; k < size_; ++k) {
    const double* column = columns + place_[k] * size_;
    factors_[k * size_ + k] = column[place_[k]];
    for (std::size_t e = first_[k]; e < first_[k + 1]; ++e) {
      const std::size_t i = later_[e];
      factors_[i * size_ + k] = column[place_[i]];
      factors_[k * size_ + i] = columns[place_[k] + place_[i] * size_];
    }
  }
  for (std::size_t k = 0; k < size_; ++k) {
    const double* pivot_row = &factors_[k * size_];
    const double pivot = pivot_row[k];
    if (!(std::abs(pivot) > 1e-14) || !std::isfinite(pivot)) return false;
    for (std::size_t e = first_[k]; e < first_[k + 1]; ++e) {
      double* row = &factors_[later_[e] * size_];
      if (row[k] == 0) continue;
      const double factor = row[k] / pivot;
      row[k] = factor;
      for (std::size_t c = first_[k]; c < first_[k + 1]; ++c) row[later_[c]] -= factor * pivot_row[later_[c]];
    }
  }
  return true;
}

void SparseLu::solve(double* x) const {
  FLANGEWAY_ASSERT(place_.size() == size_, "factorise() comes first");
  for (std::size_t k = 0; k < size_; ++k) permuted_[k] = x[place_[k]];
  for (std::size_t k = 0; k < size_; ++k) {
    const double value = permuted_[k];
    for (std::size_t e = first_[k]; e < first_[k + 1]; ++e)
      permuted_[later_[e]] -= factors_[later_[e] * size_ + k] * value;
  }
  for (std::size_t k = size_; k-- > 0;) {
    double value = permuted_[k];
    for (std::size_t e = first_[k]; e < first_[k + 1]; ++e)
      value -= factors_[k * size_ + later_[e]] * permuted_[later_[e]];
    permuted_[k] = value / factors_[k * size_ + k];
  }
  for (std::size_t k = 0; k < size_; ++k) x[place_[k]] = permuted_[k];
}

}  // namespace flangeway::integrate
