// A wheel at an instant of a run as a contact file, for `flangeway contact`: its patches in detail, with all
// that a run does not compute, such as temperatures and layers between wheel and rail.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::recording {

/// Which wheel, and when.
struct WheelInstants {
  std::string wheelset;
  std::size_t side = 0;       ///< 0 left, 1 right
  std::vector<double> times;  ///< s; the recorded row next to each is taken
};

/// The contact files of a wheel at many instants.
struct WheelFiles {
  std::string wheel;             ///< "wheelset1.left"
  NamedTexts files;              ///< "wheelset1.left.toml", profiles and instants; empty: it never presses
  std::vector<double> times;     ///< s, of the cases of the file, in their order
  std::vector<double> unloaded;  ///< s, at which the wheel does not press on its rail
};
struct WheelBatch {
  std::vector<WheelFiles> wheels;
  std::vector<std::string> left_out;  ///< wheels that no contact file can have, and why
};

/// Instants of a wheel named as in results; a finding unless it is "WHEELSET.left" or "WHEELSET.right".
[[nodiscard]] WheelInstants wheel_instants(const std::string& wheel, std::vector<double> times,
                                           Findings& findings);

/// The contact file "contact.toml" and what it names: the profiles "wheel.csv" and "rail.csv" and, for more
/// than one instant, "instants.csv", one case in each line. Contents by name.
///
/// `model` is the case of the result. The normal load is the recorded one, and the height follows from it;
/// rails that yield are where they were, and stand still. Findings: no such wheelset, times outside the run,
/// instants at which the wheel does not press on its rail, rails that vary along the track, channels that
/// were not recorded.
[[nodiscard]] std::optional<NamedTexts> contact_files(const vehicle_case::CaseModel& model,
                                                      const results::Reader& result,
                                                      const WheelInstants& wanted, Findings& findings);

/// The contact files of all wheels of a result file at `times`, or at each interval of `every` s where that
/// is above 0. Wheels that no contact file can have are left out, with the reason.
[[nodiscard]] std::optional<WheelBatch> contact_files_of_all(const std::string& result,
                                                             const std::vector<double>& times, double every,
                                                             Findings& findings);

/// The same of a result file, whose case is read again. Nothing where there is any finding, also before.
[[nodiscard]] std::optional<NamedTexts> contact_files(const std::string& result, const WheelInstants& wanted,
                                                      Findings& findings);

}  // namespace flangeway::recording
