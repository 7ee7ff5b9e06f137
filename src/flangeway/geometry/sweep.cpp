#include "flangeway/geometry/sweep.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::geometry {
namespace {

// [m] Contacts further apart on the wheel belong to separate patches, whose spin and creepages differ.
constexpr double max_patch_reach = 0.012;

constexpr double shift_resolution = 1e-10;  // [m] a jump is located this closely

double jump_size(const Position& a, const Position& b) {
  return std::max(std::abs(a.left.wheel_s - b.left.wheel_s), std::abs(a.right.wheel_s - b.right.wheel_s));
}

class Sweeper {
 public:
  Sweeper(const PositionSearch& search, const SweepRange& range) : search_(search), range_(range) {}

  [[nodiscard]] Position at(double shift, double roll) const {
    return search_.at_shift(shift, range_.gauge_variation, roll, range_.limits);
  }

  // Adds everything between a and b, and b, splitting until contacts move smoothly or a jump is pinned down.
  void advance(const Position& a, const Position& b) {
    const double width = std::abs(b.shift - a.shift);
    if (jump_size(a, b) <= std::max(jump_threshold, 4 * width)) {
      result_.positions.push_back(b);
      return;
    }
    if (width <= shift_resolution) {
      const bool left =
          std::abs(a.left.wheel_s - b.left.wheel_s) >= std::abs(a.right.wheel_s - b.right.wheel_s);
      result_.jumps.push_back({a, b, left});
      result_.positions.push_back(b);
      return;
    }
    const Position middle = at((a.shift + b.shift) / 2, (a.roll + b.roll) / 2);
    if (!middle.found) return;
    advance(a, middle);
    advance(middle, b);
  }

  // From `start` outwards in one direction until the range ends or a rail is lost.
  void run(const Position& start, double direction) {
    Position a = start;
    const auto steps = static_cast<int>(std::lround(range_.shift_max / range_.shift_step));
    for (int i = 1; i <= steps; ++i) {
      const Position b = at(start.shift + direction * range_.shift_step * i, a.roll);
      if (!b.found) break;
      advance(a, b);
      a = b;
    }
  }

  Sweep result_;

 private:
  const PositionSearch& search_;
  const SweepRange& range_;
};

}  // namespace

Sweep sweep(const PositionSearch& search, const SweepRange& range) {
  Sweeper rightwards(search, range), leftwards(search, range);
  const Position start = leftwards.at(0, 0);
  if (!start.found) return {};
  rightwards.run(start, -1);
  leftwards.run(start, 1);
  Sweep result = std::move(rightwards.result_);
  std::reverse(result.positions.begin(), result.positions.end());
  std::reverse(result.jumps.begin(), result.jumps.end());
  for (Jump& jump : result.jumps) std::swap(jump.before, jump.after);
  result.positions.push_back(start);
  result.positions.insert(result.positions.end(), leftwards.result_.positions.begin(),
                          leftwards.result_.positions.end());
  result.jumps.insert(result.jumps.end(), leftwards.result_.jumps.begin(), leftwards.result_.jumps.end());
  return result;
}

const Jump* tread_flange_jump(const Sweep& sweep, bool left) {
  if (left) {
    for (const Jump& jump : sweep.jumps) {
      if (jump.left && jump.before.shift > 0 && jump.after.left.angle > flange_angle) return &jump;
    }
  } else {
    for (auto jump = sweep.jumps.rbegin(); jump != sweep.jumps.rend(); ++jump) {
      if (!jump->left && jump->before.shift < 0 && jump->before.right.angle > flange_angle) return &*jump;
    }
  }
  return nullptr;
}

double tread_flange_division(const Sweep& sweep, bool left) {
  const Jump* jump = tread_flange_jump(sweep, left);
  if (!jump) return 0;
  return left ? (jump->before.left.wheel_s + jump->after.left.wheel_s) / 2
              : (jump->before.right.wheel_s + jump->after.right.wheel_s) / 2;
}

std::vector<double> patch_divisions(const Sweep& sweep, bool left) {
  std::vector<double> divisions;
  const Jump* const flange = tread_flange_jump(sweep, left);
  for (const Jump& jump : sweep.jumps) {
    if (jump.left != left) continue;
    const double before = left ? jump.before.left.wheel_s : jump.before.right.wheel_s;
    const double after = left ? jump.after.left.wheel_s : jump.after.right.wheel_s;
    if (std::abs(after - before) > max_patch_reach || &jump == flange)
      divisions.push_back((before + after) / 2);
  }
  std::sort(divisions.begin(), divisions.end());
  return divisions;
}

PositionSearch loaded_search(const WheelsetGeometry& geometry, const PositionSearch& points, double load,
                             const PatchSettings& patch) {
  SweepRange range;
  range.shift_max = 0.02;
  range.shift_step = 2e-4;
  const Sweep motion = sweep(points, range);
  return PositionSearch(geometry, {WheelLoad{load, patch, patch_divisions(motion, true)},
                                   WheelLoad{load, patch, patch_divisions(motion, false)}});
}

}  // namespace flangeway::geometry
