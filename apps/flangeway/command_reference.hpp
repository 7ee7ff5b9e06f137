// Description of a command line, from CommandLine::reference(): for the man page and the completion of
// shells.
#pragma once

#include <string>
#include <vector>

namespace flangeway::app {

struct OptionReference {
  std::vector<std::string> names;    ///< "-o", "--output"
  std::string value;                 ///< "OUT.svg"; empty: takes none
  std::vector<std::string> choices;  ///< the only values there are; empty: any
  std::string text;
};
struct VerbReference {
  std::string name, summary;
  std::string files;       ///< "CASE.toml"; empty: takes none
  std::string files_text;  ///< description of the file
  std::vector<OptionReference> options;
  std::string footer;  ///< example and exit codes
  /// Name of `flangeway explain --words` that prints what --set takes, or the verb instead of files; empty:
  /// none.
  std::string words = {};
};
struct CommandReference {
  std::string text, footer;
  std::vector<VerbReference> verbs;
};

[[nodiscard]] std::string man_page(const CommandReference& command);  ///< roff, section 1
[[nodiscard]] std::string bash_completion(const CommandReference& command);
[[nodiscard]] std::string zsh_completion(const CommandReference& command);
[[nodiscard]] std::string fish_completion(const CommandReference& command);

}  // namespace flangeway::app
