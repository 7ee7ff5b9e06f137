#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <sstream>
#include <type_traits>

#include "command_reference.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/core/version.hpp"

namespace flangeway::app {

namespace {

constexpr const char* program_help =
    "Flangeway simulates railway vehicles on their tracks.\n"
    "\n"
    "Most used: run, report, view, assess, study, track, profile, explain.\n"
    "Files are TOML and in SI units; `flangeway VERB --help` explains a verb and gives an example.";

constexpr const char* exit_codes =
    "Exit codes: 0 done, 1 internal error, 2 bad input, 3 numerical failure, 130 interrupted (143 by "
    "SIGTERM).";

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
  // First, as the value of an unknown option counts as one file too many.
  const std::vector<std::string> extra = asked.remaining();
  for (const std::string& word : extra) {
    if (word.size() > 1 && word.front() == '-')
      return fmt::format("there is no option '{}'{}", word, did_you_mean(word, option_names(asked)));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extra.empty())
    return fmt::format("'{}' is one argument too many", extra.front());
  return error.what();
}

int answer_command_line(const CLI::App& program, const CLI::ParseError& error,
                        const std::string& first_word) {
  if (error.get_exit_code() == 0) return program.exit(error, std::cout, std::cerr);  // --help, --version
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const CLI::App& asked = chosen.empty() ? program : *chosen.front();
  fmt::print(stderr, "flangeway: {}\n", command_line_problem(program, asked, error, first_word));
  fmt::print(stderr, "`flangeway {}{}--help` explains the command line.\n",
             chosen.empty() ? "" : asked.get_name(), chosen.empty() ? "" : " ");
  return static_cast<int>(ExitCode::bad_input);
}

template <typename Number>
CLI::Validator range_check(const std::pair<double, double>& range) {
  return CLI::Range(static_cast<Number>(range.first), static_cast<Number>(range.second));
}

CLI::Validator range_check(const Option& option) {
  if (std::holds_alternative<std::size_t*>(option.target)) return range_check<std::size_t>(*option.range);
  const bool whole =
      std::holds_alternative<unsigned*>(option.target) || std::holds_alternative<long*>(option.target);
  return whole ? range_check<int>(*option.range) : range_check<double>(*option.range);
}

CLI::Option* bind(CLI::App& app, const Option& option) {
  return std::visit(
      [&](auto* target) {
        if constexpr (std::is_same_v<decltype(target), bool*>) {
          return app.add_flag(option.name, *target, option.text);
        } else {
          return app.add_option(option.name, *target, option.text);
        }
      },
      option.target);
}

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* added = bind(app, option);
  if (!option.choices.empty()) added->check(CLI::IsMember(option.choices));
  if (option.range) added->check(range_check(option));
  if (!option.value.empty()) added->option_text(option.value);
  if (!option.type_name.empty()) added->type_name(option.type_name);
  if (option.count.second > 0) added->expected(option.count.first, option.count.second);
  if (option.repeats) added->allow_extra_args(false);
  if (option.splits_commas) added->delimiter(',');
  if (option.shows_default) added->capture_default_str();
  added->required(option.required);
}

void add_common_options(CLI::App& app, Common& common, const Verb& verb) {
  if (!verb.files.empty()) {
    app.add_option(verb.files, common.files, verb.files_text)
        ->expected(static_cast<int>(verb.min_files), static_cast<int>(verb.max_files))
        ->required(verb.min_files > 0)
        ->option_text(verb.max_files > 1 ? "..." : " ");
  }
  if (verb.sets) {
    app.add_option("--set", common.sets, "change a value of the file before it is used; may be repeated")
        ->option_text("key.path=value")
        ->allow_extra_args(false);
  }
  if (!verb.output.empty()) {
    app.add_option("-o,--output", common.output, verb.output)
        ->type_name("OUT")
        ->required(verb.output_required);
  }
  app.add_flag("--json", common.json, "print one JSON document on standard output");
  app.add_flag("--quiet", common.quiet, "no progress and no notes on standard error");
  app.add_flag("--force", common.force, "overwrite files that exist");
}

// The words of a choice stand in braces behind the type: "TEXT:{wheel,rail}".
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  std::vector<std::string> words;
  if (open == std::string::npos || close == std::string::npos) return words;
  std::istringstream list(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

OptionReference option_reference(const CLI::Option& option) {
  OptionReference reference;
  for (const std::string& name : option.get_snames()) reference.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) reference.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  reference.choices = choices_of(type);
  reference.value =
      option.get_option_text().empty() ? type.substr(0, type.find(':')) : option.get_option_text();
  reference.text = option.get_description();
  return reference;
}

VerbReference verb_reference(const CLI::App& app) {
  VerbReference verb{app.get_name(), app.get_description(), {}, {}, {}, app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      verb.files = option->get_name(true);
      verb.files_text = option->get_description();
    } else {
      verb.options.push_back(option_reference(*option));
    }
  }
  return verb;
}

std::string joined(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i > 0 ? " " : "") + std::string(argv[i]);
  return line;
}

}  // namespace

struct CommandLine::Parser {
  CLI::App program{program_help, "flangeway"};
};

CommandLine::CommandLine(Common& common) : parser_(std::make_unique<Parser>()), common_(common) {
  CLI::App& program = parser_->program;
  program.set_version_flag("--version", "flangeway " + version());
  program.footer(std::string("Example:\n  flangeway run models/cases/manchester_r500.toml\n\n") + exit_codes);
  program.require_subcommand(1);
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const Verb& verb) {
  CLI::App& app = *parser_->program.add_subcommand(verb.name, verb.summary);
  app.group(group_);
  app.footer(fmt::format("Example:\n  {}\n\n{}", verb.example, exit_codes));
  add_common_options(app, common_, verb);
  for (const Option& option : verb.options) add_option(app, option);
  app.callback([this, action = verb.action] { common_.action = action; });
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv) {
  common_.command_line = joined(argc, argv);
  try {
    parser_->program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer_command_line(parser_->program, error, argc > 1 ? argv[1] : "");
  }
  return std::nullopt;
}

CommandReference CommandLine::reference() const {
  const CLI::App& program = parser_->program;
  CommandReference command{program.get_description(), program.get_footer(), {}};
  for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
    command.verbs.push_back(verb_reference(*verb));
  return command;
}

}  // namespace flangeway::app
