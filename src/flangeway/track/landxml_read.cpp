#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <pugixml.hpp>

#include "flangeway/core/input_record.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/centreline.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/landxml.hpp"
#include "flangeway/track/landxml_words.hpp"

namespace flangeway::track {

namespace {

constexpr double smallest_gap = 1e-3, largest_gap = 0.1;       // m: said; refused
constexpr double smallest_kink = 1e-4, largest_kink = 1e-2;    // rad: said; refused
constexpr double smallest_radius = 10, longest_element = 1e5;  // m
constexpr std::size_t largest_file = std::size_t{256} << 20;

// The name without a prefix such as "lx:".
std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

pugi::xml_node child(const pugi::xml_node& node, std::string_view name) {
  return node.find_child([&](const pugi::xml_node& one) { return local_name(one) == name; });
}

std::vector<pugi::xml_node> children(const pugi::xml_node& node, std::string_view name = {}) {
  std::vector<pugi::xml_node> all;
  for (const pugi::xml_node one : node.children())
    if (one.type() == pugi::node_element && (name.empty() || local_name(one) == name)) all.push_back(one);
  return all;
}

struct Point {
  double northing = 0, easting = 0;  // m
};

double distance(const Point& a, const Point& b) {
  return std::hypot(b.northing - a.northing, b.easting - a.easting);
}

// From east towards north, as our headings go from x towards y.
double heading(const Point& from, const Point& to) {
  return std::atan2(to.northing - from.northing, to.easting - from.easting);
}

double turned(double angle) {
  return std::remainder(angle, 2 * pi);
}

// What the coordinates of an element say.
struct Element {
  std::optional<Point> start, end;
  std::optional<double> heading_start, heading_end;  // rad
};

struct Numbers {
  std::vector<double> values;
  bool sound = true;
};

Numbers numbers_in(std::string_view text) {
  Numbers result;
  while (true) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return result;
    text.remove_prefix(first);
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
    text.remove_prefix(word.size());
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) {
      result.sound = false;
      return result;
    }
    result.values.push_back(value);
  }
}

