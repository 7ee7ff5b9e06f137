#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/identification/identify.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::identification {
namespace {

using Json = nlohmann::ordered_json;

constexpr double two_sided_95 = 1.959964;  // standard deviations of a normal distribution

std::string remark(const EstimatedParameter& one) {
  if (one.at_bound) return "at its bound: the deviation says nothing";
  return one.identified ? "" : "not identified by this measurement";
}

std::string quality(const Estimate& estimate) {
  return fmt::format("chi square {:.4g} of {} degrees of freedom, {} iterations{}", estimate.chi_square,
                     estimate.degrees, estimate.iterations, estimate.converged ? "" : ", not converged");
}

double correlation(const Eigen::MatrixXd& covariance, Eigen::Index i, Eigen::Index j) {
  return covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
}

plot::Panel channel_panel(const Identified& found, std::size_t i) {
  const MeasuredChannel& channel = found.channels[i];
  return {
      .x_label = "time in s",
      .y_label = channel.name,
      .series = {{.name = "measured", .x = found.times, .y = channel.values, .style = plot::Style::points},
                 {.name = "computed", .x = found.times, .y = found.computed[i]}}};
}

plot::Panel residual_panel(const Identified& found, std::size_t i) {
  std::vector<double> residuals;
  for (std::size_t row = 0; row < found.times.size(); ++row)
    residuals.push_back((found.channels[i].values[row] - found.computed[i][row]) / found.channels[i].noise);
  return {.x_label = "time in s",
          .y_label = "residual over noise: " + found.channels[i].name,
          .series = {{.x = found.times, .y = std::move(residuals), .style = plot::Style::points}},
          .limits = {{.y = two_sided_95, .label = "95 %"}, {.y = -two_sided_95}}};
}

}  // namespace

std::string text(const Identified& found) {
  std::size_t width = 9;
  for (const EstimatedParameter& one : found.estimate.parameters)
    width = std::max(width, one.parameter.key.size());
  std::string out = fmt::format("{:<{}} {:>14} {:>14} {:>14} {:>14}\n", "parameter", width, "value",
                                "deviation", "95 % from", "to");
  for (const EstimatedParameter& one : found.estimate.parameters)
    out += fmt::format("{:<{}} {:>14.7g} {:>14.3g} {:>14.7g} {:>14.7g}  {}\n", one.parameter.key, width,
                       one.value, one.deviation, one.value - two_sided_95 * one.deviation,
                       one.value + two_sided_95 * one.deviation, remark(one));
  return out + quality(found.estimate) + "\n";
}

std::string json_text(const Identified& found) {
  const Estimate& estimate = found.estimate;
  Json parameters = Json::object(), covariance = Json::array(), correlations = Json::array();
  for (std::size_t i = 0; i < estimate.parameters.size(); ++i) {
    const EstimatedParameter& one = estimate.parameters[i];
    parameters[one.parameter.key] = {{"value", one.value},
                                     {"deviation", one.deviation},
                                     {"at_bound", one.at_bound},
                                     {"identified", one.identified}};
    Json row = Json::array(), correlated = Json::array();
    for (std::size_t j = 0; j < estimate.parameters.size(); ++j) {
      const auto row_index = static_cast<Eigen::Index>(i), column_index = static_cast<Eigen::Index>(j);
      row.push_back(estimate.covariance(row_index, column_index));
      correlated.push_back(correlation(estimate.covariance, row_index, column_index));
    }
    covariance.push_back(std::move(row)), correlations.push_back(std::move(correlated));
  }
  Json channels = Json::object();
  for (std::size_t i = 0; i < found.channels.size(); ++i)
    channels[found.channels[i].name] = {{"noise", found.channels[i].noise},
                                        {"measured", found.channels[i].values},
                                        {"computed", found.computed[i]}};
  return Json{{"parameters", std::move(parameters)},
              {"covariance", std::move(covariance)},
              {"correlation", std::move(correlations)},
              {"chi_square", estimate.chi_square},
              {"degrees", estimate.degrees},
              {"iterations", estimate.iterations},
              {"converged", estimate.converged},
              {"times", found.times},
              {"channels", std::move(channels)}}
      .dump();
}

std::string page(const Identified& found, const std::string& command_line) {
  std::string html = plot::page_head("Identification: " + found.name);
  html +=
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>parameter</th><th>value</th>"
      "<th>standard deviation</th><th>95 % from</th><th>to</th><th>start</th><th>remark</th></tr>\n";
  for (const EstimatedParameter& one : found.estimate.parameters)
    html += fmt::format(
        "<tr><td>{}</td><td>{:.7g}</td><td>{:.3g}</td><td>{:.7g}</td><td>{:.7g}</td><td>{:.7g}</td><td>{}</"
        "td></tr>\n",
        plot::escaped(one.parameter.key), one.value, one.deviation, one.value - two_sided_95 * one.deviation,
        one.value + two_sided_95 * one.deviation, one.parameter.start, remark(one));
  html += fmt::format("</table></div>\n<p>{}.</p>\n<h2>Channels</h2>\n", quality(found.estimate));
  plot::Figure figure{.shared_x = true};
  for (std::size_t i = 0; i < found.channels.size(); ++i) {
    figure.panels.push_back(channel_panel(found, i));
    figure.panels.push_back(residual_panel(found, i));
  }
  return html + plot::page_figure(figure) + plot::provenance(command_line, {}) + plot::page_end();
}

}  // namespace flangeway::identification
