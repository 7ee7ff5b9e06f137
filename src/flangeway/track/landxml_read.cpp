#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <pugixml.hpp>

#include "flangeway/core/utf8.hpp"
#include "flangeway/document/table_text.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/cant_unit.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/landxml.hpp"
#include "flangeway/track/landxml_numbers.hpp"
#include "flangeway/track/landxml_words.hpp"
#include "flangeway/track/line_index.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track {

namespace {

constexpr double rounding = 2e-3;          // m, of the distance between two points rounded to 1 mm
constexpr double max_centre_misfit = 0.1;  // m, of the centre of a curve
constexpr double misfit_tolerance = 0.01;  // m, between the end of an element and where it leads
constexpr double near_radius = 1e-3;       // of a spiral's radius and that of the curve beside it

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

// Geometry of an element by its coordinates.
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
    const std::optional<double> value = document::parse_number(word);
    if (!value || !std::isfinite(*value)) {
      result.sound = false;
      return result;
    }
    result.values.push_back(*value);
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

std::string lower_word(std::string_view text) {
  std::string word(text);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const std::size_t first = word.find_first_not_of(" \t\r\n"), last = word.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : word.substr(first, last - first + 1);
}

// A radius without its sign.
struct EndRadius {
  double curvature = 0;  // 1/m; 0: a straight
  bool negative = false;
};

// A cant as the file has it.
struct CantEntry {
  CantSpec spec;
  double applied = 0;  // in the unit of the file
  int side = 0;        // +1: curvature to the left
  bool adverse = false;
};

class Reader {
 public:
  // `is_converted`: from ISO 8859-1, whatever encoding the text names.
  Reader(std::string_view text, bool is_converted, const std::string& file, const LineChoices& choices,
         Findings& findings)
      : text_(text),
        is_converted_(is_converted),
        lines_(text, file),
        choices_(choices),
        findings_(&findings) {}

