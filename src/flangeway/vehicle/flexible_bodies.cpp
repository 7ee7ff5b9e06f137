#include "flangeway/vehicle/flexible_bodies.hpp"

#include <algorithm>
#include <set>

#include "flangeway/multibody/flexible.hpp"
#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle/element_spec.hpp"

namespace flangeway::vehicle {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, BeamSpec& spec) {
  v.number("length", spec.length, required_positive("m"),
           "length of the beam along the body; its middle is the centre of gravity");
  v.number("vertical_frequency", spec.vertical, {.unit = "Hz", .minimum = 0, .maximum = 1000},
           "frequency of the first vertical bending of the body without its suspension; 0: stiff");
  v.number("lateral_frequency", spec.lateral, {.unit = "Hz", .minimum = 0, .maximum = 1000},
           "the same of lateral bending");
  v.integer("modes", spec.modes, {.minimum = 1, .maximum = 10},
            "number of modes in each direction that bends");
  v.number("damping_ratio", spec.damping_ratio, {.unit = "1", .minimum = 0, .maximum = 1},
           "damping of each mode over the critical one");
}

void describe(Visitor& v, ModeSpec& spec) {
  spec.where = v.here(), spec.key = v.key_path();
  v.number("frequency", spec.frequency, required_positive("Hz"), "natural frequency of the free body");
  v.number("modal_mass", spec.modal_mass, required_positive("kg"),
           "integral of the squared shape over the mass; 1 with mass-normalised shapes in 1/√kg");
  v.number("damping_ratio", spec.damping_ratio, {.unit = "1", .minimum = 0, .maximum = 1},
           "damping over the critical one");
}

void describe(Visitor& v, ModePointSpec& spec) {
  spec.where = v.here(), spec.key = v.key_path();
  v.text("name", spec.name, Presence::optional, "its displacement is recorded under this name");
  v.triple("position", spec.position, required_point(), "nominal position, as that of an end of an element");
  v.numbers("shapes", spec.shapes, {}, "displacement x, y, z in the first mode, then in the second, …");
}

void describe(Visitor& v, FlexibleBodySpec& spec) {
  spec.where = v.here(), spec.key = v.key_path();
  v.text("body", spec.body, Presence::required, "body that bends, one of bodies");
  v.section("beam", spec.beam, "bending of a uniform beam that is free at both ends");
  v.list("modes", spec.modes, {}, "modes of the free body from another program, instead of beam");
  v.list("points", spec.points, {},
         "points with the shapes of modes: every place where an element ends on the body, and places whose "
         "displacement is recorded; with beam only the latter, without shapes");
}

namespace {

constexpr double same_place = 1e-3;  // m

class FlexibleBodyBuilder {
 public:
  FlexibleBodyBuilder(const FlexibleBodySpec& spec, const VehicleSpec& vehicle, multibody::Model& model,
                      Findings& findings)
      : spec_(spec), vehicle_(vehicle), model_(model), findings_(findings) {}

  void build(std::set<std::string>& bent) {
    const auto& bodies = vehicle_.bodies;
    const auto found = std::find_if(bodies.begin(), bodies.end(),
                                    [&](const BodySpec& b) { return b.name.value == spec_.body.value; });
    const std::string got = '"' + spec_.body.value + '"';
    if (found == bodies.end())
      return complain(findings_, spec_, "body", {"is none of bodies", got, "", "Name one of bodies"});
    if (!bent.insert(spec_.body.value).second)
      return complain(findings_, spec_, "body", {"bends in two tables", got, "", "Leave one of them out"});
    if (spec_.beam.has_value() == !spec_.modes.empty())
      return complain(findings_, spec_, "modes",
                      {spec_.modes.empty() ? "are missing, and so is beam" : "are given, and so is beam", "",
                       "", "Give one of them"});
    body_.body = static_cast<std::size_t>(found - bodies.begin());
    centre_ = found->position;
    const std::size_t before = findings_.all().size();
    spec_.beam ? set_beam(*spec_.beam) : set_modes(found->mass);
    if (findings_.all().size() == before) add();
  }

 private:
  void set_beam(const BeamSpec& beam) {
    if (!(beam.vertical > 0) && !(beam.lateral > 0))
      complain(findings_, spec_, "beam", {"bends in no direction", "", "", "Give vertical_frequency"});
    for (const ModePointSpec& point : spec_.points)
      if (!point.shapes.empty())
        complain(findings_, point, "shapes", {"has an effect with modes only", "", "", "Leave it out"});
    const double first = multibody::free_beam_root(1);
    for (const auto& [frequency, axis] : {std::pair{beam.vertical, 2}, std::pair{beam.lateral, 1}}) {
      for (std::size_t n = 1; frequency > 0 && n <= static_cast<std::size_t>(beam.modes); ++n) {
        const double ratio = multibody::free_beam_root(n) / first;
        body_.modes.push_back({.mass = model_.bodies[body_.body].mass,
                               .frequency = 2 * pi * frequency * ratio * ratio,
                               .damping = beam.damping_ratio});
        beam_modes_.emplace_back(n, axis);
      }
    }
  }

