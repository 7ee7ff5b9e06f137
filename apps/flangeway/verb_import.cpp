// flangeway import: a vehicle of another program as a vehicle file, and a list of the parts left out.
#include <cmath>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "flangeway/core/file_content.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_import/import.hpp"

namespace flangeway::app {
namespace {

using vehicle_import::ImportedVehicle;
using vehicle_import::ImportSettings;

// As a vehicle file in another folder names it.
std::string absolute_profile(const std::string& profile, Findings& findings) {
  if (profile.empty() || profile::standard_profile(profile)) return profile;
  if (std::error_code ignored; !std::filesystem::is_regular_file(profile, ignored))
    findings.add({{}, "--wheel-profile", "is neither a standard profile nor a file", profile, "", ""});
  return std::filesystem::absolute(profile).string();
}

// Reports a file that is no model of a program that is read.
bool is_model(const std::string& text, const std::string& file, Findings& findings) {
  constexpr const char* wanted =
      "a model of SIMPACK (.spck) or a vehicle definition of OpenRailVehicleDynamics (JSON)";
  const FileContent* content = text_content(text);
  if (content == nullptr) {
    if (vehicle_import::is_spck(text)) return true;
    content = plain_content(text);
  }
  if (content != nullptr && content->reader == FileReader::vehicle_import) return true;
  if (content != nullptr) {
    findings.add(wrong_content(file, *content, wanted));
  } else {
    findings.add({{file},
                  "",
                  "is a model of no program that is read",
                  "",
                  wanted,
                  "docs/howto/import_models.md has the terms of other programs next to the keys of a vehicle "
                  "file"});
  }
  return false;
}

std::optional<ImportedVehicle> translate(const std::string& text, const std::string& file,
                                         const ImportSettings& settings, Findings& findings) {
  return vehicle_import::is_spck(text) ? vehicle_import::import_spck(text, file, settings, findings)
                                       : vehicle_import::import_orvd(text, file, settings, findings);
}

// Whether the vehicle can be built from its file.
void check_vehicle(const std::string& text, const std::string& source, Findings& findings) {
  const document::Document document =
      document::Document::from_text(text, source + " as vehicle.toml", findings);
  vehicle::VehicleSpec spec;
  document.fill(spec, findings);
  if (!findings.empty()) return;
  for (const auto& wheelset : spec.wheelsets)
    if (wheelset.wheel_profile.value.empty() && wheelset.wheel_profile_left.value.empty()) {
      findings.add({{source},
                    "",
                    "names no wheel profile that was found, and vehicle files need one",
                    "",
                    "",
                    "Give --wheel-profile: s1002, another name of flangeway profile --list, or a file"});
      return;
    }
  (void)vehicle::compile(spec, findings);
}

// Nominal forces that are not in equilibrium are no preloads: then these follow from the equilibrium.
std::optional<ImportedVehicle> translate_and_check(const std::string& text, const std::string& file,
                                                   ImportSettings settings, Findings& findings) {
  std::optional<ImportedVehicle> vehicle = translate(text, file, settings, findings);
  if (!vehicle) return std::nullopt;
  Findings first, second;
  check_vehicle(vehicle->text, file, first);
  if (first.empty()) return vehicle;
  if (vehicle_import::is_spck(text)) {
    settings.uses_equilibrium = true;
    vehicle = translate(text, file, settings, second);
    if (vehicle) check_vehicle(vehicle->text, file, second);
    if (second.empty()) return vehicle;
  }
  findings.append(first);
  return std::nullopt;
}

ExitCode import_model(const Common& common, ImportSettings settings) {
  constexpr std::size_t largest_model = std::size_t{1} << 26;
  Findings findings;
  settings.wheel_profile = absolute_profile(settings.wheel_profile, findings);
  const std::string& file = common.files.front();
  const auto text = document::read_file(file, largest_model, findings);
  std::optional<ImportedVehicle> vehicle;
  if (text && is_model(*text, file, findings)) vehicle = translate_and_check(*text, file, settings, findings);
  findings.throw_if_any();
  const std::string report = vehicle_import::report_text(*vehicle);
  write_folder(common.output, {{"vehicle.toml", vehicle->text}, {"import.txt", report}}, common.force);
  print_result(common, vehicle_import::report_json(*vehicle), report);
  return ExitCode::done;
}

}  // namespace

void add_import(CommandLine& program, Common& common) {
  auto settings = std::make_shared<ImportSettings>();
  program.add(
      {.name = "import",
       .summary = "Translates a vehicle of another program, and lists the parts left out",
       .files = "MODEL",
       .files_text = "vehicle definition of OpenRailVehicleDynamics (JSON), or model of SIMPACK (.spck)",
       .example =
           "flangeway import vehicle_definition.json -o vehicle --back-to-back 1.36 --wheel-profile s1002",
       .output = "folder for vehicle.toml and import.txt, which has the printed text",
       .output_required = true,
       .sets = false,
       .options = {{.name = "--back-to-back",
                    .target = &settings->back_to_back,
                    .text = "distance between the flange backs of a wheelset in m, which files of "
                            "OpenRailVehicleDynamics do not have",
                    .range = {{0.5, 2}}},
                   {.name = "--wheel-profile",
                    .target = &settings->wheel_profile,
                    .text = "name or file of the profile of all wheels"},
                   {.name = "--wheel-radius",
                    .target = &settings->wheel_radius,
                    .text = "radius of the wheels in m, where the file does not have the height of the rails",
                    .range = {{0.15, 0.8}}}},
       .action = [settings, &common] { return import_model(common, *settings); }});
}

}  // namespace flangeway::app
