// Identifies a file by its bytes, whatever its name: a MATLAB file, say, is reported as one and not as faulty
// TOML.
#pragma once

#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway {

/// The reader of the program that takes a kind of file.
enum class FileReader { none, profile, vehicle_import, line, deck, modes, toml, table };

/// A kind of file, with the place where the program takes it or the tool that converts it.
struct FileContent {
  std::string_view name;    ///< "a MATLAB 5 file", as in "is a MATLAB 5 file"
  std::string_view advice;  ///< the tool that converts it, or where the program takes it; no full stop
  FileReader reader = FileReader::none;
};

/// Kind of a binary file by its first bytes: MATLAB, HDF5, ZIP and its content, Parquet, TDMS, MDF 4 and
/// others, or "a binary file" of a format that is not known; nullptr for text.
[[nodiscard]] const FileContent* binary_content(std::string_view bytes);

/// The kind of a text that is neither TOML nor a table: XML, IFC, a universal file (UFF), JSON, a model or
/// profile of another program; else nullptr.
[[nodiscard]] const FileContent* text_content(std::string_view text);

/// TOML or a table of numbers with separators, for readers of other files that have failed; else nullptr.
[[nodiscard]] const FileContent* plain_content(std::string_view text);

/// The finding "FILE: is a MATLAB 5 file (allowed `wanted`). Save it …".
[[nodiscard]] Finding wrong_content(std::string_view file, const FileContent& content,
                                    std::string_view wanted);

}  // namespace flangeway