struct Units {
  double length = 1, height = 1;  // to m
  double cant = 1e-3;             // to m
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Findings& findings)
      : text_(text), file_(file), findings_(findings) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }

  std::optional<LandXml> read(const std::optional<std::string>& wanted) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      add_at(place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))), "",
             {fmt::format("is no XML that can be read: {}", lower(parsed.description())), "", "",
              "Export the file again"});
      return std::nullopt;
    }
    const pugi::xml_node root = document.document_element();
    if (!is_landxml(root)) return std::nullopt;
    read_units(root);
    const std::vector<pugi::xml_node> all = alignments_of(root);
    if (all.empty()) {
      add_at(place(root), "Alignments",
             {"is missing or has no alignment", "", "", "Export the alignments of the line with the file"});
    }
    if (!findings_.empty()) return std::nullopt;
    LandXml result;
    for (const pugi::xml_node& node : all) result.names.emplace_back(node.attribute("name").value());
    for (const pugi::xml_node& node : all) {
      if (wanted && *wanted != node.attribute("name").value()) continue;
      result.alignments.push_back(read_alignment(node));
    }
    if (!findings_.empty()) return std::nullopt;
    return result;
  }

 private:
  static std::string lower(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
  }

  // document::locate counts lines from the start of the text each time; here the lines are known.
  SourceLocation place(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
    const auto before = static_cast<int>(next - lines_.begin());
    const std::size_t start = before == 0 ? 0 : *(next - 1);
    SourceLocation where = document::locate(text_.substr(start), offset - start, file_);
    where.line += before;
    return where;
  }
  SourceLocation place(const pugi::xml_node& node) const {
    const std::ptrdiff_t offset = node.offset_debug();
    return place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  }

  void add_at(const SourceLocation& where, const std::string& key, Complaint complaint) {
    findings_.add({where, key, std::move(complaint.problem), std::move(complaint.got),
                   std::move(complaint.allowed), std::move(complaint.advice)});
  }

  bool is_landxml(const pugi::xml_node& root) {
    if (local_name(root) != "LandXML") {
      add_at(place(root), "",
             {"is XML, but no LandXML", fmt::format("<{}>", root.name()), "<LandXML>",
              "Export the line as LandXML 1.2"});
      return false;
    }
    std::string version = root.attribute("version").value();
    const std::string schema = root.attribute("xmlns").value();
    if (version.empty() && schema.ends_with("LandXML-1.2")) version = "1.2";
    if (version != "1.2") {
      add_at(place(root), "LandXML.version",
             {version.empty() ? "is missing" : "is another version of LandXML",
              version.empty() ? "" : "\"" + version + "\"", "\"1.2\"", "Export the line as LandXML 1.2"});
      return false;
    }
    return true;
  }

  void read_units(const pugi::xml_node& root) {
    const pugi::xml_node units = child(root, "Units");
    const pugi::xml_node metric = child(units, "Metric"), imperial = child(units, "Imperial");
    const pugi::xml_node& given = metric ? metric : imperial;
    if (!given) {
      add_at(place(units ? units : root), "Units",
             {"is missing", "", "<Metric> or <Imperial> with linearUnit",
              "Export the file with its units: lengths cannot be guessed"});
      return;
    }
    const std::string key = metric ? "Units.Metric" : "Units.Imperial";
    units_.cant = metric ? 1e-3 : 0.0254;
    if (const auto length = unit(given, "linearUnit", key + ".linearUnit")) units_.length = *length;
    units_.height = units_.length;
    if (!given.attribute("elevationUnit").empty())
      if (const auto height = unit(given, "elevationUnit", key + ".elevationUnit")) units_.height = *height;
  }

  std::optional<double> unit(const pugi::xml_node& node, const char* name, const std::string& key) {
    const std::string word = node.attribute(name).value();
    for (const LandXmlUnit& one : landxml_units)
      if (one.word == word) return one.metres;
    add_at(place(node), key,
           {word.empty() ? "is missing" : "is unknown", word.empty() ? "" : "\"" + word + "\"",
            landxml_unit_list, "Name the unit of lengths as LandXML 1.2 does"});
    return std::nullopt;
  }

  static std::vector<pugi::xml_node> alignments_of(const pugi::xml_node& root) {
    std::vector<pugi::xml_node> all;
    for (const pugi::xml_node& group : children(root, "Alignments"))
      for (const pugi::xml_node& one : children(group, "Alignment")) all.push_back(one);
    return all;
  }

  // --- values -------------------------------------------------------------------------------------------

  // A number of an attribute; nothing with a finding if it is none, or missing where it is needed.
  std::optional<double> value(const pugi::xml_node& node, const char* name, const std::string& key,
                              bool needed = true) {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (attribute.empty()) {
      if (needed) add_at(place(node), key + "." + name, {"is missing", "", "a number"});
      return std::nullopt;
    }
    const Numbers read = numbers_in(attribute.value());
    if (read.sound && read.values.size() == 1) return read.values[0];
    add_at(place(node), key + "." + name,
           {"is not a number", "\"" + std::string(attribute.value()) + "\"", "a number such as 120.5"});
    return std::nullopt;
  }

  std::optional<double> positive(const pugi::xml_node& node, const char* name, const std::string& key,
                                 const char* problem, const char* advice) {
    const std::optional<double> number_read = value(node, name, key);
    if (number_read && !(*number_read > 0)) {
      add_at(place(node), key + "." + name, {problem, number(*number_read), "a number > 0", advice});
      return std::nullopt;
    }
    return number_read;
  }

  // Station and elevation, or northing and easting.
  std::optional<std::array<double, 2>> pair_in(const pugi::xml_node& node, const std::string& key) {
    const Numbers read = numbers_in(node.child_value());
    if (read.sound && read.values.size() >= 2) return std::array{read.values[0], read.values[1]};
    add_at(place(node), key,
           {"is not a pair of numbers", "\"" + std::string(node.child_value()) + "\"",
            "two numbers with a space between them"});
    return std::nullopt;
  }

  std::optional<Point> point(const pugi::xml_node& element, const char* name, const std::string& key) {
    const pugi::xml_node node = child(element, name);
    if (!node || *node.child_value() == '\0') return std::nullopt;  // a reference to a point, or none
    const auto read = pair_in(node, key + "." + name);
    if (!read) return std::nullopt;
    return Point{(*read)[0] * units_.length, (*read)[1] * units_.length};
  }

  // +1 to the left, −1 to the right, 0 with a finding.
  int direction(const pugi::xml_node& node, const char* name, const std::string& key) {
    const std::string word = node.attribute(name).value();
    if (word == "ccw") return 1;
    if (word == "cw") return -1;
    add_at(place(node), key + "." + name,
           {word.empty() ? "is missing" : "is unknown", word.empty() ? "" : "\"" + word + "\"", "cw or ccw",
            "cw turns to the right, ccw to the left"});
    return 0;
  }

  // Curvature without its sign; INF is a straight.
  std::optional<double> end_curvature(const pugi::xml_node& node, const char* name, const std::string& key) {
    const std::string_view word = node.attribute(name).value();
    if (word == "INF" || word == "inf" || word == "Infinity") return 0;
    const auto radius = positive(node, name, key, "is not a positive radius",
                                 "rot gives the direction; a straight has the radius INF");
    if (!radius || !is_real_radius(node, name, key, *radius)) return std::nullopt;
    return 1 / (*radius * units_.length);
  }

  bool is_real_radius(const pugi::xml_node& node, const char* name, const std::string& key, double radius) {
    if (radius * units_.length >= smallest_radius) return true;
    add_at(place(node), key + "." + name,
           {"is smaller than on any railway", number(radius * units_.length) + " m", "at least 10 m",
            "Check the units of the file"});
    return false;
  }

  // --- plan ---------------------------------------------------------------------------------------------

  LandXmlAlignment read_alignment(const pugi::xml_node& node) {
    LandXmlAlignment result;
    result.name = node.attribute("name").value();
    result.where = place(node);
    result.track.name = {result.name, result.where};
    result.track.where = result.where;
    const std::size_t before = findings_.all().size();
    start_ = 0;
    if (!node.attribute("staStart").empty())
      start_ = value(node, "staStart", "Alignment", false).value_or(0) * units_.length;
    std::vector<Element> elements;
    read_plan(child(node, "CoordGeom"), node, result, elements);
    if (findings_.all().size() > before) return result;
    double length = 0;
    for (const SegmentSpec& segment : result.track.segments) length += segment.length;
    if (const auto said = value(node, "length", "Alignment", false);
        said && std::abs(*said * units_.length - length) > 0.01) {
      result.notes.push_back({result.where, "Alignment.length", "is not the length of all elements",
                              number(*said * units_.length) + " m", number(length) + " m",
                              "The elements count"});
    }
    read_chainage(node, length, result);
    read_profile(child(node, "Profile"), result);
    read_cant(child(node, "Cant"), result);
    if (findings_.all().size() == before) join(elements, result);
    return result;
  }

  void read_plan(const pugi::xml_node& plan, const pugi::xml_node& alignment, LandXmlAlignment& result,
                 std::vector<Element>& elements) {
    const std::vector<pugi::xml_node> all = children(plan);
    for (const pugi::xml_node& node : all) {
      const std::string_view kind = local_name(node);
      if (kind == "Feature") continue;
      const std::string key = fmt::format("CoordGeom[{}]", result.track.segments.size());
      SegmentSpec segment;
      segment.where = place(node);
      segment.key = key;
      Element element;
      element.start = point(node, "Start", key);
      element.end = point(node, "End", key);
      if (kind == "Line") {
        read_line(node, segment, element);
      } else if (kind == "Curve") {
        read_curve(node, segment, element);
      } else if (kind == "Spiral") {
        read_spiral(node, segment, element);
      } else {
        add_at(segment.where, key,
               {"is an element that is not read", fmt::format("<{}>", node.name()),
                "<Line>, <Curve> or <Spiral>", "Export the line with exact elements"});
      }
      result.track.segments.push_back(std::move(segment));
      elements.push_back(element);
    }
    if (result.track.segments.empty()) {
      add_at(place(plan ? plan : alignment), "CoordGeom",
             {plan ? "has no elements" : "is missing", "", "", "Export the alignment with its plan"});
    }
  }

  void read_line(const pugi::xml_node& node, SegmentSpec& segment, Element& element) {
    segment.kind = SegmentKind::straight;
    if (element.start && element.end) {
      segment.length = distance(*element.start, *element.end);
      element.heading_start = element.heading_end = heading(*element.start, *element.end);
    }
    // The attribute is optional; coordinates are rounded, so that it counts where it is given.
    if (!node.attribute("length").empty() || !(segment.length > 0 && segment.length <= longest_element))
      set_length(node, segment);
  }

  void set_length(const pugi::xml_node& node, SegmentSpec& segment) {
    const auto length = positive(node, "length", segment.key, "is not a positive length", "");
    if (length) segment.length = *length * units_.length;
    if (!(segment.length <= longest_element)) {
      add_at(segment.where, segment.key + ".length",
             {"is longer than any element of a line", number(segment.length) + " m", "at most 100000 m",
              "Check the units of the file"});
    }
  }

  void read_curve(const pugi::xml_node& node, SegmentSpec& segment, Element& element) {
    segment.kind = SegmentKind::circular;
    const int side = direction(node, "rot", segment.key);
    const std::optional<Point> centre = point(node, "Center", segment.key);
    const auto radius =
        positive(node, "radius", segment.key, "is not a positive radius", "rot gives the direction");
    if (radius && is_real_radius(node, "radius", segment.key, *radius))
      segment.curvature = side / (*radius * units_.length);
    if (centre && element.start && element.end) {
      element.heading_start = turned(heading(*centre, *element.start) + side * pi / 2);
      element.heading_end = turned(heading(*centre, *element.end) + side * pi / 2);
      if (radius && side != 0 && node.attribute("length").empty()) {
        const double turn = side * (*element.heading_end - *element.heading_start);
        segment.length = (turn > 0 ? turn : turn + 2 * pi) * *radius * units_.length;
      }
    }
    if (!(segment.length > 0)) set_length(node, segment);
  }

  void read_spiral(const pugi::xml_node& node, SegmentSpec& segment, Element& element) {
    segment.kind = SegmentKind::transition;
    const int side = direction(node, "rot", segment.key);
    const auto from = end_curvature(node, "radiusStart", segment.key),
               to = end_curvature(node, "radiusEnd", segment.key);
    if (from && to) segment.curvatures = {side * *from, side * *to};
    set_length(node, segment);
    if (const auto shape = shape_of(node, "spiType", segment.key, landxml_spirals)) segment.shape = *shape;
    if (segment.shape == TransitionShape::viennese)
      segment.gravity_height = gravity_height(node, segment.key);
    const std::optional<Point> corner = point(node, "PI", segment.key);
    if (corner && element.start && element.end) {
      if (distance(*element.start, *corner) > 1) element.heading_start = heading(*element.start, *corner);
      if (distance(*corner, *element.end) > 1) element.heading_end = heading(*corner, *element.end);
    }
  }

  template <typename Words>
  std::optional<TransitionShape> shape_of(const pugi::xml_node& node, const char* name,
                                          const std::string& key, const Words& words) {
    const std::string word = node.attribute(name).value();
    std::string allowed;
    for (const LandXmlSpiral& one : words) {
      if (one.word == word) return one.shape;
      allowed += (allowed.empty() ? "" : ", ") + std::string(one.word);
    }
    add_at(place(node), key + "." + name,
           {word.empty() ? "is missing" : "is a transition that is not known",
            word.empty() ? "" : "\"" + word + "\"", allowed, ""});
    return std::nullopt;
  }

  // LandXML has no attribute for it; a Feature with this property is what landxml_text writes.
  double gravity_height(const pugi::xml_node& node, const std::string& key) {
    for (const pugi::xml_node& feature : children(node, "Feature"))
      for (const pugi::xml_node& property : children(feature, "Property"))
        if (std::string_view(property.attribute("label").value()) == landxml_gravity_height)
          return value(property, "value", key + "." + landxml_gravity_height).value_or(0) * units_.length;
    return 0;
  }

  // --- chainage, profile, cant ---------------------------------------------------------------------------

  void read_chainage(const pugi::xml_node& node, double length, LandXmlAlignment& result) {
    std::vector<ChainageSpec>& all = result.track.chainage;
    all.push_back({.chainage = start_, .where = result.where, .key = "Alignment.staStart"});
    std::size_t i = 0;
    for (const pugi::xml_node& equation : children(node, "StaEquation")) {
      const std::string key = fmt::format("StaEquation[{}]", i++);
      ChainageSpec entry;
      entry.where = place(equation);
      entry.key = key;
      const auto ahead = value(equation, "staAhead", key);
      const auto inside = value(equation, "staInternal", key, false);
      const auto back = value(equation, "staBack", key, !inside);
      const ChainageSpec& before = all.back();
      entry.chainage = ahead.value_or(0) * units_.length;
      entry.decreasing = std::string_view(equation.attribute("staIncrement").value()) == "decreasing";
      if (inside) {
        entry.s = *inside * units_.length - start_;
      } else if (back) {
        const double run = *back * units_.length - before.chainage;
        entry.s = before.s + (before.decreasing ? -run : run);
      }
      if (!(entry.s > before.s) && !(all.size() == 1 && entry.s == 0)) {
        add_at(entry.where, key,
               {"is a break of chainage in the wrong order", number(entry.s + start_),
                "more than " + number(before.s + start_) + " in m"});
        continue;
      }
      if (entry.s > length) {
        add_at(entry.where, key,
               {"is a break of chainage beyond the end of the alignment", number(entry.s + start_),
                "at most " + number(length + start_) + " in m"});
        continue;
      }
      if (entry.s == 0) all.clear();
      all.push_back(std::move(entry));
    }
  }

  void read_profile(const pugi::xml_node& profile, LandXmlAlignment& result) {
    const std::vector<pugi::xml_node> all = children(profile, "ProfAlign");
    if (all.empty()) return;
    if (all.size() > 1) {
      result.notes.push_back({place(all[1]), "Profile", "has more than one ProfAlign",
                              std::to_string(all.size()), "", "The first one counts"});
    }
    std::vector<HeightSpec>& heights = result.track.heights;
    for (const pugi::xml_node& node : children(all[0])) {
      const std::string_view kind = local_name(node);
      if (kind == "Feature") continue;
      HeightSpec height;
      height.where = place(node);
      height.key = fmt::format("ProfAlign[{}]", heights.size());
      if (const auto at = pair_in(node, height.key)) {
        height.s = (*at)[0] * units_.length - start_;
        height.height = (*at)[1] * units_.height;
      }
      read_vertical_curve(node, kind, height);
      heights.push_back(std::move(height));
    }
    if (heights.size() == 1) {
      add_at(heights[0].where, "ProfAlign",
             {"has too few points", "1", "at least 2", "Export the whole profile"});
    }
  }

  void read_vertical_curve(const pugi::xml_node& node, std::string_view kind, HeightSpec& height) {
    const auto positive_length = [&](const char* name) {
      return positive(node, name, height.key, "is not a positive length", "").value_or(0) * units_.length;
    };
    if (kind == "ParaCurve") {
      // A length of zero is a corner that nothing rounds.
      const auto length = value(node, "length", height.key);
      if (length && *length == 0) return;
      height.curve = VerticalCurve::parabola;
      height.length = positive_length("length");
    } else if (kind == "UnsymParaCurve") {
      height.curve = VerticalCurve::parabola;
      height.length = positive_length("lengthIn");
      height.length_after = positive_length("lengthOut");
    } else if (kind == "CircCurve") {
      height.curve = VerticalCurve::circle;
      height.radius =
          positive(node, "radius", height.key, "is not a positive radius", "").value_or(0) * units_.length;
    } else if (kind != "PVI") {
      add_at(height.where, height.key,
             {"is a point of the profile that is not read", fmt::format("<{}>", node.name()),
              "<PVI>, <ParaCurve>, <UnsymParaCurve> or <CircCurve>", ""});
    }
  }

  void read_cant(const pugi::xml_node& cant, LandXmlAlignment& result) {
    const std::string_view turned_about = cant.attribute("rotationPoint").value();
    if (cant && !turned_about.empty() && turned_about != "center") {
      result.notes.push_back({place(cant), "Cant.rotationPoint",
                              "is not applied: cant turns the track about its centre",
                              "\"" + std::string(turned_about) + "\"", "center",
                              "Heights then hold for the centre of the track"});
    }
    std::vector<CantSpec>& cants = result.track.cants;
    for (const pugi::xml_node& node : children(cant, "CantStation")) {
      CantSpec entry;
      entry.where = place(node);
      entry.key = fmt::format("CantStation[{}]", cants.size());
      const auto station = value(node, "station", entry.key), applied = value(node, "appliedCant", entry.key);
      entry.s = station.value_or(0) * units_.length - start_;
      if (station && !cants.empty() && !(entry.s > cants.back().s)) {
        add_at(entry.where, entry.key + ".station",
               {"is not in order", number(entry.s + start_),
                "more than " + number(cants.back().s + start_) + " in m",
                "Cant stations come in the direction of the alignment"});
      }
      const bool adverse = std::string_view(node.attribute("adverse").value()) == "true";
      if (applied && *applied != 0)
        entry.cant = *applied * units_.cant * direction(node, "curvature", entry.key) * (adverse ? -1 : 1);
      if (node.attribute("transitionType").empty()) {
        entry.shape = TransitionShape::clothoid;
        unshaped_.push_back(cants.size());
      } else if (const auto shape = shape_of(node, "transitionType", entry.key, landxml_ramps)) {
        entry.shape = *shape;
      }
      cants.push_back(std::move(entry));
    }
    follow_spirals(result);
    unshaped_.clear();
  }

  // Where the file does not say how cant changes, it follows the spiral that lies between the two stations.
  void follow_spirals(LandXmlAlignment& result) {
    std::vector<CantSpec>& cants = result.track.cants;
    constexpr double near = 1e-3;  // m
    for (const std::size_t i : unshaped_) {
      if (i + 1 >= cants.size()) continue;
      double start = 0;
      for (const SegmentSpec& segment : result.track.segments) {
        if (segment.kind == SegmentKind::transition && std::abs(cants[i].s - start) < near &&
            std::abs(cants[i + 1].s - start - segment.length) < near)
          cants[i].shape = segment.shape;
        start += segment.length;
      }
    }
  }

  // --- joints -------------------------------------------------------------------------------------------

  void join(const std::vector<Element>& elements, LandXmlAlignment& result) {
    Survey& survey = result.track.survey;
    const Element& first = elements.front();
    if (first.start) survey.northing = first.start->northing, survey.easting = first.start->easting;
    survey.heading = first.heading_start.value_or(0);
    double s = 0;
    for (std::size_t i = 1; i < elements.size(); ++i) {
      s += result.track.segments[i - 1].length;
      SurveyJoint joint;
      joint.s = s;
      joint.where = result.track.segments[i].where;
      joint.key = result.track.segments[i].key;
      if (elements[i - 1].end && elements[i].start)
        joint.gap = distance(*elements[i - 1].end, *elements[i].start);
      if (elements[i - 1].heading_end && elements[i].heading_start)
        joint.kink = turned(*elements[i].heading_start - *elements[i - 1].heading_end);
      judge(joint, result);
      survey.joints.push_back(std::move(joint));
    }
    find_misfits(elements, result);
  }

  void judge(const SurveyJoint& joint, LandXmlAlignment& result) {
    const std::string at = number(joint.s + start_) + " m";
    const std::string gap = fmt::format("{:.4g} m", joint.gap),
                      kink = fmt::format("{:.3g} mrad", 1e3 * joint.kink);
    if (joint.gap > largest_gap) {
      add_at(joint.where, joint.key,
             {"does not join the element before: there is a gap at station " + at, gap, "at most 0.1 m",
              "Export the elements in the order of the line"});
    } else if (joint.gap > smallest_gap) {
      result.notes.push_back(
          {joint.where, joint.key, "leaves a gap to the element before at station " + at, gap, "", ""});
    }
    if (std::abs(joint.kink) > largest_kink) {
      add_at(joint.where, joint.key,
             {"does not join the element before: there is a kink at station " + at, kink, "at most 10 mrad",
              "Check the direction of the element"});
    } else if (std::abs(joint.kink) > smallest_kink) {
      result.notes.push_back(
          {joint.where, joint.key, "makes a kink with the element before at station " + at, kink, "", ""});
    }
  }

  // An element may join its neighbours and yet not lead from its start to its end.
  void find_misfits(const std::vector<Element>& elements, LandXmlAlignment& result) {
    TrackSpec plan;
    plan.segments = result.track.segments;
    plan.cants = result.track.cants;
    for (SegmentSpec& segment : plan.segments) {
      // The height of the line of gravity may come from the track file; its part in the shape is small.
      if (segment.shape == TransitionShape::viennese && segment.gravity_height == 0)
        segment.gravity_height = 1e-6;
    }
    Findings unsound;  // compile() says them
    std::vector<Finding> notes;
    const Alignment alignment = Alignment::from(plan, unsound, notes);
    if (!unsound.empty()) return;
    std::vector<double> ends{0};
    for (const Segment& segment : alignment.segments()) ends.push_back(segment.end());
    const std::vector<Place> places = places_at(alignment, ends);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Element& element = elements[i];
      if (!element.start || !element.end || !element.heading_start) continue;
      const double turn = *element.heading_start - places[i].heading;
      const double x = places[i + 1].x - places[i].x, y = places[i + 1].y - places[i].y;
      const Point end{element.start->northing + std::sin(turn) * x + std::cos(turn) * y,
                      element.start->easting + std::cos(turn) * x - std::sin(turn) * y};
      const double misfit = distance(end, *element.end);
      if (i < result.track.survey.joints.size()) result.track.survey.joints[i].misfit = misfit;
      if (misfit > 0.01) {
        result.notes.push_back({plan.segments[i].where, plan.segments[i].key,
                                "ends away from where its length and curvature lead",
                                fmt::format("{:.4g} m", misfit), "",
                                "Length and curvature count, not the coordinates"});
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  Findings& findings_;
  std::vector<std::size_t> lines_;  // offsets at which the lines after the first one begin
  Units units_;
  double start_ = 0;                   // m, staStart
  std::vector<std::size_t> unshaped_;  // cant stations without transitionType
};

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i) text += (i == 0 ? "\"" : ", \"") + names[i] + "\"";
  return text;
}

