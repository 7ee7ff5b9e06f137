#include "flangeway/multibody/element_rig.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>

#include "flangeway/core/assertion.hpp"
#include "flangeway/integrate/bdf.hpp"
#include "flangeway/integrate/dormand_prince.hpp"
#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/elements/tangent.hpp"

namespace flangeway::multibody {
namespace {

/// Deflection and its rate at a time.
std::array<double, 2> position(const Stroke& stroke, double t) {
  const double x = stroke.amplitude, f = stroke.frequency;
  if (stroke.shape == StrokeShape::sine)
    return {stroke.mean + x * std::sin(2 * pi * f * t), 2 * pi * f * x * std::cos(2 * pi * f * t)};
  const double phase = f * t - std::floor(f * t), speed = 4 * f * x;
  if (phase < 0.25) return {stroke.mean + 4 * x * phase, speed};
  if (phase < 0.75) return {stroke.mean + 4 * x * (0.5 - phase), -speed};
  return {stroke.mean + 4 * x * (phase - 1), speed};
}

/// Forces of other elements in the nominal position.
template <typename E>
void set_inputs(const Model& model, const E& element, DeformationOf<E, double>& at) {
  for (std::size_t k = 0; k < input_count<E>; ++k) {
    const ForceSource& source = element.sources[k];
    at.input[k] = source.place == no_index ? 0 : nominal_force(model, source.place)[source.component];
  }
}

template <typename E>
DeformationOf<E, double> nominal_deformation(const Model& model, const E& element) {
  DeformationOf<E, double> at{};
  for (std::size_t k = 0; k < state_count<E>; ++k) at.has[k] = element.auxiliary[k] != no_index;
  set_inputs(model, element, at);
  return at;
}

/// The states of an element whose deflection is prescribed, and the integrals of its powers behind them.
template <typename E>
class Rig {
 public:
  enum : std::size_t { work, loss, supplied, in_phase, with_rate, integrals };
  static constexpr std::size_t size = state_count<E> + integrals;

  Rig(const Model& model, const E& element, std::size_t component, const Stroke& stroke)
      : model_(model), element_(element), component_(component), stroke_(stroke) {
    at_ = nominal_deformation(model, element);
  }
  [[nodiscard]] auto respond(double t, const double* y) {
    const auto [deflection, rate] = position(stroke_, t);
    at_.deflection[component_] = deflection, at_.rate[component_] = rate;
    std::copy_n(y, state_count<E>, at_.state.begin());
    return response_of(model_, element_, at_);
  }
  /// Friction and the places where its surfaces come to rest, one after the other.
  [[nodiscard]] auto surfaces(double t, const double* y) {
    std::array<double, 2 * state_count<E>> at{};
    if constexpr (has_surfaces<E>) {
      const auto response = respond(t, y);
      for (std::size_t k = 0; k < state_count<E>; ++k) {
        if (!at_.has[k] || !(element_.slip_rate(k) > 0)) continue;
        at[2 * k] = response.drag[k];
        at[2 * k + 1] = y[k] + response.lead[k] / element_.slip_rate(k);
      }
    }
    return at;
  }
  EvalStatus derivative(double t, const double* y, double* dydt) {
    const auto response = respond(t, y);
    for (std::size_t k = 0; k < state_count<E>; ++k) dydt[k] = at_.has[k] ? response.state_rate[k] : 0;
    double* const power = dydt + state_count<E>;
    power[work] = response.force[component_] * at_.rate[component_];
    power[loss] = response.loss;
    power[supplied] = response.supplied;
    const double phase = 2 * pi * stroke_.frequency * t, share = 2 * stroke_.frequency / stroke_.amplitude;
    power[in_phase] = share * response.force[component_] * std::sin(phase);
    power[with_rate] = share * response.force[component_] * std::cos(phase);
    return EvalStatus::ok;
  }
  void damping(double* rate) const {
    for (std::size_t k = 0; k < state_count<E>; ++k)
      if (at_.has[k]) rate[k] = model_.relaxation_rates[element_.auxiliary[k]];
  }
  [[nodiscard]] integrate::Problem problem() {
    integrate::Problem problem;
    problem.size = size, problem.user = this;
    problem.derivative = [](void* user, double t, const double* y, double* dydt) {
      return static_cast<Rig*>(user)->derivative(t, y, dydt);
    };
    problem.damping = [](void* user, double, const double*, double* rate) {
      static_cast<Rig*>(user)->damping(rate);
    };
    return problem;
  }

