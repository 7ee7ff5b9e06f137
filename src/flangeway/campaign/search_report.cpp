#include "flangeway/campaign/search_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flangeway/campaign/analysis.hpp"

namespace flangeway::campaign {

std::string search_json(const Study& study, const StudyFolder& folder, const Table& table) {
  using Json = nlohmann::ordered_json;
  const auto trials = static_cast<std::size_t>(study.spec.optimise->trials);
  return Json{{"status", table.rows.size() < trials ? "stopped" : "completed"},
              {"name", study.spec.name.value},
              {"folder", folder.path().string()},
              {"trials", table.rows.size()},
              {"front", Json::parse(front_json(study, table))}}
      .dump(2);
}

// The first ones of the front, and how many there are.
std::string search_text(const Study& study, const StudyFolder& folder, const Table& table) {
  constexpr std::size_t most_lines = 20;
  const auto front = nlohmann::ordered_json::parse(front_json(study, table));
  std::string text;
  for (std::size_t i = 0; i < std::min(front.size(), most_lines); ++i) {
    text += fmt::format("run {:>4}", front[i]["run"].get<std::string>());
    for (const char* part : {"objectives", "axes"})
      for (const auto& [name, value] : front[i][part].items())
        text += fmt::format(
            "  {} {}", name,
            value.is_number() ? fmt::format("{:.6g}", value.get<double>()) : value.get<std::string>());
    text += '\n';
  }
  if (front.size() > most_lines) text += fmt::format("and {} more\n", front.size() - most_lines);
  return text +
         fmt::format(
             "{} of {} trials done, {} of them on the front; front.csv, results.csv and study.html in {}\n",
             table.rows.size(), study.spec.optimise->trials, front.size(), folder.path().string());
}

void write_search(const Study& study, const StudyFolder& folder, const Table& table, const PageFacts& facts) {
  folder.write("front.csv", front_csv(study, table));
  write_page(study, folder, table, facts);
}

std::string asked_json(const Study& study, const StudyFolder& folder, const Asked& asked) {
  const char* const status = !asked.runs.empty() ? "asked" : asked.waiting.empty() ? "completed" : "waiting";
  return nlohmann::ordered_json{{"status", status},
                                {"folder", folder.path().string()},
                                {"trials", nlohmann::ordered_json::parse(trials_json(study, asked.runs))},
                                {"waiting", asked.waiting}}
      .dump(2);
}

std::string no_trial_text(const Study& study, const Asked& asked) {
  if (!asked.runs.empty()) return "";
  if (asked.waiting.empty()) return fmt::format("no trial: all {} have results", study.spec.optimise->trials);
  const bool one = asked.waiting.size() == 1;
  return fmt::format("no trial: the next ones follow from the results of trial{} {}, which {} none",
                     one ? "" : "s", fmt::join(asked.waiting, ", "), one ? "has" : "have");
}

}  // namespace flangeway::campaign
