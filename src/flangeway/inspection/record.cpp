// Extreme values of a record.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "flangeway/inspection/inspection.hpp"
#include "flangeway/inspection/record_relations.hpp"

namespace flangeway::inspection {
namespace {

struct RecordBand {
  std::string_view channel;  // last part of the name
  const char* unit;
  double factor;  // from SI
  double low, high;
  const char* remedy;
};

// Wheel and axle forces of vehicles up to 45 t an axle with dynamic shares, and accelerations of their
// bodies.
constexpr RecordBand bands[] = {
    {"Q", "kN", 1e-3, -0.01, 500, "Check the unit and the sign of the wheel load: it is positive downwards"},
    {"Y", "kN", 1e-3, -300, 300, "Check the unit of the lateral force"},
    {"YQ", "1", 1, -3, 3, "Check the units of both forces"},
    {"speed", "m/s", 1, -1, 160, "Check the unit of the speed"},
    {"vs", "m/s", 1, -1, 160, "Check the unit of the speed"},
    {"curvature", "1/km", 1e3, -67, 67, "Check its unit: it is the inverse of the radius"},
    {"cant", "mm", 1e3, -250, 250, "Check its unit"},
    {"y", "mm", 1e3, -600, 600, "Check its unit"},
    {"roll", "rad", 1, -0.3, 0.3, "Check its unit: angles are in rad"},
    {"yaw", "rad", 1, -0.3, 0.3, "Check its unit: angles are in rad"},
    {"ay", "m/s²", 1, -500, 500, "Check the unit of the acceleration"},
    {"az", "m/s²", 1, -500, 500, "Check the unit of the acceleration"},
};
// Wheelsets have less room, between their flanges.
constexpr RecordBand band_of_wheelset{"y", "mm", 1e3, -50, 50, "Check its unit"};

const RecordBand* band_of(const std::string& name, const std::vector<std::string>& wheelsets) {
  const std::size_t dot = name.rfind('.');
  const std::string_view channel = std::string_view(name).substr(dot == std::string::npos ? 0 : dot + 1);
  if (channel == band_of_wheelset.channel && dot != std::string::npos &&
      std::find(wheelsets.begin(), wheelsets.end(), name.substr(0, dot)) != wheelsets.end())
    return &band_of_wheelset;
  for (const RecordBand& band : bands)
    if (band.channel == channel) return &band;
  return nullptr;
}

}  // namespace

Inspection inspect(const acceptance::Record& record) {
  Inspection inspection;
  inspection.kind = "record";
  inspection.name = record.path();
  const std::vector<std::string> wheelsets = record.wheelsets();
  std::size_t unknown = 0;
  for (const std::string& name : record.names()) {
    const RecordBand* band = band_of(name, wheelsets);
    if (band == nullptr) {
      ++unknown;
      continue;
    }
    const std::vector<double> values = record.values(name);
    if (values.empty()) continue;
    if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) {
      inspection.warnings.push_back(name + " has values that are no numbers. Look for gaps in the record");
      continue;
    }
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    for (const auto& [what, value] : {std::pair("smallest value", *low), std::pair("largest value", *high)})
      inspection.values.push_back(
          {name, what, band->unit, value * band->factor, band->low, band->high, "record", band->remedy});
  }
  add_relations(record, inspection);
  if (unknown > 0)
    inspection.not_judged.push_back(
        fmt::format("{} channels: no usual band is known for their names", unknown));
  const vehicle_case::VehicleCheck check{inspection.values, {}, {}, {}, {}};
  for (const std::string& sentence : vehicle_case::warnings(check)) inspection.warnings.push_back(sentence);
  return inspection;
}

}  // namespace flangeway::inspection
