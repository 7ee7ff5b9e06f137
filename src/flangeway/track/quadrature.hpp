// Quadrature of smooth functions.
#pragma once

#include <array>
#include <cstddef>

namespace flangeway::track {

// Gauss–Legendre on [-1, 1], 5 points: exact for polynomials up to degree 9 [AbramowitzStegun1964,
// table 25.4].
inline constexpr std::array<double, 5> gauss_nodes{-0.9061798459386640, -0.5384693101056831, 0,
                                                   0.5384693101056831, 0.9061798459386640};
inline constexpr std::array<double, 5> gauss_weights{
    0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665, 0.2369268850561891};

template <typename Function>
double integral(double a, double b, const Function& f) {
  const double middle = (a + b) / 2, half = (b - a) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < gauss_nodes.size(); ++i)
    sum += gauss_weights[i] * f(middle + half * gauss_nodes[i]);
  return half * sum;
}

}  // namespace flangeway::track
