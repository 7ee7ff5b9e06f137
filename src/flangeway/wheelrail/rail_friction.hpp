// Friction of the rails: over the contact angle, along the track, and where wheels have cleaned it. Theory:
// docs/theory/creep_forces.md, "Friction along the track".
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::wheelrail {

/// [|contact angle| in rad, coefficient], increasing angle, linear between.
using FrictionOverAngle = std::vector<std::array<double, 2>>;

struct FrictionStation {
  double s = 0;                  ///< m
  FrictionOverAngle over_angle;  ///< not empty
};

/// Friction of one rail: the law, and optionally the coefficient over the contact angle or along the track.
struct RailFriction {
  contact::Friction law;
  FrictionOverAngle over_angle = {};  ///< empty: law.coefficient everywhere
  /// Increasing s, linear between, instead of both coefficients; empty: the same all along.
  std::vector<FrictionStation> stations = {};
};

/// At zero slip, for the contact angle in rad and the place s in m.
[[nodiscard]] double friction_coefficient(const RailFriction& friction, double angle, double s);
/// The largest anywhere, at zero slip.
[[nodiscard]] double largest_friction(const RailFriction& friction);

/// Wheels clean the rail for those behind them: the coefficient of friction rises towards that of a clean
/// rail by the share 1 − exp(−W/work), W in J/m the work of creep that wheels have done there before.
struct AdhesionRecovery {
  double coefficient = 0;  ///< of the clean rail at zero slip
  double work = 0;         ///< J/m; 0: rails stay as they are
  double length = 0;       ///< m, from the first to the last wheelset
};

/// Friction work of the wheels on one rail, in cells of the track from the last wheelset to the first.
class RailMemory {
 public:
  static constexpr double cell = 0.1;  ///< m
  RailMemory() = default;
  explicit RailMemory(double length);

  /// A wheel does the work (J/m) on the rail from one place to the other, m.
  void add(double from, double to, double work);
  /// Work of the preceding wheels at s, J/m, for a wheel that runs forwards or backwards: from one to two
  /// cells ahead, where the wheel itself has not been.
  [[nodiscard]] double work_ahead(double s, bool forwards) const;

  struct Cell {
    double number = -1;  ///< of the cell along the track, s/cell rounded down
    double work = 0;     ///< J/m
  };

  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<RailMemory> memory) {
    codec(memory.ring_);
  }

 private:
  [[nodiscard]] double at(double number) const;
  [[nodiscard]] std::size_t slot(double number) const;
  std::vector<Cell> ring_;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<RailMemory::Cell> cell) {
  codec(cell.number, cell.work);
}

}  // namespace flangeway::wheelrail
