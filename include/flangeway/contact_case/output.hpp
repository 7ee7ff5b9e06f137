// Fields of contact patches as pictures and for result files.
#pragma once

#include <string>

#include "flangeway/contact_case/result.hpp"
#include "flangeway/results/field_writer.hpp"

namespace flangeway::contact_case {

/// Pressure, traction with arrows, adhesion and slip, gap, as one SVG picture.
[[nodiscard]] std::string picture(const std::string& title, const PatchFields& fields);

/// The same and more for an HDF5 file, SI.
[[nodiscard]] results::FieldGroup field_group(const std::string& name, const CaseResult& result,
                                              const PatchFields& fields);

/// Outlines of wheel and rail in their own axes, of a left-hand pair, as of the first case: JSON with `wheel`
/// and `rail`, lists of [y, z] in m. Empty for cases without profiles.
[[nodiscard]] std::string profiles_json(const Batch& batch);

/// A line of numbers per patch, for people; empty for `number` beyond the last patch.
[[nodiscard]] std::string table_head(Convention convention);
[[nodiscard]] std::string table_rows(const CaseResult& result);

}  // namespace flangeway::contact_case
