// Alignments of IFC 4.1 and 4.2, which refer to two-dimensional curves (IfcAlignmentCurve), in the words
// of 4.3.
#include <cmath>

#include "flangeway/track/ifc_layouts.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track::ifc {

using step::Entry;
using step::Kind;
using step::Value;

namespace {

constexpr std::array<std::string_view, 2> horizontal_names{"StartDistAlong", "Segments"};
constexpr std::array<std::string_view, 1> vertical_names{"Segments"};
constexpr std::array<std::string_view, 4> horizontal_segment_names{"TangentialContinuity", "StartTag",
                                                                   "EndTag", "CurveGeometry"};
constexpr std::array<std::string_view, 3> line_names{"StartPoint", "StartDirection", "SegmentLength"};
constexpr std::array<std::string_view, 5> arc_names{"StartPoint", "StartDirection", "SegmentLength", "Radius",
                                                    "IsCCW"};
constexpr std::array<std::string_view, 8> transition_names{
    "StartPoint", "StartDirection",   "SegmentLength",  "StartRadius",
    "EndRadius",  "IsStartRadiusCCW", "IsEndRadiusCCW", "TransitionCurveType"};
constexpr std::array<std::string_view, 7> gradient_names{
    "TangentialContinuity", "StartTag",    "EndTag",       "StartDistAlong",
    "HorizontalLength",     "StartHeight", "StartGradient"};
constexpr std::array<std::string_view, 9> rounded_names{
    "TangentialContinuity", "StartTag",      "EndTag",   "StartDistAlong", "HorizontalLength",
    "StartHeight",          "StartGradient", "Constant", "IsConvex"};

struct CurveWord {
  std::string_view before, now;
};
constexpr std::array<CurveWord, 6> curve_words{{{"CLOTHOIDCURVE", "CLOTHOID"},
                                                {"BLOSSCURVE", "BLOSSCURVE"},
                                                {"COSINECURVE", "COSINECURVE"},
                                                {"SINECURVE", "SINECURVE"},
                                                {"BIQUADRATICPARABOLA", "HELMERTCURVE"},
                                                {"CUBICPARABOLA", "CUBIC"}}};

Value number_value(double value, std::size_t offset) {
  Value result;
  result.kind = Kind::number;
  result.number = value;
  result.offset = offset;
  return result;
}

Value word_value(std::string_view word, std::size_t offset) {
  Value result;
  result.kind = Kind::word;
  result.text = word;
  result.offset = offset;
  return result;
}

// An entry of a plan of IFC 4.3 with all values unset.
Item blank(const Entry& entry, Attributes names) {
  Item item{&entry, names, std::vector<Value>(names.size())};
  for (Value& value : item.values) value.offset = entry.offset;
  return item;
}

void set(Item& item, std::string_view attribute, Value value) {
  for (std::size_t i = 0; i < item.names.size(); ++i)
    if (item.names[i] == attribute) item.values[i] = std::move(value);
}

class AxisReader {
 public:
  explicit AxisReader(Context& context) : model_(context.model) {}

  std::vector<Item> plan(const Entry& horizontal) {
    std::vector<Item> all;
    const auto layout = model_.item(horizontal, horizontal_names);
    if (!layout) return all;
    for (const Value& one : model_.value(*layout, "Segments").values) {
      const Entry* const entry = model_.entry(one);
      if (entry == nullptr) continue;
      const auto segment = model_.item(*entry, horizontal_segment_names);
      if (!segment) continue;
      const Entry* const curve = model_.referred(*segment, "CurveGeometry");
      if (curve == nullptr) continue;
      if (auto element = element_of(*curve)) all.push_back(std::move(*element));
    }
    return all;
  }

  std::vector<Item> heights(const Entry& vertical) {
    std::vector<Item> all;
    const auto layout = model_.item(vertical, vertical_names);
    if (!layout) return all;
    for (const Value& one : model_.value(*layout, "Segments").values) {
      const Entry* const entry = model_.entry(one);
      if (entry == nullptr) continue;
      if (auto slope = slope_of(*entry)) all.push_back(std::move(*slope));
    }
    return all;
  }

 private:
  std::optional<Item> element_of(const Entry& curve) {
    Item result = blank(curve, plan_names);
    if (curve.type == "IFCLINESEGMENT2D") {
      const auto line = model_.item(curve, line_names);
      if (!line) return std::nullopt;
      take_start(*line, result);
      set_radii(0, 0, "LINE", result);
    } else if (curve.type == "IFCCIRCULARARCSEGMENT2D") {
      const auto arc = model_.item(curve, arc_names);
      if (!arc) return std::nullopt;
      take_start(*arc, result);
      const double radius = signed_radius(*arc, "Radius", "IsCCW");
      set_radii(radius, radius, "CIRCULARARC", result);
    } else if (curve.type == "IFCTRANSITIONCURVESEGMENT2D") {
      const auto transition = model_.item(curve, transition_names);
      if (!transition) return std::nullopt;
      take_start(*transition, result);
      set_radii(signed_radius(*transition, "StartRadius", "IsStartRadiusCCW"),
                signed_radius(*transition, "EndRadius", "IsEndRadiusCCW"),
                word_of(model_.text(*transition, "TransitionCurveType")), result);
    } else {
      model_.refuse(curve, {"is an element that is not read", std::string(curve.type),
                            "IfcLineSegment2D, IfcCircularArcSegment2D or IfcTransitionCurveSegment2D",
                            "Export the line as IFC 4.3"});
      return std::nullopt;
    }
    return result;
  }

