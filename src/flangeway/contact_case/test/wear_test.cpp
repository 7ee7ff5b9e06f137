// Wear of patches of contact files and decks, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/damage/patch_wear.hpp"
#include "flangeway/deck/read.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

const std::string models = FLANGEWAY_SOURCE_DIR "/models/contact/";

constexpr double coefficient = 2e-4, hardness = 3e9;

damage::WearLaw archard() {
  damage::WearLaw law;
  law.kind = damage::WearLawKind::archard;
  law.pieces = {{0, coefficient, 0}};
  law.hardness = hardness;
  return law;
}

CaseResult solve(const std::string& name, const std::vector<std::string>& sets) {
  Findings findings;
  const auto batch = load_contact(models + name, sets, findings);
  findings.throw_if_any();
  CaseResult found;
  RunOptions options;
  options.wanted = {.fields = true, .wear = archard()};
  options.deliver = [&](const CaseResult& result) {
    found = result;
    return false;
  };
  run(*batch, options);
  return found;
}

// N/m: the largest integral of the pressure along a row.
double heaviest_row(const PatchFields& fields) {
  double largest = 0;
  for (int iy = 0; iy < fields.grid.ny; ++iy) {
    double sum = 0;
    for (int ix = 0; ix < fields.grid.nx; ++ix)
      sum += fields.solution.tractions.pressure[fields.grid.index(ix, iy)] * fields.grid.dx;
    largest = std::max(largest, sum);
  }
  return largest;
}

// All elements slide by ξ times the distance rolled: the volume is k N ξ/H, and a row loses k ξ/H times the
// integral of the pressure along it.
TEST(PatchOfAContactFile, LosesArchardsVolumeInFullSliding) {
  for (const char* tangential : {"halfspace", "fastsim"}) {
    const CaseResult result = solve("sphere.toml", {"patch.longitudinal_creepage=0.2", "patch.spin=0",
                                                    std::string("patch.method.tangential=") + tangential});
    const auto& patch = result.json.at("patches").at(0);
    const auto& wear = patch.at("wear");
    EXPECT_NEAR(wear.at("section_per_pass").get<double>() / (coefficient * 5e4 * 0.2 / hardness), 1, 2e-3);
    EXPECT_NEAR(wear.at("t_gamma").get<double>() / (0.3 * 5e4 * 0.2), 1, 2e-3);
    EXPECT_EQ(wear.at("beyond_tests"), 0);
    EXPECT_NEAR(wear.at("deepest_per_pass").get<double>() /
                    (coefficient * 0.2 / hardness * heaviest_row(result.fields.at(0))),
                1, 5e-3);
    const std::vector<double>& depth = result.fields.at(0).wear;
    ASSERT_EQ(depth.size(), 48u);
    const double area = std::accumulate(depth.begin(), depth.end(), 0.0) * result.fields[0].grid.dy;
    EXPECT_NEAR(area, wear.at("section_per_pass").get<double>(), 1e-12 * area);
  }
}

// With FASTSIM on the same ellipse, as runs find wear.
TEST(PatchOfAContactFile, WearsAsTheEllipseOfARun) {
  const CaseResult result = solve("sphere.toml", {"patch.longitudinal_creepage=0.004", "patch.spin=0.1"});
  const auto& grid = result.fields.at(0).grid;
  damage::EllipseContact contact{0, 0, 5e4, 0.004, 0, 0.1, 0.3, 30};
  for (int ix = 0; ix < grid.nx; ++ix)
    if (result.fields[0].solution.tractions.pressure[grid.index(ix, grid.ny / 2)] > 0)
      contact.a += grid.dx / 2;
  for (int iy = 0; iy < grid.ny; ++iy)
    if (result.fields[0].solution.tractions.pressure[grid.index(grid.nx / 2, iy)] > 0)
      contact.b += grid.dy / 2;
  damage::EllipseWear ellipse(contact::patch::combine({}, {}), 40);
  damage::PatchWear wear;
  ASSERT_TRUE(ellipse.find(archard(), contact, wear));
  const double ours = result.json.at("patches").at(0).at("wear").at("section_per_pass");
  EXPECT_NEAR(ours / wear.volume, 1, 0.03);
}

TEST(PatchOfADeck, WearsInMillimetres) {
  const CaseResult result = solve("sphere.inp", {});
  const auto& patch = result.json.at("patches").at(0);
  const auto& wear = patch.at("wear");
  double area = 0;
  for (const double depth : result.fields.at(0).wear) area += 1e6 * depth * result.fields[0].grid.dy;
  EXPECT_NEAR(wear.at("section_per_pass").get<double>(), area, 1e-12 * area);
  // Work per distance rolled: the power, which is printed too, over the speed of 82 m/s.
  // The tolerance of the solution is 1e-5.
  EXPECT_NEAR(82 * wear.at("t_gamma").get<double>() / std::abs(patch.at("friction_power").get<double>()), 1,
              1e-6);
}

TEST(PatchOfADeck, WearsOnlyWhereItRolls) {
  Findings findings;
  const char* shift =
      "3 MODULE\n 201100\n 022020\n 0000331\n 200 100 30 1 1e-6\n 1000. 0.0002 0. 0.\n .3 .3\n"
      " .28 .28 82000. 82000.\n 1\n 15 15 -1.5 -1.5 .2 .2\n 1 1\n .001 0. .001 0. 0. 0.\n0\n";
  auto deck = deck::read_deck(shift, "a.inp", findings);
  findings.throw_if_any();
  RunOptions options;
  options.wanted.wear = archard();
  options.deliver = [](const CaseResult& result) {
    EXPECT_FALSE(result.json.at("patches").at(0).contains("wear"));
    return true;
  };
  EXPECT_EQ(run(batch_of(std::make_shared<const deck::Deck>(std::move(*deck))), options), 1u);
}

TEST(WheelOnRail, WearsInEachOfItsPatches) {
  const CaseResult result = solve("wheel_on_rail.toml", {"wheel_on_rail.vertical_force=5e4"});
  const auto& patches = result.json.at("patches");
  ASSERT_FALSE(patches.empty());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    EXPECT_GE(patches[i].at("wear").at("t_gamma"), 0);
    EXPECT_EQ(result.fields.at(i).wear.size(), static_cast<std::size_t>(result.fields[i].grid.ny));
  }
  EXPECT_NE(table_rows(result).size(), 0u);
}

}  // namespace
}  // namespace flangeway::contact_case
