// The plots of a study's page.
#pragma once

#include <string>

#include "flangeway/campaign/page.hpp"

namespace flangeway::campaign {

/// The plot as SVG, and below it in words what could not be drawn: HTML.
[[nodiscard]] std::string plot_html(const PlotSpec& spec, const Study& study, const StudyFolder& folder,
                                    const Table& table);

}  // namespace flangeway::campaign
