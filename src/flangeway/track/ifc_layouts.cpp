#include "flangeway/track/ifc_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "flangeway/math/types.hpp"
#include "flangeway/track/quadrature.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track::ifc {

using step::Entry;
using step::Kind;
using step::Value;

namespace {

constexpr std::array<std::string_view, 8> segment_names{
    "GlobalId",   "OwnerHistory",    "Name",           "Description",
    "ObjectType", "ObjectPlacement", "Representation", "DesignParameters"};
constexpr std::array<std::string_view, 8> cant_names{"GlobalId",       "OwnerHistory",    "Name",
                                                     "Description",    "ObjectType",      "ObjectPlacement",
                                                     "Representation", "RailHeadDistance"};
constexpr std::array<std::string_view, 9> cant_segment_names{
    "StartTag",    "EndTag",         "StartDistAlong", "HorizontalLength", "StartCantLeft",
    "EndCantLeft", "StartCantRight", "EndCantRight",   "PredefinedType"};
constexpr std::array<std::string_view, 1> point_names{"Coordinates"};

struct Shape {
  std::string_view word;
  TransitionShape shape;
};
constexpr std::array<Shape, 7> plan_shapes{{{"CLOTHOID", TransitionShape::clothoid},
                                            {"BLOSSCURVE", TransitionShape::bloss},
                                            {"COSINECURVE", TransitionShape::cosine},
                                            {"SINECURVE", TransitionShape::sinusoidal},
                                            {"HELMERTCURVE", TransitionShape::helmert},
                                            {"VIENNESEBEND", TransitionShape::viennese},
                                            {"CUBIC", TransitionShape::cubic_parabola}}};
constexpr std::array<Shape, 7> cant_shapes{{{"LINEARTRANSITION", TransitionShape::clothoid},
                                            {"CONSTANTCANT", TransitionShape::clothoid},
                                            {"BLOSSCURVE", TransitionShape::bloss},
                                            {"COSINECURVE", TransitionShape::cosine},
                                            {"SINECURVE", TransitionShape::sinusoidal},
                                            {"HELMERTCURVE", TransitionShape::helmert},
                                            {"VIENNESEBEND", TransitionShape::viennese}}};

template <std::size_t count>
std::optional<TransitionShape> shape_of(const std::array<Shape, count>& shapes, std::string_view word) {
  for (const Shape& one : shapes)
    if (one.word == word) return one.shape;
  return std::nullopt;
}

// The parameters of the segments that nest in a layout, in their order.
std::vector<Item> parameters_of(Context& context, const Entry& layout, std::string_view type,
                                Attributes names) {
  std::vector<Item> all;
  for (const Entry* const child : context.nests[layout.id]) {
    if (child->type != "IFCALIGNMENTSEGMENT") continue;
    const auto segment = context.model.item(*child, segment_names);
    if (!segment) continue;
    if (auto parameters = context.model.item(*segment, "DesignParameters", type, names))
      all.push_back(std::move(*parameters));
  }
  return all;
}

void refuse_empty(Context& context, const Entry& layout) {
  context.model.refuse(layout,
                       {"has no segments", "", "",
                        "Export the alignment with its segments (IfcAlignmentSegment), which nest in it"});
}

// m; nothing with a finding. Segments may have no length: the last one of a layout marks its end.
std::optional<double> length_of(Context& context, const Item& item, std::string_view attribute) {
  const auto length = context.model.number(item, attribute);
  if (!length) return std::nullopt;
  const double metres = *length * context.units.length;
  if (std::abs(metres) < no_length) return 0;
  if (metres < 0) {
    context.model.refuse(item, attribute, {"is not a positive length", number(*length), "a number > 0", ""});
    return std::nullopt;
  }
  if (metres <= max_element_length) return metres;
  context.model.refuse(item, attribute,
                       {"is longer than any element of a line", number(metres) + " m", "at most 100000 m",
                        "Check the units of the file"});
  return std::nullopt;
}

// Curvature at the end of y = x³/(6RL) whose length is L and that begins at a straight, with 1/R =
// `curvature`: the cubic of IFC, whose end is less curved than the circle that follows. Nothing where it
// turns too far.
std::optional<double> end_of_cubic(double curvature, double length) {
  const double a = std::abs(curvature) / (6 * length);
  const auto arc = [a](double x) {
    constexpr int panels = 4;
    double sum = 0;
    for (int p = 0; p < panels; ++p)
      sum += integral(p * x / panels, (p + 1) * x / panels,
                      [a](double q) { return std::hypot(1, 3 * a * q * q); });
    return sum;
  };
  double x = length;
  for (int i = 0; i < 20; ++i) x -= (arc(x) - length) / std::hypot(1, 3 * a * x * x);
  const double slope = 3 * a * x * x;
  if (!(slope * slope <= 0.2)) return std::nullopt;  // at 24.1° the radius is smallest
  return std::copysign(6 * a * x / std::pow(1 + slope * slope, 1.5), curvature);
}

class PlanReader {
 public:
  PlanReader(Context& context, FileAlignment& line) : context_(context), model_(context.model), line_(line) {}

