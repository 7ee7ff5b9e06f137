// A run, simulated or measured, as columns in SI units: what a rule judges.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/assess/filter.hpp"
#include "flangeway/core/chainage.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::acceptance {

/// Origin of a record, for the provenance of a report.
struct RecordSource {
  std::string path;
  std::string sha256;   ///< of the file
  std::string made_by;  ///< "Flangeway 0.4 (commit): flangeway run …" of a result file; else empty
};

/// How the values of a record were taken.
enum class Sampling {
  unknown,   ///< of a table, which does not say it: instruments filter before they sample
  points,    ///< rows of a run: values of an instant, whatever happened between them
  filtered,  ///< filtered before they were sampled: nothing folds into the band that rules judge
};

/// Columns by name. Values of result files are read on demand: from the judged record if it exists, else from
/// the rows.
class Record {
 public:
  /// A result file (HDF5), or a table of text (.csv) with a header of `name [unit]`. Nothing, and findings,
  /// where it cannot be used: unknown units, rows of another length, values that are not numbers.
  [[nodiscard]] static std::optional<Record> open(const std::string& path, Findings& findings);
  /// A record in memory, filtered before it was sampled: columns in SI units and roles of bodies, by name.
  [[nodiscard]] static Record in_memory(std::string name, std::map<std::string, std::vector<double>> columns,
                                        std::map<std::string, std::string> roles);

  [[nodiscard]] const std::string& path() const { return source_.path; }
  [[nodiscard]] const RecordSource& source() const { return source_; }
  /// Why the run did not reach its end, "derailed"; empty where it did, and for tables.
  [[nodiscard]] const std::string& ended() const { return ended_; }
  [[nodiscard]] bool is_table() const { return reader_ == nullptr; }
  [[nodiscard]] Sampling sampling() const { return sampling_; }
  /// For a table whose origin is known.
  void set_sampling(Sampling sampling) { sampling_ = sampling; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has(const std::string& name) const;
  /// Warnings of the run of a result file.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  /// The role of a body after the topology of its vehicle, as "bogie_frame"; empty where the record does not
  /// say it.
  [[nodiscard]] std::string role_of(const std::string& body) const;
  /// SI. Throws BadInput where there is no such column.
  [[nodiscard]] std::vector<double> values(const std::string& name) const;
  /// A channel of a result file at its recorded instants (values() has other instants where the file has
  /// filtered records); of a table its column. Nothing if there is none. SI.
  [[nodiscard]] std::optional<std::vector<double>> point_samples(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names_of_samples() const;
  /// The filter that forces and motions of values() have gone through; nothing where they are point samples.
  [[nodiscard]] std::optional<assess::Filter> low_pass() const;
  /// Chainage over distance; empty where the record has no chainage.
  [[nodiscard]] ChainageTable chainage() const;
  /// Wheelsets that have left and right Q and Y: of result files from the front of the vehicle, of tables in
  /// their order.
  [[nodiscard]] std::vector<std::string> wheelsets() const;

 private:
  RecordSource source_;
  std::string ended_;
  Sampling sampling_ = Sampling::unknown;
  std::vector<std::string> names_, warnings_;
  std::map<std::string, std::string> roles_;  // of bodies
  std::map<std::string, std::size_t> wheelset_numbers_;
  std::map<std::string, std::vector<double>> columns_;
  std::shared_ptr<const results::Reader> reader_;
};

/// The factor that makes SI of a unit: "kN" → 1000, "m/s^2" → 1. Nothing for an unknown one.
[[nodiscard]] std::optional<double> si_factor(const std::string& unit);

/// The files that paths name.
struct RecordList {
  std::vector<std::string> paths;  ///< result files and tables, in order
  std::vector<std::string>
      failures;  ///< "run 7 of STUDY derailed": runs of studies that ended early or are not done
  std::vector<std::string> notes = {};  ///< what is not known of them
  /// For tables of studies, which are records of runs; empty for others.
  std::map<std::string, Sampling> sampling = {};
};
/// Folders are searched through for result files; of the folder of a study the recorded channels of its runs
/// are taken.
[[nodiscard]] RecordList record_paths(const std::vector<std::string>& paths, Findings& findings);

/// Records that are judged together.
struct RecordSet {
  std::vector<Record> records;
  std::vector<std::string> failures;  ///< as RecordList has them, and result files of runs that ended early
  std::vector<std::string> notes = {};
};
[[nodiscard]] RecordSet open_records(const std::vector<std::string>& paths, Findings& findings);
/// A finding for each failure, for what needs runs that reached their end.
void refuse_failures(const RecordSet& set, const std::string& advice, Findings& findings);

}  // namespace flangeway::acceptance
