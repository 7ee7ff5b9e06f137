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

void describe(Visitor& v, ModeFileSpec& spec) {
  v.path(
      "file", spec.file, Presence::required,
      "universal file (.unv, .uff) with nodes (datasets 15, 2411), normal modes of the free body (55, 2414) "
      "and, where they are not SI, units (164); its axes are parallel to those of the vehicle");
  v.triple("origin", spec.origin, required_point(), "nominal position of the origin of the file's axes");
  v.number("least_frequency", spec.least_frequency,
           {.unit = "Hz", .minimum = 0, .maximum = 1000, .minimum_excluded = true},
           "modes below it are left out: those of the body as a rigid one");
  v.number("highest_frequency", spec.highest_frequency, {.unit = "Hz", .minimum = 0, .maximum = 1000},
           "modes above it are left out; 0: none");
  v.number("node_distance", spec.node_distance, {.unit = "m", .minimum = 0, .maximum = 1},
           "largest distance of an end of an element from the nearest node, whose rotation bridges it");
  v.number("damping_ratio", spec.damping_ratio, {.unit = "1", .minimum = 0, .maximum = 1},
           "damping over the critical one, of modes to which the file gives 0");
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
  v.numbers("rotations", spec.rotations, {},
            "rotation about x, y, z in rad in the first mode, then in the second, …: elements that end here "
            "turn along; none: they keep the axes of the body");
}

void describe(Visitor& v, FlexibleBodySpec& spec) {
  spec.where = v.here(), spec.key = v.key_path();
  v.text("body", spec.body, Presence::required, "body that bends, one of bodies");
  v.section("beam", spec.beam, "bending of a uniform beam that is free at both ends");
  v.section("mode_file", spec.mode_file, "modes from a finite-element program, instead of beam");
  v.list("modes", spec.modes, {}, "modes of the free body from another program, instead of beam");
  v.list("points", spec.points, {},
         "points with the shapes of modes: every place where an element ends on the body, and places whose "
         "displacement is recorded; with beam or mode_file only the latter, without shapes");
}

