#include "command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "flangeway/core/version.hpp"

namespace flangeway::app {

namespace {

constexpr const char* program_help =
    "Flangeway computes how a railway vehicle runs on a track.\n"
    "\n"
    "Files are TOML and in SI units; `flangeway VERB --help` explains a verb and gives an example.";

constexpr const char* exit_codes = "Exit codes: 0 done, 1 internal error, 2 bad input, 3 numerical failure.";

void say(std::string_view text) {
  fmt::print(stderr, "flangeway: {}\n", text);
}

std::vector<std::string> verb_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* verb : program.get_subcommands(nullptr)) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest_name(word, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

/// What is wrong with the command line, in words of its own where CLI11 cannot know better.
std::string command_line_problem(const CLI::App& program, const CLI::App& asked, const CLI::ParseError& error,
                                 const std::string& first_word) {
  if (&asked == &program) {
    if (first_word.empty()) return "which verb?";
    if (first_word.front() == '-') {
      return fmt::format("there is no option '{}'{}", first_word,
                         did_you_mean(first_word, option_names(program)));
    }
    return fmt::format("there is no verb '{}'{}", first_word, did_you_mean(first_word, verb_names(program)));
  }
  const std::vector<std::string> extra = asked.remaining();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extra.empty()) {
    const std::string& word = extra.front();
    if (word.size() > 1 && word.front() == '-') {
      return fmt::format("there is no option '{}'{}", word, did_you_mean(word, option_names(asked)));
    }
    return fmt::format("'{}' is one argument too many", word);
  }
  return error.what();
}

int answer_command_line(const CLI::App& program, const CLI::ParseError& error,
                        const std::string& first_word) {
  if (error.get_exit_code() == 0) return program.exit(error, std::cout, std::cerr);  // --help, --version
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const CLI::App& asked = chosen.empty() ? program : *chosen.front();
  say(command_line_problem(program, asked, error, first_word));
  fmt::print(stderr, "`flangeway {}{}--help` explains the command line.\n",
             chosen.empty() ? "" : asked.get_name(), chosen.empty() ? "" : " ");
  return static_cast<int>(ExitCode::bad_input);
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

std::string joined(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i > 0 ? " " : "") + std::string(argv[i]);
  return line;
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

CLI::App* add_verb(CLI::App& program, Common& common, const Verb& verb) {
  CLI::App* app = program.add_subcommand(verb.name, verb.summary);
  app->footer(fmt::format("Example:\n  {}\n\n{}", verb.example, exit_codes));
  if (!verb.files.empty()) {
    app->add_option(verb.files, common.files, "")
        ->expected(static_cast<int>(verb.min_files), static_cast<int>(verb.max_files))
        ->required(verb.min_files > 0)
        ->option_text(verb.max_files > 1 ? "..." : " ");
  }
  if (verb.sets) {
    app->add_option("--set", common.sets, "change a value of the file before it is used; may be repeated")
        ->option_text("key.path=value")
        ->allow_extra_args(false);
  }
  if (!verb.output.empty()) {
    app->add_option("-o,--output", common.output, verb.output)->type_name("OUT");
  }
  app->add_flag("--json", common.json, "print one JSON document on standard output");
  app->add_flag("--quiet", common.quiet, "no progress and no notes on standard error");
  app->add_flag("--force", common.force, "overwrite files that exist");
  return app;
}

void when_chosen(CLI::App* verb, Common& common, std::function<ExitCode()> action) {
  verb->callback([&common, action = std::move(action)] { common.action = action; });
}

int run_program(int argc, const char* const* argv, const std::vector<AddVerb>& verbs) {
  CLI::App program(program_help, "flangeway");
  program.set_version_flag("--version", "flangeway " + version());
  program.footer(std::string("Example:\n  flangeway run models/cases/manchester_r500.toml\n\n") + exit_codes);
  program.require_subcommand(1);
  catch_interrupts();
  Common common;
  common.command_line = joined(argc, argv);
  for (const AddVerb add : verbs) add(program, common);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer_command_line(program, error, argc > 1 ? argv[1] : "");
  }
  return static_cast<int>(run_action(common));
}

document::Document read_document(const Common& common, const std::filesystem::path& file,
                                 Findings& findings) {
  document::Document document = document::Document::from_file(file, findings);
  for (const std::string& assignment : common.sets) document.set(assignment, findings);
  return document;
}

}  // namespace flangeway::app
