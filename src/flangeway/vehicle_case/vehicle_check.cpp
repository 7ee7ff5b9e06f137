#include "flangeway/vehicle_case/vehicle_check.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/vehicle_case/element_check.hpp"
#include "flangeway/vehicle_case/suspension_at_rest.hpp"

namespace flangeway::vehicle_case {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using multibody::Body;
using multibody::BodyRole;
using multibody::Role;

constexpr double standard_gravity = 9.81;
constexpr double unlimited = std::numeric_limits<double>::infinity();

struct Band {
  double low, high;
};

// Usual values of a role: kg, m. Radii of gyration are √(I/m) about x, y, z.
struct UsualBody {
  Band mass, height, roll_radius, pitch_radius, yaw_radius;
};

UsualBody usual(Role role) {
  switch (role) {
    case Role::wheelset:
      return {{300, 4000}, {0.1, 1.25}, {0.45, 1.1}, {0.06, 0.6}, {0.45, 1.1}};
    case Role::axlebox:
      return {{5, 700}, {0.1, 1.2}, {0.02, 0.9}, {0.02, 0.9}, {0.02, 0.9}};
    case Role::bogie_frame:
      return {{250, 15000}, {0.2, 1.3}, {0.15, 1.6}, {0.12, 2.2}, {0.25, 2.2}};
    case Role::bolster:
      return {{100, 10000}, {0.2, 1.6}, {0.15, 1.6}, {0.05, 2.2}, {0.15, 2.2}};
    case Role::car_body:
      return {{2500, 130000}, {0.6, 3.2}, {0.45, 2.2}, {1.0, 12}, {1.0, 12}};
    case Role::other:  // motors, gearboxes, loads
      return {{5, 40000}, {0.1, 3.5}, {0.02, 2.2}, {0.02, 6}, {0.02, 6}};
  }
  return {};
}

// Everything that the judgement of one vehicle shares.
class Checker {
 public:
  explicit Checker(const vehicle::VehicleModel& vehicle)
      : vehicle_(vehicle), model_(vehicle.bodies), roles_(multibody::roles_of(vehicle.bodies)) {
    for (const multibody::Joint& joint : model_.joints) {
      for (const std::size_t body : {joint.i, joint.j})
        if (body < model_.body_count()) jointed_.push_back(body);
    }
  }

  VehicleCheck check() {
    for (std::size_t b = 0; b < model_.body_count(); ++b) {
      result_.roles.push_back(
          {body(b).name, multibody::text_of(roles_[b]), multibody::given_role(model_, b).has_value()});
      check_body(b);
    }
    check_peers();
    check_attachments();
    check_elements(model_, roles_, result_);
    check_running_gear(vehicle_, result_);
    rest_ = suspension_at_rest(model_);
    check_balance();
    check_wheels();
    check_air_springs();
    check_axle_loads();
    check_partners();
    check_deflections();
    check_modes();
    return std::move(result_);
  }

 private:
  void add(std::string subject, const char* quantity, const char* unit, double value, Band band,
           std::string kind, const char* remedy) {
    result_.values.push_back(
        {std::move(subject), quantity, unit, value, band.low, band.high, std::move(kind), remedy});
  }
  [[nodiscard]] Role role_of(std::size_t b) const { return roles_[b].role; }
  [[nodiscard]] std::ptrdiff_t count(Role role) const {
    return std::count_if(roles_.begin(), roles_.end(),
                         [&](const BodyRole& body) { return body.role == role; });
  }
  [[nodiscard]] bool is_jointed(std::size_t body) const {
    return std::find(jointed_.begin(), jointed_.end(), body) != jointed_.end();
  }
  [[nodiscard]] double gravity() const { return model_.gravity > 0 ? model_.gravity : standard_gravity; }
  [[nodiscard]] const Body& body(std::size_t b) const { return model_.bodies[b]; }

