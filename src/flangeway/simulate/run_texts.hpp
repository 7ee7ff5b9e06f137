// What to tell a user of a run: why it failed, and what to warn of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::simulate {

/// Reads a run; changes nothing.
class RunTexts {
 public:
  RunTexts(const vehicle_case::CaseModel& model, const RemoteContact* remote, const Simulation& simulation,
           const Advance& advance)
      : model_(model), remote_(remote), simulation_(simulation), advance_(advance) {}

  /// Why the last step, or the evaluation at the start, has failed.
  [[nodiscard]] std::string reason() const;
  /// About a run that has ended, with its wheels.
  [[nodiscard]] std::vector<std::string> warnings(const std::vector<WheelSummary>& wheels) const;
  [[nodiscard]] bool other_solver_is_gone() const;

 private:
  [[nodiscard]] std::string remedy() const;
  [[nodiscard]] std::string contact_failure(std::size_t wheelset) const;
  [[nodiscard]] std::pair<std::string, std::string> jump_words(const Advance::Jump& jump) const;
  [[nodiscard]] std::string jump_text(const Advance::Jump& jump) const;
  [[nodiscard]] std::string first_wild_body() const;
  void warn_of_wheels(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const;
  void warn_of_steps(std::vector<std::string>& out) const;
  void warn_of_drift(std::vector<std::string>& out) const;
  void warn_of_case(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const;

  const vehicle_case::CaseModel& model_;
  const RemoteContact* remote_;
  const Simulation& simulation_;
  const Advance& advance_;
};

}  // namespace flangeway::simulate
