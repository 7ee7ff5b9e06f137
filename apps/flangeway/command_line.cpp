#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <type_traits>

#include "command_reference.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/core/version.hpp"
#include "standard_streams.hpp"

namespace flangeway::app {

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

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

/// Problem of the command line, worded here where CLI11 lacks the context.
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

int answer_question(const CLI::App& program, const CLI::ParseError& question) {
  std::ostringstream answer;
  program.exit(question, answer, answer);
  write_output(answer.str());
  return static_cast<int>(ExitCode::done);
}

int answer_command_line(const CLI::App& program, const CLI::ParseError& error,
                        const std::string& first_word) {
  if (error.get_exit_code() == 0) return answer_question(program, error);
  const auto named =
      program.get_subcommands([&](const CLI::App* app) { return app->get_name() == first_word; });
  const CLI::App* const verb = named.empty() ? nullptr : named.front();
  put_error("flangeway: {}\n",
            command_line_problem(program, verb == nullptr ? program : *verb, error, first_word));
  put_error("`flangeway {}{}--help` explains the command line.\n", verb == nullptr ? "" : first_word,
            verb == nullptr ? "" : " ");
  return static_cast<int>(ExitCode::bad_input);
}

// A validator without a name of its own in the help.
CLI::Validator check_of(std::function<std::string(std::string&)> problem) {
  return {std::move(problem), ""};
}

// No limit holds a NaN, as it is neither below nor above it.
CLI::Validator number_check() {
  return check_of([](std::string& text) {
    double number = 0;
    const bool read = CLI::detail::lexical_cast(text, number);
    return read && !std::isfinite(number) ? fmt::format("Value {} is no finite number", text) : "";
  });
}

// The library takes the next word as a value, whatever it is.
CLI::Validator text_check() {
  return check_of([](std::string& text) {
    if (text.empty()) return std::string("Value is empty");
    const bool is_option = text.starts_with("--");
    return is_option ? fmt::format("Value is missing before {}", text) : "";
  });
}

bool takes_numbers(const OptionTarget& target) {
  return std::holds_alternative<double*>(target) || std::holds_alternative<std::optional<double>*>(target) ||
         std::holds_alternative<std::vector<double>*>(target);
}

bool takes_texts(const OptionTarget& target) {
  return std::holds_alternative<std::string*>(target) ||
         std::holds_alternative<std::optional<std::string>*>(target) ||
         std::holds_alternative<std::vector<std::string>*>(target);
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
  if (takes_numbers(option.target)) added->check(number_check());
  if (takes_texts(option.target)) added->check(text_check());
  if (!option.choices.empty()) added->check(CLI::IsMember(option.choices));
  if (option.range) added->check(range_check(option));
  if (!option.value.empty()) added->option_text(option.value);
  if (!option.type_name.empty()) added->type_name(option.type_name);
  if (option.count.second > 0) added->expected(option.count.first, option.count.second);
  if (option.repeats || option.splits_commas) added->allow_extra_args(false);  // what follows is a file
  if (option.splits_commas) added->delimiter(',');
  if (option.shows_default) added->capture_default_str();
  added->required(option.required);
}

void add_common_options(CLI::App& app, Common& common, const Verb& verb) {
  if (!verb.files.empty()) {
    app.add_option(verb.files, common.files, verb.files_text)
        ->expected(static_cast<int>(verb.min_files), static_cast<int>(verb.max_files))
        ->required(verb.min_files > 0)
        ->check(text_check())
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
        ->check(text_check())
        ->required(verb.output_required);
  }
  app.add_flag("--json", common.json, "print one JSON document on standard output");
  app.add_flag("--quiet", common.quiet, "no progress and no notes on standard error");
  app.add_flag("--force", common.force, "overwrite files that exist");
}

// "--test sway" is met where --test is given with this value.
bool is_given(const CLI::App& app, const std::string& condition) {
  const std::size_t space = condition.find(' ');
  const CLI::Option* const option = app.get_option_no_throw(condition.substr(0, space));
  if (option == nullptr || option->count() == 0) return false;
  const auto& values = option->results();
  return space == std::string::npos ||
         std::find(values.begin(), values.end(), condition.substr(space + 1)) != values.end();
}

void check_use(const CLI::App& app, const Option& option, Findings& findings) {
  if (!is_given(app, option.name)) return;
  const auto met = [&](const std::string& condition) { return is_given(app, condition); };
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{}, option.name, "has no effect " + std::move(problem), "", "", std::move(advice)});
  };
  for (const std::string& other : option.not_with)
    if (met(other)) refuse("with " + other, "Leave one of them out");
  std::vector<std::string> needed;  // several verbs may share an option
  for (const std::string& other : option.only_with)
    if (app.get_option_no_throw(other.substr(0, other.find(' '))) != nullptr) needed.push_back(other);
  if (needed.empty() || std::any_of(needed.begin(), needed.end(), met)) return;
  refuse(fmt::format("without {}", fmt::join(needed, " or ")),
         "Leave it out, or give " + (needed.size() > 1 ? "one of them" : needed.front()));
}

