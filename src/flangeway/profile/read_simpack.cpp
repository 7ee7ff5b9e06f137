// SIMPACK .prr and .prw: sections header, spline and, inside it, point, each from `NAME.begin` to `NAME.end`,
// with `key = value` lines and a line `y z {weight}` per point. Comments begin with ! or %. Reading stops at
// spline.end.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "flangeway/profile/table.hpp"

namespace flangeway::profile {
namespace {

const std::vector<std::string> keys{
    "approx.smooth", "file",      "file.mtime",  "comment",     "type",        "point.dist.min", "shift.y",
    "shift.z",       "rotate",    "bound.y.min", "bound.y.max", "bound.z.min", "bound.z.max",    "mirror.y",
    "mirror.z",      "inversion", "units.len",   "units.ang",   "units.len.f", "units.ang.f"};
// Read, and without effect on the points.
constexpr std::array text_keys{"approx.smooth", "file",      "file.mtime", "comment",
                               "type",          "inversion", "units.ang"};

class SimpackReader {
 public:
  SimpackReader(Kind kind, bool lenient, Reporter& report)
      : kind_(kind), lenient_(lenient), report_(report) {}

  Table read(const std::vector<Line>& lines) {
    for (const Line& raw : lines) {
      if (report_.enough() || section_ == "done") break;
      const Line line = raw.without_comment("!%");
      if (!line.blank()) read_line(line);
    }
    if (section_ != "done" && !report_.any())
      report_.add("ends before spline.end", {}, {},
                  "The file is cut off or not a SIMPACK profile; copy it again");
    finish();
    return table_;
  }

 private:
  void read_line(const Line& line) {
    const std::string_view text = trim(line.text);
    const std::size_t equals = line.text.find('=');
    if (text.ends_with(".begin") || text.ends_with(".end")) {
      change_section(line, std::string(text));
    } else if (section_ == "point") {
      read_point(line);
    } else if (equals != std::string_view::npos && !section_.empty()) {
      read_key(line, equals);
    } else {
      report_.add(line.number, line.words()[0].column, "is neither a section, a key nor a point",
                  std::string(text));
    }
  }

  void change_section(const Line& line, const std::string& text) {
    static const std::map<std::pair<std::string, std::string>, std::string> next{
        {{"", "header.begin"}, "header"},   {{"header", "header.end"}, ""},
        {{"", "spline.begin"}, "spline"},   {{"spline", "point.begin"}, "point"},
        {{"point", "point.end"}, "spline"}, {{"spline", "spline.end"}, "done"}};
    const auto found = next.find({section_, text});
    if (found == next.end()) {
      report_.add(
          line.number, line.words()[0].column, "is out of place", text,
          section_.empty() ? "header.begin or spline.begin" : "what belongs into section " + section_);
      return;
    }
    section_ = found->second;
  }

  void read_point(const Line& line) {
    const auto words = line.words();
    if (words.size() < 2) {
      report_.add(line.number, words[0].column, "has one number only", std::string(trim(line.text)),
                  "y and z");
      return;
    }
    if (words.size() > 2 && refuse_decimal_comma(line, report_)) return;
    if (words.size() > 3 && !lenient_) {
      report_.add(line.number, words[3].column, "has more than a point and its weight",
                  std::string(trim(line.text)), "y, z and a weight");
      return;
    }
    if (words.size() > 2 && !lenient_ && !report_.finite(line, words[2])) return;
    const auto y = report_.finite(line, words[0]), z = report_.finite(line, words[1]);
    if (y && z) table_.points.emplace_back(*y, *z);
  }

  void read_key(const Line& line, std::size_t equals) {
    const std::string key = lower_case(trim(line.text.substr(0, equals)));
    const std::string_view value = trim(line.text.substr(equals + 1));
    const int column = line.words()[0].column;
    if (section_ == "header") {
      if (key == "type") check_type(line, value, column);
      return;
    }
    if (key == "units.len") unit_name_ = std::string(value);
    if (key == "approx.smooth") note_smoothing(value);
    if (key == "units.len" || std::find(text_keys.begin(), text_keys.end(), key) != text_keys.end()) return;
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      if (lenient_) {
        table_.notes.push_back({fmt::format("key {} is not known", key), 1, 0});
        return;
      }
      const std::string nearest = nearest_name(key, keys);
      report_.add(line.number, column, "is not a key of a SIMPACK profile", key, {},
                  nearest.empty() ? std::string() : fmt::format("Did you mean {}", nearest));
      return;
    }
    const Word word{value, value.empty() ? column : static_cast<int>(value.data() - line.text.data()) + 1};
    if (const auto x = report_.finite(line, word)) values_[key] = *x;
  }

  // SIMPACK runs an approximation of the points, we their interpolation.
  void note_smoothing(std::string_view value) {
    if (number(value) == 0.0) return;
    table_.notes.push_back(
        {fmt::format("approx.smooth = {} of the file is not applied: the points count; give a "
                     "smoothing of your own (--smoothing) if they need one",
                     value),
         0, 0, true});
  }

  void check_type(const Line& line, std::string_view value, int column) {
    const auto type = number(value);
    if (type != 0.0 && type != 1.0) {
      report_.add(line.number, column, "type is neither a rail nor a wheel", std::string(value),
                  "0 rail, 1 wheel");
    } else if ((*type == 0 ? Kind::rail : Kind::wheel) != kind_) {
      report_.add(line.number, column,
                  fmt::format("the file says that it is a {}, but a {} profile is wanted",
                              *type == 0 ? "rail" : "wheel", kind_name(kind_)));
    }
  }

  [[nodiscard]] double value(const std::string& key, double otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : found->second;
  }

  // Minimum not below maximum means no bound; SIMPACK writes 1 and 0.
  [[nodiscard]] std::optional<Bounds> bounds(const std::string& key) const {
    const Bounds range{value(key + ".min", 1), value(key + ".max", 0)};
    return range.low < range.high ? std::optional(range) : std::nullopt;
  }

  void finish() {
    table_.closest = std::max(value("point.dist.min", 1e-4), 1e-6);
    table_.shift = {value("shift.y", 0), value("shift.z", 0)};
    table_.bound_y = bounds("bound.y");
    table_.bound_z = bounds("bound.z");
    table_.mirror_y = value("mirror.y", 0) == 1;
    table_.mirror_z = value("mirror.z", 0) == 1;
    // Units per metre and per radian; without either key the file is in metres.
    const double units_per_metre = value("units.len.f", unit_name_ == "'mm'" ? 1000 : 1);
    const double units_per_radian = value("units.ang.f", 1);
    if (!(units_per_metre > 0))
      report_.add("units.len.f is not positive", fmt::format("{}", units_per_metre));
    if (!(units_per_radian > 0))
      report_.add("units.ang.f is not positive", fmt::format("{}", units_per_radian));
    table_.unit_mm = 1000 / units_per_metre;
    table_.unit_is_given = true;
    table_.rotation = value("rotate", 0) / units_per_radian;
  }

  Kind kind_;
  bool lenient_;
  Reporter& report_;
  Table table_;
  std::string section_, unit_name_;
  std::map<std::string, double> values_;
};

}  // namespace

Table read_simpack(const std::vector<Line>& lines, Kind kind, bool lenient, Reporter& report) {
  return SimpackReader(kind, lenient, report).read(lines);
}

}  // namespace flangeway::profile
