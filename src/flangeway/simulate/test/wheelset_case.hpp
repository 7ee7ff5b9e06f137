// A case in a folder of its own: a bare wheelset of the Manchester wagon, S1002 on 140RE, on a line that a
// test gives.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "flangeway/vehicle/case_compile.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {

inline vehicle::CaseModel load_case(const std::filesystem::path& file, const std::vector<std::string>& sets) {
  Findings findings;
  auto model = vehicle::load_case(file, sets, findings);
  findings.throw_if_any();
  return std::move(*model);
}

class WheelsetCase : public ::testing::Test {
 protected:
  /// Straight, and then left with R = 300 m.
  explicit WheelsetCase(double straight = 20) {
    folder_.write("vehicle.toml", R"(name = "wheelset"
[[wheelsets]]
name = "wheelset"
x = 0.0
mass = 1813.0
inertia = [1120.0, 112.0, 1120.0]
wheel_radius = 0.457
wheel_profile = "s1002"
profile_position = 0.7515
)");
    folder_.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n");
    track("segments = [{ kind = \"straight\", length = " + std::to_string(straight) + R"( },
            { kind = "transition", length = 30.0 }, { kind = "circular", length = 60.0, radius = 300.0 }])");
  }

  void track(const std::string& line, const std::string& irregularities = "") {
    folder_.write("track.toml",
                  line + "\n[rails]\nprofile = \"140re\"\nlateral_position = 0.7555\n" + irregularities);
  }
  vehicle::CaseModel load(const std::vector<std::string>& sets) {
    return load_case(folder_.path() / "case.toml", sets);
  }
  /// What the check of the case says.
  std::string finding(const std::vector<std::string>& sets) {
    Findings findings;
    (void)vehicle::load_case(folder_.path() / "case.toml", sets, findings);
    return findings.text();
  }

  TemporaryFolder folder_;
};

}  // namespace flangeway::test
