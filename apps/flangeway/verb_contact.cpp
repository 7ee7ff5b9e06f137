// flangeway contact: wheel and rail, or two bodies, in contact: pressures, tractions, forces.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <thread>

#include "command.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/deck/read.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::app {
namespace {

using contact_case::Batch;
using contact_case::CaseResult;

struct Options {
  unsigned threads = 0;
  std::string plot;
};

constexpr std::size_t largest_deck = std::size_t{1} << 30;

Batch read_deck(const Common& common, Findings& findings) {
  const std::string& file = common.files.front();
  const auto text = document::read_file(file, largest_deck, findings);
  findings.throw_if_any();
  auto deck = deck::read_deck(*text, file, findings);
  findings.throw_if_any();
  if (!deck->warnings.empty()) note(common, deck->warnings.text());
  return contact_case::batch_of(std::make_shared<const deck::Deck>(std::move(*deck)));
}

const char* units_of(contact_case::Convention convention) {
  return convention == contact_case::Convention::deck
             ? "mm, N, N mm, N/mm^2, J, W, rad; creepages dimensionless, spin rad/mm; with T=1 the creepages "
               "are shifts "
               "in mm and rad"
             : "m, N, N m, Pa, J, W, rad; creepages dimensionless, spin 1/m; of a shift the creepages are "
               "shifts in m "
               "and rad";
}

bool is_deck(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".inp" || extension == ".INP";
}

Batch read_batch(const Common& common, Findings& findings) {
  if (is_deck(common.files.front())) return read_deck(common, findings);
  auto batch = contact_case::load_contact(common.files.front(), common.sets, findings);
  findings.throw_if_any();
  return std::move(*batch);
}

ExitCode run_contact(const Common& common, const Options& options) {
  Findings findings;
  const Batch batch = read_batch(common, findings);
  findings.throw_if_any();
  contact_case::RunOptions run;
  run.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  nlohmann::ordered_json json{{"source", "flangeway " + version()},
                              {"deck", std::filesystem::path(batch.source).filename().string()},
                              {"units", units_of(batch.convention)},
                              {"cases", nlohmann::ordered_json::array()}};
  run.deliver = [&](CaseResult result) {
    json["cases"].push_back(std::move(result.json));
    return true;
  };
  run.interrupted = interrupt_requested;
  contact_case::run(batch, run);
  if (common.json) print_json(json.dump());
  return ExitCode::done;
}

}  // namespace

void add_contact(CLI::App& program, Common& common) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = add_verb(program, common,
                            {.name = "contact",
                             .summary = "Solves contact patches: pressures, tractions, forces",
                             .files = "CASE.toml|CASE.inp",
                             .example = "flangeway contact models/contact/sphere.toml --json"});
  verb->add_option("--threads", options->threads, "cores to use; all if not given")
      ->check(CLI::Range(1, 1024));
  when_chosen(verb, common, [options, &common] { return run_contact(common, *options); });
}

}  // namespace flangeway::app
