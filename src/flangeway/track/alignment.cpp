#include "flangeway/track/alignment.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/track/check.hpp"

namespace flangeway::track {

namespace {

constexpr double largest_cant = 0.2;  // m; EN 13803 allows 0.18

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

void check_transition(const TrackSpec& track, std::size_t i, Findings& findings) {
  const SegmentSpec& spec = track.segments[i];
  if (spec.curvature != 0 || spec.radius != 0 || spec.cant != 0) {
    add(findings, spec, spec.cant != 0 ? "cant" : (spec.radius != 0 ? "radius" : "curvature"),
        {"is given for a transition", "", "", "A transition takes curvature and cant from its neighbours"});
  }
  if (i + 1 == track.segments.size()) {
    add(findings, spec, "kind",
        {"is a transition at the end of the track", "", "",
         "Add the straight or circular segment it leads to"});
  } else if (track.segments[i + 1].kind == SegmentKind::transition) {
    add(findings, spec, "kind",
        {"is a transition followed by another one, so that the curvature between them is not known", "", "",
         "Put a straight or circular segment between them, or use one transition"});
  }
}

void check_segment(const TrackSpec& track, std::size_t i, Findings& findings) {
  const SegmentSpec& spec = track.segments[i];
  if (!(spec.length > 0) || !std::isfinite(spec.length)) {
    add(findings, spec, "length", {"is not a positive length", number(spec.length), "a number > 0 in m"});
  }
  if (!(std::abs(spec.cant) <= largest_cant)) {
    add(findings, spec, "cant",
        {"is larger than on any real track", number(spec.cant), "-0.2 to 0.2 in m", "Give cant in metres"});
  }
  if (spec.kind == SegmentKind::straight) check_straight(spec, findings);
  if (spec.kind == SegmentKind::circular) check_circular(spec, findings);
  if (spec.kind == SegmentKind::transition) check_transition(track, i, findings);
}

double plan_curvature(const SegmentSpec& spec) {
  if (spec.kind != SegmentKind::circular) return 0;
  if (spec.curvature != 0) return spec.curvature;
  return spec.radius > 0 ? (spec.direction == Direction::left ? 1 : -1) / spec.radius : 0;
}

std::vector<Segment> build_segments(const std::vector<SegmentSpec>& specs) {
  std::vector<Segment> segments;
  double start = 0;
  for (const SegmentSpec& spec : specs) {
    const double curvature = plan_curvature(spec);
    segments.push_back(
        {spec.kind, spec.shape, start, spec.length, curvature, curvature, spec.cant, spec.cant});
    start += spec.length;
  }
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].kind != SegmentKind::transition) continue;
    segments[i].curvature_start = i > 0 ? segments[i - 1].curvature_end : 0;
    segments[i].cant_start = i > 0 ? segments[i - 1].cant_end : 0;
    if (i + 1 < segments.size()) {
      segments[i].curvature_end = segments[i + 1].curvature_start;
      segments[i].cant_end = segments[i + 1].cant_start;
    }
  }
  return segments;
}

// A step of cant would tear the rails apart; a step of curvature exists (turnouts) and is only remarked.
void check_joints(const TrackSpec& track, const std::vector<Segment>& segments, Findings& findings,
                  std::vector<Finding>& notes) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentSpec& spec = track.segments[i];
    const Segment& now = segments[i];
    if (i > 0 && segments[i - 1].cant_end != now.cant_start) {
      add(findings, spec, "cant",
          {"is discontinuous at the start of the segment", number(now.cant_start),
           number(segments[i - 1].cant_end) + " as in the segment before", "Put a transition between them"});
    }
    if (i > 0 && segments[i - 1].curvature_end != now.curvature_start) {
      notes.push_back({spec.where, spec.key,
                       "curvature jumps by " + number(now.curvature_start - segments[i - 1].curvature_end) +
                           " 1/m without a transition",
                       "", "", "The tables spread the discontinuity over about one centreline_step"});
    }
    if (now.kind == SegmentKind::circular && now.cant_start * now.curvature_start < 0) {
      notes.push_back({spec.where, spec.key + ".cant", "raises the inner rail of the curve",
                       number(spec.cant), "",
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
    case TransitionShape::clothoid:
      break;
  }
  return x;
}

Alignment Alignment::from(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes) {
  Alignment result;
  Findings own;
  if (spec.segments.empty()) {
    own.add({spec.where, spec.key.empty() ? "segments" : spec.key + ".segments", "is empty", "",
             "at least one segment", "Describe the track in running order"});
  }
  for (std::size_t i = 0; i < spec.segments.size(); ++i) check_segment(spec, i, own);
  result.segments_ = build_segments(spec.segments);
  if (own.empty()) check_joints(spec, result.segments_, own, notes);
  if (own.empty()) result.slopes_ = build_slopes(spec, result.length(), own);
  merge(findings, own);
  return result;
}

const Segment& Alignment::segment_at(double s) const {
  const auto next =
      std::upper_bound(segments_.begin(), segments_.end(), s,
                       [](double value, const Segment& segment) { return value < segment.start; });
  return next == segments_.begin() ? *next : *(next - 1);
}

namespace {

double share(const Segment& segment, double s) {
  if (segment.kind != SegmentKind::transition) return 0;
  return ramp(segment.shape, std::clamp((s - segment.start) / segment.length, 0.0, 1.0));
}

}  // namespace

double Alignment::curvature(double s) const {
  const Segment& here = segment_at(s);
  return here.curvature_start + share(here, s) * (here.curvature_end - here.curvature_start);
}

double Alignment::cant(double s) const {
  const Segment& here = segment_at(s);
  return here.cant_start + share(here, s) * (here.cant_end - here.cant_start);
}

double Alignment::slope(double s) const {
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
  std::vector<double> result;
  for (const Segment& segment : segments_) result.push_back(segment.start);
  result.push_back(length());
  for (const SlopePiece& piece : slopes_) result.push_back(piece.start);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace flangeway::track
