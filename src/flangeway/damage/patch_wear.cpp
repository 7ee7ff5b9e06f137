#include "flangeway/damage/patch_wear.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::damage {

using contact::patch::Grid;
using contact::patch::Problem;
using contact::patch::Solution;

namespace {

// Friction opposes the slip.
double work_at(const Solution& s, std::size_t i) {
  return std::max(0.0, -(s.tractions.x[i] * s.slip_x[i] + s.tractions.y[i] * s.slip_y[i]));
}

}  // namespace

void find_wear(const WearLaw& law, const Problem& problem, const Solution& solution, PatchWear& wear) {
  const Grid& grid = problem.grid;
  wear.depth.assign(static_cast<std::size_t>(grid.ny), 0);
  wear.volume = wear.t_gamma = wear.beyond = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) wear.t_gamma += work_at(solution, i) * grid.element_area();
  wear.solved_t_gamma = wear.t_gamma;
  std::vector<Sliding> sliding;
  std::vector<std::size_t> rows;
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      const std::size_t i = grid.index(ix, iy);
      const double work = work_at(solution, i);
      if (!(work > 0)) continue;
      const Sliding at{solution.tractions.pressure[i], work,
                       std::hypot(solution.slip_x[i], solution.slip_y[i]), problem.motion.speed,
                       wear.t_gamma};
      sliding.push_back(at), rows.push_back(static_cast<std::size_t>(iy));
      if (law.largest > 0 && argument(law, at) > law.largest) wear.beyond += work * grid.element_area();
    }
  }
  std::vector<double> rates;
  find_wear_rates(law, sliding, rates);
  for (std::size_t i = 0; i < rates.size(); ++i) wear.depth[rows[i]] += rates[i] * grid.dx;
  for (const double depth : wear.depth) wear.volume += depth * grid.dy;
}

EllipseSolver::EllipseSolver(const contact::patch::ElasticPair& material, int elements) {
  problem_.material = material;
  problem_.grid.nx = problem_.grid.ny = elements;
  problem_.gap.assign(problem_.grid.size(), 0);
  problem_.method.tangential = contact::patch::TangentialMethod::fastsim;
  problem_.friction.assign(1, {});
}

bool is_in_contact(const EllipseContact& contact) {
  return contact.normal_force > 0 && contact.a > 0 && contact.b > 0 && contact.speed > 0;
}

bool EllipseSolver::solve(const EllipseContact& contact) {
  Grid& grid = problem_.grid;
  if (!is_in_contact(contact)) return false;
  grid.dx = 2 * contact.a / grid.nx, grid.dy = 2 * contact.b / grid.ny;
  grid.x_first = -contact.a + grid.dx / 2, grid.y_first = -contact.b + grid.dy / 2;
  problem_.given_pressure = contact::patch::ellipse_pressure(grid, contact.a, contact.b, contact.normal_force,
                                                             contact::patch::PressureShape::elliptic);
  problem_.normal_force = contact.normal_force;
  problem_.method.ellipse = contact::patch::Ellipse{contact.a, contact.b};
  problem_.friction.front().kinetic = contact.friction;
  problem_.motion.longitudinal.value = contact.creepage_x;
  problem_.motion.lateral.value = contact.creepage_y;
  problem_.motion.spin = contact.spin;
  problem_.motion.speed = contact.speed;
  contact::patch::solve(problem_, nullptr, workspace_, solution_);
  return true;
}

EllipseWear::EllipseWear(const contact::patch::ElasticPair& material, int elements) : material_(material) {
  for (int i = 0; i <= elements; ++i) {
    const double angle = pi * i / elements;
    cosine_.push_back(std::cos(angle)), sine_.push_back(std::sin(angle));
  }
  sine_.back() = 0;
  elements_.resize(static_cast<std::size_t>(elements) * static_cast<std::size_t>(elements));
}

