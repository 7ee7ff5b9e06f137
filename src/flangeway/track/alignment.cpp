#include "flangeway/track/alignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/cant_unit.hpp"
#include "flangeway/track/chainage.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/profile_pieces.hpp"
#include "flangeway/track/quadrature.hpp"

namespace flangeway::track {

namespace {

// Steps that change no force: radii and stations are rounded.
constexpr double same_curvature = 1e-9;  // 1/m
constexpr double same_end_cant = 1e-9;   // m

void check_straight(const SegmentSpec& spec, Findings& findings) {
  if (spec.curvature != 0)
    add(findings, spec, "curvature", {"is given for a straight", number(spec.curvature), "0"});
  if (spec.radius != 0) {
    add(findings, spec, "radius",
        {"is given for a straight", number(spec.radius), "", "Use kind = \"circular\""});
  }
}

void check_circular(const SegmentSpec& spec, Findings& findings) {
  if (spec.curvature != 0 && spec.radius != 0) {
    add(findings, spec, "radius",
        {"is given in addition to curvature", number(spec.radius), "",
         "Give either curvature or radius and direction"});
  } else if (spec.curvature == 0 && spec.radius == 0) {
    add(findings, spec, "radius",
        {"is missing", "", "a number > 0 in m", "Give radius and direction, or curvature"});
  } else if (spec.radius < 0) {
    add(findings, spec, "radius",
        {"is negative", number(spec.radius), "a number > 0 in m",
         "Use direction = \"right\" for a right curve"});
  }
}

bool leads_on(const TrackSpec& track, std::size_t i) {
  return i + 1 < track.segments.size() && track.segments[i + 1].kind == SegmentKind::transition;
}

void check_curvatures(const TrackSpec& track, std::size_t i, Findings& findings) {
  const SegmentSpec& spec = track.segments[i];
  if (spec.curvatures.empty()) return;
  if (spec.kind != SegmentKind::transition) {
    add(findings, spec, "curvatures",
        {"is given for a segment that is no transition", "", "",
         "Use kind = \"transition\", or curvature or radius"});
  } else if (spec.curvatures.size() != 2) {
    add(findings, spec, "curvatures",
        {"has a wrong number of entries", std::to_string(spec.curvatures.size()), "2",
         "Give the curvatures at the start and at the end"});
  }
}

void check_transition(const TrackSpec& track, std::size_t i, Findings& findings) {
  const SegmentSpec& spec = track.segments[i];
  const bool last = i + 1 == track.segments.size(), own = !spec.curvatures.empty();
  const bool cant_is_wanted = (last && own) || leads_on(track, i);
  const bool cant = spec.cant != 0 && !cant_is_wanted;
  if (spec.curvature != 0 || spec.radius != 0 || cant) {
    add(findings, spec, cant ? "cant" : (spec.radius != 0 ? "radius" : "curvature"),
        {"is given for a transition", "", "", "A transition takes curvature and cant from its neighbours"});
  }
  if (last && !own) {
    add(findings, spec, "kind",
        {"is a transition at the end of the track", "", "",
         "Add the straight or circular segment it leads to"});
  } else if (leads_on(track, i) && !own && track.segments[i + 1].curvatures.empty()) {
    add(findings, spec, "kind",
        {"is a transition followed by another one, so that the curvature between them is not known", "", "",
         "Put a straight or circular segment between them, or use one transition"});
  }
  if (spec.shape == TransitionShape::viennese && !(spec.gravity_height > 0)) {
    add(findings, spec, "gravity_height",
        {"is missing", "", "a number > 0 in m",
         "A Viennese bend is designed for a height of the line of gravity above the rails"});
  }
}

void check_segment(const TrackSpec& track, std::size_t i, Findings& findings) {
  const SegmentSpec& spec = track.segments[i];
  if (!(spec.length > 0) || !std::isfinite(spec.length)) {
    add(findings, spec, "length", {"is not a positive length", number(spec.length), "a number > 0 in m"});
  }
  if (!(std::abs(spec.cant) <= max_cant)) {
    add(findings, spec, "cant",
        {"is larger than on any real track", number(spec.cant), "-0.2 to 0.2 in m", "Give cant in metres"});
  }
  if (spec.kind == SegmentKind::straight) check_straight(spec, findings);
  if (spec.kind == SegmentKind::circular) check_circular(spec, findings);
  if (spec.kind == SegmentKind::transition) check_transition(track, i, findings);
  check_curvatures(track, i, findings);
  if (spec.cant != 0 && !track.cants.empty()) {
    add(findings, spec, "cant",
        {"is given in addition to cants", number(spec.cant), "",
         "Give either cants or the cant of segments"});
  }
}

double plan_curvature(const SegmentSpec& spec) {
  if (spec.kind != SegmentKind::circular) return 0;
  if (spec.curvature != 0) return spec.curvature;
  return spec.radius > 0 ? (spec.direction == Direction::left ? 1 : -1) / spec.radius : 0;
}

void join_transition(const std::vector<SegmentSpec>& specs, std::size_t i, std::vector<Segment>& segments) {
  FLANGEWAY_ASSERT(i < segments.size() && specs.size() == segments.size(), "each segment has a description");
  Segment& now = segments[i];
  now.curvature_start = i > 0 ? segments[i - 1].curvature_end : 0;
  now.cant_start = i > 0 ? segments[i - 1].cant_end : 0;
  if (i + 1 < segments.size()) {
    const bool given = specs[i + 1].curvatures.size() == 2;
    now.curvature_end = given ? specs[i + 1].curvatures[0] : segments[i + 1].curvature_start;
    if (specs[i + 1].kind != SegmentKind::transition) now.cant_end = segments[i + 1].cant_start;
  }
  if (specs[i].curvatures.size() == 2) {
    now.curvature_start = specs[i].curvatures[0];
    now.curvature_end = specs[i].curvatures[1];
  }
}

std::vector<Segment> build_segments(const std::vector<SegmentSpec>& specs) {
  std::vector<Segment> segments;
  double start = 0;
  for (const SegmentSpec& spec : specs) {
    const double curvature = plan_curvature(spec);
    segments.push_back(
        {spec.kind, spec.shape, start, spec.length, curvature, curvature, spec.cant, spec.cant});
    segments.back().plan_start = start;
    segments.back().plan_length = spec.length;
    start += spec.length;
  }
  for (std::size_t i = 0; i < segments.size(); ++i)
    if (segments[i].kind == SegmentKind::transition) join_transition(specs, i, segments);
  return segments;
}

// y'/t of a curve y(x) over its tangent, whose end is at x = 1: y = t x³/3, or that whose y'' is half a wave
// of a cosine. Both have y'(1) = t and y''(1) = 2 t.
double share_of_slope(TransitionShape shape, double x) {
  return shape == TransitionShape::sine_half_wave ? x - std::sin(pi * x) / pi : x * x;
}
double share_of_bend(TransitionShape shape, double x) {
  return shape == TransitionShape::sine_half_wave ? 1 - std::cos(pi * x) : 2 * x;
}

// Arc length over the abscissa from 0 to x. Four panels: exact to rounding for the t that are allowed.
double parabola_arc(TransitionShape shape, double t, double x) {
  constexpr int panels = 4;
  double sum = 0;
  for (int p = 0; p < panels; ++p)
    sum += integral(p * x / panels, (p + 1) * x / panels, [shape, t](double q) {
      const double slope = t * share_of_slope(shape, q);
      return std::sqrt(1 + slope * slope);
    });
  return sum;
}

double parabola_curvature(TransitionShape shape, double t, double x) {
  const double slope = t * share_of_slope(shape, x);
  return t * share_of_bend(shape, x) / std::pow(1 + slope * slope, 1.5);
}

// The radius of a cubic parabola is smallest where tan² of its angle is 1/5, at 24.1 degrees.
const double largest_tangent = std::sqrt(0.2);

double turning(TransitionShape shape, double t) {
  return parabola_curvature(shape, t, 1) * parabola_arc(shape, t, 1);
}

// The end tangent of the curve whose curvature at its end times its length is `product`.
double tangent_of(TransitionShape shape, double product) {
  double low = 0, high = largest_tangent;
  for (int i = 0; i < 200 && high > low; ++i) {
    const double middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    (turning(shape, middle) < product ? low : high) = middle;
  }
  return (low + high) / 2;
}

void shape_parabola(const SegmentSpec& spec, Segment& segment, Findings& findings) {
  const bool is_cubic = spec.shape == TransitionShape::cubic_parabola;
  if (std::min(std::abs(segment.curvature_start), std::abs(segment.curvature_end)) > same_curvature) {
    add(findings, spec, "shape",
        {is_cubic ? "is a cubic parabola between two curves" : "is a half wave of a sine between two curves",
         "", "",
         is_cubic ? "A cubic parabola begins or ends at a straight: use a clothoid"
                  : "A half wave of a sine begins or ends at a straight: use a cosine"});
    return;
  }
  const double curvature = std::max(std::abs(segment.curvature_start), std::abs(segment.curvature_end));
  const double product = curvature * segment.plan_length;
  const double largest = turning(spec.shape, largest_tangent);
  if (product > largest) {
    add(findings, spec, "length",
        {is_cubic
             ? "makes the cubic parabola turn through more than 24.1 degrees, where its radius is smallest"
             : "makes the half wave of a sine turn through more than 24.1 degrees",
         number(segment.plan_length), "at most " + number(std::floor(largest / curvature)) + " in m",
         "Use a shorter transition or a clothoid"});
    return;
  }
  segment.end_tangent = tangent_of(spec.shape, product);
}

double cant_at(const std::vector<CantPiece>& pieces, double plan) {
  FLANGEWAY_ASSERT(!pieces.empty(), "there is a piece of cant");
  const auto next =
      std::upper_bound(pieces.begin(), pieces.end(), plan,
                       [](double value, const CantPiece& piece) { return value < piece.start; });
  const CantPiece& here = next == pieces.begin() ? *next : *(next - 1);
  if (here.length == 0) return here.cant_start;
  const double share = ramp(here.shape, std::clamp((plan - here.start) / here.length, 0.0, 1.0));
  return here.cant_start + share * (here.cant_end - here.cant_start);
}

// A Viennese bend is shaped for a cant that follows its own ramp.
void check_cant_of_bend(const SegmentSpec& spec, const Segment& bend, const std::vector<CantPiece>& cants,
                        std::vector<Finding>& notes) {
  if (cants.empty()) return;
  constexpr int places = 16;
  double off = 0;
  for (int i = 1; i < places; ++i) {
    const double x = static_cast<double>(i) / places;
    const double wanted = bend.cant_start + ramp(bend.shape, x) * (bend.cant_end - bend.cant_start);
    off = std::max(off, std::abs(cant_at(cants, bend.plan_start + x * bend.plan_length) - wanted));
  }
  if (off <= 1e-4) return;
  notes.push_back({spec.where, spec.key, "is a Viennese bend whose cant does not follow it",
                   fmt::format("{:.3g} mm apart", 1e3 * off), "",
                   "Let the cant have the same shape and the same ends"});
}

// Sets the parameters of shapes beyond curvature and cant at their ends.
void shape_transitions(const TrackSpec& track, const std::vector<CantPiece>& cants,
                       std::vector<Segment>& segments, Findings& findings, std::vector<Finding>& notes) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    Segment& segment = segments[i];
    if (segment.kind != SegmentKind::transition) continue;
    if (is_over_tangent(segment.shape)) shape_parabola(track.segments[i], segment, findings);
    if (segment.shape == TransitionShape::viennese) {
      segment.gravity_height = track.segments[i].gravity_height;
      segment.gravity_term = -track.segments[i].gravity_height / track.rails.distance() *
                             (segment.cant_end - segment.cant_start) /
                             (segment.plan_length * segment.plan_length);
      check_cant_of_bend(track.segments[i], segment, cants, notes);
    }
  }
}

