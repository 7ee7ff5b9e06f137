// A case in a folder of its own: a heavy wheelset on the finite elements of a straight track.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::test {

/// A sag: the whole track lies in a vertical curve with the radius `sag_radius` (m).
inline constexpr double sag_radius = 1000;
inline const std::string sag =
    "track.gradients=[{ s = 0.0, gradient_permille = -20.0 }, "
    "{ s = 20.0, gradient_permille = 20.0, radius = 1000.0 }]";

inline double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class FlexibleTrackCase : public ::testing::Test {
 protected:
  FlexibleTrackCase() {
    folder_.write("track.toml", R"(
segments = [{ kind = "straight", length = 40.0 }]
[rails]
profile = "60e1"
inclination = 0.05
[structure]
elements_per_bay = 2
[structure.rail]
youngs_modulus = 2.1e11
shear_modulus = 8.08e10
area = 7.67e-3
torsion_constant = 2.2e-6
inertia_vertical = 3.04e-5
inertia_lateral = 5.12e-6
density = 7860
rayleigh_stiffness = 4e-4
[structure.sleeper]
youngs_modulus = 3.1e10
shear_modulus = 1.5e10
area = 5.6e-2
torsion_constant = 1.71e-3
inertia_vertical = 2.6e-4
inertia_lateral = 1.67e-4
density = 2750
rayleigh_stiffness = 4e-4
[structure.pad]
stiffness = [4e7, 4e7, 1.3e8]
damping = [1e5, 1e5, 1.5e5]
rotational_stiffness = [2e5, 0, 0]
[structure.ballast]
stiffness = [5.5e5, 1e7, 6.2e7]
damping = [3e4, 3e4, 3e4]
[structure.bond]
stiffness = [3.9e7, 4e5, 5.5e5]
damping = [3e4, 3e4, 3e4]
)");
    folder_.write("vehicle.toml", "name = \"wheelset\"\n" + wheelset_text(9000));
    folder_.write("case.toml", R"(vehicle = "vehicle.toml"
track = "track.toml"
speed = 30.0
initial = { s = 12.0, y = 0.002 }
contact = { method = "elastic" }
integration = { step = 1e-4, duration = 0.05 }
output = { interval = 5e-4 }
coupling = { method = "tight", reach = 3.6 }
)");
  }

  vehicle_case::CaseModel load(const std::vector<std::string>& sets) {
    return load_case(folder_.path() / "case.toml", sets);
  }
  std::string finding(const std::vector<std::string>& sets) {
    return case_findings(folder_.path() / "case.toml", sets);
  }

  /// One channel over a run that completes; how it went is in summary_ and deformed_ afterwards.
  std::vector<double> record(const vehicle_case::CaseModel& model, const std::string& name,
                             simulate::RemoteContact* remote = nullptr) {
    const auto all = simulate::channels(model);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& channel) { return channel.name == name; });
    EXPECT_NE(found, all.end()) << name;
    std::vector<double> values;
    simulate::RunOptions options;
    options.remote = remote;
    options.record = [&](const double* row) {
      values.push_back(row[found - all.begin()]);
      return true;
    };
    deformed_.clear();
    const std::size_t numbers = 1 + simulate::deformed_track_places(model).numbers();
    options.record_deformed_track = [&](const double* record) {
      deformed_.emplace_back(record, record + numbers);
      return true;
    };
    summary_ = simulate::run(model, options);
    EXPECT_EQ(summary_.status, simulate::RunStatus::completed) << summary_.failure;
    return values;
  }

  TemporaryFolder folder_;
  simulate::Summary summary_;
  std::vector<std::vector<double>> deformed_;  ///< records of the last run
};

}  // namespace flangeway::test
