#include "flangeway/vehicle/vehicle_elements.hpp"

#include <algorithm>
#include <set>

#include "flangeway/vehicle/vehicle_bodies.hpp"
#include "flangeway/vehicle/vehicle_expand.hpp"

namespace flangeway::vehicle {

namespace {

using multibody::no_index;

Vec3 vec(const Triple& t) {
  return {t[0], t[1], t[2]};
}
bool any(const Triple& t) {
  return t[0] != 0 || t[1] != 0 || t[2] != 0;
}

/// Two springs or dampers of one kind: coefficient and table exclude each other.
template <typename Spec>
void check_either(const Spec& spec, std::string_view number, double value, std::string_view table,
                  const Curve& curve, Findings& findings) {
  if (value == 0 || curve.empty()) return;
  complain(findings, spec, table,
           {fmt::format("is given, and so is {}", number), "", "",
            fmt::format("Give one of {} and {}", number, table)});
}

class Builder {
 public:
  Builder(const VehicleSpec& spec, multibody::Model& model, Findings& findings)
      : spec_(spec), model_(model), findings_(findings) {
    for (const multibody::Body& body : model.bodies) bodies_.push_back(body.name);
  }

  template <typename Spec>
  void add_all(const std::vector<Spec>& specs, std::string_view type) {
    type_ = type;
    for (const Spec& spec : specs) {
      if (spec.mirror_y && is_central(spec)) {
        complain(findings_, spec, "mirror_y",
                 {"would put the mirror image onto the element itself", "", "",
                  "Leave out mirror_y, or move the element to one side"});
      }
      check(spec);
      for (const Spec& element : expand(spec)) place(element);
    }
  }

  template <typename Spec>
  void add_joints(const std::vector<Spec>& specs, std::string_view type) {
    joint_ = true;
    add_all(specs, type);
  }

  /// What the joints of the model were made from.
  [[nodiscard]] std::vector<ElementSpec> joints() const { return joints_; }

  /// The names of all elements, in the order of the Model.
  void name_elements() {
    for (auto* infos : {&axial_, &series_, &shear_, &torsion_, &stops_}) {
      model_.elements.insert(model_.elements.end(), infos->begin(), infos->end());
    }
  }

 private:
  struct Ends {
    std::size_t i = no_index, j = no_index;
    bool ok = false;
  };

  std::size_t find_body(const ElementSpec& spec, std::string_view key,
                        const document::Located<std::string>& name) {
    const auto found = std::find(bodies_.begin(), bodies_.end(), name.value);
    if (found != bodies_.end()) return static_cast<std::size_t>(found - bodies_.begin());
    if (name.value.empty()) return no_index;  // the reader has said so
    const std::string nearest = nearest_name(name.value, bodies_);
    findings_.add({name.where, fmt::format("{}.{}", spec.key, key), "names no body", "\"" + name.value + "\"",
                   joint_ ? "a body or a wheelset"
                          : "a body, a wheelset" + std::string(key == "body_j" ? ", or \"track\"" : ""),
                   nearest.empty() ? "" : fmt::format("Did you mean \"{}\"", nearest)});
    return no_index;
  }

  /// The pose of the track frame that moves along with a body.
  std::size_t ground_of(std::size_t body) {
    auto& grounds = model_.ground_bodies;
    const auto found = std::find(grounds.begin(), grounds.end(), body);
    const auto index = static_cast<std::size_t>(found - grounds.begin());
    if (found == grounds.end()) grounds.push_back(body);
    return model_.body_count() + index;
  }

  Ends ends_of(const ElementSpec& spec) {
    check_element_name(spec);
    Ends ends;
    ends.i = find_body(spec, "body_i", spec.body_i);
    const bool ground = spec.body_j.value == "track";
    if (ends.i != no_index && ground) ends.j = ground_of(ends.i);
    if (!ground) ends.j = find_body(spec, "body_j", spec.body_j);
    ends.ok = ends.i != no_index && ends.j != no_index;
    if (ends.ok && ends.i == ends.j) {
      complain(findings_, spec, "body_j",
               {"is the same as body_i", "\"" + spec.body_j.value + "\"",
                joint_ ? "another body" : "another body, or \"track\"", ""});
      ends.ok = false;
    }
    return ends;
  }

