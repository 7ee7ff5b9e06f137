#include "flangeway/vehicle/mode_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "flangeway/math/rotation.hpp"

namespace flangeway::vehicle {

namespace {

constexpr std::size_t max_mode_findings = 20;
constexpr double max_number = 1e30, max_whole_number = 2147483647.0;

struct Line {
  std::string_view text;
  int number = 0;
};

/// As FORTRAN writes it: with blanks before it, and with D or E before the exponent.
std::optional<double> number_of(std::string_view field) {
  const std::size_t first = field.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return std::nullopt;
  std::string text(field.substr(first, field.find_last_not_of(" \t\r") - first + 1));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'D' || c == 'd'; }, 'E');
  if (text.front() == '+') text.erase(0, 1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(std::abs(value) < max_number))
    return std::nullopt;
  return value;
}

bool is_whole(double value) {
  return value == std::floor(value) && std::abs(value) <= max_whole_number;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr const char* blank = " \t\r";
  for (std::size_t at = line.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blank, end);
  }
  return words;
}

/// Columns of equal width, as FORTRAN writes them: numbers may touch.
std::vector<std::string_view> columns_of(std::string_view line, std::size_t width) {
  std::vector<std::string_view> columns;
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  for (std::size_t at = 0; at < line.size(); at += width) columns.push_back(line.substr(at, width));
  return columns;
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({text.substr(at, end - at), static_cast<int>(lines.size()) + 1});
    at = end + 1;
  }
  return lines;
}

bool is_delimiter(const Line& line) {
  const auto words = words_of(line.text);
  return words.size() == 1 && words[0] == "-1";
}

/// The lines of one dataset behind the line with its number.
class Dataset {
 public:
  Dataset(const std::vector<Line>& lines, std::size_t first, std::size_t end)
      : lines_(lines), next_(first), end_(end) {}

  [[nodiscard]] bool at_end() const { return next_ >= end_; }
  [[nodiscard]] const Line& here() const { return lines_[std::min(next_, end_)]; }
  void skip(std::size_t count) { next_ = std::min(next_ + count, end_); }

  /// The first `count` whole numbers of the next line; of `width` columns where they touch.
  std::optional<std::vector<long>> integers(std::size_t count) {
    const auto values = numbers_in(take(), count, 10);
    if (!values) return std::nullopt;
    std::vector<long> whole;
    for (const double value : *values) {
      if (!is_whole(value)) return std::nullopt;
      whole.push_back(static_cast<long>(value));
    }
    return whole;
  }
  /// The next `count` numbers, on as many lines as they take.
  std::optional<std::vector<double>> reals(std::size_t count, std::size_t width) {
    constexpr std::size_t per_line = 6;
    std::vector<double> all;
    while (all.size() < count) {
      if (at_end()) return std::nullopt;
      const auto some = numbers_in(take(), std::min(count - all.size(), per_line), width);
      if (!some) return std::nullopt;
      all.insert(all.end(), some->begin(), some->end());
    }
    return all;
  }
  /// Whole numbers before the reals of a line of dataset 15.
  std::optional<std::vector<double>> node_line() {
    const std::string_view line = take();
    const auto words = words_of(line);
    std::vector<std::string_view> fields = words;
    if (words.size() != 7) {
      fields = columns_of(line.substr(0, 40), 10);
      if (line.size() > 40)
        for (const std::string_view place : columns_of(line.substr(40), 13)) fields.push_back(place);
    }
    return values_of(fields, 7);
  }

