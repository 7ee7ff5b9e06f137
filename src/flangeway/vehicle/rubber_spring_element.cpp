#include "flangeway/vehicle/rubber_spring_element.hpp"

namespace flangeway::vehicle {

void RubberSpringSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal position of its centre, where the forces act");
  v.triple("stiffness", stiffness, not_negative("N/m"), "elastic stiffness along x, y, z of body_i");
  v.triple("friction_force", friction_force, not_negative("N"),
           "limit that the friction along x, y, z tends to; 0: no friction");
  v.triple("friction_displacement", friction_displacement, not_negative("m"),
           "displacement, from a spring at rest, at which friction has come to half of friction_force");
  v.triple("viscous_stiffness", viscous_stiffness, not_negative("N/m"),
           "stiffness in series with the dampers along x, y, z; 0: no damper");
  v.triple("viscous_damping", viscous_damping, not_negative("N s/m"), "damping along x, y, z");
  v.triple("preload", preload, {.unit = "N"},
           "force on body_j in the nominal position, with auto_preload = false");
  describe_auto_preload(v, auto_preload);
}

void RubberSpringSpec::check(ElementBuilder& b) const {
  b.check_preload(*this, any(preload), auto_preload);
  const auto belong = [&](std::string_view one, const Triple& values, std::string_view other,
                          const Triple& others) {
    for (std::size_t k = 0; k < 3; ++k) {
      if ((values[k] > 0) == (others[k] > 0)) continue;
      b.complain(*this, values[k] > 0 ? other : one,
                 {fmt::format("is 0 along {}, but {} is not", "xyz"[k], values[k] > 0 ? one : other), "0",
                  "both above 0, or both 0", ""});
    }
  };
  belong("friction_force", friction_force, "friction_displacement", friction_displacement);
  belong("viscous_stiffness", viscous_stiffness, "viscous_damping", viscous_damping);
  if (!any(stiffness) && !any(friction_force) && !any(viscous_stiffness))
    b.complain(*this, "", {"has no spring", "", "", "Give stiffness"});
}

void RubberSpringSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!ends.ok) return;
  auto e = b.point_element<multibody::RubberSpring>(*this, ends);
  e.stiffness = vec(stiffness), e.series_stiffness = vec(viscous_stiffness);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    if (viscous_damping[k] > 0) e.series_damping[axis] = viscous_damping[k];
    if (friction_force[k] == 0 || friction_displacement[k] == 0) continue;
    e.friction_limit[axis] = friction_force[k];
    e.friction_stiffness[axis] = friction_force[k] / friction_displacement[k];
  }
  e.preload = vec(preload), e.auto_preload = auto_preload;
  b.add(e);
}

}  // namespace flangeway::vehicle
