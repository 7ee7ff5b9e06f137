// Quantities that follow from recorded channels, at every recorded row. Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

struct Derived {
  results::Channel channel;
  std::vector<double> values;  ///< one per row
};

/// Names that stand before `ending` in the channels of the file, in its order.
[[nodiscard]] std::vector<std::string> owners(const results::Reader& results, std::string_view ending);

/// For each wheelset the sum of its guiding forces ΣY and its sliding mean over 2 m [EN14363]; for each wheel
/// the mean of Y/Q over 2 m, the contact angle of the flange where it touches, else of the tread, and the
/// wear number Tγ of its contacts; for each body the accelerations of y and z in the track frame, as
/// differences of the recorded velocities.
[[nodiscard]] std::vector<Derived> derived_channels(const results::Reader& results);

}  // namespace flangeway::report
