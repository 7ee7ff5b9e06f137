#include "flangeway/workbench/events.hpp"

#include <chrono>

namespace flangeway::workbench {

namespace {

std::string event_text(const std::string& name, const Json& data) {
  return "event: " + name + "\ndata: " + dumped(data) + "\n\n";
}

}  // namespace

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void Events::send(const std::string& name, const Json& data) {
  {
    const std::scoped_lock lock(mutex_);
    texts_.push_back(event_text(name, data));
    if (texts_.size() > kept_events) texts_.pop_front();
    ++last_;
  }
  came_.notify_all();
}

void Events::close() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  came_.notify_all();
}

bool Events::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return closed_;
}

std::uint64_t Events::last() const {
  const std::scoped_lock lock(mutex_);
  return last_;
}

std::string Events::wait(std::uint64_t& seen, int milliseconds) {
  std::unique_lock lock(mutex_);
  came_.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return closed_ || last_ > seen; });
  if (closed_ || last_ <= seen) return "";
  std::string text;
  const std::uint64_t missed = last_ - seen;
  if (missed > texts_.size()) text = event_text("project", {{"paths", Json::array()}, {"missed", true}});
  const std::size_t first = missed > texts_.size() ? 0 : texts_.size() - static_cast<std::size_t>(missed);
  for (std::size_t i = first; i < texts_.size(); ++i) text += texts_[i];
  seen = last_;
  return text;
}

bool Events::enter() {
  const std::scoped_lock lock(mutex_);
  if (closed_ || listeners_ >= max_listeners) return false;
  ++listeners_;
  return true;
}

void Events::leave() {
  const std::scoped_lock lock(mutex_);
  --listeners_;
}

bool Events::has_listeners() const {
  const std::scoped_lock lock(mutex_);
  return listeners_ > 0;
}

}  // namespace flangeway::workbench
