// Coefficients of influence against the integrals that they stand for, by sums over the loaded element.
#include "flangeway/contact/patch/boundary_elements/influence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

const Material hard{2 * 1.25 * 80e9, 0.25}, soft{2 * 1.45 * 20e9, 0.45};
constexpr double dx = 1e-3, dy = 0.7e-3;

// Integral over the element of a kernel at (x, y) from the load to the receiver; weight 1, or a tent.
double integral(ElementKind kind, int ox, int oy, const std::function<double(double, double)>& kernel) {
  const bool tent = kind == ElementKind::bilinear;
  const double half = tent ? 1 : 0.5;
  constexpr int n = 400;  // midpoints on each side
  const double h = 2 * half / n;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double u = -half + (i + 0.5) * h, v = -half + (j + 0.5) * h;
      const double weight = tent ? (1 - std::abs(u)) * (1 - std::abs(v)) : 1;
      sum += weight * kernel((ox - u) * dx, (oy - v) * dy);
    }
  }
  return sum * h * h * dx * dy;
}

// Boussinesq and Cerruti [Johnson1985, eqs. 3.19, 3.75]: 1/(πG) times (1 − ν)/R in z from p_z, (1 − ν)/R +
// ν x²/R³ in x from p_x, ν x y/R³ in x from p_y, and −K x/R² in x from p_z, with K of the pair of materials.
class Influence : public ::testing::TestWithParam<ElementKind> {};

TEST_P(Influence, IsTheIntegralOverTheElement) {
  InfluenceSpec spec;
  spec.nx = spec.ny = 5;
  spec.dx = dx, spec.dy = dy;
  spec.material = combine(hard, soft);
  spec.element = GetParam();
  ASSERT_NE(spec.material.coupling, 0);
  const InfluenceTable table = influence_table(spec);
  const double scale = 1 / (pi * spec.material.shear_modulus), nu = spec.material.poisson_ratio,
               coupling = spec.material.coupling;
  const auto expect = [&](const char* name, const std::vector<double>& values, int ox, int oy,
                          const std::function<double(double, double, double)>& kernel) {
    const double expected = scale * integral(GetParam(), ox, oy, [&](double x, double y) {
                              return kernel(x, y, std::hypot(x, y));
                            });
    const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(table.centre()) + ox +
                                             oy * static_cast<std::ptrdiff_t>(table.width()));
    // 400 strips leave some 1e-5 of smooth kernels; of each the largest over the table is the measure.
    EXPECT_NEAR(values[at], expected, 1e-4 * scale * std::sqrt(dx * dy)) << name << ' ' << ox << ' ' << oy;
  };
  for (const auto& [ox, oy] : {std::pair(2, 1), std::pair(1, 2), std::pair(-3, 2), std::pair(2, -4),
                               std::pair(-2, -2), std::pair(0, 3), std::pair(4, 0)}) {
    expect("zz", table.zz, ox, oy, [&](double, double, double r) { return (1 - nu) / r; });
    expect("xx", table.xx, ox, oy,
           [&](double x, double, double r) { return (1 - nu) / r + nu * x * x / (r * r * r); });
    expect("yy", table.yy, ox, oy,
           [&](double, double y, double r) { return (1 - nu) / r + nu * y * y / (r * r * r); });
    expect("xy", table.xy, ox, oy, [&](double x, double y, double r) { return nu * x * y / (r * r * r); });
    expect("xz", table.xz, ox, oy, [&](double x, double, double r) { return -coupling * x / (r * r); });
    expect("yz", table.yz, ox, oy, [&](double, double y, double r) { return -coupling * y / (r * r); });
  }
}
INSTANTIATE_TEST_SUITE_P(Elements, Influence,
                         ::testing::Values(ElementKind::constant, ElementKind::bilinear));

}  // namespace
}  // namespace flangeway::contact::patch
