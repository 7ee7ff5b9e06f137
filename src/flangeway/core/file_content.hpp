// Identifies a file by its bytes, whatever its name: a MATLAB file, say, is reported as one and not as faulty
// TOML.
#pragma once

#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway {

/// A kind of file that has no text reader here.
struct FileContent {
  std::string_view name;    ///< "a MATLAB 5 file", as in "is a MATLAB 5 file"
  std::string_view advice;  ///< the tool that converts it, or where the program takes it; no full stop
};

/// Kind of a binary file by its first bytes: MATLAB, HDF5, ZIP and its content, Parquet, TDMS, MDF 4 and
/// others; nullptr for text and for bytes that no known format begins with.
[[nodiscard]] const FileContent* binary_content(std::string_view bytes);

/// The kind of a text that is neither TOML nor a table: XML, IFC, a universal file (UFF), JSON; else nullptr.
[[nodiscard]] const FileContent* text_content(std::string_view text);

/// The finding "FILE: is a MATLAB 5 file (allowed `wanted`). Save it …".
[[nodiscard]] Finding wrong_content(std::string_view file, const FileContent& content,
                                    std::string_view wanted);

}  // namespace flangeway
