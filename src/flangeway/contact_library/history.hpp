// Results, which are also the history of the next instant.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "flangeway/contact_case/result.hpp"

namespace flangeway::contact_library {

/// Result of a patch that was given directly.
struct PatchResult {
  contact_case::PatchCase given;
  std::optional<contact::patch::Tractions> before;  ///< tractions of the instant before, on its own grid
  contact::patch::Solution solution;
};

/// Result of a wheel on a rail.
struct WheelResult {
  contact_case::WheelRailCase given;
  wheel_on_rail::Contact contact;  ///< of the left-hand pair that was solved
};

/// Result of either kind of problem.
struct Result {
  contact_case::Status status = contact_case::Status::not_converged;
  bool finite = true;  ///< false: there are no numbers
  std::optional<PatchResult> patch;
  std::optional<WheelResult> wheel;
};
using History = std::shared_ptr<const Result>;  ///< null: none

/// For restart files: the tractions and their places, without the other fields.
[[nodiscard]] std::vector<std::byte> encode(const History& history);
/// False where the bytes are damaged or foreign.
[[nodiscard]] bool decode(std::span<const std::byte> bytes, History& history);

}  // namespace flangeway::contact_library
