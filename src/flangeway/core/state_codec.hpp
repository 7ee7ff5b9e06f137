// A state is saved, loaded and compared through one list of its fields.
//
// A state struct has a free function beside it that names its fields once:
//
//   struct ForceHistory { std::size_t count = 0; Vec2 last = Vec2::Zero(); };
//   template <typename Codec>
//   void fields(Codec& codec, typename Codec::template Reference<ForceHistory> state) {
//     codec(state.count, state.last);
//   }
//
// Numbers, enumerators, arrays, vectors, optionals, Eigen matrices and structs with fields() can be fields.
// The bytes are those of this machine and of these fields: a checkpoint says which version of them it has.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "flangeway/core/finite.hpp"

namespace flangeway {

/// Visits the numbers and texts of states in turn: Visitor::number() and Visitor::text() take them.
template <typename Visitor>
class StateVisitor {
 public:
  template <typename T>
  using Reference = const T&;

  template <typename... Ts>
  void operator()(const Ts&... values) {
    (put(values), ...);
  }

 private:
  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      static_cast<Visitor&>(*this).number(value);
    } else {
      fields(static_cast<Visitor&>(*this), value);
    }
  }
  template <typename T, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
  void put(const Eigen::Matrix<T, Rows, Columns, Options, MaxRows, MaxColumns>& value) {
    put(static_cast<std::uint64_t>(value.rows()));
    put(static_cast<std::uint64_t>(value.cols()));
    for (Eigen::Index i = 0; i < value.size(); ++i) put(value.data()[i]);
  }
  template <typename T, std::size_t Size>
  void put(const std::array<T, Size>& values) {
    for (const T& value : values) put(value);
  }
  template <typename T, std::size_t Size>
  void put(const T (&values)[Size]) {
    for (const T& value : values) put(value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const T& value : values) put(value);
  }
  void put(const std::vector<bool>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const bool value : values) put(value);
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    static_cast<Visitor&>(*this).text(text);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
};

/// Appends the fields of states to bytes.
class StateEncoder : public StateVisitor<StateEncoder> {
 public:
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }
  /// Begins again, in the same memory.
  void clear() { bytes_.clear(); }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

 private:
  friend class StateVisitor<StateEncoder>;
  template <typename T>
  void number(const T& value) {
    raw(&value, sizeof value);
  }
  void text(const std::string& text) { raw(text.data(), text.size()); }
  void raw(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::byte> bytes_;
};

/// Finds whether all numbers of states are finite.
class FiniteCheck : public StateVisitor<FiniteCheck> {
 public:
  [[nodiscard]] bool finite() const { return finite_; }

 private:
  friend class StateVisitor<FiniteCheck>;
  template <typename T>
  void number(const T& value) {
    if constexpr (std::is_floating_point_v<T>) finite_ = finite_ && std::isfinite(value);
  }
  void text(const std::string&) {}

  bool finite_ = true;
};

/// Fills the fields of states from bytes that a StateEncoder has written. Bytes that end too soon, or that
/// belong to another state, leave good() false; it throws nothing and reads no further then.
class StateDecoder {
 public:
  template <typename T>
  using Reference = T&;

  explicit StateDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename... Ts>
  void operator()(Ts&... values) {
    (get(values), ...);
  }
  [[nodiscard]] bool good() const { return good_; }
  /// All bytes were read, and no more.
  [[nodiscard]] bool complete() const { return good_ && bytes_.empty(); }

 private:
  void raw(void* data, std::size_t size) {
    good_ = good_ && size <= bytes_.size();
    if (!good_ || size == 0) return;
    std::memcpy(data, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  /// A count of things that take at least a byte each.
  [[nodiscard]] std::size_t count() {
    std::uint64_t size = 0;
    raw(&size, sizeof size);
    good_ = good_ && size <= bytes_.size();
    return good_ ? static_cast<std::size_t>(size) : 0;
  }
  template <typename T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      raw(&byte, 1);
      good_ = good_ && byte <= 1;
      value = byte == 1;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      raw(&value, sizeof value);
    } else {
      fields(*this, value);
    }
  }
  template <typename T, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
  void get(Eigen::Matrix<T, Rows, Columns, Options, MaxRows, MaxColumns>& value) {
    std::uint64_t rows = 0, columns = 0;
    get(rows);
    get(columns);
    const bool fits = (Rows == Eigen::Dynamic || rows == static_cast<std::uint64_t>(Rows)) &&
                      (Columns == Eigen::Dynamic || columns == static_cast<std::uint64_t>(Columns)) &&
                      (rows == 0 || columns <= bytes_.size() / rows);
    good_ = good_ && fits;
    if (!good_) return;
    value.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    for (Eigen::Index i = 0; i < value.size(); ++i) get(value.data()[i]);
  }
  template <typename T, std::size_t Size>
  void get(std::array<T, Size>& values) {
    for (T& value : values) get(value);
  }
  template <typename T, std::size_t Size>
  void get(T (&values)[Size]) {
    for (T& value : values) get(value);
  }
  template <typename T>
  void get(std::vector<T>& values) {
    values.resize(count());
    for (T& value : values) get(value);
  }
  void get(std::vector<bool>& values) {
    values.resize(count());
    for (std::size_t i = 0; i < values.size(); ++i) {
      bool value = false;
      get(value);
      values[i] = value;
    }
  }
  void get(std::string& text) {
    text.resize(count());
    raw(text.data(), text.size());
  }
  template <typename T>
  void get(std::optional<T>& value) {
    bool given = false;
    get(given);
    value.reset();
    if (good_ && given) get(value.emplace());
  }

  std::span<const std::byte> bytes_;
  bool good_ = true;
};

/// The bytes of a state: equal bytes are equal states.
template <typename State>
[[nodiscard]] std::vector<std::byte> encode_state(const State& state) {
  StateEncoder encoder;
  encoder(state);
  return encoder.take();
}
template <typename State>
[[nodiscard]] bool all_finite(const State& state) {
  FiniteCheck check;
  check(state);
  return check.finite();
}
/// False, and a state that must not be used, if the bytes belong to another kind of state.
template <typename State>
[[nodiscard]] bool decode_state(std::span<const std::byte> bytes, State& state) {
  StateDecoder decoder(bytes);
  decoder(state);
  return decoder.complete();
}

}  // namespace flangeway