  std::vector<ElementStart> read(const Entry& layout) {
    const std::vector<Item> items =
        is_axis_layout(layout) ? plan_of_axis(context_, layout)
                               : parameters_of(context_, layout, "IFCALIGNMENTHORIZONTALSEGMENT", plan_names);
    for (std::size_t i = 0; i < items.size(); ++i) read_element(items[i], i + 1 == items.size());
    if (line_.track.segments.empty()) refuse_empty(context_, layout);
    return std::move(starts_);
  }

 private:
  void read_element(const Item& item, bool last) {
    const auto length = length_of(context_, item, "SegmentLength");
    if (length != 0.0 || (last && !line_.track.segments.empty())) read_start(item);
    if (length == 0.0) return;
    SegmentSpec segment;
    segment.where = model_.place(*item.entry);
    segment.key = key_of(*item.entry);
    segment.length = length.value_or(1);
    read_shape(item, segment);
    line_.track.segments.push_back(std::move(segment));
  }

  void read_start(const Item& item) {
    ElementStart start{.where = model_.place(*item.entry), .key = key_of(*item.entry)};
    if (const auto heading = model_.number(item, "StartDirection"))
      start.heading = *heading * context_.units.angle;
    if (const auto point = model_.item(item, "StartPoint", "IFCCARTESIANPOINT", point_names)) {
      const std::vector<Value>& coordinates = model_.value(*point, "Coordinates").values;
      if (coordinates.size() < 2) {
        model_.refuse(*point, "Coordinates",
                      {"are too few", std::to_string(coordinates.size()), "2 or 3", ""});
      } else {
        const std::string key = key_of(*point, "Coordinates");
        start.easting = model_.number(coordinates[0], key).value_or(0) * context_.units.length;
        start.northing = model_.number(coordinates[1], key).value_or(0) * context_.units.length;
      }
    }
    starts_.push_back(std::move(start));
  }

  // 1/m, left positive: a radius of 0 is a straight, as is none, and one that no curve has.
  std::optional<double> curvature(const Item& item, std::string_view attribute) {
    if (model_.value(item, attribute).kind == step::Kind::unset) return 0;
    const auto radius = model_.radius(item, attribute);
    if (!radius) return std::nullopt;
    if (*radius == 0) return 0;
    const double metres = *radius * context_.units.length;
    if (std::abs(metres) > max_radius) return 0;
    if (std::abs(metres) >= min_radius) return 1 / metres;
    model_.refuse(item, attribute,
                  {"is smaller than on any railway", number(metres) + " m", "at least 10 m, or 0: a straight",
                   "Check the units of the file"});
    return std::nullopt;
  }

