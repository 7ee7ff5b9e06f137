// Our own pages on paper. Reads the HTML that page_head(), page_figure() and the pages of the verbs write:
// headings, paragraphs, lists, tables, pictures. Scripts, styles and the numbers behind pictures are left
// out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "flangeway/core/utf8.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/sheet.hpp"

namespace flangeway::plot {
namespace {

constexpr const char *ink_on_paper = "#1b1f24", *faint_on_paper = "#5b6570", *alarm_on_paper = "#b3261e",
                     *good_on_paper = "#1a7f37";

std::string plain_text(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}, {"&#39;", "'"}, {"&nbsp;", " "}}};
  std::string out;
  while (!text.empty()) {
    std::size_t length = 1;
    std::string_view meant = text.substr(0, 1);
    for (const auto& [name, character] : names)
      if (text.starts_with(name)) length = name.size(), meant = character;
    out += meant;
    text.remove_prefix(length);
  }
  return out;
}

struct Tag {
  std::string name;             // without "/"
  std::string_view attributes;  // as written
  bool end = false;

  [[nodiscard]] std::string attribute(std::string_view key) const {
    const std::string start = fmt::format("{}=\"", key);
    const std::size_t found = attributes.find(start);
    if (found == std::string_view::npos) return "";
    const std::string_view rest = attributes.substr(found + start.size());
    return plain_text(rest.substr(0, rest.find('"')));
  }
  [[nodiscard]] bool has_class(std::string_view wanted) const {
    const std::string classes = " " + attribute("class") + " ";
    return classes.find(fmt::format(" {} ", wanted)) != std::string::npos;
  }
};

/// Walks through a page from tag to tag.
class TagReader {
 public:
  explicit TagReader(std::string_view html) : rest_(html) {}

  /// The text before the next tag, as written; the tag is then in `tag`, or nothing at the end of the page.
  std::string_view next(std::optional<Tag>& tag) {
    const std::size_t start = rest_.find('<');
    const std::string_view text = rest_.substr(0, start);
    if (start == std::string_view::npos) {
      rest_ = {}, tag.reset();
      return text;
    }
    at_tag_ = rest_.substr(start);
    const std::size_t end = std::min(rest_.find('>', start), rest_.size() - 1);
    std::string_view inside = rest_.substr(start + 1, end - start - 1);
    rest_.remove_prefix(end + 1);
    tag.emplace();
    tag->end = inside.starts_with('/');
    if (tag->end) inside.remove_prefix(1);
    const std::size_t name = std::min(inside.find_first_of(" \n/>"), inside.size());
    tag->name = inside.substr(0, name);
    tag->attributes = inside.substr(name);
    return text;
  }
  /// Passes over the rest of the element whose start has just been read. Gives it with its tags.
  std::string_view skip(const std::string& name) {
    const std::string_view whole = at_tag_;
    const std::string start = "<" + name, end = "</" + name + ">";
    std::size_t depth = 1, place = 1;
    while (depth > 0) {
      const std::size_t close = whole.find(end, place), open = whole.find(start, place);
      if (close == std::string_view::npos) {
        rest_ = {};
        return whole;
      }
      depth = open < close ? depth + 1 : depth - 1;
      place = open < close ? open + start.size() : close + end.size();
    }
    rest_ = whole.substr(place);
    return whole.substr(0, place);
  }

 private:
  std::string_view rest_, at_tag_;
};

struct TableCell {
  std::string text;
  bool head = false;
  const char* colour = ink_on_paper;
  std::optional<double> bar;  // share that is full
};

/// A table, set in columns that are wide enough for their contents. Where they do not fit next to each other,
/// even in small type, further columns follow in a table below, with the first column again.
class TableSetter {
 public:
  TableSetter(std::vector<std::vector<TableCell>> rows, bool numbers)
      : rows_(std::move(rows)), numbers_(numbers) {
    for (const auto& row : rows_) columns_ = std::max(columns_, row.size());
    for (auto& row : rows_) row.resize(columns_);
  }

  void set(Sheet& sheet) const {
    if (columns_ == 0) return;
    const double size = size_that_fits();
    for (std::size_t first = 1; first < std::max<std::size_t>(columns_, 2);) {
      std::vector<std::size_t> shown{0};
      double used = least(0, size);
      while (first < columns_ && (shown.size() == 1 || used + gap + least(first, size) <= Sheet::width())) {
        used += gap + least(first, size);
        shown.push_back(first++);
      }
      set_columns(sheet, shown, size);
      if (first >= columns_) break;
      sheet.space(8);
    }
    sheet.space(4);
  }

 private:
  static constexpr double gap = 8, bar_width = 54, longest_first = 190;