  void set_modes(double mass) {
    for (const ModeSpec& mode : spec_.modes)
      body_.modes.push_back(
          {.mass = mode.modal_mass, .frequency = 2 * pi * mode.frequency, .damping = mode.damping_ratio});
    for (const ModePointSpec& point : spec_.points)
      if (point.shapes.size() != 3 * spec_.modes.size())
        return complain(findings_, point, "shapes",
                        {"has not three numbers for each mode", fmt::format("{}", point.shapes.size()),
                         fmt::format("{}", 3 * spec_.modes.size()), ""});
    for (std::size_t k = 0; k < spec_.modes.size(); ++k) check_scale(k, mass);
  }

  // The mean square of a shape over the mass is modal mass over mass: no place has far more, and not all have
  // far less.
  void check_scale(std::size_t k, double mass) {
    constexpr double least = 1e-4, most = 100;
    double largest = 0;
    for (const ModePointSpec& point : spec_.points)
      largest = std::max(largest, shape(point, k).squaredNorm());
    const double share = largest * mass / spec_.modes[k].modal_mass;
    if (spec_.points.empty() || (share >= least && share <= most)) return;
    complain(findings_, spec_.modes[k], "modal_mass",
             {"does not fit the shapes: largest shape² · mass of the body / modal_mass is out of range",
              fmt::format("{:.3g}", share), fmt::format("{} to {}", least, most),
              "Give the modal mass of shapes in this scale: 1 kg for mass-normalised shapes in 1/√kg"});
  }

  [[nodiscard]] static Vec3 shape(const ModePointSpec& point, std::size_t k) {
    return {point.shapes[3 * k], point.shapes[3 * k + 1], point.shapes[3 * k + 2]};
  }

  // Of a point from the centre of gravity.
  [[nodiscard]] multibody::Shapes shapes_at(const Vec3& at) const {
    multibody::Shapes shapes;
    if (spec_.beam) {
      const double place = at.x() / spec_.beam->length;
      if (std::abs(place) > 0.5 + 1e-9) return {};
      for (const auto& [n, axis] : beam_modes_)
        shapes.push_back(multibody::free_beam_shape(n, place) * Vec3::Unit(axis));
      return shapes;
    }
    for (const ModePointSpec& point : spec_.points) {
      if ((place_of(point) - at).norm() > same_place) continue;
      for (std::size_t k = 0; k < spec_.modes.size(); ++k) shapes.push_back(shape(point, k));
      break;
    }
    return shapes;
  }
  [[nodiscard]] Vec3 place_of(const ModePointSpec& point) const {
    return {point.position[0] - centre_[0], point.position[1] - centre_[1], point.position[2] - centre_[2]};
  }

  void add() {
    const std::size_t place = model_.lists->flexible_bodies.size();
    for (const ModePointSpec& point : spec_.points) {
      if (point.name.value.empty()) continue;
      multibody::Shapes shapes = shapes_at(place_of(point));
      if (shapes.empty())
        complain(findings_, point, "position", {"is beyond the beam", "", "", "Lengthen beam.length"});
      model_.lists->recovered_points.push_back(
          {spec_.body.value + "." + point.name.value, place, std::move(shapes)});
    }
    for (const std::string& name :
         multibody::add_flexible_body(model_, body_, [&](const Vec3& point) { return shapes_at(point); }))
      complain(findings_, spec_, "points",
               {fmt::format("have no shapes where \"{}\" ends on the body", name), "", "",
                spec_.beam ? "Lengthen beam.length" : "Add a point there with its shapes"});
  }

  const FlexibleBodySpec& spec_;
  const VehicleSpec& vehicle_;
  multibody::Model& model_;
  Findings& findings_;
  multibody::FlexibleBody body_;
  Triple centre_{};
  std::vector<std::pair<std::size_t, int>> beam_modes_;  // number and axis
};

}  // namespace

void add_flexible_bodies(const VehicleSpec& spec, multibody::Model& model, Findings& findings) {
  std::set<std::string> bent;
  for (const FlexibleBodySpec& body : spec.elements->flexible_bodies)
    FlexibleBodyBuilder(body, spec, model, findings).build(bent);
}

}  // namespace flangeway::vehicle
