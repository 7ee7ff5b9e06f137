// The contents of a study file, one to one: a case, the keys that are varied, and the plots and tables of the
// results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::campaign {

/// `count` numbers from `from` to `to`, both included.
struct GridSpec {
  double from = 0, to = 0;
  long count = 2;
  SourceLocation where;
};

/// A second key that follows the values of an axis: factor times its number, or values of its own.
struct TiedSpec {
  document::Located<std::string> key;
  double factor = 0;
  std::vector<document::Value> values;
  SourceLocation where;
};

/// A point of an axis that sets several keys, with a name.
struct ChoiceSpec {
  document::Located<std::string> name;
  std::vector<document::Setting> set;
};

/// Exactly one of values, linear, logarithmic (with a key) and choices is given.
struct AxisSpec {
  document::Located<std::string> name, title;
  document::Located<std::string> key;
  std::vector<document::Value> values;
  std::optional<GridSpec> linear, logarithmic;
  std::vector<TiedSpec> tied;
  std::vector<ChoiceSpec> choices;
  SourceLocation where;
};

struct ReferenceSpec {
  std::vector<document::Setting> set;
  std::vector<document::Located<std::string>> follows;  ///< axes whose setting the reference takes, too
};

/// Whose largest displacement divides the difference.
enum class ErrorScale { reference, run };

constexpr auto alternatives_of(ErrorScale) {
  using One = Alternative<ErrorScale>;
  return std::array{
      One{ErrorScale::reference, "reference", "divided by the largest absolute value of the reference"},
      One{ErrorScale::run, "run", "divided by the largest absolute value of the run"}};
}

struct ErrorSpec {
  std::vector<document::Located<std::string>> channels;  ///< empty: y of all wheelsets
  ErrorScale scale = ErrorScale::reference;
};

struct PlotSpec {
  document::Located<std::string> title, x, y, trace;
  bool x_log = false, y_log = false;
  std::vector<document::Located<std::string>> group;
  std::vector<document::Setting> only;
  double from = 0, to = 0;  ///< s, of a trace; to = 0: its end
  SourceLocation where;
};

/// A table of one result over two axes, as the papers print them.
struct TableSpec {
  document::Located<std::string> title, rows, columns, value;
  std::vector<document::Setting> only;
  SourceLocation where;
};

struct StudySpec {
  document::Located<std::string> name, description, case_file;
  std::vector<document::Setting> set;
  std::vector<AxisSpec> axes;
  std::optional<ReferenceSpec> reference;
  ErrorSpec error;
  std::vector<document::Located<std::string>> record;
  std::vector<PlotSpec> plots;
  std::vector<TableSpec> tables;
};

void describe(document::Visitor& v, GridSpec& spec);
void describe(document::Visitor& v, TiedSpec& spec);
void describe(document::Visitor& v, ChoiceSpec& spec);
void describe(document::Visitor& v, AxisSpec& spec);
void describe(document::Visitor& v, ReferenceSpec& spec);
void describe(document::Visitor& v, ErrorSpec& spec);
void describe(document::Visitor& v, PlotSpec& spec);
void describe(document::Visitor& v, TableSpec& spec);
void describe(document::Visitor& v, StudySpec& spec);

}  // namespace flangeway::campaign
