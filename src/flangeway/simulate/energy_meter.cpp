#include "flangeway/simulate/energy_meter.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::simulate {
namespace {

void accumulate(const EnergyFlow& power, double time, EnergyFlow& work) {
  work.drive += time * power.drive;
  work.valves += time * power.valves;
  work.suspension += time * power.suspension;
  work.creep += time * power.creep;
  work.contact += time * power.contact;
}

}  // namespace

void SurfaceMeter::start(const multibody::Surfaces& surfaces) {
  begin_ = end_ = surfaces;
}

void SurfaceMeter::add(double step, const multibody::Surfaces& surfaces) {
  begin_ = end_;
  end_ = surfaces;
  before_ = work_;
  const double lost = multibody::slip_work(begin_, end_);
  work_ += lost;
  power_ = step > 0 ? lost / step : 0;
}

double SurfaceMeter::work(const multibody::Surfaces& surfaces) const {
  return before_ + multibody::slip_work(begin_, surfaces);
}

bool SurfaceMeter::fits(const multibody::Surfaces& surfaces) const {
  for (const multibody::Surfaces* mine : {&begin_, &end_})
    if (mine->force.size() != surfaces.force.size() || mine->place.size() != surfaces.place.size())
      return false;
  return true;
}

void EnergyMeter::start(const EnergyInstant& instant, const multibody::Surfaces& surfaces) {
  surfaces_.start(surfaces);
  stored_ = instant.stored;
  points_[0] = {0, instant.power};
  count_ = 1;
}

// Two points of Gauss integrate a cubic exactly.
EnergyFlow EnergyMeter::integral(double from, double to) const {
  EnergyFlow sum;
  const double half = (to - from) / 2, middle = from + half, apart = half / std::sqrt(3.0);
  for (const double x : {middle - apart, middle + apart}) {
    for (std::size_t k = 0; k < known(); ++k) {
      double above = 1, below = 1;  // Lagrange's
      for (std::size_t l = 0; l < known(); ++l)
        if (l != k) above *= x - points_[l].time, below *= points_[k].time - points_[l].time;
      accumulate(points_[k].power, half * above / below, sum);
    }
  }
  return sum;
}

// Over the last step; from the last jump on, as long as no point is left out.
void EnergyMeter::end_step(double t, const EnergyFlow& power, const multibody::Surfaces& surfaces) {
  const double step = t - points_[0].time;
  surfaces_.add(step, surfaces);
  std::rotate(points_.begin(), points_.end() - 1, points_.end());
  points_[0] = {t, power};
  count_ = std::min(count_ + 1, points_.size() + 1);
  const bool all = count_ == known();
  const EnergyFlow more = integral(points_[all ? known() - 1 : 1].time, t);
  if (all) work_ = base_;
  accumulate(more, 1, work_);
}

void EnergyMeter::jump(const EnergyFlow& power) {
  points_[0].power = power;
  count_ = 1, base_ = work_;
}

void EnergyMeter::complete(double t, const multibody::Surfaces& surfaces, EnergyInstant& instant) const {
  instant.work = work_;
  if (t < points_[0].time) accumulate(integral(t, points_[0].time), -1, instant.work);
  instant.work.suspension += surfaces_.work(surfaces);
  instant.power.suspension += surfaces_.power();
  instant.residual = instant.stored - stored_ - instant.work.balance();
}

}  // namespace flangeway::simulate
