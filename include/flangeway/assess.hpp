// Assesses recorded runs by a rule, such as EN 14363, and by ride comfort.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flangeway {

struct AssessOptions {
  double axle_load = 0;   ///< N, static vertical force of a wheelset; 0: the mean over each record
  double bogie_mass = 0;  ///< kg, for the simplified method of EN 14363
  std::optional<double> cant_deficiency = {};  ///< m: estimates there, by regression over the sections
  std::vector<std::string> points =
      {};  ///< accelerometers, "carbody:8,0,-0.9" (m from the centre of gravity)
};

/// One quantity of one wheel, wheelset or point in one zone of the rule.
struct AssessedQuantity {
  std::string quantity, zone, item;  ///< "Y/Q", "3: small radius curves", "wheelset1.left"
  std::string unit;                  ///< "N", "m/s²" or "1"
  std::size_t sections = 0, needed_sections = 0;
  double estimate = 0, limit = 0;  ///< SI
  double margin = 0;               ///< share of the limit that is left; negative: exceeded
  std::string verdict;             ///< "passed", "failed", or what keeps it from a verdict
};

/// Immutable and cheap to copy.
class Assessment {
 public:
  /// "passed" only if every part of the rule was judged and passed; otherwise the text names the reason.
  [[nodiscard]] std::string verdict() const;
  [[nodiscard]] std::vector<AssessedQuantity> quantities() const;
  /// Parts of the rule that were not judged, and why.
  [[nodiscard]] const std::vector<std::string>& not_judged() const;
  [[nodiscard]] const std::vector<std::string>& notes() const;
  [[nodiscard]] std::string text() const;  ///< for a terminal
  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::string html() const;  ///< a page in one file

  struct Data;
  /// For the library itself.
  explicit Assessment(std::shared_ptr<const Data> data);

 private:
  std::shared_ptr<const Data> data_;
};

/// Names of the rules of the library.
[[nodiscard]] std::vector<std::string> assessment_rules();
/// Judges result files, tables of measurements (CSV) and folders of studies together. rule: a name of
/// assessment_rules(), or a file RULE.toml. Throws InputError where a record lacks a quantity of the rule.
[[nodiscard]] Assessment assess_runs(const std::vector<std::filesystem::path>& records,
                                     const std::string& rule, const AssessOptions& options = {});

struct ComfortValue {
  std::string name, meaning;  ///< "N_MV", "mean comfort, 60 windows of 5 s"
  double value = 0;           ///< NaN: not judged, and the note says why
  std::string unit, note;
};
/// The comfort at one point of one record.
struct Comfort {
  std::string record, point;
  std::vector<ComfortValue> values;
  std::vector<std::string> notes;
};
/// Names of the comfort rules, such as "en12299".
[[nodiscard]] std::vector<std::string> comfort_rules();
/// One for each record at each point. Throws InputError.
[[nodiscard]] std::vector<Comfort> assess_comfort(const std::vector<std::filesystem::path>& records,
                                                  const std::string& rule,
                                                  const std::vector<std::string>& points);

}  // namespace flangeway
