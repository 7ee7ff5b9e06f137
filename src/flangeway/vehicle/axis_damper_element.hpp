// The damper along a body axis of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Its ends may coincide nominally.
struct AxisDamperSpec : ElementSpec {
  static constexpr const char *list = "axis_dampers", *type = "axis_damper",
                              *help =
                                  "dampers along a direction of body_i, also saturated or piecewise linear";
  Triple position{}, direction{0, 0, 1};
  double damping = 0, blow_off_force = 0, blow_off_damping = 0;
  Curve damper;  ///< force (N) over speed (m/s)
  double series_stiffness = 0;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position where the force acts");
    v.triple("direction", direction, {.unit = "1"}, "direction of the damper, fixed in body_i");
    v.number("damping", damping, not_negative("N s/m"), "coefficient of the damper; or give damper");
    v.curve("damper", damper, {.unit = "N", .least = 2},
            "force over speed, instead of damping; a curve that starts at [0, 0] is mirrored");
    v.number("blow_off_force", blow_off_force, not_negative("N"),
             "force at which the relief valve opens; 0: there is none");
    v.number("blow_off_damping", blow_off_damping, not_negative("N s/m"),
             "coefficient beyond blow_off_force; 0: the force stays there");
    v.number("series_stiffness", series_stiffness, not_negative("N/m"),
             "stiffness of the mounts in series; 0: rigidly mounted");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(direction, true);
  }
  void check(ElementBuilder& b) const {
    b.check_either(*this, "damping", damping, "damper", damper);
    b.check_table(*this, "damper", damper, "");
    if (damping == 0 && damper.empty())
      b.complain(*this, "damping", {"is missing", "", "", "Give damping or damper"});
    if (!any(direction))
      b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
    if (blow_off_force > 0 && !damper.empty())
      b.complain(*this, "blow_off_force", {"is given, and so is damper", "", "", "Give one of the two"});
    for (std::size_t k = 1; series_stiffness > 0 && k < damper.size(); ++k)
      if (damper[k][1] <= damper[k - 1][1])
        return b.complain(
            *this, "damper",
            {"does not rise, so that a damper in series with a spring has no speed of its own",
             fmt::format("{} N after {} N", damper[k][1], damper[k - 1][1]), "forces that increase",
             "Let the force rise a little, or leave out series_stiffness"});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok || !any(direction)) return;
    auto e = b.point_element<multibody::AxisDamper>(*this, ends);
    e.direction = vec(direction).normalized();
    const Curve table = law();
    if (series_stiffness == 0) {
      e.damping = damping, e.tables[multibody::AxisDamper<double>::damper] = b.table_of(table, true);
    } else {
      e.series_stiffness = series_stiffness, e.mobility = damping > 0 ? 1 / damping : 0;
      Curve inverse;
      for (const auto& [speed, force] : table) inverse.push_back({force, speed});
      e.tables[multibody::AxisDamper<double>::inverse] = b.table_of(inverse, true);
    }
    b.add(e);
  }

 private:
  /// Force over speed; empty where it is linear.
  [[nodiscard]] Curve law() const {
    if (blow_off_force == 0) return damper;
    constexpr double rest = 1e-4;  // of the damping, so that a spring in series has a definite speed
    const double beyond = blow_off_damping > 0 ? blow_off_damping : rest * damping;
    const double opens = blow_off_force / damping;
    return {{0, 0}, {opens, blow_off_force}, {opens + 1, blow_off_force + beyond}};
  }
};

}  // namespace flangeway::vehicle
