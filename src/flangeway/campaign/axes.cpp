// Makes the points of the axes from what a study file says about them.
#include "axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "flangeway/campaign/table.hpp"
#include "flangeway/document/settings.hpp"
#include "labels.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using document::Assignment;
using document::Assignments;
using document::Value;

bool is_column_name(const std::string& name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// The table of a study has columns of its own, too.
bool is_result_column(const std::string& name) {
  const std::vector<Column> columns = result_columns();
  return name == run_column || std::any_of(columns.begin(), columns.end(),
                                           [&](const Column& column) { return column.name == name; });
}

// Whether `*` in the pattern can stand for characters so that it is the name.
bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*') {
    return !name.empty() && name.front() == pattern.front() && fits(pattern.substr(1), name.substr(1));
  }
  for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (fits(pattern.substr(1), name.substr(skipped))) return true;
  return false;
}

// In the order of their names. Paths start at the file that the pattern stands in, as those in settings do.
std::vector<std::string> matching_files(const document::Located<std::string>& files) {
  const fs::path pattern(files.value);
  const fs::path home =
      files.where.file == document::set_file ? "" : fs::path(files.where.file).parent_path();
  std::vector<std::string> found;
  std::error_code ignored;
  const fs::path folder = pattern.parent_path().empty() ? "." : pattern.parent_path();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (!entry.is_regular_file(ignored) ||
        !fits(pattern.filename().string(), entry.path().filename().string()))
      continue;
    const fs::path file = pattern.parent_path() / entry.path().filename();
    const fs::path near = file.lexically_relative(home);
    found.push_back(near.empty() ? file.string() : near.string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Value number_value(double number, const SourceLocation& where) {
  return {fmt::format("{}", number), number, where};
}

std::vector<Value> grid_values(const GridSpec& grid, bool logarithmic) {
  std::vector<Value> values;
  for (long i = 0; i < grid.count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(grid.count - 1);
    double number = grid.from + share * (grid.to - grid.from);
    if (logarithmic) {
      // Exponents are rounded so that 1e9 … 1e13 are these numbers and not their neighbours.
      const double first = std::log10(grid.from), last = std::log10(grid.to);
      const double exponent = first + share * (last - first);
      number = std::strtod(fmt::format("{:.12g}", std::pow(10, exponent)).c_str(), nullptr);
    }
    if (i == 0) number = grid.from;
    if (i == grid.count - 1) number = grid.to;
    values.push_back(number_value(number, grid.where));
  }
  return values;
}

class AxisMaker {
 public:
  AxisMaker(const AxisSpec& spec, std::string key, Findings& findings)
      : spec_(spec), key_(std::move(key)), findings_(findings) {}

  Axis make() {
    Axis axis{
        spec_.name.value,
        spec_.title.value.empty() ? title_of_axis(spec_.name.value, spec_.key.value) : spec_.title.value,
        {}};
    const int forms = !spec_.values.empty() + spec_.linear.has_value() + spec_.logarithmic.has_value() +
                      !spec_.choices.empty() + spec_.distribution.has_value() + !spec_.files.value.empty();
    if (forms != 1) {
      refuse(spec_.where, "", forms == 0 ? "has no values" : "has values in more than one form",
             "one of values, linear, logarithmic, distribution, files and choices");
      return axis;
    }
    if (spec_.distribution) {
      take_distribution(*spec_.distribution, axis);
    } else {
      axis.points = spec_.choices.empty() ? value_points(values()) : choice_points();
      check_labels(axis);
    }
    return axis;
  }

  // The points of numbers that were drawn.
  std::vector<Point> points_at(const std::vector<double>& numbers) {
    std::vector<Value> all;
    for (const double number : numbers) all.push_back(number_value(number, spec_.distribution->where));
    return value_points(all);
  }

 private:
  void refuse(const SourceLocation& where, const std::string& key, std::string problem, std::string allowed,
              std::string advice = "") {
    findings_.add({where, key_ + key, std::move(problem), "", std::move(allowed), std::move(advice)});
  }

  std::vector<Point> choice_points() {
    if (!spec_.key.value.empty()) {
      refuse(spec_.key.where, ".key", "has no meaning beside choices", "",
             "Leave it out: each choice sets its own keys");
    }
    if (!spec_.tied.empty()) {
      refuse(spec_.tied.front().where, ".tied", "has no meaning beside choices", "",
             "Set the keys in the choices");
    }
    std::vector<Point> points;
    for (const ChoiceSpec& choice : spec_.choices) {
      Point point{choice.name.value, {}, {}};
      append_settings(point.sets, choice.set);
      points.push_back(std::move(point));
    }
    return points;
  }

  std::vector<Value> values() {
    if (spec_.logarithmic) {
      const GridSpec& grid = *spec_.logarithmic;
      if (!(grid.from > 0 && grid.to > 0)) {
        refuse(grid.where, ".logarithmic", "has an end that is not above zero", "from and to > 0");
        return {};
      }
      return grid_values(grid, true);
    }
    if (!spec_.files.value.empty()) return file_values();
    return spec_.linear ? grid_values(*spec_.linear, false) : spec_.values;
  }

  std::vector<Value> file_values() {
    std::vector<Value> all;
    for (const std::string& file : matching_files(spec_.files))
      all.push_back({nlohmann::json(file).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                     std::nullopt, spec_.files.where});
    if (all.empty()) {
      findings_.add({spec_.files.where, key_ + ".files", "matches no file", '"' + spec_.files.value + '"', "",
                     "Check the folder, and write * only in the name of the files"});
    }
    return all;
  }

  void take_distribution(const DistributionSpec& given, Axis& axis) {
    if (const std::string wrong = uncertainty::problem(given.distribution); !wrong.empty()) {
      refuse(given.where, ".distribution", wrong, "");
      return;
    }
    axis.distribution = given.distribution;
    axis.where = given.where;
    const auto [first, last] = uncertainty::reach(given.distribution);
    axis.ends = points_at({first, last});
    axis.points = axis.ends;  // until the sample is drawn
  }

  std::vector<Point> value_points(const std::vector<Value>& all) {
    if (spec_.key.value.empty()) refuse(spec_.where, ".key", "is missing", "the key that the values are for");
    std::vector<Point> points;
    for (const Value& value : all) {
      points.push_back({label_of(value), value.number, {}});
      points.back().sets.push_back(assignment(spec_.key.value, value));
    }
    for (std::size_t i = 0; i < spec_.tied.size(); ++i) tie(spec_.tied[i], i, all, points);
    return points;
  }

  void tie(const TiedSpec& tied, std::size_t place, const std::vector<Value>& all,
           std::vector<Point>& points) {
    const std::string key = fmt::format(".tied[{}]", place);
    if (spec_.distribution && !tied.values.empty()) {
      refuse(tied.where, key, "has values beside a distribution", "a factor");
    } else if ((tied.factor != 0) == !tied.values.empty()) {
      refuse(tied.where, key, tied.values.empty() ? "has neither factor nor values" : "has factor and values",
             "one of both");
    } else if (!tied.values.empty() && tied.values.size() != all.size()) {
      findings_.add({tied.where, key_ + key + ".values", "has another length than the axis",
                     fmt::format("{} values", tied.values.size()), fmt::format("{} values", all.size()), ""});
    } else {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (tied.values.empty() && !all[i].number) {
          refuse(all[i].where, fmt::format(".values[{}]", i), "is not a number, but a tied key has a factor",
                 "a number", "Give the tied key its own values");
          continue;
        }
        const Value value =
            tied.values.empty() ? number_value(tied.factor * *all[i].number, tied.where) : tied.values[i];
        points[i].sets.push_back(assignment(tied.key.value, value));
      }
    }
  }

  void check_labels(const Axis& axis) {
    std::set<std::string> seen;
    for (const Point& point : axis.points) {
      if (!seen.insert(point.label).second)
        refuse(spec_.where, "", fmt::format("has the point '{}' twice", point.label), "");
    }
  }

  const AxisSpec& spec_;
  std::string key_;
  Findings& findings_;
};

std::string key_of(const Assignment& set) {
  return set.text.substr(0, set.text.find('='));
}

// A key that two axes set would be that of the later one alone.
void check_keys(const std::vector<Axis>& axes, Findings& findings) {
  for (std::size_t later = 1; later < axes.size(); ++later) {
    std::set<std::string> told;
    for (const Point& point : axes[later].points) {
      for (const Assignment& set : point.sets) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
          const bool twice =
              std::any_of(axes[earlier].points.begin(), axes[earlier].points.end(), [&](const Point& other) {
                return std::any_of(other.sets.begin(), other.sets.end(),
                                   [&](const Assignment& one) { return key_of(one) == key_of(set); });
              });
          if (!twice || !told.insert(key_of(set)).second) continue;
          findings.add({set.where, fmt::format("axes[{}]", later),
                        fmt::format("sets {}, which axis {} sets, too", key_of(set), axes[earlier].name), "",
                        "", "Join both axes, or tie the key to one of them"});
        }
      }
    }
  }
}

}  // namespace

