#include "flangeway/track/profile_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/quadrature.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track {

namespace {

constexpr double max_gradient = 0.12;   // rise per run
constexpr double same_gradient = 1e-9;  // heights are rounded

// ∫ √(1 + g²) dg
double arc_integral(double gradient) {
  return (gradient * std::sqrt(1 + gradient * gradient) + std::asinh(gradient)) / 2;
}

// Rise per run at `distance` in plan from the start of the piece.
double gradient_at(const ProfilePiece& piece, double distance) {
  if (piece.radius == 0) return piece.gradient + distance * (piece.rate + piece.rate_change * distance / 2);
  const double sine = std::sin(std::atan(piece.gradient)) + distance / piece.radius;
  return sine / std::sqrt(1 - sine * sine);
}

double rise(const ProfilePiece& piece, double distance) {
  if (piece.radius == 0)
    return distance * (piece.gradient + distance * (piece.rate / 2 + piece.rate_change * distance / 6));
  const double angle = std::atan(piece.gradient);
  const double sine = std::sin(angle) + distance / piece.radius;
  // R (cos α₀ − cos α), without cancellation
  return distance * (std::sin(angle) + sine) / (std::cos(angle) + std::sqrt(1 - sine * sine));
}

double arc_length(const ProfilePiece& piece, double distance) {
  if (piece.radius != 0) {
    const double angle = std::atan(piece.gradient);
    return piece.radius * (std::asin(std::sin(angle) + distance / piece.radius) - angle);
  }
  if (piece.rate_change != 0)
    return integral(0, distance, [&](double at) {
      const double gradient = gradient_at(piece, at);
      return std::sqrt(1 + gradient * gradient);
    });
  if (piece.rate == 0) return distance * std::sqrt(1 + piece.gradient * piece.gradient);
  return (arc_integral(piece.gradient + piece.rate * distance) - arc_integral(piece.gradient)) / piece.rate;
}

// The inverse of arc_length.
double distance_of(const ProfilePiece& piece, double arc) {
  if (piece.radius != 0) {
    const double angle = std::atan(piece.gradient);
    return piece.radius * (std::sin(angle + arc / piece.radius) - std::sin(angle));
  }
  double distance = arc / std::sqrt(1 + piece.gradient * piece.gradient);
  // Newton's method; gradients below 0.12 change √(1 + g²) by less than 1 %, so that four steps are plenty.
  for (int i = 0; i < 4 && (piece.rate != 0 || piece.rate_change != 0); ++i) {
    const double gradient = gradient_at(piece, distance);
    distance -= (arc_length(piece, distance) - arc) / std::sqrt(1 + gradient * gradient);
  }
  return distance;
}

template <double ProfilePiece::*start>
const ProfilePiece& piece_at(const std::vector<ProfilePiece>& pieces, double value) {
  FLANGEWAY_ASSERT(!pieces.empty(), "the profile has a piece");
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), value,
                                     [](double at, const ProfilePiece& piece) { return at < piece.*start; });
  return next == pieces.begin() ? *next : *(next - 1);
}

// From a gradient to a curve, its tangents meet at two thirds or at one third of its length.
void check_clothoid(const HeightSpec& spec, Findings& findings) {
  constexpr double rounding_of_lengths = 1.02;
  const double longer = std::max(spec.length, spec.length_after),
               shorter = std::min(spec.length, spec.length_after);
  if (shorter > 0 && longer <= 2 * rounding_of_lengths * shorter) return;
  add(findings, spec, "length_after",
      {spec.length_after > 0 ? "does not fit a clothoid" : "is missing", number(spec.length_after),
       number(spec.length / 2) + " to " + number(2 * spec.length) + " in m",
       "Give the lengths before and after the point: one is up to twice the other"});
}

void check_curve(const HeightSpec& spec, bool at_end, Findings& findings) {
  if (at_end && spec.curve != VerticalCurve::none) {
    add(findings, spec, "curve",
        {"is given for the first or the last height, where no two gradients meet",
         std::string(name_of(spec.curve)), "none"});
  } else if (spec.curve == VerticalCurve::circle && !(spec.radius > 0)) {
    add(findings, spec, "radius",
        {"is missing", "", "a number >= 100 in m", "Give the radius of the vertical curve"});
  } else if (spec.curve == VerticalCurve::parabola && !(spec.length > 0)) {
    add(findings, spec, "length",
        {"is missing", "", "a number > 0 in m", "Give the length of the vertical curve"});
  } else if (spec.curve == VerticalCurve::clothoid) {
    check_clothoid(spec, findings);
  }
  // The change of gradient over a shorter one is no number.
  for (const auto& [name, length] : {std::pair("length", spec.length), {"length_after", spec.length_after}})
    if (spec.curve != VerticalCurve::none && length > 0 && length < no_length)
      add(findings, spec, name,
          {"is too short for a vertical curve", number(length), "at least 1e-6 in m", "Check its unit"});
}

