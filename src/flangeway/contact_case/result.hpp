// The result of a contact case: numbers for --json, and the fields of its patches if they are requested.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/contact_case/case.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/wheel_on_rail/contact.hpp"

namespace flangeway::contact_case {

/// Points below the surface of one block of a deck, in its axes; in SI. x changes fastest, z slowest.
struct StressPoints {
  struct Point {
    double x = 0, y = 0, z = 0;
    contact::patch::PointStress stress;
  };
  std::array<std::size_t, 3> counts{};  ///< along x, y and z
  std::vector<Point> points;
};

/// The fields of one patch, SI, in the frame of contact::patch::Problem: on the wheel, or the upper body.
struct PatchFields {
  contact::patch::Grid grid;
  std::vector<double> gap;  ///< m, undeformed
  contact::patch::TangentialKind kind = contact::patch::TangentialKind::none;
  contact::patch::Solution solution;
  std::vector<contact::patch::StressField> below;  ///< of the requested depths under all elements
  std::vector<double> wear;  ///< m, that each row takes from a surface in a pass; empty without a law
  std::optional<std::vector<StressPoints>> points;  ///< of all blocks, where they are requested one by one
};

enum class Status {
  solved,
  bad_input,   ///< its values do not make a problem
  no_contact,  ///< at the given position; all forces are zero
  unreached,   ///< a prescribed force cannot be reached
  not_converged
};
[[nodiscard]] const char* name_of(Status status);
[[nodiscard]] Status status_of(contact::patch::Outcome outcome);
[[nodiscard]] Status status_of(wheel_on_rail::Status status);

struct CaseResult {
  Metadata metadata;
  Status status = Status::solved;
  std::string message;                ///< why it is not solved
  std::vector<std::string> warnings;  ///< what to know of a result that is usable
  nlohmann::ordered_json json;        ///< the entry of `cases` in --json
  std::vector<PatchFields> fields;    ///< only where they were requested
  /// Files of the program CONTACT where they were requested, named by what follows the name of the deck
  /// (".0001a.mat"), and the part of its listing (".out").
  NamedTexts files;
  std::string listing;
};

/// Memory from one instant of a sequence to the next.
struct Instant {
  contact::patch::Grid grid;
  contact::patch::Tractions tractions;
};
/// The tractions of an instant on the grid of the next one, which may be displaced by whole elements; nothing
/// where it has other elements.
[[nodiscard]] std::optional<contact::patch::Tractions> on_grid(const Instant& instant,
                                                               const contact::patch::Grid& grid);

struct SequenceState {
  std::optional<Instant> last;      ///< result of the last case
  std::optional<Instant> previous;  ///< what that case started from
  contact::patch::Solution solution;
  std::optional<wheel_on_rail::Contact> last_contact, previous_contact;  ///< the same for wheel and rail
};

}  // namespace flangeway::contact_case
