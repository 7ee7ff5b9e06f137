// flangeway new: a project from a template.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/workbench/template.hpp"

namespace flangeway::app {
namespace {

struct NewOptions {
  std::string name = "coach";
};

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const workbench::Template& one : workbench::templates()) names.push_back(one.name);
  return names;
}

std::string template_text() {
  std::string text = "what the project begins with";
  for (const workbench::Template& one : workbench::templates())
    text +=
        fmt::format("{}{}: {}", &one == &workbench::templates().front() ? " (" : ", ", one.name, one.title);
  return text + ")";
}

std::string new_json(const std::string& folder, const workbench::Template& from) {
  nlohmann::ordered_json json{{"folder", folder}, {"template", from.name}};
  for (const auto& [file, text] : from.files) json["files"].push_back(file);
  return json.dump(2);
}

ExitCode make(const Common& common, const NewOptions& options) {
  const std::string& folder = common.files.front();
  const workbench::Template& from = *workbench::find_template(options.name);
  Findings findings;
  workbench::make_project(folder, from, findings);
  findings.throw_if_any();
  const std::string& first = from.files.front().first;
  std::string text;
  for (const auto& [file, content] : from.files) text += fmt::format("{}/{}\n", folder, file);
  print_result(common, new_json(folder, from), common.quiet ? "" : text);
  note(common, fmt::format("run it with: flangeway run {}/{}", folder, first));
  return ExitCode::done;
}

}  // namespace

void add_new(CommandLine& program, Common& common) {
  auto options = std::make_shared<NewOptions>();
  program.add(
      {.name = "new",
       .summary = "Makes a project from a template: a folder with a case, a vehicle and a track that runs",
       .files = "FOLDER",
       .files_text = "new or empty folder",
       .example = "flangeway new my_coach --template coach",
       .sets = false,
       .options = {{.name = "--template",
                    .target = &options->name,
                    .text = template_text(),
                    .choices = template_names(),
                    .shows_default = true}},
       .action = [options, &common] { return make(common, *options); }});
}

}  // namespace flangeway::app
