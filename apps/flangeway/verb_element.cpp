// flangeway element: an element of a vehicle file on a test rig.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/multibody/element_rig.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::app {
namespace {

using multibody::RigMethod;
using multibody::StrokeShape;

struct ElementOptions {
  std::string name, direction = "z", shape = "sine", method = "bdf";
  std::vector<double> frequencies{0.1, 0.5, 1, 2, 5, 10, 50};
  double amplitude = 0, frequency = 1;
  long cycles = 3, steps = 1000;
};

template <typename E>
std::vector<std::string> words() {
  std::vector<std::string> names;
  for (const auto& one : alternatives_of(E{})) names.emplace_back(one.name);
  return names;
}

vehicle::VehicleModel read_vehicle(const Common& common, Findings& findings) {
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(read_document(common, common.files.front(), findings), spec, parts, findings);
  auto vehicle = vehicle::compile(spec, findings);
  findings.throw_if_any();
  return *vehicle;
}

// Place in Model::elements.
std::size_t find_element(const multibody::Model& model, const std::string& file, const std::string& name) {
  std::vector<std::string> names;
  for (const multibody::ElementInfo& info : model.elements) {
    if (info.name == name) return names.size();
    names.push_back(info.name);
  }
  Findings findings;
  const std::string near = nearest_name(name, names);
  findings.add(
      {{file},
       "--name",
       "names no element",
       "\"" + name + "\"",
       "",
       near.empty() ? "Mirrored elements end in _left and _right" : "Did you mean \"" + near + "\""});
  findings.throw_if_any();
  return 0;
}

void check(const ElementOptions& options, const std::string& file) {
  Findings findings;
  const auto positive = [&](const char* key, double value) {
    if (!(value > 0)) findings.add({{file}, key, "is not positive", fmt::format("{}", value), "> 0", ""});
  };
  for (const double f : options.frequencies) positive("--frequencies", f);
  positive("--frequency", options.frequency);
  positive("--cycles", static_cast<double>(options.cycles));
  if (options.amplitude < 0) positive("--amplitude", options.amplitude);
  if (options.steps < 4 || options.steps % 4 != 0)
    findings.add({{file},
                  "--steps",
                  "does not divide into quarters",
                  fmt::format("{}", options.steps),
                  "a multiple of 4",
                  ""});
  findings.throw_if_any();
}

multibody::Stroke stroke_of(const ElementOptions& options) {
  multibody::Stroke stroke;
  stroke.shape = *named<StrokeShape>(options.shape), stroke.method = *named<RigMethod>(options.method);
  stroke.amplitude = options.amplitude, stroke.frequency = options.frequency;
  stroke.cycles = options.cycles, stroke.steps = options.steps;
  return stroke;
}

using Json = nlohmann::ordered_json;

Json small_motions(const multibody::Model& model, std::size_t element, std::size_t component,
                   const ElementOptions& options) {
  Json list = Json::array();
  for (const double f : options.frequencies) {
    const auto stiffness = multibody::small_stiffness(model, element, component, f);
    list.push_back({{"frequency", f}, {"storage", stiffness.real()}, {"loss", stiffness.imag()}});
  }
  return list;
}

Json loop_of(const multibody::Model& model, std::size_t element, std::size_t component,
             const ElementOptions& options) {
  const multibody::RigLoop loop = multibody::run_stroke(model, element, component, stroke_of(options));
  if (loop.status != EvalStatus::ok)
    throw NumericalFailure(
        fmt::format("\"{}\": {} cannot follow the stroke. Take another --method or more --steps",
                    options.name, options.method));
  return {{"shape", options.shape},
          {"method", options.method},
          {"amplitude", options.amplitude},
          {"frequency", options.frequency},
          {"work", loop.work},
          {"stored", loop.stored},
          {"supplied", loop.supplied},
          {"dissipated", loop.work + loop.supplied - loop.stored},
          {"storage", loop.stiffness.real()},
          {"loss", loop.stiffness.imag()},
          {"points", loop.points}};
}

void print(const Json& result, const std::string& unit, const std::string& moment) {
  fmt::print(
      "{} ({}), direction {}: {:.6g} {} in the nominal position\n\nsmall motions\n{:>12} {:>16} {:>16}\n",
      result["name"].get<std::string>(), result["type"].get<std::string>(),
      result["direction"].get<std::string>(), result["nominal_force"].get<double>(), moment, "frequency/Hz",
      "storage/(" + unit + ")", "loss/(" + unit + ")");
  for (const Json& row : result["small_motions"])
    fmt::print("{:>12.6g} {:>16.6g} {:>16.6g}\n", row["frequency"].get<double>(),
               row["storage"].get<double>(), row["loss"].get<double>());
  if (!result.contains("loop")) return;
  const Json& loop = result["loop"];
  fmt::print("\n{} stroke of {:.6g} at {:.6g} Hz by {}\n", loop["shape"].get<std::string>(),
             loop["amplitude"].get<double>(), loop["frequency"].get<double>(),
             loop["method"].get<std::string>());
  for (const char* key : {"work", "stored", "supplied", "dissipated"})
    fmt::print("{:>12} {:>16.6g} J a cycle\n", key, loop[key].get<double>());
  for (const char* key : {"storage", "loss"})
    fmt::print("{:>12} {:>16.6g} {}\n", key, loop[key].get<double>(), unit);
}

const std::vector<std::string>& directions() {
  static const std::vector<std::string> names{"x", "y", "z", "roll", "pitch", "yaw"};
  return names;
}

// Of the direction that was asked for.
std::size_t component_of(const ElementOptions& options, const multibody::ElementInfo& info,
                         const std::string& file) {
  if (info.components == 1) return 0;
  const auto found = std::find(directions().begin(), directions().end(), options.direction);
  const auto component = static_cast<std::size_t>(found - directions().begin());
  if (component < info.components) return component;
  Findings findings;
  findings.add({{file}, "--direction", "is none of this element", options.direction, "x, y or z", ""});
  findings.throw_if_any();
  return 0;
}

ExitCode show(const Common& common, const ElementOptions& options) {
  const std::string& file = common.files.front();
  check(options, file);
  Findings findings;
  const vehicle::VehicleModel vehicle = read_vehicle(common, findings);
  const multibody::Model& model = vehicle.bodies;
  const std::size_t element = find_element(model, file, options.name);
  const multibody::ElementInfo& info = model.elements[element];
  const std::size_t component = component_of(options, info, file);
  Json result{{"name", info.name},
              {"type", info.type},
              {"direction", info.components == 1 ? "along itself" : options.direction},
              {"nominal_force", multibody::nominal_force(model, element)[component]},
              {"small_motions", small_motions(model, element, component, options)}};
  if (options.amplitude > 0) result["loop"] = loop_of(model, element, component, options);
  if (common.json) {
    print_json(result.dump());
  } else {
    const bool rotational = info.rotational || component >= 3;
    print(result, rotational ? "N m/rad" : "N/m", rotational ? "N m" : "N");
  }
  return ExitCode::done;
}

}  // namespace

