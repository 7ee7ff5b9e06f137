#include "flangeway/contact_case/deck_patch.hpp"
#include "flangeway/contact_case/deck_wheel.hpp"
#include "flangeway/contact_case/load.hpp"

namespace flangeway::contact_case {
namespace {

Batch::Entry entry_of(const deck::Case& one) {
  Batch::Entry entry;
  entry.metadata = {one.number, {}, one.words, one.module};
  entry.after = one.continues ? one.before : 0;
  entry.forget = one.control.previous == 1;
  entry.repeats = one.control.previous == 3;
  entry.solved = one.solved;
  entry.table = one.control.output == 5;
  entry.refusals = one.refusals;
  return entry;
}

}  // namespace

Batch batch_of(std::shared_ptr<const deck::Deck> deck) {
  Batch batch;
  batch.convention = Convention::deck;
  batch.source = deck->file;
  for (const deck::Case& one : deck->cases) batch.entries.push_back(entry_of(one));
  batch.make = [deck, cache = std::make_shared<ProfileCache>()](
                   std::size_t index, Findings& findings) -> std::optional<Prepared> {
    const deck::Case& one = deck->cases[index];
    if (one.module == 1) return wheel_rail_case(one, deck->file, *cache, findings);
    return patch_case(one, findings);
  };
  return batch;
}

}  // namespace flangeway::contact_case
