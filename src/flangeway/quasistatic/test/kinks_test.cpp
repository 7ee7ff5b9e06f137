// Steady running where wheels stand on the kink between tread and flange.
#include <gtest/gtest.h>

#include "flangeway/quasistatic/kinds.hpp"
#include "support/load_case.hpp"

namespace flangeway::quasistatic {
namespace {

namespace on_kinks {

double unloading(const std::string& method, const TwistSettings& settings) {
  const auto model =
      test::load_case(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/manchester_r500.toml",
                      {"contact.method=" + method});
  Findings findings;
  const Outcome outcome = twist(model, settings, findings);
  EXPECT_EQ(findings.text(), "");
  return outcome.numbers.at(0).value;
}

// Both methods have the same contacts on the treads; on the flange one has a constraint, the other a spring.
TEST(Twist, OfTheManchesterWagonIsTheSameWithBothConstraints) {
  TwistSettings settings;
  settings.bogie = 0;  // that of the body alone moves all wheelsets onto the kink
  const double kec = unloading("kec", settings);
  EXPECT_GT(kec, 0.1);
  EXPECT_NEAR(kec / unloading("lut", settings), 1, 1e-2);
}

// Elastic wheels follow the rails by centimetres, where their contact yields by micrometres. Flanges that
// yield let wheelsets stand elsewhere: the two differ by 1 %.
TEST(Twist, OfTheManchesterWagonIsThatOfConstraintsWithElasticContact) {
  const TwistSettings settings{1.0, 2.0};
  const double kec = unloading("kec", settings);
  EXPECT_GT(kec, 0.1);
  EXPECT_NEAR(unloading("elastic", settings) / kec, 1, 0.02);
}

// The flange that carries is not near its rail at the start of the search.
TEST(Curving, OfTheManchesterWagonIsThatOfConstraintsWithElasticContact) {
  CurvingSettings settings;
  settings.radii = {300}, settings.deficiencies = {0.1}, settings.cant = 0.1;
  const auto yq = [&](const std::string& method) {
    return curving(test::load_case(
                       std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/manchester_r500.toml",
                       {"contact.method=" + method}),
                   settings)
        .numbers.at(0)
        .value;
  };
  const double kec = yq("kec");
  EXPECT_GT(kec, 0.3);
  EXPECT_NEAR(yq("elastic") / kec, 1, 0.01);
}

}  // namespace on_kinks
}  // namespace
}  // namespace flangeway::quasistatic
