#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "flangeway/math/types.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/track/centreline.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/landxml.hpp"
#include "flangeway/track/landxml_words.hpp"

namespace flangeway::track {

namespace {

std::string_view word_of(TransitionShape shape) {
  for (const LandXmlSpiral& one : landxml_spirals)
    if (one.shape == shape) return one.word;
  return "clothoid";
}

std::string radius_text(double curvature) {
  return curvature == 0 ? "INF" : number(1 / std::abs(curvature));
}

// "INF", or the radius of the circle to which the end of a spiral belongs, m.
std::string radius_of_spiral(const Segment& spiral, double curvature) {
  const double t = spiral.end_tangent;
  return radius_text(spiral.shape == TransitionShape::sine_half_wave ? curvature * std::pow(1 + t * t, 1.5)
                                                                     : curvature);
}

class Writer {
 public:
  explicit Writer(const TrackModel& model) : model_(model), alignment_(model.alignment()) {
    if (!alignment_.chainages().empty()) start_ = alignment_.chainages().front().chainage;
  }

  std::string write() {
    split_reversals();
    refuse_clothoids();
    const double length = plan(model_.length());
    const std::string name = plot::escaped(model_.name().empty() ? "track" : model_.name());
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    line("<LandXML xmlns=\"http://www.landxml.org/schema/LandXML-1.2\" version=\"1.2\">");
    line("  <Units>");
    line(
        "    <Metric areaUnit=\"squareMeter\" linearUnit=\"meter\" volumeUnit=\"cubicMeter\" "
        "temperatureUnit=\"celsius\" pressureUnit=\"HPA\"/>");
    line("  </Units>");
    line("  <Alignments>");
    line(fmt::format("    <Alignment name=\"{}\" length=\"{}\" staStart=\"{}\">", name, number(length),
                     number(start_)));
    write_plan();
    write_chainage();
    write_profile();
    write_cant();
    line("    </Alignment>");
    line("  </Alignments>");
    line("</LandXML>");
    return std::move(text_);
  }

 private:
  void line(std::string_view text) {
    text_ += text;
    text_ += '\n';
  }

  // Stations in the file are lengths in plan.
  double plan(double s) const { return alignment_.plan_length(s); }

  // A spiral has one direction. A clothoid that goes through a straight is two.
  void split_reversals() {
    Findings findings;
    for (const Segment& segment : model_.segments()) {
      if (segment.curvature_start * segment.curvature_end >= 0) {
        segments_.push_back(segment);
        continue;
      }
      if (segment.shape != TransitionShape::clothoid) {
        findings.add(
            {{},
             "segments",
             fmt::format("have a transition between curves to both sides at {} m, which LandXML has as a "
                         "clothoid only",
                         number(segment.start)),
             std::string(name_of(segment.shape)),
             "clothoid",
             "Put a straight between the curves"});
        continue;
      }
      const double share = segment.curvature_start / (segment.curvature_start - segment.curvature_end);
      Segment first = segment, second = segment;
      // The curvature is linear in plan.
      second.start = alignment_.arc(segment.plan_start + share * segment.plan_length);
      first.length = second.start - segment.start;
      first.curvature_end = second.curvature_start = 0;
      second.length = segment.end() - second.start;
      segments_.push_back(first);
      segments_.push_back(second);
    }
    findings.throw_if_any();
  }

  void refuse_clothoids() const {
    Findings findings;
    for (const HeightSpec& height : alignment_.heights()) {
      if (height.curve == VerticalCurve::clothoid)
        findings.add({height.where, height.key + ".curve", "is a vertical curve that LandXML does not have",
                      "clothoid", "none, parabola or circle", ""});
    }
    findings.throw_if_any();
  }

  struct Point {
    double northing, easting;
  };
  Point global(double x, double y) const {
    const Survey& survey = model_.survey();
    const double c = std::cos(survey.heading), s = std::sin(survey.heading);
    return {survey.northing + s * x + c * y, survey.easting + c * x - s * y};
  }
  void point(std::string_view name, double x, double y) {
    const Point at = global(x, y);
    line(fmt::format("          <{0}>{1} {2}</{0}>", name, number(at.northing), number(at.easting)));
  }

