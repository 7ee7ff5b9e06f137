// Runs a case file and prints the lateral displacement of its first wheelset ten times, then what the wheels
// carried.
//
//   build/bin/example_01_run_a_case models/cases/wheelset_r500.toml
#include <fmt/format.h>

#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/compile.hpp"

int main(int argc, char** argv) {
  using namespace flangeway;
  if (argc != 2) {
    fmt::print(stderr, "usage: {} CASE.toml\n", argv[0]);
    return 2;
  }
  Findings findings;
  const std::vector<std::string> sets{"output.interval=1.0"};  // as --set of the command line
  const auto model = vehicle_case::load_case(argv[1], sets, findings);
  if (!model) {
    for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", finding.text());
    return 2;
  }

  // A row has one number per channel (simulate/recorder.hpp); its first two are time and distance. The
  // positions of a body are s, y, z, roll, pitch, yaw: here they are read from the run itself.
  const std::size_t wheelset = model->vehicle.wheelsets.front().body;
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    const double* position = row + 2 + 12 * wheelset;
    fmt::print("{:6.1f} m  y = {:7.3f} mm  yaw = {:7.3f} mrad\n", row[1], position[1] * 1e3,
               position[5] * 1e3);
    return true;  // false would end the run
  };
  const simulate::Summary summary = simulate::run(*model, options);

  fmt::print("{} after {:.1f} m, {} evaluations\n", simulate::status_name(summary.status), summary.distance,
             summary.counts.evaluations);
  for (const simulate::WheelSummary& wheel : summary.wheels) {
    fmt::print("{}: Q up to {:.2f} kN, Y/Q up to {:.3f}\n", wheel.name, wheel.q_max / 1e3, wheel.yq_max);
  }
  for (const std::string& warning : summary.warnings) fmt::print("warning: {}\n", warning);
  return summary.status == simulate::RunStatus::failed ? 3 : 0;
}
