#include "flangeway/core/notes.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace flangeway {
namespace {

struct Listener {
  std::function<void(const std::string&)> tell;
  std::set<std::string> heard;
};

std::mutex listener_mutex;
std::optional<Listener> listener;
thread_local NoteCollector* innermost = nullptr;

void tell_listener(const std::string& text) {
  const std::lock_guard lock(listener_mutex);
  if (listener && listener->heard.insert(text).second) listener->tell(text);
}

}  // namespace

void tell_note(const Finding& note) {
  const std::string text = note.text();
  tell_listener(text);
  for (NoteCollector* one = innermost; one != nullptr; one = one->outer_)
    if (std::find(one->texts_.begin(), one->texts_.end(), text) == one->texts_.end())
      one->texts_.push_back(text);
}

NoteListener::NoteListener(std::function<void(const std::string& text)> tell) {
  const std::lock_guard lock(listener_mutex);
  listener.emplace(Listener{std::move(tell), {}});
}

NoteListener::~NoteListener() {
  const std::lock_guard lock(listener_mutex);
  listener.reset();
}

NoteCollector::NoteCollector() : outer_(innermost) {
  innermost = this;
}

NoteCollector::~NoteCollector() {
  innermost = outer_;
}

}  // namespace flangeway
