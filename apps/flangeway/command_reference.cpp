#include "command_reference.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

namespace flangeway::app {
namespace {

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
  VerbReference verb{app.get_name(), app.get_description(), {}, {}, app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      verb.files = option->get_name(true);
    } else {
      verb.options.push_back(option_reference(*option));
    }
  }
  return verb;
}

}  // namespace

CommandReference command_reference(const CLI::App& program) {
  CommandReference command{program.get_description(), program.get_footer(), {}};
  for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
    command.verbs.push_back(verb_reference(*verb));
  return command;
}

}  // namespace flangeway::app