// Positions in a file may count from somewhere else; then what they say lies beside the track.
template <typename Entries>
void check_cover(const Entries& entries, double length, const char* what, Findings& findings) {
  if (entries.empty()) return;
  if (entries.front().s >= length) {
    add(findings, entries.front(), "s",
        {fmt::format("of the first {} lies beyond the end of the track", what), number(entries.front().s),
         "less than " + number(length) + " in m", "Positions count from the start of the track"});
  } else if (entries.back().s <= 0 && entries.front().s < entries.back().s) {
    add(findings, entries.back(), "s",
        {fmt::format("of the last {} lies before the start of the track", what), number(entries.back().s),
         "more than 0 in m", "Positions count from the start of the track"});
  }
}

// Stations are rounded.
constexpr double uncovered = 0.01;  // m

void check_heights_cover(const TrackSpec& track, double length, Findings& findings,
                         std::vector<Finding>& notes) {
  if (track.heights.empty()) return;
  check_cover(track.heights, length, "height", findings);
  const HeightSpec &first = track.heights.front(), &last = track.heights.back();
  if (first.s > uncovered) {
    notes.push_back({first.where, first.key + ".s", "of the first height is not the start of the track",
                     number(first.s), "0", "The first gradient is continued"});
  }
  if (last.s < length - uncovered) {
    notes.push_back({last.where, last.key + ".s", "of the last height is not the end of the track",
                     number(last.s), number(length), "The last gradient is continued"});
  }
}

