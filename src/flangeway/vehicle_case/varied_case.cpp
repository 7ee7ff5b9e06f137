#include "flangeway/vehicle_case/varied_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flangeway/document/path_problem.hpp"
#include "flangeway/document/value_at.hpp"
#include "flangeway/vehicle_case/files.hpp"

namespace flangeway::vehicle_case {
namespace {

struct Request {
  std::string key;
  std::optional<double> step;
};

std::optional<Request> parse_request(const std::string& text, const std::string& option, Findings& findings) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return Request{text, {}};
  double step = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data() + colon + 1, end, step);
  if (error == std::errc{} && read == end && std::isfinite(step) && step > 0)
    return Request{text.substr(0, colon), step};
  findings.add({{}, option, "has no step > 0 after the colon", text, "KEY or KEY:STEP", ""});
  return std::nullopt;
}

// The text of the file that a key belongs to, with the key inside it.
struct KeyInFile {
  std::string text, path;
  document::Assignments sets;
};

std::string text_of_source(const std::vector<SourceFile>& sources, const std::string& path) {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const SourceFile& source) { return source.path == path; });
  return found == sources.end() ? "" : found->text;
}

document::Assignments sets_with_prefix(const document::Assignments& sets, const std::string& prefix) {
  document::Assignments result;
  for (const document::Assignment& set : sets)
    if (set.text.rfind(prefix, 0) == 0) result.push_back({set.text.substr(prefix.size()), set.where});
  return result;
}

KeyInFile find_file(const CaseFiles& files, const document::Assignments& sets, const std::string& key) {
  for (const auto& [prefix, path] :
       {std::pair("vehicle.", &files.spec.vehicle.value), std::pair("track.", &files.spec.track.value)})
    if (key.rfind(prefix, 0) == 0)
      return {text_of_source(files.sources, *path), key.substr(std::string(prefix).size()),
              sets_with_prefix(sets, prefix)};
  return {files.sources.front().text, key, case_assignments(sets)};
}

void add_finding(const std::string& option, const std::string& key, std::string problem, std::string got,
                 std::string advice, Findings& findings) {
  findings.add({{option}, key, std::move(problem), std::move(got), "", std::move(advice)});
}

// The finding of the files' readers about a key that they do not have; nothing where they only lack its
// value.
std::optional<Finding> finding_of_unknown_key(const CaseSource& source, const std::string& key) {
  document::Assignments sets = source.sets;
  sets.push_back({key + "=1"});
  Findings findings;
  (void)read_files(source.open(findings), sets, findings);
  for (const Finding& finding : findings.all())
    if (finding.where.file == sets.back().where.file && document::leads_to_no_key(finding)) return finding;
  return std::nullopt;
}

// For a path with the name of a body or element in it: the path with its entry of a list in place of the
// name.
std::string advice_on_name(const KeyInFile& key_in_file, const std::string& key) {
  const std::string prefix = key.substr(0, key.size() - key_in_file.path.size());
  for (std::size_t begin = 0; begin < key_in_file.path.size();) {
    const std::size_t end = std::min(key_in_file.path.find('.', begin), key_in_file.path.size());
    const std::string name = key_in_file.path.substr(begin, end - begin);
    const std::string entry = document::entry_with_name(key_in_file.text, name);
    if (!entry.empty())
      return fmt::format("{} is the name of {}{}: write {}{}{}", name, prefix, entry, prefix, entry,
                         key_in_file.path.substr(end));
    begin = end + 1;
  }
  return "";
}

void refuse_without_value(const CaseSource& source, const KeyInFile& key_in_file, const std::string& key,
                          const std::string& option, Findings& findings) {
  const std::optional<Finding> unknown = finding_of_unknown_key(source, key);
  if (!unknown)
    return add_finding(option, key, "has no value in the files of the case", "",
                       fmt::format("Give it one with --set {}=VALUE", key), findings);
  const std::string advice = advice_on_name(key_in_file, key);
  findings.add({{option},
                key,
                fmt::format("is not a key of the case: {}{}{}", unknown->key, unknown->key.empty() ? "" : " ",
                            unknown->problem),
                "",
                unknown->allowed,
                advice.empty() ? unknown->advice : advice});
}

std::optional<VariedKey> varied_key(const CaseFiles& files, const CaseSource& source, const Request& request,
                                    double relative_step, const std::string& option, Findings& findings) {
  const KeyInFile key_in_file = find_file(files, source.sets, request.key);
  const std::optional<document::Value> value =
      document::value_at(key_in_file.text, key_in_file.sets, key_in_file.path);
  if (!value) {
    refuse_without_value(source, key_in_file, request.key, option, findings);
  } else if (!value->number) {
    add_finding(option, request.key, "is not a number", value->text,
                fmt::format("Take a key that is one, or give this one with --set {}=NUMBER", request.key),
                findings);
  } else if (*value->number == 0 && !request.step) {
    add_finding(option, request.key, "is zero, so that no step of differences follows from its value", "0",
                fmt::format("Give a step: {}:STEP", request.key), findings);
  } else {
    return VariedKey{request.key, *value->number,
                     request.step.value_or(relative_step * std::abs(*value->number))};
  }
  return std::nullopt;
}

}  // namespace

CaseSource source_of(const std::filesystem::path& file, document::Assignments sets) {
  return {[file](Findings& findings) { return CaseDocuments{document::Document::from_file(file, findings)}; },
          std::move(sets)};
}

CaseSource source_without_run(const std::filesystem::path& file, const document::Assignments& sets) {
  document::Assignments all{"integration.duration=1"};
  all.insert(all.end(), sets.begin(), sets.end());
  return source_of(file, std::move(all));
}

std::vector<VariedKey> varied_keys(const CaseSource& source, const std::vector<std::string>& requests,
                                   double relative_step, const std::string& option, Findings& findings) {
  if (requests.empty()) return {};
  Findings reported;  // whoever loads the case reports these
  const std::optional<CaseFiles> files = read_files(source.open(reported), source.sets, reported);
  if (!files) return {};
  std::vector<VariedKey> keys;
  for (const std::string& text : requests) {
    const std::optional<Request> request = parse_request(text, option, findings);
    if (!request) continue;
    const auto same = [&](const VariedKey& other) { return other.key == request->key; };
    if (std::any_of(keys.begin(), keys.end(), same)) {
      add_finding(option, request->key, "is given twice", "", "", findings);
      continue;
    }
    const auto key = varied_key(*files, source, *request, relative_step, option, findings);
    if (key) keys.push_back(*key);
  }
  return keys;
}

std::optional<CaseModel> load_varied(const CaseSource& source, const VariedKey& key, double steps,
                                     Findings& findings, wheelrail::PairTables* shared) {
  document::Assignments sets = source.sets;
  sets.push_back({fmt::format("{}={:.17g}", key.key, key.value + steps * key.step)});
  return load_case(source.open(findings), sets, findings, shared);
}

}  // namespace flangeway::vehicle_case
