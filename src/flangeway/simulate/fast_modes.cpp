#include "flangeway/simulate/fast_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/integrate/amplification.hpp"
#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"

namespace flangeway::simulate {
namespace {

constexpr double min_rate = 5;  // [1/s]

// In the variables that the integrators use.
struct Linear {
  Eigen::MatrixXd jacobian;
  Eigen::VectorXd rates;
};

bool linearise(Simulation& simulation, Linear& linear) {
  const integrate::Problem problem = simulation.problem();
  const auto n = static_cast<Eigen::Index>(problem.size);
  Eigen::VectorXd x(n), rate(n);
  simulation.integrated_state(x.data());
  const double t = simulation.state().time;
  if (problem.derivative(problem.user, t, x.data(), rate.data()) != EvalStatus::ok) return false;
  linear.rates = Eigen::VectorXd::Zero(n);
  problem.damping(problem.user, t, x.data(), linear.rates.data());
  linear.jacobian = Eigen::MatrixXd::Zero(n, n);
  std::uint64_t evaluations = 0;
  const EvalStatus status =
      problem.jacobian(problem.user, t, x.data(), rate.data(), linear.jacobian.data(), &evaluations);
  return status == EvalStatus::ok && linear.jacobian.allFinite() && linear.rates.allFinite();
}

// The share of the rates that a mode sees: w* Λ v / w* v with its left and right eigenvectors w and v, which
// is exact to the first order of what the rates are wrong by.
double rate_of(const Linear& linear, const Eigen::VectorXcd& right, std::complex<double> value,
               const math::Eigenpairs& left) {
  Eigen::Index nearest = 0;
  (left.values.array() - value).abs().minCoeff(&nearest);
  const Eigen::VectorXcd product =
      left.vectors.col(nearest).cwiseProduct(right);  // of the transpose: no conjugate
  const std::complex<double> whole = product.sum();
  if (std::abs(whole) < 1e-12) return 0;
  const std::complex<double> share =
      (product.transpose() * linear.rates.cast<std::complex<double>>())(0) / whole;
  return std::clamp(share.real(), 0.0, linear.rates.maxCoeff());
}

double inertia_of(const multibody::Model& vehicle, std::size_t coordinate) {
  const multibody::Body& body = vehicle.bodies[coordinate / 6];
  const auto axis = static_cast<Eigen::Index>(coordinate % 6) - 3;
  return axis < 0 ? body.mass : body.inertia(axis, axis);
}

// Calls use(component of the state, mass) for the rates of rails that move with their wheelsets.
template <typename Use>
void for_each_rail_rate(const vehicle_case::CaseModel& model, const Use& use) {
  for (std::size_t i = 0; model.mass_spring && i < model.contact.wheelsets.size(); ++i) {
    const std::size_t n = model.mass_spring->track.coordinates();
    for (std::size_t k = 0; k < n; ++k)
      use(model.mass_spring->state_of(i) + n + k,
          model.mass_spring->track.mass(static_cast<Eigen::Index>(k)));
  }
}

// Body with the largest motion, weighted by its inertia.
std::string body_of(const vehicle_case::CaseModel& model, const Eigen::VectorXcd& shape) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  constexpr const char* names[] = {"longitudinal", "lateral", "vertical", "roll", "pitch", "yaw"};
  double largest = -1;
  std::string name;
  for (std::size_t i = 0; i < vehicle.velocity_offset(); ++i) {
    const double size = std::abs(shape(static_cast<Eigen::Index>(vehicle.velocity_offset() + i))) *
                        std::sqrt(inertia_of(vehicle, i));
    if (size <= largest) continue;
    largest = size;
    name = fmt::format("{} ({})", vehicle.bodies[i / 6].name, names[i % 6]);
  }
  const auto compare = [&](std::size_t rate, double inertia, std::size_t body, const std::string& what) {
    const double size =
        std::abs(shape(static_cast<Eigen::Index>(vehicle.auxiliary_offset() + rate))) * std::sqrt(inertia);
    if (size <= largest) return;
    largest = size;
    name = fmt::format("{} ({})", vehicle.bodies[body].name, what);
  };
  for (const multibody::AxleTwist& twist : vehicle.axle_twists)
    compare(twist.rate, twist.inertia, twist.body, "axle twist");
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(vehicle))
    for (std::size_t k = 0; k < flexible.modes.size(); ++k)
      compare(flexible.modes[k].rate, flexible.modes[k].mass, flexible.body, fmt::format("mode {}", k + 1));
  for_each_rail_rate(model, [&](std::size_t component, double mass) {
    const double size = std::abs(shape(static_cast<Eigen::Index>(component))) * std::sqrt(mass);
    if (size <= largest) return;
    largest = size;
    const std::optional<RailComponent> rail = rail_component(model, component);
    name = fmt::format("{} ({})", rail->part, rail->motion);
  });
  return name;
}

