// flangeway serve: the workbench, a project in the browser.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "command.hpp"
#include "command_reference.hpp"
#include "flangeway/workbench/server.hpp"

namespace flangeway::app {
namespace {

struct ServeOptions {
  long port = 0;
};

nlohmann::ordered_json option_json(const OptionReference& option) {
  return {
      {"names", option.names}, {"value", option.value}, {"choices", option.choices}, {"text", option.text}};
}

workbench::VerbFacts facts_of(const VerbReference& verb) {
  nlohmann::ordered_json json{{"name", verb.name},     {"summary", verb.summary},
                              {"files", verb.files},   {"files_text", verb.files_text},
                              {"footer", verb.footer}, {"options", nlohmann::ordered_json::array()}};
  for (const OptionReference& option : verb.options) json["options"].push_back(option_json(option));
  return {verb.name, json.dump()};
}

std::string address_text(const workbench::Server& server) {
  return fmt::format(
      "{0}\n"
      "Open this address in a browser; whoever knows it may read and change the project.\n"
      "From another machine, in a shell there: ssh -N -L {1}:127.0.0.1:{1} USER@THIS_MACHINE\n"
      "and then the same address in its browser. Ctrl-C ends the server.\n",
      server.address(), server.port());
}

// A folder that is away for a moment, or a full disk, ends no server.
void attend(workbench::Workbench& bench, bool looks) {
  try {
    bench.runs.advance();
    if (!looks || !bench.is_watched()) return;
    bench.look_for_changes();
    bench.look_for_stale_results();
  } catch (const std::exception&) {
  }
}

ExitCode serve(const CommandLine& program, const Common& common, const ServeOptions& options) {
  std::vector<workbench::VerbFacts> verbs;
  for (const VerbReference& verb : program.reference().verbs) verbs.push_back(facts_of(verb));
  workbench::Workbench bench(common.files.empty() ? "." : common.files.front(), std::move(verbs),
                             std::filesystem::read_symlink("/proc/self/exe").string());
  catch_interrupts();
  workbench::Server server(bench, static_cast<int>(options.port));
  server.start();
  const nlohmann::ordered_json json{
      {"address", server.address()}, {"port", server.port()}, {"token", server.token()}};
  print_result(common, json.dump(), address_text(server));
  if (!output_is_written()) return ExitCode::internal_error;
  constexpr std::chrono::milliseconds pause(100);
  for (int tick = 0; !interrupt_requested(); ++tick) {
    std::this_thread::sleep_for(pause);
    attend(bench, tick % 5 == 0);
  }
  note(common, "flangeway: runs are stopped and keep what they have computed");
  server.stop();
  constexpr double patience = 60;  // s, for runs to complete their files
  bench.runs.end(patience);
  return ExitCode::done;
}

}  // namespace

void add_serve(CommandLine& program, Common& common) {
  auto options = std::make_shared<ServeOptions>();
  program.add(
      {.name = "serve",
       .summary = "Serves a project to a browser on this machine: its files, checks, runs and results",
       .files = "FOLDER",
       .files_text = "folder of the project; this folder if not given",
       .example = "flangeway serve my_coach",
       .min_files = 0,
       .sets = false,
       .options = {{.name = "--port",
                    .target = &options->port,
                    .text = "port of the loopback interface; a free one if not given",
                    .range = std::pair(0.0, 65535.0)}},
       .action = [options, &program, &common] { return serve(program, common, *options); }});
}

}  // namespace flangeway::app
