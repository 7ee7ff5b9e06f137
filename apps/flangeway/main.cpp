#include "command.hpp"

namespace flangeway::app {
#define FLANGEWAY_VERB(name) void add_##name(CommandLine& program, Common& common);
#include "verbs.inc"
#undef FLANGEWAY_VERB
}  // namespace flangeway::app

int main(int argc, char** argv) {
  const std::vector<flangeway::app::AddVerb> verbs{
#define FLANGEWAY_VERB(name) flangeway::app::add_##name,
#include "verbs.inc"
#undef FLANGEWAY_VERB
  };
  return flangeway::app::run_program(argc, argv, verbs);
}
