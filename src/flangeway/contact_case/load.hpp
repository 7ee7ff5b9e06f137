// From files to batches of contact cases.
#pragma once

#include <filesystem>
#include <memory>

#include "flangeway/contact_case/case.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::contact_case {

/// The cases of a deck; the batch keeps it. Profiles are taken from the folder of the deck.
[[nodiscard]] Batch batch_of(std::shared_ptr<const deck::Deck> deck);

}  // namespace flangeway::contact_case
