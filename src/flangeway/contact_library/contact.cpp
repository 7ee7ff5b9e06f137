#include "flangeway/contact_library/contact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace flangeway::contact_library {
namespace {

using contact::patch::Solution, contact::patch::TangentialKind;
using contact_case::PatchCase, contact_case::Status, contact_case::WheelRailCase;
using wheel_on_rail::Wrench;

bool continues(TangentialKind kind) {
  return kind == TangentialKind::shift || kind == TangentialKind::transient_rolling;
}

[[noreturn]] void refuse_name(const char* what, std::string_view name,
                              const std::vector<std::string>& known) {
  const std::string near = nearest_name(name, known);
  refuse(what, "is not known", std::string(name), fmt::format("{}", fmt::join(known, ", ")),
         near.empty() ? "" : fmt::format("The nearest is \"{}\"", near));
}

// Clears the solver's first estimate, for a problem without history.
void forget_estimate(Solution& solution) {
  for (auto* field : {&solution.tractions.pressure, &solution.tractions.x, &solution.tractions.y})
    field->clear();
  solution.state.clear();
}

const wheel_on_rail::Contact& placed(const Result& result) {
  if (!result.wheel) refuse("result", "is that of a patch, which has its own frame and no place", {}, {}, {});
  return result.wheel->contact;
}

}  // namespace

void refuse(std::string what, std::string problem, std::string got, std::string allowed, std::string advice) {
  Findings findings;
  findings.add(
      {{}, std::move(what), std::move(problem), std::move(got), std::move(allowed), std::move(advice)});
  throw BadInput(std::move(findings));
}

void check_key(const std::string& path) {
  const auto belongs = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  if (path.empty() || !std::all_of(path.begin(), path.end(), belongs))
    refuse("key", "is not the path of a key", path, "names joined by dots, as wheel_on_rail.wheelset.y", {});
}

// The memory of a result that nobody keeps is used again.
std::shared_ptr<Result> ContactHandle::fresh_result() {
  std::shared_ptr<Result> free = result_.use_count() == 1  ? std::exchange(result_, nullptr)
                                 : spare_.use_count() == 1 ? std::exchange(spare_, nullptr)
                                                           : nullptr;
  if (result_ != nullptr) spare_ = std::exchange(result_, nullptr);
  return free != nullptr ? free : std::make_shared<Result>();
}

void ContactHandle::check() {
  Findings findings;
  (void)setup.prepare(findings);
  findings.throw_if_any();
}

Status ContactHandle::solve(std::string& message) {
  std::shared_ptr<Result> fresh = fresh_result();  // until it is solved there is none
  Findings findings;
  auto prepared = setup.prepare(findings);
  findings.throw_if_any();
  fresh->finite = true;
  if (auto* patch = std::get_if<PatchCase>(&*prepared)) {
    solve_patch(std::move(*patch), *fresh, message);
  } else {
    solve_wheel(std::move(std::get<WheelRailCase>(*prepared)), *fresh, message);
  }
  result_ = std::move(fresh);
  return result_->status;
}

void ContactHandle::solve_patch(PatchCase given, Result& result, std::string& message) {
  result.wheel.reset();
  if (!result.patch) result.patch.emplace();
  PatchResult& patch = *result.patch;
  patch.given = std::move(given);
  patch.before.reset();
  forget_estimate(patch.solution);
  const contact::patch::Problem& problem = patch.given.problem;
  if (history != nullptr && continues(problem.motion.kind)) {
    if (!history->patch)
      refuse("history", "is that of a wheel on a rail", {}, {}, "Call flangeway_contact_forget");
    const PatchResult& before = *history->patch;
    patch.before =
        contact_case::on_grid({before.given.problem.grid, before.solution.tractions}, problem.grid);
    if (!patch.before)
      refuse("history", "has other elements than the problem", {},
             "elements of the same sides, displaced by whole ones", "Call flangeway_contact_forget");
    patch.solution.tractions = before.solution.tractions;
    patch.solution.state = before.solution.state;
  }
  contact::patch::solve(problem, patch.before ? &*patch.before : nullptr, patch_workspace_, patch.solution);
  result.status = contact_case::status_of(patch.solution.outcome);
  result.finite = patch.solution.outcome != contact::patch::Outcome::not_finite;
  if (result.status != Status::solved) message = contact::patch::message(patch.solution.outcome);
  if (const std::string warning = long_step_warning(problem); !warning.empty())
    message += (message.empty() ? "" : "\n") + warning;
  if (patch.solution.touches_border)
    message += fmt::format("{}the contact touches the edge of the elements: it may be larger",
                           message.empty() ? "" : "\n");
}

void ContactHandle::solve_wheel(WheelRailCase given, Result& result, std::string& message) {
  result.patch.reset();
  if (!result.wheel) result.wheel.emplace();
  WheelResult& wheel = *result.wheel;
  wheel.given = std::move(given);
  const wheel_on_rail::Contact* before = nullptr;
  if (history != nullptr && continues(wheel.given.problem.tangential)) {
    if (!history->wheel) refuse("history", "is that of a patch", {}, {}, "Call flangeway_contact_forget");
    before = &history->wheel->contact;
  }
  wheel_on_rail::solve(wheel.given.problem, before, wheel_workspace_, wheel.contact);
  result.status = contact_case::status_of(wheel.contact.status);
  result.finite = wheel.contact.status != wheel_on_rail::Status::not_finite;
  if (result.status != Status::solved) message = wheel_on_rail::message(wheel.contact.status);
  for (const std::string& warning : wheel.contact.warnings)
    message += (message.empty() ? "" : "\n") + warning;
}

