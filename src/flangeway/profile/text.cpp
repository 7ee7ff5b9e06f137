#include "flangeway/profile/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/document/table_text.hpp"

namespace flangeway::profile {

Line Line::without_comment(std::string_view marks) const {
  return {number, text.substr(0, text.find_first_of(marks))};
}

bool Line::blank() const {
  return words().empty();
}

std::vector<Word> Line::words(std::string_view separators) const {
  std::vector<Word> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(separators, at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    words.push_back({text.substr(at, end - at), static_cast<int>(at) + 1});
    at = end;
  }
  return words;
}

std::vector<Line> split_lines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
  std::vector<Line> lines;
  int line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back({++line_number, text.substr(0, end)});
    const bool pair = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(text.size(), end + (pair ? 2 : 1)));
  }
  return lines;
}

std::optional<double> number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  std::string plain(word);
  for (char& c : plain)
    if (c == 'D' || c == 'd') c = 'e';  // exponents written by Fortran
  double value = 0;
  const char* const end = plain.data() + plain.size();
  const auto [stop, error] = std::from_chars(plain.data(), end, value);
  if (error == std::errc::result_out_of_range) return HUGE_VAL;
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view without_quotes(std::string_view text) {
  text = trim(text);
  return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2)
                                                                      : text;
}

std::string_view key_of_assignment(std::string_view line) {
  const std::size_t equals = line.find('=');
  return equals == std::string_view::npos ? std::string_view() : without_quotes(line.substr(0, equals));
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

void Reporter::add(int line, int column, std::string problem, std::string got, std::string allowed,
                   std::string advice) {
  if (enough()) return;
  findings_.add(
      {{file_, line, column}, {}, std::move(problem), std::move(got), std::move(allowed), std::move(advice)});
  ++count_;
}

std::optional<double> Reporter::finite(const Line& line, const Word& word) {
  const auto value = number(word.text);
  if (!value) {
    add(line.number, word.column, "is not a number", std::string(word.text));
  } else if (!std::isfinite(*value)) {
    add(line.number, word.column, "is not a finite number", std::string(word.text));
  } else {
    return value;
  }
  return std::nullopt;
}

bool refuse_decimal_comma(const Line& line, Reporter& report) {
  for (const Word& word : line.words(" \t;\r")) {
    if (!document::has_decimal_comma(std::string(word.text))) continue;
    report.add(line.number, word.column, "is not a number", fmt::format("\"{}\"", word.text),
               "a number such as 1.5e-3", "Use a decimal point, not a decimal comma");
    return true;
  }
  return false;
}

namespace {

// "12", "-3,25", "1,5E-3"; `has_comma` tells which.
bool is_number_without_point(std::string_view word, bool& has_comma) {
  const std::size_t comma = word.find(',');
  has_comma = comma != std::string_view::npos;
  std::string plain(word);
  if (has_comma) plain[comma] = '.';
  const auto is_digit = [&](std::size_t at) {
    return at < plain.size() && plain[at] >= '0' && plain[at] <= '9';
  };
  return word.find('.') == std::string_view::npos && number(plain).has_value() &&
         (!has_comma || (comma > 0 && is_digit(comma - 1) && is_digit(comma + 1)));
}

}  // namespace

std::optional<std::string> with_decimal_points(std::string_view text) {
  std::size_t rows = 0, with_comma = 0;
  for (const Line& line : split_lines(text)) {
    const auto words = line.without_comment("!\"%#").words(" \t;");
    std::size_t numbers = 0, commas = 0;
    bool has_comma = false, has_point = false;
    for (const Word& word : words) {
      has_point = has_point || (number(word.text) && word.text.find('.') != std::string_view::npos);
      if (!is_number_without_point(word.text, has_comma)) continue;
      ++numbers;
      commas += has_comma ? 1 : 0;
    }
    if (words.size() < 2 || !number(words[0].text.substr(0, words[0].text.find(',')))) continue;  // no row
    if (has_point || numbers != words.size()) return std::nullopt;
    ++rows;
    with_comma += commas > 0 ? 1 : 0;
  }
  constexpr std::size_t min_rows = 5;
  if (rows < min_rows || 2 * with_comma <= rows) return std::nullopt;
  std::string result(text);
  for (std::size_t i = 1; i + 1 < result.size(); ++i) {
    const auto is_digit = [&](char c) { return c >= '0' && c <= '9'; };
    if (result[i] == ',' && is_digit(result[i - 1]) && is_digit(result[i + 1])) result[i] = '.';
  }
  return result;
}

}  // namespace flangeway::profile
