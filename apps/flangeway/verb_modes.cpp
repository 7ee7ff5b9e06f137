// flangeway modes: eigenvalues of a case linearised about its start, or about steady running there.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/recording/mode_file.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/relax.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/mode_list.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

using stability::ModeList;
using stability::SteadyPlace;

struct ModesOptions {
  bool undamped = false, steady = false, all = false;
  std::size_t mode = 0;  // 1 is the first one of the list; 0: none
  std::vector<std::string> sensitivities;
  std::string plot;
};

bool is_table(const std::string& output) {
  return std::filesystem::path(output).extension() == ".csv";
}

// -o is a table of all modes, or the motion of one.
void check_options(const Common& common, const ModesOptions& options, Findings& findings) {
  const std::string& output = common.output;
  if (options.mode > 0 && output.empty())
    findings.add({{}, "--mode", "is given without a file for it", "", "", "Name one with -o FILE.h5"});
  if (options.mode > 0 && is_table(output))
    findings.add({{}, "-o", "is a table, which has no room for the motion of --mode", output, "FILE.h5", ""});
  if (options.mode == 0 && !output.empty() && !is_table(output))
    findings.add({{}, "-o", "is no table", output, "FILE.csv, or FILE.h5 with --mode", ""});
  check_output(output, common.force, findings);
  check_output(options.plot, common.force, findings);
}

void check_mode(const std::vector<simulate::Mode>& modes, std::size_t number, Findings& findings) {
  if (number > modes.size())
    findings.add({{},
                  "--mode",
                  "is no mode of the case",
                  fmt::format("{}", number),
                  fmt::format("1 to {}", modes.size()),
                  ""});
  else if (number > 0 && kind_of(modes[number - 1]) != simulate::ModeKind::oscillation)
    findings.add({{},
                  "--mode",
                  "does not oscillate: there is nothing to show",
                  fmt::format("{}", number),
                  "",
                  "Choose one with a frequency"});
}

// Positions of the wheelsets in steady running.
std::vector<SteadyPlace> places(simulate::ReducedEquations& equations, double speed,
                                const Eigen::VectorXd& x) {
  Eigen::VectorXd rate(x.size());
  (void)equations.derivative(speed, x.data(), rate.data());  // it was possible
  const std::vector<results::Channel> channels = simulate::channels(equations.model());
  std::vector<double> row(channels.size());
  equations.channels(row.data());
  const auto value = [&](const std::string& name) { return row[results::place_of(channels, name)]; };
  std::vector<SteadyPlace> result;
  for (const wheelrail::Wheelset& wheelset : equations.model().contact.wheelsets) {
    const std::string& name = equations.model().vehicle.bodies.bodies[wheelset.body].name;
    result.push_back({name, value(name + ".y"), value(name + ".yaw")});
  }
  return result;
}

ModeList modes_of(const Common& common, const ModesOptions& options, simulate::ReducedEquations& equations,
                  double speed, Eigen::VectorXd& about) {
  ModeList list{.speed = speed, .dampers = !options.undamped};
  list.title = fmt::format("{}: modes at {:g} m/s{}{}", equations.model().name, speed,
                           options.undamped ? ", without dampers" : "",
                           options.steady ? ", about steady running" : "");
  if (options.steady) {
    ProgressBar bar(common);
    bar.show(0, "looks for steady running");
    about = simulate::steady_running(equations, speed, about);
    bar.clear();
    list.steady = places(equations, speed, about);
  }
  list.modes = simulate::modes(equations, speed, about);
  return list;
}

ExitCode show(const Common& common, const ModesOptions& options) {
  Findings findings;
  check_options(common, options, findings);
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model && !(std::abs(model->drive.speed) > 0)) {
    findings.add({model->where, "speed", "is zero: creep forces of a standing wheel have no slope", "0", "",
                  "Give a small speed, such as --set speed=1"});
  }
  if (model) check_settings(common, *model, findings);
  if (model && options.steady) simulate::check_steady_running_on_track(*model, findings);
  const vehicle_case::CaseSource source = vehicle_case::source_without_run(common.files.front(), common.sets);
  const auto keys = vehicle_case::varied_keys(source, options.sensitivities, stability::mode_sensitivity_step,
                                              "--sensitivities", findings);
  check_not_input(common.output, findings);
  check_not_input(options.plot, findings);
  findings.throw_if_any();
  simulate::ReducedEquations equations(
      options.undamped ? simulate::without_dampers(*model) : *model,
      options.steady ? simulate::RollingAngles::left_out : simulate::RollingAngles::kept);
  const double speed = model->drive.speed;
  Eigen::VectorXd about = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  ModeList list = modes_of(common, options, equations, speed, about);
  if (!keys.empty())
    list.sensitivities = stability::mode_sensitivities(source, keys, {!options.undamped, options.steady},
                                                       *model, about, list.modes);
  check_mode(list.modes, options.mode, findings);
  findings.throw_if_any();
  if (options.mode > 0) {
    const recording::RunFile file{common.output, common.sets, common.command_line, common.force, false};
    recording::write_mode_file(equations, about, list.modes[options.mode - 1], speed, file, findings);
    findings.throw_if_any();
  } else if (!common.output.empty()) {
    write_file_atomically(common.output, csv_text(list), common.force);
  }
  if (!options.plot.empty()) write_picture_file(options.plot, plot::svg(figure_of(list)), common.force);
  print_result(common, json_text(list), text(list, options.all));
  return ExitCode::done;
}

}  // namespace

void add_modes(CommandLine& program, Common& common) {
  auto options = std::make_shared<ModesOptions>();
  program.add(
      {.name = "modes",
       .summary = "Shows frequencies and damping of small motions at the start of a case",
       .files = "CASE.toml",
       .files_text = "case, linearised at its start",
       .example = "flangeway modes models/cases/manchester_r500.toml --without-dampers",
       .output = "table of all modes (FILE.csv), or with --mode its motion for flangeway view (FILE.h5); "
                 "default: none",
       .options = {{.name = "--without-dampers",
                    .target = &options->undamped,
                    .text = "take all dampers of the suspension out first"},
                   {.name = "--steady",
                    .target = &options->steady,
                    .text = "linearise about steady running at the place of the start, in a curve too"},
                   {.name = "--sensitivities",
                    .target = &options->sensitivities,
                    .text =
                        "also give the derivatives of all eigenvalues with respect to these numeric keys; a "
                        "key may name its own step, KEY:STEP",
                    .value = "KEY,...",
                    .splits_commas = true},
                   {.name = "--all",
                    .target = &options->all,
                    .text = "show overdamped and neutral modes, too, each in a line of its own"},
                   {.name = "--plot",
                    .target = &options->plot,
                    .text =
                        "write a picture (SVG or PDF, chosen by the ending): damping ratios over frequencies",
                    .value = "OUT.svg",
                    .file = FileUse::output,
                    .format = Format::picture},
                   {.name = "--mode",
                    .target = &options->mode,
                    .text = "write the motion of this mode of the list to the file of -o",
                    .type_name = "N",
                    .range = std::pair(1.0, 10000.0)}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