  [[nodiscard]] double width_of(const TableCell& cell, double size) const {
    return helvetica_width(cell.text, size) * (cell.head ? 1.06 : 1) + (cell.bar ? bar_width + 4 : 0) + 0.5;
  }
  // Least width: the longest word, or a part of it.
  [[nodiscard]] double least(std::size_t column, double size) const {
    double width = 0;
    for (const auto& row : rows_) {
      std::string_view rest = row[column].text;
      const double extra = row[column].bar ? bar_width + 4 : 0;
      while (true) {
        const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
        width = std::max(width, extra + 1.06 * helvetica_width(rest.substr(0, end), size));
        if (end == rest.size()) break;
        rest.remove_prefix(end + 1);
      }
    }
    return std::min(width + 1, longest_first);
  }
  [[nodiscard]] double natural(std::size_t column, double size) const {
    double width = 0;
    for (const auto& row : rows_) width = std::max(width, width_of(row[column], size));
    return std::max(width, least(column, size));
  }
  [[nodiscard]] double size_that_fits() const {
    for (const double size : {7.5, 7.0, 6.5, 6.0}) {
      double all = 0;
      for (std::size_t i = 0; i < columns_; ++i) all += least(i, size) + (i > 0 ? gap : 0);
      if (all <= Sheet::width()) return size;
    }
    return 6.5;
  }

  // Natural widths, and where their sum is too wide, the excess over the least widths is shared out.
  [[nodiscard]] std::vector<double> widths_of(const std::vector<std::size_t>& shown, double size) const {
    std::vector<double> widths;
    double sum = 0, smallest = 0;
    for (const std::size_t column : shown) {
      widths.push_back(natural(column, size));
      sum += widths.back(), smallest += least(column, size);
    }
    const double room = Sheet::width() - gap * static_cast<double>(shown.size() - 1);
    if (sum > room) {
      const double share = std::clamp((room - smallest) / std::max(sum - smallest, 1e-9), 0.0, 1.0);
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const double low = least(shown[i], size);
        widths[i] = low + share * (widths[i] - low);
      }
    }
    return widths;
  }

  void set_columns(Sheet& sheet, const std::vector<std::size_t>& shown, double size) const {
    const std::vector<double> widths = widths_of(shown, size);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::vector<Sheet::Cell> cells;
      std::vector<std::vector<std::string>> lines;
      bool all_head = true;
      double at = 0;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const TableCell& cell = rows_[r][shown[i]];
        const double before = cell.bar ? bar_width + 4 : 0;
        cells.push_back({"", at + before, widths[i] - before, numbers_ && i > 0 && !cell.bar, cell.colour,
                         cell.head && (numbers_ || r == 0)});
        lines.push_back(broken_lines(cell.text, cells.back().bold ? 1.06 * size : size, widths[i] - before));
        all_head = all_head && (cell.head || (i == 0 && cell.text.empty()));
        at += widths[i] + gap;
      }
      const bool repeated = r == 0 && rows_.size() > 1 && all_head;
      sheet.tall_row(cells, lines, size, repeated);
      at = 0;
      for (std::size_t i = 0; i < shown.size(); at += widths[i] + gap, ++i)
        if (const auto& bar = rows_[r][shown[i]].bar) sheet.bar(at, bar_width, *bar);
    }
    sheet.end_table();
  }

  std::vector<std::vector<TableCell>> rows_;
  bool numbers_;
  std::size_t columns_ = 0;
};

/// Sets a page element by element.
class PagePrinter {
 public:
  explicit PagePrinter(std::string_view html) : reader_(html), sheet_(title_of(html)) {}

  std::vector<std::string> pages() && {
    std::optional<Tag> tag;
    do {
      add_text(reader_.next(tag));
      if (tag) element(*tag);
    } while (tag);
    end_block();
    return std::move(sheet_).pages();
  }

  static std::string title_of(std::string_view html) {
    const std::size_t start = html.find("<title>"), end = html.find("</title>");
    return start == std::string_view::npos || end == std::string_view::npos
               ? ""
               : plain_text(html.substr(start + 7, end - start - 7));
  }

 private:
  // White space of a page is one space.
  void add_text(std::string_view text) {
    for (const char c : plain_text(text)) {
      const bool space = c == ' ' || c == '\n' || c == '\t';
      if (!space) text_ += c;
      if (space && !text_.empty() && text_.back() != ' ' && text_.back() != '\n') text_ += ' ';
    }
  }
  std::string taken() {
    std::string text = std::move(text_);
    text_.clear();
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.pop_back();
    return text;
  }
  void end_block() {
    const std::string text = taken();
    if (!text.empty()) {
      sheet_.paragraph((in_list_ ? "• " : "") + text, small_ ? 7.5 : 8.5, colour_, in_list_ ? 8 : 0);
      sheet_.space(2);
    }
    colour_ = ink_on_paper, small_ = false, in_list_ = false;
  }

