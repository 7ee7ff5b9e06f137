// flangeway migrate: brings files of earlier versions up to date.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/document/migrate.hpp"
#include "flangeway/workbench/file_kind.hpp"

namespace flangeway::app {
namespace {

using workbench::KindHistory;

struct Done {
  std::string file, kind;
  document::Migrated result;
};

void migrate_file(const std::string& file, const std::vector<KindHistory>& kinds, std::vector<Done>& done,
                  Findings& findings) {
  const std::size_t before = findings.all().size();
  const document::Document read = document::Document::from_file(file, findings);
  if (findings.all().size() != before) return;
  const KindHistory* kind = workbench::kind_of_keys(document::top_keys(read.text()), kinds);
  if (kind == nullptr) {
    findings.add({{file}, "", "has no key of any kind of file", "", "", "Give a file of Flangeway"});
    return;
  }
  Done one{file, kind->name, document::migrated(read.text(), kind->history)};
  // Two names of one thing, which nobody can bring together.
  (void)document::Document::from_text(one.result.text, file, findings);
  done.push_back(std::move(one));
}

std::string text_of(const std::vector<Done>& done) {
  std::string text;
  for (const Done& one : done) {
    for (const document::MigratedChange& change : one.result.changes)
      text += fmt::format("{}:{}: {} is {} now\n", one.file, change.line, change.former, change.now);
    if (one.result.changes.empty()) text += fmt::format("{}: is up to date\n", one.file);
  }
  return text;
}

std::string json_of(const std::vector<Done>& done) {
  auto files = nlohmann::ordered_json::array();
  for (const Done& one : done) {
    auto changes = nlohmann::ordered_json::array();
    for (const document::MigratedChange& change : one.result.changes)
      changes.push_back({{"line", change.line}, {"former", change.former}, {"now", change.now}});
    files.push_back({{"file", one.file}, {"kind", one.kind}, {"changes", changes}});
  }
  return files.dump(2);
}

ExitCode migrate(const Common& common) {
  const std::vector<KindHistory> kinds = workbench::kind_histories();
  Findings findings;
  std::vector<Done> done;
  for (const std::string& file : common.files) migrate_file(file, kinds, done, findings);
  findings.throw_if_any();
  for (const Done& one : done)
    if (!one.result.changes.empty()) ::flangeway::write_file_atomically(one.file, one.result.text);
  if (common.json) {
    print_json(json_of(done));
  } else if (!common.quiet) {
    put_out("{}", text_of(done));
  }
  return ExitCode::done;
}

}  // namespace

void add_migrate(CommandLine& program, Common& common) {
  program.add({.name = "migrate",
               .summary = "Rewrites files of earlier versions with the names of today; all else stays",
               .files = "FILE.toml",
               .files_text = "case, vehicle, track, study or other file; it is changed in place",
               .example = "flangeway migrate models/cases/manchester_r500.toml",
               .max_files = 10000,
               .sets = false,
               .action = [&common] { return migrate(common); }});
}

}  // namespace flangeway::app
