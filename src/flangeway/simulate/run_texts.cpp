#include "flangeway/simulate/run_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "flangeway/multibody/library_failure.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/coordinates.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"
#include "flangeway/simulate/steppers.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

// A bilateral constraint can pull a wheel down; a real rail cannot.
std::string pulled(const WheelSummary& wheel) {
  const std::string where =
      wheel.tensile_from == wheel.tensile_to
          ? fmt::format("at {:.1f} m", wheel.tensile_from)
          : fmt::format("between {:.1f} and {:.1f} m", wheel.tensile_from, wheel.tensile_to);
  return fmt::format(
      "the constraint of {} pulled for {:.3f} s {}, with up to {:.2f} kN at {:.1f} m: a rail cannot, the "
      "wheel would "
      "lift off, and the result is not admissible there",
      wheel.name, wheel.tensile_time, where, wheel.pull_max / 1e3, wheel.pull_max_distance);
}

}  // namespace

JumpWords describe_jump(const multibody::Model& vehicle, const Advance::Jump& jump) {
  constexpr std::array<const char*, 6> names{"forward", "lateral", "vertical", "roll", "spin", "yaw"};
  if (jump.component >= vehicle.auxiliary_offset()) {
    const std::size_t state = jump.component - vehicle.auxiliary_offset();
    for (const multibody::AxleTwist& twist : vehicle.axle_twists) {
      if (twist.rate == state)
        return {
            fmt::format("the spin of the wheels of {} against each other", vehicle.bodies[twist.body].name),
            fmt::format("{:.2g} rad/s", jump.size)};
      if (twist.elastic && twist.angle == state)
        return {fmt::format("the twist of the axle of {}", vehicle.bodies[twist.body].name),
                fmt::format("{:.2g} rad", jump.size / velocity_unit)};
    }
    for (const multibody::FlexibleBody& body : multibody::flexible_bodies(vehicle)) {
      for (const multibody::BodyMode& mode : body.modes) {
        const std::string& name = vehicle.bodies[body.body].name;
        if (mode.coordinate == state)
          return {fmt::format("a mode of {}", name), fmt::format("{:.2g} m", jump.size / velocity_unit)};
        if (mode.rate == state)
          return {fmt::format("the velocity of a mode of {}", name), fmt::format("{:.2g} m/s", jump.size)};
      }
    }
    const std::string name = multibody::element_with_state(vehicle, state);
    return {fmt::format("the elongation of the damper in {}", name),
            fmt::format("{:.2g} m", jump.size / velocity_unit)};
  }
  const bool is_velocity = jump.component >= vehicle.velocity_offset();
  const std::size_t place = jump.component - (is_velocity ? vehicle.velocity_offset() : 0);
  // A coordinate jumps by the jump of its velocity times the step.
  const double unit = error_scale(vehicle)[jump.component].unit / velocity_unit;
  const double size = is_velocity ? jump.size : jump.size * unit / jump.step;
  return {fmt::format("the {} velocity of {}", names[place % 6], vehicle.bodies[place / 6].name),
          fmt::format("{:.2g} {}", size, place % 6 > 2 ? "rad/s" : "m/s")};
}

JumpWords describe_jump(const vehicle_case::CaseModel& model, const Advance::Jump& jump) {
  const std::optional<RailComponent> rail = rail_component(model, jump.component);
  if (!rail) return describe_jump(model.vehicle.bodies, jump);
  const bool turns = std::string_view(rail->motion) == "roll";
  const double size = rail->is_rate ? jump.size : jump.size / velocity_unit / jump.step;
  return {fmt::format("the {} velocity of {}", rail->motion, rail->part),
          fmt::format("{:.2g} {}", size, turns ? "rad/s" : "m/s")};
}

bool RunTexts::other_solver_is_gone() const {
  return remote_ != nullptr && !remote_->problem().empty();
}

std::string RunTexts::reason(bool at_start) const {
  if (other_solver_is_gone()) return remote_->problem();
  const std::string law = multibody::describe_library_failure(model_.vehicle.bodies, simulation_.bodies());
  if (!law.empty()) return law;
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    const std::string why = contact_failure(i, at_start);
    if (!why.empty()) return why;
  }
  if (simulation_.joints().failed()) {
    return fmt::format(
        "joint reactions are not unique: the joints, alone or with the rail constraints, are redundant or "
        "contradictory. {}",
        remedy(at_start));
  }
  if (const auto& jump = advance_.jump()) return jump_text(*jump);
  if (advance_.adaptive()) {
    return fmt::format(
        "no step, however short, meets the tolerances; {} moves fastest. Loosen "
        "integration.relative_tolerance and absolute_tolerance{}",
        first_wild_body(), model_.contact.method->remedy);
  }
  return fmt::format("the state of {} is not finite. {}", first_wild_body(), remedy(at_start));
}

