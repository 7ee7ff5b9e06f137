// What is not supported, by the names of the format.
#include <algorithm>

#include <fmt/format.h>

#include "flangeway/deck/check.hpp"
#include "flangeway/deck/control.hpp"

namespace flangeway::deck {
namespace {

struct Entry {
  char letter;
  int value, module;  // module 0: both
  const char* name;
};

constexpr Entry table[] = {
    {'M', 6, 0, "trial variant of FaStrip"},
    {'M', 7, 0, "trial variant of FaStrip"},
    {'C', 9, 3, "numerical influence coefficients from a file"},
};

class Refuser {
 public:
  explicit Refuser(Case& one) : one_(one) {}

  void by_digit(char letter, const char* name) {
    const Digit& found = digit(letter);
    add(place_of_digit(one_, found.word, found.from_right), fmt::format("{} is not supported", name),
        fmt::format("{} = {}", letter, one_.control.*found.value));
  }
  void kept(char letter, const char* name) {
    const Digit& found = digit(letter);
    add(place_of_digit(one_, found.word, found.from_right),
        fmt::format("{} is not supported, and it is kept from a previous case", name),
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

void refuse_kept(const Case& one, Refuser& refuse) {
  const Control& c = one.control;
  if (one.module == 3 && c.influence < 2 && one.values.material.influence == 9)
    refuse.kept('C', "numerical influence coefficients from a file");
}

void refuse_combinations(const Case& one, Refuser& refuse) {
  const Control& c = one.control;
  if (c.material == 5 && (c.tangential == 1 || c.tangential == 2))
    refuse.by_digit('M', "FaStrip other than in steady rolling (T = 3)");
  if (c.material == 1 && (c.bound == 5 || c.bound == 6))
    refuse.by_digit('B', "approximate contact of visco-elastic bodies (M = 1)");
}

}  // namespace

void refuse_unsupported(Case& one, const Case* previous) {
  Refuser refuse(one);
  for (const Entry& entry : table)
    if ((entry.module == 0 || entry.module == one.module) &&
        one.control.*digit(entry.letter).value == entry.value)
      refuse.by_digit(entry.letter, entry.name);
  refuse_kept(one, refuse);
  refuse_combinations(one, refuse);
  if (previous != nullptr && !previous->refusals.empty())
    refuse.add(one.where[0], fmt::format("continues case {}, which is not run", previous->number), {});
}

}  // namespace flangeway::deck
