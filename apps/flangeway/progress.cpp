#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "command.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway::app {

namespace {

std::string clock_text(double seconds) {
  const long whole = std::lround(std::min(seconds, 359999.0));
  const long hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                   : fmt::format("{}:{:02}", minutes, rest);
}

std::string bar(double fraction, std::size_t cells) {
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(cells));
  std::string out = "[";
  for (std::size_t i = 0; i < cells; ++i) out += i < full ? "█" : "░";
  return out + "]";
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(double distance, double total, double simulated, double elapsed,
                          std::size_t width) {
  const double factor = elapsed > 0 ? simulated / elapsed : 0;
  return progress_line(distance / total,
                       fmt::format("{:.0f} / {:.0f} m  {:.3g}× real time", distance, total, factor), elapsed,
                       width);
}

std::string progress_line(double fraction, const std::string& what, double elapsed, std::size_t width) {
  fraction = std::clamp(fraction, 0.0, 1.0);
  const std::string percent = fmt::format("{:3.0f} %", std::floor(100 * fraction));
  const std::string left = fraction > 0   ? clock_text(elapsed * (1 - fraction) / fraction) + " left"
                           : elapsed >= 1 ? clock_text(elapsed) + " so far"
                                          : "-:-- left";
  const std::string details = fmt::format(" {}  {}  {}", percent, what, left);
  constexpr std::size_t brackets = 2, widest_bar = 30, narrowest_bar = 4;
  const std::size_t used = count_code_points(details) + brackets;
  if (used + narrowest_bar > width) return percent;
  return bar(fraction, std::min(widest_bar, width - used)) + details;
}

namespace {

bool colours_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return no_colour == nullptr || *no_colour == '\0';
}

}  // namespace

ProgressBar::ProgressBar(const Common& common, double total)
    : visible_(!common.quiet && ::isatty(STDERR_FILENO) == 1),
      colour_(colours_wanted()),
      total_(total),
      started_(Clock::now()),
      drawn_(started_) {
  if (visible_) clock_ = std::jthread([this](const std::stop_token& stop) { redraw_each_second(stop); });
}

ProgressBar::~ProgressBar() {
  clock_ = {};
  if (columns_ > 0) put_error("\n");
}

void ProgressBar::redraw_each_second(const std::stop_token& stop) {
  constexpr std::chrono::seconds pause(1);
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    ended_.wait_for(lock, stop, pause, [] { return false; });
    if (!stop.stop_requested() && text_ && Clock::now() - drawn_ >= pause) draw();
  }
}

void ProgressBar::show_text(bool last, Text text) {
  if (!visible_) return;
  const std::scoped_lock lock(mutex_);
  text_ = std::move(text);
  if (columns_ == 0 || last || Clock::now() - drawn_ >= std::chrono::milliseconds(100)) draw();
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

void ProgressBar::update(double distance, double simulated) {
  if (file_.is_open()) {
    const std::scoped_lock lock(mutex_);
    file_.write(distance / total_, simulated, "", elapsed());
  }
  show_text(distance >= total_, [=, total = total_](double elapsed, std::size_t width) {
    return progress_line(distance, total, simulated, elapsed, width);
  });
}

void ProgressBar::show(double fraction, const std::string& what) {
  if (file_.is_open()) {
    const std::scoped_lock lock(mutex_);
    file_.write(fraction, std::nullopt, what, elapsed());
  }
  show_text(fraction >= 1,
            [=](double elapsed, std::size_t width) { return progress_line(fraction, what, elapsed, width); });
}

void ProgressBar::clear() {
  const std::scoped_lock lock(mutex_);
  erase();
}

// Blanks, not an escape sequence: those belong to colours.
void ProgressBar::erase() {
  if (columns_ == 0) return;
  write_message(fmt::format("\r{:{}}\r", "", columns_));
  columns_ = 0;
}

void ProgressBar::draw() {
  drawn_ = Clock::now();
  std::string line =
      without_controls(text_(std::chrono::duration<double>(drawn_ - started_).count(), terminal_width() - 1));
  const std::size_t columns = count_code_points(line), before = std::exchange(columns_, columns);
  if (const std::size_t end = line.find(']'); colour_ && end != std::string::npos) {
    line = "\x1b[32m" + line.substr(0, end + 1) + "\x1b[0m" + line.substr(end + 1);
  }
  write_message(fmt::format("\r{}{:{}}", line, "", before > columns ? before - columns : 0));
}

}  // namespace flangeway::app
