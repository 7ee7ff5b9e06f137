#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

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
  const std::string left = fraction > 0 ? clock_text(elapsed * (1 - fraction) / fraction) : "-:--";
  const std::string details = fmt::format(" {}  {}  {} left", percent, what, left);
  constexpr std::size_t brackets = 2, widest_bar = 30, narrowest_bar = 4;
  const std::size_t used = count_code_points(details) + brackets;
  if (used + narrowest_bar > width) return percent;
  return bar(fraction, std::min(widest_bar, width - used)) + details;
}

ProgressBar::ProgressBar(const Common& common, double total)
    : visible_(!common.quiet && ::isatty(STDERR_FILENO) == 1),
      colour_(std::getenv("NO_COLOR") == nullptr),
      total_(total),
      started_(Clock::now()),
      drawn_(started_) {}

ProgressBar::~ProgressBar() {
  if (dirty_) fmt::print(stderr, "\n");
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

bool ProgressBar::due(bool last) {
  if (!visible_) return false;
  const Clock::time_point now = Clock::now();
  if (dirty_ && !last && now - drawn_ < std::chrono::milliseconds(100)) return false;
  drawn_ = now;
  dirty_ = true;
  return true;
}

void ProgressBar::update(double distance, double simulated) {
  if (due(distance >= total_))
    draw(progress_line(distance, total_, simulated, elapsed(), terminal_width() - 1));
}

void ProgressBar::show(double fraction, const std::string& what) {
  if (due(fraction >= 1)) draw(progress_line(fraction, what, elapsed(), terminal_width() - 1));
}

void ProgressBar::draw(std::string line) {
  if (const std::size_t end = line.find(']'); colour_ && end != std::string::npos) {
    line = "\x1b[32m" + line.substr(0, end + 1) + "\x1b[0m" + line.substr(end + 1);
  }
  fmt::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
}

}  // namespace flangeway::app
