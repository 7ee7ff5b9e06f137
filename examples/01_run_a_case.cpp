// Runs a case file and prints the lateral displacement of its first wheelset ten times, then what the wheels
// carried.
//
//   build/bin/example_01_run_a_case models/cases/wheelset_r500.toml
#include <cstdio>

#include "flangeway/diagnostics.hpp"
#include "flangeway/run.hpp"

namespace {

int run_case(const char* file) {
  using namespace flangeway;
  const Case wagon = Case::load(file, {"output.interval=1.0"});  // as --set of the command line

  // A row has one number per channel, here read from the run itself; a result file has the same rows.
  const std::string wheelset = wagon.wheelsets().front();
  const std::size_t distance = wagon.channel_index("distance"), y = wagon.channel_index(wheelset + ".y"),
                    yaw = wagon.channel_index(wheelset + ".yaw");
  RunOptions options;
  options.on_row = [&](std::span<const double> row) {
    std::printf("%6.1f m  y = %7.3f mm  yaw = %7.3f mrad\n", row[distance], row[y] * 1e3, row[yaw] * 1e3);
    return true;  // false would end the run
  };
  const RunSummary summary = run(wagon, options);

  std::printf("%s after %.1f m, %zu evaluations\n", to_string(summary.status), summary.distance,
              summary.evaluations);
  for (const WheelSummary& wheel : summary.wheels)
    std::printf("%s: Q up to %.2f kN, Y/Q up to %.3f\n", wheel.name.c_str(), wheel.vertical_max / 1e3,
                wheel.ratio_max);
  for (const std::string& warning : summary.warnings) std::printf("warning: %s\n", warning.c_str());
  return summary.status == RunStatus::failed ? 3 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CASE.toml\n", argv[0]);
    return 2;
  }
  try {
    return run_case(argv[1]);
  } catch (const flangeway::InputError& error) {  // everything that is wrong with the files, at once
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
