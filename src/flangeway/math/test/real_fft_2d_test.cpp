#include "flangeway/math/real_fft_2d.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "flangeway/math/types.hpp"

namespace flangeway::math {
namespace {

TEST(FastLength, IsAProductOfTwoThreeAndFiveNotMuchLonger) {
  EXPECT_EQ(fast_length(1), 1);
  EXPECT_EQ(fast_length(7), 8);
  EXPECT_EQ(fast_length(11), 12);
  EXPECT_EQ(fast_length(45), 48);  // fewer operations than 45 = 3·3·5
  for (int n = 1; n < 3000; n += 7) {
    const int length = fast_length(n);
    EXPECT_GE(length, n);
    EXPECT_LE(length, n + n / 8 + 5);
    EXPECT_NO_THROW(LaneFft{length});
  }
}

TEST(LaneFft, AgreesWithTheSumThatDefinesIt) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const int n : {1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 27, 30, 60, 64, 100}) {
    const std::size_t lanes = 3, size = static_cast<std::size_t>(n) * lanes;
    std::vector<double> re(size), im(size), work_re(size), work_im(size);
    for (std::size_t i = 0; i < size; ++i) re[i] = number(random), im[i] = number(random);
    const std::vector<double> x = re, y = im;
    const bool here = LaneFft(n).transform(re.data(), im.data(), work_re.data(), work_im.data(), lanes);
    for (std::size_t k = 0; k < size; ++k) {
      std::complex<double> sum = 0;
      for (std::size_t j = k % lanes; j < size; j += lanes) {
        const double angle = -2 * pi * static_cast<double>((j / lanes) * (k / lanes)) / n;
        sum += std::complex<double>(x[j], y[j]) * std::polar(1.0, angle);
      }
      EXPECT_NEAR((here ? re : work_re)[k], sum.real(), 1e-12 * n) << n;
      EXPECT_NEAR((here ? im : work_im)[k], sum.imag(), 1e-12 * n) << n;
    }
  }
}

// With the second half of the samples zero (and full of rubbish), or of the results not looked at.
TEST(LaneFft, HalvesThatAreNotUsed) {
  for (const int n : {2, 4, 6, 8, 10, 12, 20, 24, 48, 60, 64, 90}) {
    const LaneFft fft(n);
    const auto size = static_cast<std::size_t>(n), half = fft.half();
    std::vector<double> re(size), im(size), wr(size), wi(size), re2(size), im2(size), wr2(size, 7),
        wi2(size, 7);
    for (std::size_t i = 0; i < half; ++i)
      re[i] = std::cos(static_cast<double>(i * i)), im[i] = std::sin(2.0 * static_cast<double>(i));
    std::copy(re.begin(), re.end(), re2.begin());
    std::copy(im.begin(), im.end(), im2.begin());
    std::vector<double> re3 = re, im3 = im, wr3(size), wi3(size);
    std::fill(re2.begin() + static_cast<std::ptrdiff_t>(half), re2.end(), 1e30);
    const bool here = fft.transform(re.data(), im.data(), wr.data(), wi.data(), 1);
    ASSERT_EQ(fft.transform(re2.data(), im2.data(), wr2.data(), wi2.data(), 1, HalfZero::input), here);
    ASSERT_EQ(fft.transform(re3.data(), im3.data(), wr3.data(), wi3.data(), 1, HalfZero::output), here);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR((here ? re2 : wr2)[i], (here ? re : wr)[i], 1e-12) << n;
      EXPECT_NEAR((here ? im2 : wi2)[i], (here ? im : wi)[i], 1e-12) << n;
      if (i < half) {
        EXPECT_NEAR((here ? re3 : wr3)[i], (here ? re : wr)[i], 1e-12) << n;
      }
    }
  }
}

TEST(LaneFft, RefusesOtherPrimeFactors) {
  EXPECT_THROW(LaneFft(14), std::invalid_argument);
  EXPECT_THROW(LaneFft(0), std::invalid_argument);
}

std::complex<double> coefficient(const std::vector<double>& field, int nx, int ny, int px, int py, int kx,
                                 int ky) {
  std::complex<double> sum = 0;
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      sum += field[static_cast<std::size_t>(x + nx * y)] *
             std::polar(1.0, -2 * pi * (static_cast<double>(kx * x) / px + static_cast<double>(ky * y) / py));
    }
  }
  return sum;
}

TEST(RealFft2d, GivesTheSpectrumOfThePaddedFieldAndTheFieldBack) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> number(-1, 1);
  const int sizes[][4] = {{1, 1, 1, 1},  {3, 2, 6, 4},  {4, 5, 8, 9},
                          {5, 1, 10, 1}, {1, 7, 2, 15}, {7, 6, 15, 12}};
  for (const auto& [nx, ny, px, py] : sizes) {
    std::vector<double> field(static_cast<std::size_t>(nx * ny)), back(field.size());
    for (double& value : field) value = number(random);
    RealFft2d fft(px, py);
    Spectrum2d spectrum;
    fft.forward(field.data(), nx, ny, spectrum);
    for (int kx = 0; kx < px; ++kx) {
      for (int ky = 0; ky <= py / 2; ++ky) {
        const auto expected = coefficient(field, nx, ny, px, py, kx, ky);
        const std::size_t at = static_cast<std::size_t>(kx) * fft.rows() + static_cast<std::size_t>(ky);
        EXPECT_NEAR(spectrum.re[at], expected.real(), 1e-12);
        EXPECT_NEAR(spectrum.im[at], expected.imag(), 1e-12);
      }
    }
    fft.inverse(spectrum, back.data(), nx, ny);
    for (std::size_t i = 0; i < field.size(); ++i) EXPECT_NEAR(back[i], field[i], 1e-14);
  }
}

// More lanes than one pass takes, in both directions.
TEST(RealFft2d, ManyLanes) {
  const int n = 300, p = 600;
  std::vector<double> field(static_cast<std::size_t>(n * n)), back(field.size());
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = std::sin(static_cast<double>(i));
  RealFft2d fft(p, p);
  Spectrum2d spectrum;
  fft.forward(field.data(), n, n, spectrum);
  const auto expected = coefficient(field, n, n, p, p, 17, 250);
  EXPECT_NEAR(spectrum.re[17 * fft.rows() + 250], expected.real(), 1e-9);
  EXPECT_NEAR(spectrum.im[17 * fft.rows() + 250], expected.imag(), 1e-9);
  fft.inverse(spectrum, back.data(), n, n);
  for (std::size_t i = 0; i < field.size(); ++i) ASSERT_NEAR(back[i], field[i], 1e-13);
}

}  // namespace
}  // namespace flangeway::math
