#include <unistd.h>

#include "command.hpp"
#include "flangeway/law/law.hpp"
#include "wrong_kind.hpp"

namespace flangeway::app {
#define FLANGEWAY_VERB(name, group) void add_##name(CommandLine& program, Common& common);
#include "verbs.inc"
#undef FLANGEWAY_VERB
}  // namespace flangeway::app

namespace {

// No thread can end the call of another one; rows that are written stay in the result.
void end_stuck_program(const std::string& message) {
  flangeway::app::put_error("flangeway: {}\n", message);
  ::_exit(static_cast<int>(flangeway::app::ExitCode::numerical_failure));
}

}  // namespace

int main(int argc, char** argv) {
  flangeway::app::prepare_streams();
  flangeway::law::end_process_when_stuck(end_stuck_program);
  const std::vector<flangeway::app::GroupedVerb> verbs{
#define FLANGEWAY_VERB(name, group) {group, flangeway::app::add_##name},
#include "verbs.inc"
#undef FLANGEWAY_VERB
  };
  return flangeway::app::run_program(argc, argv, verbs, flangeway::app::report_wrong_kind);
}