  void write_plan() {
    std::vector<double> ends{0};
    for (const Segment& segment : segments_) ends.push_back(segment.end());
    const std::vector<Place> places = places_at(alignment_, ends);
    line("      <CoordGeom>");
    for (std::size_t i = 0; i < segments_.size(); ++i) write_element(segments_[i], places[i], places[i + 1]);
    line("      </CoordGeom>");
  }

  void write_element(const Segment& segment, const Place& from, const Place& to) {
    const double length = plan(segment.end()) - plan(segment.start);
    const std::string common =
        fmt::format("length=\"{}\" staStart=\"{}\"", number(length), number(start_ + plan(segment.start)));
    const double turn = segment.curvature_start + segment.curvature_end;
    const char* const rot = turn > 0 ? "ccw" : "cw";
    if (segment.kind == SegmentKind::straight) {
      line(fmt::format("        <Line {}>", common));
      point("Start", from.x, from.y);
      point("End", to.x, to.y);
      line("        </Line>");
    } else if (segment.kind == SegmentKind::circular) {
      const double radius = 1 / segment.curvature_start;
      line(fmt::format("        <Curve rot=\"{}\" radius=\"{}\" {}>", rot, number(std::abs(radius)), common));
      point("Start", from.x, from.y);
      point("Center", from.x - radius * std::sin(from.heading), from.y + radius * std::cos(from.heading));
      point("End", to.x, to.y);
      line("        </Curve>");
    } else {
      line(fmt::format("        <Spiral spiType=\"{}\" rot=\"{}\" radiusStart=\"{}\" radiusEnd=\"{}\" {}>",
                       word_of(segment.shape), rot, radius_of_spiral(segment, segment.curvature_start),
                       radius_of_spiral(segment, segment.curvature_end), common));
      point("Start", from.x, from.y);
      write_corner(from, to);
      point("End", to.x, to.y);
      if (segment.shape == TransitionShape::viennese) {
        line("          <Feature code=\"VienneseBend\">");
        line(fmt::format("            <Property label=\"{}\" value=\"{}\"/>", landxml_gravity_height,
                         number(segment.gravity_height)));
        line("          </Feature>");
      }
      line("        </Spiral>");
    }
  }

  // Writes the intersection of the tangents at both ends.
  void write_corner(const Place& from, const Place& to) {
    const double c = std::cos(from.heading), s = std::sin(from.heading);
    const double along = c * (to.x - from.x) + s * (to.y - from.y);
    const double aside = c * (to.y - from.y) - s * (to.x - from.x);
    const double angle = to.heading - from.heading;
    if (std::abs(std::sin(angle)) < 1e-9) return;  // they are parallel
    const double tangent = along - aside / std::tan(angle);
    point("PI", from.x + c * tangent, from.y + s * tangent);
  }

  void write_chainage() {
    const std::vector<ChainageSpec>& all = alignment_.chainages();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == 0 && !all[i].decreasing) continue;
      const double inside = plan(alignment_.arc(all[i].s));
      double back = start_;
      if (i > 0) {
        const double run = all[i].s - all[i - 1].s;
        back = all[i - 1].chainage + (all[i - 1].decreasing ? -run : run);
      }
      line(fmt::format(
          "      <StaEquation staBack=\"{}\" staAhead=\"{}\" staInternal=\"{}\" staIncrement=\"{}\"/>",
          number(back), number(all[i].chainage), number(start_ + inside),
          all[i].decreasing ? "decreasing" : "increasing"));
    }
  }

  void profile_point(std::string_view element, std::string_view attributes, double at, double height) {
    line(fmt::format("          <{0}{1}>{2} {3}</{0}>", element, attributes, number(start_ + at),
                     number(height)));
  }

