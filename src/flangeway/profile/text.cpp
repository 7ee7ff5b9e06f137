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

}  // namespace flangeway::profile
