#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "flangeway/vehicle_import/spck.hpp"

namespace flangeway::vehicle_import {
namespace {

enum class Term {
  nominal_force,
  nominal_torque,
  stiffness,
  rotational_stiffness,
  damping,
  rotational_damping,
  series_stiffness,
  series_rotational_stiffness,
  series_damping,
  series_rotational_damping,
  nominal_length,
  nominal_angle,
};
constexpr std::size_t term_count = 12;
/// As the comments of SIMPACK write them, in the order of the terms.
constexpr std::array<std::string_view, term_count> term_units{
    "N", "Nm", "N/m", "Nm/rad", "Ns/m", "Nms/rad", "N/m", "Nm/rad", "Ns/m", "Nms/rad", "m", "rad"};

/// Three parameters in a row, along or about x, y and z of the from marker.
struct Block {
  int first;
  Term term;
};
constexpr std::array spring_3{Block{1, Term::nominal_force}, Block{4, Term::stiffness}};
constexpr std::array spring_damper_5{Block{1, Term::nominal_force}, Block{4, Term::stiffness},
                                     Block{7, Term::damping}};
constexpr std::array torsion_13{Block{1, Term::nominal_torque}, Block{4, Term::rotational_stiffness},
                                Block{7, Term::rotational_damping}};
constexpr std::array bushing_43{Block{1, Term::nominal_force},   Block{4, Term::nominal_torque},
                                Block{7, Term::stiffness},       Block{10, Term::rotational_stiffness},
                                Block{13, Term::damping},        Block{16, Term::rotational_damping},
                                Block{40, Term::nominal_length}, Block{43, Term::nominal_angle}};
constexpr std::array series_86{Block{2, Term::nominal_force},    Block{5, Term::nominal_torque},
                               Block{8, Term::series_stiffness}, Block{11, Term::series_rotational_stiffness},
                               Block{14, Term::series_damping},  Block{17, Term::series_rotational_damping},
                               Block{20, Term::stiffness},       Block{23, Term::rotational_stiffness},
                               Block{26, Term::damping},         Block{29, Term::rotational_damping},
                               Block{32, Term::nominal_length},  Block{35, Term::nominal_angle}};

struct ForceKind {
  int type;
  std::span<const Block> blocks;
  int angle_mode;  ///< parameter for the kind of angles, which are small in vehicles; 0: none
};
constexpr std::array force_kinds{ForceKind{3, spring_3, 0}, ForceKind{5, spring_damper_5, 0},
                                 ForceKind{13, torsion_13, 10}, ForceKind{43, bushing_43, 31},
                                 ForceKind{86, series_86, 38}};

constexpr int contact_force = 78, input_force = 93, control_torque = 110;

using Terms = std::array<Vector, term_count>;
const Vector& at(const Terms& terms, Term term) {
  return terms[static_cast<std::size_t>(term)];
}
Vector each_product(const Vector& one, const Vector& other) {
  return {one[0] * other[0], one[1] * other[1], one[2] * other[2]};
}
class ForceReader {
 public:
  explicit ForceReader(SpckModel& spck) : spck_(spck) {}

  void read() {
    for (const std::string& element : spck_.file.elements("force")) {
      if (spck_.number(element, "force.disabled") != 0) {
        spck_.leave_out(element, "it is disabled in the file");
        continue;
      }
      const int type = spck_.integer(element, "force.type");
      const auto kind = std::find_if(force_kinds.begin(), force_kinds.end(),
                                     [&](const ForceKind& one) { return one.type == type; });
      if (kind != force_kinds.end())
        read_spring(element, *kind);
      else if (type == input_force || type == control_torque)
        read_command(element, type);
      else if (type != contact_force)
        spck_.leave_out(element, fmt::format("force element of type {}, which is not imported", type));
    }
  }

 private:
  void read_spring(const std::string& element, const ForceKind& kind) {
    Terms terms{};
    if (!read_terms(element, kind, terms)) return;
    Ends ends;
    if (!find_ends(element, ends)) return;
    const bool turns =
        any(terms, {Term::rotational_stiffness, Term::rotational_damping, Term::nominal_torque});
    if (turns && !are_close(ends.from.rotation, ends.to.rotation))
      return spck_.leave_out(element, "its markers are turned against each other in the nominal position");
    if (any(terms, {Term::series_rotational_stiffness}))
      return spck_.leave_out(element,
                             "springs in series with rotational dampers, which vehicle files do not have");
    if (const Vector torque = nominal_torque(terms); torque != Vector{})
      spck_.leave_out(element,
                      fmt::format("its nominal torque {}, which bushings do not have", toml_of(torque)));
    add_bushing(element, ends, terms);
    add_series(element, ends, terms);
  }

  struct Ends {
    std::size_t body_i = 0, body_j = 0;
    Pose from, to;
  };

