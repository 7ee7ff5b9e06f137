// flangeway archive: results with all that their runs have read, in one file.
#include "command.hpp"
#include "flangeway/archive/archive.hpp"

namespace flangeway::app {
namespace {

ExitCode pack(const Common& common) {
  Findings findings;
  check_output(common.output, common.force, findings);
  const std::string bytes = archive::pack(common.files, findings);
  findings.throw_if_any();
  write_file_atomically(common.output, bytes, common.force);
  if (common.json) print_json(archive::packed_json(common.output, common.files));
  note(common, "reproduce with: flangeway reproduce " + common.output);
  return ExitCode::done;
}

}  // namespace

void add_archive(CommandLine& program, Common& common) {
  program.add(
      {.name = "archive",
       .summary = "Packs results with all files that their runs have read, so that others can repeat them",
       .files = "RESULT.h5",
       .files_text = "results of runs that have ended, whose files are as they were",
       .example = "flangeway archive wheelset_r300.h5 -o wheelset_r300.zip",
       .max_files = 1000,
       .output = "the archive (zip)",
       .output_required = true,
       .sets = false,
       .action = [&common] { return pack(common); }});
}

}  // namespace flangeway::app
