// flangeway patch: a wheel at instants of a run, as a contact file.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "flangeway/recording/wheel_instant.hpp"

namespace flangeway::app {

namespace {

struct PatchOptions {
  std::string wheel;
  std::vector<double> times;
};

ExitCode write_contact_file(const Common& common, const PatchOptions& options) {
  Findings findings;
  const auto wanted = recording::wheel_instants(options.wheel, options.times, findings);
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
       .summary = "Writes a wheel at an instant of a run as a contact file, to solve its patches in detail",
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
                    .required = true},
                   {.name = "--at",
                    .target = &options->times,
                    .text = "times in s, separated by commas; the recorded row next to each is taken",
                    .value = "T",
                    .required = true,
                    .splits_commas = true}},
       .action = [options, &common] { return write_contact_file(common, *options); }});
}

}  // namespace flangeway::app