  void read_shape(const Item& item, SegmentSpec& segment) {
    const std::string word = model_.text(item, "PredefinedType");
    const auto from = curvature(item, "StartRadiusOfCurvature"), to = curvature(item, "EndRadiusOfCurvature");
    if (word == "LINE") {
      segment.kind = SegmentKind::straight;
      for (const auto& [end, name] :
           {std::pair{from, "StartRadiusOfCurvature"}, {to, "EndRadiusOfCurvature"}})
        if (end && *end != 0)
          model_.refuse(item, name, {"is given for a straight", number(1 / *end) + " m", "0", ""});
    } else if (word == "CIRCULARARC") {
      segment.kind = SegmentKind::circular;
      if (from && to) read_arc(item, *from, *to, segment);
    } else if (const auto shape = shape_of(plan_shapes, word)) {
      segment.kind = SegmentKind::transition;
      segment.shape = *shape;
      if (from && to) segment.curvatures = {*from, *to};
      read_transition(item, segment);
    } else {
      model_.refuse(item, "PredefinedType",
                    {word.empty() ? "is missing" : "is an element that is not read", word,
                     "LINE, CIRCULARARC, CLOTHOID, BLOSSCURVE, COSINECURVE, SINECURVE, HELMERTCURVE, "
                     "VIENNESEBEND or CUBIC",
                     ""});
    }
  }

  static constexpr double same_arc = 1e-6;  // of the curvatures at both ends, which are rounded

  void read_arc(const Item& item, double from, double to, SegmentSpec& segment) {
    segment.curvature = from;
    const bool has_radius = model_.value(item, "StartRadiusOfCurvature").kind != step::Kind::unset;
    const auto radius = has_radius ? model_.radius(item, "StartRadiusOfCurvature") : std::nullopt;
    if (from == 0 && radius && *radius != 0) {
      segment.kind = SegmentKind::straight;
    } else if (from == 0) {
      model_.refuse(item, "StartRadiusOfCurvature",
                    {"is missing for an arc", "0", "a radius other than 0", ""});
    } else if (to != 0 && std::abs(to - from) > same_arc * std::abs(from)) {  // some programs leave it out
      model_.refuse(item, "EndRadiusOfCurvature",
                    {"is not that of the start, as an arc has it", number(1 / to) + " m",
                     number(1 / from) + " m", "Export a transition as such"});
    }
  }

  void read_transition(const Item& item, SegmentSpec& segment) {
    if (segment.shape == TransitionShape::viennese) {
      const auto height = model_.number(item, "GravityCenterLineHeight", false);
      segment.gravity_height = height.value_or(0) * context_.units.length;
      if (segment.gravity_height < 0)
        model_.refuse(item, "GravityCenterLineHeight", {"is negative", number(*height), "a number > 0", ""});
    }
    if (segment.shape != TransitionShape::cubic_parabola || segment.curvatures.size() != 2) return;
    // Between two curves compile() refuses it.
    if ((segment.curvatures[0] == 0) == (segment.curvatures[1] == 0)) return;
    double& curved = segment.curvatures[segment.curvatures[0] == 0 ? 1 : 0];
    if (const auto end = end_of_cubic(curved, segment.length)) {
      curved = *end;
    } else {
      model_.refuse(item, "SegmentLength",
                    {"makes the cubic turn through more than 24.1 degrees, where its radius is smallest",
                     number(segment.length) + " m", "", "Use a shorter transition or a clothoid"});
    }
  }

