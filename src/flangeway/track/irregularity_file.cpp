#include "flangeway/track/irregularity_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/track/model.hpp"
#include "recorded_rows.hpp"

namespace flangeway::track {

namespace {

using Values = std::vector<double>;

constexpr double max_irregularity = 0.1;  // m
constexpr double max_step_of_rows = 1.5;  // usual steps; a longer one is a gap
constexpr double min_mean_cant = 0.02;    // m, of the cross level: the cant of curves is in it
constexpr std::size_t min_rows = 4;

Values combined(const Values& first, double factor, const Values& second, double share) {
  FLANGEWAY_ASSERT(first.size() == second.size(), "both columns have the same length");
  Values sum(first.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = factor * (first[i] + share * second[i]);
  return sum;
}

// Takes the four quantities of a run from the columns that there are.
class MeasureMaker {
 public:
  MeasureMaker(const RecordedTable& table, IrregularityTable& result) : table_(table), result_(result) {}

  void make() {
    const Values none(table_.s.size(), 0.0);
    const Values* gauge = values_of("gauge");
    const Values* cross_level = values_of("cross_level");
    result_.measure[0] = mean_of("alignment", gauge, none);
    result_.measure[1] = mean_of("longitudinal_level", cross_level, none);
    result_.measure[2] = difference_of("alignment", gauge, none);
    result_.measure[3] = difference_of("longitudinal_level", cross_level, none);
    std::vector<std::string> absent;
    if (!has_any("alignment")) absent.emplace_back("alignment");
    if (!has_any("longitudinal_level")) absent.emplace_back("longitudinal level");
    if (!absent.empty())
      result_.notes.push_back(fmt::format("no {} was measured: zero", fmt::join(absent, ", no ")));
    if (values_of("twist") != nullptr)
      result_.notes.emplace_back("twist is not used: a run needs the cross level");
  }

 private:
  const Values* values_of(const std::string& name) const {
    const RecordedColumn* column = table_.find(name);
    return column == nullptr ? nullptr : &column->values;
  }
  bool has_any(const std::string& quantity) const {
    return values_of(quantity) != nullptr || values_of(quantity + "_left") != nullptr ||
           values_of(quantity + "_right") != nullptr;
  }

  // `difference`: of left less right, where it was measured.
  Values mean_of(const std::string& quantity, const Values* difference, const Values& none) {
    if (const Values* mean = values_of(quantity)) return *mean;
    const Values *left = values_of(quantity + "_left"), *right = values_of(quantity + "_right");
    if (left != nullptr && right != nullptr) return combined(*left, 0.5, *right, 1);
    const Values* rail = left != nullptr ? left : right;
    if (rail == nullptr) return none;
    result_.notes.push_back(fmt::format(
        "{}_{} alone was measured: {}", quantity, left != nullptr ? "left" : "right",
        difference != nullptr ? "the other rail follows from gauge or cross level" : "both rails follow it"));
    return difference == nullptr ? *rail : combined(*rail, 1, *difference, left != nullptr ? -0.5 : 0.5);
  }

  Values difference_of(const std::string& quantity, const Values* difference, const Values& none) const {
    if (difference != nullptr) return *difference;
    const Values *left = values_of(quantity + "_left"), *right = values_of(quantity + "_right");
    return left != nullptr && right != nullptr ? combined(*left, 1, *right, -1) : none;
  }

  const RecordedTable& table_;
  IrregularityTable& result_;
};

void check_irregularities(const RecordedTable& table, const IrregularityTable& result,
                          RecordedFindings& findings) {
  for (const auto& [name, measure] :
       {std::pair("alignment", 0), {"longitudinal_level", 1}, {"gauge", 2}, {"cross_level", 3}}) {
    const Values& values = result.measure[static_cast<std::size_t>(measure)];
    const double limit = measure < 2 ? max_irregularity : 2 * max_irregularity;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(std::abs(values[i]) > limit)) continue;
      findings.say(table.lines[i], 1, name,
                   {"is larger than any irregularity", number(values[i]) + " m",
                    fmt::format("-{} to {} m", limit, limit), "Check the unit of the column"});
    }
  }
}

// Only rows in which everything was measured.
RecordedTable whole_rows(const RecordedTable& table) {
  RecordedTable whole;
  whole.nominal_gauge = table.nominal_gauge;
  for (const RecordedColumn& column : table.columns) whole.columns.push_back({column.name, {}});
  std::size_t next_break = 0;
  for (std::size_t row = 0; row < table.s.size(); ++row) {
    while (next_break < table.breaks.size() && table.breaks[next_break] <= row) {
      if (whole.breaks.empty() || whole.breaks.back() != whole.s.size())
        whole.breaks.push_back(whole.s.size());
      ++next_break;
    }
    if (!table.is_whole(row)) continue;
    whole.s.push_back(table.s[row]);
    whole.lines.push_back(table.lines[row]);
    for (std::size_t c = 0; c < whole.columns.size(); ++c)
      whole.columns[c].values.push_back(table.columns[c].values[row]);
  }
  return whole;
}

// Pieces and gaps; gaps that are refused are findings.
void find_pieces(const RecordedTable& table, Gaps gaps, IrregularityTable& result,
                 RecordedFindings& findings) {
  const double step = usual_step(table.s);
  result.pieces.push_back(0);
  for (std::size_t row = 1; row < table.s.size(); ++row) {
    const double length = table.s[row] - table.s[row - 1];
    const bool is_gap = length > max_step_of_rows * step;
    const bool begins_piece = std::binary_search(table.breaks.begin(), table.breaks.end(), row);
    if (is_gap) result.gaps.push_back({table.s[row - 1], table.s[row]});
    if (is_gap && gaps == Gaps::refuse)
      findings.say(
          table.lines[row], 1, "s",
          {"comes after a gap",
           fmt::format("{:.6g} m, from {:.10g} to {:.10g} m", length, table.s[row - 1], table.s[row]), "",
           "Set gaps = \"split\" (no deviations in it, faded at both ends) or gaps = \"interpolate\" "
           "(a straight line)"});
    if (gaps != Gaps::interpolate && (is_gap || begins_piece)) result.pieces.push_back(row);
  }
}

// Rows on straight lines across each gap, so that a spline through them stays on the line.
void bridge_gaps(IrregularityTable& result) {
  if (result.gaps.empty()) return;
  const double step = usual_step(result.s);
  IrregularityTable bridged;
  for (std::size_t row = 0; row < result.s.size(); ++row) {
    const double length = row > 0 ? result.s[row] - result.s[row - 1] : 0;
    const auto parts =
        length > max_step_of_rows * step ? static_cast<std::size_t>(std::ceil(length / step)) : 1;
    for (std::size_t k = 1; k < parts; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(parts);
      bridged.s.push_back(result.s[row - 1] + share * length);
      for (std::size_t c = 0; c < 4; ++c)
        bridged.measure[c].push_back((1 - share) * result.measure[c][row - 1] +
                                     share * result.measure[c][row]);
    }
    bridged.s.push_back(result.s[row]);
    for (std::size_t c = 0; c < 4; ++c) bridged.measure[c].push_back(result.measure[c][row]);
  }
  result.s = std::move(bridged.s);
  result.measure = std::move(bridged.measure);
}

void note_cant(IrregularityTable& result) {
  double mean = 0;
  for (const double value : result.measure[3]) mean += value / static_cast<double>(result.s.size());
  if (std::abs(mean) > min_mean_cant)
    result.notes.push_back(
        fmt::format("the cross level has a mean of {:.1f} mm: the cant of curves seems to be in it, "
                    "and the track's own cant is added",
                    1e3 * mean));
}

void note_gaps(Gaps gaps, IrregularityTable& result) {
  for (const auto& gap : result.gaps)
    result.notes.push_back(
        fmt::format("gap of {:.6g} m from {:.10g} to {:.10g} m: {}", gap[1] - gap[0], gap[0], gap[1],
                    gaps == Gaps::interpolate ? "bridged by a straight line"
                                              : "no deviations in it, faded over `fade` at both ends"));
}

}  // namespace

std::optional<IrregularityTable> parse_irregularities(std::string_view text, const std::string& file_name,
                                                      Gaps gaps, const TableReading& reading,
                                                      Findings& findings) {
  TableReading own_reading = reading;
  own_reading.least_rows = min_rows;
  const auto table = read_recorded_table(text, file_name, own_reading, findings);
  if (!table) return std::nullopt;
  RecordedFindings own(file_name, findings);
  const RecordedTable whole = whole_rows(*table);
  if (whole.s.size() < min_rows) {
    own.say(1, 1, "",
            {"has too few whole rows", std::to_string(whole.s.size()), "at least 4", "Most rows have gaps"});
    return std::nullopt;
  }
  IrregularityTable result;
  result.s = whole.s;
  result.notes = table->notes;
  for (const std::string& name : table->unread) result.notes.push_back("column " + name + " is not read");
  MeasureMaker(whole, result).make();
  check_irregularities(whole, result, own);
  find_pieces(whole, gaps, result, own);
  if (own.any()) return std::nullopt;
  if (gaps == Gaps::interpolate) bridge_gaps(result);
  note_gaps(gaps, result);
  note_cant(result);
  return result;
}

}  // namespace flangeway::track
