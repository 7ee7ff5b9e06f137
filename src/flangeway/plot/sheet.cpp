#include "flangeway/plot/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "flangeway/core/version.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {
namespace {

constexpr double sheet_edge = 40, page_bottom = pdf_page_height - 40,
                 printed_width = pdf_page_width - 2 * sheet_edge;
constexpr double bold_width = 1.06;  // of Helvetica-Bold to Helvetica
constexpr const char* faint_text = "#5b6570";

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

void drop_last_character(std::string& text) {
  while (!text.empty() && continues_character(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

// As much of the text as fits.
std::string cut_to(const std::string& text, double size, double room) {
  if (helvetica_width(text, size) <= room) return text;
  std::string part = text;
  while (!part.empty() && helvetica_width(part + "…", size) > room) drop_last_character(part);
  return part + "…";
}

// As many characters from the start of a word as fit, one at least.
std::size_t fitting_start(const std::string& word, double size, double room) {
  std::string part = word;
  while (helvetica_width(part, size) > room) {
    std::string shorter = part;
    drop_last_character(shorter);
    if (shorter.empty()) break;
    part = shorter;
  }
  return part.size();
}

double number_behind(std::string_view text, std::string_view name) {
  const std::size_t found = text.find(name);
  return found == std::string_view::npos ? 0 : std::stod(std::string(text.substr(found + name.size(), 20)));
}

// Places at which a picture may be cut: attribute data-breaks of its outermost element, and its end.
std::vector<double> breaks_of(std::string_view svg, double height) {
  std::vector<double> cuts;
  constexpr std::string_view name = "data-breaks=\"";
  if (const std::size_t start = svg.find(name); start != std::string_view::npos) {
    std::string_view list = svg.substr(start + name.size());
    list = list.substr(0, list.find('"'));
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(' '), list.size());
      cuts.push_back(std::stod(std::string(list.substr(0, end))));
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  cuts.push_back(height);
  return cuts;
}

}  // namespace

std::vector<std::string> broken_lines(std::string_view text, double size, double room) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const bool new_line = end < text.size() && text[end] == '\n';
    std::string word{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (helvetica_width(longer, size) <= room) {
      lines.back() = longer;
    } else {
      if (!lines.back().empty()) lines.emplace_back();
      while (helvetica_width(word, size) > room) {
        const std::size_t fits = fitting_start(word, size, room);
        if (fits == word.size()) break;
        const std::size_t slash = word.rfind('/', fits - 1);
        const std::size_t part = slash == std::string::npos || slash == 0 ? fits : slash + 1;
        lines.back() = word.substr(0, part);
        lines.emplace_back();
        word.erase(0, part);
      }
      lines.back() = word;
    }
    if (new_line) lines.emplace_back();
  }
  return lines;
}

Sheet::Sheet(std::string_view title) : title_(title), top_(sheet_edge) {}

double Sheet::width() {
  return printed_width;
}

void Sheet::end_page() {
  done_.push_back(std::move(body_));
  body_.clear();
  top_ = sheet_edge;
}

void Sheet::need(double height) {
  if (top_ + height <= page_bottom || body_.empty()) return;
  end_page();
  if (!head_.cells.empty()) put_row(head_.cells, head_.lines, head_.size);
}

void Sheet::heading(std::string_view text, double size, double with) {
  need(3 * size + with);
  top_ += size < 14 ? 0.7 * size : 0;
  for (const std::string& line : broken_lines(text, bold_width * size, printed_width)) {
    top_ += size;
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{}\" y=\"{:.1f}\" font-size=\"{}\" font-weight=\"600\">{}</text>\n", sheet_edge,
                   top_, size, escaped(line));
    top_ += 0.4 * size;
  }
}

void Sheet::paragraph(std::string_view text, double size, std::string_view colour, double indent) {
  for (const std::string& line : broken_lines(text, size, printed_width - indent)) {
    need(1.3 * size);
    top_ += 1.3 * size;
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
                   sheet_edge + indent, top_, size, colour, escaped(line));
  }
}

void Sheet::row(const std::vector<Cell>& cells, double size, bool bold) {
  std::vector<Cell> styled = cells;
  std::vector<std::vector<std::string>> lines;
  for (Cell& cell : styled) {
    cell.bold = cell.bold || bold;
    lines.push_back({cut_to(cell.text, cell.bold ? bold_width * size : size, cell.width)});
  }
  need(1.6 * size);
  put_row(styled, lines, size);
}

void Sheet::put_row(const std::vector<Cell>& cells, const std::vector<std::vector<std::string>>& texts,
                    double size) {
  std::size_t lines = 1;
  for (const auto& each : texts) lines = std::max(lines, each.size());
  for (std::size_t line = 0; line < lines; ++line) {
    const double height = (line == 0 ? 1.6 : 1.2) * size;
    if (top_ + height > page_bottom && !body_.empty()) end_page();
    top_ += height;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (line >= texts[i].size() || texts[i][line].empty()) continue;
      const Cell& cell = cells[i];
      fmt::format_to(std::back_inserter(body_),
                     "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                     sheet_edge + cell.at + (cell.right ? cell.width : 0), top_, size, cell.colour,
                     cell.right ? " text-anchor=\"end\"" : "", cell.bold ? " font-weight=\"600\"" : "",
                     escaped(texts[i][line]));
    }
  }
  double end = 0;
  for (const Cell& cell : cells) end = std::max(end, cell.at + cell.width);
  fmt::format_to(std::back_inserter(body_),
                 "<path d=\"M{} {:.1f}h{:.1f}\" stroke=\"#d5dae0\" stroke-width=\"0.5\"/>\n", sheet_edge,
                 top_ + 2.5, end);
}

