// Four numbers at once: what a step computes for several bodies or contacts alike, it computes for four of
// them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace flangeway::math {

inline constexpr std::size_t batch_size = 4;

/// Four doubles; all operations lane by lane. The compiler makes one AVX instruction of an operation, or two
/// of SSE2 (core/vectorized.hpp). Templates of physics take it as their scalar; what they may not do is
/// branch on it: comparisons give a mask, select() chooses.
struct alignas(batch_size * sizeof(double)) Batch {  // the vector's own alignment is the processor's affair
  using Lanes = double __attribute__((vector_size(batch_size * sizeof(double))));
  using Bits = std::int64_t __attribute__((vector_size(batch_size * sizeof(double))));

  /// The result of a comparison: all bits of a lane set or none.
  struct Mask {
    Bits bits;
    friend Mask operator&(const Mask& a, const Mask& b) { return {a.bits & b.bits}; }
    friend Mask operator|(const Mask& a, const Mask& b) { return {a.bits | b.bits}; }
  };

  Lanes lanes;

  Batch() = default;
  Batch(double all) : lanes{all, all, all, all} {}  // NOLINT: constants mix freely with batches
  explicit Batch(const Lanes& l) : lanes(l) {}
  explicit Batch(const Bits& bits) : lanes(reinterpret_cast<Lanes>(bits)) {}
  Batch(double a, double b, double c, double d) : lanes{a, b, c, d} {}

  [[nodiscard]] double operator[](std::size_t lane) const { return lanes[lane]; }
  void set(std::size_t lane, double value) { lanes[lane] = value; }
  [[nodiscard]] Bits bits() const { return reinterpret_cast<Bits>(lanes); }

  friend Batch operator-(const Batch& a) { return Batch(-a.lanes); }
  friend Batch operator+(const Batch& a, const Batch& b) { return Batch(a.lanes + b.lanes); }
  friend Batch operator-(const Batch& a, const Batch& b) { return Batch(a.lanes - b.lanes); }
  friend Batch operator*(const Batch& a, const Batch& b) { return Batch(a.lanes * b.lanes); }
  friend Batch operator/(const Batch& a, const Batch& b) { return Batch(a.lanes / b.lanes); }
  Batch& operator+=(const Batch& b) { return lanes += b.lanes, *this; }
  Batch& operator-=(const Batch& b) { return lanes -= b.lanes, *this; }
  Batch& operator*=(const Batch& b) { return lanes *= b.lanes, *this; }
  Batch& operator/=(const Batch& b) { return lanes /= b.lanes, *this; }
  friend Mask operator<(const Batch& a, const Batch& b) { return {a.lanes < b.lanes}; }
  friend Mask operator>(const Batch& a, const Batch& b) { return {a.lanes > b.lanes}; }
};

/// yes where the mask holds, no elsewhere. The forms for bool let one template serve both kinds of scalar.
[[nodiscard]] inline Batch select(const Batch::Mask& mask, const Batch& yes, const Batch& no) {
  return Batch((mask.bits & yes.bits()) | (~mask.bits & no.bits()));
}
[[nodiscard]] inline double select(bool choice, double yes, double no) {
  return choice ? yes : no;
}
[[nodiscard]] inline bool any(const Batch::Mask& mask) {
  return (mask.bits[0] | mask.bits[1] | mask.bits[2] | mask.bits[3]) != 0;
}
[[nodiscard]] inline bool any(bool choice) {
  return choice;
}

[[nodiscard]] inline Batch sqrt(const Batch& x) {
  return {std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}
[[nodiscard]] inline Batch abs(const Batch& x) {
  return Batch(x.bits() & ~Batch(-0.0).bits());
}

/// Reads or writes the same place in four arrays or structs of numbers: lane k belongs to the k-th.
[[nodiscard]] inline Batch gather(const double* const (&from)[batch_size], std::size_t index) {
  return {from[0][index], from[1][index], from[2][index], from[3][index]};
}
inline void scatter(const Batch& values, double* const (&to)[batch_size], std::size_t index) {
  for (std::size_t lane = 0; lane < batch_size; ++lane) to[lane][index] = values[lane];
}

}  // namespace flangeway::math