  void check_element_name(const ElementSpec& spec) {
    if (spec.name.value.empty() || names_.insert(spec.name.value).second) return;
    complain(findings_, spec, "name",
             {"is the name of another element", "\"" + spec.name.value + "\"", "a name of its own", ""});
  }

  /// Nominal position of a point relative to the pose it is fixed to; axes are parallel nominally.
  [[nodiscard]] Vec3 local(std::size_t pose, const Triple& position) const {
    const bool ground = pose >= model_.body_count();
    const std::size_t body = ground ? model_.ground_bodies[pose - model_.body_count()] : pose;
    const Vec3 origin = model_.bodies[body].initial.head<3>();
    return vec(position) - (ground ? Vec3{origin.x(), 0, 0} : origin);
  }

  multibody::Table table_of(const Curve& curve, bool may_be_odd) {
    if (curve.empty()) return {};
    const multibody::Table table{model_.table_points.size(), curve.size(), may_be_odd && curve[0][0] == 0};
    model_.table_points.insert(model_.table_points.end(), curve.begin(), curve.end());
    return table;
  }

  [[nodiscard]] multibody::ElementInfo info(const ElementSpec& spec, std::string_view suffix = "") const {
    return {spec.name.value + std::string(suffix), std::string(type_), 0, 1, !suffix.empty()};
  }

  template <typename Element, typename Spec>
  Element line_element(const Spec& spec, const Ends& ends) const {
    Element e;
    e.i = ends.i, e.j = ends.j;
    e.point_i = local(ends.i, spec.position_i), e.point_j = local(ends.j, spec.position_j);
    e.length = (vec(spec.position_j) - vec(spec.position_i)).norm();
    e.stiffness = spec.stiffness, e.damping = spec.damping;
    return e;
  }

  template <typename Spec>
  void check_length(const Spec& spec) {
    if ((vec(spec.position_j) - vec(spec.position_i)).norm() >= 1e-3) return;
    complain(findings_, spec, "position_j",
             {"is where position_i is: the line between them has no direction", "",
              "ends at least 0.001 m apart", "Move an end, or take a shear_spring"});
  }

  /// A table that passes through (0, 0).
  void check_table(const AxialSpec& spec, std::string_view key, const Curve& curve) {
    if (curve.empty()) return;
    const bool covers = curve.front()[0] <= 0 && curve.back()[0] > 0;
    const bool through_zero =
        std::any_of(curve.begin(), curve.end(), [](const auto& p) { return p[0] == 0 && p[1] == 0; });
    if (covers && through_zero) return;
    complain(findings_, spec, key,
             {"does not pass through [0, 0]", "", "a table with the point [0, 0]",
              key == "spring" ? "Give a force at zero elongation as preload" : ""});
  }