void add_element(CommandLine& program, Common& common) {
  auto o = std::make_shared<ElementOptions>();
  program.add(
      {.name = "element",
       .summary = "Puts a suspension element on a test rig: stiffness over frequency, loop of a stroke",
       .files = "VEHICLE.toml",
       .files_text = "vehicle that has the element",
       .example = "flangeway element models/vehicles/metro_coach.toml --name air_spring_front_left",
       .options = {{.name = "--name", .target = &o->name, .text = "the element", .required = true},
                   {.name = "--direction",
                    .target = &o->direction,
                    .text = "component of an element that has more than one",
                    .choices = directions(),
                    .shows_default = true},
                   {.name = "--frequencies",
                    .target = &o->frequencies,
                    .text = "of small motions, Hz",
                    .shows_default = true,
                    .splits_commas = true},
                   {.name = "--amplitude",
                    .target = &o->amplitude,
                    .text = "of a stroke, m or rad; 0: no stroke",
                    .shows_default = true},
                   {.name = "--frequency",
                    .target = &o->frequency,
                    .text = "of the stroke, Hz",
                    .shows_default = true},
                   {.name = "--shape",
                    .target = &o->shape,
                    .text = "course of the stroke in time",
                    .choices = words<StrokeShape>(),
                    .shows_default = true},
                   {.name = "--method",
                    .target = &o->method,
                    .text = "integrator of the states of the element",
                    .choices = words<RigMethod>(),
                    .shows_default = true},
                   {.name = "--steps",
                    .target = &o->steps,
                    .text = "in a cycle: exactly with fixed steps, at least with adaptive ones",
                    .shows_default = true},
                   {.name = "--cycles",
                    .target = &o->cycles,
                    .text = "that are run; the last one is shown",
                    .shows_default = true}},
       .action = [&common, o] { return show(common, *o); }});
}

}  // namespace flangeway::app