  static const char* colour_of(const Tag& tag) {
    if (tag.has_class("alarm") || tag.has_class("warning") || tag.has_class("over")) return alarm_on_paper;
    if (tag.has_class("good")) return good_on_paper;
    return tag.has_class("note") ? faint_on_paper : ink_on_paper;
  }

  void element(const Tag& tag) {
    if (tag.end) {
      if (tag.name == "h1") heading(15);
      if (tag.name == "h2") heading(11);
      if (tag.name == "h3") heading(9);
      if (ends_block(tag.name)) end_block();
      return;
    }
    if (tag.name == "script" || tag.name == "style" || tag.name == "template" || tag.name == "title" ||
        tag.name == "button") {
      (void)reader_.skip(tag.name);
    } else if (tag.name == "figure") {
      end_block();
      figure(tag);
    } else if (tag.name == "table") {
      end_block();
      table(tag.has_class("numbers"));
    } else if (tag.name == "br") {
      text_ += '\n';
    } else if (ends_block(tag.name) || tag.name.starts_with('h')) {
      end_block();
      colour_ = colour_of(tag);
      small_ = tag.has_class("note");
      in_list_ = tag.name == "li";
    } else if (tag.name == "span" && colour_of(tag) != ink_on_paper) {
      colour_ = colour_of(tag);
    }
  }
  static bool ends_block(const std::string& name) {
    static constexpr std::array<std::string_view, 9> blocks{"p",   "div",     "li",      "ul",  "ol",
                                                            "pre", "details", "summary", "main"};
    return std::find(blocks.begin(), blocks.end(), name) != blocks.end();
  }
  void heading(double size) {
    const std::string text = taken();
    // A heading stays with the first lines below it.
    if (!text.empty()) sheet_.heading(text, size, 24);
  }

  void figure(const Tag& tag) {
    const std::string_view whole = reader_.skip("figure");
    const std::size_t start = whole.find("<svg"), end = whole.rfind("</svg>");
    if (start == std::string_view::npos || end == std::string_view::npos) return;
    const std::string name = tag.attribute("aria-label");
    ++figures_;
    sheet_.picture(whole.substr(start, end + 6 - start), name.empty()
                                                             ? fmt::format("Figure {}", figures_)
                                                             : fmt::format("Figure {}: {}", figures_, name));
  }

  void table(bool numbers) {
    std::vector<std::vector<TableCell>> rows;
    std::optional<Tag> tag;
    const auto cell = [&]() -> TableCell* {
      return rows.empty() || rows.back().empty() ? nullptr : &rows.back().back();
    };
    std::string caption;
    while (true) {
      add_text(reader_.next(tag));
      if (!tag || (tag->end && tag->name == "table")) break;
      if (tag->end && tag->name == "caption") caption = taken();
      if (tag->end && (tag->name == "td" || tag->name == "th")) {
        if (TableCell* now = cell()) now->text = taken();
      } else if (tag->end) {
        if (tag->name == "div" || tag->name == "li" || tag->name == "p") text_ += '\n';
      } else if (tag->name == "tr") {
        rows.emplace_back();
      } else if (tag->name == "td" || tag->name == "th") {
        text_.clear();
        if (rows.empty()) rows.emplace_back();
        rows.back().push_back({"", tag->name == "th", colour_of(*tag), {}});
      } else if (tag->name == "br") {
        text_ += '\n';
      } else if (tag->name == "i" && cell() != nullptr) {
        // The bar of a share: <span class="bar"><i style="width:37%">.
        const std::string style = tag->attribute("style");
        if (style.starts_with("width:"))
          cell()->bar = tag->has_class("over") ? 1.01 : std::stod(style.substr(6)) / 100;
      } else if (tag->name == "script" || tag->name == "style" || tag->name == "template") {
        (void)reader_.skip(tag->name);
      } else if (cell() != nullptr && colour_of(*tag) != ink_on_paper) {
        cell()->colour = colour_of(*tag);
      }
    }
    text_.clear();
    if (!caption.empty()) sheet_.heading(caption, 8, 24);
    TableSetter(std::move(rows), numbers).set(sheet_);
  }

  TagReader reader_;
  Sheet sheet_;
  std::string text_;
  const char* colour_ = ink_on_paper;
  bool small_ = false, in_list_ = false;
  std::size_t figures_ = 0;
};

}  // namespace

std::string page_pdf(std::string_view html) {
  return pdf(PagePrinter(html).pages(), PagePrinter::title_of(html));
}

std::string picture_pdf(std::string_view svg) {
  const std::string title = PagePrinter::title_of(svg);
  Sheet sheet(title);
  sheet.picture(svg);
  return pdf(std::move(sheet).pages(), title);
}

}  // namespace flangeway::plot
