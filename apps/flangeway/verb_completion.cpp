// flangeway completion: what shells and `man` want to know of the command line.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "command_reference.hpp"
#include "key_reference.hpp"

namespace flangeway::app {
namespace {

// The keys that a verb takes follow from the file that it reads: CASE.toml has those of a case.
std::string words_of(const VerbReference& verb) {
  if (verb.files == "KEY") return "keys";
  for (const std::string& kind : workbench::file_kind_names()) {
    std::string file = kind + ".toml";
    std::transform(kind.begin(), kind.end(), file.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (verb.files.find(file) != std::string::npos) return kind;
  }
  return "";
}

ExitCode print(const CommandLine& program, const Common& common) {
  const std::map<std::string, std::string (*)(const CommandReference&)> kinds{
      {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}, {"man", man_page}};
  const std::string& kind = common.files.front();
  const auto found = kinds.find(kind);
  if (found == kinds.end()) {
    Findings findings;
    findings.add({{"SHELL"}, "", "is not known", kind, "bash, zsh, fish, man", ""});
    findings.throw_if_any();
  }
  CommandReference reference = program.reference();
  for (VerbReference& verb : reference.verbs) verb.words = words_of(verb);
  const std::string text = found->second(reference);
  if (common.json) {
    print_json(nlohmann::json{{"shell", kind}, {"text", text}}.dump());
  } else {
    put_out("{}", text);
  }
  return ExitCode::done;
}

}  // namespace

void add_completion(CommandLine& program, Common& common) {
  program.add({.name = "completion",
               .summary = "Prints the completion of a shell (bash, zsh, fish) or the man page (man)",
               .files = "SHELL",
               .files_text = "bash, zsh, fish or man",
               .example = "flangeway completion bash > ~/.local/share/bash-completion/completions/flangeway",
               .sets = false,
               .action = [&program, &common] { return print(program, common); }});
}

}  // namespace flangeway::app