  // Mass, place and inertia.
  void check_body(std::size_t b) {
    const Body& of = body(b);
    const UsualBody band = usual(role_of(b));
    const std::string kind = multibody::noun_of(role_of(b));
    const bool carrier = multibody::carries_one_wheel(of);
    add(of.name, "mass", "kg", of.mass, band.mass, kind, "Check mass, which is in kg");
    if (!of.wheelset)
      add(of.name, "height of the centre of gravity", "m", of.initial(2), band.height, kind,
          "Check position, which is in m above the top of rail");
    if (std::abs(of.initial(1)) > 1e-9 && !has_mirrored_body(b))
      add(of.name, "lateral position", "m", of.initial(1), {-0.05, 0.05}, kind, "Check position");
    const std::array<Band, 3> radii{band.roll_radius, band.pitch_radius, band.yaw_radius};
    constexpr const char* names[] = {"radius of gyration about x", "radius of gyration about y",
                                     "radius of gyration about z"};
    for (Index k = 0; k < 3 && !carrier; ++k) {
      add(of.name, names[k], "m", std::sqrt(of.inertia(k, k) / of.mass), radii[static_cast<std::size_t>(k)],
          kind, "Check inertia, which is in kg m² about x, y and z");
    }
    check_shape(b, kind);
  }

  // Moments of inertia fit each other: none exceeds the sum of the others, and long or flat shapes show.
  void check_shape(std::size_t b, const std::string& kind) {
    const Mat3& inertia = body(b).inertia;
    const double x = inertia(0, 0), y = inertia(1, 1), z = inertia(2, 2), sum = x + y + z;
    const char* remedy = "Check the order of inertia: about x, y and z";
    const double largest = std::max({x, y, z});
    add(body(b).name, "largest moment of inertia over the sum of the others", "1", largest / (sum - largest),
        {0, 1.02}, "any body", remedy);
    if (role_of(b) == Role::car_body && x < 1e12) {
      add(body(b).name, "moment of inertia about x over that about z", "1", x / z, {0.005, 0.9}, kind,
          remedy);
      add(body(b).name, "moment of inertia about y over that about z", "1", y / z, {0.6, 1.5}, kind, remedy);
    }
    if (role_of(b) == Role::wheelset && !multibody::carries_one_wheel(body(b))) {
      add(body(b).name, "moment of inertia about y over that about x", "1", y / x, {0.008, 0.6}, kind,
          remedy);
      add(body(b).name, "moment of inertia about z over that about x", "1", z / x, {0.7, 1.4}, kind, remedy);
    }
  }

  [[nodiscard]] bool has_mirrored_body(std::size_t b) const {
    return std::any_of(model_.bodies.begin(), model_.bodies.end(), [&](const Body& other) {
      return std::abs(other.initial(1) + body(b).initial(1)) < 0.02 &&
             std::abs(other.initial(0) - body(b).initial(0)) < 0.02 &&
             std::abs(other.mass / body(b).mass - 1) < 0.2;
    });
  }

  // Bodies of one role in one vehicle are alike: one that differs was mistyped or stands for another one.
  void check_peers() {
    for (const Role role : {Role::wheelset, Role::bogie_frame}) {
      std::vector<std::size_t> peers;
      for (std::size_t b = 0; b < model_.body_count(); ++b)
        if (role_of(b) == role) peers.push_back(b);
      if (peers.size() < 2) continue;
      const double mass = median_of(peers, [&](std::size_t b) { return body(b).mass; });
      const Band band = role == Role::wheelset ? Band{0.4, 2.5} : Band{0.2, 5};
      for (const std::size_t b : peers)
        add(body(b).name, "mass over the median of its kind", "1", body(b).mass / mass, band,
            multibody::noun_of(role), "Check mass, and that no two bodies were exchanged");
      check_peer_inertia(peers);
    }
  }

