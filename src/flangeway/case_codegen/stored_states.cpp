#include "flangeway/case_codegen/stored_states.hpp"

#include <cmath>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/case_codegen/joint_equations.hpp"

namespace flangeway::case_codegen {

using simulate::Simulation;

namespace {

constexpr std::size_t stored_states = 12;

/// Around the start, anywhere on the track, everything moving, flanges at the rails now and then. `reach`, at
/// most 1, brings it all nearer to the start.
std::vector<double> random_state(const Simulation& simulation, double reach, std::mt19937& random) {
  const vehicle_case::CaseModel& model = simulation.model();
  const multibody::Model& bodies = model.vehicle.bodies;
  const auto within = [&](double size) {
    return reach * std::uniform_real_distribution<double>(-size, size)(random);
  };
  std::vector<double> y = simulation.state().y;
  const double start = model.initial.s, place = start + reach * (std::uniform_real_distribution<double>(
                                                                     0, 0.9 * model.track.length())(random) -
                                                                 start);
  const double speed = std::uniform_real_distribution<double>(3, 30)(random);
  double* velocity = y.data() + bodies.velocity_offset();
  for (std::size_t i = 0; i < bodies.body_count(); ++i, velocity += 6) {
    const bool wheelset = bodies.bodies[i].wheelset;
    const double large = wheelset ? 7e-3 : 2e-2, small = wheelset ? 2e-4 : 1e-2;
    y[6 * i] += place - start + within(0.01);
    const double sizes[] = {large, small, small, 0.01, 0.006};
    for (std::size_t k = 1; k < 6; ++k) y[6 * i + k] += within(sizes[k - 1]);
    for (std::size_t k = 0; k < 6; ++k) velocity[k] = within(0.05);
    velocity[0] += speed;
  }
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    y[bodies.velocity_offset() + 6 * wheelset.body + 4] += speed / wheelset.radius;
  for (std::size_t i = bodies.auxiliary_offset(); i < y.size(); ++i) y[i] += within(1e-3);
  for (const multibody::AxleTwist& twist : bodies.axle_twists)
    y[bodies.auxiliary_offset() + twist.rate] += within(0.1);
  return y;
}

/// Accelerations, rates of the auxiliary states, multipliers of the constraints of wheels and of joints.
struct Answer {
  std::vector<double> state, accelerations, auxiliary, loads, reactions;
};

/// An evaluation starts from the loads committed before. After a few of them the loads no longer change.
bool evaluate(Simulation& simulation, Answer& answer) {
  const multibody::Model& bodies = simulation.model().vehicle.bodies;
  std::vector<double> rate(answer.state.size());
  for (int i = 0; i < 3; ++i) {
    if (simulation.derivative(0, answer.state.data(), rate.data()) != EvalStatus::ok) return false;
    for (std::size_t k = 0; k < simulation.contacts().wheelsets.size(); ++k)
      simulation.state().contact.wheelsets[k].multipliers =
          std::to_array(simulation.contacts().wheelsets[k].multipliers);
  }
  const auto begin = rate.begin();
  const auto velocities = static_cast<std::ptrdiff_t>(bodies.velocity_offset());
  answer.accelerations.assign(begin + velocities, begin + 2 * velocities);
  answer.auxiliary.assign(begin + 2 * velocities, rate.end());
  for (const wheelrail::WheelsetResult& wheelset : simulation.contacts().wheelsets)
    answer.loads.insert(answer.loads.end(), wheelset.multipliers, wheelset.multipliers + 2);
  for (const JointRowPlace& place : joint_rows(bodies))
    answer.reactions.push_back(simulation.bodies().joints.multiplier(place.row));
  return true;
}

std::string list(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  for (const double x : numbers) texts.push_back(fmt::format("{:.17g}", x));
  return fmt::format("{{{}}}", texts.empty() ? "0.0" : fmt::format("{}", fmt::join(texts, ", ")));
}

}  // namespace

std::string write_stored(Simulation& simulation, const SourceLocation& where, Findings& findings) {
  constexpr int max_draws = 500, draws_of_a_reach = 50;
  std::mt19937 random(1);
  std::vector<std::string> entries;
  for (int draw = 0; draw < max_draws && entries.size() < stored_states; ++draw) {
    Answer answer{
        random_state(simulation, std::ldexp(1.0, -(draw / draws_of_a_reach)), random), {}, {}, {}, {}};
    if (!evaluate(simulation, answer)) continue;  // off a profile
    entries.push_back(fmt::format("{{{},\n{},\n{},\n{},\n{}}}", list(answer.state),
                                  list(answer.accelerations), list(answer.auxiliary), list(answer.loads),
                                  list(answer.reactions)));
  }
  if (entries.size() < stored_states) {
    findings.add(
        {where, "initial", "has too few states around it that the engine can evaluate",
         fmt::format("{} of {} random ones", entries.size(), max_draws), fmt::format("{}", stored_states),
         "The generated code could not be tested. See whether `flangeway run` gets beyond the start"});
  }
  return fmt::format(R"(/* Random states and what the numerical engine makes of them. */
enum {{ FW_STORED = {} }};
typedef struct {{
  double state[FW_Y], acceleration[FW_N], auxiliary[FW_A1], load[FW_WHEELS], reaction[FW_R1];
}} stored_answer;
static const stored_answer stored[FW_STORED] = {{
{}}};
)",
                     entries.size(), fmt::join(entries, ",\n"));
}

}  // namespace flangeway::case_codegen
