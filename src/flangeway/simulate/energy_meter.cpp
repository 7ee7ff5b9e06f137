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

bool SurfaceMeter::is_of(const multibody::Surfaces& surfaces) const {
  for (const multibody::Surfaces* mine : {&begin_, &end_})
    if (mine->force.size() != surfaces.force.size() || mine->place.size() != surfaces.place.size())
      return false;
  return true;
}

// The polynomial through the points is integrated over the last interval; over all of them as long as no
// point is left out. Two points of Gauss integrate a cubic exactly.
void EnergyMeter::add(double t, const multibody::Surfaces& surfaces, EnergyInstant& instant) {
  if (count_ == 0) stored_ = instant.stored;
  if (count_ > 0 && t <= points_[0].time) count_ = 0, base_ = work_;
  std::rotate(points_.begin(), points_.end() - 1, points_.end());
  points_[0] = {t, instant.power};
  count_ = std::min(count_ + 1, points_.size() + 1);
  const std::size_t known = std::min(count_, points_.size());
  if (count_ == known) work_ = base_;
  const double from = count_ == known ? points_[known - 1].time : points_[1].time;
  const double half = (t - from) / 2, apart = half / std::sqrt(3.0);
  for (const double x : {t - half - apart, t - half + apart}) {
    for (std::size_t k = 0; k < known; ++k) {
      double share = 1;  // Lagrange's
      for (std::size_t l = 0; l < known; ++l)
        if (l != k) share *= (x - points_[l].time) / (points_[k].time - points_[l].time);
      accumulate(points_[k].power, half * share, work_);
    }
  }
  instant.work = work_;
  instant.work.suspension += surfaces_.work(surfaces);
  instant.power.suspension += surfaces_.power();
  instant.residual = instant.stored - stored_ - instant.work.balance();
}

}  // namespace flangeway::simulate
