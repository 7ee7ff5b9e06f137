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

// Of FASTSIM what is given in its own terms.
void refuse_combinations(const Case& one, Refuser& refuse) {
  const Control& c = one.control;
  const bool fast = c.material == 2 || c.material == 3 || c.material == 5;
  if (fast && (c.tangential == 1 || c.tangential == 2))
    refuse.by_digit('M', "FASTSIM or FaStrip other than in steady rolling (T = 3)");
  if (c.material == 1 && (c.bound == 5 || c.bound == 6))
    refuse.by_digit('B', "approximate contact of visco-elastic bodies (M = 1)");
  const Values& v = one.values;
  if (one.module == 3 && v.potential.kind > 0 && v.gap.planform == 4 && (c.bound == 5 || c.bound == 6))
    refuse.by_digit('B', "approximate contact of weighted sub-patches (IPLAN = 4)");
}

}  // namespace

void refuse_unsupported(Case& one, const Case* previous) {
  Refuser refuse(one);
  for (const Entry& entry : table)
    if ((entry.module == 0 || entry.module == one.module) &&
        one.control.*digit(entry.letter).value == entry.value)
      refuse.by_digit(entry.letter, entry.name);
  if (one.module == 1 && one.values.friction.variation == 3) refuse.by_digit('V', "friction per row");
  if (one.control.damping == 2) refuse.add(one.where[1], "damping is not supported", "M2 = 2");
  refuse_kept(one, refuse);
  refuse_combinations(one, refuse);
  if (previous != nullptr && !previous->refusals.empty())
    refuse.add(one.where[0], fmt::format("continues case {}, which is not run", previous->number), {});
}

}  // namespace flangeway::deck