  // Listed where it is unusual: the radii of gyration show the moments themselves.
  void check_peer_inertia(const std::vector<std::size_t>& peers) {
    constexpr Band band{0.1, 10};
    constexpr const char* names[] = {"moment of inertia about x over the median of its kind",
                                     "moment of inertia about y over the median of its kind",
                                     "moment of inertia about z over the median of its kind"};
    for (Index k = 0; k < 3; ++k) {
      const double median = median_of(peers, [&](std::size_t b) { return body(b).inertia(k, k); });
      for (const std::size_t b : peers) {
        const double ratio = body(b).inertia(k, k) / median;
        if (ratio >= band.low && ratio <= band.high) continue;
        add(body(b).name, names[k], "1", ratio, band, multibody::noun_of(role_of(b)),
            "Check inertia, which is in kg m²");
      }
    }
  }

  template <typename Number>
  [[nodiscard]] static double median_of(const std::vector<std::size_t>& peers, const Number& number) {
    std::vector<double> values;
    for (const std::size_t b : peers) values.push_back(number(b));
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    return *half;
  }

  // Points of elements lie on the bodies that they join.
  void check_attachments() {
    for (const multibody::ElementInfo& element : model_.elements) {
      if (!element.has_points) continue;
      check_point(element, element.i, element.point_i);
      check_point(element, element.j, element.point_j);
      check_length(element);
    }
  }

  [[nodiscard]] Vec3 place_of(std::size_t pose, const Vec3& point) const {
    if (pose < model_.body_count()) return body(pose).initial.head<3>() + point;
    return Vec3(body(model_.ground_bodies[pose - model_.body_count()]).initial(0), 0, 0) + point;
  }

  void check_point(const multibody::ElementInfo& element, std::size_t pose, const Vec3& point) {
    if (pose >= model_.body_count()) return;
    struct Reach {
      double x, y, z;
    };
    // in the order of Role
    constexpr Reach reaches[] = {{7, 1.9, 2},     {0.8, 1.5, 0.9}, {1.0, 1.2, 1.0},
                                 {3.2, 1.9, 1.3}, {3.2, 1.9, 1.3}, {22, 1.9, 3.2}};
    const Reach reach = reaches[static_cast<std::size_t>(role_of(pose))];
    const double height = place_of(pose, point).z();
    if (std::abs(point.x()) <= reach.x && std::abs(point.y()) <= reach.y && std::abs(point.z()) <= reach.z &&
        height > 0.05)
      return;
    result_.remarks.push_back(
        fmt::format("{} is fastened to {} at ({:.3g}, {:.3g}, {:.3g}) m from its centre of gravity, {:.3g} m "
                    "above the top "
                    "of rail; a {} reaches {:g}, {:g} and {:g} m. Check the position and the bodies of {}",
                    element.name, body(pose).name, point.x(), point.y(), point.z(), height,
                    multibody::noun_of(role_of(pose)), reach.x, reach.y, reach.z, element.name));
  }

  void check_length(const multibody::ElementInfo& element) {
    constexpr double max_length = 3;  // m
    const double length =
        (place_of(element.i, element.point_i) - place_of(element.j, element.point_j)).norm();
    if (length <= max_length) return;
    result_.remarks.push_back(fmt::format("{} is {:.3g} m long; usual are up to {:g} m. Check its positions",
                                          element.name, length, max_length));
  }

  void check_balance() {
    double left = 0, mass = 0, moment_height = 0;
    for (std::size_t b = 0; b < model_.body_count(); ++b) {
      mass += body(b).mass;
      left += body(b).mass * body(b).initial(1);
      moment_height += body(b).mass * body(b).initial(2);
      if (body(b).wheelset || is_jointed(b)) continue;
      const double weight = body(b).mass * gravity();
      add(body(b).name, "vertical force that nothing balances, over its weight", "%",
          100 * rest_.force(static_cast<Index>(6 * b + 2)) / weight, {-20, 20}, "any body",
          "Check the preloads of its springs and its applied forces");
    }
    add("vehicle", "mass", "kg", mass, {0, unlimited}, "vehicle", "");
    add("vehicle", "height of the centre of gravity", "m", moment_height / mass, {0.04, 3}, "vehicle",
        "Check the positions of the bodies");
    add("vehicle", "lateral position of the centre of gravity", "m", left / mass, {-0.1, 0.1}, "vehicle",
        "Check the positions of the bodies: y is to the left");
  }

