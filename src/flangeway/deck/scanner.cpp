#include "flangeway/deck/scanner.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/deck/number.hpp"

namespace flangeway::deck {
namespace {

constexpr std::string_view separators = " \t,=\r\f\v";

std::string range_text(Range range) {
  if (std::isfinite(range.low) && std::isfinite(range.high))
    return range.above ? fmt::format("> {} and ≤ {:.10g}", range.low, range.high)
                       : fmt::format("{:.10g} to {:.10g}", range.low, range.high);
  if (std::isfinite(range.low)) return fmt::format("{} {}", range.above ? ">" : "≥", range.low);
  return fmt::format("≤ {}", range.high);
}

// A deck may hold any bytes: only what prints goes into a finding.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > 40 ? out + "…" : out;
}

}  // namespace

Scanner::Scanner(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // byte order mark
}

bool Scanner::load_line() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++line_;
  words_.clear();
  next_ = 0;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(separators, at)) != std::string_view::npos && line[at] != '%') {
    Word word{{}, line_, static_cast<int>(at) + 1};
    if (line[at] == '\'') {
      const std::size_t close = line.find('\'', at + 1);
      word.quoted = true;
      word.closed = close != std::string_view::npos;
      word.text = line.substr(at + 1, std::min(close, line.size()) - at - 1);
      at = word.closed ? close + 1 : line.size();
    } else {
      const std::size_t stop = std::min(line.find_first_of(" \t,=\r\f\v%'", at), line.size());
      word.text = line.substr(at, stop - at);
      at = stop;
    }
    words_.push_back(word);
  }
  return true;
}

bool Scanner::group() {
  if (failed_) return false;
  do {
    if (!load_line()) return false;
  } while (words_.empty());
  return true;
}

bool Scanner::take(const char* name) {
  if (failed_) return false;
  while (next_ == words_.size()) {
    if (load_line()) continue;
    add(block_, {{file_, line_, 1},
                 key_,
                 fmt::format("the deck ends where {} is expected", name),
                 {},
                 {},
                 "A deck ends with module 0"});
    failed_ = true;
    return false;
  }
  word_ = words_[next_++];
  return true;
}

void Scanner::fail(const char* name, const char* kind) {
  add(block_, {here(), key_, fmt::format("{} cannot be read", name), printable(word_.text), kind,
               "The deck is not read beyond this place"});
  failed_ = true;
}

void Scanner::check(const char* name, double value, Range range) {
  if (!std::isfinite(value)) {
    complain(fmt::format("{} is not a finite number", name), printable(word_.text));
  } else if (value < range.low || value > range.high || (range.above && value == range.low)) {
    complain(fmt::format("{} is out of range", name), printable(word_.text), range_text(range));
  }
}

long Scanner::integer(const char* name, Range range) {
  if (!take(name)) return 0;
  const auto value = word_.quoted ? std::nullopt : parse_integer(word_.text);
  if (!value) return fail(name, "an integer"), 0;
  check(name, static_cast<double>(*value), range);
  return *value;
}

long Scanner::count(const char* name, Range range) {
  const long value = integer(name, range);
  if (static_cast<double>(value) < range.low || static_cast<double>(value) > range.high) lose_place();
  return value;
}

double Scanner::real(const char* name, Range range) {
  if (!take(name)) return 0;
  const auto value = word_.quoted ? std::nullopt : parse_real(word_.text);
  if (!value) return fail(name, "a number"), 0;
  check(name, *value, range);
  return *value;
}

double Scanner::angle(const char* name, Range range) {
  if (!take(name)) return 0;
  const auto value = word_.quoted ? std::nullopt : parse_angle(word_.text);
  if (!value) return fail(name, "an angle: a number in rad, or with the suffix d in degrees"), 0;
  check(name, *value, range);
  return *value;
}

std::string Scanner::string(const char* name) {
  if (!take(name)) return {};
  if (!word_.quoted || !word_.closed) return fail(name, "a text between single quotes"), std::string();
  return std::string(word_.text);
}

std::vector<double> Scanner::reals(const char* name, std::size_t count) {
  std::vector<double> values;
  while (values.size() < count && !failed_) {
    const double value = real(name);
    if (!failed_) values.push_back(value);
  }
  return values;
}

std::string_view Scanner::peek() {
  return next_ < words_.size() ? words_[next_].text : std::string_view();
}

std::optional<long> Scanner::optional_integer(const char* name, Range range) {
  if (failed_ || next_ == words_.size() || words_[next_].quoted) return std::nullopt;
  const auto value = parse_integer(words_[next_].text);
  if (!value) return next_ = words_.size(), std::nullopt;
  word_ = words_[next_++];
  check(name, static_cast<double>(*value), range);
  return value;
}

std::optional<double> Scanner::optional_real(const char* name, Range range) {
  if (failed_ || next_ == words_.size() || words_[next_].quoted) return std::nullopt;
  const auto value = parse_real(words_[next_].text);
  if (!value) return next_ = words_.size(), std::nullopt;
  word_ = words_[next_++];
  check(name, *value, range);
  return value;
}

SourceLocation Scanner::here() const {
  return {file_, word_.line, word_.column};
}

void Scanner::begin(Block block) {
  block_ = block;
  if (block != Block::none) blocks_.push_back(block);
}

void Scanner::complain(std::string problem, std::string got, std::string allowed, std::string advice) {
  add(block_, {here(), key_, std::move(problem), std::move(got), std::move(allowed), std::move(advice)});
}

}  // namespace flangeway::deck
