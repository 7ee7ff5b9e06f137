#include "flangeway/contact_geometry.hpp"

#include "flangeway/api/profile_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/assess/conicity.hpp"
#include "flangeway/conicity.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/geometry/sweep.hpp"

namespace flangeway {

struct ContactGeometry::Data {
  geometry::WheelsetGeometry pair;
};

namespace {

WheelContact contact_of(const geometry::Touch& touch, const geometry::Side& side) {
  return {touch.angle, touch.wheel_s, touch.rail_s, side.radius - side.wheel.point(touch.wheel_s).y()};
}

WheelsetPosition position_of(const geometry::Position& p, const geometry::WheelsetGeometry& pair) {
  if (!p.found) return {};
  return {true, p.y, p.z, p.roll, contact_of(p.left, pair.left), contact_of(p.right, pair.right)};
}

geometry::WheelsetGeometry pair_of(const Profile& left_wheel, const Profile& right_wheel,
                                   const Profile& left_rail, const Profile& right_rail,
                                   const WheelsetPlacement& placement) {
  for (const Profile* wheel : {&left_wheel, &right_wheel}) api::need_kind(*wheel, ProfileKind::wheel);
  for (const Profile* rail : {&left_rail, &right_rail}) api::need_kind(*rail, ProfileKind::rail);
  api::need_positive("gauge", placement.gauge);
  api::need_positive("rail_position", placement.rail_position.value_or(1));
  api::need_positive("tape_circle_distance", placement.tape_circle_distance);
  api::need_positive("radius", placement.radius);
  if (!std::isfinite(placement.inclination)) api::refuse("inclination", "is no finite number", "", "");
  geometry::RailPlacement rails;
  rails.gauge = placement.rail_position ? 0 : placement.gauge;
  rails.lateral = placement.rail_position.value_or(0);
  rails.inclination = placement.inclination;
  return api::translated([&] {
    return geometry::make_geometry(left_wheel.data().profile, right_wheel.data().profile,
                                   left_rail.data().profile, right_rail.data().profile,
                                   placement.tape_circle_distance / 2, placement.radius, rails);
  });
}

}  // namespace

ContactGeometry::ContactGeometry(const Profile& wheel, const Profile& rail,
                                 const WheelsetPlacement& placement)
    : ContactGeometry(wheel, wheel, rail, rail, placement) {}

ContactGeometry::ContactGeometry(const Profile& left_wheel, const Profile& right_wheel,
                                 const Profile& left_rail, const Profile& right_rail,
                                 const WheelsetPlacement& placement)
    : data_(
          std::make_shared<const Data>(pair_of(left_wheel, right_wheel, left_rail, right_rail, placement))) {}

std::vector<WheelsetPosition> ContactGeometry::positions(std::span<const double> y,
                                                         double gauge_variation) const {
  const geometry::PositionSearch search(data_->pair);
  std::vector<WheelsetPosition> all;
  geometry::Position position;
  for (const double one : y) {
    position = search.at_y(one, gauge_variation, position);
    all.push_back(position_of(position, data_->pair));
  }
  return all;
}

std::optional<FlangeJump> ContactGeometry::flange_jump() const {
  const geometry::Sweep sweep = geometry::sweep(geometry::PositionSearch(data_->pair), {});
  const geometry::Jump* jump = geometry::tread_flange_jump(sweep, true);
  if (jump == nullptr) return std::nullopt;
  return FlangeJump{position_of(jump->before, data_->pair), position_of(jump->after, data_->pair)};
}

RadiusDifference ContactGeometry::radius_difference(bool roll) const {
  geometry::RadiusDifference difference = geometry::radius_difference(data_->pair, {.roll = roll});
  return {std::move(difference.y), std::move(difference.value)};
}

std::vector<Conicity> equivalent_conicity(const RadiusDifference& difference,
                                          std::span<const double> amplitudes) {
  const assess::Series series{difference.y, difference.value};
  if (difference.y.size() != difference.value.size())
    api::refuse("difference", "has y and value of different lengths", "", "");
  if (const std::string wrong = assess::problem(series); !wrong.empty())
    api::refuse("difference", wrong, "", "");
  for (std::size_t i = 1; i < difference.y.size(); ++i)
    if (!(difference.y[i] > difference.y[i - 1]))
      api::refuse("difference.y", "does not rise strictly", "", "");
  for (const double amplitude : amplitudes) api::need_positive("amplitudes", amplitude);
  return api::translated([&] {
    Findings findings;
    const auto found =
        assess::equivalent_conicities(series, {amplitudes.begin(), amplitudes.end()}, findings);
    api::throw_if_any(findings);
    std::vector<Conicity> all;
    for (const assess::Conicity& c : found)
      all.push_back({c.amplitude, c.nonlinear, c.regression, c.harmonic});
    return all;
  });
}

}  // namespace flangeway