// Evaluates the suspension at the present state moved by so much.
void evaluate_moved(Simulation& simulation, const Eigen::VectorXd& move, std::vector<double>& force,
                    std::vector<double>& deflection) {
  std::vector<double> y = simulation.state().y, rate(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += move(static_cast<Eigen::Index>(i));
  (void)simulation.derivative(simulation.state().time, y.data(), rate.data());
  force = simulation.bodies().element_force, deflection = simulation.bodies().element_deflection;
}

// Work of all forces: |μ|² Σ m |d|² = |μ| Σ m |d| |v|.
double work_of(const vehicle_case::CaseModel& model, std::complex<double> eigenvalue,
               const Eigen::VectorXcd& move) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const auto u = static_cast<Eigen::Index>(vehicle.auxiliary_offset());
  double sum = 0;
  for (std::size_t i = 0; i < vehicle.velocity_offset(); ++i)
    sum += std::norm(eigenvalue) * inertia_of(vehicle, i) * std::norm(move(static_cast<Eigen::Index>(i)));
  for (const multibody::AxleTwist& twist : vehicle.axle_twists)
    sum += twist.inertia * std::norm(move(u + static_cast<Eigen::Index>(twist.rate)));
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(vehicle))
    for (const multibody::BodyMode& mode : flexible.modes)
      sum += mode.mass * std::norm(move(u + static_cast<Eigen::Index>(mode.rate)));
  for_each_rail_rate(model, [&](std::size_t component, double mass) {
    sum += mass * std::norm(move(static_cast<Eigen::Index>(component)));
  });
  return sum;
}

// The axle or the bending body that does most work by its own stiffness and damping.
std::pair<double, std::string> own_work_of(const multibody::Model& vehicle, const Eigen::VectorXcd& move) {
  const auto at = [&](std::size_t state) {
    return move(static_cast<Eigen::Index>(vehicle.auxiliary_offset() + state));
  };
  std::pair<double, std::string> most{0, ""};
  for (const multibody::AxleTwist& twist : vehicle.axle_twists) {
    if (!twist.elastic) continue;
    const double angle = std::abs(at(twist.angle)), rate = std::abs(at(twist.rate));
    const double work = twist.stiffness * angle * angle + twist.damping * rate * angle;
    if (work > most.first) most = {work, "axle of " + vehicle.bodies[twist.body].name};
  }
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(vehicle)) {
    double work = 0;
    for (const multibody::BodyMode& mode : flexible.modes)
      work += mode.mass * mode.frequency * mode.frequency * std::norm(at(mode.coordinate));
    if (work > most.first) most = {work, "bending of " + vehicle.bodies[flexible.body].name};
  }
  return most;
}

// Work of the springs of rails that move with a wheelset.
std::pair<double, std::string> track_work_of(const vehicle_case::CaseModel& model,
                                             const Eigen::VectorXcd& move) {
  std::pair<double, std::string> most{0, ""};
  for (std::size_t i = 0; model.mass_spring && i < model.contact.wheelsets.size(); ++i) {
    const flextrack::MassSpringTrack& track = model.mass_spring->track;
    const Eigen::VectorXcd at = move.segment(static_cast<Eigen::Index>(model.mass_spring->state_of(i)),
                                             static_cast<Eigen::Index>(track.coordinates()));
    const double work = std::abs(at.dot(track.stiffness.cast<std::complex<double>>() * at));
    const std::string& name = model.vehicle.bodies.bodies[model.contact.wheelsets[i].body].name;
    if (work > most.first) most = {work, "the track under " + name};
  }
  return most;
}

