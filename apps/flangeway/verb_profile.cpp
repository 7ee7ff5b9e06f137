// flangeway profile: the section of a wheel or a rail, its dimensions, and the repairs of its file.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/report.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/profile/wheel_limits.hpp"

namespace flangeway::app {

namespace {

using profile::Kind;
using profile::Profile;

struct ProfileOptions {
  std::string picture, kind;
  double smoothing = 0, diameter = 0;
  bool list = false;
};

std::optional<Kind> wanted_kind(const ProfileOptions& options, const std::string& name, Findings& findings) {
  if (!options.kind.empty()) return options.kind == "wheel" ? Kind::wheel : Kind::rail;
  return profile::guess_kind(name, findings);
}

Profile read(const ProfileOptions& options, const std::string& name, Findings& findings) {
  const auto kind = wanted_kind(options, name, findings);
  if (options.smoothing != 0 && profile::standard_profile(name))
    findings.add({{},
                  "--smoothing",
                  "has no effect on a standard profile",
                  name,
                  "the file of a profile",
                  "Leave it out"});
  findings.throw_if_any();
  auto section = profile::load_profile(name, *kind, {.smoothing = options.smoothing}, {}, findings);
  findings.throw_if_any();
  return std::move(*section);
}

// ProfileOptions that work on a profile, where none is named.
void check_nothing_to_draw(const Common& common, const ProfileOptions& options, Findings& findings) {
  const std::pair<const char*, bool> given[] = {{"--plot", !options.picture.empty()},
                                                {"--output", !common.output.empty()},
                                                {"--kind", !options.kind.empty()},
                                                {"--smoothing", options.smoothing != 0},
                                                {"--diameter", options.diameter != 0}};
  for (const auto& [option, is_given] : given) {
    if (is_given) findings.add({{}, option, "has no effect without a profile", "", "", "Name a profile"});
  }
}

void add_limits(const Profile& section, double diameter, std::string& json, std::string& text) {
  const auto verdicts = profile::judge_wheel(profile::measure_flange(section), diameter);
  auto document = nlohmann::ordered_json::parse(json);
  document["limits"] = nlohmann::ordered_json::parse(profile::json_text(verdicts));
  json = document.dump();
  for (const profile::DimensionVerdict& verdict : verdicts) text += profile::text_of(verdict) + '\n';
}

ExitCode show_profile(const Common& common, const ProfileOptions& options) {
  Findings findings;
  if (options.list && !common.files.empty())
    findings.add(
        {{}, "--list", "is for the library of profiles", common.files.front(), "", "Name no profile"});
  if (common.files.empty()) {
    check_nothing_to_draw(common, options, findings);
    findings.throw_if_any();
    if (options.list) {
      print_result(common, profile::library_json(), profile::library_text());
    } else {
      print_result(common, profile::standard_names_json(), profile::standard_names_text());
    }
    return ExitCode::done;
  }
  check_output(options.picture, common.force, findings);
  check_output(common.output, common.force, findings);
  const Profile section = read(options, common.files.front(), findings);
  if (options.diameter > 0 && section.kind != Kind::wheel)
    findings.add({{}, "--diameter", "is that of a wheel", section.name, "a wheel profile", "Leave it out"});
  findings.throw_if_any();
  if (!options.picture.empty())
    write_picture_file(options.picture, plot::svg(profile::figure_of(section)), common.force);
  if (!common.output.empty()) write_file_atomically(common.output, profile::write_csv(section), common.force);
  std::string json = profile::json_text(section), text = profile::summary_text(section);
  if (options.diameter > 0) add_limits(section, options.diameter, json, text);
  print_result(common, json, text);
  return ExitCode::done;
}

}  // namespace

void add_profile(CommandLine& program, Common& common) {
  auto options = std::make_shared<ProfileOptions>();
  program.add(
      {.name = "profile",
       .summary = "Measures and draws a wheel or rail profile; without one, lists the standard ones",
       .files = "NAME|FILE",
       .files_text = "name of a standard profile, or its file; the names if not given",
       .example = "flangeway profile s1002 --plot s1002.svg",
       .min_files = 0,
       .output = "the profile as a table of y and z in mm (CSV)",
       .output_format = Format::table,
       .sets = false,
       .options = {{.name = "--plot",
                    .target = &options->picture,
                    .text = "write a picture (SVG or PDF, chosen by the ending)",
                    .value = "OUT.svg",
                    .file = FileUse::output,
                    .format = Format::picture},
                   {.name = "--kind",
                    .target = &options->kind,
                    .text = "for a file whose ending does not tell, such as one of two columns",
                    .value = "wheel|rail",
                    .choices = {"wheel", "rail"}},
                   {.name = "--list",
                    .target = &options->list,
                    .text = "list the standard profiles with their sources"},
                   {.name = "--diameter",
                    .target = &options->diameter,
                    .text = "of the wheel in m: judge its flange by the limits in service of TSI LOC&PAS",
                    .type_name = "M",
                    .range = std::pair(0.1, 2.0)},
                   {.name = "--smoothing",
                    .target = &options->smoothing,
                    .text = "shortest wavelength to keep, in mm",
                    .value = "MM"}},
       .action = [options, &common] { return show_profile(common, *options); }});
}

}  // namespace flangeway::app
