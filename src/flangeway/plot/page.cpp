#include "flangeway/plot/page.hpp"

#include <fmt/format.h>

#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/plot/colours.hpp"
#include "flangeway/plot/csv.hpp"
#include "flangeway/plot/page_texts.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {
namespace {

// Pictures keep their light colours, so that a file saved from a page, and the page on paper, is light.
std::string dark_pictures() {
  std::string rules = "@media screen and (prefers-color-scheme: dark) {\n";
  const auto add = [&](const Colour& colour) {
    rules += fmt::format(
        "  svg[fill=\"{0}\"], svg [fill=\"{0}\"] {{ fill: {1}; }} svg [stroke=\"{0}\"] {{ stroke: {1}; }}\n",
        colour.light, colour.dark);
  };
  for (const Colour& colour : colours::plain) add(colour);
  for (const Colour& colour : colours::palette) add(colour);
  return rules + "}\n";
}

// For the reader and for the name of a file that is saved.
std::string name_of(const Figure& figure) {
  if (!figure.title.empty() || figure.panels.empty()) return figure.title;
  const Panel& first = figure.panels.front();
  if (!first.title.empty()) return first.title;
  // Panels over the same x may leave its name to the last.
  const std::string& x = first.x_label.empty() ? figure.panels.back().x_label : first.x_label;
  return x.empty() ? first.y_label : first.y_label + " over " + x;
}
std::string name_of(const MapFigure& figure) {
  return figure.title.empty() && !figure.panels.empty() ? figure.panels.front().title : figure.title;
}

template <typename AnyFigure>
std::string with_numbers(const AnyFigure& figure, const std::string& picture) {
  return fmt::format("<figure aria-label=\"{}\">\n{}<template>{}</template>\n</figure>\n",
                     escaped(name_of(figure)), picture, escaped(csv(figure)));
}

}  // namespace

std::string page_head(std::string_view title, int refresh) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "{1}<title>{0}</title>\n<style>\n{2}{3}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escaped(title),
      refresh > 0 ? fmt::format("<meta http-equiv=\"refresh\" content=\"{}\">\n", refresh) : "", page_style,
      dark_pictures());
}

std::string page_figure(const Figure& figure, const std::vector<Link>& links) {
  return with_numbers(figure, svg(figure, links));
}

std::string page_figure(const MapFigure& figure) {
  return with_numbers(figure, svg(figure));
}

std::string provenance(std::string_view command_line, const std::vector<Input>& inputs) {
  std::string files;
  for (const Input& file : inputs)
    files += fmt::format("<div>{} <code title=\"SHA-256\">{}</code></div>", escaped(file.path),
                         file_hash(file.path, file.text));
  return fmt::format(
      "<h2>Where this comes from</h2>\n<table class=\"facts\">\n<tr><th>Command "
      "line</th><td><code>{}</code></td></tr>\n{}"
      "<tr><th>Program</th><td>Flangeway {} ({})</td></tr>\n</table>\n",
      escaped(command_line), files.empty() ? "" : "<tr><th>Input files</th><td>" + files + "</td></tr>\n",
      escaped(version()), escaped(commit()));
}

std::string page_end() {
  return fmt::format("<script>\n(() => {{\n'use strict';\n{}}})();\n</script>\n</body>\n</html>\n",
                     page_script);
}

}  // namespace flangeway::plot
