#include "flangeway/core/notes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace flangeway {
namespace {

using Texts = std::vector<std::string>;

Finding note_on(const std::string& key) {
  return {{"case.toml", 3, 1}, key, "is not given", "", "", "Give it"};
}

TEST(Notes, AreHeardOnceWhileTheListenerLives) {
  Texts heard;
  {
    const NoteListener listener([&](const std::string& text) { heard.push_back(text); });
    tell_note(note_on("a"));
    std::thread([] { tell_note(note_on("b")); }).join();
    tell_note(note_on("a"));
  }
  tell_note(note_on("c"));
  EXPECT_EQ(heard,
            (Texts{"case.toml:3:1: a: is not given. Give it.", "case.toml:3:1: b: is not given. Give it."}));
}

TEST(Notes, AreCollectedInTheirThread) {
  const NoteCollector outer;
  {
    const NoteCollector inner;
    tell_note(note_on("a"));
    std::thread([] { tell_note(note_on("b")); }).join();
    EXPECT_EQ(inner.texts(), Texts{note_on("a").text()});
  }
  tell_note(note_on("a"));
  tell_note(note_on("c"));
  EXPECT_EQ(outer.texts(), (Texts{note_on("a").text(), note_on("c").text()}));
}

}  // namespace
}  // namespace flangeway
