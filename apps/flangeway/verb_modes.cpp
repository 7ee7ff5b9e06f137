// flangeway modes: eigenvalues of a case linearised about its start.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

ExitCode show(const Common& common, bool undamped) {
  Findings findings;
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model && !(std::abs(model->drive.speed) > 0)) {
    findings.add({model->where, "speed", "is zero: creep forces of a standing wheel have no slope", "0", "",
                  "Give a small speed, such as --set speed=1"});
  }
  findings.throw_if_any();
  const std::vector<simulate::Mode> modes = simulate::modes(*model, !undamped);
  if (common.json) {
    nlohmann::ordered_json json{
        {"dampers", !undamped}, {"speed", model->drive.speed}, {"modes", nlohmann::json::array()}};
    for (const simulate::Mode& mode : modes) {
      json["modes"].push_back({{"frequency", mode.frequency},
                               {"damping_ratio", mode.damping_ratio},
                               {"real", mode.eigenvalue.real()},
                               {"imaginary", mode.eigenvalue.imag()},
                               {"body", mode.body},
                               {"coordinate", mode.coordinate}});
    }
    print_json(json.dump());
    return ExitCode::done;
  }
  fmt::print("{:>12} {:>14} {:>14}  {}\n", "frequency/Hz", "damping ratio", "growth in 1/s", "moves most");
  for (const simulate::Mode& mode : modes) {
    fmt::print("{:>12.4f} {:>14.4f} {:>14.4g}  {}.{}\n", mode.frequency, mode.damping_ratio,
               mode.eigenvalue.real(), mode.body, mode.coordinate);
  }
  return ExitCode::done;
}

}  // namespace

void add_modes(CommandLine& program, Common& common) {
  auto undamped = std::make_shared<bool>(false);
  program.add({.name = "modes",
               .summary = "Shows frequencies and damping of small motions at the start of a case",
               .files = "CASE.toml",
               .example = "flangeway modes models/cases/manchester_r500.toml --without-dampers",
               .options = {{.name = "--without-dampers",
                            .target = undamped.get(),
                            .text = "take all dampers of the suspension out first"}},
               .action = [undamped, &common] { return show(common, *undamped); }});
}

}  // namespace flangeway::app
