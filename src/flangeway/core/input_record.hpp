// Which files the program has read and written, so that no output replaces one of them.
#pragma once

#include <filesystem>

namespace flangeway {

/// Takes note of the files that are read and written while it lives. A program has one at most; a library
/// that has none takes no notes.
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

/// For the outputs that the command line asks for, when they are there.
void note_output(const std::filesystem::path& file);
[[nodiscard]] bool is_noted_output(const std::filesystem::path& file);

/// Whether both names lead to one file, which need not exist: the same spelling, another spelling, a link of
/// either kind. Empty names lead nowhere.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace flangeway
