#include "pdf_text.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "flangeway/plot/pdf.hpp"

namespace flangeway::plot {
namespace {

// Widths of Helvetica from the space on, in thousandths of the size [PDF32000, standard fonts].
constexpr std::array<int, 95> widths{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

struct Character {
  char32_t code;
  bool symbol;
  unsigned char byte;
  int width;
  double shift = 0;
};
// Beyond Latin-1: what WinAnsiEncoding and Symbol have of the signs that reports use.
constexpr Character characters[] = {
    {U'…', false, 0x85, 1000},     {U'–', false, 0x96, 556},      {U'—', false, 0x97, 1000},
    {U'−', true, 0x2D, 549},       {U'’', false, 0x92, 222},      {U'“', false, 0x93, 333},
    {U'”', false, 0x94, 333},      {U'•', false, 0x95, 350},      {U'Σ', true, 0x53, 592},
    {U'Δ', true, 0x44, 612},       {U'√', true, 0xD6, 549},       {U'≤', true, 0xA3, 549},
    {U'≥', true, 0xB3, 549},       {U'→', true, 0xAE, 987},       {U'α', true, 0x61, 631},
    {U'β', true, 0x62, 549},       {U'γ', true, 0x67, 411},       {U'δ', true, 0x64, 494},
    {U'κ', true, 0x6B, 549},       {U'λ', true, 0x6C, 549},       {U'μ', true, 0x6D, 576},
    {U'ξ', true, 0x78, 493},       {U'σ', true, 0x73, 603},       {U'φ', true, 0x66, 521},
    {U'ψ', true, 0x79, 686},       {U'ω', true, 0x77, 686},       {U'Ω', true, 0x57, 768},
    {U'θ', true, 0x71, 521},       {U'ε', true, 0x65, 439},       {U'ζ', true, 0x7A, 494},
    {U'η', true, 0x68, 603},       {U'ν', true, 0x6E, 521},       {U'π', true, 0x70, 549},
    {U'ρ', true, 0x72, 549},       {U'τ', true, 0x74, 439},       {U'χ', true, 0x63, 549},
    {U'Γ', true, 0x47, 603},       {U'Θ', true, 0x51, 741},       {U'Λ', true, 0x4C, 686},
    {U'Φ', true, 0x46, 763},       {U'Ψ', true, 0x59, 795},       {U'∂', true, 0xB6, 494},
    {U'∞', true, 0xA5, 713},       {U'≈', true, 0xBB, 549},       {U'≠', true, 0xB9, 549},
    {U'←', true, 0xAC, 987},       {U'↔', true, 0xAB, 1042},      {U'↑', true, 0xAD, 603},
    {U'↓', true, 0xAF, 603},       {U'∈', true, 0xCE, 713},       {U'∫', true, 0xF2, 274},
    {U'∑', true, 0x53, 592},       {U'∆', true, 0x44, 612},       {U'µ', false, 0xB5, 556},
    {U'′', true, 0xA2, 247},       {U'″', true, 0xB2, 411},       {U'‘', false, 0x91, 222},
    {U'‰', false, 0x89, 1000},     {U'†', false, 0x86, 556},      {U'‑', false, 0x2D, 333},
    {U'\u2009', false, 0x20, 200}, {U'\u202F', false, 0x20, 200}, {U'⋅', false, 0xB7, 278}};

constexpr std::u32string_view superscripts = U"⁰¹²³⁴⁵⁶⁷⁸⁹", subscripts = U"₀₁₂₃₄₅₆₇₈₉";

// Digits and signs above or below the line, which the fonts have in part only.
std::optional<Character> shifted_character(char32_t code) {
  const auto small = [&](char32_t digit, double shift) {
    const bool minus = digit == U'−';
    const int width = minus ? 549 : widths[digit - 32];
    return Character{code, minus, static_cast<unsigned char>(minus ? 0x2D : digit),
                     static_cast<int>(PdfRun::small * width), shift};
  };
  if (code == U'⁻') return small(U'−', 0.33);
  if (code == U'⁺') return small(U'+', 0.33);
  if (const auto digit = superscripts.find(code); digit != superscripts.npos)
    return small(U'0' + static_cast<char32_t>(digit), 0.33);
  if (const auto digit = subscripts.find(code); digit != subscripts.npos)
    return small(U'0' + static_cast<char32_t>(digit), -0.12);
  return std::nullopt;
}

Character character_of(char32_t code) {
  if (code >= 32 && code < 127) return {code, false, static_cast<unsigned char>(code), widths[code - 32]};
  if (const auto shifted = shifted_character(code)) return *shifted;
  // Latin-1: accented letters are about as wide as most letters.
  if (code >= 0xA0 && code <= 0xFF) {
    const bool sign = code == 0xB2 || code == 0xB3 || code == 0xB7;
    return {code, false, static_cast<unsigned char>(code), sign ? 333 : code == 0xB0 ? 400 : 556};
  }
  for (const Character& known : characters)
    if (known.code == code) return known;
  return {U'?', false, '?', 556};
}

// The next code point of well-formed UTF-8.
char32_t next_code(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t code = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length && i < text.size(); ++i)
    code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(std::min(length, text.size()));
  return code;
}

}  // namespace

std::vector<PdfRun> pdf_runs(std::string_view text) {
  std::vector<PdfRun> runs;
  while (!text.empty()) {
    const Character found = character_of(next_code(text));
    if (runs.empty() || runs.back().symbol != found.symbol || runs.back().shift != found.shift)
      runs.push_back({found.symbol, "", 0, found.shift});
    runs.back().bytes += static_cast<char>(found.byte);
    runs.back().width += found.width / 1000.0;
  }
  return runs;
}

std::string pdf_string(std::string_view bytes) {
  std::string out = "(";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '(' || c == ')' || c == '\\') out += '\\';
    out += byte < 32 || byte > 126 ? fmt::format("\\{:03o}", byte) : std::string(1, c);
  }
  return out + ")";
}

double helvetica_width(std::string_view text, double size) {
  double width = 0;
  for (const PdfRun& run : pdf_runs(text)) width += run.width * size;
  return width;
}

}  // namespace flangeway::plot
