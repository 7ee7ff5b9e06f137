// The work of a run: sums over its steps. Derivation: docs/theory/energy.md.
#pragma once

#include <algorithm>
#include <array>

#include "flangeway/multibody/surfaces.hpp"
#include "flangeway/simulate/energy.hpp"

namespace flangeway::simulate {

/// Energy that friction surfaces of the suspension dissipate in each step: their forces times the distances
/// that they slip. Instantaneous rates are inaccurate in steps far above the friction time.
class SurfaceMeter {
 public:
  void start(const multibody::Surfaces& surfaces);
  /// At the end of a step, after derivative() there.
  void add(double step, const multibody::Surfaces& surfaces);
  /// J, from the start to an instant of the last step, after derivative() there.
  [[nodiscard]] double work(const multibody::Surfaces& surfaces) const;
  /// W, mean of the last step.
  [[nodiscard]] double power() const { return power_; }
  /// Whether what was loaded belongs to as many surfaces.
  [[nodiscard]] bool fits(const multibody::Surfaces& surfaces) const;

 private:
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<SurfaceMeter> meter) {
    codec(meter.begin_.force, meter.begin_.place, meter.end_.force, meter.end_.place, meter.before_,
          meter.work_, meter.power_);
  }

  multibody::Surfaces begin_, end_;           // of the last step
  double before_ = 0, work_ = 0, power_ = 0;  // J until its begin and its end, W in it
};

/// Sums the work up over the steps of the integrator.
class EnergyMeter {
 public:
  /// At the start of the run, after derivative() there.
  void start(const EnergyInstant& instant, const multibody::Surfaces& surfaces);
  /// At the end of a step, after derivative() there.
  void end_step(double t, const EnergyFlow& power, const multibody::Surfaces& surfaces);
  /// At the end of the last step, where the powers jump to these.
  void jump(const EnergyFlow& power);
  /// Completes `instant` at a time t of the last step, after derivative() there.
  void complete(double t, const multibody::Surfaces& surfaces, EnergyInstant& instant) const;
  /// Whether what was loaded belongs to a model with as many surfaces.
  [[nodiscard]] bool fits(const multibody::Surfaces& surfaces) const {
    return count_ >= 1 && count_ <= points_.size() + 1 && surfaces_.fits(surfaces);
  }

 private:
  struct Point {
    double time = 0;
    EnergyFlow power;
  };
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<Point> point) {
    codec(point.time, point.power);
  }
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<EnergyMeter> meter) {
    codec(meter.points_, meter.count_, meter.stored_, meter.base_, meter.work_, meter.surfaces_);
  }

  [[nodiscard]] std::size_t known() const { return std::min(count_, points_.size()); }
  /// J, from `from` to `to`, s, of the polynomial through the known points.
  [[nodiscard]] EnergyFlow integral(double from, double to) const;

  std::array<Point, 4> points_;  // ends of steps, the newest first
  std::size_t count_ = 0;        // since the last jump; at most one more than are kept
  double stored_ = 0;            // J, at the start
  EnergyFlow base_, work_;       // at the last jump and now, without that of friction surfaces
  SurfaceMeter surfaces_;
};

}  // namespace flangeway::simulate
