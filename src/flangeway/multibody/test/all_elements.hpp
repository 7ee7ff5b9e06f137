// Some elements of every kind, for tests of what holds for all of them. A new kind gets its three here.
#pragma once

#include "flangeway/law/law.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody::test {

/// The first with neither tank nor friction, the last with an area by table and a pipe.
inline Element<AirSpring> some_air_spring(int k) {
  Element<AirSpring> e;
  e.preload = Vec3{100, -50, 60e3 + 10e3 * k}, e.area = 0.2, e.area_rate = 0.1, e.volume = 0.03 + 0.01 * k;
  e.shear_stiffness = Vec3{1e5, 2e5, 0}, e.emergency_stiffness = 1e6, e.emergency_clearance = 0.03;
  e.polytropic = 1.4 - 0.05 * k;
  if (k == 0) return e;
  e.has_tank = 1, e.tank_volume = 0.07, e.resistance = 2e6, e.orifice = 3e8;
  e.has_valve = 1, e.valve_gain = 0.05, e.valve_dead_band = 0.01, e.valve_flow = 1e-3;
  e.friction_stiffness = Vec3{4e5, 3e5, 0}, e.friction_limit = 900, e.friction_viscosity = 40;
  if (k == 2) e.has_pipe = 1, e.pipe_slenderness = 250, e.tables = {Table{6, 3, false}};
  return e;
}

/// Between the tanks of two air springs, with a lag.
inline void join_by_valve(Model& model, std::size_t i, std::size_t j) {
  DifferentialValve valve;
  valve.i = i, valve.j = j, valve.between_tanks = true;
  valve.opens_at = 1e4, valve.open_at = 3e4, valve.resistance = 1e7, valve.orifice = 1e9;
  valve.opening_rate = 50;
  for (const std::size_t k : {i, j}) elements_of<AirSpring>(model)[k].has_valve = 1;
  model.lists->differential_valves.push_back(valve);
}

/// In one, two and three directions.
template <template <typename> class Kind>
Element<Kind> some_friction(int k) {
  Element<Kind> e;
  e.stiffness = Vec3{4e5, k > 0 ? 3e5 : 0.0, k > 1 ? 2e5 : 0.0}, e.viscosity = 50;
  e.limit = 500, e.coefficient = 0.3, e.normal = 4e3, e.share = 0.5;
  return e;
}

/// Friction in one, two and three directions, dampers in none, one and three.
inline Element<RubberSpring> some_rubber_spring(int k) {
  Element<RubberSpring> e;
  e.stiffness = Vec3{2e5, 3e5, 4e5}, e.preload = Vec3{20, -30, 5e3};
  e.friction_limit = Vec3{600, k > 0 ? 500.0 : 1.0, k > 1 ? 800.0 : 1.0};
  e.friction_stiffness = Vec3{3e3, k > 0 ? 2e3 : 0.0, k > 1 ? 1e3 : 0.0};
  e.series_stiffness = Vec3{k > 1 ? 4e5 : 0.0, k > 1 ? 3e5 : 0.0, k > 0 ? 5e5 : 0.0};
  e.series_damping = Vec3{4e3, 5e3, 6e3};
  return e;
}

/// Without a clearance, with one, without a damper.
inline Element<CentreBowl> some_centre_bowl(int k) {
  Element<CentreBowl> e;
  e.contact_stiffness = 2e6, e.contact_damping = k < 2 ? 1e4 : 0.0, e.preload = 3e4 + 1e4 * k, e.radius = 0.2;
  e.coefficient = 0.3, e.friction_radius = 0.13, e.friction_stiffness = Vec3{4e5, 3e5, 2e4};
  e.viscosity = 50, e.turn_viscosity = 3, e.rim_stiffness = 2e6, e.rim_clearance = 0.005 * k;
  return e;
}

/// With the spring on pose i, the same on the other side, with the spring inside pose j.
inline Element<FrictionWedge> some_friction_wedge(int k) {
  Element<FrictionWedge> e;
  e.spring_stiffness = 3e5, e.preload = 2e4, e.carried = k < 2 ? 1 : 0, e.tangent = 0.7;
  e.side = k == 1 ? -1 : 1, e.coefficient = 0.35, e.asymmetry = 0.5 * k;
  e.rise_stiffness = 4e5, e.lateral_stiffness = 3e5, e.viscosity = 50;
  return e;
}

inline Element<LenoirLink> some_lenoir_link(int k) {
  Element<LenoirLink> e;
  e.spring_stiffness = 5e5, e.preload = 2e4, e.tangent = 0.3 + 0.1 * k, e.side = k == 1 ? -1 : 1;
  e.guide_stiffness = 4e6, e.coefficient = 0.3, e.lateral_stiffness = 4e5, e.vertical_stiffness = 3e5;
  e.viscosity = 50;
  return e;
}

