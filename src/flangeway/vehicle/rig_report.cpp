#include "flangeway/vehicle/rig_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace flangeway::vehicle {
namespace {

using multibody::ElementInfo;
using multibody::RigLoop;
using Json = nlohmann::ordered_json;

// Place in Model::elements.
std::optional<std::size_t> place_of_element(const multibody::Model& model, const std::string& name,
                                            const std::string& file, Findings& findings) {
  std::vector<std::string> names;
  for (const ElementInfo& info : model.elements) {
    if (info.name == name) return names.size();
    names.push_back(info.name);
  }
  const std::string near = nearest_name(name, names);
  findings.add(
      {{file},
       "--name",
       "names no element",
       "\"" + name + "\"",
       "",
       near.empty() ? "Mirrored elements end in _left and _right" : "Did you mean \"" + near + "\""});
  return std::nullopt;
}

// Component in the requested direction.
std::optional<std::size_t> component_of(const ElementInfo& info, const std::string& direction,
                                        const std::string& file, Findings& findings) {
  if (info.components == 1) return 0;
  const auto found = std::find(rig_directions().begin(), rig_directions().end(), direction);
  const auto component = static_cast<std::size_t>(found - rig_directions().begin());
  if (component < info.components) return component;
  findings.add({{file}, "--direction", "is none of this element", direction, "x, y or z", ""});
  return std::nullopt;
}

Json loop_json(const RigLoop& loop, const multibody::Stroke& stroke) {
  return {{"shape", name_of(stroke.shape)},
          {"method", name_of(stroke.method)},
          {"amplitude", stroke.amplitude},
          {"frequency", stroke.frequency},
          {"work", loop.work},
          {"stored", loop.stored},
          {"supplied", loop.supplied},
          {"dissipated", loop.work + loop.supplied - loop.stored},
          {"storage", loop.stiffness.real()},
          {"loss", loop.stiffness.imag()},
          {"points", loop.points}};
}

std::string loop_text(const RigLoop& loop, const multibody::Stroke& stroke, const char* unit) {
  std::string text = fmt::format("\n{} stroke of {:.6g} at {:.6g} Hz by {}\n", name_of(stroke.shape),
                                 stroke.amplitude, stroke.frequency, name_of(stroke.method));
  const std::pair<const char*, double> works[] = {{"work", loop.work},
                                                  {"stored", loop.stored},
                                                  {"supplied", loop.supplied},
                                                  {"dissipated", loop.work + loop.supplied - loop.stored}};
  for (const auto& [name, work] : works) text += fmt::format("{:>12} {:>16.6g} J a cycle\n", name, work);
  text += fmt::format("{:>12} {:>16.6g} {}\n", "storage", loop.stiffness.real(), unit);
  return text + fmt::format("{:>12} {:>16.6g} {}\n", "loss", loop.stiffness.imag(), unit);
}

}  // namespace

const std::vector<std::string>& rig_directions() {
  static const std::vector<std::string> names{"x", "y", "z", "roll", "pitch", "yaw"};
  return names;
}

void check(const RigRequest& request, const std::string& file, Findings& findings) {
  const auto positive = [&](const char* key, double value) {
    if (!(value > 0)) findings.add({{file}, key, "is not positive", fmt::format("{}", value), "> 0", ""});
  };
  const multibody::Stroke& stroke = request.stroke;
  for (const double f : request.frequencies) positive("--frequencies", f);
  positive("--frequency", stroke.frequency);
  positive("--cycles", static_cast<double>(stroke.cycles));
  if (stroke.amplitude < 0) positive("--amplitude", stroke.amplitude);
  if (stroke.steps < 4 || stroke.steps % 4 != 0)
    findings.add({{file},
                  "--steps",
                  "does not divide into quarters",
                  fmt::format("{}", stroke.steps),
                  "a multiple of 4",
                  ""});
}

std::optional<RigReport> report_on_rig(const VehicleModel& vehicle, const RigRequest& request,
                                       const std::string& file, Findings& findings) {
  const multibody::Model& model = vehicle.bodies;
  const auto element = place_of_element(model, request.element, file, findings);
  if (!element) return std::nullopt;
  const ElementInfo& info = model.elements[*element];
  const auto component = component_of(info, request.direction, file, findings);
  if (!component) return std::nullopt;
  RigReport report{.name = info.name,
                   .type = info.type,
                   .direction = info.components == 1 ? "along itself" : request.direction,
                   .rotational = info.rotational || *component >= 3,
                   .nominal_force = multibody::nominal_force(model, *element)[*component],
                   .frequencies = request.frequencies,
                   .stiffness = {},
                   .stroke = request.stroke,
                   .loop = {}};
  for (const double f : request.frequencies)
    report.stiffness.push_back(multibody::small_stiffness(model, *element, *component, f));
  if (!(request.stroke.amplitude > 0)) return report;
  report.loop = multibody::run_stroke(model, *element, *component, request.stroke);
  if (report.loop->status != EvalStatus::ok)
    throw NumericalFailure(
        fmt::format("\"{}\": {} cannot follow the stroke. Take another --method or more --steps", info.name,
                    name_of(request.stroke.method)));
  return report;
}

std::string json_text(const RigReport& report) {
  Json json{{"name", report.name},
            {"type", report.type},
            {"direction", report.direction},
            {"nominal_force", report.nominal_force},
            {"small_motions", Json::array()}};
  for (std::size_t i = 0; i < report.frequencies.size(); ++i)
    json["small_motions"].push_back({{"frequency", report.frequencies[i]},
                                     {"storage", report.stiffness[i].real()},
                                     {"loss", report.stiffness[i].imag()}});
  if (report.loop) json["loop"] = loop_json(*report.loop, report.stroke);
  return json.dump();
}

std::string summary_text(const RigReport& report) {
  const char* const unit = report.rotational ? "N m/rad" : "N/m";
  std::string text = fmt::format(
      "{} ({}), direction {}: {:.6g} {} in the nominal position\n\nsmall motions\n{:>12} {:>16} {:>16}\n",
      report.name, report.type, report.direction, report.nominal_force, report.rotational ? "N m" : "N",
      "frequency/Hz", fmt::format("storage/({})", unit), fmt::format("loss/({})", unit));
  for (std::size_t i = 0; i < report.frequencies.size(); ++i)
    text += fmt::format("{:>12.6g} {:>16.6g} {:>16.6g}\n", report.frequencies[i], report.stiffness[i].real(),
                        report.stiffness[i].imag());
  return report.loop ? text + loop_text(*report.loop, report.stroke, unit) : text;
}

}  // namespace flangeway::vehicle
