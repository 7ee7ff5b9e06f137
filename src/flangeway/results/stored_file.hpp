// Opens a result file and reads the attributes that every kind of result file has. Private to the room.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/text_table.hpp"

namespace flangeway::results {

struct StoredFile {
  Handle handle;
  long long version = 0;
  StoredTexts texts;
  bool sealed = false;  ///< it has a seal, which is right
};
/// Opens a file of this format for reading; none, and an error, if it is missing, damaged or of another
/// format or version. `program` made it, for the advice.
[[nodiscard]] std::optional<StoredFile> open_stored(const std::string& path, const char* format,
                                                    const char* program, std::optional<Finding>& wrong);

/// Status, summary and provenance as a new file of Provenance gets them.
struct Story {
  Status status = Status::running;
  std::string summary;
  Provenance provenance;
};
[[nodiscard]] Story read_story(const StoredFile& file);
/// Writes the outcome that read_story() returns for a run that has ended; a continued run has none.
bool write_outcome(hid_t file, Status status, const std::string& summary_json);
bool write_no_outcome(hid_t file);

/// Whether the numbers of a dataset are of a type that Flangeway writes.
[[nodiscard]] bool has_numbers(hid_t dataset);

/// Whether a dataset can hold as many numbers as its extent says: a damaged extent must not become an
/// allocation.
[[nodiscard]] bool is_backed(hid_t dataset, hsize_t rows, hsize_t columns);

/// Names of the members of a group, sorted; none where it cannot be listed.
[[nodiscard]] std::optional<std::vector<std::string>> members(hid_t group);

}  // namespace flangeway::results