std::vector<CantPiece> build_cants(const TrackSpec& track, Findings& findings) {
  std::vector<CantPiece> pieces;
  for (std::size_t i = 0; i < track.cants.size(); ++i) {
    const CantSpec& spec = track.cants[i];
    if (!(std::abs(spec.cant) <= max_cant)) {
      add(findings, spec, "cant",
          {"is larger than on any real track", number(spec.cant), "-0.2 to 0.2 in m", "Give cant in metres"});
    }
    if (i > 0 && !(spec.s > track.cants[i - 1].s)) {
      add(findings, spec, "s",
          {"does not increase", number(spec.s), "more than " + number(track.cants[i - 1].s) + " in m"});
    }
    const bool last = i + 1 == track.cants.size();
    const CantSpec& next = track.cants[last ? i : i + 1];
    pieces.push_back({spec.s, next.s - spec.s, spec.cant, next.cant, spec.shape});
  }
  return pieces;
}

void check_chainage(const TrackSpec& track, double length, Findings& findings) {
  for (std::size_t i = 0; i < track.chainage.size(); ++i) {
    const ChainageSpec& spec = track.chainage[i];
    if (i == 0 && spec.s != 0) {
      add(findings, spec, "s", {"of the first chainage is not the start of the track", number(spec.s), "0"});
    } else if (i > 0 && !(spec.s > track.chainage[i - 1].s)) {
      add(findings, spec, "s",
          {"does not increase", number(spec.s), "more than " + number(track.chainage[i - 1].s) + " in m"});
    } else if (i > 0 && length > 0 && spec.s > length) {
      add(findings, spec, "s",
          {"lies beyond the end of the track", number(spec.s), "at most " + number(length) + " in m"});
    }
  }
}