 private:
  std::string_view take() { return at_end() ? std::string_view() : lines_[next_++].text; }
  static std::optional<std::vector<double>> values_of(const std::vector<std::string_view>& fields,
                                                      std::size_t count) {
    if (fields.size() < count) return std::nullopt;
    std::vector<double> values;
    for (std::size_t k = 0; k < count; ++k) {
      const std::optional<double> value = number_of(fields[k]);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }
  static std::optional<std::vector<double>> numbers_in(std::string_view line, std::size_t count,
                                                       std::size_t width) {
    if (auto values = values_of(words_of(line), count)) return values;
    return values_of(columns_of(line, width), count);
  }

  const std::vector<Line>& lines_;
  std::size_t next_, end_;
};

/// Codes of normal modes in datasets 55 and 2414.
constexpr long normal_mode = 2, complex_mode_1 = 3, complex_mode_2 = 7, at_nodes = 1, displacement = 8;

struct Definition {
  long analysis = 0, characteristic = 0, quantity = 0, data_type = 0, values = 0;
};

class ModeReader {
 public:
  ModeReader(std::string_view text, const std::string& file, Findings& findings)
      : lines_(lines_of(text)), file_(file), findings_(findings) {}

  std::optional<ModeFile> read() {
    for (std::size_t at = 0; at < lines_.size() && !stopped_;) at = read_dataset(at);
    check_systems();
    if (!stopped_ && count_ == 0 && datasets_ == 0 &&
        std::none_of(lines_.begin(), lines_.end(), is_delimiter))
      complain(0, {"has no datasets", "", "lines with -1 before and after each dataset",
                   "Give a universal file (.unv, .uff)"});
    else if (count_ == 0 && out_.nodes.empty())
      complain(0, {"has no nodes", "", "dataset 15 or 2411", ""});
    else if (count_ == 0 && modes_.empty())
      complain(0, {"has no normal modes at nodes", "", "dataset 55 or 2414 with analysis type 2", ""});
    if (count_ == 0) finish();
    return count_ == 0 ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  struct Complaint {
    std::string problem, got, allowed, advice;
  };
  void complain(int line, Complaint c) {
    if (++count_ > max_mode_findings) {
      stopped_ = true;
      return;
    }
    findings_.add({{file_, line, line > 0 ? 1 : 0},
                   "",
                   std::move(c.problem),
                   std::move(c.got),
                   std::move(c.allowed),
                   std::move(c.advice)});
  }

  /// From the line that begins a dataset; returns the line behind its end.
  std::size_t read_dataset(std::size_t first) {
    while (first < lines_.size() && words_of(lines_[first].text).empty()) ++first;
    if (first == lines_.size()) return first;
    if (!is_delimiter(lines_[first])) return refuse_text_between(first);
    if (first + 1 == lines_.size()) {
      complain(lines_[first].number,
               {"is a line with -1 that begins no dataset", "", "", "Is the file complete"});
      return lines_.size();
    }
    std::size_t end = first + 1;
    while (end < lines_.size() && !is_delimiter(lines_[end])) ++end;
    ++datasets_;
    const Line& title = lines_[first + 1];
    const auto words = words_of(title.text);
    const std::string_view type = words.empty() ? std::string_view() : words[0];
    if (words.empty() || !is_type(type)) {
      complain(title.number, {"is no number of a dataset", quoted(title.text),
                              "a number behind the line with -1 that begins a dataset",
                              "Is a line with -1 missing or doubled before it"});
      return lines_.size();
    }
    if (end == lines_.size()) {
      complain(title.number, {"begins a dataset without an end", std::string(type),
                              "a line with -1 behind it", "Is the file complete"});
      return end;
    }
    Dataset data(lines_, first + 2, end);
    if (type == "15") read_nodes_15(data);
    if (type == "2411") read_nodes_2411(data);
    if (type == "164") read_units(data);
    if (type == "2420") read_systems(data);
    if (type == "55") read_mode_55(data);
    if (type == "2414") read_mode_2414(data);
    if (!is_read(type) && !has_no_modes(type)) out_.left_aside.emplace_back(type);
    return end + 1;
  }

  static bool is_read(std::string_view type) {
    constexpr std::array<std::string_view, 6> types{"15", "2411", "164", "2420", "55", "2414"};
    return std::find(types.begin(), types.end(), type) != types.end();
  }
  // Headers, lines between nodes, elements, groups of these, and measured functions.
  static bool has_no_modes(std::string_view type) {
    constexpr std::array<std::string_view, 10> types{"151",  "82",   "780",  "2412", "2435",
                                                     "2452", "2467", "2477", "58",   "58b"};
    return std::find(types.begin(), types.end(), type) != types.end();
  }

  // 58b has numbers in binary.
  static bool is_type(std::string_view word) {
    if (word.size() > 1 && word.ends_with('b')) word.remove_suffix(1);
    return word.size() < 10 &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  static std::string quoted(std::string_view line) {
    const auto words = words_of(line);
    return words.empty() ? "an empty line" : '"' + std::string(words.front()) + '"';
  }
  // Behind a missing line with -1 the ends of datasets are taken for beginnings: nothing else is read.
  std::size_t refuse_text_between(std::size_t first) {
    const bool has_datasets = std::any_of(lines_.begin(), lines_.end(), is_delimiter);
    if (has_datasets)
      complain(lines_[first].number,
               {"stands between datasets, which would be lost", quoted(lines_[first].text),
                "lines with -1 before and after each dataset",
                "Is a line with -1 missing at the end of the dataset before, or before this line"});
    return lines_.size();
  }

  void read_units(Dataset& data) {
    const int line = data.here().number;
    data.skip(1);
    const auto factors = data.reals(3, 25);
    const auto fits = [](double factor) { return factor >= 1e-9 && factor <= 1e9; };
    if (!factors || !fits((*factors)[0]) || !fits((*factors)[1]))
      return complain(line, {"has no factors of its units", "",
                             "on the line behind three numbers, from 1e-9 to 1e9 for length and force", ""});
    metre_ = 1 / (*factors)[0], newton_ = 1 / (*factors)[1];
  }

  void read_nodes_15(Dataset& data) {
    while (!data.at_end() && !stopped_) {
      const int line = data.here().number;
      const auto v = data.node_line();
      if (!v || !std::all_of(v->begin(), v->begin() + 4, is_whole)) {
        complain(line, {"is no node", "", "four whole numbers and the coordinates x, y, z", ""});
        continue;
      }
      add_node(line, static_cast<long>((*v)[0]), static_cast<long>((*v)[2]), {(*v)[4], (*v)[5], (*v)[6]});
    }
  }
  void read_nodes_2411(Dataset& data) {
    while (!data.at_end() && !stopped_) {
      const int line = data.here().number;
      const auto head = data.integers(4);
      const auto place = data.reals(3, 25);
      if (!head || !place) {
        complain(line, {"is no node", "",
                        "four whole numbers, and on the line behind them the coordinates x, y, z", ""});
        continue;
      }
      add_node(line, (*head)[0], (*head)[2], {(*place)[0], (*place)[1], (*place)[2]});
    }
  }
  void add_node(int line, long number, long system, const Vec3& place) {
    if (!index_.emplace(number, out_.nodes.size()).second)
      return complain(line, {fmt::format("node {} stands twice", number), "", "", ""});
    out_.nodes.push_back({number, place});
    node_systems_.push_back({system, line});
  }

  /// Axes of displacements at nodes. A row of coordinates times the matrix of dataset 2420 is in the axes of
  /// the file, so that the rows are the axes, and the last one the origin.
  struct System {
    long type = 0;
    Mat3 axes = Mat3::Identity();  ///< columns, in the axes of the file
    Vec3 origin = Vec3::Zero();
  };
  static constexpr long cartesian = 0, cylindrical = 1;

  void read_systems(Dataset& data) {
    data.skip(2);  // the part and its name
    while (!data.at_end() && !stopped_) {
      const int line = data.here().number;
      const auto head = data.integers(2);
      data.skip(1);
      std::array<std::optional<std::vector<double>>, 4> rows;
      for (auto& row : rows) row = data.reals(3, 25);
      if (!head || !std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.has_value(); })) {
        complain(line, {"is no coordinate system", "",
                        "its number and type, its name, and four lines of three numbers", ""});
        return;
      }
      System system{(*head)[1]};
      for (Eigen::Index k = 0; k < 3; ++k)
        system.axes.col(k) = Vec3::Map(rows[static_cast<std::size_t>(k)]->data());
      system.origin = Vec3::Map(rows[3]->data());
      constexpr double tolerance = 1e-4;  // single precision
      if ((system.axes.transpose() * system.axes - Mat3::Identity()).cwiseAbs().maxCoeff() > tolerance)
        complain(line, {fmt::format("coordinate system {} has axes that are not unit vectors at right angles",
                                    (*head)[0]),
                        "", "", ""});
      systems_[(*head)[0]] = system;
    }
  }

