// Any lines as words of a command line, for a verb that has options of every type: a message and an exit
// code, or values that the options allow; never a crash, no file is written, and the same twice.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "command.hpp"

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_report_fd(void*);
#endif

namespace flangeway::app {
namespace {

struct Values {
  bool flag = false;
  long whole = 0;
  unsigned count = 1;
  std::size_t size = 2;
  double number = 0.5;
  std::optional<double> maybe;
  std::string plot, word = "one", input;
  std::optional<std::string> text;
  std::vector<double> numbers;
  std::vector<std::string> texts, repeated;
};

Verb probe(Values& values) {
  return {.name = "probe",
          .summary = "Looks at files",
          .files = "CASE.toml",
          .example = "flangeway probe case.toml",
          .max_files = 3,
          .output = "what it saw",
          .output_format = Format::table,
          .options = {{.name = "--flag", .target = &values.flag, .text = ""},
                      {.name = "--whole", .target = &values.whole, .text = "", .range = {{-5, 5}}},
                      {.name = "--count", .target = &values.count, .text = "", .range = {{1, 100}}},
                      {.name = "--size", .target = &values.size, .text = "", .not_with = {"--flag"}},
                      {.name = "--number", .target = &values.number, .text = "", .range = {{0, 1}}},
                      {.name = "--maybe", .target = &values.maybe, .text = "", .range = {{0, 1e6}}},
                      {.name = "--plot",
                       .target = &values.plot,
                       .text = "",
                       .file = FileUse::output,
                       .format = Format::picture},
                      {.name = "--input", .target = &values.input, .text = "", .file = FileUse::input},
                      {.name = "--word", .target = &values.word, .text = "", .choices = {"one", "two"}},
                      {.name = "--text", .target = &values.text, .text = "", .only_with = {"--word two"}},
                      {.name = "--numbers", .target = &values.numbers, .text = "", .count = {1, 3}},
                      {.name = "--texts", .target = &values.texts, .text = "", .splits_commas = true},
                      {.name = "--repeated", .target = &values.repeated, .text = "", .repeats = true}},
          .action = [] { return ExitCode::done; }};
}

void check(const Values& values, const Common& common) {
  const bool sound = values.whole >= -5 && values.whole <= 5 && values.count >= 1 && values.count <= 100 &&
                     values.number >= 0 && values.number <= 1 &&
                     (!values.maybe || (*values.maybe >= 0 && *values.maybe <= 1e6)) &&
                     (values.word == "one" || values.word == "two") && values.numbers.size() <= 3 &&
                     common.files.size() <= 3;
  if (!sound) std::abort();
}

int outcome(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"flangeway", "probe"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  Common common;
  Values values;
  CommandLine command_line(common);
  command_line.add(probe(values));
  if (const auto code = command_line.parse(static_cast<int>(arguments.size()), arguments.data()))
    return *code;
  check(values, common);
  try {
    return static_cast<int>(common.action());
  } catch (const BadInput&) {
    return static_cast<int>(ExitCode::bad_input);
  }
}

// Standard output and error go nowhere in its scope.
class Silence {
 public:
  Silence() {
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere_, stream);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    std::fflush(stdout);
    ::dup2(out_, STDOUT_FILENO);
    ::dup2(error_, STDERR_FILENO);
  }

 private:
  static inline const int out_ = ::dup(STDOUT_FILENO), error_ = ::dup(STDERR_FILENO),
                          nowhere_ = ::open("/dev/null", O_WRONLY);
#if defined(__SANITIZE_ADDRESS__)
  static inline const bool reports_ =
      (__sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::uintptr_t>(error_))), true);
#endif
};

}  // namespace
}  // namespace flangeway::app

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n' || data[i] == 0)
      words.emplace_back();
    else
      words.back() += static_cast<char>(data[i]);
  }
  if (words.size() > 1 && words.back().empty()) words.pop_back();
  const flangeway::app::Silence silence;
  if (flangeway::app::outcome(words) != flangeway::app::outcome(words)) std::abort();
  return 0;
}
