#include "flangeway/plot/pdf.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <map>
#include <stdexcept>

#include "pdf_text.hpp"

namespace flangeway::plot {
namespace {

using Attributes = std::map<std::string, std::string, std::less<>>;

// Style that a drawing inherits from the surrounding elements.
struct Style {
  Attributes attributes{{"fill", "#000000"}, {"stroke", "none"}, {"stroke-width", "1"}, {"font-size", "12"}};
  double width = 0, height = 0;  // of the picture, for lengths in %
  int saved = 0;                 // states of PDF that the element has saved

  [[nodiscard]] std::string text(std::string_view name) const {
    const auto found = attributes.find(name);
    return found == attributes.end() ? "" : found->second;
  }
};

double number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) throw std::invalid_argument(fmt::format("'{}' in a picture is no number", text));
  return value;
}

std::string unescaped(std::string_view text) {
  static constexpr std::pair<std::string_view, char> names[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&amp;", '&'}, {"&#39;", '\''}};
  std::string out;
  while (!text.empty()) {
    std::size_t length = 1;
    char c = text.front();
    for (const auto& [name, character] : names)
      if (text.starts_with(name)) length = name.size(), c = character;
    out += c;
    text.remove_prefix(length);
  }
  return out;
}

// "#rgb" or "#rrggbb", thinned towards white, as operands of rg and RG.
std::string colour_of(const std::string& text, double opacity) {
  if (text.size() != 4 && text.size() != 7)
    throw std::invalid_argument(fmt::format("'{}' in a picture is no colour", text));
  std::string out;
  const std::size_t digits = text.size() == 4 ? 1 : 2;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string part = text.substr(1 + i * digits, digits);
    const double share = std::stoi(digits == 1 ? part + part : part, nullptr, 16) / 255.0;
    out += fmt::format("{:.3f} ", 1 - opacity * (1 - share));
  }
  return out;
}

// Writes the operators of one page while it reads a picture.
class Painter {
 public:
  std::string paint(std::string_view picture);

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] Style& style() { return styles_.back(); }
  double length(std::string_view name, double whole);
  double opacity(std::string_view name);
  void open(const std::string& element);
  void close();
  void nest();
  void save(const std::string& matrix);
  void transform();
  void finish_shape(bool filled);
  void rectangle();
  void circle();
  void path();
  void text(std::string_view content);

  std::vector<Style> styles_;
  std::string out_;
};

double Painter::length(std::string_view name, double whole) {
  const std::string value = style().text(name);
  if (value.empty()) return 0;
  return value.back() == '%' ? number_of(value) / 100 * whole : number_of(value);
}

double Painter::opacity(std::string_view name) {
  const std::string value = style().text(name);
  return value.empty() ? 1 : number_of(value);
}

void Painter::save(const std::string& matrix) {
  put("q {} cm\n", matrix);
  ++style().saved;
}

// A picture: the outer one onto the page, a nested one at its place, cut to its size.
void Painter::nest() {
  Style& now = style();
  const bool outer = styles_.size() == 1;
  const double width = length("width", now.width), height = length("height", now.height);
  double inner_width = width, inner_height = height, left = 0, above = 0;
  if (const std::string box = now.text("viewBox"); !box.empty()) {
    left = number_of(box), above = number_of(std::string_view(box).substr(box.find(' ') + 1));
    const std::size_t third = box.find(' ', box.find(' ') + 1) + 1, fourth = box.find(' ', third) + 1;
    inner_width = number_of(std::string_view(box).substr(third));
    inner_height = number_of(std::string_view(box).substr(fourth));
  }
  const double scale = (outer ? pdf_page_width : width) / inner_width;
  if (outer) {
    save(fmt::format("{0:.5f} 0 0 -{0:.5f} 0 {1:.2f}", scale, pdf_page_height));
  } else {
    save(fmt::format("{0:.5f} 0 0 {0:.5f} {1:.2f} {2:.2f}", scale, length("x", 0) - scale * left,
                     length("y", 0) - scale * above));
    put("{:.2f} {:.2f} {:.2f} {:.2f} re W n\n", left, above, inner_width, inner_height);
  }
  now.width = inner_width, now.height = inner_height;
}