  // A diameter in place of the radius puts the axles above the frames.
  void check_wheels() {
    double height = 0;
    for (const vehicle::Wheelset& wheelset : vehicle_.wheelsets) height += wheelset.wheel_radius;
    height /= static_cast<double>(std::max<std::size_t>(vehicle_.wheelsets.size(), 1));
    for (std::size_t b = 0; b < model_.body_count(); ++b)
      if (role_of(b) == Role::bogie_frame)
        add(body(b).name, "height of the centre of gravity above the axles", "m", body(b).initial(2) - height,
            {-0.25, 0.9}, "bogie frame", "Check position, and wheel_radius, which is no diameter");
  }

  void check_air_springs() {
    for (const auto& spring : multibody::elements_of<multibody::AirSpring>(model_))
      add(spring.name, "pressure above the atmosphere", "bar", 1e-5 * spring.preload[2] / spring.area,
          {0.3, 15}, "air spring", "Check area, which is in m², and what stands on it");
  }

  void check_axle_loads() {
    double all = 0;
    for (const vehicle::Wheelset& wheelset : vehicle_.wheelsets) all += load_of(wheelset);
    const double mean = all / static_cast<double>(std::max<std::size_t>(vehicle_.wheelsets.size(), 1));
    const bool whole = count(Role::car_body) > 0;
    for (const vehicle::Wheelset& wheelset : vehicle_.wheelsets) {
      const std::string& name = body(wheelset.body).name;
      const double load = load_of(wheelset);
      if (is_jointed(wheelset.body)) {
        result_.not_judged.push_back("axle load of " + name + ": joints carry a part of it");
        continue;
      }
      add(name, "axle load", "kN", 1e-3 * load, {whole ? 20.0 : 8.0, 400},
          whole ? "vehicle" : "bogie or wheelset",
          "Check the masses, which are in kg, and what stands on this wheelset");
      add(name, "axle load over the mean of all", "1", load / mean, {0.4, 2.2}, "vehicle",
          "Check the positions and the preloads of what stands on this wheelset");
      const double moment = rest_.force(static_cast<Index>(6 * wheelset.body + 3));
      add(name, "left wheel load less the right one, over the axle load", "%",
          -100 * moment / (wheelset.profile_position * load), {-20, 20}, "vehicle",
          "Check the lateral positions: y is to the left");
    }
  }

  // N, downwards.
  [[nodiscard]] double load_of(const vehicle::Wheelset& wheelset) const {
    return -rest_.force(static_cast<Index>(6 * wheelset.body + 2));
  }

  // How strongly the outputs of an element answer to motions of its bodies.
  [[nodiscard]] double strength(const multibody::ElementInfo& element) const {
    return rest_.element
        .middleRows(static_cast<Index>(element.output), static_cast<Index>(element.components))
        .norm();
  }

  // The element at the mirrored place: of several at one place the one that is most alike. Some pairs stand
  // one behind the other.
  [[nodiscard]] const multibody::ElementInfo* partner_of(const multibody::ElementInfo& element,
                                                         const Vec3& at) const {
    constexpr double same = 0.03, beside = 1.5;  // m
    const multibody::ElementInfo* partner = nullptr;
    double distance = beside, unlike = unlimited;
    for (const multibody::ElementInfo& other : model_.elements) {
      if (&other == &element || other.type != element.type || !other.has_points) continue;
      const Vec3 there = place_of(other.i, other.point_i);
      const double apart = std::abs(there.x() - at.x());
      if (std::abs(there.y() + at.y()) > same || std::abs(there.z() - at.z()) > same ||
          apart > distance + same)
        continue;
      const double ratio = std::abs(std::log((strength(other) + 1e-9) / (strength(element) + 1e-9)));
      if (apart > distance - same && ratio >= unlike) continue;
      distance = std::min(apart, distance), unlike = ratio;
      partner = &other;
    }
    return partner;
  }