  void write_profile() {
    if (alignment_.level() && alignment_.heights().empty()) return;
    line("      <Profile>");
    line("        <ProfAlign name=\"profile\">");
    if (alignment_.heights().empty()) {
      write_slopes();
    } else {
      for (std::size_t i = 0; i < alignment_.heights().size(); ++i) write_height(i);
    }
    line("        </ProfAlign>");
    line("      </Profile>");
  }

  // From entry i of the heights to the next one, rad.
  double incline(std::size_t i) const {
    const HeightSpec &from = alignment_.heights()[i], &to = alignment_.heights()[i + 1];
    return std::atan2(to.height - from.height, to.s - from.s);
  }

  void write_height(std::size_t i) {
    const HeightSpec& height = alignment_.heights()[i];
    if (height.curve == VerticalCurve::none) {
      profile_point("PVI", "", height.s, height.height);
    } else if (height.curve == VerticalCurve::circle) {
      const double arc = height.radius * std::abs(incline(i) - incline(i - 1));
      profile_point("CircCurve",
                    fmt::format(" length=\"{}\" radius=\"{}\"", number(arc), number(height.radius)), height.s,
                    height.height);
    } else if (height.length_after > 0) {
      profile_point("UnsymParaCurve",
                    fmt::format(" lengthIn=\"{}\" lengthOut=\"{}\"", number(height.length),
                                number(height.length_after)),
                    height.s, height.height);
    } else {
      profile_point("ParaCurve", fmt::format(" length=\"{}\"", number(height.length)), height.s,
                    height.height);
    }
  }

  void write_slopes() {
    const std::vector<SlopePiece>& slopes = alignment_.slopes();
    profile_point("PVI", "", 0, 0);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (slopes[i].rate == 0) continue;
      const double angle = slopes[i + 1].slope - slopes[i].slope, radius = 1 / std::abs(slopes[i].rate);
      const double tangent = radius * std::tan(std::abs(angle) / 2);
      profile_point(
          "CircCurve",
          fmt::format(" length=\"{}\" radius=\"{}\"", number(radius * std::abs(angle)), number(radius)),
          plan(slopes[i].start) + tangent * std::cos(slopes[i].slope),
          model_.height(slopes[i].start) - tangent * std::sin(slopes[i].slope));
    }
    profile_point("PVI", "", plan(model_.length()), model_.height(model_.length()));
  }

  void cant_station(double at, double cant, TransitionShape shape) {
    line(fmt::format(
        "        <CantStation station=\"{}\" appliedCant=\"{}\" curvature=\"{}\" "
        "transitionType=\"{}\"/>",
        number(start_ + at), number(std::abs(cant) * 1e3), cant < 0 ? "cw" : "ccw", word_of(shape)));
  }

  void write_cant() {
    const std::vector<CantPiece>& pieces = alignment_.cants();
    bool any = false;
    for (const CantPiece& piece : pieces) any = any || piece.cant_start != 0;
    for (const Segment& segment : model_.segments())
      any = any || segment.cant_start != 0 || segment.cant_end != 0;
    if (!any) return;
    line(fmt::format("      <Cant name=\"cant\" gauge=\"{}\" rotationPoint=\"center\">",
                     number(model_.rail_distance())));
    if (pieces.empty()) {
      for (const Segment& segment : model_.segments())
        cant_station(plan(segment.start), segment.cant_start, segment.shape);
      const Segment& last = model_.segments().back();
      cant_station(plan(last.end()), last.cant_end, TransitionShape::clothoid);
    }
    for (const CantPiece& piece : pieces)
      cant_station(plan(alignment_.arc(piece.start)), piece.cant_start, piece.shape);
    line(fmt::format("        <Feature><Property label=\"{}\" value=\"millimeter\"/></Feature>",
                     landxml_cant_unit));
    line("      </Cant>");
  }

  const TrackModel& model_;
  const Alignment& alignment_;
  std::vector<Segment> segments_;
  double start_ = 0;  // m, chainage of the start
  std::string text_;
};

}  // namespace

std::string landxml_text(const TrackModel& model) {
  return Writer(model).write();
}

}  // namespace flangeway::track
