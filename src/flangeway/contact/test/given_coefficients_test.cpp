// Influence coefficients that come from elsewhere, here from those of half-spaces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "halfspace_cases.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

using Field = std::vector<double>;

Field random_field(std::size_t size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Field made(size);
  for (double& value : made) value = uniform(engine);
  return made;
}

// Those of an influence table; with inclinations of the rows what a row does is turned into the frame of each
// other row.
GivenCoefficients coefficients_of(const InfluenceSpec& spec, const Field& inclination = {}) {
  const InfluenceTable t = influence_table(spec);
  GivenCoefficients made;
  made.nx = spec.nx, made.ny = spec.ny, made.dx = spec.dx, made.dy = spec.dy;
  made.rows = inclination.empty() ? 1 : spec.ny;
  for (int row = 0; row < made.rows; ++row)
    for (int oy = 1 - spec.ny; oy < spec.ny; ++oy)
      for (int ox = 0; ox < spec.nx; ++ox) {
        const auto offset = static_cast<std::ptrdiff_t>(t.width()) * oy + ox;
        const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(t.centre()) + offset);
        const double xz = t.xz.empty() ? 0 : t.xz[at], yz = t.yz.empty() ? 0 : t.yz[at];
        double c = 1, s = 0;  // of the angle from the row that presses to the one that moves
        if (const int to = row + oy; !inclination.empty() && to >= 0 && to < spec.ny) {
          const double turn =
              inclination[static_cast<std::size_t>(row)] - inclination[static_cast<std::size_t>(to)];
          c = std::cos(turn), s = std::sin(turn);
        }
        const double values[] = {
            s * yz + c * t.zz[at], s * t.xy[at] - c * xz, s * t.yy[at] - c * yz, xz, t.xx[at], t.xy[at],
            c * yz - s * t.zz[at], c * t.xy[at] + s * xz, c * t.yy[at] + s * yz};
        for (std::size_t k = 0; k < GivenCoefficients::components; ++k) made.values[k].push_back(values[k]);
      }
  return made;
}

// All products of a convolver with tractions (x, y, normal).
Field products(Convolver& convolver, const Field& px, const Field& py, const Field& pz) {
  Field u[6];
  for (Field& field : u) field.resize(px.size());
  convolver.tangential(px.data(), py.data(), u[0].data(), u[1].data());
  convolver.normal(pz.data(), u[2].data());
  convolver.tangential_from_pressure(pz.data(), u[3].data(), u[4].data());
  convolver.normal_from_tangential(px.data(), py.data(), u[5].data());
  Field all;
  for (const Field& field : u) all.insert(all.end(), field.begin(), field.end());
  return all;
}

void expect_equal(const Field& a, const Field& b, double tolerance) {
  double size = 0;
  for (const double value : b) size = std::max(size, std::abs(value));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * size) << i;
}

// Unequal bodies, so that none of the nine is zero, without and with a step of one element.
TEST(GivenCoefficients, OfHalfSpacesGiveTheirProducts) {
  InfluenceSpec spec{6, 5, 1e-3, 1.4e-3, combine({1e9, 0.45}, steel)};
  spec.layer_flexibility = 1e-13, spec.shear_flexibility = 3e-13;
  InfluenceSpec bare = spec;
  bare.layer_flexibility = bare.shear_flexibility = 0;
  bare.nx = 7;  // a step needs one more offset
  const GivenCoefficients given = coefficients_of(bare);
  const Field px = random_field(30, 1), py = random_field(30, 2), pz = random_field(30, 3);
  for (const double shift : {0.0, 1e-3}) {
    spec.shift = shift;
    if (shift != 0) spec.layer_flexibility = 0;
    Convolver convolver(influence_table(spec));
    const Field known = products(convolver, px, py, pz);
    convolver.set_coefficients(&given, 0);
    const Field found = products(convolver, px, py, pz);
    expect_equal(found, known, 1e-12);
  }
}

