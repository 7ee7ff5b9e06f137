// The wear of a run as JSON, a text, a CSV table and a picture.
#pragma once

#include <optional>
#include <string>

#include "flangeway/evolution/run_wear.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::evolution {

/// Why there is no wear per distance.
inline constexpr const char* no_distance = "the vehicle has not moved: there is no wear per distance";

/// Wheels per km run, rails per pass of the wheel. The distance is above 0 for all of these.
[[nodiscard]] std::string wear_json(const RunWear& run, const damage::WearLaw& law,
                                    const simulate::Summary& summary);
[[nodiscard]] std::string wear_text(const RunWear& run, const damage::WearLaw& law);
/// Depths over the sections: four columns for each wheel, lateral places and depths of wheel and rail, m.
[[nodiscard]] std::string wear_csv(const RunWear& run);
[[nodiscard]] plot::Figure wear_figure(const RunWear& run, const damage::WearLaw& law);
/// Dang Van's stress over width and depth of the patch with the largest pressure of each wheel.
[[nodiscard]] plot::MapFigure fatigue_figure(const RunWear& run);
/// The depth that each place of the wheels' sections loses, over the distance. Needs WearSettings::cell.
[[nodiscard]] plot::MapFigure wear_map(const RunWear& run);
/// Share of the frictional work of a wheel, of that with the most, that lies beyond the tests of the law.
[[nodiscard]] double share_beyond_tests(const RunWear& run);

}  // namespace flangeway::evolution
