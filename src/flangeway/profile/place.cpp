#include "flangeway/profile/place.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/profile/measure.hpp"

namespace flangeway::profile {
namespace {

constexpr double negligible = 1e-7;  // m

void move(Profile& profile, const Vec2& shift, const char* why) {
  if (shift.norm() < negligible) return;
  profile.curve = profile.curve.moved(shift);
  for (Repair& repair : profile.repairs) repair.where_y += shift.x();
  profile.repairs.push_back(
      {fmt::format("moved by {:.4f} mm in y and {:.4f} mm in z: {}", 1e3 * shift.x(), 1e3 * shift.y(), why),
       0, 0});
}

void place_wheel(Profile& profile) {
  const auto tip = flange_tip(profile.curve);
  if (!tip) {
    profile.repairs.push_back(
        {"has no flange: its origin stays that of the file, and nothing keeps it on the rails", 0, 0, true});
    return;
  }
  const double step = profile.curve.point(*tip).x() > 0 ? -tape_circle : 0;
  const auto tread = outermost_at_y(profile.curve, -step);
  if (!tread) return;
  move(profile, {step, -profile.curve.point(*tread).y()},
       "the tape circle, 70 mm from the flange back, is the origin");
}

}  // namespace

std::vector<std::string> warnings_of(const Profile& profile) {
  std::vector<std::string> texts;
  for (const Repair& repair : profile.repairs)
    if (repair.is_warning) texts.push_back(profile.source + ": " + repair.what);
  return texts;
}

void place_origin(Profile& profile) {
  if (profile.kind == Kind::wheel) {
    place_wheel(profile);
  } else {
    move(profile, {0, -highest_point(profile.curve).y()}, "the highest point of a rail is at z = 0");
  }
}

}  // namespace flangeway::profile