  bool find_ends(const std::string& element, Ends& ends) {
    const SpckMarker from = spck_.marker(spck_.file.reference(element, "force.from")),
                     to = spck_.marker(spck_.file.reference(element, "force.to"));
    const auto one = spck_.bodies.find(from.body), other = spck_.bodies.find(to.body);
    if (one == spck_.bodies.end() || other == spck_.bodies.end()) {
      spck_.leave_out(element, "an end of it is no marker of a body");
      return false;
    }
    if (one == other) {
      spck_.leave_out(element, "both ends are on one body");
      return false;
    }
    ends = {one->second, other->second, spck_.pose_of(from), spck_.pose_of(to)};
    return true;
  }

  // Parameters that no term has must be zero or null: a gap, a curve or an expression is another element.
  bool read_terms(const std::string& element, const ForceKind& kind, Terms& terms) {
    for (const auto& [key, value] : spck_.file.values(element)) {
      int index = 0;
      if (std::sscanf(key.c_str(), "force.par(%d)", &index) != 1 || index == kind.angle_mode) continue;
      const auto block = std::find_if(kind.blocks.begin(), kind.blocks.end(), [&](const Block& one) {
        return index >= one.first && index < one.first + 3;
      });
      if (block == kind.blocks.end()) {
        if (is_nothing(element, key, value)) continue;
        spck_.leave_out(element, fmt::format("{} = {} ({})", key, value.text,
                                             value.comment.empty() ? "without a comment" : value.comment));
        return false;
      }
      const auto term = static_cast<std::size_t>(block->term);
      if (!says_unit(value.comment, term_units[term])) {
        spck_.leave_out(element, fmt::format("{} is \"{}\" in the file, and a value in {} for this type", key,
                                             value.comment, term_units[term]));
        return false;
      }
      terms[term][static_cast<std::size_t>(index - block->first)] = spck_.number(element, key);
    }
    return true;
  }

  bool is_nothing(const std::string& element, const std::string& key, const SpckValue& value) const {
    if (value.text == "null" || value.text.empty()) return true;
    return !value.text.starts_with('$') && spck_.number(element, key) == 0;
  }

  // Comments begin with the unit in brackets: "[N/m] Stiffness in x".
  static bool says_unit(std::string_view comment, std::string_view unit) {
    if (!comment.starts_with('[')) return true;
    return comment.substr(1, comment.find(']') - 1) == unit;
  }

  static bool any(const Terms& terms, std::initializer_list<Term> wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [&](Term term) { return at(terms, term) != Vector{}; });
  }

  static Vector nominal_torque(const Terms& terms) {
    return sum(at(terms, Term::nominal_torque),
               each_product(at(terms, Term::rotational_stiffness), at(terms, Term::nominal_angle)), -1);
  }

  Element begin(const std::string& name, const char* table, const Ends& ends) {
    Element element;
    element.table = table;
    element.link.name = name;
    element.link.body_i = ends.body_i, element.link.body_j = ends.body_j;
    element.has_position = false;
    element.keys.push_back({"position", toml_of(rounded(product(spck_.to_vehicle, ends.from.position)))});
    const Vector offset = rounded(product(spck_.to_vehicle, sum(ends.to.position, ends.from.position, -1)));
    // The reaction on the from body has the line of action of the force on the to body, so that both balance.
    if (offset != Vector{}) {
      element.keys.push_back({"marker_offset", toml_of(offset)});
      element.keys.push_back({"force_at", toml_of(std::string("body_j"))});
    }
    return element;
  }

  void add_bushing(const std::string& element, const Ends& ends, const Terms& terms) {
    const Matrix axes = product(spck_.to_vehicle, ends.from.rotation);
    // Positive forces act on the from body; the to marker is deflected from the from marker.
    const Vector offset =
        product(transposed(ends.from.rotation), sum(ends.to.position, ends.from.position, -1));
    const Vector deflection = sum(offset, at(terms, Term::nominal_length), -1);
    const Vector force =
        sum(at(terms, Term::nominal_force), each_product(at(terms, Term::stiffness), deflection));
    Element bushing = begin(spck_.name_for(element, spck_.element_names), "", ends);
    set_bushing(bushing, axes,
                {at(terms, Term::stiffness), at(terms, Term::damping), at(terms, Term::rotational_stiffness),
                 at(terms, Term::rotational_damping)});
    forces_.push_back({spck_.model.elements.size(), sum({}, product(axes, force), -1)});
    is_given_ = is_given_ || any(terms, {Term::nominal_force});
    spck_.model.elements.push_back(std::move(bushing));
  }

