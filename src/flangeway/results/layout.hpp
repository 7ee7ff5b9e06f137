// The names inside a result file (docs/results.md).
#pragma once

namespace flangeway::results::layout {

inline constexpr const char* format_name = "flangeway results";
inline constexpr const char* fields_format_name = "flangeway fields";
inline constexpr long long newest_version = 3;
inline constexpr long long version_with_texts = 2;  // since then there are the datasets `texts` and `outcome`
// Since version 3 a complete file ends in a checksum, and checkpoints begin with their own version.
inline constexpr long long version_with_checkpoint_versions = 3;

inline constexpr const char* channels = "channels";              // the group with one dataset per channel
inline constexpr const char* deformed_track = "deformed_track";  // the group with one dataset per array
inline constexpr const char* judged = "judged";                  // likewise, of what rules judge
inline constexpr const char* checkpoint = "checkpoint";          // the group with two places for checkpoints
inline constexpr const char* texts = "texts";                    // the texts of all attributes, with a hash
inline constexpr const char* outcome = "outcome";                // status and summary, with a hash
inline constexpr const char* row_checksums = "row_checksums";    // of the rows of all channels
inline constexpr const char* deformed_track_checksums = "deformed_track_checksums";  // of its records
inline constexpr const char* judged_checksums = "judged_checksums";                  // likewise
// attributes of that group
inline constexpr const char* folder = "folder";
inline constexpr const char* sets = "sets";
// attributes of a channel or an array
inline constexpr const char* unit = "unit";
inline constexpr const char* frame = "frame";
inline constexpr const char* description = "description";
inline constexpr const char* index = "index";  // the place in a row; a listing of HDF5 is alphabetical
// attributes of the file
inline constexpr const char* format = "format";
inline constexpr const char* format_version = "format_version";
inline constexpr const char* sealed = "sealed";  // 1: the file ended in a checksum when it was closed
inline constexpr const char* status = "status";
inline constexpr const char* summary = "summary";
inline constexpr const char* version = "version";
inline constexpr const char* commit = "commit";
inline constexpr const char* command_line = "command_line";
inline constexpr const char* started = "started";
inline constexpr const char* method = "method";
inline constexpr const char* integrator = "integrator";
inline constexpr const char* settings = "settings";
inline constexpr const char* scene = "scene";
inline constexpr const char* input_paths = "input_files";
inline constexpr const char* input_hashes = "input_sha256";

}  // namespace flangeway::results::layout
