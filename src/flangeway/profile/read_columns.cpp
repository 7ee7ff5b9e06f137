// Two columns, y and z. Comments begin with one of ! " % #. A first line of words (the names of the columns)
// is skipped. A comment line "# z up" or "# z down" fixes the sense of z, which the shape tells otherwise.
// The program CONTACT allows a heading of MiniProf, too.
#include <fmt/format.h>

#include "flangeway/profile/table.hpp"

namespace flangeway::profile {

namespace {

// Lines of words up to an empty one.
bool has_heading(const std::vector<Line>& lines) {
  bool any = false;
  for (const Line& line : lines) {
    if (line.blank()) return any;
    const auto words = line.without_comment("!\"%#").words();
    any = any || (!words.empty() && !number(words[0].text));
  }
  return false;
}

void note_short_lines(std::size_t count, Table& table) {
  if (count > 0)
    table.notes.push_back({fmt::format("{} lines dropped that have one number only", count), count, 0});
}

}  // namespace

Table read_columns(const std::vector<Line>& lines, bool lenient, Reporter& report) {
  if (lenient && has_heading(lines)) return read_miniprof(lines, Kind::wheel, lenient, report);
  Table table;
  std::size_t short_lines = 0;
  bool heading_allowed = true;
  for (const Line& raw : lines) {
    if (report.enough()) break;
    const std::string_view remark = trim(raw.text);
    if (remark == "# z up") table.mirror_z = true;
    if (remark == "# z down") table.mirror_z = false;
    const Line line = raw.without_comment("!\"%#");
    const auto words = line.words();
    if (words.empty()) continue;
    const bool heading = heading_allowed && !number(words[0].text);
    heading_allowed = false;
    if (heading) continue;
    const auto y = report.finite(line, words[0]);
    if (words.size() < 2 && lenient) {
      ++short_lines;
      continue;
    }
    if (words.size() < 2) {
      report.add(line.number, words[0].column, "has one number only", std::string(trim(line.text)),
                 "y and z");
      continue;
    }
    const auto z = report.finite(line, words[1]);
    if (y && z) table.points.emplace_back(*y, *z);
  }
  note_short_lines(short_lines, table);
  return table;
}

}  // namespace flangeway::profile
