// A recorded quantity of a run.
#pragma once

#include <string>

namespace flangeway {

struct Channel {
  std::string name;         ///< "wheelset1.left.Q"; docs/reference/channels.md lists them
  std::string unit;         ///< SI: "N", "m/s", "rad"; "1" for a pure number
  std::string frame;        ///< of the components: "track", "contact"; empty for a scalar
  std::string description;  ///< one sentence
};

}  // namespace flangeway