  Context& context_;
  Model& model_;
  FileAlignment& line_;
  std::vector<ElementStart> starts_;
};

// A segment of the profile, in m and rise per run.
struct Slope {
  double s = 0, length = 0, height = 0, before = 0, after = 0, radius = 0;
  double corner = 0;  // m from the start, where the tangents of a clothoid meet
  std::string type{};
  [[nodiscard]] double end() const { return s + length; }
  // A circle rises by L (sin α₀ + sin α₁)/(cos α₀ + cos α₁).
  [[nodiscard]] double end_height() const {
    if (type == "CLOTHOID") return height + length * before + (length - corner) * (after - before);
    if (type != "CIRCULARARC") return height + length * (before + after) / 2;
    const double first = std::atan(before), last = std::atan(after);
    return height + length * (std::sin(first) + std::sin(last)) / (std::cos(first) + std::cos(last));
  }
};

class HeightReader {
 public:
  HeightReader(Context& context, FileAlignment& line)
      : context_(context), model_(context.model), line_(line) {}

  void read(const Entry& layout) {
    const std::vector<Item> items =
        is_axis_layout(layout) ? heights_of_axis(context_, layout)
                               : parameters_of(context_, layout, "IFCALIGNMENTVERTICALSEGMENT", height_names);
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto slope = slope_of(items[i]);
      if (!slope) continue;
      if (slope->type == "CLOTHOID")
        find_corner(items[i], i + 1 < items.size() ? &items[i + 1] : nullptr, *slope);
      if (before_) join(items[i], *slope);
      if (slope->length == 0) continue;
      if (!before_) append(items[i], slope->s, slope->height);
      if (slope->type != "CONSTANTGRADIENT") append_curve(items[i], *slope);
      before_ = slope;
      last_ = &items[i];
    }
    if (items.empty()) {
      refuse_empty(context_, layout);
    } else if (before_) {
      append(*last_, before_->end(), before_->end_height());
    }
  }

 private:
  std::optional<Slope> slope_of(const Item& item) {
    Slope slope;
    slope.type = model_.text(item, "PredefinedType");
    const auto s = model_.number(item, "StartDistAlong"), height = model_.number(item, "StartHeight"),
               before = model_.number(item, "StartGradient"), after = model_.number(item, "EndGradient");
    const auto length = length_of(context_, item, "HorizontalLength");
    const auto radius = model_.number(item, "RadiusOfCurvature", false);
    if (slope.type != "CONSTANTGRADIENT" && slope.type != "PARABOLICARC" && slope.type != "CIRCULARARC" &&
        slope.type != "CLOTHOID") {
      model_.refuse(item, "PredefinedType",
                    {slope.type.empty() ? "is missing" : "is a vertical curve that is not read", slope.type,
                     "CONSTANTGRADIENT, PARABOLICARC, CIRCULARARC or CLOTHOID", ""});
      return std::nullopt;
    }
    if (!s || !height || !before || !after || !length) return std::nullopt;
    slope.s = *s * context_.units.length;
    slope.height = *height * context_.units.length;
    slope.length = *length;
    slope.before = *before;
    slope.after = slope.type == "CONSTANTGRADIENT" ? *before : *after;
    slope.radius = std::abs(radius.value_or(0)) * context_.units.length;
    return slope;
  }

  // The entry does not say which end of a clothoid is the straight one. Its rise does, up to the next
  // segment, else the segment before.
  void find_corner(const Item& item, const Item* next, Slope& slope) {
    const double change = slope.after - slope.before;
    const bool from_curve = before_ && before_->type != "CONSTANTGRADIENT";
    slope.corner = slope.length * (from_curve ? 1.0 : 2.0) / 3;
    if (next == nullptr || std::abs(change) < 1e-6) return;
    const auto height = model_.number(*next, "StartHeight", false);
    if (!height) return;
    const double rise = *height * context_.units.length - slope.height;
    const double share = 1 - (rise / slope.length - slope.before) / change;
    constexpr double rounding_of_heights = 2e-3;  // m
    const double rounded = rounding_of_heights / (slope.length * std::abs(change));
    for (const double third : {1.0 / 3, 2.0 / 3}) {
      if (std::abs(share - third) > std::max(rounded, 0.01)) continue;
      slope.corner = slope.length * third;
      return;
    }
    if (share > 1.0 / 3 && share < 2.0 / 3) {
      slope.corner = slope.length * share;
      return;
    }
    model_.refuse(
        item, "PredefinedType",
        {"is a clothoid that does not lead to the height at which the next segment starts",
         number(*height * context_.units.length) + " m",
         fmt::format("{:.6g} to {:.6g} m", slope.height + slope.length * (slope.before + change / 3),
                     slope.height + slope.length * (slope.before + change * 2 / 3)),
         "Check heights and gradients"});
  }

