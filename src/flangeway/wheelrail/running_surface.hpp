// Wheels that are not round, and short deviations of the rails, as the centre of a wheel meets them. Theory:
// docs/theory/out_of_round.md.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "flangeway/math/cubic_spline.hpp"
#include "flangeway/math/hermite_table.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::wheelrail {

/// Form of one wheel. Angles go around the wheel, in rad, from the point that touches at the start to those
/// that touch later.
struct WheelForm {
  struct Wave {
    double order = 1, amplitude = 0, phase = 0;  ///< amplitude cos(order angle + phase), m
  };
  struct Flat {
    double angle = 0, length = 0;  ///< of its middle; m
    double depth = 0;              ///< m, of a rounded flat; 0: a chord
  };
  std::vector<Wave> waves;
  std::vector<Flat> flats;
  struct Measured {
    math::CubicSpline deviation;  ///< m over -π … 3π
    double angle = 0;             ///< of its 0
  };
  std::vector<Measured> measured;
};

/// Height of the wheel's centre on an even rail above that of a round wheel, over its angle of rotation, 0 …
/// 2π: (2).
[[nodiscard]] math::HermiteTable hub_height(const WheelForm& form, double radius);

/// Height of a wheel's centre over the deviations of one rail, over s; one table for each stretch that has
/// any, in order: (4), (5).
using RailSurface = std::vector<math::HermiteTable>;
[[nodiscard]] RailSurface rail_surface(const std::vector<track::SurfaceDefect>& defects, std::size_t side,
                                       double radius, double contact_length);

/// Rise of one wheel at one instant: height of its centre above that of a round wheel on even rails.
struct Rise {
  math::HermiteTable::At wheel;  ///< m; derivatives with respect to the angle of rotation
  math::HermiteTable::At rail;   ///< m; with respect to s
  [[nodiscard]] double value() const { return wheel.value + rail.value; }
};

/// Running surfaces of all wheels; by wheelset, then left and right.
struct RunningSurfaces {
  std::vector<std::array<std::shared_ptr<const math::HermiteTable>, 2>> wheels;  ///< nullptr: round
  std::vector<std::array<std::shared_ptr<const RailSurface>, 2>> rails;          ///< nullptr: even

  [[nodiscard]] bool even() const { return wheels.empty(); }
  /// `angle`: the pitch coordinate of the wheelset, which grows as it rolls forwards.
  [[nodiscard]] Rise at(std::size_t wheelset, std::size_t side, double s, double angle) const;
};

}  // namespace flangeway::wheelrail
