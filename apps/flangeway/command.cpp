#include "command.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <optional>
#include <system_error>

namespace flangeway::app {

namespace {

void say(std::string_view text) {
  fmt::print(stderr, "flangeway: {}\n", text);
}

/// Results that could not be printed are not "done": a full disk behind a redirection shows only here.
ExitCode flush_output(ExitCode code) {
  std::cout.flush();
  const bool failed = !std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed || code != ExitCode::done) return code;
  say("the results could not be written to standard output.");
  return ExitCode::internal_error;
}

ExitCode run_action(const Common& common) {
  try {
    return flush_output(common.action());
  } catch (const BadInput& error) {
    fmt::print(stderr, "{}\n", error.what());
    return ExitCode::bad_input;
  } catch (const NumericalFailure& error) {
    say(error.what());
    return ExitCode::numerical_failure;
  } catch (const std::bad_alloc&) {
    say("the memory is used up. Run fewer things at once or ask for less output.");
  } catch (const std::system_error& error) {
    say(fmt::format("{}.", error.what()));
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}. This is a fault of the program, not of your input.", error.what()));
  }
  return ExitCode::internal_error;
}

volatile std::sig_atomic_t interrupts = 0;

extern "C" void on_interrupt(int signal) {
  if (interrupts != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupts = 1;
}

}  // namespace

bool interrupt_requested() {
  return interrupts != 0;
}

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

int run_program(int argc, const char* const* argv, const std::vector<AddVerb>& verbs) {
  catch_interrupts();
  Common common;
  CommandLine command_line(common);
  for (const AddVerb add : verbs) add(command_line, common);
  if (const std::optional<int> code = command_line.parse(argc, argv)) return *code;
  return static_cast<int>(run_action(common));
}

document::Document read_document(const Common& common, const std::filesystem::path& file,
                                 Findings& findings) {
  document::Document document = document::Document::from_file(file, findings);
  for (const std::string& assignment : common.sets) document.set(assignment, findings);
  return document;
}

}  // namespace flangeway::app
