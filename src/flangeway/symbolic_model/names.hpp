// Meaning of names in a symbolic model file, and of expressions that use them. Private to the room.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "flangeway/expression/expression.hpp"
#include "flangeway/symbolic/frames.hpp"
#include "flangeway/symbolic_model/model_spec.hpp"

namespace flangeway::symbolic_model {

using expression::Expression;
using symbolic::Base;
using symbolic::Point;

/// Symbols, bases and points by name; what is wrong with a use of them becomes a finding and gives a
/// harmless value.
class Names {
 public:
  explicit Names(Findings& findings) : findings_(findings) {}

  /// A finding where the name is taken or is none (letters, digits and _).
  bool declare(const std::string& name, const Expression& meaning, const SourceLocation& where,
               const std::string& key);
  void declare_base(const std::string& name, Base base) { bases_[name] = base; }
  void declare_point(const std::string& name, Point point) { points_[name] = point; }
  [[nodiscard]] bool has_base(const std::string& name) const { return bases_.count(name) > 0; }
  [[nodiscard]] bool has_point(const std::string& name) const { return points_.count(name) > 0; }

  [[nodiscard]] Expression expression(const Text& text, const std::string& key);
  /// Numbers or expressions.
  [[nodiscard]] std::vector<Expression> expressions(const Entries& entries, const std::string& key);
  /// The same; missing ones are zero.
  [[nodiscard]] std::array<Expression, 3> components(const Entries& entries, const std::string& key);
  [[nodiscard]] Base base(const Text& name, const std::string& key);
  [[nodiscard]] Point point(const Text& name, const std::string& key);
  void refuse(const Text& text, const std::string& key, std::string problem, std::string advice = "");
  [[nodiscard]] Findings& findings() { return findings_; }

 private:
  Findings& findings_;
  std::map<std::string, Expression, std::less<>> symbols_;
  std::map<std::string, Base> bases_{{"ground", Base{}}};
  std::map<std::string, Point> points_{{"origin", Point{}}};
};

/// "bases[2].angle"
[[nodiscard]] std::string key_of(const char* list, std::size_t index, const char* key);

}  // namespace flangeway::symbolic_model
