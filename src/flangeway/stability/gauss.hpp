// Gauss' method of order 6 in each interval of an orbit. [HairerWanner1996, table IV.5.2]
#pragma once

#include <array>
#include <cmath>

namespace flangeway::stability {

struct Gauss {
  std::array<std::array<double, 3>, 3> a;
  std::array<double, 3> b, c;
};

[[nodiscard]] inline const Gauss& gauss() {
  static const double r = std::sqrt(15.0);
  static const Gauss method{{{{5.0 / 36, 2.0 / 9 - r / 15, 5.0 / 36 - r / 30},
                              {5.0 / 36 + r / 24, 2.0 / 9, 5.0 / 36 - r / 24},
                              {5.0 / 36 + r / 30, 2.0 / 9 + r / 15, 5.0 / 36}}},
                            {5.0 / 18, 4.0 / 9, 5.0 / 18},
                            {0.5 - r / 10, 0.5, 0.5 + r / 10}};
  return method;
}

}  // namespace flangeway::stability