// "translate(18 60.0) rotate(-90)" and "rotate(-90 18 60.0)": the only ones that our pictures have.
void Painter::transform() {
  const std::string value = style().text("transform");
  if (value.empty()) return;
  const auto numbers_behind = [&](std::size_t place) {
    const std::size_t space = value.find(' ', place);
    return std::pair(number_of(std::string_view(value).substr(place)),
                     number_of(std::string_view(value).substr(space + 1)));
  };
  if (value.starts_with("translate(") && value.ends_with(" rotate(-90)")) {
    const auto [x, y] = numbers_behind(10);
    save(fmt::format("0 -1 1 0 {:.2f} {:.2f}", x, y));
  } else if (value.starts_with("rotate(-90 ")) {
    const auto [x, y] = numbers_behind(11);
    save(fmt::format("0 -1 1 0 {:.2f} {:.2f}", x - y, x + y));
  } else {
    throw std::invalid_argument("a picture has the transformation " + value);
  }
}

void Painter::finish_shape(bool filled) {
  const std::string fill = style().text("fill"), stroke = style().text("stroke");
  const bool fills = filled && fill != "none", strokes = stroke != "none";
  put("{}\n", fills && strokes ? "B" : fills ? "f" : strokes ? "S" : "n");
}

void Painter::rectangle() {
  put("{:.2f} {:.2f} {:.2f} {:.2f} re ", length("x", 0), length("y", 0), length("width", style().width),
      length("height", style().height));
  finish_shape(true);
}

// Four cubic curves, within 0.03 % of the radius.
void Painter::circle() {
  const double x = length("cx", 0), y = length("cy", 0), r = length("r", 0), c = 0.5523 * r;
  put("{:.2f} {:.2f} m {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c ", x + r, y, x + r, y + c, x + c, y + r, x,
      y + r);
  put("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c ", x - c, y + r, x - r, y + c, x - r, y);
  put("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c ", x - r, y - c, x - c, y - r, x, y - r);
  put("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c ", x + c, y - r, x + r, y - c, x + r, y);
  finish_shape(true);
}

void Painter::path() {
  const std::string value = style().text("d");
  std::string_view rest = value;
  double x = 0, y = 0;
  const auto number = [&] {
    const std::size_t start = rest.find_first_not_of(" ,");
    rest.remove_prefix(std::min(start, rest.size()));
    double found = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), found);
    if (error != std::errc()) throw std::invalid_argument("a picture has the path " + value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return found;
  };
  while (!rest.empty()) {
    const char command = rest.front();
    rest.remove_prefix(1);
    switch (command) {
      case ' ':
        break;
      case 'M':
        x = number(), y = number(), put("{:.2f} {:.2f} m ", x, y);
        break;
      case 'L':
        x = number(), y = number(), put("{:.2f} {:.2f} l ", x, y);
        break;
      case 'm':
        x += number(), y += number(), put("{:.2f} {:.2f} m ", x, y);
        break;
      case 'l':
        x += number(), y += number(), put("{:.2f} {:.2f} l ", x, y);
        break;
      case 'h':
        x += number(), put("{:.2f} {:.2f} l ", x, y);
        break;
      case 'v':
        y += number(), put("{:.2f} {:.2f} l ", x, y);
        break;
      case 'z':
        put("h ");
        break;
      default:
        throw std::invalid_argument("a picture has the path " + value);
    }
  }
  finish_shape(true);
}

void Painter::text(std::string_view content) {
  const std::string plain = unescaped(content), weight = style().text("font-weight");
  const bool bold = weight == "600" || weight == "bold";
  const double size = length("font-size", 0), width = helvetica_width(plain, size) * (bold ? 1.06 : 1);
  const std::string anchor = style().text("text-anchor");
  double x = length("x", 0) - (anchor == "end" ? width : anchor == "middle" ? width / 2 : 0);
  for (const PdfRun& run : pdf_runs(plain)) {
    put("BT /{} {:.2f} Tf 1 0 0 -1 {:.2f} {:.2f} Tm {} Tj ET\n",
        run.symbol ? "F3"
        : bold     ? "F2"
                   : "F1",
        run.shift == 0 ? size : PdfRun::small * size, x, length("y", 0) - run.shift * size,
        pdf_string(run.bytes));
    x += run.width * size * (bold ? 1.06 : 1);
  }
}

