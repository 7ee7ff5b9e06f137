// flangeway element: an element of a vehicle file on a test rig.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/rig_report.hpp"

namespace flangeway::app {
namespace {

using multibody::RigMethod;
using multibody::StrokeShape;

struct ElementOptions {
  vehicle::RigRequest request{.element = {}, .frequencies = {0.1, 0.5, 1, 2, 5, 10, 50}};
  std::string shape = "sine", method = "bdf";
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
  return std::move(*vehicle);
}

ExitCode show(const Common& common, const ElementOptions& options) {
  const std::string& file = common.files.front();
  vehicle::RigRequest request = options.request;
  request.stroke.shape = *named<StrokeShape>(options.shape);
  request.stroke.method = *named<RigMethod>(options.method);
  Findings findings;
  check(request, file, findings);
  findings.throw_if_any();
  const vehicle::VehicleModel vehicle = read_vehicle(common, findings);
  const auto report = vehicle::report_on_rig(vehicle, request, file, findings);
  findings.throw_if_any();
  print_result(common, json_text(*report), summary_text(*report));
  return ExitCode::done;
}

}  // namespace

void add_element(CommandLine& program, Common& common) {
  auto o = std::make_shared<ElementOptions>();
  vehicle::RigRequest& request = o->request;
  multibody::Stroke& stroke = request.stroke;
  program.add(
      {.name = "element",
       .summary = "Puts a suspension element on a test rig: stiffness over frequency, loop of a stroke",
       .files = "VEHICLE.toml",
       .files_text = "vehicle that has the element",
       .example = "flangeway element models/vehicles/metro_coach.toml --name air_spring_front_left",
       .options = {{.name = "--name", .target = &request.element, .text = "the element", .required = true},
                   {.name = "--direction",
                    .target = &request.direction,
                    .text = "component of an element that has more than one",
                    .choices = vehicle::rig_directions(),
                    .shows_default = true},
                   {.name = "--frequencies",
                    .target = &request.frequencies,
                    .text = "of small motions, Hz",
                    .shows_default = true,
                    .splits_commas = true},
                   {.name = "--amplitude",
                    .target = &stroke.amplitude,
                    .text = "of a stroke, m or rad; 0: no stroke",
                    .shows_default = true},
                   {.name = "--frequency",
                    .target = &stroke.frequency,
                    .text = "of the stroke, Hz",
                    .shows_default = true,
                    .only_with = {"--amplitude"}},
                   {.name = "--shape",
                    .target = &o->shape,
                    .text = "course of the stroke in time",
                    .choices = words<StrokeShape>(),
                    .shows_default = true,
                    .only_with = {"--amplitude"}},
                   {.name = "--method",
                    .target = &o->method,
                    .text = "integrator of the states of the element",
                    .choices = words<RigMethod>(),
                    .shows_default = true,
                    .only_with = {"--amplitude"}},
                   {.name = "--steps",
                    .target = &stroke.steps,
                    .text = "in a cycle: exactly with fixed steps, at least with adaptive ones",
                    .shows_default = true,
                    .only_with = {"--amplitude"}},
                   {.name = "--cycles",
                    .target = &stroke.cycles,
                    .text = "that are run; the last one is shown",
                    .shows_default = true,
                    .only_with = {"--amplitude"}}},
       .action = [&common, o] { return show(common, *o); }});
}

}  // namespace flangeway::app
