// What is not supported, by the names of the format.
#include <algorithm>

#include <fmt/format.h>

#include "flangeway/deck/check.hpp"
#include "flangeway/deck/control.hpp"

namespace flangeway::deck {
namespace {

struct Entry {
  char letter;
  int value;
  const char* name;
};

constexpr Entry table[] = {
    {'M', 6, "trial variant of FaStrip"},
    {'M', 7, "trial variant of FaStrip"},
};

class Refuser {
 public:
  explicit Refuser(Case& one) : one_(one) {}

  void by_digit(char letter, const char* name) {
    const Digit& found = digit(letter);
    add(place_of_digit(one_, found.word, found.from_right), fmt::format("{} is not supported", name),
        fmt::format("{} = {}", letter, one_.control.*found.value));
  }
  void add(SourceLocation where, std::string problem, std::string got) {
    one_.refusals.add({std::move(where),
                       fmt::format("case {}", one_.number),
                       std::move(problem),
                       std::move(got),
                       {},
                       "This case is not run"});
  }

 private:
  Case& one_;
};

}  // namespace

void refuse_unsupported(Case& one, const Case* previous) {
  Refuser refuse(one);
  for (const Entry& entry : table)
    if (one.control.*digit(entry.letter).value == entry.value) refuse.by_digit(entry.letter, entry.name);
  if (previous != nullptr && !previous->refusals.empty())
    refuse.add(one.where[0], fmt::format("continues case {}, which is not run", previous->number), {});
}

}  // namespace flangeway::deck