bool is_chosen(const AlignmentSpec& spec, const LandXml& file, Findings& findings) {
  const auto say = [&](std::string problem, std::string got, std::string advice) {
    add(findings, spec, "name",
        {std::move(problem), std::move(got), quoted_list(file.names), std::move(advice)});
    return false;
  };
  if (spec.name.value.empty())
    return file.alignments.size() == 1 || say("is missing: the file has several alignments", "", "Name one");
  if (file.alignments.size() == 1) return true;
  if (file.alignments.size() > 1)
    return say("is the name of several alignments of the file", "\"" + spec.name.value + "\"",
               "Give each alignment a name of its own");
  const std::string near = nearest_name(spec.name.value, file.names);
  return say("is not in " + spec.file.value, "\"" + spec.name.value + "\"",
             near.empty() ? "Name an alignment of the file" : "Write \"" + near + "\"");
}

// What the file of the line says as well.
void check_alone(const TrackSpec& spec, Findings& findings) {
  const auto say = [&](const char* key, bool given) {
    if (given)
      add(findings, spec, key,
          {"is given in addition to alignment", "", "", "The line of the alignment has it: leave it out"});
  };
  say("segments", !spec.segments.empty());
  say("gradients", !spec.gradients.empty());
  say("heights", !spec.heights.empty());
  say("cants", !spec.cants.empty());
  say("chainage", !spec.chainage.empty());
}

}  // namespace

