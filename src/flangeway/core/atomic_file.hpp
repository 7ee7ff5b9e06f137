// Writes files that are either complete or absent: a temporary file is written and then renamed.
//
// The temporary file has a name that nobody can guess and is made new, so that a link that somebody has
// planted in the folder is never followed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway {

/// Finds what keeps `file` from being written, before the long computation that it is for: it is a folder or
/// no regular file, exists already without `force`, or its folder is missing. An empty name is fine.
void check_place(const std::filesystem::path& file, bool force, Findings& findings);

/// A name for a temporary file in the folder of `file`: FILE.PID.RANDOM.part, where FILE is cut so that the
/// system takes the name. Open it with O_EXCL, or as new by other means.
[[nodiscard]] std::filesystem::path part_of(const std::filesystem::path& file);

/// Writes to a temporary file, part_of() `file`, and renames it when it is complete and on the
/// disk. Throws std::system_error if the system refuses ("cannot write x.svg: No space left on device"); that
/// leaves no file behind and an old file as it was. Threads may write different files at once.
void write_file_atomically(const std::filesystem::path& file, std::string_view content);

/// Writes the content to a file under a temporary name, part_of() `file`, and leaves it there; returns its
/// name. For files that other rules link or rename. Throws as write_file_atomically() does.
[[nodiscard]] std::filesystem::path write_part(const std::filesystem::path& file, std::string_view content);

/// Names of files in one folder and their texts.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// Writes all files into the folder, which exists, or none: half of them would be taken for the whole. All
/// are complete and on the disk before the first gets its name. Throws as write_file_atomically() does; then
/// files of these names are as they were, unless the system refuses a name after it has given others.
void write_files_atomically(const std::filesystem::path& folder, const NamedTexts& files);

/// Removes what processes that were killed have left of writing `file`: the part_of() it of a process that is
/// gone, or FILE.PID.part of an earlier version.
void remove_abandoned_parts(const std::filesystem::path& file);

}  // namespace flangeway