  // Springs with dampers in series, in addition to the bushing.
  void add_series(const std::string& element, const Ends& ends, const Terms& terms) {
    const Vector& stiffness = at(terms, Term::series_stiffness);
    const Vector& damping = at(terms, Term::series_damping);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (stiffness[axis] == 0 && damping[axis] != 0)
        spck_.result.readings.push_back(element + ": a damper in series with a stiffness of 0 has no effect");
      if (stiffness[axis] == 0 || damping[axis] == 0) continue;
      Element damper = begin(spck_.name_for(element + "_series", spck_.element_names), "axis_dampers", ends);
      if (damper.keys.size() > 1) {
        damper.keys.resize(1);
        damper.keys[0][1] = toml_of(rounded(product(spck_.to_vehicle, ends.to.position)));
      }
      Vector direction{};
      direction[axis] = 1;
      const Matrix axes = product(spck_.to_vehicle, ends.from.rotation);
      damper.keys.push_back({"direction", toml_of(rounded(product(axes, direction)))});
      damper.keys.push_back({"damping", toml_of(damping[axis])});
      damper.keys.push_back({"series_stiffness", toml_of(stiffness[axis])});
      spck_.model.elements.push_back(std::move(damper));
    }
  }

  void read_command(const std::string& element, int type) {
    Ends ends;
    if (!find_ends(element, ends)) return;
    constexpr std::array axes{'x', 'y', 'z'};
    if (type == control_torque) {
      const double output = spck_.number(element, "force.par(5)"),
                   axis = spck_.number(element, "force.par(7)");
      if (output != 2 || axis < 1 || axis > 3)
        return spck_.leave_out(element,
                               fmt::format("type 110 with output {} about axis {}, where only torques "
                                           "(output 2) are known",
                                           output, axis));
      return add_torque(element, ends, static_cast<std::size_t>(axis - 1),
                        fmt::format("{} u", spck_.number(element, "force.par(8)", 1)));
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!spck_.file.reference(element, fmt::format("force.par({})", axis + 1)).empty())
        add_actuator(fmt::format("{}_{}", element, axes[axis]), ends, axis);
      if (!spck_.file.reference(element, fmt::format("force.par({})", axis + 4)).empty())
        add_torque(element, ends, axis, "u");
    }
  }

  void add_actuator(const std::string& element, const Ends& ends, std::size_t axis) {
    Vector direction{};
    direction[axis] = -1;  // a positive input pushes the from body
    Element actuator = begin(spck_.name_for(element, spck_.element_names), "actuators", ends);
    actuator.keys.resize(1);
    actuator.keys[0][1] = toml_of(rounded(product(spck_.to_vehicle, ends.to.position)));
    const Matrix axes = product(spck_.to_vehicle, ends.from.rotation);
    actuator.keys.push_back({"direction", toml_of(rounded(product(axes, direction)))});
    spck_.result.readings.push_back(fmt::format(
        "{}: an actuator, whose force a controller of the case commands; with the sign of the file",
        actuator.link.name));
    spck_.model.elements.push_back(std::move(actuator));
  }

  void add_torque(const std::string& element, const Ends& ends, std::size_t axis, const std::string& torque) {
    Body& wheelset = spck_.model.bodies[ends.body_j];
    Vector about{};
    about[axis] = 1;
    const Vector in_vehicle = product(spck_.to_vehicle, product(ends.from.rotation, about));
    if (!wheelset.is_wheelset || std::abs(std::abs(in_vehicle[1]) - 1) > 1e-6)
      return spck_.leave_out(element,
                             "a torque that acts on no axle of a wheelset, which vehicle files do not have");
    const std::string& reaction = spck_.model.bodies[ends.body_i].name;
    const auto has_reaction = [](const auto& key) { return key[0] == "torque_reaction"; };
    if (std::none_of(wheelset.keys.begin(), wheelset.keys.end(), has_reaction))
      wheelset.keys.push_back({"torque_reaction", toml_of(reaction)});
    // The input acts on the from body, and its reaction on the wheelset.
    spck_.result.readings.push_back(fmt::format(
        "{}: the torque on {}, which reacts on {}; a controller of the case commands {}.torque = {}{}",
        element, wheelset.name, reaction, wheelset.name, in_vehicle[1] > 0 ? "-" : "", torque));
  }

  struct NominalForce {
    std::size_t element;
    Vector on_second;
  };

 public:
  // All preloads of the file, or none: then they follow from the equilibrium.
  void add_preloads() {
    if (!is_given_ || spck_.uses_equilibrium) {
      spck_.result.readings.emplace_back(
          is_given_
              ? "preloads: from the equilibrium, since the nominal forces of the file are not in equilibrium"
              : "preloads: from the equilibrium, since no element of the file has a nominal force");
      return;
    }
    for (const NominalForce& force : forces_) {
      auto& keys = spck_.model.elements[force.element].keys;
      keys.push_back({"preload", toml_of(rounded(force.on_second))});
      keys.push_back({"auto_preload", "false"});
    }
    spck_.result.readings.emplace_back("preloads: the nominal forces of the file");
  }

 private:
  SpckModel& spck_;
  std::vector<NominalForce> forces_;
  bool is_given_ = false;  // whether a nominal force of the file is not zero
};

}  // namespace

void read_spck_forces(SpckModel& spck) {
  ForceReader reader(spck);
  reader.read();
  reader.add_preloads();
}

}  // namespace flangeway::vehicle_import
