// The profile of a track over its plan: gradients, parabolas and circles between points of given height.
#pragma once

#include <vector>

#include "flangeway/track/alignment.hpp"

namespace flangeway::track {

/// Pieces of the profile from before the first point to beyond the last one; s is 0 where plan is 0. With
/// findings they are not to be used. A corner without a curve is a note.
[[nodiscard]] std::vector<ProfilePiece> build_profile(const TrackSpec& spec, Findings& findings,
                                                      std::vector<Finding>& notes);

[[nodiscard]] double plan_of(const std::vector<ProfilePiece>& pieces, double s);
[[nodiscard]] double arc_of(const std::vector<ProfilePiece>& pieces, double plan);
/// θ at s, rad, downhill positive.
[[nodiscard]] double slope_of(const std::vector<ProfilePiece>& pieces, double s);
[[nodiscard]] double height_of(const std::vector<ProfilePiece>& pieces, double plan);

/// Length in plan, and height, from s = 0.
[[nodiscard]] double plan_of(const std::vector<SlopePiece>& pieces, double s);
[[nodiscard]] double height_of(const std::vector<SlopePiece>& pieces, double s);

}  // namespace flangeway::track
