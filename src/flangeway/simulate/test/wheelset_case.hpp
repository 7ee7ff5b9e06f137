// A case in a folder of its own: a bare wheelset of the Manchester wagon, S1002 on 140RE, on a line that a
// test gives.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::test {

inline constexpr double wheelset_mass = 1813, gravity = 9.81;  ///< kg, m/s²

/// Values that are set in a case, one list behind the other.
inline std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class WheelsetCase : public ::testing::Test {
 protected:
  /// Straight, and then left with R = 300 m.
  explicit WheelsetCase(double straight = 20) {
    folder_.write("vehicle.toml", "name = \"wheelset\"\n" + wheelset_text(wheelset_mass));
    folder_.write("case.toml",
                  "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
                  "contact.method = \"kec\"\n");
    track("segments = [{ kind = \"straight\", length = " + std::to_string(straight) + R"( },
            { kind = "transition", length = 30.0 }, { kind = "circular", length = 60.0, radius = 300.0 }])");
  }

  void track(const std::string& line, const std::string& irregularities = "") {
    folder_.write("track.toml",
                  line + "\n[rails]\nprofile = \"140re\"\nlateral_position = 0.7555\n" + irregularities);
  }
  vehicle_case::CaseModel load(const std::vector<std::string>& sets) {
    return load_case(folder_.path() / "case.toml", sets);
  }
  /// Finding of the check of the case.
  std::string finding(const std::vector<std::string>& sets) {
    return case_findings(folder_.path() / "case.toml", sets);
  }

  TemporaryFolder folder_;
};

}  // namespace flangeway::test
