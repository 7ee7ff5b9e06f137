// The three streams that a shell gives the program, and the only place that prints: fmt::print, std::cout and
// the like throw, or end the program, where a stream is full, closed or the other end of a pipe has gone
// (tests/support/check_printing.py keeps them out of the sources).
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace flangeway::app {

/// The first thing that the program does: open_standard_descriptors(). From then on, streams and files that
/// cannot be written give errors and not signals (SIGPIPE, SIGXFSZ), and an exception that nobody catches
/// gives a message and exit code 1.
void prepare_streams();

/// Results: to standard output. What cannot be written shows in output_is_written().
void write_output(std::string_view text);
/// Messages: to standard error, if it takes them.
void write_message(std::string_view text);

/// A text whose control characters are question marks, but for line breaks and tabs: names of files may have
/// those that clear a screen or rename a window.
[[nodiscard]] std::string without_controls(std::string text);

template <typename... Arguments>
void put_out(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  write_output(without_controls(fmt::format(text, std::forward<Arguments>(arguments)...)));
}
template <typename... Arguments>
void put_error(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  write_message(without_controls(fmt::format(text, std::forward<Arguments>(arguments)...)));
}

/// Standard output for what writes to a stream: write_output().
[[nodiscard]] std::ostream& output_stream();

/// Whether everything up to here has reached standard output.
[[nodiscard]] bool output_is_written();

/// The reason for the user: also where the system gives no more threads.
[[nodiscard]] std::string system_failure_text(const std::system_error& error);

}  // namespace flangeway::app
