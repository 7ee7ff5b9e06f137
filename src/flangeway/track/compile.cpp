#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/centreline.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/irregularity.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {

namespace {

bool any_irregularity(const IrregularitySpec& spec) {
  return !spec.harmonic.empty() || spec.minimally_compliant || spec.spectrum || spec.spectrum_file ||
         spec.measured || !spec.own.library.value.empty();
}

void check_tables(const TrackSpec& spec, Findings& findings) {
  if (!(spec.centreline_step > 0)) {
    add(findings, spec, "centreline_step",
        {"is not positive", number(spec.centreline_step), "0.01 to 5 in m"});
  }
  if (!(spec.irregularity_step > 0)) {
    add(findings, spec, "irregularity_step",
        {"is not positive", number(spec.irregularity_step), "0.005 to 1 in m"});
  }
  const IrregularitySpec& irregular = spec.irregularities;
  const bool any = any_irregularity(irregular) || !irregular.surface.empty();
  law::check_without_library(irregular.own, irregular.key, findings);
  if (!(spec.irregularities.fade > 0 && spec.irregularities.fade <= spec.run_out)) {
    add(findings, spec, "irregularities.fade",
        {"does not fit into the run-out beyond the end", number(spec.irregularities.fade),
         "more than 0 and at most run_out = " + number(spec.run_out) + " in m"});
  } else if (!any && irregular.fade != IrregularitySpec{}.fade) {
    add(findings, spec, "irregularities.fade",
        {"has no effect on a track without irregularities", number(irregular.fade), "", "Leave it out"});
  }
}

// 20 million nodes are 200 km of irregularities every centimetre, and some 5 GB of tables.
void check_size(const TrackSpec& spec, double length, Findings& findings) {
  const double finest = std::min(spec.centreline_step, spec.irregularity_step);
  const double nodes = (length + 2 * spec.run_out) / finest;
  if (nodes <= 2e7) return;
  add(findings, spec, "segments",
      {"are too long for tables of this step", number(length),
       "at most " + number(std::floor(2e7 * finest)) + " in m", "Choose larger steps or a shorter track"});
}

math::UniformSpline rail_spline(const IrregularityGrid& grid) {
  std::vector columns(4, std::vector<double>(grid.size()));
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const auto rails =
        rails_of_measures({grid.measure[0][i], grid.measure[1][i], grid.measure[2][i], grid.measure[3][i]});
    for (std::size_t c = 0; c < 4; ++c) columns[c][i] = rails[c];
  }
  return {grid.start, grid.step, columns};
}

// Extremes of the whole table, standard deviation over 0 ≤ s ≤ length.
ChannelStatistics statistics_of(const IrregularityGrid& grid, std::size_t channel, double length) {
  FLANGEWAY_ASSERT(channel < grid.measure.size(), "the grid has this channel");
  ChannelStatistics result;
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double value = grid.measure[channel][i];
    result.range.minimum = std::min(result.range.minimum, value);
    result.range.maximum = std::max(result.range.maximum, value);
    if (grid.s(i) < 0 || grid.s(i) > length) continue;
    sum += value;
    squares += value * value;
    ++count;
  }
  if (count > 0)
    result.standard_deviation = std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
  return result;
}

}  // namespace

double RailsSpec::distance() const {
  constexpr double head_width = 0.065;  // m
  if (rail_distance > 0) return rail_distance;
  return lateral_position > 0 ? 2 * lateral_position : gauge + head_width;
}

std::optional<TrackModel> compile(const TrackSpec& given, Findings& findings) {
  TrackModel model;
  Findings own;
  const TrackSpec spec = given.alignment ? with_alignment(given, own, model.notes_, model.sources_) : given;
  if (!own.empty()) {
    merge(findings, own);
    return std::nullopt;
  }
  check_tables(spec, own);
  model.alignment_ = Alignment::from(spec, own, model.notes_);
  model.name_ = spec.name.value;
  model.survey_ = spec.survey;
  model.rails_ = spec.rails;
  model.rail_distance_ = spec.rails.distance();
  model.irregular_ = any_irregularity(spec.irregularities);
  if (own.empty()) model.surface_ = compile_surface(spec.irregularities.surface, model.length(), own);
  model.contact_length_ = spec.irregularities.contact_length;
  if (own.empty()) check_size(spec, model.length(), own);
  const bool sound = own.empty();
  IrregularityGrid grid;
  if (sound && model.irregular_)
    grid = tabulate_irregularities(spec, model.length(), own, model.notes_, model.sources_);
  merge(findings, own);
  if (!findings.empty()) return std::nullopt;
  model.centreline_ =
      tabulate_centreline(model.alignment_, model.rail_distance_, spec.centreline_step, spec.run_out);
  if (model.irregular_) {
    model.irregularities_ = rail_spline(grid);
    for (std::size_t c = 0; c < 4; ++c) model.statistics_[c] = statistics_of(grid, c, model.length());
  }
  return model;
}

}  // namespace flangeway::track
