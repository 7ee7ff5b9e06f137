#include "bindings.hpp"
#include "flangeway/assess/conicity.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/geometry/wear.hpp"

namespace flangeway::python {
namespace {

using geometry::Position;
using geometry::WheelsetGeometry;
using profile::Kind;
using profile::Profile;

void need(const Profile& profile, Kind kind) {
  if (profile.kind == kind) return;
  throw py::value_error(profile.name + " is a profile of a " + profile::kind_name(profile.kind) +
                        ", not of a " + profile::kind_name(kind));
}

WheelsetGeometry make(const Profile& wheel, const Profile& rail, const Profile* wheel_right,
                      const Profile* rail_right, double gauge, double inclination, double tape_circle,
                      double radius, const std::optional<double>& lateral_position) {
  if (!(radius > 0 && tape_circle > 0 && gauge > 0 && lateral_position.value_or(1) > 0))
    throw py::value_error("gauge, tape_circle, radius and lateral_position must be > 0 m");
  const Profile& other_wheel = wheel_right != nullptr ? *wheel_right : wheel;
  const Profile& other_rail = rail_right != nullptr ? *rail_right : rail;
  need(wheel, Kind::wheel), need(other_wheel, Kind::wheel), need(rail, Kind::rail),
      need(other_rail, Kind::rail);
  geometry::RailPlacement placement;
  placement.gauge = lateral_position ? 0 : gauge;
  placement.lateral = lateral_position.value_or(0);
  placement.inclination = inclination;
  return geometry::make_geometry(wheel, other_wheel, rail, other_rail, tape_circle / 2, radius, placement);
}

struct Column {
  const char* name;
  double (*of)(const Position&, const WheelsetGeometry&);
};
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
const Column columns[] = {
    {"z", [](const Position& p, const WheelsetGeometry&) { return p.z; }},
    {"roll", [](const Position& p, const WheelsetGeometry&) { return p.roll; }},
    {"left_angle", [](const Position& p, const WheelsetGeometry&) { return p.left.angle; }},
    {"right_angle", [](const Position& p, const WheelsetGeometry&) { return p.right.angle; }},
    {"left_wheel_s", [](const Position& p, const WheelsetGeometry&) { return p.left.wheel_s; }},
    {"right_wheel_s", [](const Position& p, const WheelsetGeometry&) { return p.right.wheel_s; }},
    {"left_rail_s", [](const Position& p, const WheelsetGeometry&) { return p.left.rail_s; }},
    {"right_rail_s", [](const Position& p, const WheelsetGeometry&) { return p.right.rail_s; }},
    {"left_radius",
     [](const Position& p, const WheelsetGeometry& g) {
       return g.left.radius - g.left.wheel.point(p.left.wheel_s).y();
     }},
    {"right_radius", [](const Position& p, const WheelsetGeometry& g) {
       return g.right.radius - g.right.wheel.point(p.right.wheel_s).y();
     }}};

py::dict positions(const WheelsetGeometry& pair, const Numbers& y, double gauge_variation) {
  const geometry::PositionSearch search(pair);
  std::vector<Position> found;
  Position position;
  for (py::ssize_t i = 0; i < y.size(); ++i)
    found.push_back(position = search.at_y(y.data()[i], gauge_variation, position));
  py::dict out;
  for (const Column& column : columns) {
    std::vector<double> values;
    for (const Position& p : found) values.push_back(p.found ? column.of(p, pair) : nothing);
    out[column.name] = array_of(std::move(values), std::vector<py::ssize_t>(y.shape(), y.shape() + y.ndim()));
  }
  return out;
}

std::optional<py::dict> flange_contact(const WheelsetGeometry& pair) {
  const geometry::Sweep sweep = geometry::sweep(geometry::PositionSearch(pair), {});
  const geometry::Jump* jump = geometry::tread_flange_jump(sweep, true);
  if (jump == nullptr) return std::nullopt;
  return py::dict("y"_a = jump->before.y, "wheel_s_before"_a = jump->before.left.wheel_s,
                  "wheel_s_after"_a = jump->after.left.wheel_s);
}

py::tuple radius_difference(const WheelsetGeometry& pair, bool roll) {
  geometry::RadiusDifference difference = geometry::radius_difference(pair, {.roll = roll});
  return py::make_tuple(array_of(std::move(difference.y)), array_of(std::move(difference.value)));
}

py::dict conicity(const WheelsetGeometry& pair, const std::vector<double>& amplitudes, bool roll) {
  for (const double amplitude : amplitudes)
    if (!(amplitude > 0)) throw py::value_error("amplitudes must be > 0 m");
  Findings findings;
  const auto all =
      assess::equivalent_conicities(geometry::radius_difference(pair, {.roll = roll}), amplitudes, findings);
  findings.throw_if_any();
  std::vector<double> nonlinear, regression, harmonic;
  for (const assess::Conicity& one : all) {
    nonlinear.push_back(one.nonlinear.value_or(nothing));
    regression.push_back(one.regression), harmonic.push_back(one.harmonic);
  }
  return py::dict("nonlinear"_a = array_of(std::move(nonlinear)),
                  "regression"_a = array_of(std::move(regression)),
                  "harmonic"_a = array_of(std::move(harmonic)));
}

Profile worn_wheel(const Profile& wheel, const Profile& rail, double mean_shift, double shift_spread,
                   double worn_area, double flange_share, double waviness, int passes, std::uint64_t seed) {
  need(wheel, Kind::wheel), need(rail, Kind::rail);
  if (passes < 1) throw py::value_error("passes must be at least 1");
  const auto prepared = geometry::spatial::make_rail(std::make_shared<profile::Curve>(rail.curve));
  const geometry::Usage usage{mean_shift, shift_spread, worn_area, flange_share, waviness, passes, seed};
  return {Kind::wheel, wheel.name + ", worn", geometry::worn_wheel(wheel.curve, prepared, {}, usage)};
}

std::vector<py::dict> random_uses(std::size_t count, std::uint64_t seed) {
  std::vector<py::dict> all;
  for (const geometry::Usage& u : geometry::random_uses(count, seed)) {
    all.push_back(py::dict("mean_shift"_a = u.mean_shift, "shift_spread"_a = u.shift_spread,
                           "worn_area"_a = u.worn_area, "flange_share"_a = u.flange_share,
                           "waviness"_a = u.waviness, "passes"_a = u.passes, "seed"_a = u.seed));
  }
  return all;
}

}  // namespace

void bind_geometry(py::module_& m) {
  py::class_<WheelsetGeometry>(m, "WheelsetGeometry", "The wheels of a wheelset over the rails of a track.")
      .def(py::init(&make), "wheel"_a, "rail"_a, "wheel_right"_a = nullptr, "rail_right"_a = nullptr,
           "gauge"_a = 1.435, "inclination"_a = 0.025, "tape_circle"_a = 1.5, "radius"_a = 0.46,
           "lateral_position"_a = py::none(),
           "Left-hand profiles; the right ones are the same if not given.\n\n"
           "gauge (m, 14 mm below the running plane), inclination of the rails (tangent), tape_circle: "
           "distance of the "
           "tape circles (m), radius at them (m), lateral_position: half the distance of the rail profiles' "
           "origins (m), in "
           "place of\nthe gauge.")
      .def("positions", &positions, "y"_a, "gauge_variation"_a = 0.0,
           "The wheelset resting on both rails at the lateral displacements y (m): a dict of arrays of the "
           "shape of y:\n"
           "z (m, of its centre over the rails), roll (rad), and of both sides angle (rad, of the contact), "
           "wheel_s and\n"
           "rail_s (m, arc lengths of the contact), radius (m, rolling). NaN where a wheel has no rail.")
      .def("flange_contact", &flange_contact,
           "Where the left contact jumps from tread to flange: a dict of y (m, of the wheelset), "
           "wheel_s_before and "
           "wheel_s_after\n(m, arc lengths of the contact on the wheel); None for a pair without a jump.")
      .def("radius_difference", &radius_difference, "roll"_a = false,
           "Lateral displacements y (m) and difference of rolling radii left - right (m), two arrays of "
           "shape (n,).")
      .def("conicity", &conicity, "amplitudes"_a, "roll"_a = false,
           "Equivalent conicity at the amplitudes (m) [EN 15302]: dict of arrays nonlinear, regression, "
           "harmonic.");
  const geometry::Usage usual;
  m.def("worn_wheel", &worn_wheel, "wheel"_a, "rail"_a, "mean_shift"_a = usual.mean_shift,
        "shift_spread"_a = usual.shift_spread, "worn_area"_a = usual.worn_area,
        "flange_share"_a = usual.flange_share, "waviness"_a = usual.waviness, "passes"_a = usual.passes,
        "seed"_a = usual.seed,
        "The wheel after its use on the rail (1:40, tape circles 1.5 m apart).\n\n"
        "mean_shift, shift_spread: lateral positions against the rail, positive towards the flange (m); "
        "worn_area: lost "
        "from\nthe profile (m²); flange_share: how much faster a surface at 45° wears; waviness: of ridges "
        "(m); passes: "
        "positions\nthat share the wear; seed: of their random draw.");
  m.def("random_uses", &random_uses, "count"_a, "seed"_a,
        "Uses of wheels drawn at random, as arguments of worn_wheel: a list of dicts.");
}

}  // namespace flangeway::python