void Sheet::tall_row(const std::vector<Cell>& cells, const std::vector<std::vector<std::string>>& texts,
                     double size, bool repeated) {
  std::size_t lines = 1;
  for (const auto& each : texts) lines = std::max(lines, each.size());
  const double height = (1.6 + 1.2 * static_cast<double>(lines - 1)) * size;
  // A head does not stand alone at the foot of a page.
  need(std::min(height, page_bottom - 2 * sheet_edge) + (repeated ? 3 * size : 0));
  put_row(cells, texts, size);
  if (repeated) head_ = {cells, texts, size};
}

void Sheet::bar(double at, double length, double share) {
  constexpr double height = 6;
  const double x = sheet_edge + at, y = top_ - height + 0.5;
  // Beyond the limit the bar is darker on grey paper too.
  fmt::format_to(std::back_inserter(body_),
                 "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3}\" fill=\"{4}\"/>\n"
                 "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{5:.1f}\" height=\"{3}\" fill=\"none\" "
                 "stroke=\"#5b6570\" stroke-width=\"0.5\"/>\n",
                 x, y, length * std::clamp(share, 0.0, 1.0), height, share > 1 ? "#b3261e" : "#7fb5a5",
                 length);
}

void Sheet::figure(const Panel& panel) {
  picture(svg({.panels = {panel}, .width = 900}));
}

// The picture becomes a nested one that shows a part of it: its own size gives way to its place on the page.
void Sheet::part_of_picture(std::string_view svg, double from, double to, double scale) {
  const double wide = number_behind(svg, "width=\"");
  const std::size_t rest = svg.find('"', svg.find("viewBox=\"") + 9) + 1;
  fmt::format_to(
      std::back_inserter(body_),
      "<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" viewBox=\"0 {:.1f} {:.1f} {:.1f}\"",
      sheet_edge + (printed_width - scale * wide) / 2, top_, scale * wide, scale * (to - from), from, wide,
      to - from);
  body_ += svg.substr(rest);
  top_ += scale * (to - from);
}

void Sheet::picture(std::string_view svg, std::string_view caption) {
  constexpr double caption_size = 7.5, page_height = page_bottom - sheet_edge;
  const std::vector<std::string> lines =
      caption.empty() ? std::vector<std::string>() : broken_lines(caption, caption_size, printed_width);
  const double below = 1.3 * caption_size * static_cast<double>(lines.size()) + 4;
  const double wide = number_behind(svg, "width=\""), high = number_behind(svg, "height=\"");
  const std::vector<double> breaks = breaks_of(svg, high);
  double tallest = 0;
  for (std::size_t i = 0; i < breaks.size(); ++i)
    tallest = std::max(tallest, breaks[i] - (i == 0 ? 0 : breaks[i - 1]));
  // Small pictures are not enlarged, and no part is taller than a page.
  const double scale = std::min({printed_width / wide, 1.0, (page_height - below) / tallest});
  double from = 0;
  for (std::size_t i = 0; i < breaks.size();) {
    need(scale * (breaks[i] - from) + (i + 1 == breaks.size() ? below : 0));
    std::size_t last = i;
    while (last + 1 < breaks.size() &&
           top_ + scale * (breaks[last + 1] - from) + (last + 2 == breaks.size() ? below : 0) <= page_bottom)
      ++last;
    part_of_picture(svg, from, breaks[last], scale);
    from = breaks[last];
    i = last + 1;
  }
  for (const std::string& line : lines) {
    top_ += 1.3 * caption_size;
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\">{}</text>\n", sheet_edge,
                   top_, caption_size, faint_text, escaped(line));
  }
  top_ += 4;
}

std::vector<std::string> Sheet::pages() && {
  if (!body_.empty() || done_.empty()) end_page();
  std::vector<std::string> pages;
  for (std::size_t i = 0; i < done_.size(); ++i) {
    std::string margins;
    const auto put = [&](double x, double y, const char* more, const std::string& text) {
      margins += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"7\" fill=\"{}\"{}>{}</text>\n", x,
                             y, faint_text, more, escaped(text));
    };
    if (i > 0) put(sheet_edge, sheet_edge - 14, "", cut_to(title_, 7, printed_width));
    put(sheet_edge, page_bottom + 18, "", "Flangeway " + std::string(version()));
    put(sheet_edge + printed_width, page_bottom + 18, " text-anchor=\"end\"",
        fmt::format("{} / {}", i + 1, done_.size()));
    pages.push_back(fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "fill=\"#1b1f24\">\n{2}{3}</svg>\n",
        pdf_page_width, pdf_page_height, done_[i], margins));
  }
  return pages;
}

}  // namespace flangeway::plot
