// Boxes of the texts of our pictures, as the pictures themselves estimate them.
#pragma once

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "flangeway/plot/text_fit.hpp"

namespace flangeway::plot::test {

struct TextBox {
  std::string kind, text;  ///< class of the element, and its content
  double left, right, top, bottom;
};

inline std::string attribute(const std::string& tag, const std::string& name) {
  const std::size_t start = tag.find(" " + name + "=\"");
  if (start == std::string::npos) return "";
  const std::size_t from = start + name.size() + 3;
  return tag.substr(from, tag.find('"', from) - from);
}

inline double number_or(const std::string& text, double otherwise) {
  return text.empty() ? otherwise : std::stod(text);
}

/// Boxes of all texts, also of those in nested pictures.
inline std::vector<TextBox> text_boxes(const std::string& svg) {
  std::vector<TextBox> boxes;
  std::vector<std::pair<double, double>> origins{{0, 0}};
  static const std::regex part("<(/?svg|text)([^>]*)>([^<]*)");
  for (std::sregex_iterator it(svg.begin(), svg.end(), part), end; it != end; ++it) {
    const std::string name = (*it)[1], tag = (*it)[2], content = (*it)[3];
    const auto [x0, y0] = origins.back();
    if (name == "svg")
      origins.emplace_back(x0 + number_or(attribute(tag, "x"), 0), y0 + number_or(attribute(tag, "y"), 0));
    if (name == "/svg") origins.pop_back();
    if (name != "text" || content.empty()) continue;
    const double size = number_or(attribute(tag, "font-size"), 13), wide = text_width(content, size);
    const std::string anchor = attribute(tag, "text-anchor"), turn = attribute(tag, "transform");
    const double before = anchor == "end" ? wide : anchor == "middle" ? wide / 2 : 0;
    if (turn.empty()) {
      const double x = x0 + number_or(attribute(tag, "x"), 0) - before,
                   y = y0 + number_or(attribute(tag, "y"), 0);
      boxes.push_back({attribute(tag, "class"), content, x, x + wide, y - 0.75 * size, y + 0.2 * size});
    } else {  // translate(x y) rotate(-90) or rotate(-90 x y)
      const bool moved = turn.starts_with("translate(");
      const std::string numbers = turn.substr(moved ? 10 : 11);
      const double x = std::stod(numbers), y = std::stod(numbers.substr(numbers.find(' ')));
      boxes.push_back(
          {attribute(tag, "class"), content, x - 0.75 * size, x + 0.2 * size, y - wide + before, y + before});
    }
  }
  return boxes;
}

/// Faults that a reviewer would send back: texts that are clipped or lie over each other, axes with fewer
/// than three ticks or without a title.
inline std::vector<std::string> faults(const std::string& svg) {
  std::vector<std::string> found;
  const std::string head = svg.substr(0, svg.find('>'));
  const double width = number_or(attribute(head, "width"), 0),
               height = number_or(attribute(head, "height"), 0);
  const std::vector<TextBox> boxes = text_boxes(svg);
  constexpr double near = 1;  // pixel that the estimate may be wrong
  const auto count = [&](const std::string& kind) {
    return std::count_if(boxes.begin(), boxes.end(), [&](const TextBox& box) { return box.kind == kind; });
  };
  for (const char* axis : {"x", "y"}) {
    const auto labels = count(std::string("label-") + axis), ticks = count(std::string("tick-") + axis);
    if (labels == 0) found.push_back(std::string("no title of axis ") + axis);
    if (ticks < 3 * labels) found.push_back(std::string("fewer than three ticks of axis ") + axis);
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TextBox& one = boxes[i];
    if (one.left < -near || one.right > width + near || one.top < -near || one.bottom > height + near)
      found.push_back("clipped: " + one.text);
    for (std::size_t k = 0; k < i; ++k) {
      const TextBox& other = boxes[k];
      if (one.left + near < other.right && other.left + near < one.right && one.top + near < other.bottom &&
          other.top + near < one.bottom)
        found.push_back("over each other: " + one.text + " | " + other.text);
    }
  }
  return found;
}

}  // namespace flangeway::plot::test