/// With slack, with tables, with friction.
template <template <typename> class Kind>
Element<Kind> some_draw_gear(int k) {
  Element<Kind> e;
  e.draw_stiffness = 2e6, e.buff_stiffness = 3e6, e.draw_slack = 0.004 * k, e.buff_slack = 0.003 * k;
  e.damping = 2e4, e.viscosity = 2500;
  if (k > 0) e.friction_stiffness = 2e7, e.tables = {Table{12, 3}, Table{15, 2}, Table{12, 3}, Table{15, 2}};
  if (k == 2) e.tables[Kind<double>::draw_mean] = {};
  return e;
}

/// Without and with a lag.
template <template <typename> class Kind>
Element<Kind> some_actuator(int k) {
  Element<Kind> e;
  e.lags = k > 0 ? 1 : 0, e.lag_rate = k > 0 ? 20 * k : 0;
  return e;
}

/// A spring and damper, and one in series with them where its stiffness is not 0: p has stiffness, damping
/// and the same of the second.
inline int some_law(const double* p, std::size_t count, const double* in, double* out, int derivatives) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = [&](int k) -> double& { return out[static_cast<std::size_t>(k) * count + i]; };
    const double d = in[FLANGEWAY_ELEMENT_DEFLECTION * count + i],
                 rate = in[FLANGEWAY_ELEMENT_RATE * count + i];
    const double stretch = d - in[FLANGEWAY_ELEMENT_STATE * count + i], pull = p[2] * stretch;
    row(FLANGEWAY_ELEMENT_FORCE) = p[0] * d + p[1] * rate + pull;
    row(FLANGEWAY_ELEMENT_STATE_RATE) = pull / p[3];
    row(FLANGEWAY_ELEMENT_ENERGY) = (p[0] * d * d + pull * stretch) / 2;
    row(FLANGEWAY_ELEMENT_LOSS) = p[1] * rate * rate + pull * pull / p[3];
    if (derivatives == 0) continue;
    row(FLANGEWAY_ELEMENT_BY_DEFLECTION) = p[0] + p[2],
    row(FLANGEWAY_ELEMENT_BY_DEFLECTION + 1) = p[2] / p[3];
    row(FLANGEWAY_ELEMENT_BY_DEFLECTION + FLANGEWAY_ELEMENT_ENERGY) = p[0] * d + pull;
    row(FLANGEWAY_ELEMENT_BY_STATE + FLANGEWAY_ELEMENT_ENERGY) = -pull;
    row(FLANGEWAY_ELEMENT_BY_RATE) = p[1], row(FLANGEWAY_ELEMENT_BY_RATE + 1) = 0;
    row(FLANGEWAY_ELEMENT_BY_STATE) = -p[2], row(FLANGEWAY_ELEMENT_BY_STATE + 1) = -p[2] / p[3];
  }
  return 0;
}

/// Without a state; with one; with one, slopes of its own and no energies.
template <template <typename> class Kind>
Element<Kind> some_library(int k) {
  auto law = std::make_shared<law::Law>();
  law->kind = law::Kind::element, law->name = "test", law->evaluate = some_law;
  law->parameters = {2e5, 3e3, k > 0 ? 5e5 : 0, k > 0 ? 2e4 : 1};
  law->state_count = k > 0 ? 1 : 0, law->gives_energy = k < 2;
  law->derivatives = k == 2 ? FLANGEWAY_BY_MOTION : 0;
  Element<Kind> element;
  element.state_count = k > 0 ? 1 : 0, element.gives_energy = k < 2 ? 1 : 0, element.preload = 400;
  element.law = law;
  return element;
}

/// One element between two bodies.
template <template <typename> class Kind>
Model with(const Element<Kind>& element) {
  Model model;
  model.bodies.resize(2);
  elements_of<Kind>(model).push_back(element);
  for_each_element(model, [](auto& e) { e.j = 1; });
  finish(model, false);
  return model;
}

