#include "flangeway/track/step_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "flangeway/core/utf8.hpp"
#include "flangeway/track/check.hpp"

namespace flangeway::track::step {

namespace {

constexpr int max_nesting = 16;                 // brackets within brackets; alignments have 3
constexpr std::size_t most_values = 1'000'000;  // of an entry

// Stops the reading; the rest of the file cannot be understood without the broken part.
struct Broken {
  std::size_t offset;
  Complaint complaint;
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '-';
}

// Keywords are in capitals; some programs write them small.
std::string in_capitals(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

void append_code_point(std::uint32_t code, std::string& text) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// The hexadecimal number in the first `digits` characters.
std::optional<std::uint32_t> hexadecimal(std::string_view text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value, 16);
  if (error != std::errc() || end != text.data() + digits) return std::nullopt;
  return value;
}

// Characters of \X2\ (UTF-16 in groups of four digits) or \X4\ (groups of eight) up to \X0\.
std::size_t append_extended(std::string_view text, std::size_t digits, std::string& result) {
  std::size_t i = 0;
  while (const auto code = hexadecimal(text.substr(i), digits)) {
    i += digits;
    const auto low = digits == 4 ? hexadecimal(text.substr(i), 4) : std::nullopt;
    if (digits == 4 && *code >= 0xD800 && *code < 0xDC00 && low && *low >= 0xDC00 && *low < 0xE000) {
      append_code_point(0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00), result);
      i += 4;
    } else {
      append_code_point(*code, result);
    }
  }
  return text.substr(i).starts_with("\\X0\\") ? i + 4 : i;
}

// Without quotes: '' is one quote, and \ begins a character that ASCII lacks.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("''") || rest.starts_with("\\\\")) {
      result += rest[0];
      i += 2;
    } else if (rest.starts_with("\\X2\\") || rest.starts_with("\\X4\\")) {
      i += 4 + append_extended(rest.substr(4), rest[2] == '2' ? 4 : 8, result);
    } else if (const auto code = rest.starts_with("\\X\\") ? hexadecimal(rest.substr(3), 2) : std::nullopt) {
      append_code_point(*code, result);
      i += 5;
    } else if (rest.starts_with("\\S\\") && rest.size() > 3) {
      append_code_point(static_cast<unsigned char>(rest[3]) | 0x80U, result);
      i += 4;
    } else {
      result += rest[0];
      ++i;
    }
  }
  return result;
}

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos)
          throw Broken{at_, {"begins a comment that does not end", "/*", "", "Export the file again"}};
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  bool sees(char wanted) {
    skip_space();
    return at_ < text_.size() && text_[at_] == wanted;
  }
  bool takes(char wanted) {
    if (!sees(wanted)) return false;
    ++at_;
    return true;
  }
  void want(char wanted) {
    if (!takes(wanted)) refuse(std::string(1, wanted));
  }

  // The next characters of a name, which may be none.
  std::string_view name() {
    skip_space();
    const std::size_t first = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return text_.substr(first, at_ - first);
  }

  void want_name(std::string_view wanted) {
    skip_space();
    const std::size_t first = at_;
    if (in_capitals(name()) == wanted) return;
    at_ = first;
    refuse(std::string(wanted));
  }

  std::uint64_t id() {
    const std::size_t first = at_;
    want('#');
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) {
      at_ = first;
      refuse("# and a number");
    }
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  // Past everything up to the bracket that closes the one that comes next.
  void skip_brackets() {
    want('(');
    for (int depth = 1; depth > 0; ++at_) {
      skip_space();
      if (at_ >= text_.size()) refuse(")");
      const char c = text_[at_];
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c == ';') refuse(")");
      if (c == '\'' || c == '"') at_ = closing(c);
    }
  }

  std::vector<Value> list(int depth = 0) {
    if (depth >= max_nesting)
      throw Broken{at_, {"has brackets within brackets too deep to be read", "", "at most 16 levels", ""}};
    std::vector<Value> values;
    want('(');
    if (takes(')')) return values;
    do {
      if (++count_ > most_values)
        throw Broken{at_,
                     {"is an entry with too many values", "", fmt::format("at most {}", most_values), ""}};
      values.push_back(value(depth));
    } while (takes(','));
    want(')');
    return values;
  }

  [[noreturn]] void refuse(const std::string& wanted) const {
    const bool ends = at_ >= text_.size();
    throw Broken{at_,
                 {ends ? "ends too early" : "is not what STEP has here",
                  ends ? "" : "\"" + std::string(printable(text_.substr(at_, 20))) + "\"", wanted,
                  "Export the file again"}};
  }

 private:
  // Up to the end of the line, and no part of a character at the end.
  static std::string_view printable(std::string_view text) {
    text = text.substr(0, text.find_first_of("\r\n"));
    return text.substr(0, first_not_utf8(text));
  }

  // Offset of the quote that ends the text which begins here.
  std::size_t closing(char quote) const {
    std::size_t end = text_.find(quote, at_ + 1);
    while (quote == '\'' && end != std::string_view::npos && text_.substr(end).starts_with("''"))
      end = text_.find(quote, end + 2);
    if (end == std::string_view::npos)
      throw Broken{at_,
                   {"begins a text that does not end", std::string(1, quote), "", "Export the file again"}};
    return end;
  }

  Value value(int depth) {
    skip_space();
    Value result;
    result.offset = at_;
    if (at_ >= text_.size()) refuse("a value");
    const char c = text_[at_];
    if (c == '$' || c == '*') {
      ++at_;
    } else if (c == '#') {
      result.kind = Kind::reference;
      result.reference = id();
    } else if (c == '\'' || c == '"') {
      const std::size_t end = closing(c);
      result.kind = c == '\'' ? Kind::text : Kind::binary;
      result.text = decoded(text_.substr(at_ + 1, end - at_ - 1));
      at_ = end + 1;
    } else if (c == '(') {
      result.kind = Kind::list;
      result.values = list(depth + 1);
    } else if (c == '.' && at_ + 1 < text_.size() && !is_digit(text_[at_ + 1])) {
      ++at_;
      result.kind = Kind::word;
      result.text = in_capitals(name());
      if (at_ >= text_.size() || text_[at_] != '.') refuse(".");
      ++at_;
    } else if (is_digit(c) || c == '-' || c == '+' || c == '.') {
      result.kind = Kind::number;
      result.number = number();
    } else {
      result.kind = Kind::typed;
      result.text = in_capitals(name());
      if (result.text.empty()) refuse("a value");
      result.values = list(depth + 1);
    }
    return result;
  }

  double number() {
    if (text_[at_] == '+') ++at_;
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error == std::errc::invalid_argument) refuse("a number");
    if (error != std::errc() || !std::isfinite(value))
      throw Broken{at_, {"is a number that is not finite", "", "", "Export the file again"}};
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t count_ = 0;  // of the values read
};

