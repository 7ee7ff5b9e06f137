// Fields and numbers of contact patches for result files and people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/contact_case/result.hpp"
#include "flangeway/results/field_writer.hpp"

namespace flangeway::contact_case {

/// Fields of a patch for an HDF5 file and for pictures (patch_picture.hpp), SI.
[[nodiscard]] results::FieldGroup field_group(const std::string& name, const CaseResult& result,
                                              const PatchFields& fields);

/// Outlines of wheel and rail in their own axes, of a left-hand pair, as of the first case: JSON with `wheel`
/// and `rail`, lists of [y, z] in m. Empty for cases without profiles.
[[nodiscard]] std::string profiles_json(const Batch& batch);

/// A line of numbers per patch, for people; empty for `number` beyond the last patch.
[[nodiscard]] std::string table_head(Convention convention, bool with_wear);
[[nodiscard]] std::string table_rows(const CaseResult& result);

/// The one JSON document of a batch: `cases` are the documents of its results (CaseResult::json), separated
/// by commas.
[[nodiscard]] std::string json_document(const Batch& batch, const std::string& cases);
/// Provenance of the batch's file, with its fields. `sets`: "key.path=value" that the batch was loaded with.
[[nodiscard]] results::Provenance provenance(const Batch& batch, const std::string& command_line,
                                             const std::vector<std::string>& sets);

/// The first lines of the listing of a deck (CaseResult::listing).
[[nodiscard]] std::string listing_heading(const std::string& version);

/// How many cases of a batch came out how.
struct Tally {
  std::size_t taken = 0, bad_input = 0, not_converged = 0;
  std::size_t not_solved = 0;  ///< have no full solution, for any reason
  std::size_t answered = 0;    ///< have one, or are known to have no contact

  void add(const CaseResult& result);
};
/// Without a usable result.
[[nodiscard]] bool has_failed(const CaseResult& result);

}  // namespace flangeway::contact_case
