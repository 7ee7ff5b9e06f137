#include "flangeway/math/real_fft_2d.hpp"

#include <gtest/gtest.h>

#include <array>
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

// A product with spectra block by block is the transform, the product and the inverse as they are one by one:
// sizes with one block and with several, even and odd, one row, one column, with and without room for what is
// far.
TEST(RealFft2d, FiltersAreTransformsAndProducts) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto fill = [&](std::vector<double>& values, std::size_t n) {
    values.resize(n);
    for (double& v : values) v = number(random);
  };
  const auto product = [](const std::vector<double>& f, const Spectrum2d& a, const std::vector<double>& g,
                          const Spectrum2d& b) {
    Spectrum2d sum = a;
    for (std::size_t i = 0; i < f.size(); ++i)
      sum.re[i] = f[i] * a.re[i] + g[i] * b.re[i], sum.im[i] = f[i] * a.im[i] + g[i] * b.im[i];
    return sum;
  };
  for (const auto& [px, py, nx, ny] : {std::array{12, 8, 6, 4},
                                       {15, 9, 15, 9},
                                       {1, 20, 1, 7},
                                       {24, 1, 9, 1},
                                       {48, 60, 23, 31},
                                       {1024, 30, 500, 16},
                                       {1000, 45, 990, 40}}) {
    RealFft2d fft(px, py);
    const auto size = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    std::vector<double> x, y, xx, yy, xy, out_x(size), out_y(size), wanted(size);
    fill(x, size), fill(y, size);
    for (auto* factor : {&xx, &yy, &xy}) fill(*factor, fft.spectrum_size());
    Spectrum2d a, b;
    fft.forward(x.data(), nx, ny, a);
    fft.forward(y.data(), nx, ny, b);
    const auto expect = [&, px = px, py = py, nx = nx, ny = ny](Spectrum2d spectrum,
                                                                const std::vector<double>& found) {
      fft.inverse(spectrum, wanted.data(), nx, ny);
      for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(found[i], wanted[i], 1e-13) << px << ' ' << py;
    };
    const auto axx = fft.arranged(xx), ayy = fft.arranged(yy), axy = fft.arranged(xy);
    fft.filter(x.data(), nx, ny, axx, out_x.data());
    expect(product(xx, a, std::vector<double>(xx.size()), b), out_x);
    fft.filter(x.data(), y.data(), nx, ny, {axx.data(), ayy.data(), axy.data()}, out_x.data(), out_y.data());
    expect(product(xx, a, xy, b), out_x);
    expect(product(xy, a, yy, b), out_y);
    out_x = x;
    fft.filter(out_x.data(), nx, ny, axx, out_x.data());  // in place
    expect(product(xx, a, std::vector<double>(xx.size()), b), out_x);
  }
}

// Two fields and two pairs of weights against whole transforms of weighted fields; one spectrum is real.
template <typename Real>
double error_of_weighted_filter(int px, int py, int nx, int ny) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto filled = [&](std::size_t n) {
    std::vector<double> values(n);
    for (double& value : values) value = number(random);
    return values;
  };
  const auto size = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  const auto columns = static_cast<std::size_t>(nx);
  const std::vector<double> x = filled(size), y = filled(size), in = filled(columns), out = filled(columns);
  RealFft2d whole(px, py);
  Spectrum2d one, other;
  const std::vector<double> kernel = filled(static_cast<std::size_t>(px) * static_cast<std::size_t>(py));
  whole.forward(kernel.data(), px, py, one);
  whole.forward(kernel.data(), px, py, other);
  std::fill(other.im.begin(), other.im.end(), 0.0);

  BasicRealFft2d<Real> fft(px, py);
  typename BasicRealFft2d<Real>::Columns of_x, of_y;
  fft.take(x.data(), nx, ny, of_x);
  fft.take(y.data(), nx, ny, of_y);
  const auto one_re = fft.arranged(one.re), one_im = fft.arranged(one.im), other_re = fft.arranged(other.re);
  const std::vector<Real> w_in(in.begin(), in.end()), w_out(out.begin(), out.end());
  const typename BasicRealFft2d<Real>::Term terms[] = {{&of_x, one_re.data(), one_im.data(), 2},
                                                       {&of_y, other_re.data(), nullptr, Real(-0.5)}};
  const typename BasicRealFft2d<Real>::Weights weights[] = {{w_in.data(), w_out.data(), 3},
                                                            {nullptr, w_in.data(), 1}};
  std::vector<double> found(size);
  fft.filter(terms, weights, nx, ny, found.data());

  std::vector<double> wanted(size), part(size);
  for (const bool weighted : {true, false}) {
    Spectrum2d sum, of_field;
    sum.re.resize(whole.spectrum_size()), sum.im.resize(whole.spectrum_size());
    for (const bool first : {true, false}) {
      for (std::size_t i = 0; i < size; ++i)
        part[i] = (first ? x : y)[i] * (weighted ? in[i % columns] : 1) * (first ? 2 : -0.5);
      whole.forward(part.data(), nx, ny, of_field);
      const Spectrum2d& by = first ? one : other;
      for (std::size_t i = 0; i < sum.re.size(); ++i) {
        sum.re[i] += by.re[i] * of_field.re[i] - by.im[i] * of_field.im[i];
        sum.im[i] += by.re[i] * of_field.im[i] + by.im[i] * of_field.re[i];
      }
    }
    whole.inverse(sum, part.data(), nx, ny);
    for (std::size_t i = 0; i < size; ++i)
      wanted[i] += part[i] * (weighted ? 3 * out[i % columns] : in[i % columns]);
  }
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < size; ++i) {
    largest = std::max(largest, std::abs(wanted[i]));
    apart = std::max(apart, std::abs(found[i] - wanted[i]));
  }
  return apart / largest;
}

