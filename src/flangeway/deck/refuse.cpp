// What is not supported, by the names of the format.
#include <algorithm>
#include <filesystem>

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
    {'M', 1, 0, "visco-elastic material"},
    {'M', 6, 0, "trial variant of FaStrip"},
    {'M', 7, 0, "trial variant of FaStrip"},
    {'C', 9, 3, "numerical influence coefficients from a file"},
    {'D', 6, 1, "the brute-force grid for steep slopes"},
    {'D', 8, 1, "an oblique direction of view"},
    {'D', 9, 1, "an oblique direction of view"},
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

bool has_extension(const ProfileFile& profile, const char* extension) {
  std::string found = std::filesystem::path(profile.file).extension().string();
  std::transform(found.begin(), found.end(), found.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return found == extension;
}

void refuse_kept(const Case& one, Refuser& refuse) {
  const Control& c = one.control;
  if (one.module == 3 && c.influence < 2 && one.values.material.influence == 9)
    refuse.kept('C', "numerical influence coefficients from a file");
  if (one.module == 1 && c.discretisation < 2)
    for (const Entry& entry : table)
      if (entry.letter == 'D' && entry.value == one.values.discretisation.kind) refuse.kept('D', entry.name);
}

// Of FASTSIM what is given in its own terms.
void refuse_combinations(const Case& one, Refuser& refuse) {
  const Control& c = one.control;
  const bool fast = c.material == 2 || c.material == 3 || c.material == 5;
  if (fast && (c.tangential == 1 || c.tangential == 2))
    refuse.by_digit('M', "FASTSIM or FaStrip other than in steady rolling (T = 3)");
  const Friction& friction = one.values.friction;
  if ((c.tangential == 1 || c.tangential == 2) && friction.law != 0 && friction.memory_distance > 0)
    refuse.add(place_of_digit(one, 1, digit('L').from_right),
               "a memory of friction other than in steady rolling (T = 3) is not supported",
               fmt::format("MEMDST = {}", friction.memory_distance));
}

void refuse_files(const Case& one, Refuser& refuse) {
  if (one.module != 1) return;
  if (has_extension(one.values.rail, ".slcs"))
    refuse.add(one.values.rail.where, "rail profile slices (switches and crossings) are not supported",
               one.values.rail.file);
  if (has_extension(one.values.wheel, ".slcw"))
    refuse.add(one.values.wheel.where, "wheel profile slices (out-of-round wheel) are not supported",
               one.values.wheel.file);
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
  if (one.module == 3 && one.values.gap.planform == 4)
    refuse.add(place_of_digit(one, 1, 1), "the weighted interaction of sub-patches is not supported",
               "IPLAN = 4");
  refuse_kept(one, refuse);
  refuse_combinations(one, refuse);
  refuse_files(one, refuse);
  if (previous != nullptr && !previous->refusals.empty())
    refuse.add(one.where[0], fmt::format("continues case {}, which is not run", previous->number), {});
}

}  // namespace flangeway::deck
