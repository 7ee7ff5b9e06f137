// Whether wheelsets touch their rails with a flange, as the channels of a run tell it, and from which cycle
// of a branch on. Theory: docs/theory/stability.md.
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/simulate/reduced_equations.hpp"
#include "flangeway/stability/orbit.hpp"

namespace flangeway::stability {

/// A wheelset touches with a flange while a flange contact of its wheels carries load, or while a bump stop
/// between it and the track, which stands for the rail, is closed.
class FlangeChannels {
 public:
  explicit FlangeChannels(const vehicle_case::CaseModel& model);
  /// `row`: all channels, as of simulate::fill_row().
  [[nodiscard]] bool touches(const double* row, std::size_t wheelset) const;
  [[nodiscard]] std::size_t channel_count() const { return channel_count_; }

 private:
  struct Places {
    std::vector<std::size_t> normal_forces, stop_forces;
  };
  std::vector<Places> wheelsets_;
  std::size_t channel_count_ = 0;
};

/// Looks at a cycle where each wheelset is furthest to the left and to the right.
class FlangeWatch {
 public:
  /// `lateral`: where the lateral displacement of each wheelset stands in the states.
  FlangeWatch(simulate::ReducedEquations& equations, const std::vector<Eigen::Index>& lateral);
  [[nodiscard]] std::vector<bool> touches(const Orbit& orbit);
  /// How far from one orbit to the next, 0 … 1, a wheelset that touches in one of them begins or ceases to
  /// touch. States in between are taken as linear.
  [[nodiscard]] double share_of_change(const Orbit& from, const Orbit& to, std::size_t wheelset);

 private:
  [[nodiscard]] std::vector<Eigen::VectorXd> furthest(const Orbit& orbit, std::size_t wheelset) const;
  [[nodiscard]] bool touches(double speed, const Eigen::VectorXd& state, std::size_t wheelset);

  simulate::ReducedEquations& equations_;
  std::vector<Eigen::Index> lateral_;
  FlangeChannels channels_;
  std::vector<double> row_;
  Eigen::VectorXd rate_;
};

}  // namespace flangeway::stability
