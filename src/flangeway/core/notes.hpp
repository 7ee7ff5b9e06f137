// Notes about the input: information for the user that stops nothing, such as an old name of a key or a
// default that gives way. Errors that stop the program are findings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway {

/// Tells the program's listener, unless it has heard this text already, and the collectors of this thread.
void tell_note(const Finding& note);

/// Hears each note once while it lives, from any thread. A program has one at most; a library that has none
/// tells nobody.
class NoteListener {
 public:
  explicit NoteListener(std::function<void(const std::string& text)> tell);
  ~NoteListener();
  NoteListener(const NoteListener&) = delete;
  NoteListener& operator=(const NoteListener&) = delete;
};

/// Keeps the notes that are made in this thread while it lives. Collectors may stand in each other.
class NoteCollector {
 public:
  NoteCollector();
  ~NoteCollector();
  NoteCollector(const NoteCollector&) = delete;
  NoteCollector& operator=(const NoteCollector&) = delete;
  /// Each once, in the order in which they came.
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  friend void tell_note(const Finding& note);
  std::vector<std::string> texts_;
  NoteCollector* outer_;
};

}  // namespace flangeway
