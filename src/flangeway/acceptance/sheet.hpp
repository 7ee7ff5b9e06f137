// Pages of A4 as pictures, filled from top to bottom.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/plot/figure.hpp"

namespace flangeway::acceptance {

/// Lengths are in points.
class Sheet {
 public:
  Sheet();
  void heading(std::string_view text, double size);
  /// Broken into lines at spaces, and within words that are too long.
  void paragraph(std::string_view text, double size = 8, std::string_view colour = "#1b1f24",
                 double indent = 0);
  /// A line of cells; where a cell is too wide its text is cut.
  struct Cell {
    std::string text;
    double at = 0, width = 0;
    bool right = false;  ///< aligned to the right end
    std::string colour = "#1b1f24";
  };
  void row(const std::vector<Cell>& cells, double size = 7.5, bool bold = false);
  /// A bar on the line of the last row: the share of its width that is full, more than 1 in another colour.
  void bar(double at, double width, double share);
  void figure(const plot::Panel& panel);
  void space(double height) { top_ += height; }
  /// Starts a new page where less than this height is left.
  void need(double height);
  [[nodiscard]] std::vector<std::string> pages() &&;

 private:
  void end_page();

  std::vector<std::string> done_;
  std::string body_;
  double top_ = 0;
};

}  // namespace flangeway::acceptance