void check_heights(const std::vector<HeightSpec>& heights, Findings& findings) {
  for (std::size_t i = 0; i < heights.size(); ++i) {
    check_curve(heights[i], i == 0 || i + 1 == heights.size(), findings);
    if (i == 0) continue;
    const double run = heights[i].s - heights[i - 1].s;
    if (!(run > 0)) {
      add(findings, heights[i], "s",
          {"does not increase", number(heights[i].s), "more than " + number(heights[i - 1].s) + " in m"});
    } else if (const double gradient = (heights[i].height - heights[i - 1].height) / run;
               !(std::abs(gradient) <= max_gradient)) {
      add(findings, heights[i], "height",
          {"makes a gradient that is steeper than on any railway", number(1000 * gradient),
           "-120 to 120 in mm/m", "Check the heights and the positions"});
    }
  }
}

struct Half {
  double before = 0, after = 0;  // m in plan
};

Half half_lengths(const HeightSpec& spec, double before, double after) {
  if (spec.curve == VerticalCurve::circle) {
    const double first = std::atan(before), last = std::atan(after);
    const double tangent = spec.radius * std::tan(std::abs(last - first) / 2);
    return {tangent * std::cos(first), tangent * std::cos(last)};
  }
  if (spec.curve == VerticalCurve::none) return {};
  if (spec.length_after > 0 || spec.curve == VerticalCurve::clothoid) return {spec.length, spec.length_after};
  return {spec.length / 2, spec.length / 2};
}

class Builder {
 public:
  Builder(const std::vector<HeightSpec>& heights, Findings& findings, std::vector<Finding>& notes)
      : heights_(heights), findings_(findings), notes_(notes) {}

  std::vector<ProfilePiece> build() {
    start_ = {.plan = heights_[0].s, .height = heights_[0].height, .gradient = gradient(0)};
    pieces_.push_back(start_);
    for (std::size_t i = 1; i + 1 < heights_.size(); ++i) take_corner(i);
    if (pieces_.back().plan > heights_.back().s * (1 + 1e-12) + 1e-6) {
      add(findings_, heights_[heights_.size() - 2], "length",
          {"makes the vertical curve end beyond the next height", "", "", "Shorten the curve"});
    }
    for (std::size_t i = 1; i < pieces_.size(); ++i)
      pieces_[i].s = pieces_[i - 1].s + arc_length(pieces_[i - 1], pieces_[i].plan - pieces_[i - 1].plan);
    const double origin = arc_of(pieces_, 0);
    for (ProfilePiece& piece : pieces_) piece.s -= origin;
    return std::move(pieces_);
  }

 private:
  double gradient(std::size_t i) const {
    return (heights_[i + 1].height - heights_[i].height) / (heights_[i + 1].s - heights_[i].s);
  }

  // Starts at `distance` in plan from corner i, on the tangent of this gradient.
  void append(std::size_t i, double distance, double tangent, double rate, double radius) {
    if (pieces_.size() > 1 && pieces_.back().plan >= heights_[i].s + distance) pieces_.pop_back();
    pieces_.push_back({.plan = heights_[i].s + distance,
                       .height = heights_[i].height + distance * tangent,
                       .gradient = tangent,
                       .rate = rate,
                       .radius = radius});
  }