  static std::string word_of(const std::string& word) {
    for (const CurveWord& one : curve_words)
      if (one.before == word) return std::string(one.now);
    return word;
  }

  void take_start(const Item& from, Item& to) {
    for (const std::string_view name : line_names) set(to, name, model_.value(from, name));
  }

  static void set_radii(double start, double end, std::string_view word, Item& item) {
    set(item, "StartRadiusOfCurvature", number_value(start, item.entry->offset));
    set(item, "EndRadiusOfCurvature", number_value(end, item.entry->offset));
    set(item, "PredefinedType", word_value(word, item.entry->offset));
  }

  // 0 without one: a straight.
  double signed_radius(const Item& item, std::string_view attribute, std::string_view turns_left) {
    if (model_.value(item, attribute).kind == Kind::unset) return 0;
    const double radius = model_.radius(item, attribute).value_or(0);
    return is_true(item, turns_left) ? radius : -radius;
  }

  bool is_true(const Item& item, std::string_view attribute) {
    const std::string word = model_.text(item, attribute);
    if (word != "T" && word != "F")
      model_.refuse(item, attribute, {"is neither true nor false", word, ".T. or .F.", ""});
    return word == "T";
  }

  std::optional<Item> slope_of(const Entry& entry) {
    const bool circle = entry.type == "IFCALIGNMENT2DVERSEGCIRCULARARC",
               parabola = entry.type == "IFCALIGNMENT2DVERSEGPARABOLICARC";
    if (!circle && !parabola && entry.type != "IFCALIGNMENT2DVERSEGLINE") {
      model_.refuse(entry, {"is a vertical curve that is not read", std::string(entry.type),
                            "IfcAlignment2DVerSegLine, IfcAlignment2DVerSegCircularArc or "
                            "IfcAlignment2DVerSegParabolicArc",
                            "Export the line as IFC 4.3"});
      return std::nullopt;
    }
    const auto segment =
        model_.item(entry, circle || parabola ? Attributes(rounded_names) : Attributes(gradient_names));
    if (!segment) return std::nullopt;
    Item result = blank(entry, height_names);
    for (const std::string_view name : {"StartDistAlong", "HorizontalLength", "StartHeight", "StartGradient"})
      set(result, name, model_.value(*segment, name));
    const auto start = model_.number(*segment, "StartGradient"),
               length = model_.number(*segment, "HorizontalLength");
    if (!start || !length) return std::nullopt;
    double end = *start;
    if (circle || parabola) {
      const auto radius = model_.radius(*segment, "Constant");
      if (!radius) return std::nullopt;
      if (!(*radius > 0)) {
        model_.refuse(*segment, "Constant",
                      {"is not a positive radius", number(*radius), "a number > 0", ""});
        return std::nullopt;
      }
      const double turn = (is_true(*segment, "IsConvex") ? -1 : 1) * *length / *radius;
      const double sine = std::sin(std::atan(*start)) + turn;
      if (circle && !(std::abs(sine) < 1)) {
        model_.refuse(*segment, "HorizontalLength",
                      {"is longer than the circle", number(*length), "", "Check the units of the file"});
        return std::nullopt;
      }
      end = circle ? std::tan(std::asin(sine)) : *start + turn;
      set(result, "RadiusOfCurvature", number_value(*radius, entry.offset));
    }
    set(result, "EndGradient", number_value(end, entry.offset));
    set(result, "PredefinedType",
        word_value(circle ? "CIRCULARARC" : (parabola ? "PARABOLICARC" : "CONSTANTGRADIENT"), entry.offset));
    return result;
  }

  Model& model_;
};

}  // namespace

bool is_axis_layout(const Entry& layout) {
  return layout.type == "IFCALIGNMENT2DHORIZONTAL" || layout.type == "IFCALIGNMENT2DVERTICAL";
}

std::vector<Item> plan_of_axis(Context& context, const Entry& horizontal) {
  return AxisReader(context).plan(horizontal);
}

std::vector<Item> heights_of_axis(Context& context, const Entry& vertical) {
  return AxisReader(context).heights(vertical);
}

double start_of_axis(Context& context, const Entry& horizontal) {
  const auto layout = context.model.item(horizontal, horizontal_names);
  return layout ? context.model.number(*layout, "StartDistAlong", false).value_or(0) * context.units.length
                : 0;
}

}  // namespace flangeway::track::ifc