std::vector<Axis> make_axes(const StudySpec& spec, Findings& findings) {
  std::vector<Axis> axes;
  std::set<std::string> names;
  for (std::size_t i = 0; i < spec.axes.size(); ++i) {
    const AxisSpec& axis = spec.axes[i];
    const std::string key = fmt::format("axes[{}]", i);
    if (!axis.name.value.empty() && !is_column_name(axis.name.value)) {
      findings.add({axis.name.where, key + ".name", "is not the name of a column",
                    '"' + axis.name.value + '"', "small letters, digits and _, a letter first",
                    "Put the text for readers into title"});
    } else if (!names.insert(axis.name.value).second) {
      findings.add({axis.name.where, key + ".name", "is the name of another axis",
                    '"' + axis.name.value + '"', "", ""});
    } else if (is_result_column(axis.name.value)) {
      findings.add({axis.name.where, key + ".name", "is the name of a column of the results",
                    '"' + axis.name.value + '"', "",
                    fmt::format("Give the axis another name, such as {}_set", axis.name.value)});
    }
    axes.push_back(AxisMaker(axis, key, findings).make());
  }
  check_keys(axes, findings);
  return axes;
}

std::vector<Point> points_at(const AxisSpec& spec, const std::vector<double>& numbers) {
  Findings none_left;
  return AxisMaker(spec, "", none_left).points_at(numbers);
}

std::string label_of(const Value& value) {
  if (value.number) return short_number(*value.number);
  if (value.text.size() >= 2 && value.text.front() == '"') return value.text.substr(1, value.text.size() - 2);
  return value.text;
}

std::string short_number(double value) {
  const std::string plain = fmt::format("{}", value);
  std::array<char, 32> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::scientific);
  std::string scientific(digits.data(), written.ptr);
  const std::size_t e = scientific.find('e');
  if (e == std::string::npos) return plain;
  scientific = scientific.substr(0, e + 1) + fmt::format("{}", std::stoi(scientific.substr(e + 1)));
  return scientific.size() < plain.size() ? scientific : plain;
}

}  // namespace flangeway::campaign