  std::optional<AlignmentFile> read(const std::optional<std::string>& wanted) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text_.data(), text_.size(), pugi::parse_default,
                             is_converted_ ? pugi::encoding_utf8 : pugi::encoding_auto);
    if (!parsed) {
      add_at(place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))), "",
             {fmt::format("is no XML that can be read: {}", lower(parsed.description())), "", "",
              "Export the file again"});
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
    read_writing(root);
    const std::vector<pugi::xml_node> all = alignments_of(root);
    if (all.empty()) {
      add_at(place(root), "Alignments",
             {"is missing or has no alignment", "", "", "Export the alignments of the line with the file"});
    }
    if (!findings_->empty()) return std::nullopt;
    judge_cants(all);
    judge_order(all);
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
      add_at(place(root), "",
             {fmt::format("is {}, which is not read", what), fmt::format("<{}>", root.name()), "<LandXML>",
              "Export the line from the design program as LandXML or as IFC 4.3 in the STEP format (.ifc)"});
      return false;
    }
    if (local_name(root) != "LandXML") {
      add_at(place(root), "",
             {"is XML, but no LandXML", fmt::format("<{}>", root.name()), "<LandXML>",
              "Export the line as LandXML"});
      return false;
    }
    std::string version = lower_word(root.attribute("version").value());
    const std::string schema = root.attribute("xmlns").value();
    if (const std::size_t at = schema.rfind("LandXML-"); version.empty() && at != std::string::npos)
      version = schema.substr(at + 8);
    for (const std::string_view patch : {".0", ".00"})  // "2.0.0"
      if (version.size() > 3 && version.substr(3) == patch) version.resize(3);
    if (version == "1.2") return true;
    const bool known = version == "1.0" || version == "1.1" || version == "2.0";
    if (!known && !version.empty()) {
      add_at(place(root), "LandXML.version",
             {"is another version of LandXML", "\"" + version + "\"", "\"1.0\", \"1.1\", \"1.2\" or \"2.0\"",
              "Export the line as LandXML 1.2"});
      return false;
    }
    notes_.push_back({place(root), "LandXML.version", known ? "is read as that of 1.2" : "is missing",
                      known ? "\"" + version + "\"" : "", "",
                      known ? "Its alignments have the same elements" : "The file is read as LandXML 1.2"});
    return true;
  }

  void read_units(const pugi::xml_node& root) {
    const pugi::xml_node units = child(root, "Units");
    const pugi::xml_node metric = child(units, "Metric"), imperial = child(units, "Imperial");
    const pugi::xml_node& given = metric ? metric : imperial;
    if (!given) {
      add_at(place(units ? units : root), "Units",
             {"is missing", "", "<Metric> or <Imperial> with linearUnit",
              "Export the file with its units, or write <Units><Metric linearUnit=\"meter\"/></Units> into "
              "it: lengths "
              "cannot be guessed"});
      return;
    }
    const std::string key = metric ? "Units.Metric" : "Units.Imperial";
    units_.cant = metric ? 1e-3 : 0.0254;
    if (const auto length = unit(given, "linearUnit", key + ".linearUnit")) units_.length = *length;
    units_.height = units_.length;
    if (!given.attribute("elevationUnit").empty())
      if (const auto height = unit(given, "elevationUnit", key + ".elevationUnit")) units_.height = *height;
  }

  void read_writing(const pugi::xml_node& root) {
    for (const pugi::xml_node& group : children(root, "Alignments")) {
      const NumberDialects found =
          rewrite_numbers(group, static_cast<bool>(child(child(root, "Units"), "Metric")));
      const auto note = [&](const pugi::xml_node& node, const char* what, const char* allowed) {
        if (node) notes_.push_back({place(node), std::string(local_name(node)), what, "", allowed, ""});
      };
      note(found.decimal_commas,
           "has decimal commas, and no number has a decimal point: they are read as points", "120.5");
      note(found.between_commas, "has commas or semicolons between numbers", "blanks");
      note(found.marked_stations, "has stations with a mark, read as one number", "12345.6 for 12+345.6");
    }
  }

  std::optional<double> unit(const pugi::xml_node& node, const char* name, const std::string& key) {
    const std::string word = node.attribute(name).value();
    if (const double metres = metres_of_word(word); metres > 0) return metres;
    add_at(place(node), key,
           {word.empty() ? "is missing" : "is unknown", word.empty() ? "" : "\"" + word + "\"",
            landxml_unit_list, "Name the unit of lengths as LandXML 1.2 does"});
    return std::nullopt;
  }

  // 0 if the word is none of a unit.
  static double metres_of_word(const std::string& word) {
    for (const LandXmlUnit& one : landxml_units)
      if (lower_word(one.word) == lower_word(word)) return one.metres;
    return 0;
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
      if (needed)
        add_at(place(node), key + "." + name, {"is missing", "", "a number", "Export the file with it"});
      return std::nullopt;
    }
    const Numbers read = numbers_in(attribute.value());
    if (read.sound && read.values.size() == 1) {
      if (is_likely(read.values[0], node, key + "." + name)) return read.values[0];
      return std::nullopt;
    }
    add_at(place(node), key + "." + name,
           {"is not a number", "\"" + std::string(attribute.value()) + "\"", "a number such as 120.5",
            advice_on_attribute(attribute.value())});
    return std::nullopt;
  }

  static std::string advice_on_number(std::string_view word) {
    if (word.find(',') != std::string_view::npos) return "Write decimal points, not decimal commas";
    return word.find('+') != std::string_view::npos && word.find_first_of("eEdD") == std::string_view::npos
               ? "Write stations in the unit of lengths: 12345.6 for 12+345.6"
               : "";
  }
  static std::string advice_on_attribute(std::string_view word) {
    const std::string advice = advice_on_number(word);
    return advice.empty() ? "Write the number alone, without blanks, letters or units" : advice;
  }

  bool is_likely(double number_read, const pugi::xml_node& node, const std::string& key) {
    if (std::abs(number_read) <= max_number) return true;
    add_at(place(node), key,
           {"is larger than any number of a line", number(number_read), "-1e9 to 1e9", "Check the file"});
    return false;
  }

  // Which of two meanings the word of an optional attribute has: `yes` or `no`, which is that of no word.
  bool flag(const pugi::xml_node& node, const char* name, const std::string& key,
            std::initializer_list<std::string_view> yes, std::initializer_list<std::string_view> no,
            const char* allowed) {
    const std::string word = lower_word(node.attribute(name).value());
    if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
    if (!word.empty() && std::find(no.begin(), no.end(), word) == no.end())
      add_at(place(node), key + "." + name,
             {"is unknown", "\"" + std::string(node.attribute(name).value()) + "\"", allowed});
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
            "two numbers with a space between them", advice_on_number(node.child_value())});
    return std::nullopt;
  }

  std::optional<Point> point(const pugi::xml_node& element, const char* name, const std::string& key) {
    const pugi::xml_node node = child(element, name);
    if (!node || *node.child_value() == '\0') return std::nullopt;  // a reference to a point, or none
    const auto read = pair_in(node, key + "." + name);
    if (!read) return std::nullopt;
    const Point written{(*read)[0] * units_.length, (*read)[1] * units_.length};
    return is_easting_first_ ? Point{written.easting, written.northing} : written;
  }

  static bool turns_over_half(const pugi::xml_node& curve) {
    const Numbers length = numbers_in(curve.attribute("length").value()),
                  radius = numbers_in(curve.attribute("radius").value());
    constexpr double nearly_half = 3;  // rad
    return length.values.size() == 1 && radius.values.size() == 1 &&
           length.values[0] > nearly_half * std::abs(radius.values[0]);
  }

  // To which side three points turn, in the order northing, easting: +1 to the left, -1 to the right; 0: no
  // points, or nearly straight.
  static int side_of_points(const pugi::xml_node& element) {
    const bool is_curve = local_name(element) == "Curve";
    if (is_curve && turns_over_half(element)) return 0;  // its points do not tell the side
    const char* const middle = is_curve ? "Center" : "PI";
    std::array<Point, 3> points{};
    const std::array<const char*, 3> names{"Start", middle, "End"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Numbers read = numbers_in(child(element, names[i]).child_value());
      if (!read.sound || read.values.size() < 2) return 0;
      points[i] = {read.values[0], read.values[1]};
    }
    const auto& [start, between, end] = points;
    const double cross = (between.easting - start.easting) * (end.northing - between.northing) -
                         (between.northing - start.northing) * (end.easting - between.easting);
    // The centre of a curve to the left lies to the left of the chord, the PI of a spiral to its right.
    const double scale = distance(start, between) * distance(between, end);
    constexpr double min_sine = 1e-4;
    if (!(std::abs(cross) > min_sine * scale)) return 0;
    const int turn = cross > 0 ? 1 : -1;
    return is_curve ? -turn : turn;
  }

  // LandXML has northing before easting. Files that have it the other way round turn to the other side than
  // rot says, in all curves and spirals.
  void judge_order(const std::vector<pugi::xml_node>& alignments) {
    pugi::xml_node first;
    for (const pugi::xml_node& alignment : alignments)
      for (const pugi::xml_node& element : children(child(alignment, "CoordGeom"))) {
        const std::string rot = lower_word(element.attribute("rot").value());
        const int side = rot == "ccw" ? 1 : (rot == "cw" ? -1 : 0), seen = side * side_of_points(element);
        if (seen > 0) return;
        if (seen < 0 && !first) first = element;
      }
    if (!first) return;
    is_easting_first_ = true;
    notes_.push_back({place(first), "CoordGeom",
                      "has easting before northing: by the other order all curves "
                      "turn to the other side than rot says",
                      "", "northing before easting", ""});
  }

  // +1 to the left, −1 to the right, 0 with a finding.
  int direction(const pugi::xml_node& node, const char* name, const std::string& key) {
    const std::string word = node.attribute(name).value();
    const std::string known = lower_word(word);
    if (known == "ccw" || known == "left" || known == "counterclockwise") return 1;
    if (known == "cw" || known == "right" || known == "clockwise") return -1;
    if (const int side = known.empty() ? side_of_points(node) : 0; side != 0 && !is_easting_first_) {
      note_once({place(node), key + "." + name,
                 "is missing: the side follows from the points, northing first", "", "cw or ccw", ""});
      return side;
    }
    add_at(place(node), key + "." + name,
           {word.empty() ? "is missing" : "is unknown", word.empty() ? "" : "\"" + word + "\"", "cw or ccw",
            "cw turns to the right, ccw to the left"});
    return 0;
  }

  // Nothing with a finding. INF and radii that no curve has are straights, as is 0 at the end of a spiral:
  // design programs write both.
  std::optional<EndRadius> radius_in(const pugi::xml_node& node, const char* name, const std::string& key,
                                     bool of_spiral) {
    std::string word = lower_word(node.attribute(name).value());
    EndRadius radius;
    radius.negative = word.starts_with('-');
    if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
    if (word == "inf" || word == "infinity" || word == "infinite" || word.starts_with("1.#inf"))
      return radius;
    const Numbers read = numbers_in(word);
    if (!read.sound || read.values.size() != 1) {
      const bool missing = word.empty();
      add_at(place(node), key + "." + name,
             {missing ? "is missing" : "is not a number",
              missing ? "" : "\"" + std::string(node.attribute(name).value()) + "\"",
              missing ? "a number" : "a number such as 120.5",
              missing && of_spiral ? "A straight has the radius INF"
                                   : (missing ? "" : advice_on_attribute(word))});
      return std::nullopt;
    }
    const double metres = read.values[0] * units_.length;
    if (metres > max_radius) return radius;
    if (metres == 0 && of_spiral) {
      note_once({place(node), key + "." + name, "is taken as that of a straight", "0", "INF", ""});
      return radius;
    }
    if (!(metres > 0)) {
      add_at(place(node), key + "." + name,
             {"is not a positive radius", number(read.values[0]), "a number > 0", "rot gives the direction"});
      return std::nullopt;
    }
    if (!is_real_radius(node, name, key, read.values[0])) return std::nullopt;
    radius.curvature = 1 / metres;
    return radius;
  }

  // Adds a note for the first place of its kind only.
  void note_once(Finding note) {
    const bool said = std::any_of(own_notes_.begin(), own_notes_.end(),
                                  [&](const Finding& other) { return other.problem == note.problem; });
    if (!said) own_notes_.push_back(std::move(note));
  }

  bool is_real_radius(const pugi::xml_node& node, const char* name, const std::string& key, double radius) {
    if (radius * units_.length >= min_radius) return true;
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
    own_notes_ = notes_;
    const std::size_t before = findings_->all().size();
    start_ = value(node, "staStart", "Alignment", false).value_or(0) * units_.length;
    if (node.attribute("staStart").empty())
      note_once({result.where, "Alignment.staStart", "is missing", "", "", "Stations count from 0"});
    std::vector<Element> elements;
    if (const auto plans = children(node, "CoordGeom"); plans.size() > 1)
      add_at(place(plans[1]), "CoordGeom",
             {"is there more than once", std::to_string(plans.size()), "one",
              "Put all elements into one, or make an alignment of each"});
    read_plan(child(node, "CoordGeom"), node, result, elements);
    result.notes.insert(result.notes.begin(), own_notes_.begin(), own_notes_.end());
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
    read_profiles(node, length, result);
    read_cant(child(node, "Cant"), length, result);
    if (const pugi::xml_node road = child(node, "Superelevation")) {
      result.notes.push_back({place(road), "Superelevation", "belongs to a road and is not read", "",
                              "<Cant>", "Export the cant of the track, or give cants in a track file"});
    }
    if (findings_->all().size() == before) join(elements, result);
    return result;
  }

  void read_plan(const pugi::xml_node& plan, const pugi::xml_node& alignment, FileAlignment& result,
                 std::vector<Element>& elements) {
    laws_.clear();
    std::size_t count = 0;
    for (const pugi::xml_node& node : children(plan)) {
      const std::string_view kind = local_name(node);
      if (kind == "Feature") continue;
      const std::string key = fmt::format("CoordGeom[{}]", count++);
      SegmentSpec segment;
      segment.where = place(node);
      segment.key = key;
      Element element;
      element.start = point(node, "Start", key);
      element.end = point(node, "End", key);
      if (is_empty(node, kind, element)) continue;
      laws_.push_back(SpiralLaw::plain);
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
             {plan ? (count > 0 ? "has no element with a length" : "has no elements") : "is missing", "", "",
              "Export the alignment with its plan"});
    }
    turn_spirals(result);
    find_laws(elements, result);
  }

  // Exporters write elements of no length between two others.
  bool is_empty(const pugi::xml_node& node, std::string_view kind, const Element& element) const {
    if (kind != "Line" && kind != "Curve" && kind != "Spiral") return false;
    const Numbers length = numbers_in(node.attribute("length").value());
    if (length.sound && length.values.size() == 1)
      return std::abs(length.values[0] * units_.length) < no_length;
    return kind == "Line" && element.start && element.end &&
           distance(*element.start, *element.end) < no_length;
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

  // L = A²|1/R₁ − 1/R₀| of a clothoid whose file gives A, its constant. Whether it does.
  bool set_length_of_clothoid(const pugi::xml_node& node, const EndRadius& from, const EndRadius& to,
                              SegmentSpec& segment) {
    if (!node.attribute("length").empty() || node.attribute("constant").empty() ||
        segment.shape != TransitionShape::clothoid || laws_.back() != SpiralLaw::plain)
      return false;
    const auto constant = positive(node, "constant", segment.key, "is not a positive constant", "");
    const double metres = constant.value_or(0) * units_.length;
    segment.length = metres * metres * std::abs(to.curvature - from.curvature);
    if (segment.length > 0)
      note_once({segment.where, segment.key + ".length", "is missing: the constant of the clothoid gives it",
                 "", "", ""});
    return segment.length > 0;
  }

  void set_length(const pugi::xml_node& node, SegmentSpec& segment) {
    const auto length = positive(node, "length", segment.key, "is not a positive length", "");
    if (length) segment.length = *length * units_.length;
  }

  void check_length(const SegmentSpec& segment) {
    if (!(segment.length <= max_element_length)) {
      add_at(segment.where, segment.key + ".length",
             {"is longer than any element of a line", number(segment.length) + " m", "at most 100000 m",
              "Check the units of the file"});
    }
  }

  void read_curve(const pugi::xml_node& node, SegmentSpec& segment, Element& element) {
    segment.kind = SegmentKind::circular;
    const int side = direction(node, "rot", segment.key);
    const std::optional<Point> centre = point(node, "Center", segment.key);
    std::optional<EndRadius> radius;
    if (node.attribute("radius").empty() && centre && element.start) {
      const double metres = distance(*centre, *element.start);
      if (is_real_radius(node, "radius", segment.key, metres / units_.length)) radius = EndRadius{1 / metres};
    } else {
      radius = radius_in(node, "radius", segment.key, false);
    }
    if (radius && radius->curvature == 0) {
      segment.kind = SegmentKind::straight;
      read_line(node, segment, element);
      return;
    }
    if (radius) segment.curvature = side * radius->curvature;
    if (radius && radius->negative)
      note_once({segment.where, segment.key + ".radius", "is negative, which counts for nothing", "", "",
                 "rot gives the direction"});
    if (centre && element.start && element.end) {
      element.heading_start = turned(heading(*centre, *element.start) + side * pi / 2);
      element.heading_end = turned(heading(*centre, *element.end) + side * pi / 2);
      if (radius && side != 0 && node.attribute("length").empty()) {
        if (!is_arc(*centre, element, 1 / radius->curvature, segment)) return;
        const double turn = side * (*element.heading_end - *element.heading_start);
        segment.length = (turn > 0 ? turn : turn + 2 * pi) / radius->curvature;
      }
    }
    if (!(segment.length > 0)) set_length(node, segment);
    check_length(segment);
  }

  // Whether the length of a curve follows from its points.
  bool is_arc(const Point& centre, const Element& element, double radius, const SegmentSpec& segment) {
    const double first = distance(centre, *element.start), last = distance(centre, *element.end);
    const double worst = std::abs(first - radius) > std::abs(last - radius) ? first : last;
    if (!(std::abs(worst - radius) <= max_centre_misfit)) {
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
    const auto from = radius_in(node, "radiusStart", segment.key, true),
               to = radius_in(node, "radiusEnd", segment.key, true);
    if (const auto spiral = spiral_of(node, "spiType", segment.key, landxml_spirals)) {
      segment.shape = spiral->shape;
      laws_.back() = spiral->law;
    }
    if (!from || !to || !set_length_of_clothoid(node, *from, *to, segment)) set_length(node, segment);
    check_length(segment);
    if (from && to) {
      segment.curvatures = {side * from->curvature, side * to->curvature};
      if (from->curvature > 0 && to->curvature > 0 && from->negative != to->negative) {
        segment.curvatures[1] = -segment.curvatures[1];  // turn_spirals() sees to which side it turns first
      } else if ((from->negative && from->curvature > 0) || (to->negative && to->curvature > 0)) {
        note_once({segment.where, segment.key, "has a negative radius, which counts for nothing", "", "",
                   "rot gives the direction"});
      }
      if (laws_.back() == SpiralLaw::nominal) reach_circle(segment);
    }
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

  // The end of a curve over its tangent, whose radii are those of the circle.
  void reach_circle(SegmentSpec& segment) {
    double& curved = segment.curvatures[segment.curvatures[0] == 0 ? 1 : 0];
    const double other = segment.curvatures[segment.curvatures[0] == 0 ? 0 : 1];
    if (curved == 0 || other != 0 || !(segment.length > 0))
      return;  // compile() refuses one between two curves
    if (const auto end = end_over_tangent(segment.shape, curved, segment.length)) {
      curved = *end;
    } else {
      add_at(segment.where, segment.key + ".length",
             {"makes the curve turn through more than 24.1 degrees, where its radius is smallest",
              number(segment.length) + " m", "", "Use a shorter transition or a clothoid"});
    }
  }

  // A spiral between two curves has one rot, although it may turn to both sides. The curves beside it say so.
  void turn_spirals(FileAlignment& result) {
    std::vector<SegmentSpec>& segments = result.track.segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      std::vector<double>& own = segments[i].curvatures;
      if (own.size() != 2 || own[0] == 0 || own[1] == 0) continue;
      const double before = i > 0 ? end_of(segments[i - 1], 1) : 0,
                   after = i + 1 < segments.size() ? end_of(segments[i + 1], 0) : 0;
      const auto fits = [](double one, double other) {
        return other != 0 && std::abs(std::abs(one) - std::abs(other)) <= near_radius * std::abs(other);
      };
      const bool first = fits(own[0], before), last = fits(own[1], after);
      const bool to_both_sides = own[0] * own[1] < 0;
      if (first && last && before * after < 0) {
        own = {std::copysign(own[0], before), std::copysign(own[1], after)};
      } else if (to_both_sides && (first || last)) {
        const bool turn = first ? before * own[0] < 0 : after * own[1] < 0;
        if (turn) own = {-own[0], -own[1]};
      } else if (to_both_sides) {
        add_at(segments[i].where, segments[i].key,
               {"has radii of both signs, and no curve beside it says to which side it turns first", "", "",
                "Export it as two spirals"});
        continue;
      } else {
        continue;
      }
      result.notes.push_back({segments[i].where, segments[i].key,
                              "turns to both sides, by the curves beside it",
                              own[0] > 0 ? "left, then right" : "right, then left", "", ""});
    }
  }

  // Curvature of an element at its start or end, 1/m; 0 of a straight.
  static double end_of(const SegmentSpec& segment, std::size_t end) {
    return segment.curvatures.size() == 2 ? segment.curvatures[end] : segment.curvature;
  }

  // m, between the end of a spiral in the file and where it leads by this law; nothing where the file does
  // not say.
  static std::optional<double> misfit_of(const SegmentSpec& spiral, const Element& element) {
    if (!element.start || !element.end || !element.heading_start) return std::nullopt;
    TrackSpec alone;
    alone.segments = {spiral};
    Findings unsound;
    std::vector<Finding> notes;
    const Alignment alignment = Alignment::from(alone, unsound, notes);
    if (!unsound.empty()) return std::nullopt;
    const std::vector<Place> ends = places_at(alignment, {0, spiral.length});
    const double c = std::cos(*element.heading_start), s = std::sin(*element.heading_start);
    return distance({element.start->northing + s * ends[1].x + c * ends[1].y,
                     element.start->easting + c * ends[1].x - s * ends[1].y},
                    *element.end);
  }

  // The schema names laws that it does not define: the coordinates tell, or confirm, what they are.
  void find_laws(const std::vector<Element>& elements, FileAlignment& result) {
    if (!findings_->empty()) return;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      SegmentSpec& spiral = result.track.segments[i];
      if (laws_[i] == SpiralLaw::unknown) {
        find_law(elements[i], spiral, result);
      } else if (laws_[i] == SpiralLaw::reversed) {
        const auto misfit = misfit_of(spiral, elements[i]);
        const std::string name(name_of(spiral.shape));
        if (misfit && *misfit > misfit_tolerance) {
          add_at(spiral.where, spiral.key + ".spiType",
                 {"is a law that LandXML does not define, and that is not " + name,
                  fmt::format("its end is {:.3g} m away", *misfit), "",
                  "Export the spiral as " + name + " or as a clothoid"});
        } else {
          result.notes.push_back({spiral.where, spiral.key + ".spiType",
                                  "is a law that LandXML does not define; it is read as " + name,
                                  misfit ? fmt::format("its end is {:.2g} mm away", 1e3 * *misfit) : "", "",
                                  ""});
        }
      }
    }
  }

  void find_law(const Element& element, SegmentSpec& spiral, FileAlignment& result) {
    std::optional<double> best;
    TransitionShape found = spiral.shape;
    for (const TransitionShape shape :
         {TransitionShape::clothoid, TransitionShape::cubic_parabola, TransitionShape::bloss,
          TransitionShape::cosine, TransitionShape::sinusoidal, TransitionShape::helmert}) {
      SegmentSpec trial = spiral;
      trial.shape = shape;
      const auto misfit = misfit_of(trial, element);
      if (!misfit || (best && *best <= *misfit)) continue;
      best = misfit;
      found = shape;
    }
    if (!best || *best > misfit_tolerance) {
      add_at(spiral.where, spiral.key + ".spiType",
             {"is a law that LandXML does not define",
              best ? fmt::format("{} comes closest, {:.3g} m away", name_of(found), *best) : "", "",
              best ? "Export the spiral as a clothoid"
                   : "Export the spiral with Start, PI and End, which tell its law, or as a clothoid"});
      return;
    }
    spiral.shape = found;
    result.notes.push_back(
        {spiral.where, spiral.key + ".spiType",
         fmt::format("is a law that LandXML does not define; it is read as {}", name_of(found)),
         fmt::format("its end is {:.2g} mm away", 1e3 * *best), "", ""});
  }

  template <typename Words>
  std::optional<LandXmlSpiral> spiral_of(const pugi::xml_node& node, const char* name, const std::string& key,
                                         const Words& words) {
    const std::string word = node.attribute(name).value();
    std::string allowed;
    for (const LandXmlSpiral& one : words) {
      if (lower_word(one.word) == lower_word(word)) return one;
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
    const bool inside_from_zero =
        count_from_zero(children(node, "StaEquation"), "staInternal", length, result);
    for (const pugi::xml_node& equation : children(node, "StaEquation")) {
      const std::string key = fmt::format("StaEquation[{}]", i++);
      ChainageSpec entry;
      entry.where = place(equation);
      entry.key = key;
      const auto ahead = value(equation, "staAhead", key);
      const auto inside = value(equation, "staInternal", key, false);
      const bool is_first = i == 1;
      // The first one of a line may have nothing behind it.
      const bool has_back = lower_word(equation.attribute("staBack").value()) != "nan";
      const auto back = has_back ? value(equation, "staBack", key, !inside && !is_first) : std::nullopt;
      if (!has_back && !inside && !is_first)
        add_at(place(equation), key + ".staBack", {"is not a number", "\"NaN\"", "a number such as 120.5"});
      const ChainageSpec& before = all.back();
      entry.chainage = ahead.value_or(0) * units_.length;
      entry.decreasing =
          flag(equation, "staIncrement", key, {"decreasing"}, {"increasing"}, "increasing or decreasing");
      if (inside) {
        entry.s = *inside * units_.length - (inside_from_zero ? 0 : start_);
      } else if (back) {
        const double run = *back * units_.length - before.chainage;
        entry.s = before.s + (before.decreasing ? -run : run);
      }
      // Stations and lengths are rounded apart from each other.
      if (all.size() == 1 && std::abs(entry.s) < same_station) entry.s = 0;
      if (is_repeated(entry, before)) continue;
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

  // A break at which nothing changes.
  static bool is_repeated(const ChainageSpec& entry, const ChainageSpec& before) {
    return std::abs(entry.s - before.s) < same_station && entry.decreasing == before.decreasing &&
           std::abs(entry.chainage - before.chainage) < same_station;
  }

  // Whether stations count from the start of the alignment, although it has a station of its own: none lies
  // on the line otherwise.
  bool count_from_zero(const std::vector<pugi::xml_node>& nodes, const char* name, double length,
                       FileAlignment& result) const {
    std::vector<double> stations;
    for (const pugi::xml_node& node : nodes) {
      const Numbers read = numbers_in(*name != '\0' ? node.attribute(name).value() : node.child_value());
      if (!read.values.empty()) stations.push_back(read.values[0] * units_.length);
    }
    if (stations.empty()) return false;
    const auto [first, last] = std::minmax_element(stations.begin(), stations.end());
    refuse_kilometres(nodes.front(), *last - *first, length);
    constexpr double beyond = 1;  // m: tables end a little before or after their line
    if (*last > start_ - beyond || *first < -beyond || *last > length + beyond) return false;
    result.notes.push_back({place(nodes.front()), std::string(local_name(nodes.front())),
                            "has stations that count from the start of the alignment, not from its staStart",
                            "up to " + number(*last) + " m", "from " + number(start_) + " m", ""});
    return true;
  }

  // Stations whose thousandfold covers the line, and that cover a thousandth of it.
  void refuse_kilometres(const pugi::xml_node& node, double extent, double length) const {
    constexpr double kilometre = 1000, min_line = 20, slack = 1;  // m
    if (length < min_line || !(extent * kilometre > 0.5 * length && extent * kilometre < length + slack))
      return;
    findings_->add({place(node), std::string(local_name(node)), "has stations that seem to be in km",
                    number(extent) + " m from the first to the last", "about " + number(length) + " m",
                    "Export stations in the unit of lengths"});
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

  void read_profiles(const pugi::xml_node& alignment, double length, FileAlignment& result) {
    const std::vector<pugi::xml_node> all = profiles_of(alignment, result);
    if (all.empty()) return;
    if (all.size() > 1) {
      result.notes.push_back({place(all[1]), "Profile", "has more than one ProfAlign",
                              std::to_string(all.size()), "", "The first one counts"});
    }
    std::vector<HeightSpec>& heights = result.track.heights;
    std::vector<double> arcs;  // m, of circles, as the file says
    std::vector<pugi::xml_node> points;
    for (const pugi::xml_node& node : children(all[0]))
      if (local_name(node) != "Feature") points.push_back(node);
    const double origin = count_from_zero(points, "", length, result) ? 0 : start_;
    signs_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const pugi::xml_node& node = points[i];
      const std::string_view kind = local_name(node);
      HeightSpec height;
      height.where = place(node);
      height.key = fmt::format("ProfAlign[{}]", i);
      if (const auto at = pair_in(node, height.key)) {
        height.s = (*at)[0] * units_.length - origin;
        height.height = (*at)[1] * units_.height;
      }
      // The same point once more.
      if (kind == "PVI" && !heights.empty() && std::abs(height.s - heights.back().s) < no_length &&
          std::abs(height.height - heights.back().height) < no_length)
        continue;
      signs_.push_back(0);
      read_vertical_curve(node, kind, height);
      heights.push_back(std::move(height));
      arcs.push_back(kind == "CircCurve"
                         ? value(node, "length", heights.back().key, false).value_or(0) * units_.length
                         : 0);
    }
    check_arcs(arcs, result);
    note_signs(result);
    if (heights.size() == 1) {
      add_at(heights[0].where, "ProfAlign",
             {"has too few points", "1", "at least 2", "Export the whole profile"});
    }
  }

  // A negative radius is that of a crest, in files whose radii have signs. The gradients say what it is.
  void note_signs(FileAlignment& result) const {
    const std::vector<HeightSpec>& heights = result.track.heights;
    if (std::find(signs_.begin(), signs_.end(), -1) == signs_.end()) return;
    for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
      const auto gradient = [&](std::size_t k) {
        return (heights[k + 1].height - heights[k].height) / (heights[k + 1].s - heights[k].s);
      };
      const double change = gradient(i) - gradient(i - 1);
      if (signs_[i] == 0 || signs_[i] * change >= 0) continue;
      result.notes.push_back({heights[i].where, heights[i].key + ".radius",
                              change > 0 ? "has the sign of a crest between gradients that make a hollow"
                                         : "has the sign of a hollow between gradients that make a crest",
                              number(signs_[i] * heights[i].radius) + " m", "", "The gradients count"});
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
    // A length or a radius of zero is a corner that nothing rounds.
    const auto is_zero = [&](const char* name) {
      const Numbers read = numbers_in(node.attribute(name).value());
      return read.sound && read.values.size() == 1 && std::abs(read.values[0]) * units_.length < no_length;
    };
    if (kind == "ParaCurve") {
      if (is_zero("length")) return;
      height.curve = VerticalCurve::parabola;
      height.length = positive_length("length");
    } else if (kind == "UnsymParaCurve") {
      if (is_zero("lengthIn") && is_zero("lengthOut")) return;
      height.curve = VerticalCurve::parabola;
      height.length = positive_length("lengthIn");
      height.length_after = positive_length("lengthOut");
    } else if (kind == "CircCurve") {
      if (is_zero("radius") || is_zero("length")) return;
      const auto radius = radius_of_crest(node, height.key);
      if (!radius || *radius == 0) return;
      height.curve = VerticalCurve::circle;
      height.radius = std::abs(*radius);
      signs_.back() = *radius < 0 ? -1 : 1;
      if (height.radius < min_vertical_radius) {
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

  // m, with its sign; 0 of a straight, nothing with a finding.
  std::optional<double> radius_of_crest(const pugi::xml_node& node, const std::string& key) {
    const std::string word = lower_word(node.attribute("radius").value());
    if (word.find("inf") != std::string::npos) return 0;
    const Numbers read = numbers_in(word);
    if (!read.sound || read.values.size() != 1) return value(node, "radius", key);  // says what is wrong
    const double metres = read.values[0] * units_.length;
    return std::abs(metres) > max_radius ? 0 : metres;
  }

  // Uses all cants of the file: one program has written them.
  void judge_cants(const std::vector<pugi::xml_node>& alignments) {
    CantEvidence evidence;
    evidence.declared = units_.cant;
    evidence.length = units_.length;
    pugi::xml_node place_of_first;
    for (const pugi::xml_node& alignment : alignments) {
      const pugi::xml_node cant = child(alignment, "Cant");
      if (const Numbers gauge = numbers_in(cant.attribute("gauge").value());
          evidence.gauge == 0 && gauge.values.size() == 1)
        evidence.gauge = gauge.values[0];
      for (const pugi::xml_node& station : children(cant, "CantStation")) {
        const Numbers applied = numbers_in(station.attribute("appliedCant").value());
        if (applied.values.size() != 1) continue;
        evidence.values.push_back(applied.values[0]);
        if (!place_of_first && applied.values[0] != 0) place_of_first = station;
      }
      for (const pugi::xml_node& feature : children(cant, "Feature"))
        for (const pugi::xml_node& property : children(feature, "Property"))
          if (std::string_view(property.attribute("label").value()) == landxml_cant_unit)
            cant_.metres = metres_of_word(property.attribute("value").value());
    }
    if (const double metres = metres_of(choices_.cant_unit); metres > 0) {
      cant_ = {metres, std::string(name_of(choices_.cant_unit)), ""};
    } else if (!(cant_.metres > 0)) {
      evidence.gauge_name = "gauge";
      cant_ = judge_cant_unit(evidence);
      if (!cant_.why.empty())
        notes_.push_back({place(place_of_first), "CantStation.appliedCant", reading_text(cant_), "", "",
                          "If that is wrong, say what it is: alignment.cant_unit"});
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
      const double gauge = value(cant, "gauge", "Cant", false).value_or(0);
      result.gauge = gauge_in_metres(gauge, units_.length);
      if (result.gauge == 0) result.gauge = gauge * units_.length;
      result.gauge_key = "Cant.gauge";
      result.gauge_where = place(cant);
    }
    std::vector<CantSpec>& cants = result.track.cants;
    const std::vector<pugi::xml_node> stations = children(cant, "CantStation");
    const double origin = count_from_zero(stations, "station", length, result) ? 0 : start_;
    std::vector<CantEntry> entries;
    for (std::size_t i = 0; i < stations.size(); ++i) {
      CantEntry entry = cant_entry(stations[i], fmt::format("CantStation[{}]", i), origin, result);
      if (!entries.empty() && is_same_cant(entry, entries.back())) continue;
      if (!entries.empty() && !(entry.spec.s > entries.back().spec.s)) {
        add_at(entry.spec.where, entry.spec.key + ".station",
               {"is not in order", number(entry.spec.s + origin),
                "more than " + number(entries.back().spec.s + origin) + " in m",
                "Cant stations come in the direction of the alignment"});
      }
      if (stations[i].attribute("transitionType").empty()) {
        unshaped_.push_back(entries.size());
      } else if (const auto ramp_of_file =
                     spiral_of(stations[i], "transitionType", entry.spec.key, landxml_ramps)) {
        entry.spec.shape = ramp_of_file->shape;
      }
      entries.push_back(std::move(entry));
    }
    set_cants(entries, result);
    for (CantEntry& entry : entries) cants.push_back(std::move(entry.spec));
    follow_spirals(result);
    unshaped_.clear();
    note_uncovered_cant(result, length, start_, "station");
  }

  static bool is_same_cant(const CantEntry& one, const CantEntry& other) {
    return std::abs(one.spec.s - other.spec.s) < no_length && one.applied == other.applied &&
           (one.applied == 0 || (one.side == other.side && one.adverse == other.adverse));
  }

  CantEntry cant_entry(const pugi::xml_node& node, const std::string& key, double origin,
                       const FileAlignment& result) {
    CantEntry entry;
    entry.spec.where = place(node);
    entry.spec.key = key;
    entry.spec.shape = TransitionShape::clothoid;
    entry.spec.s = value(node, "station", key).value_or(0) * units_.length - origin;
    entry.applied = value(node, "appliedCant", key).value_or(0);
    entry.adverse = flag(node, "adverse", key, {"true", "1"}, {"false", "0"}, "true or false");
    if (entry.applied == 0) return entry;
    if (node.attribute("curvature").empty()) entry.side = side_at(entry.spec.s, result.track.segments);
    if (entry.side == 0) {
      entry.side = direction(node, "curvature", key);
    } else {
      note_missing_side(entry);
    }
    return entry;
  }

  void note_missing_side(const CantEntry& entry) {
    const bool said = std::any_of(cant_notes_.begin(), cant_notes_.end(), [](const Finding& note) {
      return note.problem.starts_with("has no curvature");
    });
    if (said) return;
    cant_notes_.push_back({entry.spec.where, entry.spec.key,
                           "has no curvature: cant raises the outer rail of the curve in plan", "",
                           "cw or ccw", ""});
  }

  // To which side the line turns at or beside s: +1, −1 or 0.
  static int side_at(double s, const std::vector<SegmentSpec>& segments) {
    double start = 0;
    for (const SegmentSpec& segment : segments) {
      const double end = start + segment.length;
      const double curvature = std::abs(end_of(segment, 0)) > std::abs(end_of(segment, 1))
                                   ? end_of(segment, 0)
                                   : end_of(segment, 1);
      if (s > start - same_station && s < end + same_station && curvature != 0) return curvature > 0 ? 1 : -1;
      start = end;
    }
    return 0;
  }

  // Which rail a negative number raises is not in the schema, which has `adverse` for the inner one.
  void set_cants(std::vector<CantEntry>& entries, FileAlignment& result) {
    std::array<bool, 2> positive_seen{}, negative_seen{};  // in curves to the right and to the left
    const CantEntry* first = nullptr;
    for (const CantEntry& entry : entries) {
      if (entry.applied == 0 || entry.adverse || entry.side == 0) continue;
      const std::size_t side = entry.side > 0 ? 1 : 0;
      (entry.applied > 0 ? positive_seen : negative_seen)[side] = true;
      if (entry.applied < 0 && first == nullptr) first = &entry;
    }
    const auto is_mixed = [&](std::size_t side) { return positive_seen[side] && negative_seen[side]; };
    const bool repeats = first != nullptr && !is_mixed(0) && !is_mixed(1);
    for (CantEntry& entry : entries) {
      const double size = repeats || entry.adverse ? std::abs(entry.applied) : entry.applied;
      if (size == 0) continue;
      entry.spec.cant = size * cant_.metres * entry.side * (entry.adverse ? -1 : 1);
      note_small_cant(entry);
      if (std::abs(entry.spec.cant) <= max_cant) continue;
      add_at(entry.spec.where, entry.spec.key + ".appliedCant",
             {"is larger than on any real track", number(entry.applied) + " " + cant_.unit,
              fmt::format("at most {:.6g} {}", max_cant / cant_.metres, cant_.unit),
              "Check it, or say the unit of the file: alignment.cant_unit"});
    }
    result.notes.insert(result.notes.end(), cant_notes_.begin(), cant_notes_.end());
    cant_notes_.clear();
    if (first == nullptr) return;
    result.notes.push_back(
        {first->spec.where, first->spec.key + ".appliedCant",
         repeats ? "is negative in all curves to one side: its sign repeats that of the curvature"
                 : "is negative in some of the curves to one side only: there it raises the inner rail",
         number(first->applied), "",
         "If that is wrong, give adverse=\"true\" where the inner rail is the higher one"});
  }

  // A thousandth of a cant among cants: in m in a file in mm.
  void note_small_cant(const CantEntry& entry) {
    constexpr double min_cant = 1e-3, kilo = 1000;  // m
    const double metres = std::abs(entry.spec.cant);
    const bool is_first = std::none_of(cant_notes_.begin(), cant_notes_.end(), [](const Finding& note) {
      return note.problem.starts_with("is less than");
    });
    const bool is_decided = metres_of(choices_.cant_unit) == 0;  // by the file, and not by a key
    if (is_decided && is_first && metres < min_cant && kilo * metres > 0.005 && kilo * metres <= max_cant)
      cant_notes_.push_back({entry.spec.where, entry.spec.key + ".appliedCant",
                             fmt::format("is less than 1 mm: {} is read in {} as all cants of the file",
                                         number(entry.applied), cant_.unit),
                             "", "", "If it is in another unit, correct the file"});
  }

  // Changes cant along the spiral between the two stations where the file does not say how.
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
      if (lacks_cant(segments[i], result)) {
        if (!choices_.has_cants)
          judge_bend_without_cant(segments[i], misfit_of(segments[i], element), *findings_);
        continue;
      }
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
      if (misfit > misfit_tolerance) {
        result.notes.push_back(
            {segments[i].where, segments[i].key, "ends away from where its length and curvature lead",
             fmt::format("{:.4g} m", misfit), "", "Length and curvature count, not the coordinates"});
      }
    }
  }

  std::string_view text_;
  bool is_converted_;
  bool is_easting_first_ = false;  // in the coordinates of the file
  LineIndex lines_;
  LineChoices choices_;
  Findings* findings_;
  Units units_;
  CantReading cant_{0, "mm", ""};
  std::vector<Finding> notes_;         // of the file
  std::vector<Finding> own_notes_;     // of the alignment that is being read
  std::vector<Finding> cant_notes_;    // of its cant
  std::vector<SpiralLaw> laws_;        // of its elements
  std::vector<int> signs_;             // of the radii of its profile: ±1, or 0 of none
  double start_ = 0;                   // m, staStart
  std::vector<std::size_t> unshaped_;  // cant stations without transitionType
};

}  // namespace

std::optional<AlignmentFile> read_landxml(std::string_view text, const std::string& file_name,
                                          const std::optional<std::string>& wanted, Findings& findings,
                                          const LineChoices& choices) {
  Findings own;
  const bool is_latin1 = !is_utf16(text) && first_not_utf8(text) < text.size();
  const std::string converted = is_latin1 ? utf8_of_latin1(text) : std::string();
  std::optional<AlignmentFile> result =
      Reader(is_latin1 ? converted : text, is_latin1, file_name, choices, own).read(wanted);
  findings.append(own);
  return result;
}

}  // namespace flangeway::track
