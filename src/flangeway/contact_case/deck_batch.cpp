#include "flangeway/contact_case/deck_patch.hpp"
#include "flangeway/contact_case/deck_wheel.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/deck/read.hpp"
#include "flangeway/deck/set_value.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t max_deck_size = std::size_t{1} << 30;

Batch::Entry entry_of(const deck::Case& one) {
  Batch::Entry entry;
  entry.metadata = {one.number, {}, one.words, one.module};
  entry.after = one.continues ? one.before : 0;
  entry.forget = one.control.previous == 1;
  entry.repeats = one.control.previous == 3;
  entry.solved = one.solved;
  entry.table = one.control.output == 5;
  entry.files = one.control.file > 0 || (one.control.stress > 0 && one.values.subsurface_file > 0);
  return entry;
}

}  // namespace

Batch batch_of(std::shared_ptr<const deck::Deck> deck) {
  Batch batch;
  batch.convention = Convention::deck;
  batch.source = deck->file;
  batch.warnings = deck->warnings;
  batch.deck = deck;
  for (const deck::Case& one : deck->cases) batch.entries.push_back(entry_of(one));
  batch.make = [deck, profiles = std::make_shared<ProfileCache>(),
                coefficients = std::make_shared<CoefficientCache>()](
                   std::size_t index, Findings& findings) -> std::optional<Prepared> {
    const deck::Case& one = deck->cases[index];
    for (const deck::Fault& fault : one.faults) findings.add(fault.finding);
    if (!one.faults.empty()) return std::nullopt;
    if (one.module == 1) return wheel_rail_case(one, deck->file, *profiles, findings);
    return patch_case(one, deck->file, *coefficients, findings);
  };
  return batch;
}

std::optional<Batch> load_deck(const std::filesystem::path& file, const std::vector<std::string>& sets,
                               Findings& findings) {
  const auto text = document::read_file(file, max_deck_size, findings);
  if (!text) return std::nullopt;
  auto deck = deck::read_deck(*text, file.string(), findings);
  if (!deck) return std::nullopt;
  const std::size_t before = findings.all().size();
  for (const std::string& assignment : sets) deck::set_value(assignment, *deck, findings);
  if (findings.all().size() != before) return std::nullopt;
  return batch_of(std::make_shared<const deck::Deck>(std::move(*deck)));
}

}  // namespace flangeway::contact_case
