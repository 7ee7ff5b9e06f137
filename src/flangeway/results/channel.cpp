#include "flangeway/results/channel.hpp"

namespace flangeway::results {

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
