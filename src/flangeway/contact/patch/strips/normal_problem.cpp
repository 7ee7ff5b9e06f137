#include "flangeway/contact/patch/strips/normal_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/patch/strips/analyn.hpp"
#include "flangeway/contact/patch/strips/elastic.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::strips {
namespace {

constexpr int max_force_steps = 40;
constexpr double force_tolerance = 1e-9;

double compliance(const ElasticPair& material) {
  return (1 - material.poisson_ratio) / (pi * material.shear_modulus);
}

// Linear between the strips; infinite outside.
double distance_at(const Section& section, double y) {
  const double place = (y - section.first) / section.width;
  if (!(place >= 0 && place <= static_cast<double>(section.size()) - 1))
    return std::numeric_limits<double>::infinity();
  const std::size_t k = std::min(static_cast<std::size_t>(place), section.size() - 2);
  const double part = place - static_cast<double>(k);
  if (part == 0) return section.distance[k];
  return section.distance[k] + part * (section.distance[k + 1] - section.distance[k]);
}

// How much of the section lies below a limit, m: with the crossings between strips, so that the forces do not
// jump as the limit rises.
double width_below(const Section& section, double limit) {
  const auto beside = [&](double inside, double outside) {
    return std::isfinite(outside) ? (limit - inside) / (outside - inside) : 0.5;
  };
  double strips = 0;
  for (std::size_t j = 0; j + 1 < section.size(); ++j) {
    const double a = section.distance[j], b = section.distance[j + 1];
    if (a < limit && b < limit) {
      strips += 1;
    } else if (a < limit || b < limit) {
      strips += a < limit ? beside(a, b) : beside(b, a);
    }
  }
  return strips * section.width;
}

// Factors by which length and width of the overlap become those of an ellipse of the same area whose axes
// have the ratio of Hertz's, and the share of the approach at which the overlap has the area of Hertz's.
struct Stretch {
  double length = 1, width = 1, share = virtual_part;
};
Stretch correction(double half_length, double half_width) {
  if (!(half_width > 0 && half_length > 0)) return {};
  const double ratio = half_width / half_length;  // of the overlap: √(A/B)
  const double coefficients = std::clamp(ratio * ratio, 1e-6, 1e6);
  const EllipseShape hertz = ellipse_shape(coefficients);  // of A + B = 1
  const double stretch = std::sqrt(std::clamp(hertz.a_over_b * ratio, 0.25, 4.0));
  const double root = std::sqrt(coefficients) / (1 + coefficients);  // √(A B)
  return {stretch, 1 / stretch, hertz.a * hertz.b * root / hertz.approach};
}

// Half the length of the longest strip of the overlap below a limit, m.
double longest_below(const Section& section, double limit) {
  double longest = 0;
  for (std::size_t j = 0; j < section.size(); ++j)
    if (section.distance[j] < limit)
      longest = std::max(longest, std::sqrt(2 * (limit - section.distance[j]) / section.curvature[j]));
  return longest;
}

// Pressures in proportion to the lengths of the strips; the deepest strip is pressed in by the overlap of the
// bodies there. [Kik1996]
void press_by_length(const Section& section, const ElasticPair& material, double approach,
                     std::size_t deepest, StripContact& contact) {
  const Kernel& kernel = Kernel::instance();
  double longest = 0, deflection = 0;  // of the deepest strip, for a pressure of 1 in the longest one
  for (const Strip& strip : contact.strips) longest = std::max(longest, strip.half_length);
  if (!(longest > 0)) return;
  for (Strip& strip : contact.strips) {
    if (!(strip.half_length > 0)) continue;
    strip.max_pressure = strip.half_length / longest;
    deflection += strip.max_pressure *
                  between(kernel, strip.y - section.y(deepest), section.width, strip.half_length).deflection;
  }
  const double pressure = (approach - section.distance[deepest]) / (compliance(material) * deflection);
  for (Strip& strip : contact.strips) strip.max_pressure *= pressure;
}

std::size_t deepest_strip(const Section& section) {
  return static_cast<std::size_t>(std::min_element(section.distance.begin(), section.distance.end()) -
                                  section.distance.begin());
}

// Half the approach: where KPEC measures how wide the overlap is.
constexpr double kpec_part = 0.5;

// y at which the overlap below a limit ends between strip `inside` and strip `outside`; it goes on
// straight where the section ends. m
double end_below(const Section& section, double limit, std::size_t inside, std::size_t outside) {
  const double a = section.distance[inside], b = section.distance[outside];
  const double part = std::isfinite(b) && b != a ? (limit - a) / (b - a) : 0.5;
  return section.y(inside) + part * (section.y(outside) - section.y(inside));
}

// Hertz's ellipse of the overlap at half the approach: its middle and half width (m), and the share of the
// approach down to which strips touch in its middle and at its ends. [ContactProgram]
struct VaryingShare {
  double middle = 0, half_width = 0, in_middle = 0, at_end = 0;
  [[nodiscard]] double at(double y) const {
    const double offset = (y - middle) / half_width;
    return std::max(0.0, in_middle - (in_middle - at_end) * offset * offset);
  }
};
VaryingShare varying_share(const Section& section, std::size_t deepest, double depth, double modulus) {
  const double limit = section.distance[deepest] + kpec_part * depth;
  std::size_t first = deepest, last = deepest;
  for (std::size_t j = 0; j < section.size(); ++j)
    if (section.distance[j] <= limit) first = std::min(first, j), last = std::max(last, j);
  const std::size_t inner_first = first == 0 ? 1 : first, inner_last = std::min(last, section.size() - 2);
  const double begin = end_below(section, limit, inner_first, inner_first - 1),
               end = end_below(section, limit, inner_last, inner_last + 1);
  VaryingShare share;
  share.middle = 0.5 * (begin + end);
  const double along = 0.5 * section.curvature[deepest],  // A and B of the gap A x² + B y²
      across = std::max(min_half_curvature, kpec_part * depth / std::pow(end - share.middle, 2));
  const RowHertz hertz = row_hertz(2 * along, 2 * across, modulus);  // per approach
  share.half_width = std::sqrt(hertz.width_square * depth);
  if (first >= last)
    share.half_width = std::max(share.half_width, 1.1 * std::abs(section.y(deepest) - share.middle));
  share.in_middle = along * hertz.length_square;
  share.at_end = across * hertz.width_square;
  return share;
}

void solve_kpec(const Section& section, const ElasticPair& material, double approach, StripContact& contact) {
  place_strips(section, contact);
  contact.approach = approach;
  const std::size_t deepest = deepest_strip(section);
  const double touch = section.distance[deepest], depth = approach - touch;
  if (!(depth > 0) || section.size() < 3) return sum_up(section.width, contact);
  const VaryingShare share =
      varying_share(section, deepest, depth, material.shear_modulus / (1 - material.poisson_ratio));
  for (std::size_t j = 0; j < section.size(); ++j) {
    const double room = touch + share.at(section.y(j)) * depth - section.distance[j];
    if (room > 0) contact.strips[j].half_length = std::sqrt(2 * room / section.curvature[j]);
  }
  press_by_length(section, material, approach, deepest, contact);
  sum_up(section.width, contact);
}

void solve_kik_piotrowski(const Section& section, const ElasticPair& material, double approach,
                          StripContact& contact) {
  place_strips(section, contact);
  contact.approach = approach;
  const std::size_t n = section.size(), deepest = deepest_strip(section);
  const double least = section.distance[deepest], depth = approach - least;
  if (!(depth > 0)) return sum_up(section.width, contact);
  const double first = least + virtual_part * depth;
  const Stretch stretch = correction(longest_below(section, first), width_below(section, first) / 2);
  const double limit = least + stretch.share * depth;
  const double y0 = section.y(deepest);
  for (std::size_t j = 0; j < n; ++j) {
    const double room = limit - distance_at(section, y0 + (section.y(j) - y0) / stretch.width);
    if (!(room > 0) || !std::isfinite(section.distance[j])) continue;
    contact.strips[j].half_length = stretch.length * std::sqrt(2 * room / section.curvature[j]);
  }
  press_by_length(section, material, approach, deepest, contact);
  sum_up(section.width, contact);
}

void solve_at_approach(NormalMethod method, const Section& section, const ElasticPair& material,
                       double approach, NormalWork& work, StripContact& contact) {
  if (method == NormalMethod::kik_piotrowski)
    return solve_kik_piotrowski(section, material, approach, contact);
  if (method == NormalMethod::kpec) return solve_kpec(section, material, approach, contact);
  if (method == NormalMethod::analyn) {
    place_strips(section, contact);
    return solve_analyn(section, material, approach, contact);
  }
  solve_elastic(section, compliance(material), approach, work, contact);
}

// The approach that carries a force: steps by the power 3/2, then by what the last two have shown.
void solve_for_force(NormalMethod method, const Section& section, const ElasticPair& material, double force,
                     NormalWork& work, StripContact& contact) {
  const double touch = *std::min_element(section.distance.begin(), section.distance.end());
  const double stiffness = material.shear_modulus / (1 - material.poisson_ratio);
  double depth = contact.normal_force > 0 && contact.approach > touch
                     ? contact.approach - touch
                     : std::cbrt(std::pow(force / stiffness, 2) * section.curvature.front());
  double power = 1.5, last_force = 0, last_depth = 0;
  for (int i = 0; i < max_force_steps; ++i) {
    solve_at_approach(method, section, material, touch + depth, work, contact);
    const double now = contact.normal_force;
    if (std::abs(now - force) <= force_tolerance * force) return;
    if (last_force > 0 && now > 0 && now != last_force && depth != last_depth) {
      const double learnt = std::log(now / last_force) / std::log(depth / last_depth);
      if (learnt > 0.7 && learnt < 4) power = learnt;
    }
    last_force = now, last_depth = depth;
    depth *= now > 0 ? std::clamp(std::pow(force / now, 1 / power), 0.2, 5.0) : 2;
  }
  // The elements of the discretisation that come and go make the force jump a little.
  contact.converged = contact.converged && std::abs(contact.normal_force - force) <= 1e-4 * force;
}

}  // namespace