  // Left and right are alike.
  void check_partners() {
    constexpr double middle = 0.1;  // m
    for (const multibody::ElementInfo& element : model_.elements) {
      if (!element.has_points) continue;
      const Vec3 at = place_of(element.i, element.point_i);
      if (std::abs(at.y()) < middle) continue;
      const multibody::ElementInfo* nearest = partner_of(element, at);
      if (nearest == nullptr) {
        result_.remarks.push_back(fmt::format(
            "{} at y = {:.3g} m has no partner on the other side. Check its position, or mirror it",
            element.name, at.y()));
        continue;
      }
      const double here = strength(element), there = strength(*nearest);
      if (at.y() > 0 && std::max(here, there) > 2 * std::min(here, there)) {
        result_.remarks.push_back(
            fmt::format("{} is {:.3g} times as stiff as {} on the other side. Check the stiffness of both",
                        element.name, here / there, nearest->name));
      }
    }
  }

  // Bodies that are no wheelsets: places in the six coordinates of all.
  [[nodiscard]] std::vector<Index> free_places() const {
    std::vector<Index> places;
    for (const std::size_t b : rest_.bodies)
      for (std::size_t k = 0; k < 6; ++k) places.push_back(static_cast<Index>(6 * b + k));
    return places;
  }

  void check_deflections() {
    if (!model_.joints.empty()) {
      result_.not_judged.push_back("static deflections and modes: joints hold bodies together");
      return;
    }
    const std::vector<Index> places = free_places();
    if (places.empty()) return;
    Eigen::MatrixXd stiffness = rest_.stiffness(places, places);
    stiffness.diagonal().array() += 1.0;  // N/m, Nm/rad: what nothing holds stays where it is
    const Eigen::PartialPivLU<Eigen::MatrixXd> solver(stiffness);
    VectorXd weight = VectorXd::Zero(stiffness.rows()), tilt = weight;
    for (std::size_t i = 0; i < rest_.bodies.size(); ++i) {
      const double force = body(rest_.bodies[i]).mass * gravity();
      weight(static_cast<Index>(6 * i + 2)) = -force;
      tilt(static_cast<Index>(6 * i + 1)) = force;
    }
    const VectorXd sag = solver.solve(weight), lean = solver.solve(tilt);
    for (std::size_t i = 0; i < rest_.bodies.size(); ++i) add_deflection(i, sag, lean);
  }

  void add_deflection(std::size_t i, const VectorXd& sag, const VectorXd& lean) {
    const std::size_t b = rest_.bodies[i];
    const Role role = role_of(b);
    const double whole = -sag(static_cast<Index>(6 * i + 2));
    if (role == Role::car_body) {
      add(body(b).name, "static deflection down to the wheelsets", "mm", 1e3 * whole, {3, 400}, "car body",
          "Check the vertical stiffness of its suspension, which is in N/m");
      add(body(b).name, "roll coefficient", "1", std::abs(lean(static_cast<Index>(6 * i + 3))), {0.003, 0.8},
          "car body", "Check the vertical stiffness and the lateral positions of its suspension");
      return;
    }
    // Axleboxes and what else is mounted on an axle, such as a gearbox, may have no deflection.
    const bool may_be_rigid = role == Role::axlebox || role == Role::other;
    add(body(b).name, "static deflection down to the wheelsets", "mm", 1e3 * whole,
        {may_be_rigid ? 0 : 0.1, 200}, multibody::noun_of(role),
        "Check the vertical stiffness of its suspension, which is in N/m");
  }

