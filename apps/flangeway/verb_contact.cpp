// flangeway contact: wheel and rail, or two bodies, in contact: pressures, tractions, forces.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <thread>

#include "command.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::app {
namespace {

using contact_case::Batch;
using contact_case::CaseResult;

struct ContactOptions {
  unsigned threads = 0;
  std::string plot;
};

const char* units_of(contact_case::Convention convention) {
  return convention == contact_case::Convention::deck
             ? "mm, N, N mm, N/mm^2, J, W, rad; creepages dimensionless, spin rad/mm; with T=1 the creepages "
               "are shifts "
               "in mm and rad"
             : "m, N, N m, Pa, J, W, rad; creepages dimensionless, spin 1/m; of a shift the creepages are "
               "shifts in m "
               "and rad";
}

Batch read_batch(const Common& common, Findings& findings) {
  auto batch = contact_case::load_contact(common.files.front(), common.sets, findings);
  findings.throw_if_any();
  if (!batch->warnings.empty()) note(common, batch->warnings.text());
  return std::move(*batch);
}

// Takes the results one by one: JSON, a table on standard output, pictures, fields.
class Sink {
 public:
  Sink(const Common& common, const Batch& batch, const ContactOptions& options)
      : common_(common), batch_(batch), options_(options) {}

  // Everything that can be wrong with the outputs, before the long computation.
  void open(Findings& findings) {
    if (!options_.plot.empty()) check_plot_folder(findings);
    if (common_.output.empty()) return;
    check_not_input(common_.output, findings);
    if (!findings.empty()) return;
    fields_ = results::FieldWriter::create(common_.output, provenance(), common_.force, findings);
  }

  [[nodiscard]] bool wants_fields() const { return fields_.has_value() || !options_.plot.empty(); }

  void take(const CaseResult& result) {
    using contact_case::Status;
    ++taken_;
    const bool bad = result.status == Status::bad_input;
    if (bad) ++bad_;
    if (result.status == Status::not_converged) ++failed_;
    if (result.status != Status::solved) ++not_solved_;
    // The table and the JSON document say it themselves.
    if ((bad || result.status == Status::not_converged) && common_.quiet && !common_.json)
      fmt::print(stderr, "case {}: {}\n", result.metadata.number, result.message);
    write_fields(result);
    if (common_.json) {
      cases_ += (cases_.empty() ? "" : ",") + result.json.dump();
    } else if (!common_.quiet) {
      if (taken_ == 1) fmt::print("{}\n", contact_case::table_head(batch_.convention));
      fmt::print("{}", contact_case::table_rows(result));
    }
  }

  ExitCode finish() {
    const bool complete = taken_ == batch_.entries.size();
    if (common_.json) print_json(document());
    if (!complete) note(common_, fmt::format("stopped after {} of {} cases", taken_, batch_.entries.size()));
    if (not_solved_ > 0)
      note(common_, fmt::format("{} of {} cases have no full solution; each says why", not_solved_, taken_));
    if (fields_ && !fields_->finish(complete ? results::Status::completed : results::Status::stopped,
                                    fmt::format("{{\"cases\": {}}}", taken_))) {
      fmt::print(stderr, "{}\n", fields_->problem());
      return ExitCode::internal_error;
    }
    if (bad_ > 0) return ExitCode::bad_input;
    return failed_ > 0 ? ExitCode::numerical_failure : ExitCode::done;
  }

 private:
  void check_plot_folder(Findings& findings) {
    std::error_code error;
    std::filesystem::create_directories(options_.plot, error);
    if (error || !std::filesystem::is_directory(options_.plot))
      findings.add({{options_.plot, 0, 0},
                    {},
                    "is no folder for pictures and cannot be made one",
                    {},
                    {},
                    "Name another"});
  }

  [[nodiscard]] results::Provenance provenance() const {
    results::Provenance p;
    p.version = version();
    p.commit = commit();
    p.command_line = common_.command_line;
    Findings ignored;
    const auto text = document::read_file(batch_.source, std::size_t{1} << 30, ignored);
    p.inputs.push_back({batch_.source, text ? sha256(*text) : std::string()});
    p.method = "contact patches";
    p.settings = text.value_or("");
    for (const std::string& set : common_.sets) p.settings += "\n# --set " + set;
    p.scene = contact_case::profiles_json(batch_);
    return p;
  }

  void write_fields(const CaseResult& result) {
    for (std::size_t i = 0; i < result.fields.size(); ++i) {
      const std::string name = fmt::format("case_{:05}", result.metadata.number),
                        patch = fmt::format("patch_{}", i + 1);
      if (fields_)
        (void)fields_->add(contact_case::field_group(name + "/" + patch, result, result.fields[i]));
      if (!options_.plot.empty())
        write_file_atomically(
            std::filesystem::path(options_.plot) / fmt::format("{}_{}.svg", name, patch),
            contact_case::picture(
                fmt::format("{}, case {}, patch {}", std::filesystem::path(batch_.source).filename().string(),
                            result.metadata.number, i + 1),
                result.fields[i]),
            common_.force);
    }
  }

  [[nodiscard]] std::string document() const {
    const nlohmann::ordered_json head{{"source", "flangeway " + version()},
                                      {"deck", std::filesystem::path(batch_.source).filename().string()},
                                      {"units", units_of(batch_.convention)}};
    const std::string text = head.dump();
    return text.substr(0, text.size() - 1) + ",\"cases\":[" + cases_ + "]}";
  }

  const Common& common_;
  const Batch& batch_;
  const ContactOptions& options_;
  std::optional<results::FieldWriter> fields_;
  std::string cases_;
  std::size_t taken_ = 0, bad_ = 0, failed_ = 0, not_solved_ = 0;
};

ExitCode run_contact(const Common& common, const ContactOptions& options) {
  Findings findings;
  const Batch batch = read_batch(common, findings);
  Sink sink(common, batch, options);
  sink.open(findings);
  findings.throw_if_any();
  catch_interrupts();
  contact_case::RunOptions run;
  run.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  run.keep_fields = sink.wants_fields();
  {
    ProgressBar bar(common);
    // A case in hand may take minutes.
    run.interrupted = [&] {
      if (!interrupt_requested()) return false;
      bar.clear();
      (void)sink.finish();
      leave_interrupted();
    };
    const std::size_t total = batch.entries.size();
    std::size_t done = 0;
    const auto show = [&] {
      bar.show(static_cast<double>(done) / static_cast<double>(total),
               fmt::format("{} / {} case{}", done, total, total == 1 ? "" : "s"));
    };
    show();
    run.deliver = [&](const CaseResult& result) {
      bar.clear();
      sink.take(result);
      ++done;
      if (done < total) show();
      return true;
    };
    contact_case::run(batch, run);
  }
  return sink.finish();
}

}  // namespace

void add_contact(CommandLine& program, Common& common) {
  auto options = std::make_shared<ContactOptions>();
  program.add({.name = "contact",
               .summary = "Solves contact patches: pressures, tractions, forces",
               .files = "CASE.toml|CASE.inp",
               .files_text = "contact file, or deck of the program CONTACT",
               .example = "flangeway contact models/contact/wheel_on_rail.toml --plot patches",
               .output = "fields of all patches (HDF5)",
               .options = {{.name = "--plot",
                            .target = &options->plot,
                            .text = "folder for a picture of each patch (SVG)"},
                           {.name = "--threads",
                            .target = &options->threads,
                            .text = "cores to use; all if not given",
                            .range = std::pair(1.0, 1024.0)}},
               .action = [options, &common] { return run_contact(common, *options); }});
}

}  // namespace flangeway::app
