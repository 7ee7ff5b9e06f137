#include "flangeway/track/cant_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "flangeway/core/choice.hpp"
#include "flangeway/track/check.hpp"

namespace flangeway::track {

namespace {

// m: a file of a line whose largest cant is less has another unit, as has one with more. Cant is designed in
// steps of 5 mm; more than `max_cant` is refused later, in the unit that is then known.
constexpr double min_of_file = 2e-3, max_of_file = 0.3;
constexpr double narrowest_gauge = 0.3, widest_gauge = 3;  // m

constexpr std::array cant_units{CantUnit::metre, CantUnit::millimetre, CantUnit::inch, CantUnit::foot,
                                CantUnit::centimetre};

bool is_cant(double metres) {
  return metres >= min_of_file && metres <= max_of_file;
}

bool is_gauge(double metres) {
  return metres >= narrowest_gauge && metres <= widest_gauge;
}

CantUnit unit_of(double metres) {
  for (const CantUnit unit : cant_units)
    if (std::abs(metres_of(unit) / metres - 1) < 1e-5) return unit;
  return CantUnit::automatic;
}

std::string word_of(double metres) {
  const CantUnit unit = unit_of(metres);
  return unit == CantUnit::automatic ? fmt::format("units of {} m", number(metres))
                                     : std::string(name_of(unit));
}

// Units that are written in place of another one.
std::vector<CantUnit> others_of(CantUnit declared) {
  if (declared == CantUnit::inch) return {CantUnit::foot, CantUnit::millimetre, CantUnit::metre};
  if (declared == CantUnit::foot) return {CantUnit::inch, CantUnit::millimetre, CantUnit::metre};
  return {CantUnit::metre, CantUnit::millimetre};
}

bool is_imperial(double length) {
  return std::abs(length / metres_of(CantUnit::foot) - 1) < 1e-3 ||
         std::abs(length / metres_of(CantUnit::inch) - 1) < 1e-3;
}

bool are_sixteenths(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::abs(16 * value - std::round(16 * value)) < 1e-6; });
}

}  // namespace

double metres_of(CantUnit unit) {
  switch (unit) {
    case CantUnit::millimetre:
      return 1e-3;
    case CantUnit::centimetre:
      return 1e-2;
    case CantUnit::metre:
      return 1;
    case CantUnit::inch:
      return 0.0254;
    case CantUnit::foot:
      return 0.3048;
    case CantUnit::automatic:
      break;
  }
  return 0;
}

std::string reading_text(const CantReading& reading) {
  if (reading.why.empty()) return "is read in " + reading.unit;
  return fmt::format("is read in {}{} {}", reading.unit, reading.why.starts_with("by ") ? "," : ":",
                     reading.why);
}

double gauge_in_metres(double written, double length) {
  if (is_gauge(written * length)) return written * length;
  // 106.7 is a gauge in cm and in inches.
  if (!is_imperial(length) && is_gauge(written * metres_of(CantUnit::centimetre)))
    return written * metres_of(CantUnit::centimetre);
  for (const CantUnit unit : cant_units)
    if (is_gauge(written * metres_of(unit))) return written * metres_of(unit);
  return 0;
}

CantReading judge_cant_unit(const CantEvidence& evidence) {
  double largest = 0;
  for (const double value : evidence.values) largest = std::max(largest, std::abs(value));
  CantReading reading{evidence.declared, word_of(evidence.declared), ""};
  if (largest == 0) return reading;
  const std::string size = fmt::format("the largest cant of the file, {}", number(largest));
  // A gauge of 143.5 is in cm, and so is its cant of 11, which would be one in mm as well.
  const double centimetre = metres_of(CantUnit::centimetre);
  if (!is_imperial(evidence.length) && is_gauge(evidence.gauge * centimetre) &&
      !is_gauge(evidence.gauge * evidence.length) && is_cant(largest * centimetre) &&
      unit_of(evidence.declared) != CantUnit::centimetre)
    return {centimetre, "cm",
            fmt::format("by {} = {} and {}", evidence.gauge_name, number(evidence.gauge), size)};
  const bool is_inch = unit_of(evidence.declared) == CantUnit::inch;
  if (is_cant(largest * evidence.declared)) {
    if (!is_inch || !is_cant(largest * metres_of(CantUnit::foot))) return reading;
    if (are_sixteenths(evidence.values)) {
      reading.why = size + ": all are whole sixteenths";
      return reading;
    }
  }
  std::optional<CantUnit> found;
  for (const CantUnit unit : others_of(unit_of(evidence.declared)))
    if (!found && is_cant(largest * metres_of(unit))) found = unit;
  if (!found) {
    reading.why = size + ", which is that of no railway in m or mm either";
    return reading;
  }
  reading = {metres_of(*found), std::string(name_of(*found)), "by " + size};
  // A gauge in metres beside cant in millimetres is what LandXML has: it speaks for a unit, but does not
  // decide.
  if (evidence.gauge != 0 && is_gauge(evidence.gauge * reading.metres))
    reading.why = fmt::format("by {} = {} and {}", evidence.gauge_name, number(evidence.gauge), size);
  return reading;
}

}  // namespace flangeway::track
