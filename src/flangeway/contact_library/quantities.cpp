#include "flangeway/contact_library/quantities.hpp"

#include <algorithm>
#include <array>

namespace flangeway::contact_library {
namespace {

using contact::patch::Solution;
using wheel_on_rail::Contact, wheel_on_rail::Wrench;

// Change of a quantity from the left-hand pair to its mirror image.
enum class Mirror : bool { same, sign };

struct PatchNumber {
  std::string_view name;
  double (*of)(const PatchView&);
  Mirror mirror = Mirror::same;
  bool placed_only = false;  // of a wheel on a rail
};

// A patch on a rail has resultants over its curved surface; a patch given directly has sums of its tractions.
constexpr std::array patch_numbers{
    PatchNumber{
        "normal_force",
        [](const PatchView& p) { return p.placed ? p.placed->normal_force : p.solution.normal_force; }},
    PatchNumber{
        "longitudinal_force",
        [](const PatchView& p) { return p.placed ? p.placed->longitudinal_force : p.solution.force_x; }},
    PatchNumber{"lateral_force",
                [](const PatchView& p) { return p.placed ? p.placed->lateral_force : p.solution.force_y; },
                Mirror::sign},
    PatchNumber{"moment",
                [](const PatchView& p) { return p.placed ? p.placed->moment.z() : p.solution.moment_z; },
                Mirror::sign},
    PatchNumber{
        "approach",
        [](const PatchView& p) { return p.placed ? p.placed->interpenetration : p.solution.approach; }},
    PatchNumber{"longitudinal_creepage",
                [](const PatchView& p) {
                  return p.placed ? p.placed->creepages.longitudinal : p.solution.creepage_x;
                }},
    PatchNumber{
        "lateral_creepage",
        [](const PatchView& p) { return p.placed ? p.placed->creepages.lateral : p.solution.creepage_y; },
        Mirror::sign},
    PatchNumber{
        "spin",
        [](const PatchView& p) { return p.placed ? p.placed->creepages.spin : p.problem.motion.spin; },
        Mirror::sign},
    PatchNumber{
        "max_pressure",
        [](const PatchView& p) { return p.placed ? p.placed->max_pressure : p.solution.max_pressure; }},
    PatchNumber{"contact_area",
                [](const PatchView& p) {
                  return p.placed ? p.placed->contact_area
                                  : p.solution.contact_elements * p.problem.grid.element_area();
                }},
    PatchNumber{
        "elastic_energy",
        [](const PatchView& p) { return p.placed ? p.placed->elastic_energy : p.solution.elastic_energy; }},
    PatchNumber{"frictional_power",
                [](const PatchView& p) {
                  return p.placed ? p.placed->frictional_power : p.solution.frictional_power;
                }},
    PatchNumber{"max_temperature", [](const PatchView& p) { return p.solution.max_temperature; }},
    PatchNumber{"contact_elements", [](const PatchView& p) { return double(p.solution.contact_elements); }},
    PatchNumber{"adhesion_elements", [](const PatchView& p) { return double(p.solution.adhesion_elements); }},
    PatchNumber{"slip_elements", [](const PatchView& p) { return double(p.solution.slip_elements); }},
    PatchNumber{"plastic_elements", [](const PatchView& p) { return double(p.solution.plastic_elements); }},
    PatchNumber{"x", [](const PatchView& p) { return p.placed->position.x(); }, Mirror::same, true},
    PatchNumber{"y", [](const PatchView& p) { return p.placed->position.y(); }, Mirror::sign, true},
    PatchNumber{"z", [](const PatchView& p) { return p.placed->position.z(); }, Mirror::same, true},
    PatchNumber{"contact_angle", [](const PatchView& p) { return p.placed->angle; }, Mirror::sign, true},
    PatchNumber{"contact_pitch", [](const PatchView& p) { return p.placed->pitch; }, Mirror::same, true},
    PatchNumber{"reference_speed", [](const PatchView& p) { return p.placed->reference_speed; }, Mirror::same,
                true},
    PatchNumber{"friction", [](const PatchView& p) { return p.placed->friction; }, Mirror::same, true}};

struct ContactNumber {
  std::string_view name;
  double (*of)(const Contact&);
  Mirror mirror = Mirror::same;
};
constexpr std::array contact_numbers{
    ContactNumber{"z", [](const Contact& c) { return c.z; }},
    ContactNumber{"velocity_pitch", [](const Contact& c) { return c.velocity_pitch; }},
    ContactNumber{"rail_deflection_y", [](const Contact& c) { return c.rail_deflection_y; }, Mirror::sign},
    ContactNumber{"rail_deflection_z", [](const Contact& c) { return c.rail_deflection_z; }}};

struct Field {
  std::string_view name;
  const std::vector<double>& (*of)(const PatchView&);
  Mirror mirror = Mirror::same;
};
using Doubles = const std::vector<double>&;
constexpr std::array named_fields{
    Field{"pressure", [](const PatchView& p) -> Doubles { return p.solution.tractions.pressure; }},
    Field{"traction_x", [](const PatchView& p) -> Doubles { return p.solution.tractions.x; }},
    Field{"traction_y", [](const PatchView& p) -> Doubles { return p.solution.tractions.y; }, Mirror::sign},
    Field{"slip_x", [](const PatchView& p) -> Doubles { return p.solution.slip_x; }},
    Field{"slip_y", [](const PatchView& p) -> Doubles { return p.solution.slip_y; }, Mirror::sign},
    Field{"displacement_x", [](const PatchView& p) -> Doubles { return p.solution.displacement_x; }},
    Field{"displacement_y", [](const PatchView& p) -> Doubles { return p.solution.displacement_y; },
          Mirror::sign},
    Field{"displacement_z", [](const PatchView& p) -> Doubles { return p.solution.displacement_z; }},
    Field{"gap", [](const PatchView& p) -> Doubles { return p.problem.gap; }},
    Field{"friction", [](const PatchView& p) -> Doubles { return p.solution.friction; }},
    Field{"temperature_wheel", [](const PatchView& p) -> Doubles { return p.solution.temperature_1; }},
    Field{"temperature_rail", [](const PatchView& p) -> Doubles { return p.solution.temperature_2; }}};
constexpr std::string_view state_field = "state";

double sign_of(bool mirrored, Mirror mirror) {
  return mirrored && mirror == Mirror::sign ? -1 : 1;
}

// Row by row, in the other order of a mirror image.
template <typename Value>
void copy_rows(const PatchView& patch, const Value& value_at, std::span<double> values) {
  const contact::patch::Grid& grid = patch.problem.grid;
  for (int iy = 0; iy < grid.ny; ++iy) {
    const int from = patch.mirrored ? grid.ny - 1 - iy : iy;
    for (int ix = 0; ix < grid.nx; ++ix) values[grid.index(ix, iy)] = value_at(grid.index(ix, from));
  }
}

}  // namespace

bool find_number(const PatchView& patch, std::string_view name, double& value,
                 std::vector<std::string>& known) {
  for (const PatchNumber& one : patch_numbers) {
    if (one.placed_only && patch.placed == nullptr) continue;
    if (one.name == name) {
      value = sign_of(patch.mirrored, one.mirror) * one.of(patch);
      return true;
    }
  }
  for (const PatchNumber& one : patch_numbers)
    if (!one.placed_only || patch.placed != nullptr) known.emplace_back(one.name);
  return false;
}

bool find_number(const Contact& contact, bool mirrored, std::string_view name, double& value,
                 std::vector<std::string>& known) {
  for (const ContactNumber& one : contact_numbers)
    if (one.name == name) {
      value = sign_of(mirrored, one.mirror) * one.of(contact);
      return true;
    }
  for (const ContactNumber& one : contact_numbers) known.emplace_back(one.name);
  return false;
}

FoundField find_field(const PatchView& patch, std::string_view name, std::span<double> values,
                      std::vector<std::string>& known) {
  if (name == state_field) {
    copy_rows(
        patch, [&](std::size_t i) { return double(static_cast<int>(patch.solution.state[i])); }, values);
    return {true, true};
  }
  for (const Field& field : named_fields) {
    if (field.name != name) continue;
    const std::vector<double>& found = field.of(patch);
    if (found.size() != patch.problem.grid.size()) return {true, false};
    const double sign = sign_of(patch.mirrored, field.mirror);
    copy_rows(
        patch, [&](std::size_t i) { return sign * found[i]; }, values);
    return {true, true};
  }
  for (const Field& field : named_fields) known.emplace_back(field.name);
  known.emplace_back(state_field);
  return {};
}

std::optional<Wrench> find_wrench(const wheel_on_rail::WrenchInFrames& wrench, bool mirrored,
                                  std::string_view frame) {
  const Wrench* found = frame == "track"      ? &wrench.track
                        : frame == "rail"     ? &wrench.rail
                        : frame == "wheel"    ? &wrench.wheel
                        : frame == "wheelset" ? &wrench.wheelset
                                              : nullptr;
  if (found == nullptr) return std::nullopt;
  return mirrored ? wheel_on_rail::reflected(*found) : *found;
}

Wrench patch_wrench(const PatchView& patch) {
  const auto* p = patch.placed;
  const Solution& s = patch.solution;
  const Wrench own = p != nullptr
                         ? Wrench{{p->longitudinal_force, p->lateral_force, p->normal_force}, p->moment}
                         : Wrench{{s.force_x, s.force_y, s.normal_force},
                                  {s.centre_y * s.normal_force, -s.centre_x * s.normal_force, s.moment_z}};
  return patch.mirrored ? wheel_on_rail::reflected(own) : own;
}

double first_row(const PatchView& patch) {
  const contact::patch::Grid& grid = patch.problem.grid;
  return patch.mirrored ? -grid.y(grid.ny - 1) : grid.y_first;
}

}  // namespace flangeway::contact_library
