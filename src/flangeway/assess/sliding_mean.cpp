#include "flangeway/assess/sliding_mean.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

// ∫f dx from the first place, for places requested in rising order.
class Integral {
 public:
  explicit Integral(const Series& series) : series_(series) {}

  double up_to(double place) {
    const auto& [at, values] = series_;
    for (; next_ + 1 < at.size() && at[next_ + 1] <= place; ++next_)
      sum_ += (at[next_ + 1] - at[next_]) * (values[next_] + values[next_ + 1]) / 2;
    const double beyond = place - at[next_];
    if (!(beyond > 0) || next_ + 1 == at.size()) return sum_;
    const double slope = (values[next_ + 1] - values[next_]) / (at[next_ + 1] - at[next_]);
    return sum_ + beyond * (values[next_] + beyond * slope / 2);
  }

 private:
  const Series& series_;
  std::size_t next_ = 0;  // the last sample at or before the place
  double sum_ = 0;        // the integral up to it
};

}  // namespace

std::vector<double> sliding_mean(const Series& series, double length, Window window) {
  FLANGEWAY_ASSERT(series.at.size() == series.values.size(), "each place has a value");
  FLANGEWAY_ASSERT(length > 0, "the window has a length");
  const auto& [at, values] = series;
  std::vector<double> means(values.begin(), values.end());
  const double ahead = window == Window::centred ? length / 2 : 0;
  Integral low(series), high(series);
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double from = std::max(at[i] + ahead - length, at.front()), to = std::min(at[i] + ahead, at.back());
    if (to > from) means[i] = (high.up_to(to) - low.up_to(from)) / (to - from);
  }
  return means;
}

}  // namespace flangeway::assess
