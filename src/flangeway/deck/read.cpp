#include "flangeway/deck/read.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "flangeway/deck/blocks.hpp"
#include "flangeway/deck/check.hpp"
#include "flangeway/deck/control.hpp"

namespace flangeway::deck {
namespace {

constexpr std::size_t max_cases = 100000, max_findings = 50;

class DeckReader {
 public:
  DeckReader(std::string_view text, const std::string& file_name, Findings& findings)
      : in_(text, file_name), findings_(findings) {
    deck_.file = file_name;
  }

  std::optional<Deck> read() {
    while (!in_.failed() && !(in_.lost() && all_.all().size() >= max_findings) && read_module()) do {
        read_case();
      } while (!in_.failed() && deck_.cases.back().control.finish % 2 == 0);
    in_.hand_over(all_);
    if (all_.empty() && deck_.cases.empty())
      all_.add({{deck_.file, 0, 0}, {}, "holds no case", {}, {}, "A case begins with module 1 or 3"});
    if (all_.empty() || (!in_.lost() && some_admissible())) return std::move(deck_);
    findings_.append(all_);
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool some_admissible() const {
    return std::any_of(deck_.cases.begin(), deck_.cases.end(),
                       [](const Case& one) { return one.solved && one.faults.empty(); });
  }

  // Faults of the case itself, and those of blocks that it keeps and uses.
  void collect_faults(Case& one, std::vector<Fault>& kept) {
    const std::vector<Block> fresh = in_.take_blocks();
    std::erase_if(kept, [&](const Fault& fault) {
      return std::find(fresh.begin(), fresh.end(), fault.block) != fresh.end();
    });
    for (const Fault& fault : kept)
      if (uses(one.control, fault.block)) one.faults.push_back({fault.block, fault.finding});
    for (Fault& fault : one.faults) fault.finding.key = in_.key();
    for (Fault& fault : in_.take_faults()) {
      all_.add(fault.finding);
      if (fault.block != Block::none) kept.push_back(fault);
      one.faults.push_back(std::move(fault));
    }
  }

  // Blocks that are kept beside the case, for others.
  static bool uses(const Control& control, Block block) {
    switch (block) {
      case Block::springs:
        return control.force == 3;
      case Block::temperature:
        return control.heat != 0;
      case Block::subsurface:
        return control.stress != 0;
      case Block::rolling:
        return control.tangential >= 2;
      default:
        return true;
    }
  }

  // The module line; false at module 0.
  bool read_module() {
    in_.set_key({});
    in_.group();
    module_ = static_cast<int>(in_.integer("the module"));
    if (in_.failed() || module_ == 0) return false;
    if (module_ != 1 && module_ != 3) {
      in_.complain("is not a module", std::to_string(module_),
                   "1 wheel on rail, 3 basic contact, 0 end of the deck",
                   "The deck is not read beyond this place");
      in_.stop();
      return false;
    }
    element_ = in_.optional_integer("RE", {0, 999}).value_or(0);
    problem_ = 1;
    if (module_ == 3) problem_ = in_.optional_integer("CP", {1, 9}).value_or(1);
    return true;
  }

  void read_case() {
    Case& one = deck_.cases.emplace_back();
    one.number = static_cast<int>(deck_.cases.size());
    one.module = module_;
    one.element = element_;
    one.problem = problem_;
    in_.set_key(fmt::format("case {}", one.number));
    in_.begin(Block::none);
    if (deck_.cases.size() > max_cases) {
      in_.complain("the deck has too many cases", {}, fmt::format("at most {}", max_cases), "Split the deck");
      in_.stop();
      return;
    }
    Memory& memory = memory_[{one.module, one.element, one.problem}];
    const Case* previous = memory.last < 0 ? nullptr : &deck_.cases[static_cast<std::size_t>(memory.last)];
    if (previous != nullptr) one.values = previous->values;
    read_control(in_, one);
    if (in_.failed()) return;
    one.solved = one.control.finish < 2;
    check_digits(one, previous, in_, deck_.warnings);
    read_values(one);
    if (in_.failed()) return;
    in_.begin(Block::none);
    check_values(one, previous, in_, deck_.warnings);
    collect_faults(one, memory.kept);
    one.before = memory.last_solved;
    one.continues = one.solved && one.before > 0 && goes_on(one);
    memory.last = one.number - 1;
    if (one.solved) memory.last_solved = one.number;
  }

  void read_values(Case& one) {
    if (one.control.debug == 1) {
      in_.group();
      (void)in_.integer("the debug word");
    }
    if (one.module == 1) {
      read_wheel_on_rail(in_, one.control, one.values);
    } else {
      read_basic_contact(in_, one.control, one.values);
    }
  }

  // The answer depends on the one before: an instant of a sequence, or one of several solutions of falling
  // friction, chosen by the slip of the case before (INISLP = 0).
  static bool goes_on(const Case& one) {
    const Control& c = one.control;
    const bool sequence = (c.tangential == 1 || c.tangential == 2) && c.previous != 2;
    return sequence || (c.initial != 0 && c.tangential != 0 && one.values.friction.law >= 2 &&
                        one.values.iteration.initial_slip == 0);
  }

  struct Memory {
    long last = -1;           // index of the last case
    int last_solved = 0;      // number of the last one that is solved
    std::vector<Fault> kept;  // of blocks that the next case may keep
  };

  Scanner in_;
  Findings all_;        // of all cases
  Findings& findings_;  // where those of a deck that is refused go
  Deck deck_;
  int module_ = 0;
  long element_ = 0, problem_ = 1;
  std::map<std::tuple<int, long, long>, Memory> memory_;
};

}  // namespace

std::optional<Deck> read_deck(std::string_view text, const std::string& file_name, Findings& findings) {
  return DeckReader(text, file_name, findings).read();
}

}  // namespace flangeway::deck