std::string RunTexts::collapse() const {
  std::string wheel;
  double largest = -1;  // [N]
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const wheelrail::WheelForces forces =
          wheelrail::wheel_forces(simulation_.contacts().wheelsets[i], side);
      const double size = std::hypot(forces.q, forces.y);
      if (size > largest) largest = size, wheel = wheel_name(model_, i, side);
    }
  }
  const double last = advance_.time() - advance_.step_start();
  const std::string force =
      wheel.empty() ? "" : fmt::format(", the largest force is that of {}, {:.4g} kN", wheel, largest / 1e3);
  return fmt::format(
      "steps have become too short for the run to get on, {:.2g} s at last{}, and {} moves fastest. Loosen "
      "integration.relative_tolerance and absolute_tolerance{}",
      last, force, first_wild_body(), model_.contact.method->remedy);
}

// "wheelset1 left"
std::string RunTexts::wheel_without_rail(std::size_t i) const {
  const auto& wheels = simulation_.contacts().wheelsets[i].wheels;
  const wheelrail::Pair& pair = *model_.contact.pairs[model_.contact.wheelsets[i].pair];
  const bool left =
      wheels[0].candidates.count == 0 && !wheelrail::elastic::has_rail(pair.shapes[0], wheels[0].placement.s);
  return wheel_name(model_, i, left ? 0 : 1);
}

// "the creep law mylaw.so (My law) returned …"
std::string RunTexts::law_failure(std::size_t i) const {
  const auto describe = [&](const wheelrail::LawFailure& failure, std::size_t side) {
    const law::Law& law = *failure.law;
    return fmt::format("the {} {} {} for a contact of {} with {}. Correct the law, or the case",
                       law::text_of(law.kind), law.name, law::describe_failure(law, failure.code),
                       wheel_name(model_, i, side), law::describe_input(law.kind, failure.input.data()));
  };
  const wheelrail::LawFailure& normal = simulation_.contacts().wheelsets[i].normal_failure;
  if (normal.law != nullptr) return describe(normal, normal.lane);
  for (const wheelrail::WheelsetBatch& batch : simulation_.contacts().batches) {
    for (std::size_t k = 0; k < batch.contact_count; ++k) {
      const wheelrail::ContactBatch& contacts = batch.contacts[k];
      for (const bool damping : {false, true}) {
        const wheelrail::LawFailure* failure = damping ? &contacts.damping_failure : &contacts.law_failure;
        if (failure->law == nullptr || batch.wheelsets[failure->lane] != i) continue;
        return describe(*failure, contacts.contacts[failure->lane]->side);
      }
    }
  }
  return "";
}

// Empty where it did not fail.
std::string RunTexts::contact_failure(std::size_t i, bool at_start) const {
  const std::size_t body = model_.contact.wheelsets[i].body;
  const std::string& name = model_.vehicle.bodies.bodies[body].name;
  const double y = simulation_.state().y[6 * body + 1];
  switch (simulation_.contacts().wheelsets[i].failure) {
    case wheelrail::Failure::left_table:
      return fmt::format("{} {} (last y = {:.2f} mm). {}", name, model_.contact.method->left_table, y * 1e3,
                         remedy(at_start));
    case wheelrail::Failure::no_rail:
      return fmt::format(
          "{} finds no rail below it at {:.3f} m. Check the gaps and the ends of the rails in the track file",
          wheel_without_rail(i), simulation_.state().y[6 * body]);
    case wheelrail::Failure::gauge_outside:
      return fmt::format(
          "{} met a gauge variation outside its lookup table. Widen contact.lookup.gauge_variation", name);
    case wheelrail::Failure::singular:
      return fmt::format("the normal forces of {} have no solution (last y = {:.2f} mm). {}", name, y * 1e3,
                         remedy(at_start));
    case wheelrail::Failure::law:
      return law_failure(i);
    case wheelrail::Failure::none:
      break;
  }
  return "";
}

