// Hash of an input file by the text that was read from it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace flangeway {

/// SHA-256 of the bytes of a file that was read as `text`, as sha256sum prints it: also where the file is
/// UTF-16 or has a byte order mark, which are not in its text. The hash of the text where the file has
/// changed since.
[[nodiscard]] std::string file_hash(const std::filesystem::path& file, std::string_view text);

/// Whether `hash` is the hash of the bytes of a file, or of their text, which results of earlier versions
/// have.
[[nodiscard]] bool is_hash_of(std::string_view hash, const std::string& bytes);

}  // namespace flangeway