  void take_corner(std::size_t i) {
    const HeightSpec& spec = heights_[i];
    const double before = gradient(i - 1), after = gradient(i);
    const auto [in, out] = half_lengths(spec, before, after);
    // Designers let one curve start where the last one ends; rounding must not make them overlap.
    if (spec.s - in < pieces_.back().plan - 1e-6) {
      add(findings_, spec, spec.curve == VerticalCurve::circle ? "radius" : "length",
          {"makes the vertical curve start before the previous one has ended",
           number(spec.curve == VerticalCurve::circle ? spec.radius : spec.length), "",
           "Shorten one of the two curves"});
    }
    if (std::abs(after - before) < same_gradient) return;
    if (spec.curve == VerticalCurve::none) {
      notes_.push_back({spec.where, spec.key,
                        "gradient jumps by " + number(1000 * (after - before)) + " mm/m without a curve", "",
                        "", "The tables spread the discontinuity over about one centreline_step"});
      append(i, 0, after, 0, 0);
      return;
    }
    if (spec.curve == VerticalCurve::clothoid) {
      // g = g₀ + r x + q x²/2 with g(L) = g₁ and the rise g₀ L + (g₁ − g₀) l_after.
      const double length = in + out, change = after - before;
      append(i, -in, before, 0, 0);
      pieces_.back().rate_change = 12 * change * (in / length - 0.5) / (length * length);
      pieces_.back().rate = change / length - pieces_.back().rate_change * length / 2;
    } else if (spec.curve == VerticalCurve::circle) {
      append(i, -in, before, 0, std::copysign(spec.radius, after - before));
    } else if (in == out) {
      append(i, -in, before, (after - before) / (2 * in), 0);
    } else {
      // Two parabolas with a common tangent: its gradient follows from the heights at the ends.
      const double middle = (before * in + after * out) / (in + out);
      append(i, -in, before, (middle - before) / in, 0);
      const double height = heights_[i].height - in * before + in * (before + middle) / 2;
      pieces_.push_back(
          {.plan = spec.s, .height = height, .gradient = middle, .rate = (after - middle) / out});
    }
    append(i, out, after, 0, 0);
  }

  const std::vector<HeightSpec>& heights_;
  Findings& findings_;
  std::vector<Finding>& notes_;
  ProfilePiece start_;
  std::vector<ProfilePiece> pieces_;
};

}  // namespace

std::vector<ProfilePiece> build_profile(const TrackSpec& spec, Findings& findings,
                                        std::vector<Finding>& notes) {
  Findings own;
  if (!spec.gradients.empty()) {
    add(own, spec, "gradients",
        {"is given in addition to heights", "", "", "Give either gradients or heights"});
  }
  if (spec.heights.size() < 2) {
    add(own, spec, "heights",
        {"has too few entries", std::to_string(spec.heights.size()), "at least 2",
         "Give the heights of the first and the last point"});
  }
  check_heights(spec.heights, own);
  std::vector<ProfilePiece> pieces;
  if (own.empty()) pieces = Builder(spec.heights, own, notes).build();
  findings.append(own);
  return pieces;
}

double plan_of(const std::vector<ProfilePiece>& pieces, double s) {
  const ProfilePiece& here = piece_at<&ProfilePiece::s>(pieces, s);
  return here.plan + distance_of(here, s - here.s);
}

double arc_of(const std::vector<ProfilePiece>& pieces, double plan) {
  const ProfilePiece& here = piece_at<&ProfilePiece::plan>(pieces, plan);
  return here.s + arc_length(here, plan - here.plan);
}

double slope_of(const std::vector<ProfilePiece>& pieces, double s) {
  const ProfilePiece& here = piece_at<&ProfilePiece::s>(pieces, s);
  return -std::atan(gradient_at(here, distance_of(here, s - here.s)));
}

double height_of(const std::vector<ProfilePiece>& pieces, double plan) {
  const ProfilePiece& here = piece_at<&ProfilePiece::plan>(pieces, plan);
  return here.height + rise(here, plan - here.plan);
}

namespace {

// Length in plan of one piece, over `length` from its start.
double plan_part(const SlopePiece& piece, double length) {
  if (piece.rate == 0) return length * std::cos(piece.slope);
  return (std::sin(piece.slope + piece.rate * length) - std::sin(piece.slope)) / piece.rate;
}

double rise_part(const SlopePiece& piece, double length) {
  if (piece.rate == 0) return 0 - length * std::sin(piece.slope);
  return (std::cos(piece.slope + piece.rate * length) - std::cos(piece.slope)) / piece.rate;
}

template <typename Part>
double sum_to(const std::vector<SlopePiece>& pieces, double s, const Part& part) {
  FLANGEWAY_ASSERT(!pieces.empty(), "the profile has a piece");
  double sum = 0;
  for (std::size_t i = 0; i < pieces.size() && (i == 0 || pieces[i].start < s); ++i) {
    const double end = i + 1 < pieces.size() ? std::min(s, pieces[i + 1].start) : s;
    sum += part(pieces[i], end - pieces[i].start);
  }
  return sum;
}

}  // namespace

double plan_of(const std::vector<SlopePiece>& pieces, double s) {
  return sum_to(pieces, s, plan_part);
}

double height_of(const std::vector<SlopePiece>& pieces, double s) {
  return sum_to(pieces, s, rise_part);
}

}  // namespace flangeway::track
