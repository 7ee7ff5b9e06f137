// flangeway contact: wheel and rail, or two bodies, in contact: pressures, tractions, forces.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "command.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/patch_picture.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/core/write_failure.hpp"
#include "wear_notes.hpp"

namespace flangeway::app {
namespace {

using contact_case::Batch;
using contact_case::CaseResult;

struct ContactOptions {
  unsigned threads = 0;
  std::string plot, law, contact_files;
};

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
    if (!options_.plot.empty()) check_folder(options_.plot, "pictures", findings);
    if (!options_.contact_files.empty()) check_contact_files(findings);
    if (common_.output.empty()) return;
    check_not_input(common_.output, findings);
    if (!findings.empty()) return;
    fields_ = results::FieldWriter::create(
        common_.output, contact_case::provenance(batch_, common_.command_line, common_.sets), common_.force,
        findings);
    if (fields_) note_output(common_.output);
  }

  [[nodiscard]] bool wants_fields() const { return fields_.has_value() || !options_.plot.empty(); }

  void take(const CaseResult& result) {
    tally_.add(result);
    // The table and the JSON document say it themselves.
    if (contact_case::has_failed(result) && common_.quiet && !common_.json)
      put_error("case {}: {}\n", result.metadata.number, result.message);
    for (const auto& patch : result.json.at("patches"))
      if (patch.contains("wear")) beyond_ = std::max(beyond_, patch["wear"]["beyond_tests"].get<double>());
    if (common_.json) {
      cases_ += (cases_.empty() ? "" : ",") + result.json.dump();
    } else if (!common_.quiet) {
      if (tally_.taken == 1)
        put_out("{}\n", contact_case::table_head(batch_.convention, !options_.law.empty()));
      put_out("{}", contact_case::table_rows(result));
    }
    write_fields(result);
    write_contact_files(result);
  }

  ExitCode finish() {
    const bool complete = tally_.taken == batch_.entries.size();
    if (common_.json) print_json(contact_case::json_document(batch_, cases_));
    if (!complete)
      note(common_, fmt::format("stopped after {} of {} cases", tally_.taken, batch_.entries.size()));
    if (tally_.not_solved > 0)
      note(common_, fmt::format("{} of {} cases have no full solution{}; each says why", tally_.not_solved,
                                tally_.taken, refused_text()));
    note_beyond_tests(common_, "patch", beyond_);
    finish_contact_files();
    if (fields_ && !fields_->finish(complete ? results::Status::completed : results::Status::stopped,
                                    fmt::format("{{\"cases\": {}}}", tally_.taken))) {
      put_error("{}\n", fields_->problem());
      return ExitCode::internal_error;
    }
    if (tally_.bad_input > 0) return ExitCode::bad_input;
    const bool nothing = complete && tally_.answered == 0;
    return tally_.not_converged > 0 || nothing ? ExitCode::numerical_failure : ExitCode::done;
  }

 private:
  [[nodiscard]] std::string refused_text() const {
    if (tally_.bad_input == 0) return {};
    return fmt::format(", {} of them {} not admissible and {} not computed", tally_.bad_input,
                       tally_.bad_input == 1 ? "is" : "are", tally_.bad_input == 1 ? "was" : "were");
  }

