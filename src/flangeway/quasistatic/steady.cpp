#include "flangeway/quasistatic/steady.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/multibody/elements/dry_friction.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/relax.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/wheelrail/method.hpp"

namespace flangeway::quasistatic {
namespace {

vehicle_case::CaseModel situation(const vehicle_case::CaseModel& model, const Condition& condition) {
  vehicle_case::CaseModel copy =
      simulate::on_even_track(model, {.curvature = condition.curvature, .cant = condition.cant});
  copy.drive.speed = condition.speed;
  auto& forces = multibody::applied_forces(copy.vehicle.bodies);
  for (const Load& load : condition.loads)
    forces.push_back({load.body, multibody::no_index, Vec3::Zero(), load.force, load.moment});
  return copy;
}

std::vector<track::Irregularity> rails_of(const vehicle_case::CaseModel& model, const Condition& condition) {
  std::vector<track::Irregularity> rails(model.contact.wheelsets.size(), track::Irregularity{});
  for (std::size_t i = 0; i < condition.cross_level.size(); ++i)
    rails[i].value = track::rails_of_measures({0, 0, 0, condition.cross_level[i]});
  return rails;
}

// A share of the way from one condition to another.
Condition between(const Condition& from, const Condition& to, double share) {
  const auto mix = [&](const auto& a, const auto& b) { return a + share * (b - a); };
  Condition result = to;
  result.speed = mix(from.speed, to.speed);
  result.curvature = mix(from.curvature, to.curvature);
  result.cant = mix(from.cant, to.cant);
  for (std::size_t i = 0; i < to.cross_level.size(); ++i)
    result.cross_level[i] = mix(i < from.cross_level.size() ? from.cross_level[i] : 0.0, to.cross_level[i]);
  for (std::size_t i = 0; i < to.loads.size(); ++i) {
    const bool same = i < from.loads.size();
    result.loads[i].force = mix(same ? from.loads[i].force : Vec3(Vec3::Zero()), to.loads[i].force);
    result.loads[i].moment = mix(same ? from.loads[i].moment : Vec3(Vec3::Zero()), to.loads[i].moment);
  }
  return result;
}

// A run in time costs more than Newton's method: it is tried for the whole way and for a short part of it.
bool relaxes_after(double share) {
  return share == 1 || share == 1.0 / 16;
}

std::string not_found(const Condition& condition, double done, bool elastic) {
  const char* advice = elastic ? ". Constraints find it more often: set contact.method to kec" : "";
  return fmt::format(
      "No steady running was found at {:.6g} m/s, curvature {:.6g} 1/m and cant {:.6g} m: "
      "the vehicle comes to rest up to {:.0f} % of the way there, and not beyond{}",
      condition.speed, condition.curvature, condition.cant, 100 * done, advice);
}

}  // namespace

SteadyRunning::SteadyRunning(const vehicle_case::CaseModel& model) : model_(model) {
  for (const results::Channel& channel : simulate::channels(model)) names_.push_back(channel.name);
  row_.resize(names_.size());
}

bool SteadyRunning::try_at(const Condition& condition, Way way, const Eigen::VectorXd& start) {
  if (try_with(wheelrail::Look::known, condition, way, start)) return true;
  return !wheelrail::constrained(*model_.contact.method) &&
         try_with(wheelrail::Look::all, condition, way, start);
}

bool SteadyRunning::try_with(wheelrail::Look look, const Condition& condition, Way way,
                             const Eigen::VectorXd& start) {
  try {
    simulate::ReducedEquations equations(situation(model_, condition), simulate::RollingAngles::left_out);
    if (!condition.cross_level.empty()) equations.displace_rails(rails_of(model_, condition));
    const auto n = static_cast<Eigen::Index>(equations.size());
    const Eigen::VectorXd from = start.size() == n ? start : Eigen::VectorXd(Eigen::VectorXd::Zero(n));
    equations.look(look);
    const Eigen::VectorXd found = way == Way::newton ? simulate::equilibrium(equations, condition.speed, from)
                                                     : simulate::relaxed(equations, condition.speed, from);
    if (!simulate::balanced(equations, condition.speed, found)) return false;
    Eigen::VectorXd rate(n);
    if (equations.derivative(condition.speed, found.data(), rate.data()) != EvalStatus::ok) return false;
    equations.channels(row_.data());
    if (!on_rails()) return false;
    x_ = found;
    track_ = equations.model().track;
    last_ = condition;
    return true;
  } catch (const NumericalFailure&) {
    return false;
  }
}

// A root beyond a flange, where wheels have climbed, is no steady running.
bool SteadyRunning::on_rails() const {
  constexpr double max_displacement = 0.02;  // m
  for (std::size_t w = 0; w < model_.contact.wheelsets.size(); ++w)
    if (!(std::abs(value(wheelset_name(w) + ".y")) < max_displacement)) return false;
  return true;
}

const std::vector<double>& SteadyRunning::at(const Condition& condition) {
  constexpr double min_share = 1.0 / 128;
  const bool elastic = !wheelrail::constrained(*model_.contact.method);
  const Condition start = last_;
  const auto condition_at = [&](double share) {
    return share < 1 ? between(start, condition, share) : condition;
  };
  // Wheels follow twisted rails by centimetres, where elastic contact yields by micrometres: it takes short
  // steps, which begin where the last one leads.
  double done = 0, share = elastic && condition.cross_level != start.cross_level ? 1.0 / 16 : 1, length = 0;
  Eigen::VectorXd before;  // one step, of this length, ago
  while (done < 1) {
    const double next = std::min(1.0, done + share);
    const Eigen::VectorXd here = x_;
    Eigen::VectorXd ahead = here;
    if (elastic && before.size() > 0) ahead += (next - done) / length * (here - before);
    // Beyond a fold of the solutions the next one is far away: there the vehicle moves to it by itself.
    if (try_at(condition_at(next), Way::newton, ahead) ||
        (relaxes_after(share) && try_at(condition_at(next), Way::relaxation, ahead))) {
      before = here;
      length = next - done;
      done = next;
      share *= 2;
      continue;
    }
    share /= 2;
    if (share >= min_share) continue;
    x_.resize(0);
    last_ = {};
    throw NumericalFailure(not_found(condition, done, elastic));
  }
  return row_;
}

void SteadyRunning::pass(const Condition& start, const Passage& passage) {
  (void)at(start);
  simulate::ReducedEquations equations(situation(model_, start), simulate::RollingAngles::left_out);
  if (!start.cross_level.empty()) equations.displace_rails(rails_of(model_, start));
  const std::size_t place =
      multibody::applied_forces(equations.model().vehicle.bodies).size() - start.loads.size();
  simulate::run_reduced(equations, start.speed, x_,
                        {.duration = passage.duration,
                         .interval = passage.interval,
                         .load =
                             [&](double time) {
                               const Load load = passage.load(time);
                               equations.set_applied_force(place, load.force, load.moment);
                             },
                         .evaluated =
                             [&](double time) {
                               equations.channels(row_.data());
                               passage.look(time);
                             }});
}

bool SteadyRunning::has(const std::string& channel) const {
  return std::find(names_.begin(), names_.end(), channel) != names_.end();
}

double SteadyRunning::value(const std::string& channel) const {
  return row_[static_cast<std::size_t>(std::find(names_.begin(), names_.end(), channel) - names_.begin())];
}

const std::string& SteadyRunning::wheelset_name(std::size_t wheelset) const {
  return model_.vehicle.bodies.bodies[model_.contact.wheelsets[wheelset].body].name;
}

double SteadyRunning::static_load(std::size_t wheelset) {
  if (static_loads_.empty()) {
    (void)at({});
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i)
      static_loads_.push_back((value(wheelset_name(i) + ".left.Q") + value(wheelset_name(i) + ".right.Q")) /
                              2);
  }
  return static_loads_[wheelset];
}

