// One contact case, ready to be solved, in SI units and our frames. Decks and TOML files both become this.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::deck {
struct Deck;
}

namespace flangeway::contact_case {

/// Which frame and units a result is written in.
enum class Convention {
  house,  ///< SI; x forward, y left, z up; creepages of the wheel relative to the rail
  deck    ///< as the program CONTACT prints: mm, N, N/mm²; x forward, y right, z down; creepages rail minus
          ///< wheel
};

/// Points below the surface, as the case gives them: m, in the axes of the convention; z > 0 lies in `above`.
struct Below {
  bool everywhere = false;         ///< under the centres of all elements
  std::vector<int> columns, rows;  ///< else under some of them, counted from 0
  std::vector<double> x, y;        ///< or at any place
  std::vector<double> z;
};

/// Optional results in addition to the contact itself.
struct Extras {
  std::vector<Below> below;
  contact::Material above, beneath;  ///< bodies into which z points, and the other
  bool stiffness = false;            ///< change of the tangential forces with the creepages
};

/// One patch given directly. Its frame is that of contact::patch::Problem in both conventions.
struct PatchCase {
  contact::patch::Problem problem;
  double friction_at_rest = 0.3;  ///< for scaled forces
  Extras extras;
  std::vector<std::string> notes;  ///< what to know of the result that the input asks for
};

/// Description of the case that a result belongs to.
struct Metadata {
  int number = 0;  ///< from 1, in the order of the input
  std::string name;
  std::array<std::string, 3> control;  ///< of a deck; empty otherwise
  int module = 3;                      ///< 1 wheel on rail, 3 one patch
};

/// A wheel on a rail. A right-hand pair is given as its mirror image.
struct WheelRailCase {
  wheel_on_rail::ContactProblem problem;
  bool right_hand = false;
  Extras extras;
  std::vector<std::string> notes;  ///< as for a patch
};

using Prepared = std::variant<PatchCase, WheelRailCase>;

/// Many cases, made one at a time where they are needed: a batch of any length fits into memory.
struct Batch {
  Convention convention = Convention::house;
  std::string source;  ///< the file
  Findings warnings;   ///< what a deck says that something else in it overrules
  struct Entry {
    Metadata metadata;
    int after = 0;         ///< number of the case whose tractions it starts from; 0: none
    bool forget = false;   ///< … without their tangential part
    bool repeats = false;  ///< takes the instant before `after`, not `after` itself
    bool solved = true;    ///< false: a deck only stores it
    bool table = false;    ///< --json has a row per element
    bool files = false;    ///< a deck requests files of the program CONTACT for it (A, A_s)
  };
  std::vector<Entry> entries;
  std::shared_ptr<const deck::Deck> deck;  ///< that the cases come from; null: a contact file
  /// Makes case `index`; finds what is wrong with it. May be called from many threads.
  std::function<std::optional<Prepared>(std::size_t index, Findings& findings)> make;
};

}  // namespace flangeway::contact_case
