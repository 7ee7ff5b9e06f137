// Normal contact by strips along the rolling direction: fast methods for any cross-sections
// (docs/theory/strips.md).
#pragma once

#include <limits>
#include <vector>

#include "flangeway/contact/patch/problem/elastic_pair.hpp"
#include "flangeway/contact/patch/problem/method.hpp"
#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch::strips {

/// Two undeformed surfaces seen strip by strip: their distance is distance[j] + ½ curvature[j] (x −
/// centre[j])². Strips are equally wide and lie side by side.
struct Section {
  double first = 0, width = 0;    ///< m: middle of strip 0, width of every strip > 0
  std::vector<double> distance;   ///< m, least distance on the strip; infinite: nothing there
  std::vector<double> curvature;  ///< 1/m, relative curvature along rolling, > 0
  std::vector<double> centre;     ///< m, x of the least distance
  double room = std::numeric_limits<double>::infinity();  ///< m, half the length that a strip has at most
  [[nodiscard]] std::size_t size() const { return distance.size(); }
  [[nodiscard]] double y(std::size_t j) const { return first + width * static_cast<double>(j); }
  void resize(std::size_t count);
};

/// Pressure max_pressure √(1 − (x − centre)²/half_length²) on a strip; half_length 0: no contact.
struct Strip {
  double y = 0, centre = 0, half_length = 0;  ///< m
  double max_pressure = 0;                    ///< Pa
};

/// StripContact by strips. What it held before is the first estimate of the next solution.
struct StripContact {
  double approach = 0, normal_force = 0, max_pressure = 0, area = 0;  ///< m, N, Pa, m²
  Ellipse ellipse;            ///< of the same area and greatest length: gives Kalker's coefficients
  std::vector<Strip> strips;  ///< one for each strip of the section
  int iterations = 0;
  bool converged = true;
};

/// Memory of a solution; with not more strips than before nothing is allocated.
struct NormalWork {
  std::vector<double> half_length, matrix, bending, right_side;
  std::vector<int> active, pressed;
};

/// Solves for the pressures. `value` is the approach in m, or the normal force in N. `method` is
/// not boundary_elements. No contact: all zero.
void solve_normal(NormalMethod method, const Section& section, const ElasticPair& material,
                  NormalControl control, double value, NormalWork& work, StripContact& contact);

/// Force, area, greatest pressure and ellipse from the strips, which are `width` (m) wide.
void sum_up(double width, StripContact& contact);

/// The ellipse with the area of the strips and the ratio of their extents along and across; as it was without
/// contact.
void set_ellipse_by_extent(double width, StripContact& contact);

/// The section of a patch given by its grid: parabolas through three elements of each row about the least
/// gap. Rows without room for one are left out.
void section_of(const Problem& problem, Section& section);

/// ∫√(1 − u²) between two places, zero outside −1 … 1.
[[nodiscard]] double half_disc(double from, double to);

/// Pressures of the strips on the elements of a grid whose rows are the strips: means over each element,
/// scaled so that each row carries its force.
void spread(const StripContact& contact, const Grid& grid, std::vector<double>& pressure);

/// The strips that given pressures make, row by row: length by the elements that carry, force kept.
void strips_of(const Grid& grid, const std::vector<double>& pressure, StripContact& contact);

/// The strips of a Hertzian ellipse about the origin under a force in N.
void strips_of(const Grid& grid, const Ellipse& ellipse, double force, StripContact& contact);

}  // namespace flangeway::contact::patch::strips