/// Three of each kind, so that a place in a batch of four stays empty. All parameters differ from zero.
inline Model some_elements() {
  Model model;
  model.bodies.resize(2);
  model.table_points = {{0, 0},     {0.01, 1e3},  {0.05, 9e3},  {0.005, 0},  {0.02, 600},
                        {0.5, 9e4}, {-0.1, 0.18}, {0.0, 0.2},   {0.1, 0.24}, {0, 0},
                        {5e3, 0.2}, {6e3, 1.0},   {0, 0},       {0.02, 6e4}, {0.1, 9e5},
                        {0, 0},     {0.1, 2e5},   {-0.03, 4e3}, {0.02, 3e3}, {0.06, -1e3}};
  const Table odd{0, 3, true}, stop{3, 3, false};
  for (int k = 0; k < 3; ++k) {
    const double size = 1 + 0.3 * k;
    Element<Axial> axial;
    axial.stiffness = 2e5 * size, axial.damping = 3e3 * size, axial.preload = -500;
    if (k == 1) axial.tables[Axial<double>::spring] = odd;
    if (k == 2) axial.tables[Axial<double>::damper] = odd;
    elements_of<Axial>(model).push_back(axial);
    Element<MaxwellDamper> maxwell;
    maxwell.stiffness = 6e6 * size, maxwell.damping = 2e4;
    elements_of<MaxwellDamper>(model).push_back(maxwell);
    Element<Bushing> bushing;
    bushing.stiffness = size * Vec3{3e6, 4e5, 1e5}, bushing.damping = Vec3{3e3, 2e3, 1e3};
    bushing.preload = Vec3{10, -200, 5e3};
    if (k > 0) bushing.series_stiffness[k] = 1e6, bushing.series_damping[k] = 4e3;
    elements_of<Bushing>(model).push_back(bushing);
    Element<Torsion> torsion;
    torsion.stiffness = size * Vec3{1e4, 2e4, 3e4}, torsion.damping = Vec3{30, 20, 10};
    torsion.preload = Vec3{5, -40, 20};
    elements_of<Torsion>(model).push_back(torsion);
    Element<BumpStop> bump_stop;
    bump_stop.clearance = 0.002 * size, bump_stop.tables = {stop};
    bump_stop.negative = k == 1 ? 0 : 1;
    elements_of<BumpStop>(model).push_back(bump_stop);
    elements_of<AirSpring>(model).push_back(some_air_spring(k));
    Element<LeafSpring> leaf_spring;
    leaf_spring.stiffness = 1e6 * size, leaf_spring.friction = 0.1, leaf_spring.length = 1.5e-3;
    leaf_spring.preload = 1.5e5 * size;
    elements_of<LeafSpring>(model).push_back(leaf_spring);
    Element<AxisDamper> damper;
    damper.damping = k == 0 ? 2e4 : 0;
    if (k > 0) damper.series_stiffness = 4e6, damper.mobility = 1 / 3e4;
    if (k == 2) damper.tables[AxisDamper<double>::inverse] = {9, 3, true};
    elements_of<AxisDamper>(model).push_back(damper);
    Element<MatrixBushing> matrix;
    for (Eigen::Index a = 0; a < 6; ++a) matrix.stiffness(a, a) = 1e5 * size, matrix.damping(a, a) = 1e3;
    matrix.stiffness(0, 4) = matrix.stiffness(4, 0) = 3e4,
                        matrix.stiffness(1, 2) = matrix.stiffness(2, 1) = -2e4;
    matrix.damping(1, 5) = matrix.damping(5, 1) = 200, matrix.preload[2] = 4e3, matrix.preload[3] = -30;
    elements_of<MatrixBushing>(model).push_back(matrix);
    elements_of<RubberSpring>(model).push_back(some_rubber_spring(k));
    elements_of<CentreBowl>(model).push_back(some_centre_bowl(k));
    elements_of<FrictionWedge>(model).push_back(some_friction_wedge(k));
    elements_of<LenoirLink>(model).push_back(some_lenoir_link(k));
    Element<Motor> motor;
    motor.tables = {Table{17, 3}};
    elements_of<Motor>(model).push_back(motor);
    Element<PendulumLink> link;
    link.length = 0.25, link.normal = 3e4 * size, link.friction_stiffness = Vec3{k > 0 ? 2e5 : 0.0, 3e5, 0};
    link.coefficient = 0.02, link.viscosity = 30;
    elements_of<PendulumLink>(model).push_back(link);
    elements_of<DrawGear>(model).push_back(some_draw_gear<DrawGear>(k));
    elements_of<Buffer>(model).push_back(some_draw_gear<Buffer>(k));
    Element<RunningResistance> resistance;
    resistance.constant = 1e3 * size, resistance.linear = 50, resistance.quadratic = 5,
    resistance.least_speed = 0.02;
    elements_of<RunningResistance>(model).push_back(resistance);
    elements_of<LibraryLine>(model).push_back(some_library<LibraryLine>(k));
    elements_of<LibraryDirection>(model).push_back(some_library<LibraryDirection>(k));
    elements_of<Friction>(model).push_back(some_friction<Friction>(k));
    elements_of<RotationFriction>(model).push_back(some_friction<RotationFriction>(k));
    elements_of<Actuator>(model).push_back(some_actuator<Actuator>(k));
    elements_of<TorqueActuator>(model).push_back(some_actuator<TorqueActuator>(k));
  }
  for_each_element(model, [](auto& element) { element.j = 1; });
  finish(model, false);
  return model;
}

}  // namespace flangeway::multibody::test
