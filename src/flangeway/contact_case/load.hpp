// Loads batches of contact cases from files.
#pragma once

#include <filesystem>
#include <memory>

#include "flangeway/contact_case/case.hpp"
#include "flangeway/deck/spec.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::contact_case {

/// The cases of a deck; the batch keeps it. Profiles are taken from the folder of the deck.
[[nodiscard]] Batch batch_of(std::shared_ptr<const deck::Deck> deck);

/// Reads the deck in `file` and changes its values by `sets` (deck/set_value.hpp). Nothing is returned if and
/// only if there is a new finding.
[[nodiscard]] std::optional<Batch> load_deck(const std::filesystem::path& file,
                                             const std::vector<std::string>& sets, Findings& findings);

/// The cases of a contact file (TOML) with overrides "key.path=value": its table and sweeps written out. What
/// is wrong with any of them is found here; nothing is returned if and only if there is a new finding. A file
/// whose name ends in .inp is a deck, whose overrides are "NAME=VALUE" or "CASE.NAME=VALUE".
[[nodiscard]] std::optional<Batch> load_contact(const std::filesystem::path& file,
                                                const std::vector<std::string>& sets, Findings& findings);
[[nodiscard]] std::optional<Batch> load_contact(const document::Document& document,
                                                const std::vector<std::string>& sets, Findings& findings);

}  // namespace flangeway::contact_case
