// Which files the program has read, so that no output replaces one of them.
#pragma once

#include <filesystem>

namespace flangeway {

/// Takes note of the files that are read while it lives. A program has one at most; a library that has none
/// takes no notes.
class InputRecord {
 public:
  InputRecord();
  ~InputRecord();
  InputRecord(const InputRecord&) = delete;
  InputRecord& operator=(const InputRecord&) = delete;
};

/// Readers of files call this for every file that they open.
void note_input(const std::filesystem::path& file);
/// This file has been read, under this or another name.
[[nodiscard]] bool is_noted_input(const std::filesystem::path& file);

}  // namespace flangeway