  void join(const Item& item, const Slope& next) {
    constexpr double step_tolerance = 1e-3, step_limit = 0.1;  // m: said; refused
    constexpr double kink_tolerance = 1e-4;                    // of the gradient
    if (std::abs(next.s - before_->end()) > same_station) {
      model_.refuse(item, "StartDistAlong",
                    {"is not where the segment before ends", number(next.s) + " m",
                     number(before_->end()) + " m", "Export the segments in their order"});
    }
    const double step = next.height - before_->end_height();
    if (std::abs(step) > step_limit) {
      model_.refuse(item, "StartHeight",
                    {"is not the height at which the segment before ends", number(next.height) + " m",
                     number(before_->end_height()) + " m", "Check heights and gradients"});
    } else if (std::abs(step) > step_tolerance) {
      line_.notes.push_back({model_.place(item, "StartHeight"), key_of(item, "StartHeight"),
                             "is not the height at which the segment before ends", number(next.height) + " m",
                             fmt::format("{:.6g} m", before_->end_height()), ""});
    }
    if (next.length > 0 && std::abs(next.before - before_->after) > kink_tolerance)
      append(item, next.s, next.height);
  }

  void append(const Item& item, double s, double height) {
    line_.track.heights.push_back(
        {.s = s, .height = height, .where = model_.place(*item.entry), .key = key_of(*item.entry)});
  }

  static constexpr double no_turn = 1e-9;  // of the gradient

  void note_straight(const Item& item, const Slope& slope) {
    line_.notes.push_back({model_.place(item, "EndGradient"), key_of(item, "EndGradient"),
                           "is that of the start, as no curve has it", number(slope.after), "",
                           "It is read as a straight gradient"});
  }

  // Appends the intersection of a curve's tangents.
  void append_curve(const Item& item, const Slope& slope) {
    const double first = std::atan(slope.before), last = std::atan(slope.after);
    const bool circle = slope.type == "CIRCULARARC";
    const double turn =
        circle ? std::abs(std::sin(last) - std::sin(first)) : std::abs(slope.after - slope.before);
    if (turn < no_turn) {
      if (circle || slope.radius > 0) note_straight(item, slope);
      return;
    }
    // The smaller one of a clothoid, at its curved end.
    const double radius = slope.length / turn * (slope.type == "CLOTHOID" ? 0.5 : 1);
    if (radius < min_vertical_radius) {
      model_.refuse(item, "HorizontalLength",
                    {"makes a vertical curve with a smaller radius than on any railway",
                     number(radius) + " m", "at least 100 m", "Check the units of the file"});
      return;
    }
    if (slope.radius > 0 && std::abs(slope.radius - radius) > 0.01 * radius) {
      line_.notes.push_back({model_.place(item, "RadiusOfCurvature"), key_of(item, "RadiusOfCurvature"),
                             "does not fit the length and the gradients", number(slope.radius) + " m",
                             fmt::format("{:.6g} m", radius), "Length and gradients count"});
    }
    const double tangent =
        circle ? radius * std::tan(std::abs(last - first) / 2) * std::cos(first) : slope.length / 2;
    if (slope.type == "CLOTHOID") {
      append(item, slope.s + slope.corner, slope.height + slope.corner * slope.before);
      line_.track.heights.back().curve = VerticalCurve::clothoid;
      line_.track.heights.back().length = slope.corner;
      line_.track.heights.back().length_after = slope.length - slope.corner;
      return;
    }
    append(item, slope.s + tangent, slope.height + tangent * slope.before);
    HeightSpec& corner = line_.track.heights.back();
    corner.curve = circle ? VerticalCurve::circle : VerticalCurve::parabola;
    (circle ? corner.radius : corner.length) = circle ? radius : slope.length;
  }

