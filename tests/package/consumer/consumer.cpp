// Runs a case file with the installed library and prints what the run says: consumer CASE.toml
#include <flangeway/diagnostics.hpp>
#include <flangeway/run.hpp>

#include <cstdio>

int main(int, char** argv) {
  try {
    const flangeway::Case to_run = flangeway::Case::load(argv[1], {"integration.duration=0.05"});
    const flangeway::RunSummary summary = flangeway::run(to_run);
    std::printf("%s: %.2f m\n", to_string(summary.status), summary.distance);
  } catch (const flangeway::InputError& error) {
    std::fprintf(stderr, "%zu: %s\n", error.diagnostics().size(), error.what());
    return 2;
  }
  return 0;
}
