// Holds a value behind a pointer, so that only the files that work with it include its type.
#pragma once

#include <memory>

namespace flangeway {

/// Copies are deep. T may be incomplete: one source file knows it and instantiates the class, so that a
/// change of T rebuilds only what reads its definition.
template <typename T>
class Indirect {
 public:
  Indirect();
  Indirect(const Indirect& other);
  Indirect(Indirect&& other) noexcept;
  Indirect& operator=(const Indirect& other);
  Indirect& operator=(Indirect&& other) noexcept;
  ~Indirect();

  [[nodiscard]] T& operator*() { return *value_; }
  [[nodiscard]] const T& operator*() const { return *value_; }
  [[nodiscard]] T* operator->() { return value_.get(); }
  [[nodiscard]] const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

template <typename T>
Indirect<T>::Indirect() : value_(std::make_unique<T>()) {}
template <typename T>
Indirect<T>::Indirect(const Indirect& other) : value_(std::make_unique<T>(*other)) {}
template <typename T>
Indirect<T>::Indirect(Indirect&& other) noexcept = default;
template <typename T>
Indirect<T>& Indirect<T>::operator=(const Indirect& other) {
  if (this != &other) *this = Indirect(other);
  return *this;
}
template <typename T>
Indirect<T>& Indirect<T>::operator=(Indirect&& other) noexcept = default;
template <typename T>
Indirect<T>::~Indirect() = default;

}  // namespace flangeway