namespace {

constexpr double same_place = 1e-3;  // m
constexpr const char* advice_for_nodes =
    "Put a node there, with a shape in every mode, or raise node_distance";
constexpr double min_mass_share = 1e-4, max_mass_share = 100;

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
    const std::size_t given =
        (spec_.beam ? 1u : 0u) + (spec_.mode_file ? 1u : 0u) + (spec_.modes.empty() ? 0u : 1u);
    if (given != 1)
      return complain(findings_, spec_, "modes",
                      {given == 0 ? "are missing, and so are beam and mode_file"
                                  : "are given twice, by two of beam, mode_file and modes",
                       "", "", "Give one of them"});
    body_.body = static_cast<std::size_t>(found - bodies.begin());
    centre_ = found->position;
    const std::size_t before = findings_.all().size();
    if (!spec_.modes.empty()) {
      set_modes(found->mass);
    } else {
      refuse_shapes();
      spec_.beam ? set_beam(*spec_.beam) : set_file(*spec_.mode_file, found->mass);
    }
    if (findings_.all().size() == before) add();
  }

 private:
  void set_beam(const BeamSpec& beam) {
    if (!(beam.vertical > 0) && !(beam.lateral > 0))
      complain(findings_, spec_, "beam", {"bends in no direction", "", "", "Give vertical_frequency"});
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

  void refuse_shapes() {
    for (const ModePointSpec& point : spec_.points)
      for (const auto& [key, numbers] :
           {std::pair{"shapes", &point.shapes}, std::pair{"rotations", &point.rotations}})
        if (!numbers->empty())
          complain(findings_, point, key, {"has an effect with modes only", "", "", "Leave it out"});
  }

  void set_file(const ModeFileSpec& file, double mass) {
    if (file.content == nullptr) return;  // its reader has said why
    for (const FileMode& mode : file.content->modes) {
      if (mode.frequency < file.least_frequency) continue;
      if (file.highest_frequency > 0 && mode.frequency > file.highest_frequency) continue;
      if (!(mode.mass > 0))
        findings_.add({mode.where, "", fmt::format("mode {} has no modal mass", mode.number),
                       fmt::format("{:g}", mode.mass), "above 0",
                       "Let the program write it: 1 in its unit of mass for mass-normalised shapes"});
      body_.modes.push_back({.mass = mode.mass,
                             .frequency = 2 * pi * mode.frequency,
                             .damping = mode.damping > 0 ? mode.damping : file.damping_ratio});
      file_modes_.push_back(&mode);
      check_scale(mode, mass);
    }
    if (file_modes_.empty())
      findings_.add({file.file.where, spec_.key + ".mode_file.file",
                     "has no modes in the range of frequencies", "\"" + file.file.value + "\"", "",
                     "Set least_frequency and highest_frequency to those of the modes you want"});
  }
  void check_scale(const FileMode& mode, double mass) {
    double largest = 0;
    for (const FileShape& shape : mode.shapes) largest = std::max(largest, shape.move.squaredNorm());
    const double share = largest * mass / mode.mass;
    if (!(mode.mass > 0) || (share >= min_mass_share && share <= max_mass_share)) return;
    findings_.add(
        {mode.where, "",
         fmt::format("mode {} has a modal mass that does not fit its shape: largest shape² · mass of "
                     "the body / modal mass is out of range",
                     mode.number),
         fmt::format("{:.3g}", share), fmt::format("{} to {}", min_mass_share, max_mass_share),
         "Check the units of the file (dataset 164) and the mass of the body"});
  }

  void set_modes(double mass) {
    for (const ModeSpec& mode : spec_.modes)
      body_.modes.push_back(
          {.mass = mode.modal_mass, .frequency = 2 * pi * mode.frequency, .damping = mode.damping_ratio});
    for (const ModePointSpec& point : spec_.points) {
      if (!has_three_for_each_mode(point, "shapes", point.shapes)) return;
      if (!point.rotations.empty() && !has_three_for_each_mode(point, "rotations", point.rotations)) return;
    }
    for (std::size_t k = 0; k < spec_.modes.size(); ++k) check_scale(k, mass);
  }

  bool has_three_for_each_mode(const ModePointSpec& point, std::string_view key,
                               const std::vector<double>& numbers) {
    if (numbers.size() == 3 * spec_.modes.size()) return true;
    complain(findings_, point, key,
             {"has not three numbers for each mode", fmt::format("{}", numbers.size()),
              fmt::format("{}", 3 * spec_.modes.size()), ""});
    return false;
  }

  // The mean square of a shape over the mass is modal mass over mass: no place has far more, and not all have
  // far less.
  void check_scale(std::size_t k, double mass) {
    double largest = 0;
    for (const ModePointSpec& point : spec_.points)
      largest = std::max(largest, shape(point, k).move.squaredNorm());
    const double share = largest * mass / spec_.modes[k].modal_mass;
    if (spec_.points.empty() || (share >= min_mass_share && share <= max_mass_share)) return;
    complain(findings_, spec_.modes[k], "modal_mass",
             {"does not fit the shapes: largest shape² · mass of the body / modal_mass is out of range",
              fmt::format("{:.3g}", share), fmt::format("{} to {}", min_mass_share, max_mass_share),
              "Give the modal mass of shapes in this scale: 1 kg for mass-normalised shapes in 1/√kg"});
  }

  [[nodiscard]] static multibody::Shape shape(const ModePointSpec& point, std::size_t k) {
    const auto three = [&](const std::vector<double>& numbers) {
      return numbers.empty() ? Vec3(Vec3::Zero())
                             : Vec3(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]);
    };
    return {three(point.shapes), three(point.rotations)};
  }

  // Sections stay plane: vertical bending w turns them about y by −w′, lateral bending v about z by v′.
  [[nodiscard]] multibody::Shape beam_shape(std::size_t n, int axis, const Vec3& at) const {
    const double place = at.x() / spec_.beam->length;
    const double slope = multibody::free_beam_slope(n, place) / spec_.beam->length;
    const Vec3 turn = axis == 2 ? Vec3(-slope * Vec3::UnitY()) : Vec3(slope * Vec3::UnitZ());
    const Vec3 arm{0, at.y(), at.z()};
    return {multibody::free_beam_shape(n, place) * Vec3::Unit(axis) + turn.cross(arm), turn};
  }

  // Shapes of the nearest node in the modes, moved on by its rotation; none where that is too far away.
  [[nodiscard]] multibody::Shapes file_shapes(const Vec3& at) const {
    const ModeFile& file = *spec_.mode_file->content;
    const Triple& o = spec_.mode_file->origin;
    const Vec3 place = at + Vec3(centre_[0] - o[0], centre_[1] - o[1], centre_[2] - o[2]);
    std::size_t nearest = file.nodes.size();
    double distance = spec_.mode_file->node_distance;
    for (std::size_t k = 0; k < file.nodes.size(); ++k) {
      const double apart = (file.nodes[k].place - place).norm();
      const bool given = std::all_of(file_modes_.begin(), file_modes_.end(),
                                     [&](const FileMode* mode) { return mode->given[k]; });
      if (given && apart <= distance) nearest = k, distance = apart;
    }
    multibody::Shapes shapes;
    if (nearest == file.nodes.size()) return shapes;
    const Vec3 arm = place - file.nodes[nearest].place;
    for (const FileMode* mode : file_modes_) {
      const FileShape& shape = mode->shapes[nearest];
      shapes.push_back({shape.move + shape.turn.cross(arm), shape.turn});
    }
    return shapes;
  }

  // Shapes at a point from the centre of gravity.
  [[nodiscard]] multibody::Shapes shapes_at(const Vec3& at) const {
    multibody::Shapes shapes;
    if (spec_.beam) {
      const double place = at.x() / spec_.beam->length;
      if (std::abs(place) > 0.5 + 1e-9) return {};
      for (const auto& [n, axis] : beam_modes_) shapes.push_back(beam_shape(n, axis, at));
      return shapes;
    }
    if (spec_.mode_file) return file_shapes(at);
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

  // Sections of the beam, or all points with shapes in every mode.
  void set_outline() {
    constexpr int sections = 20;
    std::vector<Vec3> places;
    if (spec_.beam) {
      for (int k = 0; k <= sections; ++k)
        places.emplace_back(spec_.beam->length * (static_cast<double>(k) / sections - 0.5), 0, 0);
    } else if (spec_.mode_file) {
      const Triple& o = spec_.mode_file->origin;
      for (const auto& node : spec_.mode_file->content->nodes)
        places.push_back(node.place + Vec3(o[0] - centre_[0], o[1] - centre_[1], o[2] - centre_[2]));
    } else {
      for (const ModePointSpec& point : spec_.points) places.push_back(place_of(point));
    }
    for (const Vec3& place : places) {
      multibody::Shapes shapes = shapes_at(place);
      if (!shapes.empty()) body_.outline.push_back({place, std::move(shapes)});
    }
  }

  void add() {
    set_outline();
    const std::size_t place = model_.lists->flexible_bodies.size();
    for (const ModePointSpec& point : spec_.points) {
      if (point.name.value.empty()) continue;
      multibody::Shapes shapes = shapes_at(place_of(point));
      if (shapes.empty())
        complain(findings_, point, "position",
                 spec_.beam ? Complaint{"is beyond the beam", "", "", "Lengthen beam.length"}
                            : Complaint{"is at no node of the file", "", "", advice_for_nodes});
      model_.lists->recovered_points.push_back(
          {spec_.body.value + "." + point.name.value, place, std::move(shapes)});
    }
    for (const std::string& name :
         multibody::add_flexible_body(model_, body_, [&](const Vec3& point) { return shapes_at(point); }))
      complain(findings_, spec_, "points",
               {fmt::format("have no shapes where \"{}\" ends on the body", name), "", "",
                spec_.beam        ? "Lengthen beam.length"
                : spec_.mode_file ? advice_for_nodes
                                  : "Add a point there with its shapes"});
  }

  const FlexibleBodySpec& spec_;
  const VehicleSpec& vehicle_;
  multibody::Model& model_;
  Findings& findings_;
  multibody::FlexibleBody body_;
  Triple centre_{};
  std::vector<std::pair<std::size_t, int>> beam_modes_;  // number and axis
  std::vector<const FileMode*> file_modes_;              // those that are taken
};

}  // namespace

void add_flexible_bodies(const VehicleSpec& spec, multibody::Model& model, Findings& findings) {
  std::set<std::string> bent;
  for (const FlexibleBodySpec& body : spec.elements->flexible_bodies)
    FlexibleBodyBuilder(body, spec, model, findings).build(bent);
}

}  // namespace flangeway::vehicle