// FASTSIM from the leading edge to the trailing one. Tractions are known at the ends of the elements; work is
// the slip of an element times the mean of the tractions at its ends. [Kalker1982]
void EllipseWear::march(const EllipseContact& contact, double y, double root, Element* row) const {
  const contact::patch::Flexibility& l = flexibility_;
  const double largest = 1.5 * contact.normal_force / (pi * contact.a * contact.b) * root,
               half_length = contact.a * root;
  const double slip_x = contact.creepage_x - contact.spin * y * l.longitudinal / l.spin,
               spin_y = contact.spin * l.lateral / l.spin;
  double before_x = 0, before_y = 0, pressure_before = 0;
  for (std::size_t i = 0; i + 1 < cosine_.size(); ++i) {
    const double length = half_length * (cosine_[i] - cosine_[i + 1]),
                 middle = half_length * (cosine_[i] + cosine_[i + 1]) / 2,
                 slip_y = contact.creepage_y + spin_y * middle;
    const double stick_x = before_x - slip_x * length / l.longitudinal,
                 stick_y = before_y - slip_y * length / l.lateral;
    const double pressure = largest * sine_[i + 1], bound = contact.friction * pressure,
                 square = stick_x * stick_x + stick_y * stick_y;
    const double part = square > bound * bound ? bound / std::sqrt(square) : 1;
    const double x = part * stick_x, y_traction = part * stick_y;
    const double x_slip = l.longitudinal * (x - stick_x) / length,
                 y_slip = l.lateral * (y_traction - stick_y) / length;
    row[i] = {length, (pressure_before + pressure) / 2,
              std::max(0.0, -(before_x + x) / 2 * x_slip - (before_y + y_traction) / 2 * y_slip),
              std::sqrt(x_slip * x_slip + y_slip * y_slip)};
    before_x = x, before_y = y_traction, pressure_before = pressure;
  }
}

// Work is traction times slip. Where it is another than that of FASTSIM, the slip is: tractions of sliding
// are those of friction.
void EllipseWear::scale_to(double t_gamma, PatchWear& wear) {
  const double scale = t_gamma / wear.t_gamma;
  for (Element& element : elements_) element.work *= scale, element.slip *= scale;
  wear.t_gamma = t_gamma;
}

bool EllipseWear::find(const WearLaw& law, const EllipseContact& contact, PatchWear& wear) {
  const std::size_t count = cosine_.size() - 1;
  wear.depth.assign(count, 0);
  wear.volume = wear.t_gamma = wear.beyond = wear.solved_t_gamma = 0;
  if (!is_in_contact(contact)) return false;
  flexibility_ = contact::patch::kalker_flexibility(contact.a, contact.b, material_);
  const double width = 2 * contact.b / static_cast<double>(count);
  for (std::size_t row = 0; row < count; ++row) {
    const double place = (2 * static_cast<double>(row) + 1) / static_cast<double>(count) - 1;
    Element* elements = &elements_[row * count];
    march(contact, place * contact.b, std::sqrt(1 - place * place), elements);
    for (std::size_t i = 0; i < count; ++i) wear.t_gamma += elements[i].work * elements[i].length * width;
  }
  wear.solved_t_gamma = wear.t_gamma;
  if (contact.t_gamma && wear.t_gamma > 0) scale_to(*contact.t_gamma, wear);
  sliding_.clear(), sliding_elements_.clear();
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Element& element = elements_[i];
    if (!(element.work > 0)) continue;
    const Sliding at{element.pressure, element.work, element.slip, contact.speed, wear.t_gamma};
    sliding_.push_back(at), sliding_elements_.push_back(i);
    if (law.largest > 0 && argument(law, at) > law.largest)
      wear.beyond += element.work * element.length * width;
  }
  find_wear_rates(law, sliding_, rates_);
  for (std::size_t k = 0; k < rates_.size(); ++k)
    wear.depth[sliding_elements_[k] / count] += rates_[k] * elements_[sliding_elements_[k]].length;
  for (const double depth : wear.depth) wear.volume += depth * width;
  return true;
}

}  // namespace flangeway::damage