// The element in which the mode does most work; the contacts, where that is less than half of all.
std::string element_of(Simulation& simulation, const FastMode& mode) {
  constexpr double small = 1e-6, half = 0.5;  // m, rad, m/s, rad/s; 1
  const multibody::Model& vehicle = simulation.model().vehicle.bodies;
  const Eigen::VectorXcd move = mode.shape * (small / mode.shape.cwiseAbs().maxCoeff());
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(move.size());
  std::vector<double> work(vehicle.output_count), force[2], deflection[2];
  evaluate_moved(simulation, still, force[0], deflection[0]);
  for (const Eigen::VectorXd& part : {Eigen::VectorXd(move.real()), Eigen::VectorXd(move.imag())}) {
    evaluate_moved(simulation, part, force[1], deflection[1]);
    for (std::size_t k = 0; k < work.size(); ++k)
      work[k] += std::abs((force[1][k] - force[0][k]) * (deflection[1][k] - deflection[0][k]));
  }
  evaluate_moved(simulation, still, force[0], deflection[0]);
  double largest = 0, all = 0;
  std::string name;
  for (const multibody::ElementInfo& element : vehicle.elements) {
    double sum = 0;
    for (std::size_t k = 0; k < element.components; ++k) sum += work[element.output + k];
    all += sum;
    if (sum > largest) largest = sum, name = element.name;
  }
  const vehicle_case::CaseModel& model = simulation.model();
  const double total = work_of(model, mode.eigenvalue, move);
  if (const auto track = track_work_of(model, move); track.first > half * total) return track.second;
  if (const auto own = own_work_of(vehicle, move); own.first > half * total) return own.second;
  return all > half * total ? "element " + name : "wheel-rail contact";
}

double static_wheel_load(const vehicle_case::CaseModel& model) {
  double mass = 0;
  for (const multibody::Body& body : model.vehicle.bodies.bodies) mass += body.mass;
  return mass * model.vehicle.bodies.gravity / (2 * static_cast<double>(model.contact.wheelsets.size()));
}

// Modes of a flange that touches later, where it is a spring of its own: that of its load, F = K δ^1.5.
void add_flange_mode(const vehicle_case::CaseModel& model, std::vector<FastMode>& modes) {
  constexpr double hertz = 7e13;  // [N/m^1.5] of steel: docs/validation/flange_stiffness.md
  const auto& pairs = model.contact.pairs;
  if (std::none_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair->lookup.hybrid; })) return;
  double lightest = HUGE_VAL;
  for (const multibody::Body& body : model.vehicle.bodies.bodies)
    if (body.wheelset) lightest = std::min(lightest, body.mass);
  const wheelrail::Settings& settings = model.contact.settings;
  const double load = static_wheel_load(model);
  if (!(load > 0)) return;
  const double given = settings.flange_stiffness > 0 ? settings.flange_stiffness : hertz;
  const double depth = std::pow(load / given, 2.0 / 3), frequency = std::sqrt(1.5 * load / depth / lightest);
  const double decay = settings.flange_damping * depth / (2 * lightest);
  modes.push_back({{-decay, std::sqrt(std::max(frequency * frequency - decay * decay, 0.0))},
                   0,
                   {},
                   "a wheelset on its elastic flange"});
}

// The fastest lateral oscillation of a wheelset where one wheel hands over from tread to flange, 1/s. The
// wheel rises by h(y), the middle of the wheelset by h / 2, and it rolls by h / 2b:
// docs/theory/integrators.md (9).
double handover_frequency(const geometry::KecProfile& profile, double load, const multibody::Body& body) {
  constexpr int parts = 64;
  const double base = 2 * profile.knife_lateral, lever = profile.radius_zero / base;
  const double rising = body.mass / 4 + body.inertia(0, 0) / (base * base);
  double fastest = 0;
  for (int i = 0; i <= parts; ++i) {
    const double s = profile.flange_start + profile.transition_length * (2.0 * i / parts - 1);
    if (!profile.radius.contains(s)) continue;
    double value = 0, slope = 0, second = 0;
    profile.radius.evaluate(s, &value, &slope, &second);
    const double approach = 1 + lever * slope;  // -dy/ds
    if (approach <= 0) continue;
    const double rise = slope / approach, bend = second / (approach * approach * approach);
    fastest = std::max(fastest, load * bend / (body.mass + rise * rise * rising));
  }
  return std::sqrt(fastest);
}

