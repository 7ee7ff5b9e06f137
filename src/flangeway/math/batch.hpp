// A batch of four numbers: where a step computes the same formula for several bodies or contacts, it computes
// four of them at once.
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

  using Anywhere [[gnu::aligned(sizeof(double)), gnu::may_alias]] = Lanes;

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
  void store(double* to) const { *reinterpret_cast<Anywhere*>(to) = lanes; }
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

[[nodiscard]] inline double sum(const Batch& x) {
  return (x[0] + x[1]) + (x[2] + x[3]);
}

/// Reads the same place of four arrays: lane k belongs to the k-th.
[[nodiscard]] inline Batch gather(const double* const (&from)[batch_size], std::size_t index) {
  return {from[0][index], from[1][index], from[2][index], from[3][index]};
}

/// Four rows to four columns.
inline void transpose(Batch (&m)[batch_size]) {
  const Batch::Lanes a = __builtin_shufflevector(m[0].lanes, m[1].lanes, 0, 4, 2, 6),
                     b = __builtin_shufflevector(m[0].lanes, m[1].lanes, 1, 5, 3, 7),
                     c = __builtin_shufflevector(m[2].lanes, m[3].lanes, 0, 4, 2, 6),
                     d = __builtin_shufflevector(m[2].lanes, m[3].lanes, 1, 5, 3, 7);
  m[0].lanes = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  m[1].lanes = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  m[2].lanes = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  m[3].lanes = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Takes a struct of batches apart into four structs of doubles of the same form: Form<Batch> and
/// Form<double> hold nothing but their scalars, without gaps.
template <template <typename> class Form>
inline void scatter(const Form<Batch>& values, Form<double>* const (&to)[batch_size]) {
  static_assert(sizeof(Form<Batch>) == batch_size * sizeof(Form<double>));
  constexpr std::size_t count = sizeof(Form<double>) / sizeof(double), whole = count - count % batch_size;
  const auto* from = reinterpret_cast<const Batch*>(&values);
  auto *a = reinterpret_cast<double*>(to[0]), *b = reinterpret_cast<double*>(to[1]),
       *c = reinterpret_cast<double*>(to[2]), *d = reinterpret_cast<double*>(to[3]);
  for (std::size_t i = 0; i < whole; i += batch_size) {
    Batch block[] = {from[i], from[i + 1], from[i + 2], from[i + 3]};
    transpose(block);
    block[0].store(a + i);
    block[1].store(b + i);
    block[2].store(c + i);
    block[3].store(d + i);
  }
  for (std::size_t i = whole; i < count; ++i) {
    a[i] = from[i][0], b[i] = from[i][1], c[i] = from[i][2], d[i] = from[i][3];
  }
}

}  // namespace flangeway::math