  Context& context_;
  Model& model_;
  FileAlignment& line_;
  std::optional<Slope> before_;
  const Item* last_ = nullptr;
};

class CantReader {
 public:
  CantReader(Context& context, FileAlignment& line) : context_(context), model_(context.model), line_(line) {}

  void read(const Entry& layout) {
    if (const auto item = model_.item(layout, cant_names)) read_gauge(*item);
    const std::vector<Item> items =
        parameters_of(context_, layout, "IFCALIGNMENTCANTSEGMENT", cant_segment_names);
    for (const Item& item : items) read_segment(item);
    if (items.empty()) refuse_empty(context_, layout);
    if (end_) line_.track.cants.push_back(*end_);
  }

 private:
  void read_gauge(const Item& item) {
    const auto distance = model_.number(item, "RailHeadDistance");
    if (!distance) return;
    line_.gauge = gauge_in_metres(*distance, context_.units.length);
    if (line_.gauge == 0) line_.gauge = *distance * context_.units.length;
    line_.gauge_key = key_of(item, "RailHeadDistance");
    line_.gauge_where = model_.place(item, "RailHeadDistance");
    if (line_.gauge >= 0.3 && line_.gauge <= 3) return;
    model_.refuse(item, "RailHeadDistance",
                  {"is not a distance that rails have", number(line_.gauge) + " m", "0.3 to 3 m",
                   "Check the units of the file"});
  }

  void read_segment(const Item& item) {
    const auto metres = [&](std::string_view attribute,
                            std::optional<double> other) -> std::optional<double> {
      const auto value = model_.number(item, attribute, !other);
      return value ? std::optional(*value * context_.cant.metres) : other;
    };
    const auto along = model_.number(item, "StartDistAlong");
    const auto s = along ? std::optional(*along * context_.units.length) : std::nullopt;
    const auto left = metres("StartCantLeft", {}), right = metres("StartCantRight", {});
    const auto length = length_of(context_, item, "HorizontalLength");
    const auto left_end = metres("EndCantLeft", left), right_end = metres("EndCantRight", right);
    const std::string word = model_.text(item, "PredefinedType");
    const auto shape = shape_of(cant_shapes, word);
    if (!shape) {
      model_.refuse(item, "PredefinedType",
                    {word.empty() ? "is missing" : "is a cant that is not read", word,
                     "CONSTANTCANT, LINEARTRANSITION, BLOSSCURVE, COSINECURVE, SINECURVE, HELMERTCURVE or "
                     "VIENNESEBEND",
                     ""});
    }
    if (!s || !left || !right || !left_end || !right_end || !length || !shape) return;
    const double from = *right - *left, to = *right_end - *left_end;
    if (std::max(std::abs(from), std::abs(to)) > max_cant) {
      model_.refuse(
          item, "StartCantRight",
          {"makes a cant larger than on any real track",
           number(std::max(std::abs(from), std::abs(to)) / context_.cant.metres) + " " + context_.cant.unit,
           fmt::format("at most {:.6g} {}", max_cant / context_.cant.metres, context_.cant.unit),
           "Check it, or say the unit of the file: alignment.cant_unit"});
      return;
    }
    join(item, *s, from);
    if (*length == 0) return;
    if (word == "CONSTANTCANT" && std::abs(to - from) > same_cant) {
      model_.refuse(item, "EndCantRight",
                    {"makes a constant cant change", fmt::format("{:.4g} mm", 1e3 * (to - from)), "0 mm",
                     "Export it as a transition"});
    }
    note_raised(item, std::max(std::abs(*left + *right), std::abs(*left_end + *right_end)) / 2);
    CantSpec entry{.s = *s,
                   .cant = from,
                   .shape = *shape,
                   .where = model_.place(*item.entry),
                   .key = key_of(*item.entry)};
    line_.track.cants.push_back(entry);
    entry.s = *s + *length;
    entry.cant = to;
    entry.shape = TransitionShape::clothoid;
    end_ = std::move(entry);
  }

