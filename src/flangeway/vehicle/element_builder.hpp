// How elements and joints of a vehicle file become those of a model. Private to the room.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "flangeway/document/source_file.hpp"
#include "flangeway/law/law_spec.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_spec.hpp"
#include "flangeway/vehicle/vehicle_bodies.hpp"

namespace flangeway::vehicle {

[[nodiscard]] inline bool any(const Triple& t) {
  return t[0] != 0 || t[1] != 0 || t[2] != 0;
}

class ElementBuilder {
 public:
  ElementBuilder(const VehicleSpec& spec, multibody::Model& model, Findings& findings);

  struct Ends {
    std::size_t i = multibody::no_index, j = multibody::no_index;  ///< poses
    bool ok = false;
  };
  /// Looks up the bodies of an element, and reports errors in them or in its name.
  Ends ends_of(const ElementSpec& spec);
  /// body_j need not be given.
  Ends one_or_two_ends_of(const ElementSpec& spec);
  /// The first end alone; no_index where it is no body.
  std::size_t named_body_of(const ElementSpec& spec);
  /// The pose of the track frame at a body that stands still.
  std::size_t standing_ground_of(std::size_t body);
  /// Nominal place of a body along the vehicle, m; 0 where no body has that name.
  [[nodiscard]] double place_of(const std::string& body) const;
  /// Neither end is the track.
  Ends joint_ends_of(const JointSpec& spec);
  /// no_index where no body has that name; says so.
  std::size_t find_body(const ElementSpec& spec, std::string_view key,
                        const document::Located<std::string>& name, std::string_view allowed);

  /// Nominal position of a point relative to the pose it is fixed to; axes are parallel nominally.
  [[nodiscard]] Vec3 local(std::size_t pose, const Triple& position) const;
  [[nodiscard]] bool is_wheelset(const std::string& name) const;
  multibody::Table table_of(const Curve& curve, bool may_be_odd);
  /// A damper whose spring in series relaxes faster than the vehicle file asks for.
  [[nodiscard]] bool counts_as_rigid(double stiffness, double damping) const;

  template <template <typename> class Kind, typename Spec>
  [[nodiscard]] multibody::Element<Kind> element(const Spec& spec, const Ends& ends,
                                                 std::string_view suffix = "") const {
    multibody::Element<Kind> e;
    e.name = spec.name.value + std::string(suffix), e.type = Spec::type;
    e.i = ends.i, e.j = ends.j;
    return e;
  }
  template <template <typename> class Kind, typename Spec>
  [[nodiscard]] multibody::Element<Kind> line_element(const Spec& spec, const Ends& ends) const {
    auto e = element<Kind>(spec, ends);
    e.point_i = local(ends.i, spec.position_i), e.point_j = local(ends.j, spec.position_j);
    e.length = (vec(spec.position_j) - vec(spec.position_i)).norm();
    e.stiffness = spec.stiffness, e.damping = spec.damping;
    return e;
  }
  template <template <typename> class Kind, typename Spec>
  [[nodiscard]] multibody::Element<Kind> point_element(const Spec& spec, const Ends& ends,
                                                       const Triple& position) const {
    auto e = element<Kind>(spec, ends);
    e.point_i = local(ends.i, position), e.point_j = local(ends.j, position);
    return e;
  }
  template <template <typename> class Kind, typename Spec>
  [[nodiscard]] multibody::Element<Kind> point_element(const Spec& spec, const Ends& ends) const {
    return point_element<Kind>(spec, ends, spec.position);
  }
  /// Elements have the axes of their first end, which becomes body_j where the file says so.
  [[nodiscard]] static Ends axes_first(const Ends& ends, ElementAxes axes) {
    return axes == ElementAxes::body_i ? ends : Ends{ends.j, ends.i, ends.ok};
  }
  /// A force on body_j as one on the second end of the element after axes_first().
  [[nodiscard]] static Vec3 force_on_second(const Triple& on_body_j, ElementAxes axes) {
    return axes == ElementAxes::body_i ? vec(on_body_j) : Vec3(-vec(on_body_j));
  }
  /// The place of a new command in Model::commands.
  std::size_t add_command(const std::string& name) {
    model_.commands.push_back(name);
    return model_.commands.size() - 1;
  }
  template <template <typename> class Kind>
  void add(const multibody::Element<Kind>& element) {
    multibody::elements_of<Kind>(model_).push_back(element);
  }
  void add(const multibody::AppliedForce& force);
  /// Adds a valve between two springs, and its state to both.
  void add(const ElementSpec& spec, const multibody::DifferentialValve& valve);
  /// Once the preloads are known, the element must push body j up.
  void needs_load(const ElementSpec& spec) { loaded_.push_back(spec); }
  void add(const JointSpec& spec, const Ends& ends, multibody::Joint joint);

  template <typename Spec>
  void complain(const Spec& spec, std::string_view field, Complaint complaint) {
    vehicle::complain(findings_, spec, field, std::move(complaint));
  }
  /// No other element has the name.
  void check_name(const ElementSpec& spec);
  /// Two springs or dampers of one kind: coefficient and table exclude each other.
  void check_either(const ElementSpec& spec, std::string_view number, double value, std::string_view table,
                    const Curve& curve);
  /// Neither end of a torque about the axle is a wheelset.
  void refuse_spins(const ElementSpec& spec);
  /// A table that passes through (0, 0).
  void check_table(const ElementSpec& spec, std::string_view key, const Curve& curve,
                   const std::string& advice);
  void check_preload(const ElementSpec& spec, bool given, bool automatic);
  /// force_at has an effect, and the axes belong to a body.
  void check_place(const ElementSpec& spec, const BushingPlace& place);
  /// The ends lie apart.
  void check_length(const ElementSpec& spec, const Triple& position_i, const Triple& position_j);
  /// A surface with a limit of its own, or with a normal force.
  void check_normal(const ElementSpec& spec, const NormalForce& normal, double limit);
  /// Says so where no element before the friction elements has that name.
  void set_source(const ElementSpec& spec, const NormalForce& normal, multibody::ForceSource& source);
  /// Wheelsets spin in their joints.
  void check_on_axle(const JointSpec& spec, std::string_view key, std::size_t body, const Triple& place);

  /// The law of the table `key`; elements with the same library and numbers share one. Null and findings:
  /// there is none.
  [[nodiscard]] std::shared_ptr<const law::Law> load_law(const law::LawSpec& spec, const std::string& key);
  /// Libraries of laws, with their contents.
  [[nodiscard]] const std::vector<document::SourceFile>& sources() const { return sources_; }

  [[nodiscard]] const multibody::Model& model() const { return model_; }
  /// Sources of the model's joints.
  [[nodiscard]] const std::vector<ElementSpec>& joints() const { return joints_; }
  /// Those that must carry load.
  [[nodiscard]] const std::vector<ElementSpec>& loaded() const { return loaded_; }
  /// Sources of the model's differential valves.
  [[nodiscard]] const std::vector<ElementSpec>& valves() const { return valves_; }

 private:
  /// The pose of the track frame that moves along with a body.
  std::size_t ground_of(std::size_t body, bool stands = false);
  Ends two_ends_of(const ElementSpec& spec, bool may_be_track);

  const VehicleSpec& spec_;
  multibody::Model& model_;
  Findings& findings_;
  std::vector<std::string> bodies_;
  std::set<std::string> names_;
  std::vector<ElementSpec> joints_, loaded_, valves_;
  std::map<std::string, std::shared_ptr<const law::Law>> laws_;
  std::vector<document::SourceFile> sources_;
};

using Ends = ElementBuilder::Ends;

}  // namespace flangeway::vehicle
