#include "command.hpp"
#include "wrong_kind.hpp"

namespace flangeway::app {
#define FLANGEWAY_VERB(name, group) void add_##name(CommandLine& program, Common& common);
#include "verbs.inc"
#undef FLANGEWAY_VERB
}  // namespace flangeway::app

int main(int argc, char** argv) {
  flangeway::app::prepare_streams();
  const std::vector<flangeway::app::GroupedVerb> verbs{
#define FLANGEWAY_VERB(name, group) {group, flangeway::app::add_##name},
#include "verbs.inc"
#undef FLANGEWAY_VERB
  };
  return flangeway::app::run_program(argc, argv, verbs, flangeway::app::report_wrong_kind);
}