  void check(const AxialSpec& spec) {
    check_length(spec);
    check_either(spec, "stiffness", spec.stiffness, "spring", spec.spring, findings_);
    check_either(spec, "damping", spec.damping, "damper", spec.damper, findings_);
    check_table(spec, "spring", spec.spring);
    check_table(spec, "damper", spec.damper);
    check_preload(spec, spec.preload != 0);
    if (spec.stiffness == 0 && spec.damping == 0 && spec.spring.empty() && spec.damper.empty() &&
        spec.auto_preload) {
      complain(findings_, spec, "",
               {"has neither spring nor damper", "", "", "Give stiffness, damping, spring or damper"});
    }
  }
  void check(const SeriesSpec& spec) { check_length(spec); }
  void check(const ShearSpec& spec) {
    check_preload(spec, any(spec.preload));
    if (!any(spec.stiffness) && !any(spec.damping) && !any(spec.rotational_stiffness) &&
        !any(spec.rotational_damping) && spec.auto_preload) {
      complain(findings_, spec, "", {"has neither spring nor damper", "", "", "Give stiffness or damping"});
    }
  }
  void check(const BumpStopSpec& spec) {
    check_either(spec, "stiffness", spec.stiffness, "table", spec.table, findings_);
    if (spec.stiffness == 0 && spec.table.empty()) {
      complain(findings_, spec, "table", {"is missing", "", "", "Give table or stiffness"});
    }
    if (!any(spec.direction)) {
      complain(findings_, spec, "direction", {"is zero", "", "a vector of any length but zero", ""});
    }
    if (!spec.table.empty() && spec.table.front()[0] < 0) {
      complain(findings_, spec, "table",
               {"starts at a negative penetration", fmt::format("{}", spec.table.front()[0]),
                "0 or more in m", ""});
    }
  }
  void check(const AntiRollBarSpec&) {}
  void check(const PointJointSpec&) {}
  void check(const RevoluteJointSpec& spec) {
    if (any(spec.axis)) return;
    complain(findings_, spec, "axis", {"is zero", "", "a vector of any length but zero", ""});
  }
  void check(const RigidLinkSpec& spec) { check_length(spec); }
  void check(const GearSpec& spec) {
    if (spec.ratio != 0) return;
    complain(findings_, spec, "ratio",
             {"is zero", "", "any number but zero", "Hold a shaft that must not turn by a fixed_joint"});
  }
  void check(const ConstantSpec& spec) {
    if (any(spec.force) || any(spec.torque)) return;
    complain(findings_, spec, "", {"has neither force nor torque", "", "", "Give force or torque"});
  }
  template <typename Spec>
  void check_preload(const Spec& spec, bool given) {
    if (!given || !spec.auto_preload) return;
    complain(findings_, spec, "preload",
             {"is given, but is to come from the static equilibrium", "", "",
              "Add auto_preload = false, or leave out preload"});
  }

  void place(const AxialSpec& spec) {
    const Ends ends = ends_of(spec);
    if (!ends.ok) return;
    auto e = line_element<multibody::AxialElement>(spec, ends);
    e.preload = spec.preload, e.auto_preload = spec.auto_preload;
    e.spring = table_of(spec.spring, true), e.damper = table_of(spec.damper, true);
    model_.axial.push_back(e);
    axial_.push_back(info(spec));
  }

  [[nodiscard]] bool counts_as_rigid(double stiffness, double damping) const {
    return damping / stiffness < spec_.shortest_relaxation_time;
  }

  void place(const SeriesSpec& spec) {
    const Ends ends = ends_of(spec);
    if (!ends.ok) return;
    if (!counts_as_rigid(spec.stiffness, spec.damping)) {
      model_.series.push_back(line_element<multibody::SeriesElement>(spec, ends));
      series_.push_back(info(spec));
      return;
    }
    auto damper = line_element<multibody::AxialElement>(spec, ends);
    damper.stiffness = 0, damper.auto_preload = false;
    model_.axial.push_back(damper);
    axial_.push_back(info(spec));
  }

  void place(const ShearSpec& spec) {
    const Ends ends = ends_of(spec);
    if (!ends.ok) return;
    if (any(spec.stiffness) || any(spec.damping) || any(spec.preload)) place_translation(spec, ends);
    if (!any(spec.rotational_stiffness) && !any(spec.rotational_damping)) return;
    multibody::TorsionElement torsion;
    torsion.i = ends.i, torsion.j = ends.j;
    torsion.stiffness = vec(spec.rotational_stiffness), torsion.damping = vec(spec.rotational_damping);
    torsion.auto_preload = spec.auto_preload;
    model_.torsion.push_back(torsion);
    torsion_.push_back(info(spec, "_rotation"));
  }

  void place_translation(const ShearSpec& spec, const Ends& ends) {
    multibody::ShearElement e;
    e.i = ends.i, e.j = ends.j;
    e.point_i = local(ends.i, spec.position), e.point_j = local(ends.j, spec.position);
    e.stiffness = vec(spec.stiffness), e.damping = vec(spec.damping);
    e.preload = vec(spec.preload), e.auto_preload = spec.auto_preload;
    for (std::size_t k = 0; k < 3; ++k) {
      const double k_series = spec.damper_series_stiffness[k], c = spec.damping[k];
      if (k_series == 0 || c == 0 || counts_as_rigid(k_series, c)) continue;
      e.series[k] = {k_series, c, no_index};
      e.damping[static_cast<Eigen::Index>(k)] = 0;
    }
    model_.shear.push_back(e);
    shear_.push_back(info(spec));
  }