  void check_modes() {
    if (!model_.joints.empty() || rest_.bodies.empty()) return;
    if (rest_.system.size() == 0) {
      result_.not_judged.push_back(
          fmt::format("modes: the vehicle has more than {} states", SuspensionAtRest::max_states));
      return;
    }
    if (!rest_.system.allFinite()) {
      result_.remarks.push_back("the forces of the suspension are not finite at rest. Check its stiffnesses");
      return;
    }
    const math::Eigenpairs pairs = math::eigenpairs(rest_.system);
    for (Index i = 0; i < pairs.values.size(); ++i) take_mode(pairs.values(i), pairs.vectors.col(i));
    std::sort(result_.modes.begin(), result_.modes.end(),
              [](const SuspensionMode& a, const SuspensionMode& b) { return a.frequency < b.frequency; });
    for (const std::size_t b : rest_.bodies)
      if (role_of(b) == Role::car_body) judge_modes_of(b);
  }

  void take_mode(const std::complex<double>& value, const Eigen::VectorXcd& shape) {
    constexpr double min_frequency = 0.02, max_frequency = 100, min_growth = 0.01;  // Hz, Hz, 1/s
    const double frequency = value.imag() / (2 * pi);
    if (value.real() > min_growth && value.imag() >= 0) note_growth(value, shape);
    if (frequency < min_frequency || frequency > max_frequency) return;
    note_bounce(value, frequency, shape);
    const Part part = largest_part(shape);
    result_.modes.push_back({mode_name(part, shape), body(rest_.bodies[part.place]).name, frequency,
                             -value.real() / std::abs(value), part.share});
  }

  struct Part {
    std::size_t place = 0, coordinate = 0;
    double share = 0;
  };
  // By kinetic energy. Of bodies that move equally, such as both bogies, the first names the mode: rounding,
  // which differs between machines, must not choose.
  [[nodiscard]] Part largest_part(const Eigen::VectorXcd& shape) const {
    constexpr double tie = 1e-6;
    std::array<double, 6> best{};
    Part part;
    double all = 0, largest = 0;
    for (std::size_t i = 0; i < rest_.bodies.size(); ++i) {
      const Body& of = body(rest_.bodies[i]);
      std::array<double, 6> energy{};
      double sum = 0;
      for (std::size_t k = 0; k < 6; ++k) {
        const auto axis = static_cast<Index>(k) - 3;
        energy[k] =
            (k < 3 ? of.mass : of.inertia(axis, axis)) * std::norm(shape(static_cast<Index>(6 * i + k)));
        sum += energy[k];
      }
      all += sum;
      if (sum > (1 + tie) * largest) largest = sum, best = energy, part.place = i;
    }
    part.coordinate = static_cast<std::size_t>(std::max_element(best.begin(), best.end()) - best.begin());
    part.share = all > 0 ? largest / all : 0;
    return part;
  }

  [[nodiscard]] std::string mode_name(const Part& part, const Eigen::VectorXcd& shape) const {
    constexpr const char* names[] = {"longitudinal", "lateral", "bounce", "roll", "pitch", "yaw"};
    const std::string& name = body(rest_.bodies[part.place]).name;
    const bool sways = part.coordinate == 1 || part.coordinate == 3;
    if (!sways || role_of(rest_.bodies[part.place]) != Role::car_body)
      return name + " " + names[part.coordinate];
    // The body turns about a place y/φ above its centre of gravity.
    const std::complex<double> y = shape(static_cast<Index>(6 * part.place + 1)),
                               roll = shape(static_cast<Index>(6 * part.place + 3));
    return name + ((y * std::conj(roll)).real() < 0 ? " lower sway" : " upper sway");
  }