void Painter::open(const std::string& element) {
  if (element == "svg") nest();
  transform();
  const std::string fill = style().text("fill"), stroke = style().text("stroke"),
                    dashes = style().text("stroke-dasharray");
  if (element == "g" || element == "svg" || element == "title" || element == "a") return;
  if (fill != "none") put("{}rg ", colour_of(fill, opacity("fill-opacity")));
  if (stroke != "none")
    put("{}RG {} w [{}] 0 d {} J ", colour_of(stroke, opacity("stroke-opacity")),
        style().text("stroke-width"), dashes, style().text("stroke-linecap") == "round" ? 1 : 0);
  if (element == "rect") return rectangle();
  if (element == "circle") return circle();
  if (element == "path") return path();
  if (element != "text") throw std::invalid_argument("a picture has the element " + element);
}

void Painter::close() {
  for (int i = 0; i < style().saved; ++i) put("Q\n");
  styles_.pop_back();
}

// Name and attributes of a tag without its brackets.
std::pair<std::string, Attributes> parsed(std::string_view tag) {
  const std::string name{tag.substr(0, tag.find_first_of(" /\n"))};
  Attributes attributes;
  for (std::size_t equals = tag.find("=\""); equals != std::string_view::npos;
       equals = tag.find("=\"", equals)) {
    const std::size_t start = tag.find_last_of(" \n", equals) + 1, end = tag.find('"', equals + 2);
    attributes[std::string(tag.substr(start, equals - start))] = tag.substr(equals + 2, end - equals - 2);
    equals = end;
  }
  return {name, std::move(attributes)};
}

std::string Painter::paint(std::string_view picture) {
  constexpr std::string_view inherited[] = {"fill", "stroke", "stroke-width", "font-size", "font-weight"};
  while (true) {
    const std::size_t start = picture.find('<'), end = picture.find('>', start);
    if (end == std::string_view::npos) return out_;
    std::string_view tag = picture.substr(start + 1, end - start - 1);
    picture.remove_prefix(end + 1);
    if (tag.starts_with('/')) {
      close();
      continue;
    }
    auto [element, attributes] = parsed(tag);
    Style next;
    if (!styles_.empty()) {
      next.width = style().width, next.height = style().height;
      for (const std::string_view name : inherited)
        if (const std::string value = style().text(name); !value.empty())
          next.attributes[std::string(name)] = value;
    }
    for (auto& [name, value] : attributes) next.attributes[name] = value;
    styles_.push_back(std::move(next));
    open(element);
    if (element == "text") text(picture.substr(0, picture.find('<')));
    if (tag.ends_with('/')) close();
  }
}

constexpr const char* fonts =
    "<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> "
    "/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >> "
    "/F3 << /Type /Font /Subtype /Type1 /BaseFont /Symbol >> >>";

std::string latin_title(std::string_view title) {
  std::string bytes;
  for (const PdfRun& run : pdf_runs(title)) bytes += run.symbol ? "" : run.bytes;
  return pdf_string(bytes);
}

}  // namespace

// [PDF32000, section 7.5]: objects, the table of their places, the trailer.
std::string pdf(const std::vector<std::string>& pictures, std::string_view title) {
  std::vector<std::string> objects{"<< /Type /Catalog /Pages 2 0 R >>", "",
                                   fmt::format("<< /Title {} /Producer (Flangeway) >>", latin_title(title))};
  std::string pages;
  for (const std::string& picture : pictures) {
    const std::string content = Painter().paint(picture);
    const std::size_t page = objects.size() + 1;
    pages += fmt::format("{} 0 R ", page);
    objects.push_back(fmt::format(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources << /Font {} >> /Contents {} 0 R >>",
        pdf_page_width, pdf_page_height, fonts, page + 1));
    objects.push_back(fmt::format("<< /Length {} >>\nstream\n{}\nendstream", content.size(), content));
  }
  objects[1] = fmt::format("<< /Type /Pages /Count {} /Kids [ {}] >>", pictures.size(), pages);
  std::string file = "%PDF-1.4\n", table;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    table += fmt::format("{:010} 00000 n \n", file.size());
    file += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t place = file.size(), count = objects.size() + 1;
  file += fmt::format("xref\n0 {}\n0000000000 65535 f \n{}", count, table);
  return file +
         fmt::format("trailer\n<< /Size {} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{}\n%%EOF\n", count, place);
}

}  // namespace flangeway::plot
