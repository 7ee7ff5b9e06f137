#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/inspection/inspection.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::inspection {
namespace {

using plot::escaped;
using vehicle_case::CheckedValue;
using Json = nlohmann::ordered_json;

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string band_text(const CheckedValue& value) {
  if (!std::isfinite(value.high)) return fmt::format("from {:g}", value.low);
  return fmt::format("{:g} to {:g}", value.low, value.high);
}

const char* source_of(const vehicle_case::CheckedRole& body) {
  return body.given ? ", as the vehicle file says" : "";
}

std::string verdict_sentence(const Inspection& inspection) {
  std::size_t outside = 0;
  for (const CheckedValue& value : inspection.values) outside += value.outside() ? 1 : 0;
  return fmt::format("{} value{}, {} outside {} usual band{}; {} warning{}; {} not judged",
                     inspection.values.size(), inspection.values.size() == 1 ? "" : "s", outside,
                     outside == 1 ? "its" : "their", outside == 1 ? "" : "s", inspection.warnings.size(),
                     inspection.warnings.size() == 1 ? "" : "s", inspection.not_judged.size());
}

}  // namespace

std::string text(const Inspection& inspection) {
  std::string text =
      fmt::format("{} {}\n{}\n", inspection.kind, inspection.name, verdict_sentence(inspection));
  for (const std::string& warning : inspection.warnings) text += "warning: " + warning + "\n";
  for (const std::string& reason : inspection.not_judged) text += "not judged: " + reason + "\n";
  if (!inspection.roles.empty()) text += fmt::format("\n{:<28} role\n", "body");
  for (const vehicle_case::CheckedRole& body : inspection.roles)
    text += fmt::format("{:<28} {}{}\n", body.body, body.role, source_of(body));
  if (!inspection.values.empty())
    text += fmt::format("\n{:<28} {:<58} {:>12} {:<6} usual\n", "of", "quantity", "value", "unit");
  for (const CheckedValue& value : inspection.values) {
    text += fmt::format("{:<28} {:<58} {:>12.4g} {:<6} {}{}\n", value.subject, value.quantity, value.value,
                        value.unit, band_text(value), value.outside() ? "  !" : "");
  }
  if (!inspection.modes.empty())
    text += "\nmodes over wheelsets that stand still\nfrequency/Hz  damping/%  mode\n";
  for (const vehicle_case::SuspensionMode& mode : inspection.modes)
    text += fmt::format("{:>12.3f} {:>10.2f}  {}\n", mode.frequency, 100 * mode.damping_ratio, mode.name);
  if (inspection.conicity) {
    text += fmt::format("\nequivalent conicity of {}\namplitude/mm  conicity\n", inspection.conicity_of);
    for (const assess::Conicity& row : inspection.conicity->conicity)
      text += fmt::format("{:>12.1f} {:>9.4f}\n", 1e3 * row.amplitude, row.nonlinear.value_or(row.harmonic));
  }
  return text + fmt::format("\nbands: {}\n", vehicle_case::source_of_bands);
}

std::string json_text(const Inspection& inspection) {
  Json roles = Json::array(), values = Json::array(), modes = Json::array(), conicity = Json::array();
  for (const vehicle_case::CheckedRole& body : inspection.roles)
    roles.push_back({{"body", body.body}, {"role", body.role}, {"given", body.given}});
  for (const CheckedValue& value : inspection.values) {
    values.push_back({{"of", value.subject},
                      {"quantity", value.quantity},
                      {"unit", value.unit},
                      {"value", finite(value.value)},
                      {"low", finite(value.low)},
                      {"high", finite(value.high)},
                      {"kind", value.kind},
                      {"outside", value.outside()}});
  }
  for (const vehicle_case::SuspensionMode& mode : inspection.modes) {
    modes.push_back({{"name", mode.name},
                     {"body", mode.body},
                     {"frequency", mode.frequency},
                     {"damping_ratio", mode.damping_ratio},
                     {"energy", mode.energy}});
  }
  if (inspection.conicity)
    for (const assess::Conicity& row : inspection.conicity->conicity)
      conicity.push_back({{"amplitude", row.amplitude},
                          {"nonlinear", row.nonlinear ? Json(*row.nonlinear) : Json()},
                          {"harmonic", row.harmonic}});
  return Json{{"kind", inspection.kind},
              {"name", inspection.name},
              {"roles", std::move(roles)},
              {"values", std::move(values)},
              {"modes", std::move(modes)},
              {"conicity", std::move(conicity)},
              {"warnings", inspection.warnings},
              {"not_judged", inspection.not_judged},
              {"source_of_bands", vehicle_case::source_of_bands}}
      .dump();
}

std::string page(const Inspection& inspection, const std::string& command_line) {
  std::string html = plot::page_head("Check of " + inspection.kind + ": " + inspection.name) + "<p>" +
                     verdict_sentence(inspection) + ".</p>\n";
  for (const std::string& warning : inspection.warnings)
    html += "<p class=\"warning\">" + escaped(warning) + ".</p>\n";
  for (const std::string& reason : inspection.not_judged)
    html += "<p class=\"note\">Not judged: " + escaped(reason) + ".</p>\n";
  if (!inspection.roles.empty()) html += "<h2>Roles</h2>\n<table>\n<tr><th>body</th><th>role</th></tr>\n";
  for (const vehicle_case::CheckedRole& body : inspection.roles)
    html +=
        fmt::format("<tr><td>{}</td><td>{}{}</td></tr>\n", escaped(body.body), body.role, source_of(body));
  if (!inspection.roles.empty()) html += "</table>\n";
  html +=
      "<h2>Values</h2>\n<div class=\"wide\"><table class=\"numbers\">\n<tr><th>of</th><th "
      "class=\"text\">quantity</th>"
      "<th>value</th><th>unit</th><th>usual</th><th></th></tr>\n";
  std::string subject;  // each is named once, above its values
  for (const CheckedValue& value : inspection.values) {
    html += fmt::format(
        "<tr><th>{}</th><td class=\"text\">{}</td><td>{:.4g}</td><td>{}</td><td>{}</td><td{}>{}</td></tr>\n",
        value.subject == subject ? "" : escaped(value.subject), escaped(value.quantity), value.value,
        value.unit == "1" ? "–" : escaped(value.unit), band_text(value),
        value.outside() ? " class=\"alarm\"" : "", value.outside() ? "outside" : "");
    subject = value.subject;
  }
  html +=
      "</table></div>\n" + fmt::format("<p class=\"note\">Bands: {}.</p>\n", vehicle_case::source_of_bands);
  if (!inspection.modes.empty()) {
    html +=
        "<h2>Modes over wheelsets that stand still</h2>\n<div class=\"wide\"><table class=\"numbers\">\n"
        "<tr><th>frequency in Hz</th><th>damping in %</th><th>mode</th></tr>\n";
    for (const vehicle_case::SuspensionMode& mode : inspection.modes)
      html += fmt::format("<tr><td>{:.3f}</td><td>{:.2f}</td><td>{}</td></tr>\n", mode.frequency,
                          100 * mode.damping_ratio, escaped(mode.name));
    html += "</table></div>\n";
  }
  if (inspection.conicity)
    html += "<h2>Equivalent conicity of " + escaped(inspection.conicity_of) + "</h2>\n" +
            plot::page_figure(geometry::figure_of(*inspection.conicity));
  std::vector<plot::Input> inputs;
  for (const document::SourceFile& file : inspection.sources) inputs.push_back({file.path, file.text});
  return html + plot::provenance(command_line, inputs) + plot::page_end();
}

}  // namespace flangeway::inspection