// A step of cant would tear the rails apart; a step of curvature exists (turnouts) and is only remarked.
void check_joints(const TrackSpec& track, const std::vector<Segment>& segments, Findings& findings,
                  std::vector<Finding>& notes) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentSpec& spec = track.segments[i];
    const Segment& now = segments[i];
    if (i > 0 && track.cants.empty() &&
        !(std::abs(now.cant_start - segments[i - 1].cant_end) <= same_end_cant)) {
      add(findings, spec, "cant",
          {"is discontinuous at the start of the segment", number(now.cant_start),
           number(segments[i - 1].cant_end) + " as in the segment before", "Put a transition between them"});
    }
    if (i > 0 && std::abs(now.curvature_start - segments[i - 1].curvature_end) > same_curvature) {
      notes.push_back({spec.where, spec.key,
                       "curvature jumps by " + number(now.curvature_start - segments[i - 1].curvature_end) +
                           " 1/m without a transition",
                       "", "",
                       track.seam_length > 0
                           ? "It is spread over seam_length"
                           : "The tables spread the discontinuity over about one centreline_step"});
    }
    if (now.kind == SegmentKind::circular && now.cant_start * now.curvature_start < 0 &&
        now.cant_end * now.curvature_start < 0) {
      notes.push_back({spec.where, spec.key + ".cant", "raises the inner rail of the curve",
                       number(now.cant_start), "",
                       "cant is the height of the right rail above the left: negative in a right curve"});
    }
  }
}