  void place(const BumpStopSpec& spec) {
    const Ends ends = ends_of(spec);
    if (!ends.ok || !any(spec.direction) || (spec.table.empty() && spec.stiffness == 0)) return;
    multibody::BumpStopElement e;
    e.i = ends.i, e.j = ends.j;
    e.point_i = local(ends.i, spec.position), e.point_j = local(ends.j, spec.position);
    e.direction = vec(spec.direction).normalized();
    e.clearance = spec.clearance;
    e.table = table_of(spec.table.empty() ? Curve{{0, 0}, {1, spec.stiffness}} : spec.table, false);
    e.negative = !spec.one_sided;
    model_.bump_stops.push_back(e);
    stops_.push_back(info(spec));
  }

  void place(const AntiRollBarSpec& spec) {
    const Ends ends = ends_of(spec);
    if (!ends.ok) return;
    multibody::TorsionElement e;
    e.i = ends.i, e.j = ends.j;
    e.stiffness.x() = spec.stiffness, e.damping.x() = spec.damping;
    model_.torsion.push_back(e);
    auto named = info(spec);
    named.rotational = true;
    torsion_.push_back(named);
  }

  void place(const ConstantSpec& spec) {
    Ends ends;
    if (spec.body_j.value.empty()) {
      check_element_name(spec);
      ends.i = find_body(spec, "body_i", spec.body_i);
      ends.ok = ends.i != no_index;
    } else {
      ends = ends_of(spec);
    }
    if (!ends.ok) return;
    model_.constants.push_back(
        {ends.i, ends.j, local(ends.i, spec.position), vec(spec.force), vec(spec.torque)});
  }

  Ends joint_ends(const ElementSpec& spec) {
    if (spec.body_j.value != "track") return ends_of(spec);
    check_element_name(spec);
    complain(findings_, spec, "body_j",
             {"is the track, which moves along with each body at its own speed", "\"track\"",
              "a body or a wheelset", "Hold the body by stiff springs"});
    return {};
  }

  void check_on_axle(const ElementSpec& spec, std::string_view key, std::size_t body, const Triple& place) {
    if (!model_.bodies[body].wheelset) return;
    const Vec3 arm = local(body, place);
    if (std::abs(arm.x()) < 1e-9 && std::abs(arm.z()) < 1e-9) return;
    complain(findings_, spec, key,
             {fmt::format("does not lie on the axle of \"{}\"", model_.bodies[body].name),
              fmt::format("x = {:.6g}, z = {:.6g}", place[0], place[2]),
              fmt::format("x = {:.6g}, z = {:.6g} m", model_.bodies[body].initial.x(),
                          model_.bodies[body].initial.z()),
              "Wheelsets spin in their joints: put the point on the axle"});
  }

  void add_joint(const ElementSpec& spec, multibody::JointType type, const Ends& ends,
                 multibody::Joint joint) {
    joint.name = spec.name.value;
    joint.type = type;
    joint.i = ends.i, joint.j = ends.j;
    model_.joints.push_back(joint);
    joints_.push_back(spec);
  }

  void place_at_point(const PointJointSpec& spec, multibody::JointType type, multibody::Joint joint) {
    const Ends ends = joint_ends(spec);
    if (!ends.ok) return;
    for (const std::size_t body : {ends.i, ends.j}) check_on_axle(spec, "position", body, spec.position);
    joint.point_i = local(ends.i, spec.position), joint.point_j = local(ends.j, spec.position);
    add_joint(spec, type, ends, joint);
  }