std::optional<LandXml> read_landxml(std::string_view text, const std::string& file_name,
                                    const std::optional<std::string>& wanted, Findings& findings) {
  Findings own;
  std::optional<LandXml> result = Reader(text, file_name, own).read(wanted);
  findings.append(own);
  return result;
}

std::optional<LandXml> load_landxml(const std::string& file, const std::optional<std::string>& wanted,
                                    Findings& findings, std::vector<document::SourceFile>& sources) {
  const std::optional<std::string> text = document::read_file(file, largest_file, findings);
  if (!text) return std::nullopt;
  std::optional<LandXml> result = read_landxml(*text, file, wanted, findings);
  sources.push_back({file, *text});
  return result;
}

TrackSpec with_alignment(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes,
                         std::vector<document::SourceFile>& sources) {
  TrackSpec result = spec;
  result.alignment.reset();
  const AlignmentSpec& from = *spec.alignment;
  check_alone(spec, findings);
  const std::optional<std::string> wanted =
      from.name.value.empty() ? std::nullopt : std::optional(from.name.value);
  const std::optional<LandXml> file = load_landxml(from.file.value, wanted, findings, sources);
  if (!file || !is_chosen(from, *file, findings)) return result;
  const LandXmlAlignment& line = file->alignments.front();
  if (result.name.value.empty()) result.name = line.track.name;
  result.segments = line.track.segments;
  result.heights = line.track.heights;
  result.cants = line.track.cants;
  result.chainage = line.track.chainage;
  result.survey = line.track.survey;
  for (SegmentSpec& segment : result.segments)
    if (segment.shape == TransitionShape::viennese && segment.gravity_height == 0)
      segment.gravity_height = from.gravity_height;
  notes.insert(notes.end(), line.notes.begin(), line.notes.end());
  return result;
}

}  // namespace flangeway::track