// The influence of rows of a curved surface is turned: another table for each row under pressure, and the
// rows of a part of the grid.
TEST(GivenCoefficients, MayDifferFromRowToRow) {
  const Field inclination{-0.5, -0.35, -0.1, 0.05, 0.3};
  InfluenceSpec spec{6, 5, 1e-3, 1.4e-3, combine({1e9, 0.45}, steel)};
  const GivenCoefficients given = coefficients_of(spec, inclination);
  spec.ny = 3;
  const Field px = random_field(18, 4), py = random_field(18, 5), pz = random_field(18, 6);
  for (const int first : {0, 2}) {
    Convolver convolver(influence_table(spec));
    convolver.set_inclinations(inclination.data() + first, 3);
    const Field known = products(convolver, px, py, pz);
    convolver.set_plane();
    convolver.set_coefficients(&given, first);
    expect_equal(products(convolver, px, py, pz), known, 1e-12);
  }
}

void expect_same(const Solution& a, const Solution& b, double part) {
  ASSERT_EQ(a.outcome, Outcome::solved);
  ASSERT_EQ(b.outcome, Outcome::solved);
  EXPECT_NEAR(a.normal_force, b.normal_force, part * b.normal_force);
  EXPECT_NEAR(a.force_x, b.force_x, part * b.normal_force);
  EXPECT_NEAR(a.force_y, b.force_y, part * b.normal_force);
  EXPECT_NEAR(a.max_pressure, b.max_pressure, part * b.max_pressure);
}

// Pressures with tractions, of unequal bodies and on a curved surface; steady, and one step of a shift.
TEST(GivenCoefficients, OfHalfSpacesGiveTheirSolutions) {
  for (const TangentialKind kind : {TangentialKind::steady_rolling, TangentialKind::shift}) {
    Problem p = spin_ellipse(16);
    p.motion.kind = kind;
    if (kind == TangentialKind::shift) p.motion.longitudinal.value = 1e-6, p.motion.spin = 0;
    p.material = combine(steel, {7e10, 0.33});
    p.settings.tolerance = 1e-8;
    const InfluenceSpec spec{p.grid.nx + 1, p.grid.ny, p.grid.dx, p.grid.dy, p.material};
    Problem given = p;
    given.coefficients = std::make_shared<const GivenCoefficients>(coefficients_of(spec));
    expect_same(solve(given), solve(p), 1e-6);
    for (int iy = 0; iy < p.grid.ny; ++iy) p.conformity.inclination.push_back(0.03 * iy);
    given.coefficients =
        std::make_shared<const GivenCoefficients>(coefficients_of(spec, p.conformity.inclination));
    EXPECT_THAT(find_faults(given), testing::IsEmpty());
    expect_same(solve(given), solve(p), 1e-6);
  }
}

TEST(GivenCoefficients, FaultsAreNamed) {
  Problem p = spin_ellipse(10);
  GivenCoefficients given = coefficients_of({p.grid.nx, p.grid.ny, 1.1 * p.grid.dx, p.grid.dy, p.material});
  given.rows = 3;
  p.coefficients = std::make_shared<const GivenCoefficients>(given);
  p.conformity.inclination.assign(static_cast<std::size_t>(p.grid.ny), 0.0);
  p.method.normal = NormalMethod::kik_piotrowski;
  const auto faults = find_faults(p);
  const auto has = [&](const char* text) {
    return std::any_of(faults.begin(), faults.end(), [&](const auto& one) { return one.starts_with(text); });
  };
  EXPECT_TRUE(has("coefficients: are those of elements of another size (got "));
  EXPECT_TRUE(has("coefficients: are given for 3 rows (the grid has "));
  EXPECT_TRUE(has("coefficients: some are missing"));
  EXPECT_TRUE(has("coefficients: go with neither an angle correction nor delays"));
  EXPECT_TRUE(has("coefficients: need boundary elements"));
}

}  // namespace
}  // namespace flangeway::contact::patch
