// The reader of .inp decks: never crashes, gives a deck or a finding, and holds what it promises of its
// cases.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/deck/read.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  flangeway::Findings findings;
  const auto deck =
      flangeway::deck::read_deck({reinterpret_cast<const char*>(data), size}, "fuzz.inp", findings);
  if (deck.has_value() != findings.empty()) std::abort();
  if (!deck) return 0;
  for (const auto& one : deck->cases) {
    if (one.before >= one.number) std::abort();
    const auto& v = one.values;
    if (one.module == 3 && v.potential.kind == 0) std::abort();
    if (v.gap.base == 9 && v.gap.values->size() != v.potential.elements() && one.control.discretisation == 2)
      std::abort();
    if (v.friction.sets.empty()) std::abort();
  }
  return 0;
}
