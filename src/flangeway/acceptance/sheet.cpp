#include "flangeway/acceptance/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double edge = 40, bottom = plot::pdf_page_height - 40, width = plot::pdf_page_width - 2 * edge;

// As much of the text as fits.
std::string cut(const std::string& text, double size, double room) {
  if (plot::helvetica_width(text, size) <= room) return text;
  std::string part = text;
  while (!part.empty() && plot::helvetica_width(part + "…", size) > room) {
    do part.pop_back();
    while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0) == 0x80);
    // A lead byte without what follows it is no character.
    if (!part.empty() && static_cast<unsigned char>(part.back()) >= 0xC0) part.pop_back();
  }
  return part + "…";
}

std::vector<std::string> lines_of(std::string_view text, double size, double room) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string word{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (plot::helvetica_width(longer, size) <= room) {
      lines.back() = longer;
      continue;
    }
    if (!lines.back().empty()) lines.emplace_back();
    // ASCII only is broken, as of paths and hashes.
    while (plot::helvetica_width(word, size) > room && word.size() > 1) {
      std::size_t fits = word.size();
      while (fits > 1 && plot::helvetica_width(word.substr(0, fits), size) > room) --fits;
      lines.back() = word.substr(0, fits);
      lines.emplace_back();
      word.erase(0, fits);
    }
    lines.back() = word;
  }
  return lines;
}

}  // namespace

Sheet::Sheet() : top_(edge) {}

void Sheet::end_page() {
  done_.push_back(fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "fill=\"#1b1f24\">\n{2}<text x=\"{3:.1f}\" y=\"{4:.1f}\" font-size=\"7\" "
      "text-anchor=\"end\">{5}</text>\n</svg>\n",
      plot::pdf_page_width, plot::pdf_page_height, body_, edge + width, bottom + 16, done_.size() + 1));
  body_.clear();
  top_ = edge;
}

void Sheet::need(double height) {
  if (top_ + height > bottom && !body_.empty()) end_page();
}

void Sheet::heading(std::string_view text, double size) {
  need(3 * size);
  top_ += size < 14 ? 0.7 * size : 0;
  for (const std::string& line : lines_of(text, 1.06 * size, width)) {
    top_ += size;
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{}\" y=\"{:.1f}\" font-size=\"{}\" font-weight=\"600\">{}</text>\n", edge, top_,
                   size, plot::escaped(line));
    top_ += 0.4 * size;
  }
}

void Sheet::paragraph(std::string_view text, double size, std::string_view colour, double indent) {
  for (const std::string& line : lines_of(text, size, width - indent)) {
    need(1.3 * size);
    top_ += 1.3 * size;
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\">{}</text>\n", edge + indent,
                   top_, size, colour, plot::escaped(line));
  }
}

void Sheet::row(const std::vector<Cell>& cells, double size, bool bold) {
  need(1.6 * size);
  top_ += 1.6 * size;
  for (const Cell& cell : cells)
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                   edge + cell.at + (cell.right ? cell.width : 0), top_, size, cell.colour,
                   cell.right ? " text-anchor=\"end\"" : "", bold ? " font-weight=\"600\"" : "",
                   plot::escaped(cut(cell.text, bold ? 1.06 * size : size, cell.width)));
  fmt::format_to(std::back_inserter(body_),
                 "<path d=\"M{} {:.1f}h{}\" stroke=\"#d5dae0\" stroke-width=\"0.5\"/>\n", edge, top_ + 2.5,
                 width);
}

void Sheet::bar(double at, double length, double share) {
  constexpr double height = 6;
  const double x = edge + at, y = top_ - height + 0.5;
  // Beyond the limit the bar is darker on grey paper too.
  fmt::format_to(std::back_inserter(body_),
                 "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3}\" fill=\"{4}\"/>\n"
                 "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{5:.1f}\" height=\"{3}\" fill=\"none\" "
                 "stroke=\"#5b6570\" stroke-width=\"0.5\"/>\n",
                 x, y, length * std::clamp(share, 0.0, 1.0), height, share > 1 ? "#b3261e" : "#7fb5a5",
                 length);
}

void Sheet::figure(const plot::Panel& panel) {
  constexpr double scale = width / 900;
  plot::Figure figure{.title = "", .panels = {panel}, .width = 900};
  const std::string picture = plot::svg(figure);
  const std::size_t place = picture.find("height=\"") + 8;
  const double height = scale * std::stod(picture.substr(place));
  need(height);
  // The picture becomes a nested one: its own size gives way to its place on the page.
  std::string nested = picture;
  nested.replace(0, nested.find("viewBox"),
                 fmt::format("<svg x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" ", edge, top_,
                             width, height));
  body_ += nested;
  top_ += height;
}

std::vector<std::string> Sheet::pages() && {
  end_page();
  return std::move(done_);
}

}  // namespace flangeway::acceptance
