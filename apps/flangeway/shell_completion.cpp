#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.hpp"
#include "command_reference.hpp"
#include "flangeway/core/shell_quoted.hpp"

namespace flangeway::app {
namespace {

std::vector<std::string> verb_names(const CommandReference& command) {
  std::vector<std::string> names;
  for (const VerbReference& verb : command.verbs) names.push_back(verb.name);
  return names;
}

// For a text between single quotes. Brackets and colons end the texts of zsh.
// A text of zsh's _arguments, where brackets and colons have a meaning.
std::string escaped_for_zsh(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

std::string bash_case(const VerbReference& verb) {
  std::vector<std::string> words;
  for (const OptionReference& option : verb.options) words.push_back(option.names.back());
  return fmt::format("    {}) words='{}' ;;\n", verb.name, fmt::join(words, " "));
}

std::string bash_choices(const VerbReference& verb) {
  std::string out;
  for (const OptionReference& option : verb.options)
    if (!option.choices.empty())
      out += fmt::format("    '{} {}') choices='{}' ;;\n", verb.name, option.names.back(),
                         fmt::join(option.choices, " "));
  return out;
}

std::string zsh_option(const OptionReference& option) {
  std::string out;
  for (const std::string& name : option.names) {
    const std::string values =
        option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
    const std::string text = shell_quoted(name + "[");
    out += fmt::format(" \\\n        {}{}{}", text.substr(0, text.size() - 1),
                       shell_quoted(escaped_for_zsh(option.text)).substr(1),
                       option.value.empty() ? "']'" : fmt::format("']:{}:{}'", "value", values));
  }
  return out;
}

std::string fish_option(const VerbReference& verb, const OptionReference& option) {
  std::string out = fmt::format("complete -c flangeway -n '__fish_seen_subcommand_from {}'", verb.name);
  for (const std::string& name : option.names)
    out += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  if (option.choices.empty() && !option.value.empty()) out += " -r";
  return out + " -d " + shell_quoted(option.text) + "\n";
}

}  // namespace

std::string bash_completion(const CommandReference& command) {
  std::string options, choices;
  for (const VerbReference& verb : command.verbs) options += bash_case(verb), choices += bash_choices(verb);
  return fmt::format(R"(# Completion of flangeway for bash; made by `flangeway completion bash`.
_flangeway() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}}
  local words='' choices=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  case "$verb $previous" in
{}    *) ;;
  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
    return
  fi
  case "$verb" in
{}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}}
complete -o default -F _flangeway flangeway
)",
                     fmt::join(verb_names(command), " "), choices, options);
}

std::string zsh_completion(const CommandReference& command) {
  std::string verbs, cases;
  for (const VerbReference& verb : command.verbs) {
    verbs += fmt::format("    {}\n", shell_quoted(verb.name + ":" + verb.summary));
    cases += fmt::format("    {})\n      _arguments", verb.name);
    for (const OptionReference& option : verb.options) cases += zsh_option(option);
    cases += fmt::format(" \\\n        '*:{}:_files' ;;\n", verb.files.empty() ? "nothing" : "file");
  }
  return fmt::format(R"(#compdef flangeway
# Completion of flangeway for zsh; made by `flangeway completion zsh`.
_flangeway() {{
  local -a verbs
  verbs=(
{}  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
{}  esac
}}
if [ "$funcstack[1]" = _flangeway ]; then _flangeway "$@"; else compdef _flangeway flangeway; fi
)",
                     verbs, cases);
}

std::string fish_completion(const CommandReference& command) {
  std::string out = "# Completion of flangeway for fish; made by `flangeway completion fish`.\n";
  for (const VerbReference& verb : command.verbs) {
    out += fmt::format("complete -c flangeway -n __fish_use_subcommand -f -a {} -d {}\n", verb.name,
                       shell_quoted(verb.summary));
  }
  for (const VerbReference& verb : command.verbs)
    for (const OptionReference& option : verb.options) out += fish_option(verb, option);
  return out;
}

}  // namespace flangeway::app