  void place(const PointJointSpec& spec) {
    if (type_ == "spherical_joint") return place_at_point(spec, multibody::JointType::spherical, {});
    for (const auto* name : {&spec.body_i, &spec.body_j}) {
      const auto body = std::find(bodies_.begin(), bodies_.end(), name->value) - bodies_.begin();
      if (body == std::ssize(bodies_) || !model_.bodies[static_cast<std::size_t>(body)].wheelset) continue;
      complain(findings_, spec, name == &spec.body_i ? "body_i" : "body_j",
               {"is a wheelset, which spins in its joints", "\"" + name->value + "\"", "a body",
                "Give the mass to the wheelset, or take a revolute_joint"});
      return;
    }
    place_at_point(spec, multibody::JointType::fixed, {});
  }

  void place(const RevoluteJointSpec& spec) {
    if (!any(spec.axis)) return;
    multibody::Joint joint;
    joint.axis = vec(spec.axis).normalized();
    const std::size_t before = model_.joints.size();
    place_at_point(spec, multibody::JointType::revolute, joint);
    if (model_.joints.size() == before) return;
    for (const std::size_t body : {model_.joints.back().i, model_.joints.back().j}) {
      if (!model_.bodies[body].wheelset || std::abs(joint.axis.x()) + std::abs(joint.axis.z()) < 1e-9)
        continue;
      complain(
          findings_, spec, "axis",
          {fmt::format("is not the axle of \"{}\"", model_.bodies[body].name),
           fmt::format("[{:g}, {:g}, {:g}]", spec.axis[0], spec.axis[1], spec.axis[2]), "[0, 1, 0]", ""});
    }
  }

  void place(const RigidLinkSpec& spec) {
    const Ends ends = joint_ends(spec);
    if (!ends.ok) return;
    check_on_axle(spec, "position_i", ends.i, spec.position_i);
    check_on_axle(spec, "position_j", ends.j, spec.position_j);
    multibody::Joint joint;
    joint.point_i = local(ends.i, spec.position_i), joint.point_j = local(ends.j, spec.position_j);
    joint.length = (vec(spec.position_j) - vec(spec.position_i)).norm();
    add_joint(spec, multibody::JointType::link, ends, joint);
  }

  void place(const GearSpec& spec) {
    const Ends ends = joint_ends(spec);
    multibody::Joint joint;
    joint.ratio = spec.ratio;
    if (!spec.carrier.value.empty()) joint.carrier = find_body(spec, "carrier", spec.carrier);
    if (!ends.ok || (joint.carrier == no_index && !spec.carrier.value.empty())) return;
    if (joint.carrier == ends.i || joint.carrier == ends.j) {
      complain(findings_, spec, "carrier",
               {"is one of the two shafts", "\"" + spec.carrier.value + "\"", "a third body", ""});
    } else {
      add_joint(spec, multibody::JointType::gear, ends, joint);
    }
  }

  const VehicleSpec& spec_;
  multibody::Model& model_;
  Findings& findings_;
  std::string_view type_;
  bool joint_ = false;  // joints do not end at the track
  std::vector<std::string> bodies_;
  std::set<std::string> names_;
  std::vector<ElementSpec> joints_;
  std::vector<multibody::ElementInfo> axial_, series_, shear_, torsion_, stops_;
};

}  // namespace

std::vector<ElementSpec> add_elements(const VehicleSpec& spec, VehicleModel& vehicle, Findings& findings) {
  Builder builder(spec, vehicle.bodies, findings);
  builder.add_all(spec.spring_dampers, "spring_damper");
  builder.add_all(spec.rods, "rod");
  builder.add_all(spec.series, "series");
  builder.add_all(spec.shear_springs, "shear_spring");
  builder.add_all(spec.bump_stops, "bump_stop");
  builder.add_all(spec.anti_roll_bars, "anti_roll_bar");
  builder.add_all(spec.constants, "constant");
  builder.add_joints(spec.revolute_joints, "revolute_joint");
  builder.add_joints(spec.spherical_joints, "spherical_joint");
  builder.add_joints(spec.fixed_joints, "fixed_joint");
  builder.add_joints(spec.rigid_links, "rigid_link");
  builder.add_joints(spec.gears, "gear");
  builder.name_elements();
  return builder.joints();
}

}  // namespace flangeway::vehicle
