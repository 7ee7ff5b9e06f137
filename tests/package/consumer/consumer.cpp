// Runs a case file with the installed library and prints what the run says: consumer CASE.toml
#include <flangeway/simulate/run.hpp>
#include <flangeway/vehicle_case/compile.hpp>

#include <cstdio>

int main(int, char** argv) {
  flangeway::Findings findings;
  const auto model = flangeway::vehicle_case::load_case(argv[1], {"integration.duration=0.05"}, findings);
  if (!model) {
    std::fputs(findings.text().c_str(), stderr);
    return 2;
  }
  const flangeway::simulate::Summary summary = flangeway::simulate::run(*model, {});
  std::printf("%s: %.2f m\n", flangeway::simulate::status_name(summary.status), summary.distance);
  return 0;
}
