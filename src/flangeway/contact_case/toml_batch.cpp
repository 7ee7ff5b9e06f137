// From a contact file to its cases: the file itself, its table, its sweeps.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t max_cases = 1000000, max_findings = 20, largest_table = std::size_t{1} << 28;

struct Cell {
  std::string text;
  SourceLocation where;
};

struct Sweep {
  std::string key;
  std::vector<double> values;
  SourceLocation where;
};

// Which values a case has in place of those of the file.
class Plan {
 public:
  std::vector<Cell> keys;               // of the table
  std::vector<std::vector<Cell>> rows;  // of the table; none: one row without keys
  std::vector<Sweep> sweeps;

  [[nodiscard]] std::size_t size() const {
    std::size_t count = std::max<std::size_t>(rows.size(), 1);
    for (const Sweep& sweep : sweeps) count *= sweep.values.size();
    return count;
  }

  [[nodiscard]] document::Assignments assignments(std::size_t index) const {
    document::Assignments all;
    for (std::size_t k = sweeps.size(); k-- > 0;) {
      const auto& [key, values, where] = sweeps[k];
      all.push_back({fmt::format("{}={}", key, values[index % values.size()]), where});
      index /= values.size();
    }
    std::reverse(all.begin(), all.end());
    for (std::size_t column = 0; column < keys.size(); ++column)
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(column),
                 {keys[column].text + "=" + rows[index][column].text, rows[index][column].where});
    return all;
  }
};

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// Separator of cells: the one that separates the keys.
char separator_of(std::string_view keys) {
  return keys.find(';') != std::string_view::npos    ? ';'
         : keys.find('\t') != std::string_view::npos ? '\t'
                                                     : ',';
}

std::vector<Cell> cells_of(std::string_view line, char separator, const std::string& file, int number) {
  std::vector<Cell> cells;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(separator, at), line.size());
    const std::size_t begin = std::min(line.find_first_not_of(" \t", at), end);
    cells.push_back({trimmed(line.substr(at, end - at)), {file, number, static_cast<int>(begin) + 1}});
    at = end + 1;
  }
  return cells;
}

void read_table(const std::string& file, Plan& plan, Findings& findings) {
  const auto text = document::read_file(file, largest_table, findings);
  if (!text) return;
  int number = 0;
  char separator = ',';
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    const std::string_view line = std::string_view(*text).substr(at, end - at);
    const std::string content = trimmed(line);
    at = end + 1;
    ++number;
    if (content.empty() || content.front() == '#') continue;
    if (plan.keys.empty()) separator = separator_of(line);
    std::vector<Cell> cells = cells_of(line, separator, file, number);
    if (plan.keys.empty()) {
      plan.keys = std::move(cells);
    } else if (cells.size() != plan.keys.size()) {
      findings.add({{file, number, 1},
                    {},
                    "has another number of columns than the first line",
                    fmt::format("{}", cells.size()),
                    fmt::format("{}", plan.keys.size()),
                    {}});
      return;
    } else {
      plan.rows.push_back(std::move(cells));
    }
  }
  if (plan.rows.empty())
    findings.add(
        {{file, 0, 0}, {}, "holds no case", {}, {}, "A line of keys comes first, then a case per line"});
}

void read_sweep(const SweepSpec& spec, Plan& plan, Findings& findings) {
  std::vector<double> values = spec.values;
  if (values.empty())
    for (long k = 0; k < spec.count; ++k)
      values.push_back(spec.count < 2 ? spec.from
                                      : spec.from + (spec.to - spec.from) * static_cast<double>(k) /
                                                        static_cast<double>(spec.count - 1));
  if (values.empty() || (!spec.values.empty() && spec.count > 0))
    findings.add({spec.where, "sweep", "needs values, or from, to and count, and not both", {}, {}, {}});
  plan.sweeps.push_back({spec.key.value, std::move(values), spec.where});
}

// The texts of a file, read again for each case with the values of its plan.
class Source {
 public:
  Source(std::string text, std::string file, std::vector<std::string> sets)
      : text_(std::move(text)), file_(std::move(file)), sets_(std::move(sets)) {}

