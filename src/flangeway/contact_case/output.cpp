#include "flangeway/contact_case/output.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

namespace flangeway::contact_case {
namespace {

using contact::patch::ElementState;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool touches(const PatchFields& fields, std::size_t i) {
  return fields.solution.state[i] != ElementState::outside;
}

// Values of the elements in contact, or of all, in other units.
template <typename Value>
std::vector<double> values_of(const PatchFields& fields, bool everywhere, const Value& value) {
  std::vector<double> values(fields.grid.size(), nothing);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (everywhere || touches(fields, i)) values[i] = value(i);
  return values;
}

results::Field field(const PatchFields& from, const char* name, const char* unit, const char* description,
                     std::vector<double> values) {
  return {name,
          unit,
          description,
          static_cast<std::size_t>(from.grid.ny),
          static_cast<std::size_t>(from.grid.nx),
          std::move(values)};
}

results::Field coordinates(const char* name, const char* description, int count, double first, double step) {
  results::Field made{name, "m", description, 0, static_cast<std::size_t>(count), {}};
  for (int i = 0; i < count; ++i) made.values.push_back(first + i * step);
  return made;
}

// All of one depth below the surface.
void add_layer(const PatchFields& fields, std::size_t number, results::FieldGroup& group) {
  using contact::patch::PointStress;
  const contact::patch::StressField& layer = fields.below[number];
  const std::string where = fmt::format("at z = {} m", layer.z);
  const auto add = [&](const char* name, const char* unit, const auto& value) {
    std::vector<double> values;
    for (const PointStress& point : layer.points) values.push_back(value(point));
    group.fields.push_back(field(fields, fmt::format("below_{}_{}", number + 1, name).c_str(), unit,
                                 where.c_str(), std::move(values)));
  };
  constexpr std::pair<const char*, double PointStress::*> stresses[] = {
      {"xx", &PointStress::xx}, {"yy", &PointStress::yy}, {"zz", &PointStress::zz},
      {"xy", &PointStress::xy}, {"xz", &PointStress::xz}, {"yz", &PointStress::yz}};
  constexpr std::pair<const char*, double PointStress::*> moved[] = {
      {"ux", &PointStress::ux}, {"uy", &PointStress::uy}, {"uz", &PointStress::uz}};
  for (const auto& [name, part] : stresses) add(name, "Pa", std::mem_fn(part));
  for (const auto& [name, part] : moved) add(name, "m", std::mem_fn(part));
  add("mises", "Pa", [](const PointStress& p) { return contact::patch::mises(p); });
  add("tresca", "Pa", [](const PointStress& p) { return invariants(p).tresca; });
}

nlohmann::json outline(const profile::Curve& curve) {
  constexpr int count = 300;
  nlohmann::json points = nlohmann::json::array();
  for (int i = 0; i < count; ++i) {
    const Vec2 p = curve.point(curve.length() * i / (count - 1));
    points.push_back({std::round(p.x() * 1e7) / 1e7, std::round(p.y() * 1e7) / 1e7});
  }
  return points;
}

}  // namespace

results::FieldGroup field_group(const std::string& name, const CaseResult& result,
                                const PatchFields& fields) {
  const auto& s = fields.solution;
  results::FieldGroup group{name, {{"state", name_of(result.status)}, {"results", result.json.dump()}}, {}};
  const auto add = [&](const char* field_name, const char* unit, const char* description,
                       const std::vector<double>& values) {
    group.fields.push_back(field(fields, field_name, unit, description, values));
  };
  const bool shift = fields.kind == contact::patch::TangentialKind::shift;
  group.fields.push_back(
      coordinates("x", "centres of the columns", fields.grid.nx, fields.grid.x_first, fields.grid.dx));
  group.fields.push_back(
      coordinates("y", "centres of the rows", fields.grid.ny, fields.grid.y_first, fields.grid.dy));
  add("gap", "m", "distance of the undeformed bodies, before they are pressed", fields.gap);
  add("pressure", "Pa", "positive presses", s.tractions.pressure);
  add("traction_x", "Pa", "on the upper body, or the wheel", s.tractions.x);
  add("traction_y", "Pa", "on the upper body, or the wheel", s.tractions.y);
  add("slip_x", shift ? "m" : "1", "of the upper body, or the wheel, against the lower", s.slip_x);
  add("slip_y", shift ? "m" : "1", "of the upper body, or the wheel, against the lower", s.slip_y);
  add("displacement_x", "m", "difference of both bodies", s.displacement_x);
  add("displacement_y", "m", "difference of both bodies", s.displacement_y);
  add("displacement_z", "m", "difference of both bodies", s.displacement_z);
  add("friction", "1", "coefficient as used", s.friction);
  if (!s.plastic_x.empty()) {
    add("plastic_x", shift ? "m" : "1", "plastic shear of the third body", s.plastic_x);
    add("plastic_y", shift ? "m" : "1", "plastic shear of the third body", s.plastic_y);
    add("yield_stress", "Pa", "of the third body after the step", s.tractions.yield_stress);
  }
  if (!s.temperature_1.empty()) {
    add("temperature_1", "°C", "surface of the upper body, or the wheel", s.temperature_1);
    add("temperature_2", "°C", "surface of the lower body, or the rail", s.temperature_2);
  }
  add("state", "1", "0 outside, 1 adhesion, 2 slip, 3 plastic",
      values_of(fields, true, [&](auto i) { return static_cast<double>(s.state[i]); }));
  if (!fields.wear.empty())
    group.fields.push_back(
        {"wear", "m", "that each row takes from a surface in a pass", 0, fields.wear.size(), fields.wear});
  if (!fields.below.empty()) {
    results::Field depths{"below_z",
                          "m",
                          "of the layers below_1, below_2, …; positive in the upper body, or the wheel",
                          0,
                          fields.below.size(),
                          {}};
    for (const auto& layer : fields.below) depths.values.push_back(layer.z);
    group.fields.push_back(std::move(depths));
  }
  for (std::size_t k = 0; k < fields.below.size(); ++k) add_layer(fields, k, group);
  return group;
}

std::string profiles_json(const Batch& batch) {
  if (batch.entries.empty()) return {};
  Findings ignored;
  const std::optional<Prepared> first = batch.make(0, ignored);
  const auto* pair = first ? std::get_if<WheelRailCase>(&*first) : nullptr;
  if (pair == nullptr || !pair->problem.wheel || !pair->problem.rail) return {};
  return nlohmann::json{{"wheel", outline(*pair->problem.wheel)}, {"rail", outline(*pair->problem.rail)}}
      .dump();
}

std::string table_head(Convention convention, bool with_wear) {
  const bool deck = convention == Convention::deck;
  return fmt::format("{:>6} {:>5} {:>12} {:>12} {:>12} {:>12} {:>11} {:>9} {:>9} {:>6} {:>6}", "case",
                     "patch", "FN in N", "FX in N", "FS in N", deck ? "MN in N mm" : "MN in N m",
                     deck ? "appr. in mm" : "appr. in m", deck ? "p in MPa" : "p in Pa", "contact", "adh.",
                     "slip") +
         (with_wear ? fmt::format(" {:>9} {:>12} {:>11}", "Tγ in N", deck ? "wear in mm²" : "wear in m²",
                                  deck ? "depth in mm" : "depth in m")
                    : "");
}

std::string table_rows(const CaseResult& result) {
  std::string rows;
  const auto& patches = result.json.at("patches");
  if (patches.is_array()) {
    int number = 0;
    for (const auto& p : patches) {
      const auto& e = p.at("elements");
      rows += fmt::format(
          "{:>6} {:>5} {:>12.6g} {:>12.6g} {:>12.6g} {:>12.6g} {:>11.4g} {:>9.4g} {:>9} {:>6} {:>6}",
          result.metadata.number, ++number, p.at("FN").get<double>(), p.at("FX").get<double>(),
          p.at("FS").get<double>(), p.at("MN").get<double>(), p.at("approach").get<double>(),
          p.at("pmax").get<double>(), e.at("contact").get<long>(), e.at("adhesion").get<long>(),
          e.at("slip").get<long>());
      if (const auto wear = p.find("wear"); wear != p.end())
        rows += fmt::format(" {:>9.4g} {:>12.4g} {:>11.4g}", wear->at("t_gamma").get<double>(),
                            wear->at("section_per_pass").get<double>(),
                            wear->at("deepest_per_pass").get<double>());
      rows += '\n';
    }
  }
  if (result.status != Status::solved)
    rows += fmt::format("{:>6} {}: {}\n", result.metadata.number, name_of(result.status), result.message);
  for (const std::string& warning : result.warnings)
    rows += fmt::format("{:>6} note: {}\n", result.metadata.number, warning);
  return rows;
}

}  // namespace flangeway::contact_case
