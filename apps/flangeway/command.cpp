#include "command.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <new>
#include <optional>
#include <system_error>

#include "flangeway/core/input_record.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/core/write_failure.hpp"
#include "flangeway/document/findings_json.hpp"

namespace flangeway::app {

namespace {

void say(std::string_view text) {
  put_error("flangeway: {}\n", text);
}

/// Results that could not be printed are not "done": a full disk behind a redirection shows only here.
ExitCode flush_output(ExitCode code) {
  if (output_is_written() || code != ExitCode::done) return code;
  say("the results could not be written to standard output.");
  return ExitCode::internal_error;
}

// A link that leads to itself, a folder that nobody may read, a name that is too long: where it is, and why.
ExitCode refuse_place(const std::filesystem::filesystem_error& error) {
  Findings findings;
  findings.add({{error.path1().string()}, "", "cannot be used: " + error.code().message(), "", "", ""});
  put_error("{}\n", findings.text());
  return is_wrong_place(error.code()) ? ExitCode::bad_input : ExitCode::internal_error;
}

ExitCode refuse_input(const Common& common, Findings findings, KindJudge judge_kind) {
  if (judge_kind != nullptr) judge_kind(common, findings);
  put_error("{}\n", findings.text());
  if (common.json && !json_is_printed())
    print_json(fmt::format("{{\n\"findings\": {}\n}}", document::findings_json(findings)));
  return ExitCode::bad_input;
}

ExitCode run_action(const Common& common, KindJudge judge_kind) {
  try {
    return flush_output(common.action());
  } catch (const BadInput& error) {
    return refuse_input(common, error.findings(), judge_kind);
  } catch (const NumericalFailure& error) {
    say(error.what());
    return ExitCode::numerical_failure;
  } catch (const std::bad_alloc&) {
    say("the memory is used up. Run fewer things at once or ask for less output.");
  } catch (const WriteFailure& error) {
    say(error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return refuse_place(error);
  } catch (const std::system_error& error) {
    say(system_failure_text(error));
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}. This is a fault of the program, not of your input.", error.what()));
  }
  return ExitCode::internal_error;
}

volatile std::sig_atomic_t ends_in_order = 0;        // a verb looks at interrupting_signal
volatile std::sig_atomic_t interrupting_signal = 0;  // 0: none
constexpr std::string_view interrupted_text = "flangeway: interrupted\n";

// Calls only what a signal handler may call.
[[noreturn]] void end_at_once(int signal) {
  (void)!::write(STDERR_FILENO, interrupted_text.data(), interrupted_text.size());
  ::_exit(128 + signal);
}

// Milliseconds of a clock that may start anew.
int milliseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int>(now.tv_sec % 1'000'000 * 1000 + now.tv_nsec / 1'000'000);
}
volatile std::sig_atomic_t interrupted_at = 0;  // ms

// A second signal ends the program at once, unless it follows within half a second: timeout(1) sends one to
// the program and one to its group.
extern "C" void on_interrupt(int signal) {
  if (ends_in_order == 0) end_at_once(signal);
  if (interrupting_signal != 0) {
    if (std::abs(milliseconds_now() - interrupted_at) < 500) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupted_at = milliseconds_now();
  interrupting_signal = signal;
}

void handle_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

// A run that was interrupted in an orderly way is neither done nor a fault of the program.
int exit_status(ExitCode code) {
  const bool by_signal =
      interrupt_requested() && (code == ExitCode::done || code == ExitCode::internal_error);
  if (!by_signal) return static_cast<int>(code);
  put_error("{}", interrupted_text);
  return 128 + interrupting_signal;
}

// With less, the program would end by SIGSEGV somewhere.
bool stack_suffices() {
  constexpr rlim_t min_stack = rlim_t{512} << 10;  // bytes; 64 KiB are too few for a run
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= min_stack) return true;
  say(fmt::format("the stack is limited to {} KiB, and {} KiB are needed. Raise the limit with ulimit -s.",
                  limit.rlim_cur >> 10, min_stack >> 10));
  return false;
}

}  // namespace

bool interrupt_requested() {
  return interrupting_signal != 0;
}

void catch_interrupts() {
  ends_in_order = 1;
  handle_interrupts();
}

void leave_interrupted() {
  (void)output_is_written();
  end_at_once(interrupting_signal);
}

int run_program(int argc, const char* const* argv, const std::vector<GroupedVerb>& verbs,
                KindJudge judge_kind) {
  handle_interrupts();
  if (!stack_suffices()) return static_cast<int>(ExitCode::internal_error);
  const InputRecord inputs;
  Common common;
  const NoteListener listener([&](const std::string& text) { note(common, "note: " + text); });
  CommandLine command_line(common);
  for (const auto& [group, add] : verbs) {
    command_line.begin_group(group);
    add(command_line, common);
  }
  std::vector<const char*> words(argv, argv + argc);
  if (argc > 1 && std::string_view(argv[1]) == "--cite") words[1] = "cite";
  if (const std::optional<int> code = command_line.parse(argc, words.data()))
    return static_cast<int>(flush_output(static_cast<ExitCode>(*code)));
  return exit_status(run_action(common, judge_kind));
}

document::Document read_document(const Common& common, const std::filesystem::path& file,
                                 Findings& findings) {
  const std::size_t before = findings.all().size();
  document::Document document = document::Document::from_file(file, findings);
  // Whatever else would be found missing is missing because the file could not be read.
  if (findings.all().size() != before) findings.throw_if_any();
  for (const std::string& assignment : common.sets) document.set(assignment, findings);
  return document;
}

}  // namespace flangeway::app