TEST(RealFft2d, WeightsOfColumnsAreThoseOfTheField) {
  for (const auto& shape :
       {std::array{1, 20, 1, 7}, {24, 1, 9, 1}, {15, 9, 15, 9}, {48, 60, 23, 31}, {1000, 45, 990, 40}}) {
    EXPECT_LT(error_of_weighted_filter<double>(shape[0], shape[1], shape[2], shape[3]), 1e-13) << shape[0];
    EXPECT_LT(error_of_weighted_filter<float>(shape[0], shape[1], shape[2], shape[3]), 2e-6) << shape[0];
  }
}

TEST(RealFft2d, PlainIsTheInverseOfArranged) {
  for (const auto& shape : {std::array{1, 20}, {24, 1}, {15, 9}, {1024, 250}}) {
    const RealFft2d fft(shape[0], shape[1]);
    std::vector<double> spectrum(fft.spectrum_size());
    for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] = static_cast<double>(i) + 1;
    const std::vector<double> back = fft.plain(fft.arranged(spectrum));
    ASSERT_EQ(back.size(), spectrum.size());
    for (std::size_t i = 0; i < spectrum.size(); ++i) ASSERT_NEAR(back[i] / spectrum[i], 1, 1e-15);
  }
}

TEST(RealFft2d, FiltersInSinglePrecisionGiveSixDigits) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const auto& [px, py, nx, ny] :
       {std::array{1, 20, 1, 7}, {24, 1, 9, 1}, {15, 9, 15, 9}, {48, 60, 23, 31}, {1000, 45, 990, 40}}) {
    RealFft2d full(px, py);
    BasicRealFft2d<float> single(px, py);
    const auto size = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    std::vector<double> x(size), y(size), spectrum(full.spectrum_size()), one(size), other(size), u(size),
        v(size);
    for (auto* values : {&x, &y, &spectrum})
      for (double& value : *values) value = number(random);
    const std::size_t rows = full.rows(), width = static_cast<std::size_t>(px);
    for (std::size_t kx = width / 2 + 1; kx < width; ++kx)  // of a real field
      std::copy_n(&spectrum[(width - kx) * rows], rows, &spectrum[kx * rows]);
    const auto expect_same = [&, px = px, py = py](const std::vector<double>& a,
                                                   const std::vector<double>& b) {
      double largest = 0, apart = 0;
      for (std::size_t i = 0; i < size; ++i)
        largest = std::max(largest, std::abs(a[i])), apart = std::max(apart, std::abs(a[i] - b[i]));
      EXPECT_LT(apart, 1e-6 * largest) << px << ' ' << py;
      EXPECT_GT(apart, 0) << px << ' ' << py;  // they are not one and the same
    };
    const auto f = full.arranged(spectrum);
    const auto g = single.arranged(spectrum);
    full.filter(x.data(), nx, ny, f, one.data());
    single.filter(x.data(), nx, ny, g, other.data());
    expect_same(one, other);
    full.filter(x.data(), y.data(), nx, ny, {f.data(), f.data(), f.data()}, one.data(), u.data());
    single.filter(x.data(), y.data(), nx, ny, {g.data(), g.data(), g.data()}, other.data(), v.data());
    expect_same(one, other);
    expect_same(u, v);
  }
}

}  // namespace
}  // namespace flangeway::math
