// Steady running where wheels stand on the kink between tread and flange.
#include <gtest/gtest.h>

#include "flangeway/quasistatic/kinds.hpp"
#include "support/load_case.hpp"

namespace flangeway::quasistatic {
namespace {

namespace on_kinks {

// Both methods have the same contacts on the treads; on the flange one has a constraint, the other a spring.
TEST(Twist, OfTheManchesterWagonIsTheSameWithBothConstraints) {
  const auto unloading = [](const char* method) {
    const auto model =
        test::load_case(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/manchester_r500.toml",
                        {std::string("contact.method=") + method});
    Findings findings;
    TwistSettings settings;
    settings.bogie = 0;  // that of the body alone moves all wheelsets onto the kink
    const Outcome outcome = twist(model, settings, findings);
    EXPECT_EQ(findings.text(), "");
    return outcome.numbers.at(0).value;
  };
  const double kec = unloading("kec");
  EXPECT_GT(kec, 0.1);
  EXPECT_NEAR(kec / unloading("lut"), 1, 1e-2);
}

}  // namespace on_kinks
}  // namespace
}  // namespace flangeway::quasistatic
