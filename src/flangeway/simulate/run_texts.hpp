// Messages about a run: the reason of a failure, and warnings.
#pragma once

#include <string>
#include <vector>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::simulate {

/// "the lateral velocity of wheelset1", "0.31 m/s"
struct JumpWords {
  std::string what, size;
};
[[nodiscard]] JumpWords describe_jump(const multibody::Model& vehicle, const Advance::Jump& jump);
/// Also of rails that move with a wheelset.
[[nodiscard]] JumpWords describe_jump(const vehicle_case::CaseModel& model, const Advance::Jump& jump);

/// The warning of a wheel that chattered: where, how much, and what to do.
[[nodiscard]] std::string describe_chatter(const std::string& wheel, const ChatterWatch& chatter);

/// Reads a run and changes nothing of it.
class RunTexts {
 public:
  RunTexts(const vehicle_case::CaseModel& model, const RemoteContact* remote, const Simulation& simulation,
           const Advance& advance)
      : model_(model), remote_(remote), simulation_(simulation), advance_(advance) {}

  /// The reason why the last step, or the evaluation at the start, failed.
  [[nodiscard]] std::string reason(bool at_start = false) const;
  /// Why the run ends although no step failed: steps have become too short.
  [[nodiscard]] std::string collapse() const;
  /// Warnings about a run that has ended.
  [[nodiscard]] std::vector<std::string> warnings(const std::vector<WheelSummary>& wheels) const;
  [[nodiscard]] bool other_solver_is_gone() const;

 private:
  [[nodiscard]] std::string remedy(bool at_start = false) const;
  [[nodiscard]] std::string law_failure(std::size_t wheelset) const;
  [[nodiscard]] std::string contact_failure(std::size_t wheelset, bool at_start) const;
  [[nodiscard]] std::string jump_text(const Advance::Jump& jump) const;
  [[nodiscard]] std::string first_wild_body() const;
  void warn_of_wheels(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const;
  void warn_of_steps(std::vector<std::string>& out) const;
  [[nodiscard]] std::string wheel_without_rail(std::size_t wheelset) const;
  void warn_of_surfaces(std::vector<std::string>& out) const;
  void warn_of_drift(std::vector<std::string>& out) const;
  void warn_of_case(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const;

  const vehicle_case::CaseModel& model_;
  const RemoteContact* remote_;
  const Simulation& simulation_;
  const Advance& advance_;
};

}  // namespace flangeway::simulate