// Advice for a step that is too long.
std::string RunTexts::remedy(bool at_start) const {
  if (at_start) return "Change initial.y or initial.yaw, or check the gauge and the profiles";
  if (remote_ != nullptr) {
    const bool linear = model_.cosim.forces == vehicle_case::RemoteForces::extrapolated;
    return std::string(linear ? "Set cosim.forces = \"jacobian\", or shorten" : "Shorten") +
           " cosim.step and integration.step";
  }
  std::string first = "Tighten integration.relative_tolerance and absolute_tolerance";
  if (!advance_.adaptive()) {
    const bool halves = model_.integration.step_failure == vehicle_case::StepFailure::halve;
    first = fmt::format("Set {}integration.method = \"bdf\", shorten integration.step",
                        halves ? "" : "integration.step_failure = \"halve\" or ");
  }
  return first.append(model_.contact.method->remedy);
}

std::string RunTexts::jump_text(const Advance::Jump& jump) const {
  const auto [what, size] = describe_jump(model_, jump);
  return fmt::format("{} would jump by {} within a step of {:.3g} s, as when a flange strikes. {}", what,
                     size, jump.step, remedy());
}

// The body that moves fastest against its track frame in the last good state.
std::string RunTexts::first_wild_body() const {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  std::size_t worst = 0;
  double fastest = -1;
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    const double* v = simulation_.state().y.data() + vehicle.velocity_offset() + 6 * i;
    const double speed = std::hypot(v[1], v[2], v[3]);
    if (speed > fastest) fastest = speed, worst = i;
  }
  return vehicle.bodies[worst].name;
}

std::string describe_chatter(const std::string& wheel, const ChatterWatch& chatter) {
  return fmt::format(
      "the vertical force of {} oscillated at about {:.0f} Hz with a standard deviation of {:.1f} kN for "
      "{:.2f} s "
      "from {:.1f} m on: do not trust the forces there. If a shorter integration.step does not end it, "
      "friction "
      "drives it; a smaller contact.elastic.restitution damps it with method elastic",
      wheel, chatter.frequency, 1e-3 * chatter.deviation, chatter.time, chatter.from);
}

std::vector<std::string> RunTexts::warnings(const std::vector<WheelSummary>& wheels) const {
  std::vector<std::string> out = model_.notes;
  for (const Finding& note : model_.track.notes()) out.push_back(note.text());
  out.insert(out.end(), model_.profile_warnings.begin(), model_.profile_warnings.end());
  if (!model_.integration.choice.warning.empty()) out.push_back(model_.integration.choice.warning);
  warn_of_wheels(wheels, out);
  warn_of_steps(out);
  warn_of_surfaces(out);
  warn_of_drift(out);
  warn_of_case(wheels, out);
  return out;
}

void RunTexts::warn_of_wheels(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const {
  for (const WheelSummary& wheel : wheels) {
    if (wheel.tensile_time > 0) out.push_back(pulled(wheel));
    if (wheel.lift_time > 0) {
      out.push_back(fmt::format("{} was off its rail for {:.3f} s from {:.1f} m on, by up to {:.2f} mm",
                                wheel.name, wheel.lift_time, wheel.lift_from, wheel.lift_max * 1e3));
    }
  }
}

void RunTexts::warn_of_steps(std::vector<std::string>& out) const {
  // Measured on the Manchester wagon: 12 is stable, 25 is not (docs/theory/creep_in_time.md).
  constexpr double max_stable_step = 15;
  if (const double stiffness = simulation_.state().stiffest_creep * advance_.fixed_step();
      stiffness > max_stable_step) {
    out.push_back(fmt::format(
        "creep relaxed {:.0f} times within a step, which is not resolved at so low a speed: do not "
        "trust the result. Use integration.step={:.1e} or less",
        stiffness, advance_.fixed_step() * max_stable_step / stiffness));
  }
  if (const Advance::Jump& jump = advance_.largest_jump(); jump.size > jump_to_warn) {
    const auto [what, size] = describe_jump(model_, jump);
    out.push_back(fmt::format(
        "{} jumped by {} within a step of {:.3g} s at t = {:.3f} s: the step does not resolve the "
        "impact, and forces are not those of the model. {}",
        what, size, jump.step, jump.time, remedy()));
  }
}

// Irregularities shorter than some steps may pass between them unseen. The shortest one of each kind that the
// run passed is reported for all.
void RunTexts::warn_of_surfaces(std::vector<std::string>& out) const {
  constexpr double steps_needed = 20;  // along its length: docs/validation/impacts.md
  double speed = model_.drive.speed;
  for (const auto& [t, v] : model_.drive.speed_profile) speed = std::max(speed, v);
  const bool adaptive = advance_.adaptive();
  const double step = adaptive ? model_.integration.max_step : advance_.fixed_step();
  struct Kind {
    vehicle_case::ShortFeature shortest;
    std::size_t count = 0;
  };
  std::map<std::string, Kind> kinds;
  const auto note = [&](const std::string& kind, const std::string& name, double length) {
    if (!(speed > 0) || (step > 0 && step <= length / steps_needed / speed * (1 + 1e-9))) return;
    Kind& all = kinds[kind];
    if (all.count == 0 || length < all.shortest.length) all.shortest = {name, length};
    ++all.count;
  };
  for (const auto& [name, length] : model_.features) note(name.substr(0, name.find(' ')), name, length);
  // From the last wheelset at the start to the first one at the end.
  const std::vector<double>& y = simulation_.state().y;
  double first = model_.track.length(), last = 0;
  for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets) {
    first = std::min(first, model_.initial.s + model_.vehicle.bodies.bodies[wheelset.body].initial(0));
    last = std::max(last, y[6 * wheelset.body]);
  }
  for (const track::SurfaceDefect& defect : model_.track.surface())
    if (defect.to > first && defect.from < last)
      note(std::string(name_of(defect.kind)), defect.name, defect.finest);
  for (const auto& [kind, all] : kinds) {
    const auto& [name, length] = all.shortest;
    const double longest = length / steps_needed / speed;
    const double shown = std::pow(10, std::floor(std::log10(longest)) - 1);
    out.push_back(fmt::format(
        "the {}, {:.3g} mm long, is passed in {:.2g} {}; at least {:.0f} are needed to resolve its forces. "
        "Use "
        "{}={:.2g} or less",
        all.count > 1 ? fmt::format("{} (the shortest of {} such deviations)", name, all.count) : name,
        length * 1e3, step > 0 ? length / speed / step : 0.0, adaptive ? "of the longest steps" : "steps",
        steps_needed, adaptive ? "integration.max_step" : "integration.step",
        std::floor(longest / shown * (1 + 1e-9)) * shown));
  }
}

