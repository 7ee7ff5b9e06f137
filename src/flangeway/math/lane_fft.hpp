// Discrete Fourier transforms of many signals side by side. The signals lie in lanes, so that every operation
// runs over neighbouring numbers for any length.
#pragma once

#include <cstddef>
#include <vector>

namespace flangeway::math {

/// A length n' ≥ n of the form 2^a 3^b 5^c whose transforms are cheap, mostly within an eighth of n; n ≥ 1.
[[nodiscard]] int fast_length(int n);

/// Knowledge of the samples at and beyond (n + 1)/2: none, they are zero (and need not even be written), or
/// their results are not wanted.
enum class HalfZero { none, input, output };

/// Complex transform of length n = 2^a 3^b 5^c by the autosort algorithm of Stockham, radices 4, 2, 3 and 5.
/// Sample k of lane l has its real part at re[k·lanes + l]. Not scaled. [VanLoan1992, ch. 1]
/// Real: double, or float for what needs no more than six digits and takes half the time.
template <typename Real>
class BasicLaneFft {
 public:
  /// n ≥ 1; throws std::invalid_argument if n has other prime factors.
  explicit BasicLaneFft(int n);
  [[nodiscard]] int length() const { return n_; }

  /// X(k) = Σ x(j) exp(−2πi jk/n). The data is in re, im (n·lanes each); work_re, work_im of the same size
  /// are overwritten. Returns true if the result is in re, im, false if it is in the work arrays. The inverse
  /// is the same with re and im exchanged.
  bool transform(Real* re, Real* im, Real* work_re, Real* work_im, std::size_t lanes,
                 HalfZero zero = HalfZero::none) const;
  /// Index at which the second half begins; n if the length is odd, and nothing is saved.
  [[nodiscard]] std::size_t half() const { return static_cast<std::size_t>(n_ % 2 == 0 ? n_ / 2 : n_); }

 private:
  struct Stage {
    int radix = 0;
    int groups = 0;                  ///< m: number of twiddle factors
    std::size_t stride = 0;          ///< product of the radices before
    std::vector<Real> cosine, sine;  ///< of −2π p j/(radix·m), index p·(radix−1) + j − 1
  };
  int n_ = 0;
  std::vector<Stage> stages_;
};
using LaneFft = BasicLaneFft<double>;

}  // namespace flangeway::math