  // Systems 0 and 1 are the axes of the file, if dataset 2420 does not have them.
  void check_systems() {
    for (std::size_t k = 0; k < node_systems_.size(); ++k) {
      const auto& [system, line] = node_systems_[k];
      const auto found = systems_.find(system);
      if (found == systems_.end() ? system != 0 && system != 1 : found->second.type > cylindrical)
        complain(line,
                 {fmt::format("node {} has its displacements in a coordinate system that is not known",
                              out_.nodes[k].number),
                  fmt::format("{}", system), "0, 1, or a Cartesian or cylindrical system of dataset 2420",
                  "Write the modes in the axes of the file"});
    }
  }

  // From the axes of the displacements at a node to the axes of the file.
  Mat3 axes_at(std::size_t node) const {
    const auto found = systems_.find(node_systems_[node].system);
    if (found == systems_.end()) return Mat3::Identity();
    const System& system = found->second;
    if (system.type == cartesian) return system.axes;
    const Vec3 local = system.axes.transpose() * (out_.nodes[node].place - system.origin);
    return system.axes * rotation_z(std::atan2(local.y(), local.x()));  // radial, tangential, along the axis
  }

  /// A mode that is read before all nodes are known.
  struct RawMode {
    FileMode mode;
    struct Values {
      int line;
      long node;
      std::array<double, 6> values;
    };
    std::vector<Values> values;
  };

