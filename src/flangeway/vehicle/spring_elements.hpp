// Springs, dampers and stops of a vehicle file, and its constant forces: one struct each, with its keys, its
// checks and how it becomes an element of the model.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Spring and damper in parallel along a line.
struct SpringDamperSpec : ElementSpec {
  static constexpr const char *list = "spring_dampers", *type = "spring_damper",
                              *help = "spring and damper in parallel along a line";
  Triple position_i{}, position_j{};
  double stiffness = 0, damping = 0;
  Curve spring, damper;  ///< force (N) over elongation (m), over its rate (m/s)
  double preload = 0;    ///< N, tension positive
  bool auto_preload = true;

  void describe(document::Visitor& v) {
    describe_ends(v);
    describe_line(v, position_i, position_j);
    v.number("stiffness", stiffness, not_negative("N/m"), "stiffness of the spring");
    v.number("damping", damping, not_negative("N s/m"), "coefficient of the damper");
    v.curve("spring", spring, {.unit = "N", .least = 2},
            "force over elongation, instead of stiffness; a curve that starts at [0, 0] is mirrored for "
            "compression");
    v.curve("damper", damper, {.unit = "N", .least = 2},
            "force over the rate of elongation, instead of damping; a curve that starts at [0, 0] is "
            "mirrored for "
            "compression");
    v.number("preload", preload, {.unit = "N"}, "tension in the nominal position, with auto_preload = false");
    describe_auto_preload(v, auto_preload);
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position_i);
    visit.point(position_j);
  }
  void check(ElementBuilder& b) const {
    b.check_length(*this, position_i, position_j);
    b.check_either(*this, "stiffness", stiffness, "spring", spring);
    b.check_either(*this, "damping", damping, "damper", damper);
    b.check_table(*this, "spring", spring, "Give a force at zero elongation as preload");
    b.check_table(*this, "damper", damper, "");
    b.check_preload(*this, preload != 0, auto_preload);
    if (stiffness == 0 && damping == 0 && spring.empty() && damper.empty() && auto_preload) {
      b.complain(*this, "",
                 {"has neither spring nor damper", "", "", "Give stiffness, damping, spring or damper"});
    }
  }
  void place(ElementBuilder& b) const { place_as(b, *this); }

 protected:
  template <typename Spec>
  static void place_as(ElementBuilder& b, const Spec& spec) {
    const Ends ends = b.ends_of(spec);
    if (!ends.ok) return;
    auto e = b.line_element<multibody::Axial>(spec, ends);
    e.preload = spec.preload, e.auto_preload = spec.auto_preload;
    e.tables = {b.table_of(spec.spring, true), b.table_of(spec.damper, true)};
    b.add(e);
  }
};

/// With elastic ends.
struct RodSpec : SpringDamperSpec {
  static constexpr const char *list = "rods", *type = "rod",
                              *help = "rods with elastic ends: spring and damper in parallel along a line";
  void place(ElementBuilder& b) const { place_as(b, *this); }
};

/// Spring and damper in series along a line.
struct MaxwellDamperSpec : ElementSpec {
  static constexpr const char *list = "maxwell_dampers", *type = "series",
                              *help = "spring and damper in series along a line";
  Triple position_i{}, position_j{};
  double stiffness = 0, damping = 0;

  void describe(document::Visitor& v) {
    describe_ends(v);
    describe_line(v, position_i, position_j);
    v.number("stiffness", stiffness, required_positive("N/m"), "stiffness of the spring");
    v.number("damping", damping, required_positive("N s/m"), "coefficient of the damper");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position_i);
    visit.point(position_j);
  }
  void check(ElementBuilder& b) const { b.check_length(*this, position_i, position_j); }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    if (!b.counts_as_rigid(stiffness, damping))
      return b.add(b.line_element<multibody::MaxwellDamper>(*this, ends));
    auto damper = b.line_element<multibody::Axial>(*this, ends);
    damper.stiffness = 0, damper.auto_preload = false;
    b.add(damper);
  }
};

/// Springs and dampers in the three directions of body i, and against relative rotation.
struct BushingSpec : ElementSpec {
  static constexpr const char *list = "bushings", *type = "shear_spring",
                              *help = "springs and dampers in three directions and about three axes";
  BushingPlace place_of{};
  Triple stiffness{}, damping{};
  Triple damper_series_stiffness{};  ///< 0: the damper is rigidly mounted
  Triple rotational_stiffness{}, rotational_damping{};
  Triple preload{};  ///< force on body j, N
  bool auto_preload = true;

  void describe(document::Visitor& v) {
    describe_ends(v);
    place_of.describe(v);
    v.triple("stiffness", stiffness, not_negative("N/m"), "stiffness along x, y, z of body_i");
    v.triple("damping", damping, not_negative("N s/m"), "damping along x, y, z of body_i");
    v.triple("damper_series_stiffness", damper_series_stiffness, not_negative("N/m"),
             "stiffness in series with each damper; 0: the damper is rigidly mounted");
    v.triple("rotational_stiffness", rotational_stiffness, not_negative("N m/rad"),
             "stiffness against relative rotation about x, y, z of body_i");
    v.triple("rotational_damping", rotational_damping, not_negative("N m s/rad"),
             "damping of relative rotation about x, y, z of body_i");
    v.triple("preload", preload, {.unit = "N"},
             "force on body_j in the nominal position, with auto_preload = false");
    describe_auto_preload(v, auto_preload);
  }
  void visit_vectors(VectorVisit& visit) {
    place_of.visit_vectors(visit);
    visit.vector(preload, false);
  }
  void check(ElementBuilder& b) const {
    b.check_preload(*this, any(preload), auto_preload);
    b.check_place(*this, place_of);
    if (!any(stiffness) && !any(damping) && !any(rotational_stiffness) && !any(rotational_damping) &&
        auto_preload) {
      b.complain(*this, "", {"has neither spring nor damper", "", "", "Give stiffness or damping"});
    }
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.axes_first(b.ends_of(*this), place_of.axes);
    if (!ends.ok) return;
    if (any(stiffness) || any(damping) || any(preload)) place_translation(b, ends);
    if (!any(rotational_stiffness) && !any(rotational_damping)) return;
    auto torsion = b.element<multibody::Torsion>(*this, ends, "_rotation");
    torsion.stiffness = vec(rotational_stiffness), torsion.damping = vec(rotational_damping);
    torsion.auto_preload = auto_preload;
    torsion.seats = {b.local(ends.i, place_of.centre()), b.local(ends.j, place_of.centre())};
    b.add(torsion);
  }