  static void check_folder(const std::string& folder, const char* purpose, Findings& findings) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
      findings.add({{folder, 0, 0},
                    {},
                    fmt::format("is no folder for {} and cannot be made one", purpose),
                    {},
                    {},
                    "Name another"});
  }

  void check_contact_files(Findings& findings) {
    if (batch_.deck != nullptr) return check_folder(options_.contact_files, "files", findings);
    findings.add({{common_.files.front(), 0, 0},
                  "--contact-files",
                  "files of the program CONTACT belong to its decks",
                  "a contact file (TOML)",
                  "a deck (.inp)",
                  "Take -o for all fields"});
  }

  [[nodiscard]] std::filesystem::path contact_file(const std::string& ending) const {
    const std::string name = std::filesystem::path(batch_.source).stem().string();
    return std::filesystem::path(options_.contact_files) / (name + ending);
  }

  void write_contact_files(const CaseResult& result) {
    if (options_.contact_files.empty()) return;
    for (const auto& [ending, text] : result.files)
      write_file_atomically(contact_file(ending), text, common_.force);
    listing_ += result.listing;
  }

  void finish_contact_files() {
    if (!options_.contact_files.empty()) {
      write_file_atomically(contact_file(".out"), contact_case::listing_heading(version()) + listing_,
                            common_.force);
    } else if (std::any_of(batch_.entries.begin(), batch_.entries.end(),
                           [](const Batch::Entry& entry) { return entry.files; })) {
      note(common_, "the deck requests .mat or .subs files (A, A_s): --contact-files FOLDER writes them");
    }
  }

  void write_fields(const CaseResult& result) {
    for (std::size_t i = 0; i < result.fields.size(); ++i) {
      const std::string name = fmt::format("case_{:05}", result.metadata.number),
                        patch = fmt::format("patch_{}", i + 1);
      const results::FieldGroup group =
          contact_case::field_group(name + "/" + patch, result, result.fields[i]);
      if (fields_ && !fields_->add(group)) throw WriteFailure(fields_->problem());
      if (!options_.plot.empty())
        write_file_atomically(std::filesystem::path(options_.plot) / fmt::format("{}_{}.svg", name, patch),
                              plot::svg(contact_case::patch_figure(title_of(result, i), group,
                                                                   result.fields[i].solution.approach)),
                              common_.force);
    }
  }
  /// The names of the file and, where it has one, of the case.
  [[nodiscard]] std::string title_of(const CaseResult& result, std::size_t patch) const {
    std::string title =
        fmt::format("{}, case {}", contact_case::title_of_file(batch_.source), result.metadata.number);
    if (!result.metadata.name.empty()) title += ": " + result.metadata.name;
    return result.fields.size() > 1 ? title + fmt::format(", patch {}", patch + 1) : title;
  }

  const Common& common_;
  const Batch& batch_;
  const ContactOptions& options_;
  std::optional<results::FieldWriter> fields_;
  std::string cases_, listing_;
  double beyond_ = 0;  // largest share of a patch's frictional work
  contact_case::Tally tally_;
};

ExitCode run_contact(const Common& common, const ContactOptions& options) {
  Findings findings;
  std::optional<damage::WearLaw> law;
  if (!options.law.empty()) law = damage::read_law(options.law, findings);
  const Batch batch = read_batch(common, findings);
  Sink sink(common, batch, options);
  sink.open(findings);
  findings.throw_if_any();
  if (law) note_source(common, *law);
  catch_interrupts();
  contact_case::RunOptions run;
  run.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  run.wanted = {
      .fields = sink.wants_fields(), .program_files = !options.contact_files.empty(), .wear = std::move(law)};
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
               .files = "CONTACT.toml|CASE.inp",
               .files_text = "contact file, or deck of the program CONTACT",
               .example = "flangeway contact models/contact/wheel_on_rail.toml --plot patches",
               .output = "fields of all patches (HDF5)",
               .output_format = Format::results,
               .options = {{.name = "--plot",
                            .target = &options->plot,
                            .text = "folder for a picture of each patch (SVG)",
                            .file = FileUse::output},
                           {.name = "--contact-files",
                            .target = &options->contact_files,
                            .text = "folder for the files that a deck of the program CONTACT requests "
                                    "(.out, .mat, .subs)",
                            .file = FileUse::output},
                           {.name = "--law",
                            .target = &options->law,
                            .text = "wear law (TOML): also what each rolling patch wears off",
                            .file = FileUse::input},
                           {.name = "--threads",
                            .target = &options->threads,
                            .text = "cores to use; all if not given",
                            .range = std::pair(1.0, 1024.0)}},
               .action = [options, &common] { return run_contact(common, *options); }});
}

}  // namespace flangeway::app
