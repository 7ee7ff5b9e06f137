// Two columns, y and z. Comments begin with one of ! " % #. A first line of words (the names of the columns)
// is skipped. A comment line "# z up" or "# z down" fixes the sense of z, which the shape tells otherwise.
#include "flangeway/profile/table.hpp"

namespace flangeway::profile {

Table read_columns(const std::vector<Line>& lines, Reporter& report) {
  Table table;
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
    if (words.size() < 2) {
      report.add(line.number, words[0].column, "has one number only", std::string(trim(line.text)),
                 "y and z");
      continue;
    }
    const auto z = report.finite(line, words[1]);
    if (y && z) table.points.emplace_back(*y, *z);
  }
  return table;
}

}  // namespace flangeway::profile
