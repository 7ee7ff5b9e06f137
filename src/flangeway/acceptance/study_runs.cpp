#include "study_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/sha256.hpp"

namespace flangeway::acceptance {
namespace {

namespace fs = std::filesystem;

using Row = std::vector<std::string>;

std::string text_of(const fs::path& file) {
  return read_regular_file(file).value_or("");
}

// The next row as csv_cell() writes it: cells in quotation marks hold commas, line breaks and doubled
// quotation marks.
Row next_row(std::string_view& rest) {
  Row row{""};
  bool quoted = false;
  std::size_t i = 0;
  for (; i < rest.size() && (quoted || rest[i] != '\n'); ++i) {
    const bool doubled = quoted && rest.substr(i, 2) == "\"\"";
    if (rest[i] == '"' && !doubled) {
      quoted = !quoted;
    } else if (rest[i] == ',' && !quoted) {
      row.emplace_back();
    } else if (rest[i] != '\r' || quoted) {
      row.back() += rest[i];
      i += doubled ? 1 : 0;
    }
  }
  rest.remove_prefix(std::min(i + 1, rest.size()));
  return row;
}

nlohmann::json manifest_of(const fs::path& folder) {
  return parse_json<nlohmann::json>(unseal_json(text_of(folder / "study.json")).text);
}

// Rows of runs are values of an instant; other records were filtered.
Sampling sampling_of(const nlohmann::json& manifest) {
  const bool judged =
      manifest.is_object() && manifest.contains("record_judged") && manifest.at("record_judged") == true;
  return judged ? Sampling::filtered : Sampling::points;
}

// How many runs the study plans; nothing where an earlier program wrote the folder.
std::optional<std::size_t> planned_runs(const nlohmann::json& json) {
  if (!json.is_object() || !json.contains("runs") || !json.at("runs").is_number_unsigned())
    return std::nullopt;
  return json.at("runs").get<std::size_t>();
}

// Why the files of a run are not those that the study has written, or "".
std::string problem_of(const std::string& run, const std::string& summary, const std::string& channels,
                       bool with_seals) {
  const SealedJson sealed = unseal_json(summary);
  if (sealed.seal == SealedJson::Seal::none) return with_seals ? "has no checksum" : "";
  if (sealed.seal == SealedJson::Seal::wrong) return "is damaged: its checksum is wrong";
  if (sealed.fact("of") != "run " + run)
    return fmt::format("is the result of {}, not of run {}", sealed.fact("of"), run);
  return sealed.fact("channels") == sha256(channels) ? "" : "does not belong to the channels beside it";
}

void check_run(const fs::path& folder, const std::string& run, bool with_seals, Findings& findings) {
  const fs::path summary = folder / "runs" / (run + ".json"), channels = folder / "runs" / (run + ".csv");
  const std::string problem = problem_of(run, text_of(summary), text_of(channels), with_seals);
  if (!problem.empty())
    findings.add({{summary.string()}, "", problem, "", "", "Give the command of the study again"});
}

void add_run(const fs::path& folder, const std::string& run, const std::string& status, Sampling sampling,
             RecordList& list) {
  const fs::path file = folder / "runs" / (run + ".csv");
  if (status != "completed") {
    list.failures.push_back(fmt::format("run {} of {} {}", run, folder.string(), status));
  } else if (!fs::is_regular_file(file)) {
    list.failures.push_back(fmt::format("run {} of {} has no record", run, folder.string()));
  } else {
    list.paths.push_back(file.string());
    list.sampling[file.string()] = sampling;
  }
}

}  // namespace

bool is_study(const fs::path& folder) {
  return fs::is_regular_file(folder / "study.json");
}

void add_study(const fs::path& folder, RecordList& list, Findings& findings) {
  const fs::path table = folder / "results.csv";
  const auto complain = [&](const SourceLocation& where, const char* problem, const char* advice) {
    findings.add({where, "", problem, "", "", advice});
  };
  if (!fs::is_regular_file(table))
    return complain({folder.string(), 0, 0}, "is a study without results", "Run the study to its end");
  const std::string text = text_of(table);
  std::string_view rest = text;
  const Row header = next_row(rest);
  const auto found = std::find(header.begin(), header.end(), "status");
  if (header.front() != "run" || found == header.end())
    return complain({table.string(), 1, 1}, "is not the table of a study", "");
  const auto status = static_cast<std::size_t>(found - header.begin());
  const std::size_t before = list.paths.size();
  const nlohmann::json manifest = manifest_of(folder);
  if (unseal_json(text_of(folder / "study.json")).seal == SealedJson::Seal::wrong)
    return complain({(folder / "study.json").string(), 0, 0}, "is damaged: its checksum is wrong",
                    "Copy it again, or begin the study anew");
  const bool with_seals = manifest.is_object() && manifest.contains("run_identities");
  std::size_t done = 0;
  const Sampling sampling = sampling_of(manifest);
  while (!rest.empty()) {
    const Row row = next_row(rest);
    if (row.size() != header.size())
      return complain({table.string(), 0, 0}, "has a row of another length than its header",
                      "Give the command of the study again");
    if (row.front().starts_with("reference")) continue;
    check_run(folder, row.front(), with_seals, findings);
    add_run(folder, row.front(), row[status], sampling, list);
    ++done;
  }
  const auto planned = planned_runs(manifest);
  if (!planned) {
    list.notes.push_back(
        fmt::format("{} comes from a program that did not write how many runs a study has; {} are done",
                    folder.string(), done));
  } else if (done < *planned) {
    list.failures.push_back(
        fmt::format("{} of {} runs of {} are not done", *planned - done, *planned, folder.string()));
  }
  if (!with_seals)
    list.notes.push_back(
        fmt::format("{} comes from a program whose runs have no checksums: damage to them is not noticed",
                    folder.string()));
  if (list.paths.size() == before)
    complain(
        {folder.string(), 0, 0}, "has no recorded channels of its runs",
        "Name the channels in `record` of the study: t, distance, track.curvature, track.cant, *.Q, *.Y");
}

}  // namespace flangeway::acceptance