  void join(const Item& item, double s, double cant) {
    if (!end_) return;
    if (std::abs(s - end_->s) > same_station) {
      model_.refuse(item, "StartDistAlong",
                    {"is not where the segment before ends", number(s) + " m", number(end_->s) + " m",
                     "Export the segments in their order"});
    }
    if (std::abs(cant - end_->cant) > same_cant) {
      model_.refuse(item, "StartCantRight",
                    {"makes a step of cant", fmt::format("{:.4g} mm", 1e3 * (cant - end_->cant)),
                     "the cant with which the segment before ends", "Put a transition between them"});
    }
  }

  void note_raised(const Item& item, double raised) {
    if (raised < same_cant || noted_) return;
    noted_ = true;
    line_.notes.push_back({model_.place(*item.entry), key_of(*item.entry),
                           "raises the centre of the track, which is not applied: cant turns the track about "
                           "its centre",
                           fmt::format("{:.4g} mm", 1e3 * raised), "0 mm",
                           "Heights then hold for the centre of the track"});
  }

  static constexpr double same_cant = 1e-4;  // m
  Context& context_;
  Model& model_;
  FileAlignment& line_;
  std::optional<CantSpec> end_;
  bool noted_ = false;
};

}  // namespace

std::vector<ElementStart> read_plan(Context& context, const Entry& layout, FileAlignment& line) {
  return PlanReader(context, line).read(layout);
}

void judge_cants(Context& context, std::vector<Finding>& notes) {
  if (const double metres = metres_of(context.choices.cant_unit); metres > 0) {
    context.cant = {metres, std::string(name_of(context.choices.cant_unit)), ""};
    return;
  }
  Findings ignored;  // reported when a line is read
  Findings* const before = context.model.redirect(ignored);
  CantEvidence evidence;
  evidence.declared = evidence.length = context.units.length;
  evidence.gauge_name = "RailHeadDistance";
  SourceLocation first;
  for (const Entry* const layout : context.model.all("IFCALIGNMENTCANT")) {
    const auto cant = context.model.item(*layout, cant_names);
    if (cant && evidence.gauge == 0)
      evidence.gauge = context.model.number(*cant, "RailHeadDistance", false).value_or(0);
    for (const Item& item : parameters_of(context, *layout, "IFCALIGNMENTCANTSEGMENT", cant_segment_names)) {
      const auto value = [&](std::string_view attribute, double other) {
        return context.model.number(item, attribute, false).value_or(other);
      };
      const double left = value("StartCantLeft", 0), right = value("StartCantRight", 0);
      evidence.values.push_back(right - left);
      evidence.values.push_back(value("EndCantRight", right) - value("EndCantLeft", left));
      if (first.line == 0) first = context.model.place(item, "StartCantRight");
    }
  }
  context.model.redirect(*before);
  context.cant = judge_cant_unit(evidence);
  if (context.cant.metres != evidence.declared)
    notes.push_back({first, "StartCantRight", reading_text(context.cant), "", "",
                     "If that is wrong, say what it is: alignment.cant_unit"});
}

