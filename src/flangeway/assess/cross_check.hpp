// Result of running a case with a second contact method and comparing the quantities that rules judge.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace flangeway::assess {

/// A judged quantity that differs between two contact methods, in the section of largest difference.
struct MethodDifference {
  std::string quantity, item, unit;  ///< "ΣY, mean over 2 m", "wheelset1", "N"
  double begin = 0, end = 0;         ///< m, distance
  double value = 0, other = 0;       ///< SI, of the run and of the other method; NaN: contact was lost
  std::size_t sections = 1;          ///< number of sections that differ
};

struct CrossCheck {
  std::string method;                         ///< of the other run: "kec"
  std::string status;                         ///< of the other run: "completed"
  std::string failure;                        ///< reason why the other run failed; else empty
  std::string problem;                        ///< reason why values could not be compared; else empty
  double distance = 0;                        ///< m that both runs covered
  double tolerance = 0;                       ///< relative difference that is reported
  std::size_t compared = 0;                   ///< number of values: quantities, items and sections
  bool outcome_differs = false;               ///< one run derailed or failed, and the other did not
  std::vector<MethodDifference> differences;  ///< largest relative difference first
};

}  // namespace flangeway::assess
