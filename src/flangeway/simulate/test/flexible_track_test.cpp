// A wheelset on a track that yields: windows against the whole mesh, and what a user can get wrong.
#include "flangeway/simulate/flexible_track.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/flexible_track_case.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;

class OnFlexibleTrack : public test::FlexibleTrackCase {
 protected:
  std::string complaint(const std::vector<std::string>& sets) {
    try {
      const vehicle_case::CaseModel model = load(sets);
      (void)run(model, {});
    } catch (const BadInput& bad) {
      return bad.what();
    }
    return "";
  }

  std::vector<double> record(const std::vector<std::string>& sets, const std::string& name) {
    const std::vector<double> values = FlexibleTrackCase::record(load(sets), name);
    EXPECT_EQ(summary_.coupling, "tight");
    EXPECT_EQ(summary_.track_steps, summary_.counts.steps);
    return values;
  }
};

TEST_F(OnFlexibleTrack, WindowsGiveTheForcesOfTheWholeMesh) {
  const std::vector<double> q = record({}, "wheelset.left.Q"),
                            reference = record({"coupling.mesh=full"}, "wheelset.left.Q");
  ASSERT_EQ(q.size(), reference.size());
  const double weight = 9000 * 9.81 / 2;
  double least = weight, most = weight;
  for (std::size_t i = 0; i < q.size(); ++i) {
    EXPECT_NEAR(q[i], reference[i], 0.01 * weight)
        << i;  // of so short a window; docs/validation/flexible_track.md
    least = std::min(least, q[i]), most = std::max(most, q[i]);
  }
  EXPECT_NEAR((least + most) / 2, weight, 0.1 * weight);
  EXPECT_GT(most - least, 1e-3 * weight);  // sleepers pass
}

// Two evaluations per step find the loads at its end, (9) of docs/theory/flexible_track.md: forces do not
// depend on how long it is, here within 1.5 thousandths of the weight, and the lateral one within a tenth of
// itself.
TEST_F(OnFlexibleTrack, ALongStepGivesTheForcesOfAShortOne) {
  const auto largest = [&](const std::string& channel) {
    const auto forces = [&](const char* time_step) {
      return record({std::string("integration.step=") + time_step, "output.interval=1e-3"}, channel);
    };
    const std::vector<double> coarse = forces("2e-4"), fine = forces("5e-5");
    EXPECT_EQ(coarse.size(), fine.size());
    double result = 0;
    for (std::size_t i = 0; i < coarse.size(); ++i) result = std::max(result, std::abs(coarse[i] - fine[i]));
    return result;
  };
  EXPECT_LT(largest("wheelset.left.Q"), 1.5e-3 * 9000 * 9.81 / 2);
  EXPECT_LT(largest("wheelset.left.Y"), 35);  // N
}

TEST_F(OnFlexibleTrack, RailSinksUnderItsWheel) {
  const std::vector<double> z = record({}, "wheelset.right.rail_z");
  for (const double value : z) EXPECT_NEAR(value, -3.3e-4, 1.5e-4);
  const std::vector<double> pad = record({"output.track_places=[12.9]"}, "track.12.9m.left.pad_z");
  EXPECT_LT(*std::min_element(pad.begin(), pad.end()), -1e4);
}

// The track turns upwards below the wheels: forces and deflections grow by V²/(g R).
TEST_F(OnFlexibleTrack, InASagWheelsPressMore) {
  const double more = 1 + 30.0 * 30.0 / (9.81 * test::sag_radius);
  for (const std::string mesh : {"coupling.mesh=moving", "coupling.mesh=full"}) {
    for (const std::string channel : {"wheelset.left.Q", "wheelset.right.rail_z"}) {
      const double level = test::mean_of(record({mesh}, channel)),
                   in_sag = test::mean_of(record({mesh, test::sag}, channel));
      EXPECT_NEAR(in_sag / level, more, 2e-3) << mesh << ' ' << channel;
    }
  }
}

// A steady gradient takes nothing but the cosine.
TEST_F(OnFlexibleTrack, OnAGradientWheelsPressLessByItsCosine) {
  const std::string uphill = "track.gradients=[{ s = 0.0, gradient_permille = 100.0 }]";
  const double level = test::mean_of(record({}, "wheelset.left.Q")),
               up = test::mean_of(record({uphill}, "wheelset.left.Q"));
  EXPECT_NEAR(up / level, std::cos(std::atan(0.1)), 5e-4);
}

TEST_F(OnFlexibleTrack, BadInput) {
  EXPECT_THAT(
      complaint({"contact.method=kec"}),
      HasSubstr("contact.method: needs rigid rails, but coupling.method = \"tight\" makes "
                "them flexible (got kec; allowed elastic). Change it, or set coupling.method = \"none\"."));
  EXPECT_THAT(
      complaint({"contact.patch=strip"}),
      HasSubstr("contact.patch: needs rigid rails, but coupling.method = \"tight\" makes them flexible (got "
                "strip; allowed hertz). Change it, or set coupling.method = \"none\"."));
  EXPECT_THAT(complaint({"integration.method=bdf"}),
              HasSubstr("integration.method: changes its step, but the system matrix of a flexible track is "
                        "factorised for one step (got bdf; allowed abm4 or rk4)"));
  EXPECT_THAT(
      complaint({"integration.step_failure=halve"}),
      HasSubstr("integration.step_failure: changes the step, but the system matrix of a flexible track"));
  EXPECT_THAT(
      complaint({"integration.step=5e-4"}),
      HasSubstr("integration.step: is too long for a flexible track: the rails are light, and their motion "
                "under the "
                "contact forces becomes unstable (got 0.0005; allowed at most 0.00025 in s). Shorten it."));
  EXPECT_THAT(complaint({"coupling.method=none", "output.track_places=[3]"}),
              HasSubstr("output.track_places: has no effect without a mesh of the track"));
  EXPECT_THAT(complaint({"coupling.reach=1"}),
              HasSubstr("coupling.reach"));  // a window smaller than the vehicle
  EXPECT_THAT(complaint({"coupling.mesh=full", "coupling.reach=60", "initial.s=1", "track.run_out=30"}),
              HasSubstr("leaves the alignment"));  // a track shorter than the run
}

}  // namespace
}  // namespace flangeway::simulate
