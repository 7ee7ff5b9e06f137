// flangeway modes: eigenvalues of a case linearised about its start, or about steady running there.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/recording/mode_file.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/relax.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

struct ModesOptions {
  bool undamped = false, steady = false;
  std::size_t mode = 0;  // 1 is the first one of the list; 0: none
};

void check_options(const Common& common, const ModesOptions& options, Findings& findings) {
  if (options.mode > 0 && common.output.empty())
    findings.add({{}, "--mode", "is given without a file for it", "", "", "Name one with -o FILE.h5"});
  if (options.mode == 0 && !common.output.empty())
    findings.add({{}, "-o", "has no effect without a mode", common.output, "", "Choose a mode with --mode"});
  check_output(common.output, common.force, findings);
}

void check_mode(const std::vector<simulate::Mode>& modes, std::size_t number, Findings& findings) {
  if (number > modes.size())
    findings.add({{},
                  "--mode",
                  "is no mode of the case",
                  fmt::format("{}", number),
                  fmt::format("1 to {}", modes.size()),
                  ""});
  else if (number > 0 && !(modes[number - 1].frequency > 0))
    findings.add({{},
                  "--mode",
                  "does not oscillate: there is nothing to show",
                  fmt::format("{}", number),
                  "",
                  "Choose one with a frequency"});
}

// Where a wheelset runs: m, rad.
struct Place {
  std::string wheelset;
  double y = 0, yaw = 0;
};
std::vector<Place> places(simulate::ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  Eigen::VectorXd rate(x.size());
  (void)equations.derivative(speed, x.data(), rate.data());  // it was possible
  const std::vector<results::Channel> channels = simulate::channels(equations.model());
  std::vector<double> row(channels.size());
  equations.channels(row.data());
  const auto value = [&](const std::string& name) { return row[results::place_of(channels, name)]; };
  std::vector<Place> result;
  for (const wheelrail::Wheelset& wheelset : equations.model().contact.wheelsets) {
    const std::string& name = equations.model().vehicle.bodies.bodies[wheelset.body].name;
    result.push_back({name, value(name + ".y"), value(name + ".yaw")});
  }
  return result;
}

void print_as_json(const ModesOptions& options, double speed, const std::vector<Place>& steady,
                   const std::vector<simulate::Mode>& modes) {
  nlohmann::ordered_json json{{"dampers", !options.undamped}, {"speed", speed}};
  for (const Place& place : steady)
    json["steady_running"][place.wheelset] = {{"y", place.y}, {"yaw", place.yaw}};
  json["modes"] = nlohmann::json::array();
  for (const simulate::Mode& mode : modes) {
    json["modes"].push_back({{"frequency", mode.frequency},
                             {"damping_ratio", mode.damping_ratio},
                             {"real", mode.eigenvalue.real()},
                             {"imaginary", mode.eigenvalue.imag()},
                             {"body", mode.body},
                             {"coordinate", mode.coordinate}});
  }
  print_json(json.dump());
}

void print_as_text(const std::vector<Place>& steady, const std::vector<simulate::Mode>& modes) {
  for (const Place& place : steady)
    fmt::print("steady running: {} y {:.4f} mm, yaw {:.4f} mrad\n", place.wheelset, 1e3 * place.y,
               1e3 * place.yaw);
  fmt::print("{:>4} {:>12} {:>14} {:>14}  {}\n", "mode", "frequency/Hz", "damping ratio", "growth in 1/s",
             "moves most");
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const simulate::Mode& mode = modes[i];
    fmt::print("{:>4} {:>12.4f} {:>14.4f} {:>14.4g}  {}.{}\n", i + 1, mode.frequency, mode.damping_ratio,
               mode.eigenvalue.real(), mode.body, mode.coordinate);
  }
}

ExitCode show(const Common& common, const ModesOptions& options) {
  Findings findings;
  check_options(common, options, findings);
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model && !(std::abs(model->drive.speed) > 0)) {
    findings.add({model->where, "speed", "is zero: creep forces of a standing wheel have no slope", "0", "",
                  "Give a small speed, such as --set speed=1"});
  }
  if (model && options.steady) simulate::check_steady_running_on_track(*model, findings);
  check_not_input(common.output, findings);
  findings.throw_if_any();
  simulate::ReducedEquations equations(
      options.undamped ? simulate::without_dampers(*model) : *model,
      options.steady ? simulate::RollingAngles::left_out : simulate::RollingAngles::kept);
  const double speed = model->drive.speed;
  Eigen::VectorXd about = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  std::vector<Place> steady;
  if (options.steady) {
    ProgressBar bar(common);
    bar.show(0, "looks for steady running");
    about = simulate::steady_running(equations, speed, about);
    bar.clear();
    steady = places(equations, speed, about);
  }
  const std::vector<simulate::Mode> modes = simulate::modes(equations, speed, about);
  check_mode(modes, options.mode, findings);
  findings.throw_if_any();
  if (options.mode > 0) {
    const recording::RunFile file{common.output, common.sets, common.command_line, common.force, false};
    recording::write_mode_file(equations, about, modes[options.mode - 1], speed, file, findings);
    findings.throw_if_any();
  }
  if (common.json)
    print_as_json(options, speed, steady, modes);
  else
    print_as_text(steady, modes);
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
       .output = "result file of the mode of --mode, for flangeway view; default: none",
       .options = {{.name = "--without-dampers",
                    .target = &options->undamped,
                    .text = "take all dampers of the suspension out first"},
                   {.name = "--steady",
                    .target = &options->steady,
                    .text = "linearise about steady running at the place of the start, in a curve too"},
                   {.name = "--mode",
                    .target = &options->mode,
                    .text = "write the motion of this mode of the list to the file of -o",
                    .type_name = "N",
                    .range = std::pair(1.0, 10000.0)}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
