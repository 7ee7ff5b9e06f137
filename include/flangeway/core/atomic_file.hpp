// Writes files that are either complete or absent: a temporary file is written and then renamed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flangeway {

/// Writes to a temporary file beside `file` (FILE.PID.part) and renames it when it is complete and on the
/// disk. Throws std::system_error if the system refuses ("cannot write x.svg: No space left on device"); that
/// leaves no file behind and an old file as it was. Threads may write different files at once.
void write_file_atomically(const std::filesystem::path& file, std::string_view content);

/// Names of files in one folder and what they contain.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// Writes all files into the folder, which exists, or none: half of them would be taken for the whole. All
/// are complete and on the disk before the first gets its name. Throws as write_file_atomically() does; then
/// files of these names are as they were, unless the system refuses a name after it has given others.
void write_files_atomically(const std::filesystem::path& folder, const NamedTexts& files);

/// Removes what processes that were killed have left of writing `file`: FILE.PID.part of a process that is
/// gone.
void remove_abandoned_parts(const std::filesystem::path& file);

}  // namespace flangeway