std::vector<std::string> names_of(const OptionTarget& target) {
  if (const auto* text = std::get_if<std::string*>(&target)) return {**text};
  if (const auto* text = std::get_if<std::optional<std::string>*>(&target))
    return *text != nullptr && **text ? std::vector{***text} : std::vector<std::string>();
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&target)) return **texts;
  return {};
}

bool is_regular_file(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(name, ignored);
}

std::vector<std::string_view> endings_of(Format format) {
  switch (format) {
    case Format::page:
      return {".html", ".htm", ".pdf"};
    case Format::picture:
      return {".svg", ".pdf"};
    case Format::table:
      return {".csv", ".txt"};
    case Format::results:
      return {".h5"};
    case Format::data:
      return {};
  }
  return {};
}

bool is_special_file(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_other(name, ignored);  // a pipe or a device has the name that it has
}

// Pages and pictures must have an ending that says their format; other files none that says another format.
void check_ending(const std::string& option, const std::string& name, Format format, Findings& findings) {
  static constexpr std::array<std::string_view, 10> known{".html", ".htm", ".pdf", ".svg",  ".png",
                                                          ".jpg",  ".csv", ".h5",  ".hdf5", ".json"};
  static constexpr std::array<std::string_view, 6> drawn{".html", ".htm", ".pdf", ".svg", ".png", ".jpg"};
  const std::string ending = ending_of(name);
  const std::vector<std::string_view> allowed = endings_of(format);
  const auto is_in = [&](const auto& list) {
    return std::find(list.begin(), list.end(), ending) != list.end();
  };
  const bool chooses = format == Format::page || format == Format::picture;
  const bool wrong = format == Format::data ? is_in(drawn) : !is_in(allowed) && (chooses || is_in(known));
  if (!wrong || is_special_file(name)) return;
  const std::string last{allowed.empty() ? "" : allowed.back()};
  const std::vector<std::string_view> others(allowed.begin(), allowed.end() - (allowed.empty() ? 0 : 1));
  findings.add({{name},
                option,
                ending.empty() ? "has no ending that says what to write" : "is not written in this format",
                ending,
                allowed.empty()  ? "any name but that of a page or picture"
                : others.empty() ? last
                                 : fmt::format("{} or {}", fmt::join(others, ", "), last),
                "Give the file such an ending"});
}

// That outputs have names of their own, whatever way leads to the files.
void check_files(const Common& common, const std::vector<Option>& options, Format output_format,
                 Findings& findings) {
  struct Output {
    std::string option, name;
    Format format;
  };
  std::vector<Output> outputs;
  std::vector<std::string> inputs = common.files;
  if (!common.output.empty()) outputs.push_back({"-o", common.output, output_format});
  for (const Option& option : options) {
    for (const std::string& name : names_of(option.target)) {
      if (name.empty()) continue;
      if (option.file == FileUse::output) outputs.push_back({option.name, name, option.format});
      if (option.file == FileUse::input) inputs.push_back(name);
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, name, format] = outputs[i];
    for (std::size_t k = 0; k < i; ++k)
      if (is_same_file(name, outputs[k].name))
        findings.add(
            {{}, option, "names the file of " + outputs[k].option, name, "", "Give it a name of its own"});
    if (std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
          return is_regular_file(input) && is_same_file(name, input);
        })) {
      findings.add({{name},
                    "",
                    "is one of the files that this command reads",
                    "",
                    "",
                    "Name another file for the output"});
    } else {
      check_ending(option, name, format, findings);
    }
  }
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

// "--output=": the library would take the next word as the value. "-o=a.h5": it would name the file "=a.h5".
void refuse_empty_values(int argc, const char* const* argv, const CLI::App& program) {
  const auto named =
      program.get_subcommands([&](const CLI::App* app) { return argc > 1 && app->get_name() == argv[1]; });
  const CLI::App* const verb = named.empty() ? nullptr : named.front();
  const auto is_flag = [&](std::string_view name) {
    const CLI::Option* const option =
        verb != nullptr ? verb->get_option_no_throw(std::string(name)) : nullptr;
    return option != nullptr && option->get_expected_max() == 0;
  };
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") return;
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw CLI::ArgumentMismatch(std::string(word.substr(0, word.size() - 1)) + ": Value is empty");
    if (word.starts_with("--") && is_flag(word.substr(0, word.find('='))) && word.find('=') != word.npos)
      throw CLI::ArgumentMismatch(fmt::format("{} takes no value", word.substr(0, word.find('='))));
    if (word.size() > 2 && word[0] == '-' && word[1] >= 'a' && word[1] <= 'z' && word[2] == '=')
      throw CLI::ArgumentMismatch(fmt::format("{}: Value begins with =; write {} {}", word.substr(0, 2),
                                              word.substr(0, 2),
                                              word.size() > 3 ? word.substr(3) : std::string_view("OUT")));
  }
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
  app.callback([this, &app, options = verb.options, format = verb.output_format, action = verb.action,
                files = verb.files] {
    common_.wanted_files = files;
    common_.action = [this, &app, options, format, action] {
      Findings findings;
      for (const Option& option : options) check_use(app, option, findings);
      check_files(common_, options, format, findings);
      findings.throw_if_any();
      return action();
    };
  });
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv) {
  common_.command_line = joined(argc, argv);
  try {
    refuse_empty_values(argc, argv, parser_->program);
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
