// The frame that every verb of the command line stands in.
//
// A verb is one file verb_<name>.cpp with one function:
//
//   void add_track(CommandLine& program, Common& common) {
//     auto plot = std::make_shared<std::string>();
//     program.add({.name = "track",
//                  .summary = "Draws a track and lists its segments",
//                  .files = "TRACK.toml",
//                  .example = "flangeway track models/tracks/curve.toml --plot track.svg",
//                  .options = {{"--plot", plot.get(), "write a picture (SVG)", "OUT.svg"}},
//                  .action = [plot, &common] {
//                    Findings findings;
//                    check_output(*plot, common.force, findings);
//                    const document::Document file = read_document(common, common.files.front(), findings);
//                    …                                  // findings collected all over, then once:
//                    findings.throw_if_any();
//                    return ExitCode::done;
//                  }});
//   }
//
// Exceptions go out of the action: BadInput → exit code 2, NumericalFailure → 3, all others → 1
// (std::system_error with its own text, the rest as a fault of the program).
// Standard output carries results only (`--json`: exactly one JSON document, see print_json; with bad input
// the findings in place of the result); everything else goes to standard error (note, ProgressBar). Both
// through standard_streams.hpp.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "progress_file.hpp"
#include "standard_streams.hpp"

namespace flangeway::app {

/// A verb and the title of its group in `flangeway --help`.
struct GroupedVerb {
  const char* group;
  void (*add)(CommandLine&, Common&);
};
/// Adds to the findings of a verb that its file is of another kind.
using KindJudge = void (*)(const Common& common, Findings& findings);
/// The whole program: parses, runs the chosen verb, maps what it throws to an exit code and a text.
int run_program(int argc, const char* const* argv, const std::vector<GroupedVerb>& verbs,
                KindJudge judge_kind = nullptr);

/// Reads a file and applies every --set to it. Throws if it cannot be read: nothing else can be found in it.
[[nodiscard]] document::Document read_document(const Common& common, const std::filesystem::path& file,
                                               Findings& findings);

/// Prints the one JSON document of --json (`dumped` is JSON text) to standard output.
void print_json(std::string_view dumped);
/// print_json() has been called: a second document would follow the first.
[[nodiscard]] bool json_is_printed();
/// Prints the document where --json is given, and the text for people otherwise.
void print_result(const Common& common, std::string_view json, std::string_view text);
/// A line on standard error, unless --quiet.
void note(const Common& common, std::string_view line);

/// Reports --limits without --speed and the reverse: limits of files hold up to a speed. 0 km/h: not given.
void check_speed_of_limits(const std::string& limits, double speed_kmh, Findings& findings);
/// flangeway::check_place: finds at once, before the long computation, that `file` exists already (and no
/// --force) or that its folder is missing. An empty name is fine.
void check_output(const std::filesystem::path& file, bool force, Findings& findings);
/// Records that this command has read `file`: not even --force may overwrite it. Call this when all
/// inputs have been read. Files named on the command line itself are checked before the verb
/// begins.
void check_not_input(const std::filesystem::path& file, Findings& findings);
/// flangeway::write_file_atomically, but throws BadInput first as check_output and check_not_input do, and
/// where this command has written a file of this name already.
void write_file_atomically(const std::filesystem::path& file, std::string_view content, bool force);

/// The same for a page (HTML of plot::page_head and others) or a picture (SVG): as a PDF file where the name
/// ends in .pdf.
void write_page_file(const std::filesystem::path& file, const std::string& html, bool force);
void write_picture_file(const std::filesystem::path& file, const std::string& svg, bool force);
/// Whether the ending of a file says PDF.
[[nodiscard]] bool is_pdf(const std::filesystem::path& file);

/// Whether the system has refused a place that the user has named. Others, such as a full disk, are no
/// mistake on the command line.
[[nodiscard]] bool is_wrong_place(const std::error_code& error);

/// Makes the folder, and is flangeway::write_files_atomically(), but throws BadInput first where `folder` is
/// a file, and as check_output and check_not_input do of each file.
void write_folder(const std::filesystem::path& folder, const NamedTexts& files, bool force);

/// From now on SIGINT and SIGTERM do not end the program at once: interrupt_requested() tells of the first
/// one, and the second one kills. A verb calls this when it begins what has to end in order: before that
/// there is nothing to be saved, and the program ends at once.
void catch_interrupts();
/// Finish the step, write what there is, and return. The exit code is then 128 and the number of the signal.
[[nodiscard]] bool interrupt_requested();
/// Ends the program, which was interrupted, without waiting for its other threads.
[[noreturn]] void leave_interrupted();

/// A bar on standard error with distance, real-time factor and time left; silent unless standard error is a
/// terminal and --quiet is not given. Redraws at most ten times a second, so update() may be called each
/// step; and once a second where nobody calls it, so that the clock goes on in a long piece of work. Without
/// colours where NO_COLOR is set. Other programs read the progress from a file (progress_file.hpp).
class ProgressBar {
 public:
  /// `total`: distance to be run in m (> 0), for update().
  explicit ProgressBar(const Common& common, double total = 1);
  ~ProgressBar();  ///< ends the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  /// `distance` in m, `simulated` in s.
  void update(double distance, double simulated);
  /// Any other work: the share that is done, and what to say about it before the time left ("3 / 8 runs").
  void show(double fraction, const std::string& what);
  /// Takes the bar away, before something else is printed to the same terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  using Text = std::function<std::string(double elapsed, std::size_t width)>;
  void show_text(bool last, Text text);
  void draw();
  void erase();
  [[nodiscard]] double elapsed() const;
  void redraw_each_second(const std::stop_token& stop);
  bool visible_, colour_;
  double total_;
  Clock::time_point started_, drawn_;
  ProgressFile file_;
  std::size_t columns_ = 0;  // that are drawn upon
  Text text_;                // of the last call
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread clock_;  // last: ends before what it uses
};

/// The text of the bar, `width` columns at most: "[████░░░░]  40 %  400 / 1000 m  3.1× real time  0:12 left".
[[nodiscard]] std::string progress_line(double distance, double total, double simulated, double elapsed,
                                        std::size_t width);
/// The same with any text in the middle: "[████░░░░]  40 %  26 / 64 runs  0:12 left". Before anything is done
/// the time that has passed, as nothing tells what is left.
[[nodiscard]] std::string progress_line(double fraction, const std::string& what, double elapsed,
                                        std::size_t width);

}  // namespace flangeway::app
