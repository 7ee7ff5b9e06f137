// Steady running of a vehicle under a constant curvature, cant, displacement of its rails and load on its
// bodies. Theory: docs/theory/quasi_static.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/simulate/reduced_equations.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::quasistatic {

/// Force and moment on a body at its centre of gravity, in its axes.
struct Load {
  std::size_t body = 0;
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  ///< N, N m
};

struct Condition {
  double speed = 1;                 ///< m/s
  double curvature = 0;             ///< 1/m, left positive
  double cant = 0;                  ///< m, right rail above left
  std::vector<double> cross_level;  ///< m, left rail above right under each wheelset; empty: none
  std::vector<Load> loads;
};

/// Slow enough that inertia counts for nothing, fast enough that creep brings wheelsets to rest.
inline constexpr double walking_pace = 1;  // m/s

/// Finds one steady state after another, each from the one before.
class SteadyRunning {
 public:
  /// The vehicle, its contact and its rails are those of the case; course and irregularities are not.
  explicit SteadyRunning(const vehicle_case::CaseModel& model);

  /// All channels of the recorder. Throws NumericalFailure where there is no steady running.
  [[nodiscard]] const std::vector<double>& at(const Condition& condition);
  /// Changes over time while a vehicle runs on: its first load, each interval (s) of the duration (s).
  struct Passage {
    double duration = 0, interval = 0;
    std::function<Load(double time)> load;
    std::function<void(double time)> look;  ///< value() is of this time
  };
  /// In time, from steady running under a condition with a load. Throws NumericalFailure.
  void pass(const Condition& start, const Passage& passage);
  /// Value of a channel in the last state.
  [[nodiscard]] double value(const std::string& channel) const;
  [[nodiscard]] bool has(const std::string& channel) const;
  /// Track of the last state.
  [[nodiscard]] const track::TrackModel& track() const { return *track_; }
  [[nodiscard]] const vehicle_case::CaseModel& model() const { return model_; }
  [[nodiscard]] const std::string& wheelset_name(std::size_t wheelset) const;
  /// Half the sum of both wheel forces of a wheelset on level track, N.
  [[nodiscard]] double static_load(std::size_t wheelset);

 private:
  enum class Way { newton, relaxation };
  bool try_at(const Condition& condition, Way way, const Eigen::VectorXd& start);
  bool try_with(wheelrail::Look look, const Condition& condition, Way way, const Eigen::VectorXd& start);
  [[nodiscard]] bool on_rails() const;

  const vehicle_case::CaseModel& model_;
  std::vector<std::string> names_;
  Condition last_;
  Eigen::VectorXd x_;
  std::vector<double> row_, static_loads_;
  std::optional<track::TrackModel> track_;
};

/// The heaviest car body; without one the heaviest body that is no wheelset.
[[nodiscard]] std::size_t carbody(const multibody::Model& vehicle);

/// Wheelsets that one frame carries, from the leading group on.
struct Bogie {
  std::size_t frame = 0;                    ///< body
  std::vector<std::size_t> wheelsets;       ///< of the case, leading first
  std::vector<std::size_t> axleboxes = {};  ///< bodies that carry one of them alone
  double middle = 0, base = 0;              ///< m, place in the vehicle; distance of the outer wheelsets
};
/// Between a bogie and its wheelsets there may be axleboxes. A body above bogies is no bogie. Findings where
/// two frames with different middles carry one wheelset, or where none does.
[[nodiscard]] std::vector<Bogie> bogies(const vehicle_case::CaseModel& model, Findings& findings);

/// Findings: what a case must be for a quasi-static test.
void check(const vehicle_case::CaseModel& model, Findings& findings);
/// Reasons to doubt the result: dry friction that sticks.
[[nodiscard]] std::vector<std::string> doubts(const vehicle_case::CaseModel& model);

}  // namespace flangeway::quasistatic
