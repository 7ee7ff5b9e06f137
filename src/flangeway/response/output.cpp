#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/response/response.hpp"

namespace flangeway::response {
namespace {

using Eigen::Index;
using Json = nlohmann::ordered_json;

Index rows_of(const Response& response) {
  return static_cast<Index>(response.channels.size());
}
const results::Channel& channel_of(const Response& response, Index row) {
  return response.channels[static_cast<std::size_t>(row)];
}

// "m/m" and "m²/Hz" of "m"; "1" of a pure number stays readable.
std::string per_metre(const std::string& unit) {
  return unit == "1" ? "1/m" : fmt::format("({})/m", unit);
}
std::string density_unit(const std::string& unit) {
  return unit == "1" ? "1/Hz" : fmt::format("({})²/Hz", unit);
}

std::string spectrum_text(const SpectrumSettings& settings) {
  return fmt::format("{}, wavelengths {:g} to {:g} m",
                     alternatives_of(track::SpectrumClass{})[static_cast<std::size_t>(settings.quality)].name,
                     settings.min_wavelength, settings.max_wavelength);
}

double largest(const Response& response, Index row, Index input, double& frequency) {
  double value = 0;
  for (std::size_t j = 0; j < response.transfer.size(); ++j) {
    const double size = std::abs(response.transfer[j](row, input));
    if (size > value) value = size, frequency = response.frequencies[j];
  }
  return value;
}

Json transfer_json(const std::vector<Eigen::MatrixXcd>& transfer, Index row) {
  Json inputs;
  for (std::size_t input = 0; input < input_count; ++input) {
    Json list = Json::array();
    for (const Eigen::MatrixXcd& at : transfer) {
      const std::complex<double> value = at(row, static_cast<Index>(input));
      list.push_back({value.real(), value.imag()});
    }
    inputs[input_name(input)] = std::move(list);
  }
  return inputs;
}

void add_spectral(const SpectralResponse& spectral, Index row, Json& json) {
  json["rms"] = spectral.rms(row);
  Json shares;
  for (std::size_t input = 0; input < input_count; ++input)
    shares[input_name(input)] = spectral.rms_of_input(row, static_cast<Index>(input));
  json["rms_of_input"] = std::move(shares);
  Json density = Json::array();
  for (Index j = 0; j < spectral.density.cols(); ++j) density.push_back(spectral.density(row, j));
  json["density"] = std::move(density);
}

std::string transfer_figure(const Response& response, Index row) {
  plot::Panel panel{
      .x_label = "frequency in Hz",
      .y_label = channel_of(response, row).name + " in " + per_metre(channel_of(response, row).unit),
      .x_log = true,
      .y_log = true};
  double scale = 0;
  for (const Eigen::MatrixXcd& at : response.transfer)
    scale = std::max(scale, at.row(row).cwiseAbs().maxCoeff());
  for (std::size_t input = 0; input < input_count; ++input) {
    plot::Series series{.name = input_name(input), .colour = input};
    for (std::size_t j = 0; j < response.transfer.size(); ++j) {
      const double size = std::abs(response.transfer[j](row, static_cast<Index>(input)));
      series.x.push_back(response.frequencies[j]);
      series.y.push_back(size > 1e-6 * scale ? size : std::nan(""));  // symmetry and rounding: no response
    }
    panel.series.push_back(std::move(series));
  }
  return plot::page_figure({.panels = {panel}});
}

std::string density_figure(const Response& response, Index row) {
  plot::Series series{.x = response.spectral->frequencies};
  for (Index j = 0; j < response.spectral->density.cols(); ++j)
    series.y.push_back(response.spectral->density(row, j));
  const results::Channel& channel = channel_of(response, row);
  return plot::page_figure({.panels = {{.x_label = "frequency in Hz",
                                        .y_label = channel.name + " in " + density_unit(channel.unit),
                                        .series = {series},
                                        .y_log = true}}});
}

std::string rms_table(const Response& response) {
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>channel</th><th>unit</th><th>rms</th>";
  for (std::size_t input = 0; input < input_count; ++input)
    html += fmt::format("<th>by {}</th>", plot::escaped(input_name(input)));
  html += "</tr>\n";
  for (Index row = 0; row < rows_of(response); ++row) {
    const results::Channel& channel = channel_of(response, row);
    html += fmt::format("<tr><th>{}</th><td>{}</td><td>{:.4g}</td>", plot::escaped(channel.name),
                        channel.unit, response.spectral->rms(row));
    for (Index input = 0; input < response.spectral->rms_of_input.cols(); ++input)
      html += fmt::format("<td>{:.4g}</td>", response.spectral->rms_of_input(row, input));
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

// d|H|/dp = Re(conj(H) dH/dp)/|H| where |H| is largest.
std::string sensitivities_text(const Response& response) {
  std::string text;
  for (const ResponseSensitivity& one : response.sensitivities) {
    text += fmt::format("\nderivatives of these largest amplitudes with respect to {} = {:g}\n", one.key.key,
                        one.key.value);
    for (Index row = 0; row < rows_of(response); ++row) {
      text += fmt::format("{:<32} {:<8}", channel_of(response, row).name, channel_of(response, row).unit);
      for (Index input = 0; input < static_cast<Index>(input_count); ++input) {
        double slope = 0, most = 0;
        for (std::size_t j = 0; j < response.transfer.size(); ++j) {
          const std::complex<double> value = response.transfer[j](row, input);
          if (!(std::abs(value) > most)) continue;
          most = std::abs(value);
          slope = (std::conj(value) * one.transfer[j](row, input)).real() / most;
        }
        text += fmt::format(" {:>24.4g}", slope);
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace

std::string text(const Response& response) {
  std::string text = fmt::format("largest response per metre of irregularity at {:g} m/s\n{:<32} {:<8}",
                                 response.speed, "channel", "unit");
  for (std::size_t input = 0; input < input_count; ++input) text += fmt::format(" {:>24}", input_name(input));
  text += "\n";
  for (Index row = 0; row < rows_of(response); ++row) {
    text += fmt::format("{:<32} {:<8}", channel_of(response, row).name, channel_of(response, row).unit);
    for (Index input = 0; input < static_cast<Index>(input_count); ++input) {
      double frequency = 0;
      const double value = largest(response, row, input, frequency);
      text += fmt::format(" {:>12.4g} {:>8.3f} Hz", value, frequency);
    }
    text += "\n";
  }
  text += sensitivities_text(response);
  if (!response.spectral) return text;
  text += fmt::format("\nroot mean squares on {}\n", spectrum_text(*response.settings));
  for (Index row = 0; row < rows_of(response); ++row)
    text += fmt::format("{:<32} {:<8} {:>12.4g}\n", channel_of(response, row).name,
                        channel_of(response, row).unit, response.spectral->rms(row));
  return text;
}

std::string json_text(const Response& response) {
  Json wavelengths = Json::array(), channels = Json::array();
  for (const double f : response.frequencies) wavelengths.push_back(response.speed / f);
  for (Index row = 0; row < rows_of(response); ++row) {
    const results::Channel& channel = channel_of(response, row);
    Json entry{
        {"name", channel.name}, {"unit", channel.unit}, {"transfer", transfer_json(response.transfer, row)}};
    for (const ResponseSensitivity& one : response.sensitivities)
      entry["gradients"][one.key.key] = transfer_json(one.transfer, row);
    if (response.spectral) add_spectral(*response.spectral, row, entry);
    channels.push_back(std::move(entry));
  }
  Json json{{"speed", response.speed},
            {"frequency", response.frequencies},
            {"wavelength", std::move(wavelengths)},
            {"channels", std::move(channels)}};
  if (response.spectral) {
    json["spectrum"] = spectrum_text(*response.settings);
    json["density_frequency"] = response.spectral->frequencies;
  }
  return json.dump();
}

std::string csv_text(const Response& response) {
  std::string out = "frequency [Hz],wavelength [m]";
  for (const results::Channel& channel : response.channels)
    for (std::size_t input = 0; input < input_count; ++input)
      for (const bool phase : {false, true})
        out += "," +
               csv_cell(fmt::format("{} over {} {} [{}]", channel.name, input_name(input),
                                    phase ? "phase" : "amplitude", phase ? "rad" : per_metre(channel.unit)));
  out += "\n";
  for (std::size_t j = 0; j < response.frequencies.size(); ++j) {
    out += fmt::format("{},{}", response.frequencies[j], response.speed / response.frequencies[j]);
    for (Index row = 0; row < rows_of(response); ++row)
      for (Index input = 0; input < static_cast<Index>(input_count); ++input)
        out += fmt::format(",{},{}", std::abs(response.transfer[j](row, input)),
                           std::arg(response.transfer[j](row, input)));
    out += "\n";
  }
  return out;
}

std::string page(const vehicle_case::CaseModel& model, const Response& response,
                 const std::string& command_line) {
  std::string html =
      plot::page_head("Linear response: " + response.name) +
      fmt::format(
          "<p>At {:g} m/s. Each curve is the amplitude of a channel per metre of one irregularity.</p>\n",
          response.speed);
  if (response.spectral)
    html += fmt::format(
                "<h2>Root mean squares</h2>\n<p class=\"note\">Spectrum of the track: {}. The four "
                "irregularities are independent.</p>\n",
                plot::escaped(spectrum_text(*response.settings))) +
            rms_table(response);
  for (Index row = 0; row < rows_of(response); ++row) {
    html +=
        fmt::format("<h2>{}</h2>\n<p class=\"note\">{}</p>\n", plot::escaped(channel_of(response, row).name),
                    plot::escaped(channel_of(response, row).description)) +
        transfer_figure(response, row);
    if (response.spectral) html += density_figure(response, row);
  }
  std::vector<plot::Input> inputs;
  for (const auto& file : model.sources) inputs.push_back({file.path, file.text});
  return html + plot::provenance(command_line, inputs) + plot::page_end();
}

}  // namespace flangeway::response
