#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "flangeway/contact_case/extras.hpp"
#include "flangeway/contact_case/patch_summary.hpp"
#include "flangeway/contact_case/program_files.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/contact_case/wear.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Grid;
using contact::patch::Outcome;
using contact::patch::Problem;
using contact::patch::Solution;
using contact::patch::Tractions;
using nlohmann::ordered_json;

void refuse(CaseResult& result, const Findings& findings) {
  result.status = Status::bad_input;
  result.message = findings.text();
}

void judge(const Solution& solution, CaseResult& result) {
  result.status = status_of(solution.outcome);
  if (result.status != Status::solved) result.message = contact::patch::message(solution.outcome);
}

Findings fault_findings(const Batch& batch, const Metadata& metadata,
                        const std::vector<std::string>& faults) {
  Findings findings;
  for (const std::string& fault : faults)
    findings.add({{batch.source, 0, 0}, fmt::format("case {}", metadata.number), fault, {}, {}, {}});
  return findings;
}

// Makes the last instant the previous one. False: there is none to continue from.
template <typename AnInstant>
bool move_on(const Batch::Entry& entry, std::optional<AnInstant>& last, std::optional<AnInstant>& previous,
             CaseResult& result) {
  if (entry.after == 0) {
    previous.reset();
  } else if (!entry.repeats) {
    previous = std::exchange(last, std::nullopt);
    if (!previous) {
      result.status = Status::bad_input;
      result.message = fmt::format("continues case {}, which has no result", entry.after);
    }
  }
  return result.status == Status::solved;
}

// Start of a case: the previous instant, on its own grid.
std::optional<Tractions> start_of(const Batch::Entry& entry, SequenceState& sequence, const Grid& grid,
                                  CaseResult& result) {
  if (!move_on(entry, sequence.last, sequence.previous, result) || !sequence.previous) return std::nullopt;
  auto start = on_grid(*sequence.previous, grid);
  if (!start) {
    result.status = Status::bad_input;
    result.message = "continues a case whose element grid does not match this one";
  } else if (entry.forget) {
    start->x.assign(start->x.size(), 0);
    start->y.assign(start->y.size(), 0);
    start->yield_stress.clear();
    start->friction.clear();
  }
  return start;
}

PatchFields fields_of(const Problem& problem, const Solution& solution, const Wanted& wanted) {
  PatchFields fields{problem.grid, problem.gap, problem.motion.kind, solution, {}, {}, {}};
  if (wanted.program_files) fields.points.emplace();
  return fields;
}

// Fields that only the files need go with them.
void write_program_files(const Batch& batch, const std::vector<ProgramPatch>& patches, const Wanted& wanted,
                         CaseResult& result) {
  const auto number = static_cast<std::size_t>(result.metadata.number);
  add_program_files(batch.deck->cases[number - 1], patches, result.fields, result);
  if (!wanted.fields) result.fields.clear();
}

void solve_patch(const Batch& batch, const Batch::Entry& entry, PatchCase& patch, SequenceState& sequence,
                 const Wanted& wanted, Workspaces& workspaces, CaseResult& result) {
  Problem& problem = patch.problem;
  if (const auto faults = find_faults(problem); !faults.empty())
    return refuse(result, fault_findings(batch, result.metadata, faults));
  const auto start = start_of(entry, sequence, problem.grid, result);
  if (result.status != Status::solved) return;
  Solution solution;
  if (entry.after > 0) solution = std::move(sequence.solution);
  solve(problem, start ? &*start : nullptr, workspaces.patch, solution);
  judge(solution, result);
  if (solution.touches_border)
    result.warnings.push_back("the contact touches the edge of the potential contact area: it may be larger");
  if (const std::string warning = long_step_warning(problem); !warning.empty())
    result.warnings.push_back(warning);
  result.warnings.insert(result.warnings.end(), patch.notes.begin(), patch.notes.end());
  result.json["total_force_on_rail"] = nullptr;
  if (solution.outcome == Outcome::not_finite) {
    result.json["patches"] = nullptr;
    sequence = {};
    return;
  }
  ordered_json json = patch_json(patch, solution, batch.convention, entry.table);
  PatchFields* fields = nullptr;
  if (wanted.fields || wanted.program_files)
    fields = &result.fields.emplace_back(fields_of(problem, solution, wanted));
  add_extras(patch.extras, {batch.convention}, {problem, start ? &*start : nullptr, solution}, workspaces,
             json, fields);
  if (wanted.wear) add_wear(*wanted.wear, batch.convention, problem, solution, json, fields);
  result.json["patches"] = ordered_json::array({std::move(json)});
  if (wanted.program_files) write_program_files(batch, {{problem, solution}}, wanted, result);
  sequence.last = Instant{problem.grid, solution.tractions};
  sequence.solution = std::move(solution);
}

void forget_tangential(wheel_on_rail::Contact& contact) {
  for (auto& patch : contact.patches) {
    contact::patch::Tractions& tractions = patch.solution.tractions;
    tractions.x.assign(tractions.x.size(), 0);
    tractions.y.assign(tractions.y.size(), 0);
    tractions.yield_stress.clear();
    tractions.friction.clear();
  }
}