double slope_of(const GradientSpec& spec) {
  return -std::atan(spec.gradient_permille / 1000);
}

void check_gradient(const TrackSpec& track, std::size_t i, Findings& findings) {
  const GradientSpec& spec = track.gradients[i];
  if (i == 0) {
    if (spec.s != 0) {
      add(findings, spec, "s", {"of the first gradient is not the start of the track", number(spec.s), "0"});
    }
    if (spec.radius != 0) {
      add(findings, spec, "radius",
          {"is given for the first gradient, where no other one meets it", number(spec.radius)});
    }
    return;
  }
  if (!(spec.s > track.gradients[i - 1].s)) {
    add(findings, spec, "s",
        {"does not increase", number(spec.s), "more than " + number(track.gradients[i - 1].s) + " in m"});
  }
  if (!(spec.radius > 0)) {
    add(findings, spec, "radius",
        {"is missing", "", "a number >= 100 in m", "Give the radius of the vertical curve"});
  }
}

// Adds the vertical circle around spec.s and the gradient after it.
void append_vertical_curve(const GradientSpec& spec, double length, std::vector<SlopePiece>& pieces,
                           Findings& findings) {
  FLANGEWAY_ASSERT(!pieces.empty(), "there is a slope before the curve");
  const double before = pieces.back().slope, after = slope_of(spec);
  if (before == after) return;
  const double half = spec.radius * std::abs(after - before) / 2;
  if (spec.s - half < pieces.back().start) {
    add(findings, spec, "radius",
        {"makes the vertical curve start before the previous one has ended", number(spec.radius),
         "at most " + number((spec.s - pieces.back().start) * 2 / std::abs(after - before)) + " in m"});
    return;
  }
  if (spec.s + half > length) {
    add(findings, spec, "s",
        {"puts the end of the vertical curve beyond the end of the track", number(spec.s),
         "at most " + number(length - half) + " in m"});
    return;
  }
  pieces.push_back({spec.s - half, before, std::copysign(1 / spec.radius, after - before)});
  pieces.push_back({spec.s + half, after, 0});
}

std::vector<SlopePiece> build_slopes(const TrackSpec& track, double length, Findings& findings) {
  Findings own;
  for (std::size_t i = 0; i < track.gradients.size(); ++i) check_gradient(track, i, own);
  std::vector<SlopePiece> pieces{{0, 0, 0}};
  if (!track.gradients.empty()) pieces.front().slope = slope_of(track.gradients.front());
  for (std::size_t i = 1; own.empty() && i < track.gradients.size(); ++i) {
    append_vertical_curve(track.gradients[i], length, pieces, own);
  }
  merge(findings, own);
  return pieces;
}

}  // namespace

double ramp(TransitionShape shape, double x) {
  switch (shape) {
    case TransitionShape::bloss:
      return x * x * (3 - 2 * x);
    case TransitionShape::sinusoidal:
      return x - std::sin(2 * pi * x) / (2 * pi);
    case TransitionShape::cosine:
    case TransitionShape::sine_half_wave:
      return (1 - std::cos(pi * x)) / 2;
    case TransitionShape::helmert:
      return x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x);
    case TransitionShape::viennese:
      return x * x * x * x * (35 + x * (-84 + x * (70 - 20 * x)));
    case TransitionShape::clothoid:
    case TransitionShape::cubic_parabola:
      break;
  }
  return x;
}

double viennese_second(double x) {
  return 420 * x * x * (1 - x) * (1 - x) * (1 - 2 * x);
}