void RunTexts::warn_of_drift(std::vector<std::string>& out) const {
  // [m] A well resolved run with fixed steps stays below 1e-6; long steps of bdf on a flange pass 1e-5 with
  // errors of the motion that are a hundred times less (docs/theory/integrators.md).
  const double large_drift = advance_.adaptive() ? 2e-4 : 1e-5;
  if (!model_.integration.wheel_projection) {
    out.push_back(
        fmt::format("wheels drifted by up to {:.2g} mm from their rails: integration.wheel_projection = "
                    "false leaves them "
                    "where accelerations take them",
                    simulation_.state().position_drift * 1e3));
  } else if (simulation_.state().position_drift > large_drift) {
    out.push_back(
        fmt::format("wheels departed from their rails by up to {:.0f} µm within a step: the step is too long "
                    "for this motion. {}",
                    simulation_.state().position_drift * 1e6,
                    advance_.adaptive() ? "Tighten integration.relative_tolerance and absolute_tolerance"
                                        : "Shorten integration.step"));
  }
  if (const double apart = simulation_.joints().drift().position; apart > large_drift) {
    out.push_back(
        fmt::format("joints came apart by up to {:.0f} µm within a step. {}{}", apart * 1e6,
                    advance_.adaptive() ? "Tighten integration.relative_tolerance and absolute_tolerance"
                                        : "Shorten integration.step",
                    model_.integration.joint_stabilisation == vehicle_case::JointStabilisation::projection
                        ? ""
                        : ", or set integration.joint_stabilisation = \"projection\""));
  }
}

void RunTexts::warn_of_case(const std::vector<WheelSummary>& wheels, std::vector<std::string>& out) const {
  if (std::abs(model_.track.curvature(model_.initial.s)) > 1e-6) {
    out.push_back(
        "the run starts in a curve: suspension and bodies are in balance there, wheelsets in the middle of "
        "the track. Until creep has moved them, there is a transient that a real vehicle does not have. "
        "Start it "
        "on a straight");
  }
  if (const std::size_t unsolved = simulation_.state().contact.unsolved_patches; unsolved > 0) {
    out.push_back(fmt::format(
        "the solver of a contact patch stopped {} times before it was accurate; what it reached was used",
        unsolved));
  }
  double max_flange_length = 0;
  for (const WheelSummary& wheel : wheels) max_flange_length = std::max(max_flange_length, wheel.flange_time);
  const std::string_view climbing = model_.contact.method->climb_warning(model_.contact);
  if (!climbing.empty() && max_flange_length > 0)
    out.push_back(
        fmt::format("flange contact for up to {:.2f} s per wheel: {}", max_flange_length, climbing));
}

}  // namespace flangeway::simulate
