// flangeway reproduce: runs the cases of an archive again and compares with its results.
#include <fmt/format.h>

#include <algorithm>

#include "command.hpp"
#include "flangeway/archive/archive.hpp"
#include "flangeway/core/version.hpp"

namespace flangeway::app {
namespace {

std::string text_of_all(const std::vector<archive::Repetition>& repetitions) {
  std::string text;
  for (const archive::Repetition& one : repetitions) {
    text += archive::text_of(one);
    if (!one.same() && (one.version != version() || one.commit != commit()))
      text += fmt::format("  It was made by version {} {}; this is {} {}\n", one.version, one.commit,
                          version(), commit());
  }
  return text;
}

ExitCode reproduce(const Common& common) {
  catch_interrupts();
  Findings findings;
  std::vector<archive::Repetition> repetitions;
  {
    ProgressBar bar(common);
    repetitions = archive::reproduce(
        common.files.front(),
        [&](double share, std::size_t run, std::size_t count) {
          bar.show((static_cast<double>(run) + share) / static_cast<double>(count),
                   fmt::format("run {} / {}", run + 1, count));
          return !interrupt_requested();
        },
        findings);
  }
  findings.throw_if_any();
  if (interrupt_requested()) leave_interrupted();
  print_result(common, archive::json_of(repetitions), text_of_all(repetitions));
  const bool same = std::all_of(repetitions.begin(), repetitions.end(),
                                [](const archive::Repetition& one) { return one.same(); });
  return same ? ExitCode::done : ExitCode::numerical_failure;
}

}  // namespace

void add_reproduce(CommandLine& program, Common& common) {
  program.add(
      {.name = "reproduce",
       .summary =
           "Runs the cases of an archive again and compares bit by bit; exit code 3 if anything differs",
       .files = "ARCHIVE.zip",
       .files_text = "of flangeway archive; libraries and controllers in it run with your rights",
       .example = "flangeway reproduce wheelset_r300.zip",
       .sets = false,
       .action = [&common] { return reproduce(common); }});
}

}  // namespace flangeway::app