double parabola_share(TransitionShape shape, double end_tangent, double x) {
  const double arc = x * parabola_arc(shape, end_tangent, 1);
  double abscissa = x;
  for (int i = 0; i < 6; ++i) {
    const double slope = end_tangent * share_of_slope(shape, abscissa);
    abscissa -= (parabola_arc(shape, end_tangent, abscissa) - arc) / std::sqrt(1 + slope * slope);
  }
  return parabola_curvature(shape, end_tangent, abscissa) / parabola_curvature(shape, end_tangent, 1);
}

std::optional<double> end_over_tangent(TransitionShape shape, double curvature, double length) {
  FLANGEWAY_ASSERT(length > 0, "a transition has a length");
  // Solves for the length of the tangent: L = X arc(t) with t = X/(2R).
  double tangent = length;
  for (int i = 0; i < 50; ++i) {
    const double t = std::abs(curvature) * tangent / 2;
    if (!(t <= 1)) return std::nullopt;
    tangent = length / parabola_arc(shape, t, 1);
  }
  const double t = std::abs(curvature) * tangent / 2;
  if (!(t <= largest_tangent)) return std::nullopt;
  return curvature / std::pow(1 + t * t, 1.5);
}

Alignment Alignment::from(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes) {
  Alignment result;
  Findings own;
  if (spec.segments.empty()) {
    own.add({spec.where, spec.key.empty() ? "segments" : spec.key + ".segments", "is empty", "",
             "at least one segment", "Describe the track in running order"});
  }
  for (std::size_t i = 0; i < spec.segments.size(); ++i) check_segment(spec, i, own);
  result.chainage_ = spec.chainage;
  result.cants_ = build_cants(spec, own);
  result.segments_ = build_segments(spec.segments);
  check_chainage(spec, result.length(), own);
  if (own.empty()) {
    check_cover(spec.cants, result.length(), "cant", own);
    check_heights_cover(spec, result.length(), own, notes);
  }
  if (own.empty()) {
    for (Segment& segment : result.segments_) {
      if (result.cants_.empty()) break;
      segment.cant_start = cant_at(result.cants_, segment.plan_start);
      segment.cant_end = cant_at(result.cants_, segment.plan_start + segment.plan_length);
    }
    check_joints(spec, result.segments_, own, notes);
  }
  if (own.empty()) shape_transitions(spec, result.cants_, result.segments_, own, notes);
  if (own.empty()) {
    result.heights_ = spec.heights;
    if (spec.heights.empty()) {
      result.slopes_ = build_slopes(spec, result.length(), own);
    } else {
      result.profile_ = build_profile(spec, own, notes);
      for (Segment& segment : result.segments_) {
        if (!own.empty()) break;
        segment.start = result.arc(segment.plan_start);
        segment.length = result.arc(segment.plan_start + segment.plan_length) - segment.start;
      }
    }
  }
  if (own.empty() && spec.seam_length > 0) {
    result.seam_length_ = spec.seam_length;
    result.seams_ = result.seams();
  }
  merge(findings, own);
  return result;
}

// Exact for polynomials up to the ninth degree between the seams.
template <typename Law>
double Alignment::mean_over_seam(double s, const Law& law) const {
  const double begin = s - seam_length_ / 2, end = s + seam_length_ / 2;
  double sum = 0, from = begin;
  for (auto seam = std::upper_bound(seams_.begin(), seams_.end(), begin); seam != seams_.end() && *seam < end;
       ++seam) {
    sum += integral(from, *seam, law);
    from = *seam;
  }
  return (sum + integral(from, end, law)) / seam_length_;
}

double Alignment::curvature(double s) const {
  if (seam_length_ == 0) return given_curvature(s);
  return mean_over_seam(s, [&](double at) { return given_curvature(at); });
}

double Alignment::cant(double s) const {
  if (seam_length_ == 0) return given_cant(s);
  return mean_over_seam(s, [&](double at) { return given_cant(at); });
}