void collect_fields(const wheel_on_rail::Contact& contact, const Wanted& wanted, CaseResult& result) {
  for (const auto& patch : contact.patches)
    result.fields.push_back(fields_of(patch.problem, patch.solution, wanted));
}

// A deck has y to the right, and forces on the rail; both are others in the problem of a left-hand pair.
std::vector<ProgramPatch> program_patches(const WheelRailCase& one, const wheel_on_rail::Contact& contact) {
  std::vector<ProgramPatch> patches;
  for (const auto& patch : contact.patches)
    patches.push_back({patch.problem, patch.solution, one.right_hand ? 1.0 : -1.0, true, patch.on_lattice,
                       patches.size() + 1, contact.patches.size()});
  return patches;
}

// Fields of a patch are those of a left-hand pair, z into the wheel. A deck has y to the right and z into the
// rail.
PatchAxes axes_of(const Batch& batch, const WheelRailCase& one) {
  const bool deck = batch.convention == Convention::deck;
  const double left = deck ? -1 : 1;
  return {batch.convention, one.right_hand ? -left : left, deck ? -1.0 : 1.0, -1};
}

void solve_wheel_rail(const Batch& batch, const Batch::Entry& entry, const WheelRailCase& one,
                      SequenceState& sequence, const Wanted& wanted, Workspaces& workspaces,
                      CaseResult& result) {
  using wheel_on_rail::Contact;
  if (const auto faults = find_faults(one.problem); !faults.empty())
    return refuse(result, fault_findings(batch, result.metadata, faults));
  if (!move_on(entry, sequence.last_contact, sequence.previous_contact, result)) return;
  const bool follows = sequence.previous_contact.has_value();
  if (follows && entry.forget) forget_tangential(*sequence.previous_contact);
  Contact contact;
  solve(one.problem, follows ? &*sequence.previous_contact : nullptr, workspaces.wheel_rail, contact);
  // The program CONTACT counts patches from the field side.
  if (batch.convention == Convention::deck) std::reverse(contact.patches.begin(), contact.patches.end());
  result.status = status_of(contact.status);
  if (result.status != Status::solved) result.message = message(contact.status);
  result.warnings = contact.warnings;
  result.warnings.insert(result.warnings.end(), one.notes.begin(), one.notes.end());
  if (contact.status != wheel_on_rail::Status::not_finite)
    add_contact(one, one.right_hand ? mirror_image(contact) : contact, batch.convention, result.json);
  const bool with_fields = wanted.fields || wanted.program_files;
  if (with_fields) collect_fields(contact, wanted, result);
  for (std::size_t i = 0; i < contact.patches.size(); ++i) {
    const wheel_on_rail::Patch& patch = contact.patches[i];
    ordered_json& json = result.json["patches"][i];
    PatchFields* fields = with_fields ? &result.fields[i] : nullptr;
    add_extras(one.extras, axes_of(batch, one), {patch.problem, nullptr, patch.solution}, workspaces, json,
               fields);
    if (wanted.wear) add_wear(*wanted.wear, batch.convention, patch.problem, patch.solution, json, fields);
  }
  if (wanted.program_files) write_program_files(batch, program_patches(one, contact), wanted, result);
  sequence.last_contact = std::move(contact);
}

void add_status(CaseResult& result) {
  if (!result.json.contains("patches")) {
    result.json["total_force_on_rail"] = nullptr;
    result.json["patches"] = nullptr;
  }
  if (result.status != Status::solved) {
    result.json["status"] = name_of(result.status);
    result.json["message"] = result.message;
  }
  if (!result.warnings.empty()) result.json["warnings"] = result.warnings;
}

}  // namespace

const char* name_of(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::bad_input:
      return "bad input";
    case Status::no_contact:
      return "no contact";
    case Status::unreached:
      return "force not reached";
    case Status::not_converged:
      break;
  }
  return "not converged";
}

CaseResult run_case(const Batch& batch, std::size_t index, SequenceState& sequence, const Wanted& wanted,
                    Workspaces& workspaces) {
  const Batch::Entry& entry = batch.entries[index];
  CaseResult result;
  result.metadata = entry.metadata;
  result.json = metadata_json(entry.metadata);
  if (entry.solved) {
    Findings findings;
    auto prepared = batch.make(index, findings);
    if (!prepared) {
      refuse(result, findings);
    } else if (auto* patch = std::get_if<PatchCase>(&*prepared)) {
      solve_patch(batch, entry, *patch, sequence, wanted, workspaces, result);
    } else {
      solve_wheel_rail(batch, entry, std::get<WheelRailCase>(*prepared), sequence, wanted, workspaces,
                       result);
    }
  }
  if (result.status == Status::bad_input) sequence.last.reset(), sequence.last_contact.reset();
  add_status(result);
  if (wanted.program_files && entry.solved && result.listing.empty())
    result.listing = listing_text(batch.deck->cases[index], result, {}, {});
  return result;
}

}  // namespace flangeway::contact_case
