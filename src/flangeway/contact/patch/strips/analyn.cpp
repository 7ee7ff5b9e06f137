#include "flangeway/contact/patch/strips/analyn.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::strips {
namespace {

// Surfaces that part less than with a radius of 5 m across, or come closer, are treated as parting so: the
// same lower bound as in the program that the modification comes from, 10⁻⁴/mm of half the curvature.
constexpr double min_curvature_across = 2 * min_half_curvature;  // 1/m

// Distance of a strip at the x where another is nearest.
double distance_beside(const Section& section, std::size_t strip, double x) {
  const double away = x - section.centre[strip];
  return section.distance[strip] + 0.5 * section.curvature[strip] * away * away;
}

// Second difference of the distance across, at the x where the strip is nearest; at the ends of the section
// of the two strips inwards. [ContactProgram]
double curvature_across(const Section& section, std::size_t strip) {
  const std::size_t n = section.size();
  if (n < 3) return min_curvature_across;
  const std::size_t middle = std::clamp<std::size_t>(strip, 1, n - 2);
  const double x = section.centre[strip];
  const double difference = distance_beside(section, middle - 1, x) -
                            2 * distance_beside(section, middle, x) + distance_beside(section, middle + 1, x);
  const double curvature = difference / (section.width * section.width);
  return std::isfinite(curvature) ? std::max(curvature, min_curvature_across) : min_curvature_across;
}

}  // namespace

RowHertz row_hertz(double along, double across, double modulus) {
  const double sum = 0.5 * (along + across);  // A + B of a gap A x² + B y²
  const EllipseShape shape = ellipse_shape(along / across);
  // a = shape.a (N/(sum E*))^⅓, δ = shape.approach sum^⅓ (N/E*)^⅔, p₀ = 3N/(2πab); per δ: N drops out.
  const double per_approach = 1 / (shape.approach * sum);
  const double pressure = 1.5 * sum * modulus / (pi * shape.a * shape.b);
  return {shape.a * shape.a * per_approach, shape.b * shape.b * per_approach,
          pressure * pressure * per_approach};
}

void solve_analyn(const Section& section, const ElasticPair& material, double approach,
                  StripContact& contact) {
  const double modulus = material.shear_modulus / (1 - material.poisson_ratio);
  const double touch = *std::min_element(section.distance.begin(), section.distance.end());
  contact.approach = approach;
  for (std::size_t j = 0; j < section.size(); ++j) {
    if (!std::isfinite(section.distance[j])) continue;
    const double across = curvature_across(section, j);
    const RowHertz hertz = row_hertz(section.curvature[j], across, modulus);
    // 1 + β = δ/(B b²): the factor that puts the edge of a Hertzian contact where B y² (1 + β) = δ.
    const double widening = 2 / (across * hertz.width_square);
    const double local = approach - touch - widening * (section.distance[j] - touch);
    if (!(local > 0)) continue;
    contact.strips[j].half_length = std::sqrt(hertz.length_square * local);
    contact.strips[j].max_pressure = std::sqrt(hertz.pressure_square * local);
  }
  sum_up(section.width, contact);
}

}  // namespace flangeway::contact::patch::strips