const Segment& Alignment::segment_at(double s) const {
  const auto next =
      std::upper_bound(segments_.begin(), segments_.end(), s,
                       [](double value, const Segment& segment) { return value < segment.start; });
  return next == segments_.begin() ? *next : *(next - 1);
}

double Alignment::given_curvature(double s) const {
  const Segment& here = segment_at(s);
  if (here.kind != SegmentKind::transition) return here.curvature_start;
  const double x = std::clamp((plan(s) - here.plan_start) / here.plan_length, 0.0, 1.0);
  const double change = here.curvature_end - here.curvature_start;
  if (is_over_tangent(here.shape) && change != 0) {
    return std::abs(here.curvature_start) <= same_curvature
               ? here.curvature_end * parabola_share(here.shape, here.end_tangent, x)
               : here.curvature_start * parabola_share(here.shape, here.end_tangent, 1 - x);
  }
  const double smooth = here.curvature_start + ramp(here.shape, x) * change;
  return here.gravity_term == 0 ? smooth : smooth + here.gravity_term * viennese_second(x);
}

double Alignment::given_cant(double s) const {
  if (!cants_.empty()) return cant_at(cants_, plan(s));
  const Segment& here = segment_at(s);
  if (here.kind != SegmentKind::transition) return here.cant_start;
  const double x = std::clamp((plan(s) - here.plan_start) / here.plan_length, 0.0, 1.0);
  return here.cant_start + ramp(here.shape, x) * (here.cant_end - here.cant_start);
}

double Alignment::plan(double s) const {
  return profile_.empty() ? s : plan_of(profile_, s);
}

double Alignment::arc(double plan) const {
  return profile_.empty() ? plan : arc_of(profile_, plan);
}

double Alignment::plan_length(double s) const {
  return profile_.empty() ? plan_of(slopes_, s) : plan_of(profile_, s);
}

double Alignment::height(double s) const {
  return profile_.empty() ? height_of(slopes_, s) : height_of(profile_, plan(s));
}

bool Alignment::level() const {
  return std::all_of(slopes_.begin(), slopes_.end(),
                     [](const SlopePiece& piece) { return piece.slope == 0 && piece.rate == 0; }) &&
         std::all_of(profile_.begin(), profile_.end(), [](const ProfilePiece& piece) {
           return piece.gradient == 0 && piece.rate == 0 && piece.rate_change == 0 && piece.radius == 0;
         });
}

std::optional<double> Alignment::chainage(double s) const {
  if (chainage_.empty()) return std::nullopt;
  const double here = plan(s);
  return chainage_from(chainage_entry_at(chainage_, here), here);
}

double Alignment::slope(double s) const {
  if (!profile_.empty()) return slope_of(profile_, s);
  const auto next =
      std::upper_bound(slopes_.begin(), slopes_.end(), s,
                       [](double value, const SlopePiece& piece) { return value < piece.start; });
  const SlopePiece& here = next == slopes_.begin() ? *next : *(next - 1);
  return here.slope + here.rate * (s - here.start);
}

double Alignment::gradient(double s) const {
  return 0 - std::tan(slope(s));  // not -0 on the level
}

std::vector<double> Alignment::joints() const {
  std::vector<double> result = seams();
  if (seam_length_ == 0) return result;
  // A mean over a moving window has kinks where the window begins or ends at a seam.
  const std::size_t count = result.size();
  for (std::size_t i = 0; i < count; ++i)
    for (const double side : {-0.5, 0.5}) result.push_back(result[i] + side * seam_length_);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<double> Alignment::seams() const {
  std::vector<double> result;
  for (const Segment& segment : segments_) result.push_back(segment.start);
  result.push_back(length());
  for (const SlopePiece& piece : slopes_) result.push_back(piece.start);
  for (const ProfilePiece& piece : profile_) result.push_back(piece.s);
  for (const CantPiece& piece : cants_) result.push_back(arc(piece.start));
  for (const Segment& segment : segments_)
    if (segment.shape == TransitionShape::helmert && segment.kind == SegmentKind::transition)
      result.push_back(arc(segment.plan_start + segment.plan_length / 2));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace flangeway::track
