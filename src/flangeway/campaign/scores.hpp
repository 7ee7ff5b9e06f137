// Collects the results of the finished runs of a study from any thread.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/folder.hpp"

namespace flangeway::campaign {

/// Largest absolute value of a recorded channel.
struct Largest {
  std::string channel, unit;
  double value = 0;
};

struct Score {
  std::string summary;  ///< as in Outcome
  std::string status;   ///< of the summary: "completed", "derailed", "failed"
  std::vector<Largest> largest;
  std::map<std::string, double> told;  ///< columns of a run that was made elsewhere
  std::optional<TraceError> error;
};

class Scores {
 public:
  Scores(const StudySpec& spec, const Plan& plan);
  /// Adds run `i`. Its error is known as soon as its reference is there, before or after it; only a run that
  /// was completed against a reference that was completed has one. Traces are dropped when they are no longer
  /// needed.
  void add(std::size_t i, Outcome outcome, const std::vector<std::string>& error_channels);

  [[nodiscard]] std::vector<std::optional<Score>> all() const;
  [[nodiscard]] std::size_t done() const;
  [[nodiscard]] std::size_t with_status(const std::string& status) const;

 private:
  struct Waiting {
    std::size_t run;
    Trace trace;
    std::vector<std::string> channels;
  };
  void measure(std::size_t reference, const Waiting& run);

  const Plan& plan_;
  ErrorScale scale_;
  mutable std::mutex mutex_;
  std::vector<std::optional<Score>> scores_;
  std::vector<Trace> references_;
  std::vector<std::vector<Waiting>> waiting_;  // per reference
};

}  // namespace flangeway::campaign