 private:
  const Model& model_;
  const E& element_;
  std::size_t component_;
  Stroke stroke_;
  DeformationOf<E, double> at_;
};

std::unique_ptr<integrate::Stepper> make_stepper(const Stroke& stroke, double step) {
  integrate::Tolerances tolerances;
  tolerances.relative = 1e-7, tolerances.absolute = 1e-9;
  tolerances.max_step = step;
  switch (stroke.method) {
    case RigMethod::bdf:
      return std::make_unique<integrate::Bdf>(tolerances);
    case RigMethod::dormand_prince:
      return std::make_unique<integrate::DormandPrince>(tolerances);
    case RigMethod::abm4:
    case RigMethod::rk4:
      break;
  }
  integrate::FixedStepOptions options;
  options.method =
      stroke.method == RigMethod::rk4 ? integrate::FixedMethod::rk4 : integrate::FixedMethod::abm4;
  options.step = step;
  return std::make_unique<integrate::FixedSteps>(options);
}

/// ∮ F dx. Where a triangle turns, its speed and with it the power jump; and the stages inside a fixed step
/// are not on the loop.
double enclosed(const std::vector<std::array<double, 2>>& points) {
  double work = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    work += 0.5 * (points[k][1] + points[k + 1][1]) * (points[k + 1][0] - points[k][0]);
  return work;
}

/// The last cycle of a stroke.
template <typename E>
RigLoop loop_of(const Model& model, const E& element, std::size_t component, const Stroke& stroke) {
  Rig<E> rig(model, element, component, stroke);
  const double period = 1 / stroke.frequency, step = period / static_cast<double>(stroke.steps);
  const auto stepper = make_stepper(stroke, step);
  std::vector<double> y(Rig<E>::size, 0.0), before = y;
  stepper->init(rig.problem(), 0, y.data());
  RigLoop loop;
  const auto add_point = [&](double t) {
    const auto response = rig.respond(t, y.data());
    loop.points.push_back({position(stroke, t)[0], response.force[component]});
    return response.energy;
  };
  double energy = 0, slip_loss = 0;
  auto surfaces = rig.surfaces(0, y.data());
  const auto slip = [&](double t) {
    const auto next = rig.surfaces(t, y.data());
    for (std::size_t k = 0; k + 1 < next.size(); k += 2)
      slip_loss += (surfaces[k] + next[k]) / 2 * (next[k + 1] - surfaces[k + 1]);
    surfaces = next;
  };
  for (long cycle = 0; cycle < stroke.cycles; ++cycle) {
    const double start = static_cast<double>(cycle) * period;
    const bool recorded = cycle + 1 == stroke.cycles;
    before = y, slip_loss = 0;
    if (recorded) energy = add_point(start);
    // The derivative jumps where a triangle turns: steps end there.
    for (const double share : {0.25, 0.75, 1.0}) {
      const double stop = start + share * period;
      stepper->set_stop_time(stop);
      while (stepper->time() < stop - 0.5e-6 * step) {
        loop.status = stepper->step();
        if (loop.status != EvalStatus::ok) return loop;
        std::copy_n(stepper->state(), y.size(), y.begin());
        slip(stepper->time());
        if (recorded) loop.stored = add_point(stepper->time()) - energy;
      }
      if (stroke.shape == StrokeShape::triangle && stepper->adaptive()) stepper->restart(y.data());
    }
  }
  const auto sum = [&](std::size_t integral) {
    return y[state_count<E> + integral] - before[state_count<E> + integral];
  };
  const bool resolved = stepper->adaptive() && stroke.shape == StrokeShape::sine;
  loop.work = resolved ? sum(Rig<E>::work) : enclosed(loop.points);
  loop.loss = sum(Rig<E>::loss) + slip_loss, loop.supplied = sum(Rig<E>::supplied);
  loop.stiffness = {sum(Rig<E>::in_phase), sum(Rig<E>::with_rate)};
  return loop;
}

}  // namespace

std::vector<double> nominal_force(const Model& model, std::size_t element) {
  FLANGEWAY_ASSERT(element < model.elements.size(), "the model has this element");
  std::vector<double> force;
  with_element(model, element, [&](const auto& e) {
    const auto response = response_of(model, e, nominal_deformation(model, e));
    force.assign(response.force.begin(), response.force.end());
  });
  return force;
}

RigLoop run_stroke(const Model& model, std::size_t element, std::size_t component, const Stroke& stroke) {
  FLANGEWAY_ASSERT(element < model.elements.size(), "the model has this element");
  FLANGEWAY_ASSERT(stroke.frequency > 0 && stroke.amplitude > 0, "a stroke has a frequency and an amplitude");
  FLANGEWAY_ASSERT(stroke.cycles >= 1 && stroke.steps >= 1, "there is a cycle, and steps in it");
  RigLoop loop;
  with_element(model, element, [&](const auto& e) { loop = loop_of(model, e, component, stroke); });
  return loop;
}

namespace {

/// With u̇ = A u + (B + iωC) d of the states u: f = (K + iωD) d + E u.
std::complex<double> stiffness_of(const AnyTangent& tangent, std::size_t component, double omega) {
  FLANGEWAY_ASSERT(component < tangent.components, "the element has this component");
  using Complex = std::complex<double>;
  const auto moved = [&](std::size_t row) {
    return Complex(tangent.by_deflection(row, component), omega * tangent.by_rate(row, component));
  };
  const auto states = static_cast<Eigen::Index>(tangent.states.size());
  if (states == 0) return moved(component);
  Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(states, states);
  Eigen::VectorXcd driven = Eigen::VectorXcd::Zero(states), by_state = driven;
  for (std::size_t k = 0; k < tangent.states.size(); ++k) {
    if (tangent.states[k] == no_index) continue;
    const auto row = static_cast<Eigen::Index>(k);
    system(row, row) = Complex(0, omega);
    driven[row] = moved(tangent.components + k);
    by_state[row] = tangent.by_state(component, k);
    for (std::size_t l = 0; l < tangent.states.size(); ++l)
      if (tangent.states[l] != no_index)
        system(row, static_cast<Eigen::Index>(l)) -= tangent.by_state(tangent.components + k, l);
  }
  return moved(component) + (by_state.transpose() * system.partialPivLu().solve(driven))(0);
}

}  // namespace

std::complex<double> small_stiffness(const Model& model, std::size_t element, std::size_t component,
                                     double frequency) {
  FLANGEWAY_ASSERT(element < model.elements.size(), "the model has this element");
  std::complex<double> stiffness;
  with_element(model, element, [&](const auto& e) {
    const auto tangent = tangent_of(model, e, nominal_deformation(model, e));
    stiffness = stiffness_of({e, tangent}, component, 2 * pi * frequency);
  });
  return stiffness;
}

}  // namespace flangeway::multibody
