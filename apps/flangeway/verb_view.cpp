// flangeway view: a page that shows a vehicle on its track, moving or as a case starts.
#include <fmt/format.h>

#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/core/write_failure.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "recorded_run.hpp"
#include "result_page.hpp"

namespace flangeway::app {

namespace {

namespace fs = std::filesystem;

// Records the first row of the case in a file: shapes, places, and the vehicle as it starts.
void record_start(const Common& common, const vehicle_case::CaseModel& model, const std::string& file) {
  Findings findings;
  simulate::check_functions(model, {}, findings);
  findings.throw_if_any();
  std::optional<results::Writer> writer =
      recording::create_run_file(model, {file, common.sets, common.command_line, false, false}, findings);
  findings.throw_if_any();
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    (void)writer->append(row);
    return false;
  };
  simulate::Summary summary = simulate::run(model, options);
  if (!summary.failure.empty()) throw NumericalFailure(summary.failure);
  recording::finish_run_file(*writer, summary);
  if (!writer->problem().empty())
    throw WriteFailure(
        fmt::format("the temporary file {} {}. {}.", file, writer->cause(), temporary_files_advice));
}

// A vehicle by itself, on straight level track with rails below its wheels. Elastic contact takes all kinds
// of wheels.
std::optional<vehicle_case::CaseModel> load_vehicle(const Common& common, document::Document vehicle,
                                                    Findings& findings) {
  for (const std::string& set : common.sets) vehicle.set(set, findings);
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(vehicle, spec, parts, findings);
  const std::optional<vehicle::VehicleModel> alone = vehicle::compile(spec, findings);
  findings.throw_if_any();
  const std::string track = fmt::format(
      "segments = [{{kind = \"straight\", length = 2000}}]\n"
      "rails = {{profile = \"60e1\", lateral_position = {}, inclination = 0.025}}\n",
      alone->wheelsets.empty() ? 0.75 : alone->wheelsets.front().profile_position);
  const char* run = "speed = 1\ninitial.s = 1000\ncontact.method = \"elastic\"\n";
  vehicle_case::CaseDocuments documents{document::Document::from_text(run, "case of the view", findings),
                                        std::move(vehicle),
                                        document::Document::from_text(track, "track of the view", findings)};
  std::optional<vehicle_case::CaseModel> model = vehicle_case::load_case(std::move(documents), {}, findings);
  if (model) model->name = alone->name;
  return model;
}

// A file that says what vehicle runs on what track is a case.
bool is_vehicle(const document::Document& file) {
  const auto has = [&](const char* key) { return file.where(key).line > 0; };
  return !has("vehicle") && !has("track") && (has("bodies") || has("wheelsets") || has("parts"));
}

std::optional<vehicle_case::CaseModel> load_case_or_vehicle(const Common& common, Findings& findings) {
  document::Document file = document::Document::from_file(common.files.front(), findings);
  findings.throw_if_any();
  return is_vehicle(file) ? load_vehicle(common, std::move(file), findings) : load_case(common, findings);
}

ExitCode view_case(const Common& common) {
  const fs::path name = fs::path(common.files.front()).stem();
  const std::string output = common.output.empty() ? name.string() + ".view.html" : common.output;
  Findings findings;
  check_output(output, common.force, findings);
  const std::optional<vehicle_case::CaseModel> model = load_case_or_vehicle(common, findings);
  check_not_input(output, findings);
  findings.throw_if_any();
  const TemporaryFolder folder;
  if (folder.path().empty())
    throw WriteFailure(fmt::format("{}. {}.", folder.problem(), temporary_files_advice));
  const std::string file = (fs::path(folder.path()) / name).string() + ".h5";
  record_start(common, *model, file);
  const std::optional<results::Reader> first_row = results::Reader::open(file, findings);
  findings.throw_if_any();
  std::vector<report::InputText> inputs;
  for (const auto& source : model->sources) inputs.push_back({source.path, source.text});
  put_page(common, "view", output, report::start_page(*first_row, inputs));
  return ExitCode::done;
}

ExitCode view(const Common& common) {
  if (fs::path(common.files.front()).extension() == ".toml") return view_case(common);
  if (!common.sets.empty()) {
    Findings findings;
    findings.add({{},
                  "--set",
                  "has no effect on a result file",
                  common.sets.front(),
                  "",
                  "Leave it out, or view the case file"});
    findings.throw_if_any();
  }
  return write_page(common, report::Layout::view);
}

}  // namespace

void add_view(CommandLine& program, Common& common) {
  program.add(
      {.name = "view",
       .summary = "Makes a page that shows a vehicle on its track: a run, moving, or a case as it starts",
       .files = "RESULTS.h5|CASE.toml|VEHICLE.toml",
       .files_text = "results to show, a case as it starts, or a vehicle by itself on straight track",
       .example = "flangeway view manchester_r500.h5 -o manchester.view.html",
       .output = "the page (HTML); default RESULTS.view.html beside the results, or "
                 "CASE.view.html or VEHICLE.view.html here",
       .output_format = Format::page,
       .action = [&common] { return view(common); }});
}

}  // namespace flangeway::app