// Modes of a flange that touches later under a constraint: the transition of the equivalent profile.
void add_handover_mode(const vehicle_case::CaseModel& model, std::vector<FastMode>& modes) {
  // Load of the leading outer wheel in curves, and least damping by creep: docs/theory/integrators.md
  constexpr double share_of_load = 1.3, damping_ratio = 0.01;
  if (model.contact.settings.method != wheelrail::Method::kec) return;
  const double load = share_of_load * static_wheel_load(model);
  if (!(load > 0)) return;
  double fastest = 0;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const geometry::KecProfiles& kec = model.contact.pairs[wheelset.pair]->kec;
    for (const geometry::KecProfile* profile : {&kec.left, &kec.right})
      fastest =
          std::max(fastest, handover_frequency(*profile, load, model.vehicle.bodies.bodies[wheelset.body]));
  }
  if (!(fastest > min_rate)) return;
  modes.push_back(
      {std::complex<double>(-damping_ratio, std::sqrt(1 - damping_ratio * damping_ratio)) * fastest,
       0,
       {},
       "a wheelset between tread and flange"});
}

}  // namespace

std::vector<FastMode> fast_modes(Simulation& simulation) {
  Linear linear;
  std::vector<FastMode> modes;
  if (simulation.state().y.size() > most_states_of_modes) return modes;
  if (!linearise(simulation, linear)) return modes;
  const math::Eigenpairs right = math::eigenpairs(linear.jacobian),
                         left = math::eigenpairs(linear.jacobian.transpose());
  for (Eigen::Index i = 0; i < right.values.size(); ++i) {
    const std::complex<double> value = right.values(i);
    if (value.imag() < 0 || !(std::abs(value) > min_rate)) continue;
    FastMode mode{value, rate_of(linear, right.vectors.col(i), value, left), right.vectors.col(i), ""};
    simulation.to_state(mode.shape);
    modes.push_back(std::move(mode));
  }
  add_flange_mode(simulation.model(), modes);
  add_handover_mode(simulation.model(), modes);
  std::sort(modes.begin(), modes.end(),
            [](const FastMode& a, const FastMode& b) { return a.speed() > b.speed(); });
  return modes;
}

double added_growth(const FastMode& mode, integrate::FixedMethod method, double step, double scale) {
  const std::complex<double> value = scale * mode.eigenvalue;
  return std::log(integrate::amplification(method, value, scale * mode.rate, step)) / step -
         std::max(value.real(), 0.0);
}

std::string failing_mode(Simulation& simulation) {
  using vehicle_case::IntegratorMethod;
  const std::vector<FastMode> modes = fast_modes(simulation);
  if (modes.empty()) return "";
  const vehicle_case::IntegrationSettings& by = simulation.model().integration;
  const FastMode* worst = &modes.front();
  double most = max_added_growth;
  for (const FastMode& mode : modes) {
    if (!has_fixed_steps(by.method)) break;
    const auto method =
        by.method == IntegratorMethod::rk4 ? integrate::FixedMethod::rk4 : integrate::FixedMethod::abm4;
    if (const double growth = added_growth(mode, method, by.step); growth > most)
      most = growth, worst = &mode;
  }
  const std::string name = describe(simulation, *worst);
  return most > max_added_growth ? fmt::format(". Steps of {:.3g} s let a mode grow there: {}", by.step, name)
                                 : fmt::format(". The fastest mode there is {}", name);
}

std::string describe(Simulation& simulation, const FastMode& mode) {
  const double size = std::abs(mode.eigenvalue), damping = -mode.eigenvalue.real() / size;
  const std::string motion =
      mode.eigenvalue.imag() > 0
          ? fmt::format("{:.3g} Hz, damping ratio {:.2g}", mode.eigenvalue.imag() / (2 * pi), damping)
          : fmt::format("{} at {:.3g} 1/s", mode.eigenvalue.real() > 0 ? "growth" : "decay", size);
  if (mode.shape.size() == 0) return fmt::format("{}, {}", motion, mode.name);
  return fmt::format("{}, {}, {}", motion, body_of(simulation.model(), mode.shape),
                     element_of(simulation, mode));
}

}  // namespace flangeway::simulate