  [[nodiscard]] bool is_wanted(int line, const Definition& d) {
    if (d.analysis == complex_mode_1 || d.analysis == complex_mode_2 || d.data_type > 4) {
      complain(line, {"is a complex mode", "", "real normal modes, of the body without its dampers", ""});
      return false;
    }
    const bool vector = d.characteristic == 2 || d.characteristic == 3;
    return d.analysis == normal_mode && vector && (d.quantity == displacement || d.quantity <= 1);
  }

  void read_mode_55(Dataset& data) {
    data.skip(5);
    const int line = data.here().number;
    const auto head = data.integers(6);
    if (!head) return complain(line, {"is no definition of data at nodes", "", "six whole numbers", ""});
    const Definition d{(*head)[1], (*head)[2], (*head)[3], (*head)[4], (*head)[5]};
    if (!is_wanted(line, d)) return;
    const int numbers = data.here().number;
    const auto integers = data.integers(4);
    const auto reals = data.reals(3, 13);
    if (!integers || !reals)
      return complain(numbers, {"is no head of a mode", "",
                                "2, 4, load case and mode number; on the line behind frequency, modal mass "
                                "and damping ratio",
                                ""});
    RawMode raw;
    raw.mode.number = (*integers)[3];
    set_numbers(raw.mode, numbers + 1, (*reals)[0], (*reals)[1], (*reals)[2]);
    read_values(data, d, raw);
  }

  void read_mode_2414(Dataset& data) {
    data.skip(2);
    const int first = data.here().number;
    const auto location = data.integers(1);
    data.skip(5);
    const int line = data.here().number;
    const auto head = data.integers(6);
    if (!location || !head)
      return complain(location ? line : first,
                      {"is no definition of analysis data", "", "whole numbers", ""});
    const Definition d{(*head)[1], (*head)[2], (*head)[3], (*head)[4], (*head)[5]};
    if ((*location)[0] != at_nodes || !is_wanted(line, d)) return;
    const int numbers = data.here().number;
    const auto integers = data.integers(8);
    data.skip(1);
    const auto reals = data.reals(6, 13);
    data.skip(1);
    if (!integers || !reals)
      return complain(numbers, {"is no head of a mode", "",
                                "two lines of whole numbers and two of real ones, of 8, 2, 6 and 6", ""});
    RawMode raw;
    raw.mode.number = (*integers)[5];
    set_numbers(raw.mode, numbers + 2, (*reals)[1], (*reals)[3], (*reals)[4]);
    read_values(data, d, raw);
  }

