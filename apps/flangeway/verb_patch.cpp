// flangeway patch: a wheel at instants of a run, as a contact file.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "flangeway/recording/wheel_instant.hpp"
#include "patch_batch.hpp"

namespace flangeway::app {

namespace {

struct PatchOptions {
  std::string wheel;
  bool all_wheels = false;
  PatchBatchOptions batch;
};

void check_patch_options(const PatchOptions& options, Findings& findings) {
  const bool has_times = !options.batch.times.empty();
  const auto refuse = [&](const char* option, const char* problem, const char* advice) {
    findings.add({{}, option, problem, "", "", advice});
  };
  if (options.wheel.empty() && !options.all_wheels)
    refuse("--wheel", "is missing", "Name a wheel, or give --all-wheels");
  if (!has_times && options.batch.every == 0)
    refuse("--at", "is missing", options.all_wheels ? "Name times, or give --every" : "Name times");
  if (has_times && options.batch.every > 0) refuse("--every", "goes without --at", "Choose one");
}

ExitCode write_contact_file(const Common& common, const PatchOptions& options) {
  Findings findings;
  check_patch_options(options, findings);
  findings.throw_if_any();
  if (options.all_wheels) return solve_all_wheels(common, options.batch);
  const auto wanted = recording::wheel_instants(options.wheel, options.batch.times, findings);
  const auto files = recording::contact_files(common.files.front(), wanted, findings);
  findings.throw_if_any();
  write_folder(common.output, *files, common.force);
  note(common, fmt::format("{} files in {}; solve them with flangeway contact {}/contact.toml", files->size(),
                           common.output, common.output));
  return ExitCode::done;
}

}  // namespace

void add_patch(CommandLine& program, Common& common) {
  auto options = std::make_shared<PatchOptions>();
  program.add(
      {.name = "patch",
       .summary = "Writes a wheel at instants of a run as a contact file, or solves all wheels of a run",
       .files = "RESULT.h5",
       .files_text = "result of flangeway run",
       .example = "flangeway patch run.h5 --wheel wheelset1.right --at 12.5 -o patch",
       .output = "folder of the contact file and its profiles",
       .output_required = true,
       .sets = false,
       .options = {{.name = "--wheel",
                    .target = &options->wheel,
                    .text = "the wheel",
                    .value = "WHEELSET.SIDE",
                    .not_with = {"--all-wheels"}},
                   {.name = "--at",
                    .target = &options->batch.times,
                    .text = "times in s, separated by commas; the recorded row next to each is taken",
                    .value = "T",
                    .splits_commas = true},
                   {.name = "--all-wheels",
                    .target = &options->all_wheels,
                    .text = "write the contact files of all wheels, solve them on all cores, and write the "
                            "table of their patches to patches.csv in the folder"},
                   {.name = "--every",
                    .target = &options->batch.every,
                    .text = "interval of the instants in s, instead of --at",
                    .value = "T",
                    .range = std::pair(1e-5, 1e5),
                    .only_with = {"--all-wheels"}},
                   {.name = "--threads",
                    .target = &options->batch.threads,
                    .text = "cores to use; all if not given",
                    .range = std::pair(1.0, 1024.0),
                    .only_with = {"--all-wheels"}}},
       .action = [options, &common] { return write_contact_file(common, *options); }});
}

}  // namespace flangeway::app
