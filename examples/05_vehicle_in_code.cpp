// Builds a wheelset with two springs to the track in code, lets it run on a straight track at several speeds,
// and prints how fast its lateral motion grows: below the critical speed it dies out.
#include <fmt/format.h>

#include <algorithm>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace {

using namespace flangeway;

// A wheelset, held to the track by one spring on each side (N/m).
vehicle::VehicleSpec held_wheelset(double stiffness) {
  vehicle::WheelsetSpec wheelset;
  wheelset.name.value = "wheelset";
  wheelset.mass = 1813;
  wheelset.inertia = {1120, 112, 1120};
  wheelset.wheel_radius = 0.457;
  wheelset.wheel_profile.value = "s1002";
  wheelset.profile_position = 0.7515;
  vehicle::BushingSpec spring;
  spring.name.value = "guide";
  spring.body_i.value = "wheelset";
  spring.body_j.value = "track";
  spring.position = {0, 1, 0.457};
  spring.stiffness = {stiffness, stiffness, 0};
  spring.auto_preload = false;
  spring.mirror_y = true;
  vehicle::VehicleSpec vehicle;
  vehicle.name.value = "held wheelset";
  vehicle.wheelsets = {wheelset};
  vehicle::elements_of<vehicle::BushingSpec>(vehicle) = {spring};
  return vehicle;
}

track::TrackSpec straight_track() {
  track::SegmentSpec segment;
  segment.length = 100;
  track::TrackSpec track;
  track.name.value = "straight";
  track.segments = {segment};
  track.rails.profile.value = "60e1";
  track.rails.inclination = 0.025;
  return track;
}

}  // namespace

int main() {
  for (const double speed : {5.0, 10.0, 20.0, 40.0}) {
    vehicle_case::CaseFiles files{{}, held_wheelset(2e5), straight_track()};
    files.spec.speed = speed;
    Findings findings;
    const auto model = vehicle_case::compile_case(std::move(files), findings);
    if (!model) {
      fmt::print(stderr, "{}\n", findings.text());
      return 2;
    }
    std::vector<simulate::Mode> swinging = simulate::modes(*model, true);
    std::erase_if(swinging, [](const auto& mode) { return mode.frequency < 0.1; });  // free rolling
    const auto growth = [](const simulate::Mode& mode) { return mode.eigenvalue.real(); };
    const simulate::Mode& worst = *std::ranges::max_element(swinging, {}, growth);
    fmt::print("{:3.0f} m/s: {:6.3f} Hz, grows by {:8.3f} 1/s ({}.{})\n", speed, worst.frequency,
               worst.eigenvalue.real(), worst.body, worst.coordinate);
  }
  return 0;
}
