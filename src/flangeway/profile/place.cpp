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

// A profile that begins at the flange back, which is upright, has it 70 mm from the tape circle.
void warn_of_back(Profile& profile) {
  constexpr double upright = 1.2, near = 2e-3;  // rad, m
  const Curve& curve = profile.curve;
  const double back = extent(curve).y_low;
  const bool begins_there =
      std::abs(curve.point(0).x() - back) < 1e-4 && std::abs(curve.angle(1e-4)) > upright;
  if (!begins_there || std::abs(back + tape_circle) < near) return;
  profile.repairs.push_back(
      {fmt::format(
           "has its flange back at y = {:.1f} mm, not at -70 mm: its tape circle may be shifted by {:.1f} mm",
           1e3 * back, 1e3 * (back + tape_circle)),
       0, 0, true});
}

void place_wheel(Profile& profile, bool origin_is_given) {
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
  if (!origin_is_given) warn_of_back(profile);
}

}  // namespace

std::vector<std::string> warnings_of(const Profile& profile) {
  std::vector<std::string> texts;
  for (const Repair& repair : profile.repairs)
    if (repair.is_warning) texts.push_back(profile.source + ": " + repair.what);
  return texts;
}

void place_origin(Profile& profile, bool is_given) {
  if (profile.kind == Kind::wheel) {
    place_wheel(profile, is_given);
  } else {
    move(profile, {0, -highest_point(profile.curve).y()}, "the highest point of a rail is at z = 0");
  }
}

}  // namespace flangeway::profile
