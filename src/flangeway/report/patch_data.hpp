// Page data of a file of contact patches. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "flangeway/results/field_reader.hpp"

namespace flangeway::report {

/// Provenance, and the cases with their results and fields; fields of about `max_numbers` in all, those of
/// further cases are left out, evenly.
[[nodiscard]] nlohmann::json patch_data(const results::FieldReader& file, std::size_t max_numbers);

}  // namespace flangeway::report
