// Wear of one wheel and of the rail below it over a run.
#pragma once

#include "flangeway/damage/patch_wear.hpp"
#include "flangeway/damage/section.hpp"

namespace flangeway::damage {

/// Position of a contact on the profiles, as of a left wheel, and direction of the rows of its patch.
struct ContactPlace {
  double wheel = 0, rail = 0;  ///< m, lateral places
  double side = 1;             ///< +1 left, −1 right
};

class WheelWear {
 public:
  /// `radius` of the wheel, m; the profiles as of a left wheel.
  WheelWear(double radius, const profile::Curve& wheel, const profile::Curve& rail);

  /// Wear by one contact that the wheel has while it runs `distance` m; `half_width` of the patch, m.
  void add(const PatchWear& wear, double half_width, const ContactPlace& place, double distance);

  /// Depth that the wheel has lost, m.
  [[nodiscard]] const Section& wheel() const { return wheel_; }
  /// Integral over the distance of the depth that each pass takes from the rail, m².
  [[nodiscard]] const Section& rail() const { return rail_; }
  [[nodiscard]] double volume() const { return volume_; }            ///< m³, that the wheel has lost
  [[nodiscard]] double work() const { return work_; }                ///< J, dissipated
  [[nodiscard]] double solved_work() const { return solved_work_; }  ///< J, as FASTSIM would have it
  [[nodiscard]] double beyond() const {
    return beyond_;
  }  ///< J, the part of it where the law is extrapolated

 private:
  double circumference_;
  Section wheel_, rail_;
  double volume_ = 0, work_ = 0, beyond_ = 0, solved_work_ = 0;
};

}  // namespace flangeway::damage