 private:
  void place_translation(ElementBuilder& b, const Ends& ends) const {
    auto e = b.point_element<multibody::Bushing>(*this, ends, place_of.centre());
    e.stiffness = vec(stiffness), e.damping = vec(damping);
    e.preload = b.force_on_second(preload, place_of.axes), e.auto_preload = auto_preload;
    for (std::size_t k = 0; k < 3; ++k) {
      const double k_series = damper_series_stiffness[k], c = damping[k];
      if (k_series == 0 || c == 0 || b.counts_as_rigid(k_series, c)) continue;
      const auto axis = static_cast<Eigen::Index>(k);
      e.series_stiffness[axis] = k_series, e.series_damping[axis] = c;
      e.damping[axis] = 0;
    }
    b.add(e);
  }
};

struct BumpStopSpec : ElementSpec {
  static constexpr const char *list = "bump_stops", *type = "bump_stop";
  static constexpr const char* help = "bump stops with clearance";
  Triple position{}, direction{0, 1, 0};
  double clearance = 0;
  double stiffness = 0;
  Curve table;  ///< force (N) over penetration (m), instead of stiffness
  bool one_sided = false;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position where the force acts");
    v.triple("direction", direction, {.unit = "1"},
             "direction, fixed in body_i, of the motion of body_j that is stopped");
    v.number("clearance", clearance, not_negative("m"), "gap to each side in the nominal position");
    v.number("stiffness", stiffness, not_negative("N/m"),
             "stiffness after the gap has closed; or give table");
    v.curve("table", table, {.unit = "N", .minimum = 0, .least = 2},
            "force over the indentation after the gap has closed, instead of stiffness");
    v.flag("one_sided", one_sided, "true: only motion along +direction is stopped");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(direction, true);
  }
  void check(ElementBuilder& b) const {
    b.check_either(*this, "stiffness", stiffness, "table", table);
    if (stiffness == 0 && table.empty()) {
      b.complain(*this, "table", {"is missing", "", "", "Give table or stiffness"});
    }
    if (!any(direction)) {
      b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
    }
    if (!table.empty() && table.front()[0] < 0) {
      b.complain(
          *this, "table",
          {"starts at a negative penetration", fmt::format("{}", table.front()[0]), "0 or more in m", ""});
    }
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok || !any(direction) || (table.empty() && stiffness == 0)) return;
    auto e = b.point_element<multibody::BumpStop>(*this, ends);
    e.direction = vec(direction).normalized();
    e.clearance = clearance;
    e.tables = {b.table_of(table.empty() ? Curve{{0, 0}, {1, stiffness}} : table, false)};
    e.negative = one_sided ? 0 : 1;
    b.add(e);
  }
};

/// Resists relative roll of body i and body j.
struct AntiRollBarSpec : ElementSpec {
  static constexpr const char *list = "anti_roll_bars", *type = "anti_roll_bar",
                              *help = "torsion springs between two bodies against relative roll";
  double stiffness = 0, damping = 0;  ///< Nm/rad, Nms/rad

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.number("stiffness", stiffness, required_positive("N m/rad"), "stiffness against relative roll");
    v.number("damping", damping, not_negative("N m s/rad"), "damping of relative roll");
  }
  void visit_vectors(VectorVisit&) {}
  void check(ElementBuilder&) const {}
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto e = b.element<multibody::Torsion>(*this, ends);
    e.stiffness.x() = stiffness, e.damping.x() = damping;
    b.add(e);
  }
};

/// Constant force and torque on body i, axes of body i; their reaction on body j, if given.
struct AppliedForceSpec : ElementSpec {
  static constexpr const char *list = "applied_forces", *type = "constant",
                              *help = "constant forces and torques on bodies";
  Triple position{}, force{}, torque{};

  void describe(document::Visitor& v) {
    describe_ends(v, document::Presence::optional);
    v.triple("position", position, required_point(), "nominal position where the force acts");
    v.triple("force", force, {.unit = "N"}, "force on body_i, in its axes");
    v.triple("torque", torque, {.unit = "N m"},
             "torque on body_i, in its axes; y on a wheelset drives its rotation");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(force, true);
    visit.moment(torque);
  }
  void check(ElementBuilder& b) const {
    if (any(force) || any(torque)) return;
    b.complain(*this, "", {"has neither force nor torque", "", "", "Give force or torque"});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.one_or_two_ends_of(*this);
    if (!ends.ok) return;
    b.add(multibody::AppliedForce{ends.i, ends.j, b.local(ends.i, position), vec(force), vec(torque)});
  }
};

}  // namespace flangeway::vehicle