  // Finds for each car body the mode in which its bounce has the largest part: in a train, wagons that are
  // alike move together in many modes.
  void note_bounce(const std::complex<double>& value, double frequency, const Eigen::VectorXcd& shape) {
    bounces_.resize(rest_.bodies.size());
    double all = 0;
    std::vector<double> vertical(rest_.bodies.size());
    for (std::size_t i = 0; i < rest_.bodies.size(); ++i) {
      const Body& of = body(rest_.bodies[i]);
      for (std::size_t k = 0; k < 6; ++k) {
        const auto axis = static_cast<Index>(k) - 3;
        const double energy =
            (k < 3 ? of.mass : of.inertia(axis, axis)) * std::norm(shape(static_cast<Index>(6 * i + k)));
        all += energy;
        if (k == 2) vertical[i] = energy;
      }
    }
    for (std::size_t i = 0; i < vertical.size(); ++i) {
      if (!(vertical[i] > bounces_[i].energy * all)) continue;
      bounces_[i].energy = vertical[i] / all;
      bounces_[i].frequency = frequency;
      bounces_[i].damping_ratio = -value.real() / std::abs(value);
    }
  }

  void note_growth(const std::complex<double>& value, const Eigen::VectorXcd& shape) {
    const Part part = largest_part(shape);
    result_.remarks.push_back(
        fmt::format("{} is not held upright: it leaves its place at rest with a growth of {:.3g} 1/s ({}). "
                    "Check the signs "
                    "of stiffnesses and dampers and the place of its suspension",
                    body(rest_.bodies[part.place]).name, value.real(), mode_name(part, shape)));
  }

  // Wagons have friction instead.
  [[nodiscard]] bool has_dampers(std::size_t b) const {
    return std::any_of(model_.elements.begin(), model_.elements.end(), [&](const auto& element) {
      const bool damper = element.type.find("damper") != std::string::npos || element.type == "series";
      return damper && (element.i == b || element.j == b);
    });
  }

  void judge_modes_of(std::size_t b) {
    constexpr double min_share = 0.02;  // of the kinetic energy
    constexpr std::ptrdiff_t max_carbodies = 2;
    const std::string& name = body(b).name;
    const auto place = std::find(rest_.bodies.begin(), rest_.bodies.end(), b) - rest_.bodies.begin();
    const SuspensionMode bounce =
        bounces_.empty() ? SuspensionMode{} : bounces_[static_cast<std::size_t>(place)];
    if (bounce.energy > min_share) {
      add(name, "frequency of bounce", "Hz", bounce.frequency, {0.7, 9}, "car body",
          "Check the vertical stiffness of its suspension and its mass");
      add(name, "damping ratio of bounce", "1", bounce.damping_ratio, {has_dampers(b) ? 0.03 : -1e-3, 0.9},
          "car body", "Check the damping of its suspension, which is in N s/m");
      return;
    }
    if (count(Role::car_body) > max_carbodies) {
      result_.not_judged.push_back("bounce of " + name + ": it is part of many modes of the train");
      return;
    }
    result_.remarks.push_back(
        fmt::format("{} has no bounce between 0.02 and 100 Hz: it is held rigidly, or damped beyond "
                    "oscillation. Check the "
                    "vertical stiffness and damping of its suspension",
                    name));
  }

  const vehicle::VehicleModel& vehicle_;
  const multibody::Model& model_;
  std::vector<BodyRole> roles_;
  std::vector<std::size_t> jointed_;
  SuspensionAtRest rest_;
  std::vector<SuspensionMode> bounces_;  // of the bodies of rest_
  VehicleCheck result_;
};

}  // namespace

VehicleCheck check_vehicle(const vehicle::VehicleModel& vehicle) {
  return Checker(vehicle).check();
}

std::vector<std::string> warnings(const VehicleCheck& check) {
  std::vector<std::string> result;
  for (const CheckedValue& value : check.values) {
    if (!value.outside()) continue;
    const std::string unit = value.unit == "1" ? "" : " " + value.unit;
    result.push_back(fmt::format("{}: {} is {:.4g}{}; usual for a {} are {:g} to {:g}{}. {}", value.subject,
                                 value.quantity, value.value, unit, value.kind, value.low, value.high, unit,
                                 value.remedy));
  }
  result.insert(result.end(), check.remarks.begin(), check.remarks.end());
  return result;
}

}  // namespace flangeway::vehicle_case
