// A twin experiment: the measurement is a run with other values, and noise.
#include "flangeway/identification/identify.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <random>

#include "flangeway/results/channel.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::identification {
namespace {

using testing::HasSubstr;

const std::string case_file = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml";

class IdentifyTest : public testing::Test {
 protected:
  [[nodiscard]] std::string measurement() const { return (folder_.path() / "measured.csv").string(); }

  // Writes the lateral motion of a run with these settings, with noise.
  void measure(const std::vector<std::string>& sets, double noise) {
    const vehicle_case::CaseModel model = test::load_case(case_file, sets);
    const auto all = simulate::channels(model);
    const std::size_t y = results::place_of(all, "wheelset.y"), yaw = results::place_of(all, "wheelset.yaw");
    std::mt19937 generator(3);
    std::normal_distribution<double> error(0, noise);
    std::ofstream out(measurement());
    out << "t [s],wheelset.y [mm],wheelset.yaw [rad]\n";
    out.precision(12);
    simulate::RunOptions options;
    int row_number = 0;
    options.record = [&](const double* row) {
      if (row_number++ % 5 == 0)
        out << row[0] << ',' << 1e3 * (row[y] + error(generator)) << ',' << row[yaw] + error(generator)
            << '\n';
      return true;
    };
    (void)simulate::run(model, options);
  }

  std::optional<Problem> prepared(const Request& request, Findings& findings) {
    return prepare(vehicle_case::source_of(case_file, sets_), request, findings);
  }
  std::string findings_of(Request request) {
    request.measurement = measurement();
    Findings findings;
    EXPECT_FALSE(prepared(request, findings));
    return findings.text();
  }

  document::Assignments sets_{"contact.method=kec", "initial.s=45", "integration.duration=1.5"};
  test::TemporaryFolder folder_;
};

TEST_F(IdentifyTest, FindsSpeedAndFrictionAgain) {
  constexpr double noise = 2e-5;
  measure({"contact.method=kec", "initial.s=45", "integration.duration=1.4", "speed=11",
           "contact.friction.coefficient=0.3"},
          noise);
  const Request request{measurement(),
                        {"speed=10:8:14", "contact.friction.coefficient=0.2:0.05:0.6"},
                        {"wheelset.y=2e-5", "wheelset.yaw=2e-5"},
                        {},
                        2,
                        {}};
  Findings findings;
  const auto problem = prepared(request, findings);
  ASSERT_TRUE(problem) << findings.text();
  const auto found = identify(*problem, request);
  ASSERT_TRUE(found);
  const Estimate& estimate = found->estimate;
  EXPECT_TRUE(estimate.converged);
  EXPECT_LT(std::abs(estimate.parameters[0].value - 11), 3.5 * estimate.parameters[0].deviation);
  EXPECT_LT(std::abs(estimate.parameters[1].value - 0.3), 3.5 * estimate.parameters[1].deviation);
  EXPECT_LT(estimate.parameters[0].deviation, 0.1);
  EXPECT_LT(estimate.parameters[1].deviation, 0.05);
  // χ² of some 100 degrees of freedom: 3.5 standard deviations are 50 %.
  EXPECT_NEAR(estimate.chi_square / static_cast<double>(estimate.degrees), 1, 0.5);
  EXPECT_THAT(text(*found), HasSubstr("contact.friction.coefficient"));
  EXPECT_THAT(json_text(*found), HasSubstr("\"converged\":true"));
  EXPECT_THAT(page(*found, "flangeway identify"), HasSubstr("residual over noise: wheelset.y"));
}

TEST_F(IdentifyTest, StopsWhereItIsTold) {
  measure({"contact.method=kec", "integration.duration=0.2", "initial.s=45"}, 1e-5);
  const Request request{measurement(), {"speed=10:8:14"}, {"wheelset.y=1e-5"}, {}, 1, {}};
  Findings findings;
  const auto problem = prepared(request, findings);
  ASSERT_TRUE(problem) << findings.text();
  EXPECT_FALSE(identify(*problem, request, [](std::size_t runs) { return runs < 3; }));
}

TEST_F(IdentifyTest, FindingsNameOptionsAndColumns) {
  measure({"contact.method=kec", "integration.duration=0.2", "initial.s=45"}, 1e-5);
  EXPECT_THAT(
      findings_of({"", {"speed=10:12:14"}, {"wheelset.y=1e-5"}, {}, 1, {}}),
      HasSubstr("--parameter: is not a key with a start between its bounds (got speed=10:12:14; allowed "
                "KEY=START:LOWEST:HIGHEST)"));
  EXPECT_THAT(findings_of({"",
                           {"speed=10:8:14", "mass=0:-1e308:1e308"},
                           {"wheelset.Y=1e-5", "wheelset.y=0", "wheelset.y=1e-160"},
                           {"mass=1:1", "speed=10:1e200"},
                           1,
                           {}}),
              testing::AllOf(
                  HasSubstr("--parameter: is not a key with a start between its bounds (got mass=0:-1e308"),
                  HasSubstr("--noise: is not a channel with a standard deviation > 0 (got wheelset.y=1e-160; "
                            "allowed CHANNEL=DEVIATION, 1e-30 to 1e30)"),
                  HasSubstr("--prior: is not a key with a mean and a deviation > 0 (got speed=10:1e200"),
                  HasSubstr("wheelset.Y: is no column of the measurement"),
                  HasSubstr("--noise: is not a channel with a standard deviation > 0 (got wheelset.y=0"),
                  HasSubstr("--prior: names no key of --parameter (got mass")));
  sets_.push_back({"integration.duration=0.05"});
  EXPECT_THAT(findings_of({"", {"speed=10:8:14"}, {"wheelset.y=1e-5"}, {}, 1, {}}),
              HasSubstr("t: ends after the run"));
}

}  // namespace
}  // namespace flangeway::identification
