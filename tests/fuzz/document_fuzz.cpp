// Any bytes as a TOML file, its first line as a --set: findings or values, never a crash, and the same twice.
// Any bytes as UTF-16: well-formed UTF-8 or none.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/core/utf8.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::document {
namespace {

enum class Choice { one, two };
constexpr auto alternatives_of(Choice) {
  using One = Alternative<Choice>;
  return std::array{One{Choice::one, "one", "", {"number"}}, One{Choice::two, "two", "", {"flag"}}};
}

struct Part {
  Located<std::string> name, file;
  double number = 0;
  long whole = 0;
  bool flag = false;
  Choice choice = Choice::one;
  std::vector<double> numbers;
  std::vector<std::array<double, 2>> curve;
  std::array<double, 3> triple{};
  std::vector<Located<std::string>> texts;
};

void describe(Visitor& v, Part& part) {
  v.text("name", part.name, Presence::required, "");
  v.path("file", part.file, Presence::optional, "");
  v.number("number", part.number, {.minimum = -1, .maximum = 1}, "");
  v.integer("whole", part.whole, {.minimum = 0}, "");
  v.flag("flag", part.flag, "");
  v.choice("choice", part.choice, "");
  v.numbers("numbers", part.numbers, {.least = 1, .most = 5}, "");
  v.curve("curve", part.curve, {}, "");
  v.triple("triple", part.triple, {}, "");
  v.texts("texts", part.texts, "");
}

struct Whole {
  Part section;
  std::optional<Part> maybe;
  std::vector<Part> list;
};

void describe(Visitor& v, Whole& spec) {
  v.section("section", spec.section, "", Presence::required);
  v.section("maybe", spec.maybe, "");
  v.list("list", spec.list, {}, "");
}

std::string findings_of(std::string_view text) {
  Findings findings;
  Document document = Document::from_text(text, "fuzz.toml", findings);
  document.set(text.substr(0, text.find('\n')), findings);
  Whole spec;
  document.fill(spec, findings);
  for (const Part& part : spec.list) {
    for (std::size_t i = 1; i < part.curve.size(); ++i) {
      if (!(part.curve[i][0] > part.curve[i - 1][0])) std::abort();
    }
    if (!(part.number >= -1 && part.number <= 1) || part.whole < 0 || part.numbers.size() > 5) std::abort();
  }
  return findings.text();
}

void check_encoding(std::string_view bytes) {
  if (const auto text = utf8_of_utf16(bytes); text && first_not_utf8(*text) != text->size()) std::abort();
  const std::string plain = plain_utf8(std::string(bytes));
  if (is_utf16(bytes) && utf8_of_utf16(bytes) != plain && plain != bytes) std::abort();
}

}  // namespace
}  // namespace flangeway::document

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  flangeway::document::check_encoding(text);
  if (flangeway::document::findings_of(text) != flangeway::document::findings_of(text)) std::abort();
  return 0;
}
