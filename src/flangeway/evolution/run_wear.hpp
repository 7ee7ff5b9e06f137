// Wear of the wheels of a run and of the rails below them. Theory: docs/theory/wear_laws.md, "Contacts of a
// run".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/damage/dang_van.hpp"
#include "flangeway/damage/fatigue.hpp"
#include "flangeway/damage/wheel_wear.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::evolution {

struct WearSettings {
  int elements = 20;                                                ///< along and across each patch
  double yield_in_shear = 3e8;                                      ///< Pa, for the surface fatigue index
  double hydrostatic_factor = damage::SubsurfaceSettings{}.factor;  ///< of Dang Van's stress
  double from = 0;  ///< m, the run counts from this distance on
  double cell = 0;  ///< m, length of the cells of distance whose wear is kept apart; 0: none is
};

/// Rolling contact fatigue; sums over the distance in m.
struct Fatigue {
  double largest_index = 0;  ///< not below 0
  double ratchets = 0;       ///< distance with an index above 0
  double cracks = 0;         ///< of damage by passes
};

struct WornWheel {
  std::string name;  ///< "wheelset1.left"
  damage::WheelWear wear;
  Fatigue fatigue = {};
  damage::EllipseContact hardest = {};  ///< the contact with the largest pressure …
  double pressure = 0, place = 0;       ///< … in Pa, and its lateral place on the wheel, m
  /// Depths of the wheel's section at the end of each cell of the distance, m.
  std::vector<std::vector<double>> history = {};
};

/// Collects the wear of all wheels from the rows of a run (simulate/recorder.hpp). The model and the law must
/// outlive it.
class RunWear {
 public:
  RunWear(const vehicle_case::CaseModel& model, const damage::WearLaw& law, const WearSettings& settings);
  void add(const double* row);
  [[nodiscard]] const std::vector<WornWheel>& wheels() const { return wheels_; }
  [[nodiscard]] double distance() const { return total_; }      ///< m, that counts
  [[nodiscard]] double cell() const { return settings_.cell; }  ///< m
  /// Dang Van's stress in each wheel below its contact with the largest pressure.
  [[nodiscard]] std::vector<damage::SubsurfaceMap> below_the_surface() const;

 private:
  // The channels of a wheel and of its contacts, as places in a row.
  struct ContactColumns {
    std::size_t force, a, b, x, y, spin, angle, wheel, rail, force_x, force_y, spin_moment;
    std::optional<std::size_t> friction;  ///< where it varies along the track
  };
  struct WheelColumns {
    std::size_t side, speed, s;
    std::array<ContactColumns, 2> contacts;
  };
  [[nodiscard]] ContactColumns columns_of(const std::vector<results::Channel>& all,
                                          const std::string& contact) const;
  bool add_contact(const double* row, const ContactColumns& at, double step, const WheelColumns& columns,
                   WornWheel& wheel);
  void add_fatigue(const double* row, const ContactColumns& at, double step, Fatigue& fatigue) const;

  const wheelrail::Settings& contact_;
  const damage::WearLaw& law_;
  WearSettings settings_;
  damage::EllipseWear ellipse_;
  damage::PatchWear wear_;  // of the last contact
  std::size_t distance_ = 0;
  double last_ = 0, run_ = 0, total_ = 0;  // m; total_: what counts
  std::vector<WheelColumns> columns_;
  std::vector<WornWheel> wheels_;
};

}  // namespace flangeway::evolution
