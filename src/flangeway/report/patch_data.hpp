// Page data of a file of contact patches. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "flangeway/results/field_reader.hpp"

namespace flangeway::report {

/// The input from which the patches come; without one the file itself.
[[nodiscard]] const std::string& source_of(const results::FieldReader& file);
/// Whether the results of cases are in mm and N/mm², as in decks.
[[nodiscard]] bool has_millimetres(const results::FieldReader& file);

/// Provenance, and the cases with their results and fields; fields of about `max_numbers` in all, those of
/// further cases are left out, evenly.
[[nodiscard]] nlohmann::json patch_data(const results::FieldReader& file, std::size_t max_numbers);

}  // namespace flangeway::report