Finding finding_of(const Broken& broken, const LineIndex& lines) {
  const Complaint& complaint = broken.complaint;
  return {
      lines.place(broken.offset), "", complaint.problem, complaint.got, complaint.allowed, complaint.advice};
}

}  // namespace

std::optional<File> File::read(std::string_view text, const std::string& name, Findings& findings) {
  File file(text, name);
  try {
    if (!file.scan(findings)) return std::nullopt;
  } catch (const Broken& broken) {
    findings.add(finding_of(broken, file.lines_));
    return std::nullopt;
  }
  return file;
}

bool File::scan(Findings& findings) {
  Scanner scanner(text_, text_.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  if (in_capitals(scanner.name()) != "ISO-10303-21") {
    findings.add({place(0), "", "does not begin as a STEP file", "", "ISO-10303-21;",
                  "Export the line as IFC 4.3 in the STEP format (.ifc)"});
    return false;
  }
  scanner.want(';');
  scanner.want_name("HEADER");
  scanner.want(';');
  for (std::string_view name = scanner.name(); in_capitals(name) != "ENDSEC"; name = scanner.name()) {
    if (name.empty()) scanner.refuse("ENDSEC;");
    const std::size_t offset = scanner.at() - name.size();
    const std::vector<Value> values = scanner.list();
    scanner.want(';');
    if (in_capitals(name) != "FILE_SCHEMA") continue;
    schema_offset_ = offset;
    for (const Value& list : values)
      for (const Value& one : list.values) schemas_.push_back(one.text);
  }
  scanner.want(';');
  std::string section = in_capitals(scanner.name());
  for (; section == "DATA"; section = in_capitals(scanner.name())) {
    if (!scanner.takes(';')) {
      scanner.skip_brackets();
      scanner.want(';');
    }
    while (scanner.sees('#')) {
      Entry entry;
      entry.offset = scanner.at();
      entry.id = scanner.id();
      scanner.want('=');
      entry.type = scanner.name();
      if (const std::string capitals = in_capitals(entry.type); capitals != entry.type)
        entry.type = *capitals_.insert(capitals).first;
      (void)scanner.sees('(');
      entry.contents = scanner.at();
      scanner.skip_brackets();
      scanner.want(';');
      if (!index_.emplace(entry.id, entries_.size()).second)
        findings.add({place(entry.offset), fmt::format("#{}", entry.id),
                      "is the number of more than one entry", "", "", "Export the file again"});
      entries_.push_back(entry);
    }
    scanner.want_name("ENDSEC");
    scanner.want(';');
  }
  if (section != "END-ISO-10303-21") scanner.refuse("DATA; or END-ISO-10303-21;");
  return findings.empty();
}

const Entry* File::find(std::uint64_t id) const {
  const auto found = index_.find(id);
  return found == index_.end() ? nullptr : &entries_[found->second];
}

std::optional<std::vector<Value>> File::contents(const Entry& entry, Findings& findings) const {
  try {
    return Scanner(text_, entry.contents).list();
  } catch (const Broken& broken) {
    findings.add(finding_of(broken, lines_));
    return std::nullopt;
  }
}

}  // namespace flangeway::track::step
