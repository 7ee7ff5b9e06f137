// One wheel of a run beside its rail, in left-hand coordinates: y of a right wheel is turned round.
#pragma once

#include "flangeway/multibody/workspace.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"
#include "flangeway/wheelrail/rail_motion.hpp"
#include "flangeway/wheelrail/search/search.hpp"

namespace flangeway::wheelrail::elastic {

/// Placement of a wheel relative to the rail at the position s of its wheelset, m. Rail heads turn with the
/// cross level (a tilted sleeper), as with lookup tables. `rail_half_distance` as in Model.
[[nodiscard]] Placement place_wheel(const multibody::BodyState& body, const track::Irregularity& irregularity,
                                    double s, double rail_half_distance, const RailMotion& rail,
                                    std::size_t side);

/// Axes of the rail beside the wheelset, columns: along it, across, up.
[[nodiscard]] Mat3 rail_axes(const RailLine& line);

/// Motion of a wheelset over a rail that stands still in its design place: in the axes of the rail, with the
/// origin where the track's centre line would be. `turning` is the absolute angular velocity of the wheel
/// (rad/s, track components), `reference` the place of the rail profile's origin, `radius` that of the wheel.
[[nodiscard]] wheel_on_rail::WheelsetMotion motion_on_rail(const multibody::BodyState& body,
                                                           const Vec3& turning, const RailMotion& rail,
                                                           const Placement& place, const Vec2& reference,
                                                           double radius, std::size_t side);

}  // namespace flangeway::wheelrail::elastic
