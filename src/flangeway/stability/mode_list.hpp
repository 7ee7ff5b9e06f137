// The modes of a case as `flangeway modes` gives them.
#pragma once

#include <string>
#include <vector>

#include "flangeway/plot/figure.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/stability/mode_sensitivities.hpp"

namespace flangeway::stability {

/// Position of a wheelset in steady running: m, rad.
struct SteadyPlace {
  std::string wheelset;
  double y = 0, yaw = 0;
};

struct ModeList {
  std::string title = {};  ///< of the picture
  double speed = 0;        ///< m/s
  bool dampers = true;
  std::vector<SteadyPlace> steady = {};  ///< empty: about the start of the case
  std::vector<simulate::Mode> modes = {};
  std::vector<ModeSensitivity> sensitivities = {};  ///< one for each key
};

/// One line for each mode; without `all`, one line for all overdamped and one for all neutral modes.
[[nodiscard]] std::string text(const ModeList& list, bool all);
[[nodiscard]] std::string json_text(const ModeList& list);
/// All modes with their eigenvalues.
[[nodiscard]] std::string csv_text(const ModeList& list);
/// Damping ratio of the oscillations over their frequency; the points have the numbers of the list.
[[nodiscard]] plot::Figure figure_of(const ModeList& list);

}  // namespace flangeway::stability
