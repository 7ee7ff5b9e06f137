// Runs of the sections of a line with worn profiles. Private to the room.
#pragma once

#include <array>
#include <atomic>

#include "flangeway/evolution/evolve.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::evolution {

/// Contact method of a section: that of its case, or elastic contact.
enum class Contact { of_case, elastic };

/// The case of a section with profiles from files, one for each surface of the line.
[[nodiscard]] std::optional<vehicle_case::CaseModel> load_section(
    const Line& line, std::size_t section, const std::vector<std::filesystem::path>& profiles,
    Findings& findings, wheelrail::PairTables* tables, Contact contact = Contact::of_case);

/// Result of the run of one section.
struct SectionWear {
  SectionResult result;
  std::vector<WearRate> wheels;   ///< of each wheel, per m run
  std::array<WearRate, 2> rails;  ///< m per pass of a wheel, mean of those on it
  std::string failure;
  bool elastic = false;  ///< the contact of its run
};
/// With elastic contact if that of the case fails: constraints of worn profiles may have no solution.
[[nodiscard]] SectionWear run_section(const Line& line, std::size_t section,
                                      const std::vector<std::filesystem::path>& profiles,
                                      wheelrail::PairTables& tables, const std::atomic<bool>& stop);

/// The wear of all surfaces by the shares of the sections, smoothed.
[[nodiscard]] Evaluation add_up(const Line& line, const std::vector<SectionWear>& sections);

}  // namespace flangeway::evolution