const Result& ContactHandle::finite_result() const {
  if (result_ == nullptr)
    refuse("result", "there is none", {}, {}, "Call flangeway_contact_solve, which says what it refuses");
  if (!result_->finite) refuse("result", "has no numbers: the solution is not finite", {}, {}, {});
  return *result_;
}

void ContactHandle::accept() {
  (void)finite_result();
  history = result_;
}

int ContactHandle::patch_count() const {
  const Result& result = finite_result();
  if (result.wheel) return static_cast<int>(result.wheel->contact.patches.size());
  return result.status == Status::no_contact ? 0 : 1;
}

PatchView ContactHandle::patch(int index) const {
  const int count = patch_count();
  if (index < 0 || index >= count)
    refuse("patch", "does not exist", fmt::format("{}", index),
           count == 0 ? "none: there is no contact" : fmt::format("0 … {}", count - 1), {});
  if (result_->patch) return {result_->patch->given.problem, result_->patch->solution, nullptr, false};
  const wheel_on_rail::Patch& found = result_->wheel->contact.patches[static_cast<std::size_t>(index)];
  return {found.problem, found.solution, &found, result_->wheel->given.right_hand};
}

double ContactHandle::number(std::string_view name) const {
  std::vector<std::string> known;
  double value = 0;
  const Result& result = finite_result();
  if (!find_number(placed(result), result.wheel->given.right_hand, name, value, known))
    refuse_name("name", name, known);
  return value;
}

double ContactHandle::patch_number(int index, std::string_view name) const {
  std::vector<std::string> known;
  double value = 0;
  if (!find_number(patch(index), name, value, known)) refuse_name("name", name, known);
  return value;
}

void ContactHandle::field(int index, std::string_view name, std::span<double> values) const {
  const PatchView view = patch(index);
  const std::size_t size = view.problem.grid.size();
  if (values.size() < size)
    refuse("capacity", "is too small", fmt::format("{}", values.size()), fmt::format("≥ {}", size),
           "flangeway_contact_get_grid gives columns and rows");
  std::vector<std::string> known;
  const FoundField found = find_field(view, name, values, known);
  if (!found.named) refuse_name("name", name, known);
  if (!found.computed)
    refuse("name", "was not computed", std::string(name), {}, "Temperatures need the key heat = true");
}

Wrench ContactHandle::wrench(std::string_view frame) const {
  const Result& result = finite_result();
  const auto found = find_wrench(placed(result).total, result.wheel->given.right_hand, frame);
  if (!found) refuse_name("frame", frame, {"track", "rail", "wheel", "wheelset"});
  return *found;
}

Wrench ContactHandle::patch_wrench(int index, std::string_view frame) const {
  const PatchView view = patch(index);
  if (frame == "patch") return contact_library::patch_wrench(view);
  if (view.placed == nullptr) refuse_name("frame", frame, {"patch"});
  const auto found = find_wrench(view.placed->wrench, view.mirrored, frame);
  if (!found) refuse_name("frame", frame, {"patch", "track", "rail", "wheel", "wheelset"});
  return *found;
}

std::array<double, 9> ContactHandle::stiffness(int index) {
  const PatchView view = patch(index);
  const contact::patch::Tractions* before = nullptr;
  if (result_->patch && result_->patch->before) before = &*result_->patch->before;
  if (view.placed != nullptr && continues(view.problem.motion.kind))
    refuse("stiffness", "is that of steady rolling; the patches of a wheel in a sequence have none", {}, {},
           {});
  const auto k = tangential_stiffness(view.problem, before, view.solution, patch_workspace_);
  const double across = view.mirrored ? -1 : 1;
  return {k.x_by_x,    across * k.x_by_y,      across * k.x_by_spin, across * k.y_by_x, k.y_by_y,
          k.y_by_spin, across * k.moment_by_x, k.moment_by_y,        k.moment_by_spin};
}

void ContactHandle::stresses(int index, double z, std::span<const double> x, std::span<const double> y,
                             std::span<double> values) const {
  const PatchView view = patch(index);
  const double side = view.mirrored ? -1 : 1;
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.emplace_back(x[i], side * y[i]);
  const contact_case::Extras& extras =
      result_->patch ? result_->patch->given.extras : result_->wheel->given.extras;
  const auto found = subsurface_stress_at(view.problem.grid, view.solution.tractions,
                                          z < 0 ? extras.beneath : extras.above, z, points);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const contact::patch::PointStress& s = found[i];
    const std::array<double, 9> nine{s.xx,        s.yy, s.zz,        side * s.xy, s.xz,
                                     side * s.yz, s.ux, side * s.uy, s.uz};
    std::copy(nine.begin(), nine.end(), values.begin() + static_cast<std::ptrdiff_t>(9 * i));
  }
}

}  // namespace flangeway::contact_library