namespace {

// m and rad, between where the element before ends and where this one starts.
struct Join {
  double gap = 0, kink = 0;
};

Join join_of(const std::vector<ElementStart>& starts, const std::vector<Place>& places, std::size_t i,
             double angle) {
  const ElementStart &before = starts[i - 1], &here = starts[i];
  const double turn = angle * before.heading - places[i - 1].heading;
  const double x = places[i].x - places[i - 1].x, y = places[i].y - places[i - 1].y;
  const double easting = before.easting + std::cos(turn) * x - std::sin(turn) * y,
               northing = before.northing + std::sin(turn) * x + std::cos(turn) * y;
  return {std::hypot(here.easting - easting, here.northing - northing),
          std::remainder(angle * here.heading - turn - places[i].heading, 2 * pi)};
}

// Some programs write directions in degrees or gon below a unit of radians, or the other way round. The unit
// in which all elements join counts, if there is only one: `starts` are changed to it.
void judge_directions(const Context& context, const std::vector<Place>& places,
                      std::vector<ElementStart>& starts, FileAlignment& line) {
  const auto joins = [&](double angle) {
    for (std::size_t i = 1; i < starts.size() && i < places.size(); ++i) {
      const Join join = join_of(starts, places, i, angle);
      const SegmentSpec& before = line.track.segments[i - 1];
      const bool is_known = !lacks_cant(before, line) && !is_open_bend(before);
      if (!forms_a_line(is_known ? join.gap : 0, join.kink)) return false;
    }
    return true;
  };
  using Unit = std::pair<const char*, double>;
  constexpr std::array names{Unit{"rad", 1}, Unit{"degrees", pi / 180}, Unit{"gon", pi / 200}};
  if (joins(1)) return;
  const Unit* found = nullptr;
  for (const Unit& unit : names) {
    if (std::abs(unit.second / context.units.angle - 1) < 1e-6 || !joins(unit.second / context.units.angle))
      continue;
    if (found != nullptr) return;
    found = &unit;
  }
  if (found == nullptr) return;
  for (ElementStart& start : starts) start.heading *= found->second / context.units.angle;
  line.notes.push_back(
      {starts.front().where, starts.front().key + ".StartDirection",
       fmt::format("is read in {}: the elements do not join in the unit of the file", found->first), "", "",
       "Correct the PLANEANGLEUNIT of the file"});
}

}  // namespace

void join_elements(const Context& context, std::vector<ElementStart> starts, Findings& findings,
                   FileAlignment& line) {
  const std::vector<Place> places = places_of_joints(line);
  judge_directions(context, places, starts, line);
  Survey& survey = line.track.survey;
  const std::vector<SegmentSpec>& segments = line.track.segments;
  survey.northing = starts.front().northing;
  survey.easting = starts.front().easting;
  survey.heading = starts.front().heading;
  const double chainage = line.track.chainage.empty() ? 0 : line.track.chainage.front().chainage;
  double s = 0;
  for (std::size_t i = 1; i < starts.size() && i < places.size(); ++i) {
    const ElementStart& here = starts[i];
    const Join join = join_of(starts, places, i, 1);
    s += segments[i - 1].length;
    SurveyJoint joint;
    joint.s = s;
    joint.where = here.where;
    joint.key = here.key;
    if (lacks_cant(segments[i - 1], line)) {
      if (!context.choices.has_cants) judge_bend_without_cant(segments[i - 1], join.gap, findings);
    } else if (!is_open_bend(segments[i - 1])) {
      joint.gap = join.gap;
    }
    joint.kink = join.kink;
    judge_joint(joint, 0, s + chainage, findings, line.notes);
    if (i < segments.size()) survey.joints.push_back(std::move(joint));
  }
  // The end of the last element is known by an element of no length only.
  if (lacks_cant(segments.back(), line) && starts.size() == segments.size() && !context.choices.has_cants)
    judge_bend_without_cant(segments.back(), std::nullopt, findings);
}

void read_heights(Context& context, const Entry& layout, FileAlignment& line) {
  HeightReader(context, line).read(layout);
}

void read_cants(Context& context, const Entry& layout, double length, FileAlignment& line) {
  CantReader(context, line).read(layout);
  note_uncovered_cant(line, length, 0, "StartDistAlong");
}

}  // namespace flangeway::track::ifc
