// A header of four lines, then for each matrix and each offset across a line for each offset along x: its
// number, its length in mm and nine coefficients. Lines between them are headings. The format is that which
// the program CONTACT reads (its source, revision 2707, src/m_inflcf.f90).
#include "flangeway/deck/coefficients.hpp"

#include <fmt/format.h>

#include "flangeway/deck/number.hpp"
#include "flangeway/deck/scanner.hpp"

namespace flangeway::deck {
namespace {

constexpr double max_values = 2e8;

class CoefficientReader {
 public:
  CoefficientReader(std::string_view text, const std::string& file, Findings& findings)
      : findings_(findings), in_(text, file) {
    in_.set_key("influence coefficients");
  }

  std::optional<Coefficients> read() {
    const std::size_t before = findings_.all().size();
    read_header();
    for (long matrix = 0; matrix < made_.matrices && !failed_ && !in_.failed(); ++matrix)
      for (long oy = 1 - made_.my; oy < made_.my && !failed_; ++oy)
        for (long ox = 0; ox < made_.mx && !failed_; ++ox) read_offset(matrix, oy, ox);
    in_.hand_over(findings_);
    if (findings_.all().size() != before) return std::nullopt;
    return std::move(made_);
  }

 private:
  void read_header() {
    in_.group();
    made_.matrices = in_.integer("the number of matrices", at_least(1));
    (void)in_.integer("the number of the convex body", {1, 2});
    in_.group();
    require(in_.integer("the mark of alike bodies"), 0, "coefficients of alike bodies are not complete");
    require(in_.integer("the order of the columns"), 312, "the columns are in another order");
    in_.group();
    require(in_.integer("the symmetry along x"), 1, "the offsets along x are not mirrored");
    require(in_.integer("the symmetry across"), 0, "the offsets across are mirrored");
    in_.group();
    made_.mx = in_.integer("MX", at_least(1));
    made_.my = in_.integer("MY", at_least(1));
    made_.dx = in_.real("DX", at_least(1e-8));
    made_.dy = in_.real("DY", at_least(1e-8));
    if (in_.failed()) return;
    const double lines = static_cast<double>(made_.matrices) * static_cast<double>(made_.mx) *
                         (2 * static_cast<double>(made_.my) - 1);
    if (!(lines * 9 <= max_values)) {
      in_.complain("there are too many coefficients", fmt::format("{:.3g}", lines * 9),
                   fmt::format("at most {:.3g}", max_values));
      in_.stop();
      return;
    }
  }

  void require(long found, long known, const char* problem) {
    if (!in_.failed() && found != known)
      in_.complain(problem, std::to_string(found), std::to_string(known),
                   "The program CONTACT reads no other");
  }

  // The next line that begins with a number of integral value and has enough others.
  void read_offset(long matrix, long oy, long ox) {
    while (in_.group()) {
      const auto number = parse_integer(in_.peek());
      if (!number || in_.words_left() < 2 + made_.values.size()) continue;
      in_.set_key(fmt::format("matrix {}, offset {} across", matrix + 1, oy));
      if (in_.integer("the offset along x") != ox) {
        in_.complain("another offset was expected here", std::to_string(*number), std::to_string(ox));
        failed_ = true;
        return;
      }
      (void)in_.real("the distance along x");
      for (auto& values : made_.values) values.push_back(in_.real("a coefficient"));
      failed_ = in_.failed();
      return;
    }
    failed_ = true;
    findings_.add({in_.here(),
                   "influence coefficients",
                   "ends before the last coefficient",
                   fmt::format("{} lines of coefficients", made_.values[0].size()),
                   fmt::format("{}", made_.matrices * made_.mx * (2 * made_.my - 1)),
                   {}});
  }

  Findings& findings_;
  Scanner in_;
  Coefficients made_;
  bool failed_ = false;
};

}  // namespace

std::optional<Coefficients> read_coefficients(std::string_view text, const std::string& file_name,
                                              Findings& findings) {
  return CoefficientReader(text, file_name, findings).read();
}

}  // namespace flangeway::deck