std::size_t carbody(const multibody::Model& vehicle) {
  const std::vector<multibody::BodyRole> roles = multibody::roles_of(vehicle);
  std::size_t found = multibody::no_index;
  const auto is_better = [&](std::size_t i) {
    if (found == multibody::no_index) return true;
    const bool is_car = roles[i].role == multibody::Role::car_body,
               is_other_car = roles[found].role == multibody::Role::car_body;
    return is_car != is_other_car ? is_car : vehicle.bodies[i].mass > vehicle.bodies[found].mass;
  };
  for (std::size_t i = 0; i < vehicle.body_count(); ++i)
    if (!vehicle.bodies[i].wheelset && is_better(i)) found = i;
  return found;
}

void check(const vehicle_case::CaseModel& model, Findings& findings) {
  simulate::check_steady_running(model, findings);
  simulate::refuse_rollers(model, "a rig has no curves, cant and twist", findings);
  if (model.contact.wheelsets.empty()) {
    findings.add(
        {model.where, "vehicle", "has no wheelsets: there are no wheel forces", "", "", "Add wheelsets"});
  }
  if (carbody(model.vehicle.bodies) == multibody::no_index) {
    findings.add({model.where, "vehicle",
                  "has no body besides its wheelsets: there is nothing that wheels unload", "", "",
                  "Add a body"});
  }
}

std::vector<std::string> doubts(const vehicle_case::CaseModel& model) {
  std::set<std::string> sticks;
  multibody::for_each_element(model.vehicle.bodies, [&](const auto& element) {
    if (multibody::has_dry_friction(element)) sticks.insert(element.type);
  });
  if (sticks.empty()) return {};
  return {fmt::format(
      "Elements with dry friction ({}) stick where they stand on level track. The force that they keep "
      "after a slow motion to and fro (hysteresis) is not part of the result.",
      fmt::join(sticks, ", "))};
}

}  // namespace flangeway::quasistatic
