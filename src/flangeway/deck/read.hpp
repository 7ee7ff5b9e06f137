// Reads `.inp` decks of the program CONTACT: its modules 1 (wheel on rail) and 3 (basic contact).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::deck {

/// All cases of a deck, each with everything that it keeps from earlier ones filled in. A case whose values
/// are not admissible has faults, and so have those that keep these values; the others can be computed.
/// Nothing is returned if and only if there is a new finding: the lines can no longer be told apart, or no
/// case is admissible.
[[nodiscard]] std::optional<Deck> read_deck(std::string_view text, const std::string& file_name,
                                            Findings& findings);

}  // namespace flangeway::deck