  void set_numbers(FileMode& mode, int line, double frequency, double mass, double damping) {
    mode.frequency = frequency, mode.mass = mass, mode.damping = damping;
    mode.where = {file_, line, 1};
    const auto wrong = [&](const char* what, double value, const char* allowed) {
      complain(line,
               {fmt::format("mode {} has {}", mode.number, what), fmt::format("{:g}", value), allowed, ""});
    };
    if (!(frequency >= 0)) wrong("a negative frequency", frequency, "0 or more, in Hz");
    if (!(mass >= 0)) wrong("a negative modal mass", mass, "above 0");
    if (!(damping >= 0 && damping <= 1)) wrong("no damping ratio", damping, "0 to 1");
  }

  void read_values(Dataset& data, const Definition& d, RawMode& raw) {
    raw.mode.turns = d.characteristic == 3;
    const std::size_t count = raw.mode.turns ? 6 : 3;
    if (d.values != static_cast<long>(count))
      return complain(raw.mode.where.line,
                      {fmt::format("mode {} has another number of values at each node", raw.mode.number),
                       fmt::format("{}", d.values), fmt::format("{}", count), ""});
    while (!data.at_end() && !stopped_) {
      const int line = data.here().number;
      const auto node = data.integers(1);
      const auto values = data.reals(count, 13);
      if (!node || !values) {
        complain(line, {fmt::format("is no shape of mode {} at a node", raw.mode.number), "",
                        fmt::format("its number, and {} numbers on the line behind", count), ""});
        continue;
      }
      RawMode::Values one{line, (*node)[0], {}};
      std::copy(values->begin(), values->end(), one.values.begin());
      raw.values.push_back(one);
    }
    modes_.push_back(std::move(raw));
  }

  void finish() {
    for (RawMode& raw : modes_) {
      raw.mode.shapes.resize(out_.nodes.size());
      raw.mode.given.assign(out_.nodes.size(), false);
      for (const RawMode::Values& at : raw.values) place(raw.mode, at);
      raw.mode.mass *= newton_ / metre_;
      out_.modes.push_back(std::move(raw.mode));
    }
    for (FileNode& node : out_.nodes) node.place *= metre_;
    std::stable_sort(out_.modes.begin(), out_.modes.end(),
                     [](const FileMode& a, const FileMode& b) { return a.frequency < b.frequency; });
  }
  void place(FileMode& mode, const RawMode::Values& at) {
    const auto node = index_.find(at.node);
    if (node == index_.end())
      return complain(at.line,
                      {fmt::format("mode {} has a shape at node {}, which is none", mode.number, at.node), "",
                       "a node of dataset 15 or 2411", ""});
    mode.given[node->second] = true;
    const auto& v = at.values;
    const Mat3 axes = axes_at(node->second);
    mode.shapes[node->second] = {axes * Vec3(v[0], v[1], v[2]), axes * Vec3(v[3], v[4], v[5]) / metre_};
  }

  std::vector<Line> lines_;
  std::string file_;
  Findings& findings_;
  ModeFile out_;
  std::vector<RawMode> modes_;
  std::map<long, std::size_t> index_;  // of the nodes
  struct NodeSystem {
    long system;
    int line;
  };
  std::vector<NodeSystem> node_systems_;  // of the nodes in their order
  std::map<long, System> systems_;
  double metre_ = 1, newton_ = 1;  // units of the file
  std::size_t count_ = 0, datasets_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::optional<ModeFile> parse_modes(std::string_view text, const std::string& file_name, Findings& findings) {
  return ModeReader(text, file_name, findings).read();
}

}  // namespace flangeway::vehicle
