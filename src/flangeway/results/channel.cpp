#include "flangeway/results/channel.hpp"

#include <stdexcept>

namespace flangeway::results {

namespace {

// How names of channels end that were renamed, and how they end now.
struct Renamed {
  std::string_view before, now;
};
constexpr Renamed renamed[] = {{".jump", ".force_discontinuity"}};

}  // namespace

std::string current_name(std::string_view name) {
  for (const Renamed& ending : renamed) {
    if (name.ends_with(ending.before))
      return std::string(name.substr(0, name.size() - ending.before.size())) + std::string(ending.now);
  }
  return std::string(name);
}

std::size_t place_of(const std::vector<Channel>& channels, std::string_view name) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return i;
  }
  throw std::out_of_range("no channel " + std::string(name));
}

const char* to_string(Status status) {
  switch (status) {
    case Status::running:
      return "running";
    case Status::completed:
      return "completed";
    case Status::derailed:
      return "derailed";
    case Status::stopped:
      return "stopped";
  }
  return "running";
}

}  // namespace flangeway::results
