// Derivatives of eigenvalues against a closed form and against differences of eigenvalues and Hopf points.
#include "flangeway/stability/mode_sensitivities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/stability/mode_list.hpp"

namespace flangeway::stability {
namespace {

const std::filesystem::path shipped = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases";

struct Differentiated {
  vehicle_case::CaseModel model;
  std::vector<simulate::Mode> modes;
  std::vector<ModeSensitivity> sensitivities;
};

vehicle_case::CaseModel load_shipped(const std::string& file, const std::vector<std::string>& sets) {
  Findings findings;
  auto model = vehicle_case::load_case_without_run(shipped / file, sets, findings);
  findings.throw_if_any();
  return std::move(*model);
}

Differentiated differentiate(const std::string& file, const std::vector<std::string>& sets,
                             const std::vector<std::string>& requests) {
  Findings findings;
  const auto source = vehicle_case::source_without_run(shipped / file, sets);
  const auto keys =
      vehicle_case::varied_keys(source, requests, mode_sensitivity_step, "--sensitivities", findings);
  findings.throw_if_any();
  vehicle_case::CaseModel model = load_shipped(file, sets);
  simulate::ReducedEquations equations(model, simulate::RollingAngles::kept);
  const Eigen::VectorXd about = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  std::vector<simulate::Mode> modes = simulate::modes(equations, model.drive.speed, about);
  auto found = mode_sensitivities(source, keys, {}, model, about, modes);
  return {std::move(model), std::move(modes), std::move(found)};
}

std::vector<simulate::Mode> modes_at(const std::string& file, const vehicle_case::VariedKey& key,
                                     double value) {
  return simulate::modes(load_shipped(file, {key.key + "=" + std::to_string(value)}), true);
}

std::complex<double> eigenvalue_near(const std::vector<simulate::Mode>& all, std::complex<double> near) {
  std::complex<double> best = 1e9;
  for (const simulate::Mode& mode : all)
    if (std::abs(mode.eigenvalue - near) < std::abs(best - near)) best = mode.eigenvalue;
  return best;
}

TEST(ModeSensitivities, AgreeWithDifferencesOfEigenvaluesOverShippedVehicles) {
  struct Trial {
    const char *file, *key;
  };
  for (const Trial& trial :
       {Trial{"manchester_r500.toml", "vehicle.bodies[0].mass"}, Trial{"manchester_r500.toml", "speed"},
        Trial{"cooperrider.toml", "vehicle.bodies[0].mass"},
        Trial{"metro_coach_r500.toml", "vehicle.bodies[0].mass"}}) {
    SCOPED_TRACE(std::string(trial.file) + " " + trial.key);
    const Differentiated found = differentiate(trial.file, {}, {trial.key});
    ASSERT_EQ(found.sensitivities.size(), 1u);
    const vehicle_case::VariedKey& key = found.sensitivities[0].key;
    const double step = 0.01 * key.value;
    const auto raised = modes_at(trial.file, key, key.value + step),
               lowered = modes_at(trial.file, key, key.value - step),
               far_raised = modes_at(trial.file, key, key.value + 2 * step),
               far_lowered = modes_at(trial.file, key, key.value - 2 * step);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < found.modes.size() && compared < 3; ++i) {
      const auto& derivative = found.sensitivities[0].eigenvalues[i];
      const std::complex<double> value = found.modes[i].eigenvalue;
      if (kind_of(found.modes[i]) != simulate::ModeKind::oscillation || !derivative) continue;
      if (std::abs(*derivative * key.value) < 1e-3 * std::abs(value)) continue;  // nearly unaffected
      const std::complex<double> narrow = eigenvalue_near(raised, value) - eigenvalue_near(lowered, value),
                                 wide =
                                     eigenvalue_near(far_raised, value) - eigenvalue_near(far_lowered, value),
                                 expected = (8.0 * narrow - wide) / (12 * step);
      // The matrices have a rounding error of 1e-9 over relative steps of 1e-3, and the differences h⁴ terms.
      EXPECT_LT(std::abs(*derivative - expected),
                1e-4 * std::abs(expected) + 1e-5 * std::abs(value / key.value));
      ++compared;
    }
    EXPECT_GE(compared, 1u);
  }
}

TEST(ModeSensitivities, HopfSpeedsAgreeWithHopfPointsFoundAnew) {
  Settings settings;
  settings.from = 50, settings.to = 90, settings.speeds = 9, settings.branches = 0;
  Findings findings;
  const std::vector<std::string> requests{"vehicle.bodies[0].mass", "vehicle.bushings[0].stiffness[0]"};
  const auto source = vehicle_case::source_without_run(shipped / "cooperrider.toml", {});
  const auto keys =
      vehicle_case::varied_keys(source, requests, mode_sensitivity_step, "--sensitivities", findings);
  findings.throw_if_any();
  const vehicle_case::CaseModel model = load_shipped("cooperrider.toml", {});
  Stability found = linear_stability_of(model, settings);
  ASSERT_FALSE(found.hopf.empty());
  add_speed_derivatives(source, keys, model, found.hopf);
  ASSERT_EQ(found.hopf[0].speed_derivatives.size(), keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    SCOPED_TRACE(keys[k].key);
    const auto speed = [&](double steps) {
      Findings none;
      const auto varied = vehicle_case::load_varied(source, keys[k], steps, none);
      return linear_stability_of(*varied, settings).hopf.at(0).speed;
    };
    const double expected = (8 * (speed(1) - speed(-1)) - (speed(2) - speed(-2))) / (12 * keys[k].step);
    ASSERT_TRUE(found.hopf[0].speed_derivatives[k].derivative);
    EXPECT_NEAR(*found.hopf[0].speed_derivatives[k].derivative, expected,
                2e-4 * std::abs(expected) + 1e-5 * found.hopf[0].speed / keys[k].value);
  }
}

// ζ = −Re λ/|λ| of λ = −σ + iω.
TEST(ModeSensitivities, DampingRatioFollowsItsDefinition) {
  const std::complex<double> value(-0.3, 2.1), direction(0.7, -0.4);
  const auto ratio = [&](double h) {
    const std::complex<double> moved = value + h * direction;
    return -moved.real() / std::abs(moved);
  };
  EXPECT_NEAR(damping_derivative(value, direction), (ratio(1e-5) - ratio(-1e-5)) / 2e-5, 1e-9);
  EXPECT_DOUBLE_EQ(frequency_derivative(direction), -0.4 / (2 * pi));
}

TEST(ModeSensitivities, ListsDerivativesOfOscillations) {
  const Differentiated found = differentiate("cooperrider.toml", {}, {"speed"});
  ModeList list{.speed = 1, .modes = found.modes, .sensitivities = found.sensitivities};
  EXPECT_THAT(text(list, false), testing::HasSubstr("derivatives with respect to speed = "));
  EXPECT_THAT(json_text(list), testing::HasSubstr("\"sensitivities\":{\"speed\":{\"real\":"));
}

}  // namespace
}  // namespace flangeway::stability
