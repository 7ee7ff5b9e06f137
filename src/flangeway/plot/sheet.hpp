// Pages of A4 as pictures, filled from top to bottom, for plot::pdf().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/plot/figure.hpp"

namespace flangeway::plot {

/// Lengths are in points. Each page has its number and the number of pages at its foot, and from the second
/// page on the title at its head.
class Sheet {
 public:
  explicit Sheet(std::string_view title);
  /// Stays on one page with what follows it: `with` is the height of that.
  void heading(std::string_view text, double size, double with = 0);
  /// Broken into lines at spaces, and within words that are too long.
  void paragraph(std::string_view text, double size = 8, std::string_view colour = "#1b1f24",
                 double indent = 0);
  /// A line of cells; where a cell is too wide its text is cut.
  struct Cell {
    std::string text;
    double at = 0, width = 0;
    bool right = false;  ///< aligned to the right end
    std::string colour = "#1b1f24";
    bool bold = false;
  };
  void row(const std::vector<Cell>& cells, double size = 7.5, bool bold = false);
  /// A row whose cells have several lines: cell i has the lines `texts[i]`. Kept on one page if a page can
  /// hold it. With `repeated` the row is printed again at the head of each page that the table goes on to,
  /// until end_table().
  void tall_row(const std::vector<Cell>& cells, const std::vector<std::vector<std::string>>& texts,
                double size, bool repeated = false);
  void end_table() { head_ = {}; }
  /// A bar on the line of the last row: the share of its width that is full, more than 1 in another colour.
  void bar(double at, double width, double share);
  void figure(const Panel& panel);
  /// An SVG picture of plot::svg(), over the width of the page, with a caption below. Pictures of several
  /// panels may go on on the next page between two panels.
  void picture(std::string_view svg, std::string_view caption = {});
  void space(double height) { top_ += height; }
  /// Starts a new page where less than this height is left.
  void need(double height);
  [[nodiscard]] std::vector<std::string> pages() &&;

  /// Width between the margins, in points.
  [[nodiscard]] static double width();

 private:
  struct Head {
    std::vector<Cell> cells;
    std::vector<std::vector<std::string>> lines;
    double size = 0;
  };
  void end_page();
  void put_row(const std::vector<Cell>& cells, const std::vector<std::vector<std::string>>& texts,
               double size);
  void part_of_picture(std::string_view svg, double from, double to, double scale);

  std::string title_;
  std::vector<std::string> done_;
  std::string body_;
  double top_ = 0;
  Head head_;
};

/// Lines of a text that are no wider than `room` in Helvetica: broken at spaces, behind slashes, and within
/// words that are too long.
[[nodiscard]] std::vector<std::string> broken_lines(std::string_view text, double size, double room);

}  // namespace flangeway::plot