void sum_up(double width, StripContact& contact) {
  FLANGEWAY_ASSERT(width > 0, "a strip has a width");
  contact.normal_force = contact.max_pressure = contact.area = contact.ellipse.a = 0;
  for (const Strip& strip : contact.strips) {
    contact.normal_force += pi / 2 * strip.max_pressure * strip.half_length * width;
    contact.area += 2 * strip.half_length * width;
    contact.max_pressure = std::max(contact.max_pressure, strip.max_pressure);
    contact.ellipse.a = std::max(contact.ellipse.a, strip.half_length);
  }
  contact.ellipse.b = contact.ellipse.a > 0 ? contact.area / (pi * contact.ellipse.a) : 0;
}

void set_ellipse_by_extent(double width, StripContact& contact) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double x_begin = none, x_end = -none, y_begin = none, y_end = -none;
  for (const Strip& strip : contact.strips) {
    if (!(strip.half_length > 0)) continue;
    x_begin = std::min(x_begin, strip.centre - strip.half_length),
    x_end = std::max(x_end, strip.centre + strip.half_length);
    y_begin = std::min(y_begin, strip.y - width / 2), y_end = std::max(y_end, strip.y + width / 2);
  }
  if (!(contact.area > 0)) return;
  const double ratio = (x_end - x_begin) / (y_end - y_begin), product = contact.area / pi;
  contact.ellipse = {std::sqrt(product * ratio), std::sqrt(product / ratio)};
}

void Section::resize(std::size_t count) {
  distance.resize(count), curvature.resize(count), centre.resize(count);
}

void solve_normal(NormalMethod method, const Section& section, const ElasticPair& material,
                  NormalControl control, double value, NormalWork& work, StripContact& contact) {
  FLANGEWAY_ASSERT(method != NormalMethod::boundary_elements, "the method divides the patch into strips");
  FLANGEWAY_ASSERT(section.curvature.size() == section.size() && section.centre.size() == section.size(),
                   "each strip has a curvature and a centre");
  contact.converged = true;
  contact.iterations = 0;
  const auto least = std::min_element(section.distance.begin(), section.distance.end());
  const bool empty = least == section.distance.end() || !std::isfinite(*least);
  if (empty || (control == NormalControl::approach && !(value > *least))) {
    place_strips(section, contact);
    contact.approach = value;
    return sum_up(section.width, contact);
  }
  if (control == NormalControl::approach) {
    solve_at_approach(method, section, material, value, work, contact);
  } else {
    solve_for_force(method, section, material, value, work, contact);
  }
}

}  // namespace flangeway::contact::patch::strips
