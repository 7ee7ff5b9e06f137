// Centre bowls, friction wedges and Lenoir links of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Normal load of friction surfaces that carry a load of their own.
struct LoadedFrictionSpec : ElementSpec {
  Triple position{};
  double friction_coefficient = 0, friction_time = 1e-7;
  double preload = 0;  ///< N
  bool auto_preload = true;

  void visit_vectors(VectorVisit& visit) { visit.point(position); }

 protected:
  void describe_friction(document::Visitor& v);
  void describe_load(document::Visitor& v);
  /// Friction needs a stiffness before it slips.
  void check_friction(ElementBuilder& b, std::string_view field, bool stiff) const;
};

/// Body j stands in the bowl of body i.
struct CentreBowlSpec : LoadedFrictionSpec {
  static constexpr const char *list = "centre_bowls", *type = "centre_bowl",
                              *help =
                                  "centre bowls: body_j stands in a bowl of body_i, where it rubs and tips";
  double contact_stiffness = 0, contact_damping = 0, radius = 0, friction_radius = 0;
  double shear_stiffness = 0, turn_stiffness = 0, rim_stiffness = 0, rim_clearance = 0;

  void describe(document::Visitor& v);
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

enum class ColumnPlace { ahead, behind };
inline constexpr auto alternatives_of(ColumnPlace) {
  return std::to_array<Alternative<ColumnPlace>>({
      {ColumnPlace::ahead, "ahead", "ahead of the bolster"},
      {ColumnPlace::behind, "behind", "behind the bolster"},
  });
}

/// Between a side frame, body i, and a bolster, body j.
struct FrictionWedgeSpec : LoadedFrictionSpec {
  static constexpr const char *list = "friction_wedges", *type = "friction_wedge",
                              *help = "friction wedges between a side frame, body_i, and a bolster, body_j";
  ColumnPlace column = ColumnPlace::ahead;
  double angle_deg = 0, spring_stiffness = 0, spring_force = 0, asymmetry = 0;
  double vertical_stiffness = 0, lateral_stiffness = 0;

  void describe(document::Visitor& v);
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;

 private:
  [[nodiscard]] bool is_constant() const { return spring_force > 0; }
};

enum class PusherSide { forward, backward };
inline constexpr auto alternatives_of(PusherSide) {
  return std::to_array<Alternative<PusherSide>>({
      {PusherSide::forward, "forward", "along +x"},
      {PusherSide::backward, "backward", "along -x"},
  });
}

/// Between an axle box, body i, and a bogie frame, body j.
struct LenoirLinkSpec : LoadedFrictionSpec {
  static constexpr const char *
      list = "lenoir_links",
     *type = "lenoir_link",
     *help =
         "Lenoir links: a spring between an axle box, body_i, and a frame, body_j, hangs on an inclined link";
  PusherSide pushes = PusherSide::forward;
  double angle_deg = 0, stiffness = 0, guide_stiffness = 0;
  double vertical_stiffness = 0, lateral_stiffness = 0;

  void describe(document::Visitor& v);
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

}  // namespace flangeway::vehicle
