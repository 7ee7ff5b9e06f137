// Series of recorded values, as tests compare them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace flangeway::test {

/// The largest size of any value.
inline double greatest(const std::vector<double>& values) {
  double size = 0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return size;
}

/// The largest size of a − sign · b.
inline double difference_of(const std::vector<double>& a, const std::vector<double>& b, double sign = 1) {
  EXPECT_EQ(a.size(), b.size());
  double size = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    size = std::max(size, std::abs(a[i] - sign * b[i]));
  return size;
}

}  // namespace flangeway::test
