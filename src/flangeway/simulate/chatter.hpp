// Notices a wheel force that oscillates fast for long: docs/theory/elastic.md, "Chatter".
#pragma once

#include <algorithm>
#include <cmath>

namespace flangeway::simulate {

/// The vertical force of one wheel, less its mean of the last time, as a running deviation and frequency.
struct ChatterWatch {
  double mean = 0, square = 0;  ///< N, N²: of the last `averaging` seconds
  double rate = 0;              ///< 1/s, changes of sign
  double lasting = -1;          ///< s since it began to chatter; −1: no force has been seen
  bool above = false;           ///< the force is above its mean

  /// The chatter that goes on: where it began in m, and its deviation in N and frequency in Hz at its
  /// strongest.
  double begun = 0, strongest = 0, strongest_frequency = 0;

  /// The longest chatter that has been seen.
  double time = 0, from = 0;            ///< s, m
  double deviation = 0, frequency = 0;  ///< N, Hz: where it was strongest
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ChatterWatch> watch) {
  codec(watch.mean, watch.square, watch.rate, watch.lasting, watch.above, watch.begun, watch.strongest,
        watch.strongest_frequency, watch.time, watch.from, watch.deviation, watch.frequency);
}

inline constexpr double chatter_to_warn = 0.5;  ///< s

/// `least`: deviation in N that counts. A vehicle moves below some 20 Hz, and its track excites it there.
inline void add_force(double force, double least, double step, double distance, ChatterWatch& watch) {
  constexpr double averaging = 0.25, following = 0.05;  // s
  constexpr double min_chatter_frequency = 25;          // Hz
  if (watch.lasting < 0) watch.mean = force, watch.lasting = 0;
  const double part = std::min(1.0, step / averaging), offset = force - watch.mean;
  watch.mean += std::min(1.0, step / following) * offset;
  watch.square += part * (offset * offset - watch.square);
  watch.rate -= part * watch.rate;
  if (watch.above != (offset > 0)) watch.rate += 1 / averaging;
  watch.above = offset > 0;
  const double deviation = std::sqrt(watch.square);
  if (deviation < least || watch.rate < 2 * min_chatter_frequency) {
    watch.lasting = 0;
    return;
  }
  if (watch.lasting == 0) watch.begun = distance, watch.strongest = 0;
  watch.lasting += step;
  if (deviation > watch.strongest) watch.strongest = deviation, watch.strongest_frequency = watch.rate / 2;
  if (watch.lasting <= watch.time) return;
  watch.time = watch.lasting, watch.from = watch.begun;
  watch.deviation = watch.strongest, watch.frequency = watch.strongest_frequency;
}

}  // namespace flangeway::simulate
