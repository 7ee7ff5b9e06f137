#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_reference.hpp"
#include "flangeway/core/version.hpp"

namespace flangeway::app {
namespace {

// Length in bytes of the code point of UTF-8 that begins with this byte.
std::size_t length_of(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// "\\[u2026]", which roff reads in every locale.
std::string named(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  unsigned code = first & (0xFFU >> (bytes.size() + 1));
  for (const char c : bytes.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return fmt::format("\\[u{:04X}]", code);
}

// A backslash, a hyphen that is typed, and a dot that begins a line mean something else to roff, and so do
// bytes beyond ASCII.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_of(static_cast<unsigned char>(text[i]));
    const char c = text[i];
    i += length;
    if (length > 1) {
      out += named(std::string_view(text).substr(i - length, length));
      continue;
    }
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

// A line of spaces in front is shown as it is: the example.
std::string footer(const std::string& text) {
  return fmt::format(".nf\n{}\n.fi\n", roff(text));
}

std::string option(const OptionReference& reference) {
  const std::string value = reference.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(reference.value));
  std::string out =
      fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::format("{}", fmt::join(reference.names, ", "))), value,
                  roff(reference.text));
  if (!reference.choices.empty())
    out += roff(fmt::format("One of {}.\n", fmt::join(reference.choices, ", ")));
  return out;
}

std::string verb(const VerbReference& reference) {
  std::string out =
      fmt::format(".SS \"flangeway {}\"\n{}.\n.PP\n.B flangeway {}\n[\\fIOPTIONS\\fR] {}\n", reference.name,
                  roff(reference.summary), reference.name, roff(reference.files));
  if (!reference.files.empty())
    out += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(reference.files), roff(reference.files_text));
  for (const OptionReference& one : reference.options) out += option(one);
  return out + ".PP\n" + footer(reference.footer);
}

}  // namespace

std::string man_page(const CommandReference& command) {
  std::string out = fmt::format(
      ".TH FLANGEWAY 1 \"\" \"flangeway {}\"\n.SH NAME\nflangeway \\- how a railway vehicle runs on a track\n"
      ".SH SYNOPSIS\n.B flangeway\n\\fIVERB\\fR [\\fIOPTIONS\\fR] [\\fIFILE\\fR]\n.SH DESCRIPTION\n{}\n.SH "
      "VERBS\n",
      version(), roff(command.text));
  for (const VerbReference& one : command.verbs) out += verb(one);
  return out +
         ".SH EXIT STATUS\n0 done, 1 internal error, 2 bad input, 3 numerical failure, 130 interrupted (143 "
         "by SIGTERM)\n";
}

}  // namespace flangeway::app
