// The equations of motion of a case in independent coordinates, about its start: what eigenvalues and limit
// cycles are found from. Theory: docs/theory/stability.md.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// One component of the reduced state.
struct ReducedComponent {
  enum class Kind { position, velocity, auxiliary };
  Kind kind = Kind::position;
  std::size_t place = 0;       ///< in the state of the case
  std::size_t body = 0;        ///< of a position or velocity
  std::size_t coordinate = 0;  ///< 0 … 5: s, y, z, roll, pitch, yaw
  [[nodiscard]] std::string name(const multibody::Model& vehicle) const;  ///< "bogie.yaw"
};

/// "s", "y", "z", "roll", "pitch", "yaw"
[[nodiscard]] const char* coordinate_name(std::size_t coordinate);

/// Angles by which wheelsets have rolled: no force depends on them, and they grow for ever.
enum class RollingAngles { kept, left_out };

/// x = 0 is the start of the case, rolling at the requested speed; the position on the track stays that of
/// the start. Heights and rolls of wheelsets with constraint contact follow the rails, and coordinates
/// constrained by joints follow the rest. A function of speed and x; allocates nothing.
class ReducedEquations {
 public:
  ReducedEquations(const vehicle_case::CaseModel& model, RollingAngles angles);

  [[nodiscard]] std::size_t size() const { return components_.size(); }
  [[nodiscard]] const std::vector<ReducedComponent>& components() const { return components_; }
  /// Its drive has the speed of the last evaluation.
  [[nodiscard]] const vehicle_case::CaseModel& model() const { return model_; }
  /// dx/dt. Not ok where a wheelset has left its table of contacts.
  [[nodiscard]] EvalStatus derivative(double speed, const double* x, double* rate);
  /// ∂(dx/dt)/∂x by central differences of steps of 1e-6 and 2e-6 (m, rad, m/s, rad/s), extrapolated. Steps
  /// are shorter, down to 1e-8, where a wheelset would leave its rails. Throws NumericalFailure.
  [[nodiscard]] Eigen::MatrixXd jacobian(double speed, const Eigen::VectorXd& x);
  /// All channels of the recorder at x, after derivative(), but those of energy: they are zero.
  void channels(double* row) const;
  /// The wheel that its constraint holds down most at x, after derivative(): "wheelset1.left", and the sum of
  /// its pulling forces in N; 0 where no rail pulls.
  struct Pull {
    std::string wheel;
    double force = 0;
  };
  [[nodiscard]] Pull largest_pull() const;

  /// Displaces the rails under each wheelset, in all later evaluations, in place of the irregularities of the
  /// track: one entry for each. Wheelsets are at least 1 m apart.
  void displace_rails(const std::vector<track::Irregularity>& at_wheelsets);
  /// Replaces a force and moment of the applied forces of the model, from the next evaluation on.
  void set_applied_force(std::size_t place, const Vec3& force, const Vec3& moment);
  /// Sets where elastic contact is looked for from the next evaluation: everywhere (Look::all) by default.
  /// With the start's candidates alone (Look::known) Newton's method converges more often, but its result has
  /// to be checked.
  void look(wheelrail::Look where) { model_.contact.settings.look = where; }

 private:
  [[nodiscard]] double base(const ReducedComponent& component, double speed) const;
  [[nodiscard]] bool difference(double speed, Eigen::VectorXd& x, Eigen::Index j, double step,
                                Eigen::VectorXd& quotient);
  [[nodiscard]] EvalStatus settle(const double* x, double speed);

  vehicle_case::CaseModel model_;  // before the simulation, which refers to it
  double start_speed_;             // m/s
  Simulation simulation_;
  std::vector<ReducedComponent> components_;
  std::vector<double> start_, y_, rate_, before_;
};

}  // namespace flangeway::simulate
