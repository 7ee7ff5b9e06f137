// The command line as data: what verbs there are and which options they take. Only command_line.cpp knows the
// library that parses it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace flangeway::app {

enum class ExitCode { done = 0, internal_error = 1, bad_input = 2, numerical_failure = 3 };

/// The ending of a file in lower case: ".csv".
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// The options that all verbs share, as given on the command line.
struct Common {
  std::vector<std::string> files;
  std::vector<std::string> sets;  ///< "key.path=value", in the order given
  std::string output;             ///< -o; empty if not given
  bool json = false;
  bool quiet = false;
  bool force = false;
  std::function<ExitCode()> action;  ///< the chosen verb
  std::string command_line;          ///< as typed, for the provenance in results
  std::string wanted_files;          ///< Verb::files of the chosen verb
};

/// Target of an option. A bool makes a flag, a vector takes several values.
using OptionTarget =
    std::variant<bool*, long*, unsigned*, std::size_t*, double*, std::optional<double>*, std::string*,
                 std::optional<std::string>*, std::vector<double>*, std::vector<std::string>*>;

/// How a verb uses the file that the text of an option names. Outputs of one command have different names,
/// and none of them is that of an input.
enum class FileUse { none, input, output };

/// Format of a file. Pages and pictures take the format that the ending of the file names.
enum class Format {
  data,     ///< neither page nor picture
  page,     ///< .html, .htm or .pdf
  picture,  ///< .svg or .pdf
  table,    ///< .csv or .txt
  results   ///< .h5
};

struct Option {
  std::string name;  ///< "--plot"
  OptionTarget target;
  std::string text;
  std::string value = {};                 ///< in the help, instead of the type: "OUT.svg"
  std::string type_name = {};             ///< the same, but what is allowed still follows
  std::vector<std::string> choices = {};  ///< the only words allowed; empty: any
  std::optional<std::pair<double, double>> range = {};
  std::pair<int, int> count = {0, 0};  ///< least and most values; 0, 0: as the target suggests
  bool required = false;
  bool shows_default = false;
  bool splits_commas = false;  ///< "a,b" are two values
  bool repeats = false;        ///< of a vector: one value each time the option is given
  FileUse file = FileUse::none;
  Format format = Format::data;  ///< of an output
  /// Only effective with one of these: "--ramp", or "--test sway" with that value.
  std::vector<std::string> only_with = {};
  std::vector<std::string> not_with = {};  ///< it has no effect with any of these
};

struct Verb {
  std::string name = {};     ///< "run"
  std::string summary = {};  ///< one line, no full stop
  std::string files = {};    ///< what FILE is in the usage line: "CASE.toml"; empty: the verb takes no file
  std::string files_text = {};  ///< description of the file, for the help
  std::string example = {};     ///< a command that works in the checkout
  std::size_t min_files = 1, max_files = 1;
  std::string output = {};  ///< what -o names: "results (HDF5); default CASE.h5"; empty: the verb has no -o
  bool output_required = false;
  Format output_format = Format::data;
  bool sets = true;  ///< takes --set
  std::vector<Option> options = {};
  std::function<ExitCode()> action = {};  ///< runs after the whole command line has been understood
};

struct CommandReference;

class CommandLine {
 public:
  explicit CommandLine(Common& common);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  /// Starts a group: the verbs added after this call are listed under this title in the help.
  void begin_group(std::string title) { group_ = std::move(title); }
  /// The targets of its options must live as long as its action.
  void add(const Verb& verb);
  /// Sets the options and Common::action. Otherwise (--help, a mistake) says what there is to say and gives
  /// the exit code.
  [[nodiscard]] std::optional<int> parse(int argc, const char* const* argv);
  /// Read back from the definitions, for the man page and the completion of shells.
  [[nodiscard]] CommandReference reference() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  Common& common_;
  std::string group_ = "Verbs";
};

}  // namespace flangeway::app
