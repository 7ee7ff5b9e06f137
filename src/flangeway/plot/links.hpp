// Points of a plot that lead somewhere: for pages in a browser.
#pragma once

#include <string>
#include <vector>

#include "flangeway/plot/figure.hpp"

namespace flangeway::plot {

struct Link {
  double x = 0, y = 0;  ///< in the units of the plot
  std::string target;   ///< "#run-12"
  std::string text;     ///< that the browser shows beside the pointer
};

/// As svg(figure), with these links over the first panel.
[[nodiscard]] std::string svg(const Figure& figure, const std::vector<Link>& links);

}  // namespace flangeway::plot
