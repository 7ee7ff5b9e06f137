#include <algorithm>
#include <cmath>

#include "flangeway/core/file_content.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/recorded_geometry.hpp"
#include "recorded_rows.hpp"

namespace flangeway::track {

namespace {

constexpr double max_row_step = 1.5;  // usual steps; a longer one is a gap
constexpr double max_samples = 2e7;
constexpr std::size_t min_whole_rows = 16;

// The rows of a table on an even grid.
class GridMaker {
 public:
  GridMaker(const RecordedTable& table, Gaps gaps, RecordedFindings& findings)
      : table_(table), gaps_(gaps), findings_(findings) {}

  std::optional<RecordedGeometry> make() {
    RecordedGeometry result;
    result.unread = table_.unread;
    result.notes = table_.notes;
    result.nominal_gauge = table_.nominal_gauge;
    result.is_gauge_assumed = table_.is_gauge_assumed;
    result.twist_base = table_.twist_base;
    result.step = usual_step(table_.s);
    result.start = table_.s.front();
    const double samples = (table_.s.back() - result.start) / result.step;
    if (!(samples < max_samples)) {
      findings_.say(1, 1, "s",
                    {"covers too much for its step", number(samples), "at most 2e+07 samples", ""});
      return std::nullopt;
    }
    result.count = static_cast<std::size_t>(std::floor(samples + 1e-6)) + 1;
    for (const RecordedColumn& column : table_.columns)
      result.columns.push_back({column.name, std::vector<double>(result.count, 0.0)});
    find_gaps(result);
    if (findings_.any()) return std::nullopt;
    fill(result);
    return result;
  }

 private:
  void find_gaps(RecordedGeometry& result) {
    std::size_t next_break = 0;
    for (std::size_t row = 0; row < table_.s.size(); ++row) {
      const bool begins_piece = next_break < table_.breaks.size() && table_.breaks[next_break] == row;
      if (begins_piece) ++next_break;
      if (!table_.is_whole(row)) {
        is_new_piece_ = is_new_piece_ || begins_piece;
        continue;
      }
      if (!rows_.empty() && table_.s[row] - table_.s[rows_.back()] > max_row_step * result.step) {
        result.gaps.push_back({table_.s[rows_.back()], table_.s[row]});
        if (gaps_ == Gaps::refuse)
          findings_.say(table_.lines[row], 1, "s",
                        {"comes after a gap", number(table_.s[row] - table_.s[rows_.back()]) + " m", "",
                         "Take --gaps interpolate or --gaps split"});
      }
      if (!rows_.empty() && (begins_piece || is_new_piece_)) piece_starts_.push_back(rows_.size());
      is_new_piece_ = false;
      rows_.push_back(row);
    }
    if (rows_.size() < min_whole_rows)
      findings_.say(
          1, 1, "",
          {"has too few whole rows", std::to_string(rows_.size()), "at least 16", "Most rows have gaps"});
  }

  double s(std::size_t k) const { return table_.s[rows_[k]]; }

  // Whether samples between the whole rows k and k + 1 are lost: inside a gap, or between two pieces.
  bool is_split_after(std::size_t k, double step) const {
    if (gaps_ != Gaps::interpolate && std::binary_search(piece_starts_.begin(), piece_starts_.end(), k + 1))
      return true;
    return gaps_ == Gaps::split && s(k + 1) - s(k) > max_row_step * step;
  }

  // Straight lines between the rows; a stretch ends where one is split from the next.
  void fill(RecordedGeometry& result) const {
    std::size_t row = 0, last_split = 0;
    const double near = 1e-6 * result.step;
    for (std::size_t i = 0; i < result.count; ++i) {
      const double place = std::clamp(result.at(i), s(0), s(rows_.size() - 1));
      while (row + 2 < rows_.size() && s(row + 1) < place - near) {
        const bool is_new = i == 0 || s(row + 1) > result.at(i - 1) + near;  // since the last sample
        if (is_new && is_split_after(row, result.step)) last_split = i;
        ++row;
      }
      const double before = s(row), after = s(row + 1);
      const double share = std::clamp((place - before) / (after - before), 0.0, 1.0);
      for (std::size_t c = 0; c < result.columns.size(); ++c) {
        const std::vector<double>& values = table_.columns[c].values;
        const double first = values[rows_[row]], second = values[rows_[row + 1]];
        result.columns[c].values[i] = first + share * (second - first);
      }
      const bool is_split = is_split_after(row, result.step);
      if (is_split && place > before + near && place < after - near) continue;
      // A sample on the row after a split belongs to the next stretch.
      if (is_split && place >= after - near) last_split = i;
      const bool goes_on =
          !result.stretches.empty() && result.stretches.back().end == i && !(last_split == i && i > 0);
      if (goes_on) {
        ++result.stretches.back().end;
      } else {
        result.stretches.push_back({i, i + 1});
      }
    }
  }

  const RecordedTable& table_;
  Gaps gaps_;
  RecordedFindings& findings_;
  std::vector<std::size_t> rows_;          // whole ones
  std::vector<std::size_t> piece_starts_;  // indices of rows_ that begin a piece
  bool is_new_piece_ = false;              // a piece began with a row that is not whole
};

}  // namespace

std::optional<RecordedGeometry> parse_recorded_geometry(std::string_view text, const std::string& file_name,
                                                        const RecordingReading& reading, Findings& findings) {
  const auto table = read_recorded_table(text, file_name, reading.table, findings);
  if (!table) return std::nullopt;
  RecordedFindings own(file_name, findings);
  return GridMaker(*table, reading.gaps, own).make();
}

std::optional<RecordedGeometry> load_recorded_geometry(const std::string& file,
                                                       const RecordingReading& reading, Findings& findings) {
  constexpr std::size_t largest_recording = std::size_t{1} << 30;
  constexpr const char* wanted = "a CSV table of measured track geometry";
  const std::optional<std::string> text = document::read_file(file, largest_recording, findings, wanted);
  if (!text) return std::nullopt;
  if (const FileContent* other = text_content(*text)) {
    findings.add(wrong_content(file, *other, wanted));
    return std::nullopt;
  }
  Findings own;
  auto geometry = parse_recorded_geometry(*text, file, reading, own);
  const FileContent* other = geometry ? nullptr : plain_content(*text);
  if (other != nullptr && other->reader == FileReader::toml) {
    findings.add(wrong_content(file, *other, wanted));
    return std::nullopt;
  }
  findings.append(own);
  if (geometry && reading.chord) restore_shapes(*geometry, *reading.chord);
  return geometry;
}

}  // namespace flangeway::track
