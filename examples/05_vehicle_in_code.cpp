// Builds a wheelset with two springs to the track in code, lets it run on a straight track at several speeds,
// and prints how fast its lateral motion grows: below the critical speed it dies out.
#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "flangeway/diagnostics.hpp"
#include "flangeway/modes.hpp"

namespace {

using namespace flangeway;

// A wheelset, held to the track by one spring on each side (N/m). The keys are those of vehicle files.
std::string held_wheelset(double stiffness) {
  std::ostringstream text;
  text << R"(
    name = "held wheelset"
    [[wheelsets]]
    name = "wheelset"
    mass = 1813
    inertia = [1120, 112, 1120]
    x = 0
    wheel_radius = 0.457
    wheel_profile = "s1002"
    profile_position = 0.7515
    [[bushings]]
    name = "guide"
    body_i = "wheelset"
    body_j = "track"
    position = [0, 1, 0.457]
    auto_preload = false
    mirror_y = true
    stiffness = [)"
       << stiffness << ", " << stiffness << ", 0]\n";
  return text.str();
}

constexpr const char* straight_track = R"(
  name = "straight"
  segments = [{ kind = "straight", length = 100 }]
  rails = { profile = "60e1", inclination = 0.025 }
)";

}  // namespace

int main() {
  for (const double speed : {5.0, 10.0, 20.0, 40.0}) {
    try {
      const Case held =
          Case::from_text({"speed = " + std::to_string(speed), held_wheelset(2e5), straight_track});
      std::vector<Mode> swinging = modes(held);
      std::erase_if(swinging, [](const Mode& mode) { return mode.frequency < 0.1; });  // free rolling
      const Mode& worst =
          *std::ranges::max_element(swinging, {}, [](const Mode& mode) { return mode.eigenvalue.real(); });
      std::printf("%3.0f m/s: %6.3f Hz, grows by %8.3f 1/s (%s.%s)\n", speed, worst.frequency,
                  worst.eigenvalue.real(), worst.body.c_str(), worst.coordinate.c_str());
    } catch (const InputError& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 2;
    }
  }
  return 0;
}
