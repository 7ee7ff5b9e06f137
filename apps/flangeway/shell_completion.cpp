#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

bool takes_keys(const VerbReference& verb, const OptionReference& option) {
  return !verb.words.empty() && option.names.back() == "--set";
}

// `flangeway explain KEY`: keys in place of files.
bool files_are_keys(const VerbReference& verb) {
  return !verb.words.empty() &&
         std::none_of(verb.options.begin(), verb.options.end(),
                      [&](const OptionReference& option) { return takes_keys(verb, option); });
}

std::string bash_words(const VerbReference& verb) {
  if (verb.words.empty()) return "";
  return fmt::format("    '{} '{}) kind={} ;;\n", verb.name, files_are_keys(verb) ? "*" : "--set",
                     verb.words);
}

std::string zsh_option(const VerbReference& verb, const OptionReference& option) {
  std::string out;
  for (const std::string& name : option.names) {
    const std::string values = takes_keys(verb, option) ? fmt::format("{{_flangeway_keys {}}}", verb.words)
                               : option.choices.empty() ? "_files"
                                                        : fmt::format("({})", fmt::join(option.choices, " "));
    const std::string text = shell_quoted(name + "[");
    out += fmt::format(" \\\n        {}{}{}", text.substr(0, text.size() - 1),
                       shell_quoted(escaped_for_zsh(option.text)).substr(1),
                       option.value.empty() ? "']'" : fmt::format("']:{}:{}'", "value", values));
  }
  return out;
}

std::string zsh_files(const VerbReference& verb) {
  if (files_are_keys(verb)) return fmt::format("'*:key:{{_flangeway_keys {}}}'", verb.words);
  return fmt::format("'*:{}:_files'", verb.files.empty() ? "nothing" : "file");
}

std::string fish_option(const VerbReference& verb, const OptionReference& option) {
  std::string out = fmt::format("complete -c flangeway -n '__fish_seen_subcommand_from {}'", verb.name);
  for (const std::string& name : option.names)
    out += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  if (takes_keys(verb, option)) out += fmt::format(" -a '(flangeway explain --words {})'", verb.words);
  if (option.choices.empty() && !option.value.empty()) out += " -r";
  return out + " -d " + shell_quoted(option.text) + "\n";
}

}  // namespace

std::string bash_completion(const CommandReference& command) {
  std::string options, choices, kinds;
  for (const VerbReference& verb : command.verbs)
    options += bash_case(verb), choices += bash_choices(verb), kinds += bash_words(verb);
  return fmt::format(R"(# Completion of flangeway for bash; made by `flangeway completion bash`.

# Offers what `flangeway explain --words $1` prints, as far as the next point or equals sign after $2.
_flangeway_keys() {{
  local word rest part last='' index='' given=${{2%"${{2##*[.=]}}"}}
  [[ $2 =~ \[[0-9]+\] ]] && index=${{BASH_REMATCH[0]}}
  while read -r word; do
    [ -n "$index" ] && word=${{word//\[0\]/$index}}
    [[ $word == "$2"* ]] || continue
    rest=${{word#"$given"}} part=${{rest%%[.=]*}}
    part+=${{rest:${{#part}}:1}}
    [[ $2 == *=* ]] || part=$given$part
    [ "$part" = "$last" ] || COMPREPLY+=("$part")
    last=$part
  done < <("${{COMP_WORDS[0]}}" explain --words "$1" 2>/dev/null)
  [[ $last == *[.=] ]] && compopt -o nospace 2>/dev/null
}}

_flangeway() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}}
  local words='' choices='' kind=''
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
  # A key and its value are three words: speed = 20
  local option=$previous typed=$current
  if [ "$previous" = = ]; then
    option=${{COMP_WORDS[COMP_CWORD-3]}} typed=${{COMP_WORDS[COMP_CWORD-2]}}=$current
  elif [ "$current" = = ]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}} typed=$previous=
  fi
  case "$verb $option" in
{}    *) ;;
  esac
  if [ -n "$kind" ] && [[ $typed != -* ]]; then
    _flangeway_keys "$kind" "$typed"
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
                     fmt::join(verb_names(command), " "), choices, kinds, options);
}

std::string zsh_completion(const CommandReference& command) {
  std::string verbs, cases;
  for (const VerbReference& verb : command.verbs) {
    verbs += fmt::format("    {}\n", shell_quoted(verb.name + ":" + verb.summary));
    cases += fmt::format("    {})\n      _arguments", verb.name);
    for (const OptionReference& option : verb.options) cases += zsh_option(verb, option);
    cases += fmt::format(" \\\n        {} ;;\n", zsh_files(verb));
  }
  return fmt::format(R"zsh(#compdef flangeway
# Completion of flangeway for zsh; made by `flangeway completion zsh`.

# Offers what `flangeway explain --words $1` prints.
_flangeway_keys() {{
  local -a keys
  keys=(${{(f)"$(flangeway explain --words $1 2>/dev/null)"}})
  [[ ${{(Q)PREFIX}} =~ '\[[0-9]+\]' ]] && keys=(${{keys//\[0\]/$MATCH}})
  compadd -S '' -a keys
}}

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
)zsh",
                     verbs, cases);
}

std::string fish_completion(const CommandReference& command) {
  std::string out = "# Completion of flangeway for fish; made by `flangeway completion fish`.\n";
  for (const VerbReference& verb : command.verbs) {
    out += fmt::format("complete -c flangeway -n __fish_use_subcommand -f -a {} -d {}\n", verb.name,
                       shell_quoted(verb.summary));
  }
  for (const VerbReference& verb : command.verbs) {
    for (const OptionReference& option : verb.options) out += fish_option(verb, option);
    if (files_are_keys(verb))
      out += fmt::format(
          "complete -c flangeway -n '__fish_seen_subcommand_from {}' -f -a '(flangeway explain --words "
          "{})'\n",
          verb.name, verb.words);
  }
  return out;
}

}  // namespace flangeway::app