  std::optional<ContactSpec> base(Findings& findings) const { return spec_of({}, findings); }

  std::optional<Prepared> make(std::size_t index, Findings& findings) const {
    Findings own;
    const document::Assignments assignments = plan.assignments(index);
    std::optional<Prepared> made;
    if (const auto spec = spec_of(assignments, own)) made = prepare(*spec, own);
    for (Finding finding : own.all()) {
      if (!assignments.empty()) finding.key = fmt::format("case {}: {}", index + 1, finding.key);
      findings.add(std::move(finding));
    }
    return made;
  }

  Plan plan;

 private:
  std::optional<ContactSpec> spec_of(const document::Assignments& assignments, Findings& findings) const {
    document::Document document = document::Document::from_text(text_, file_, findings);
    for (const std::string& set : sets_) document.set(set, findings);
    for (const document::Assignment& assignment : assignments) document.set(assignment, findings);
    ContactSpec spec;
    if (findings.empty()) document.fill(spec, findings);
    if (!findings.empty()) return std::nullopt;
    return spec;
  }

  std::optional<Prepared> prepare(const ContactSpec& spec, Findings& findings) const {
    if (spec.patch.has_value() == spec.wheel_on_rail.has_value()) {
      findings.add({{file_, 1, 1}, {}, "describes no contact, or two", {}, "[patch] or [wheel_on_rail]", {}});
      return std::nullopt;
    }
    if (spec.patch) return patch_case(*spec.patch, findings);
    return wheel_rail_case(*spec.wheel_on_rail, *shelf_, findings);
  }

  std::string text_, file_;
  std::vector<std::string> sets_;
  std::shared_ptr<ProfileCache> shelf_ = std::make_shared<ProfileCache>();
};

void read_plan(const ContactSpec& spec, Plan& plan, Findings& findings) {
  if (!spec.table.value.empty()) read_table(spec.table.value, plan, findings);
  for (const SweepSpec& sweep : spec.sweep) read_sweep(sweep, plan, findings);
  if (findings.empty() && plan.size() > max_cases)
    findings.add({spec.sweep.front().where,
                  "sweep",
                  "makes too many cases",
                  fmt::format("{}", plan.size()),
                  fmt::format("{} at most", max_cases),
                  {}});
}

// Reports errors of every case before the first one is computed.
void check_all(const Source& source, std::size_t count, Findings& findings) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < count && seen.size() < max_findings; ++i) {
    Findings own;
    (void)source.make(i, own);
    for (const Finding& finding : own.all())
      if (seen.insert(finding.text()).second) findings.add(finding);
  }
}

}  // namespace

std::optional<Batch> load_contact(const std::filesystem::path& file, const std::vector<std::string>& sets,
                                  Findings& findings) {
  const std::string ending = file.extension().string();
  if (ending != ".inp" && ending != ".INP")
    return load_contact(document::Document::from_file(file, findings), sets, findings);
  return load_deck(file, sets, findings);
}

std::optional<Batch> load_contact(const document::Document& document, const std::vector<std::string>& sets,
                                  Findings& findings) {
  if (!findings.empty()) return std::nullopt;
  const auto source = std::make_shared<Source>(document.text(), document.file_name(), sets);
  const auto spec = source->base(findings);
  if (!spec) return std::nullopt;
  read_plan(*spec, source->plan, findings);
  if (!findings.empty()) return std::nullopt;
  Batch batch;
  batch.source = document.file_name();
  const std::size_t count = source->plan.size();
  check_all(*source, count, findings);
  if (!findings.empty()) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    Batch::Entry& entry = batch.entries.emplace_back();
    entry.metadata = {static_cast<int>(i) + 1, spec->name.value, {}, spec->patch ? 3 : 1};
    if (spec->sequence) entry.after = static_cast<int>(i);
  }
  batch.make = [source](std::size_t index, Findings& own) { return source->make(index, own); };
  return batch;
}

}  // namespace flangeway::contact_case
