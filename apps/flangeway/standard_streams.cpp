#include "standard_streams.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "flangeway/core/standard_descriptors.hpp"

namespace flangeway::app {

namespace {

// In any thread.
[[noreturn]] void end_after_exception() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    write_message("flangeway: the memory is used up. Run fewer things at once or ask for less output.\n");
  } catch (const std::system_error& error) {
    put_error("flangeway: {}\n", system_failure_text(error));
  } catch (const std::exception& error) {
    put_error("flangeway: internal error: {}. This is a fault of the program, not of your input.\n",
              error.what());
  } catch (...) {
    write_message("flangeway: internal error. This is a fault of the program, not of your input.\n");
  }
  ::_exit(1);
}

}  // namespace

std::string system_failure_text(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) return std::string(error.what()) + ".";
  return "no more threads can be started: " + error.code().message() +
         ". Raise the limits (ulimit -u, ulimit -v), or run fewer things at once.";
}

void prepare_streams() {
  open_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_after_exception);
}

std::string without_controls(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) text[i] = '?';
    // U+0080 to U+009F: U+009B begins a command as ESC [ does.
    const bool is_c1 =
        byte == 0xC2 && i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xE0) == 0x80;
    if (is_c1) text.replace(i, 2, "?");
  }
  return text;
}

void write_output(std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stdout);
}

void write_message(std::string_view text) {
  const int error = errno;
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
  std::clearerr(stderr);
  errno = error;
}

std::ostream& output_stream() {
  return std::cout;
}

bool output_is_written() {
  std::cout.flush();
  return std::cout && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace flangeway::app
