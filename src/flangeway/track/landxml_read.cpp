#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <pugixml.hpp>

#include "flangeway/core/utf8.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/landxml.hpp"
#include "flangeway/track/landxml_words.hpp"
#include "flangeway/track/line_index.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track {

namespace {

constexpr double rounding = 2e-3;       // m, of the distance between two points rounded to 1 mm
constexpr double largest_misfit = 0.1;  // m, of the centre of a curve

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
  double slack_start = 0, slack_end = 0;             // rad, by which rounded coordinates turn the headings
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

// Finds references such as &#xD800; to characters that do not exist.
struct NotUtf8 : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    const auto bad = [](std::string_view text) { return first_not_utf8(text) < text.size(); };
    bool any = bad(node.name()) || bad(node.value());
    for (const pugi::xml_attribute& one : node.attributes()) any = any || bad(one.name()) || bad(one.value());
    if (any) found = node;
    return !any;
  }
  pugi::xml_node found;
};

struct Units {
  double length = 1, height = 1;  // to m
  double cant = 1e-3;             // to m
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Findings& findings)
      : text_(text), lines_(text, file), findings_(&findings) {}

  std::optional<AlignmentFile> read(const std::optional<std::string>& wanted) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      add_at(place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))), "",
             {fmt::format("is no XML that can be read: {}", lower(parsed.description())), "", "",
              "Export the file again"});
      return std::nullopt;
    }
    if (const std::size_t bad = first_not_utf8(text_);
        parsed.encoding == pugi::encoding_utf8 && bad < text_.size()) {
      add_at(place(bad), "",
             {"is not UTF-8 text", fmt::format("byte 0x{:02X}", static_cast<unsigned char>(text_[bad])), "",
              "Save it as UTF-8"});
      return std::nullopt;
    }
    NotUtf8 walker;
    document.traverse(walker);
    if (walker.found) {
      add_at(place(walker.found), "", {"has characters that do not exist", "", "", "Save it as UTF-8"});
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
    if (!findings_->empty()) return std::nullopt;
    AlignmentFile result;
    std::vector<pugi::xml_node> chosen;
    for (const pugi::xml_node& node : all) {
      result.names.emplace_back(node.attribute("name").value());
      if (!wanted || wanted->empty() || *wanted == result.names.back()) chosen.push_back(node);
    }
    // Whoever wants one of several has to say which: what they hold does not matter before.
    if (wanted && chosen.size() > 1) return result;
    read_all(chosen, result);
    if (!findings_->empty()) return std::nullopt;
    return result;
  }

 private:
  // One of several that cannot be read does not hide the others.
  void read_all(const std::vector<pugi::xml_node>& chosen, AlignmentFile& result) {
    Findings& findings = *findings_;
    Findings all;
    bool any_sound = false;
    for (const pugi::xml_node& node : chosen) {
      Findings own;
      findings_ = &own;
      result.alignments.push_back(read_alignment(node));
      findings_ = &findings;
      result.alignments.back().findings = own.all();
      any_sound = any_sound || own.empty();
      all.append(own);
    }
    if (!any_sound) findings.append(all);
  }

  static std::string lower(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
  }

  SourceLocation place(std::size_t offset) const { return lines_.place(offset); }
  SourceLocation place(const pugi::xml_node& node) const {
    const std::ptrdiff_t offset = node.offset_debug();
    return place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  }

  void add_at(const SourceLocation& where, const std::string& key, Complaint complaint) {
    findings_->add({where, key, std::move(complaint.problem), std::move(complaint.got),
                    std::move(complaint.allowed), std::move(complaint.advice)});
  }

  bool is_landxml(const pugi::xml_node& root) {
    for (const auto& [name, what] :
         {std::pair{"railml", "railML"}, {"railML", "railML"}, {"ifcXML", "ifcXML"}}) {
      if (local_name(root) != name) continue;
      add_at(
          place(root), "",
          {fmt::format("is {}, which is not read", what), fmt::format("<{}>", root.name()), "<LandXML>",
           "Export the line from the design program as LandXML 1.2 or as IFC 4.3 in the STEP format (.ifc)"});
      return false;
    }
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
    if (read.sound && read.values.size() == 1) {
      if (is_likely(read.values[0], node, key + "." + name)) return read.values[0];
      return std::nullopt;
    }
    add_at(place(node), key + "." + name,
           {"is not a number", "\"" + std::string(attribute.value()) + "\"", "a number such as 120.5"});
    return std::nullopt;
  }

  bool is_likely(double number_read, const pugi::xml_node& node, const std::string& key) {
    if (std::abs(number_read) <= largest_number) return true;
    add_at(place(node), key,
           {"is larger than any number of a line", number(number_read), "-1e9 to 1e9", "Check the file"});
    return false;
  }

  // Which of two meanings the word of an optional attribute has: `yes` or `no`, which is that of no word.
  bool flag(const pugi::xml_node& node, const char* name, const std::string& key,
            std::initializer_list<std::string_view> yes, std::initializer_list<std::string_view> no,
            const char* allowed) {
    const std::string word = node.attribute(name).value();
    if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
    if (!word.empty() && std::find(no.begin(), no.end(), word) == no.end())
      add_at(place(node), key + "." + name, {"is unknown", "\"" + word + "\"", allowed});
    return false;
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
    if (read.sound && read.values.size() >= 2) {
      if (is_likely(read.values[0], node, key) && is_likely(read.values[1], node, key))
        return std::array{read.values[0], read.values[1]};
      return std::nullopt;
    }
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

  FileAlignment read_alignment(const pugi::xml_node& node) {
    FileAlignment result;
    result.name = node.attribute("name").value();
    result.where = place(node);
    result.track.name = {result.name, result.where};
    result.track.where = result.where;
    const std::size_t before = findings_->all().size();
    start_ = value(node, "staStart", "Alignment").value_or(0) * units_.length;
    std::vector<Element> elements;
    read_plan(child(node, "CoordGeom"), node, result, elements);
    if (findings_->all().size() > before) return result;
    double length = 0;
    for (const SegmentSpec& segment : result.track.segments) length += segment.length;
    if (!is_possible_length(length, result.where, "CoordGeom", *findings_)) return result;
    if (const auto said = value(node, "length", "Alignment", false);
        said && std::abs(*said * units_.length - length) > 0.01) {
      result.notes.push_back({result.where, "Alignment.length", "is not the length of all elements",
                              number(*said * units_.length) + " m", number(length) + " m",
                              "The elements count"});
    }
    read_chainage(node, length, result);
    read_profiles(node, result);
    read_cant(child(node, "Cant"), length, result);
    if (findings_->all().size() == before) join(elements, result);
    return result;
  }

  void read_plan(const pugi::xml_node& plan, const pugi::xml_node& alignment, FileAlignment& result,
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
      if (segment.length > 0) element.slack_start = element.slack_end = rounding / segment.length;
    }
    // The attribute is optional; coordinates are rounded, so that it counts where it is given.
    if (!node.attribute("length").empty() || !(segment.length > 0)) set_length(node, segment);
    check_length(segment);
  }

  void set_length(const pugi::xml_node& node, SegmentSpec& segment) {
    const auto length = positive(node, "length", segment.key, "is not a positive length", "");
    if (length) segment.length = *length * units_.length;
  }

  void check_length(const SegmentSpec& segment) {
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
        if (!is_arc(*centre, element, *radius * units_.length, segment)) return;
        const double turn = side * (*element.heading_end - *element.heading_start);
        segment.length = (turn > 0 ? turn : turn + 2 * pi) * *radius * units_.length;
      }
    }
    if (!(segment.length > 0)) set_length(node, segment);
    check_length(segment);
  }

  // Whether the length of a curve follows from its points.
  bool is_arc(const Point& centre, const Element& element, double radius, const SegmentSpec& segment) {
    const double first = distance(centre, *element.start), last = distance(centre, *element.end);
    const double worst = std::abs(first - radius) > std::abs(last - radius) ? first : last;
    if (!(std::abs(worst - radius) <= largest_misfit)) {
      add_at(segment.where, segment.key + ".Center",
             {"is not at the radius from Start and End, so that the length of the curve is not known",
              number(worst) + " m", number(radius) + " m within 0.1 m", "Export the curve with its length"});
      return false;
    }
    if (distance(*element.start, *element.end) < same_station) {
      add_at(segment.where, segment.key + ".End",
             {"is where the curve starts, so that its length is not known", "", "",
              "Export the curve with its length"});
      return false;
    }
    return true;
  }

  void read_spiral(const pugi::xml_node& node, SegmentSpec& segment, Element& element) {
    segment.kind = SegmentKind::transition;
    const int side = direction(node, "rot", segment.key);
    const auto from = end_curvature(node, "radiusStart", segment.key),
               to = end_curvature(node, "radiusEnd", segment.key);
    if (from && to) segment.curvatures = {side * *from, side * *to};
    set_length(node, segment);
    check_length(segment);
    if (const auto shape = shape_of(node, "spiType", segment.key, landxml_spirals)) segment.shape = *shape;
    if (segment.shape == TransitionShape::viennese)
      segment.gravity_height = gravity_height(node, segment.key);
    const std::optional<Point> corner = point(node, "PI", segment.key);
    if (corner && element.start && element.end) {
      const double before = distance(*element.start, *corner), after = distance(*corner, *element.end);
      if (before > 1) {
        element.heading_start = heading(*element.start, *corner);
        element.slack_start = rounding / before;
      }
      if (after > 1) {
        element.heading_end = heading(*corner, *element.end);
        element.slack_end = rounding / after;
      }
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

  void read_chainage(const pugi::xml_node& node, double length, FileAlignment& result) {
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
      entry.decreasing =
          flag(equation, "staIncrement", key, {"decreasing"}, {"increasing"}, "increasing or decreasing");
      if (inside) {
        entry.s = *inside * units_.length - start_;
      } else if (back) {
        const double run = *back * units_.length - before.chainage;
        entry.s = before.s + (before.decreasing ? -run : run);
      }
      // Stations and lengths are rounded apart from each other.
      if (all.size() == 1 && std::abs(entry.s) < same_station) entry.s = 0;
      if (entry.s > length && entry.s < length + same_station) entry.s = length;
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

  // An alignment may have several profiles, and a profile may hold the ground only.
  std::vector<pugi::xml_node> profiles_of(const pugi::xml_node& node, FileAlignment& result) {
    std::vector<pugi::xml_node> all;
    for (const pugi::xml_node& profile : children(node, "Profile")) {
      const std::vector<pugi::xml_node> lines = children(profile, "ProfAlign");
      if (lines.empty()) {
        result.notes.push_back({place(profile), "Profile", "has no ProfAlign", "", "", "It is left out"});
        continue;
      }
      all.insert(all.end(), lines.begin(), lines.end());
      const double start = value(profile, "staStart", "Profile", false).value_or(start_ / units_.length);
      if (std::abs(start * units_.length - start_) > same_station) {
        result.notes.push_back({place(profile), "Profile.staStart", "is not that of the alignment",
                                number(start * units_.length) + " m", number(start_) + " m",
                                "Stations of the profile count as those of the alignment"});
      }
    }
    return all;
  }

  void read_profiles(const pugi::xml_node& alignment, FileAlignment& result) {
    const std::vector<pugi::xml_node> all = profiles_of(alignment, result);
    if (all.empty()) return;
    if (all.size() > 1) {
      result.notes.push_back({place(all[1]), "Profile", "has more than one ProfAlign",
                              std::to_string(all.size()), "", "The first one counts"});
    }
    std::vector<HeightSpec>& heights = result.track.heights;
    std::vector<double> arcs;  // m, of circles, as the file says
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
      arcs.push_back(kind == "CircCurve"
                         ? value(node, "length", heights.back().key, false).value_or(0) * units_.length
                         : 0);
    }
    check_arcs(arcs, result);
    if (heights.size() == 1) {
      add_at(heights[0].where, "ProfAlign",
             {"has too few points", "1", "at least 2", "Export the whole profile"});
    }
  }

  // Radius and gradients count; a file whose length does not fit may mean another curve. Heights are rounded,
  // which changes long arcs by some centimetres.
  void check_arcs(const std::vector<double>& arcs, FileAlignment& result) {
    const std::vector<HeightSpec>& heights = result.track.heights;
    for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
      if (!(arcs[i] > 0)) continue;
      const auto angle = [&](std::size_t k) {
        return std::atan2(heights[k + 1].height - heights[k].height, heights[k + 1].s - heights[k].s);
      };
      const double arc = heights[i].radius * std::abs(angle(i) - angle(i - 1));
      if (std::abs(arc - arcs[i]) <= std::max(0.1, 0.01 * arc)) continue;
      result.notes.push_back({heights[i].where, heights[i].key + ".length",
                              "does not fit the radius between these gradients", number(arcs[i]) + " m",
                              fmt::format("{:.6g} m", arc), "The radius counts"});
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
      if (height.radius > 0 && height.radius < smallest_vertical_radius) {
        add_at(height.where, height.key + ".radius",
               {"is smaller than on any railway", number(height.radius) + " m", "at least 100 m",
                "Check the units of the file"});
      }
    } else if (kind != "PVI") {
      add_at(height.where, height.key,
             {"is a point of the profile that is not read", fmt::format("<{}>", node.name()),
              "<PVI>, <ParaCurve>, <UnsymParaCurve> or <CircCurve>", ""});
    }
  }

  void read_cant(const pugi::xml_node& cant, double length, FileAlignment& result) {
    const std::string_view turned_about = cant.attribute("rotationPoint").value();
    if (cant && !turned_about.empty() && turned_about != "center") {
      result.notes.push_back({place(cant), "Cant.rotationPoint",
                              "is not applied: cant turns the track about its centre",
                              "\"" + std::string(turned_about) + "\"", "center",
                              "Heights then hold for the centre of the track"});
    }
    if (cant) {
      result.gauge = value(cant, "gauge", "Cant", false).value_or(0) * units_.length;
      result.gauge_key = "Cant.gauge";
      result.gauge_where = place(cant);
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
      const bool adverse = flag(node, "adverse", entry.key, {"true", "1"}, {"false", "0"}, "true or false");
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
    note_uncovered_cant(result, length, start_, "station");
  }

  // Where the file does not say how cant changes, it follows the spiral that lies between the two stations.
  void follow_spirals(FileAlignment& result) {
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

  void join(const std::vector<Element>& elements, FileAlignment& result) {
    Survey& survey = result.track.survey;
    const Element& first = elements.front();
    if (first.start) survey.northing = first.start->northing, survey.easting = first.start->easting;
    survey.heading = first.heading_start.value_or(0);
    const bool any = std::any_of(elements.begin(), elements.end(), [](const Element& one) {
      return one.start.has_value() || one.end.has_value();
    });
    if (any && (!first.start || !first.heading_start)) {
      result.notes.push_back({result.track.segments[0].where, result.track.segments[0].key,
                              "does not say where the line starts and in which direction", "", "",
                              first.start ? "A line that is written from it starts towards east"
                                          : "A line that is written from it starts at 0 0"});
    }
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
      judge_joint(joint, elements[i - 1].slack_end + elements[i].slack_start, joint.s + start_, *findings_,
                  result.notes);
      survey.joints.push_back(std::move(joint));
    }
    find_misfits(elements, result);
  }

  // An element may join its neighbours and yet not lead from its start to its end.
  void find_misfits(const std::vector<Element>& elements, FileAlignment& result) {
    const std::vector<SegmentSpec>& segments = result.track.segments;
    const std::vector<Place> places = places_of_joints(result);
    if (places.empty()) return;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Element& element = elements[i];
      if (!element.start || !element.end || !element.heading_start || is_open_bend(segments[i])) continue;
      const double turn = *element.heading_start - places[i].heading;
      const double x = places[i + 1].x - places[i].x, y = places[i + 1].y - places[i].y;
      const Point end{element.start->northing + std::sin(turn) * x + std::cos(turn) * y,
                      element.start->easting + std::cos(turn) * x - std::sin(turn) * y};
      const double misfit = distance(end, *element.end);
      // After the last element there is no joint: the one before it has the larger of both.
      if (std::vector<SurveyJoint>& joints = result.track.survey.joints; !joints.empty()) {
        SurveyJoint& joint = joints[std::min(i, joints.size() - 1)];
        joint.misfit = std::max(joint.misfit, misfit);
      }
      if (misfit > 0.01) {
        result.notes.push_back(
            {segments[i].where, segments[i].key, "ends away from where its length and curvature lead",
             fmt::format("{:.4g} m", misfit), "", "Length and curvature count, not the coordinates"});
      }
    }
  }

  std::string_view text_;
  LineIndex lines_;
  Findings* findings_;
  Units units_;
  double start_ = 0;                   // m, staStart
  std::vector<std::size_t> unshaped_;  // cant stations without transitionType
};

}  // namespace

std::optional<AlignmentFile> read_landxml(std::string_view text, const std::string& file_name,
                                          const std::optional<std::string>& wanted, Findings& findings) {
  Findings own;
  std::optional<AlignmentFile> result = Reader(text, file_name, own).read(wanted);
  findings.append(own);
  return result;
}

}  // namespace flangeway::track
