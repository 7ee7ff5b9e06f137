// Reads a line and all that it names.
#include <fmt/format.h>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/document/settings.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/evolution/wear_report.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::evolution {
namespace {

bool same_profile(const profile::Profile& a, const profile::Profile& b) {
  return a.curve.points() == b.curve.points();
}

void check_model(const vehicle_case::CaseModel& model, const SectionSpec& section, const Line& line,
                 Findings& findings) {
  vehicle_case::check_one_process(model, findings);
  const auto add = [&](const char* problem, const char* advice) {
    findings.add({section.where, fmt::format("sections.{}", section.name.value), problem, "", "", advice});
  };
  if (model.shapes.wheels.empty()) {
    add("has a vehicle without wheelsets", "");
    return;
  }
  for (const profile::Profile& wheel : model.shapes.wheels) {
    if (!same_profile(wheel, line.first)) {
      add("has wheels with another profile than the first wheel of the line",
          "All wheels share one profile, which wears as the mean of all");
      return;
    }
  }
}

// A limit that the first profile does not keep would be met by no reprofiling.
void check_reprofiling(const Line& line, Findings& findings) {
  Step step;
  step.flange = profile::measure_flange(line.first);
  step.hollow = hollow_depth(points_along(line.first.curve));
  if (line.spec.reprofiling && is_due(*line.spec.reprofiling, step))
    findings.add({line.spec.reprofiling->where, "reprofiling", "has a limit that the first profile is beyond",
                  "", "", "Change it"});
}

// Of a file that has been read without findings.
std::string text_of(const std::string& file) {
  Findings seen;
  return document::Document::from_file(file, seen).text();
}

// All that results depend on but the mileage: a longer mileage continues a shorter one.
std::string identity_text(const Line& line) {
  const LineSpec& spec = line.spec;
  std::string text = fmt::format("{} {} {:a} {} {:a} {:a} {:a}\n", version(), commit(), spec.skip,
                                 spec.elements, spec.step.depth, spec.step.mileage, spec.step.smoothing);
  for (std::size_t i = 0; i < spec.sections.size(); ++i) {
    text += fmt::format("{} {:a}", spec.sections[i].name.value, spec.sections[i].share);
    for (const document::Assignment& set : line.sets[i]) text += ' ' + set.text;
    text += '\n';
  }
  if (const auto& rule = spec.reprofiling)
    text += fmt::format("{:a} {:a} {:a} {:a} {:a}\n", rule->mileage, rule->flange_thickness,
                        rule->flange_height, rule->steepness, rule->hollow);
  return text;
}

}  // namespace

std::optional<Line> load_line(const document::Document& file, Findings& findings) {
  const std::size_t before = findings.all().size();
  LineSpec spec;
  file.fill(spec, findings);
  check(spec, findings);
  if (findings.all().size() != before) return std::nullopt;
  Line line{std::move(spec), {}, {}, {{}, {}, profile::Curve({{0, 0}, {1, 0}})}, {}};
  if (auto law = read_law(line.spec.law_file.value, findings)) line.law = std::move(*law);
  wheelrail::PairTables tables;
  std::string sources;
  for (const SectionSpec& section : line.spec.sections) {
    document::Assignments& sets = line.sets.emplace_back();
    document::append_settings(sets, section.set);
    const auto model = vehicle_case::load_case(line.spec.case_file.value, sets, findings, &tables);
    if (!model) continue;
    simulate::check_inputs_of_controllers(*model, findings);
    simulate::check_functions(*model, {}, findings);
    if (sources.empty() && !model->shapes.wheels.empty()) line.first = model->shapes.wheels.front();
    check_model(*model, section, line, findings);
    for (const auto& source : model->sources) sources += sha256(source.text);
  }
  check_reprofiling(line, findings);
  if (findings.all().size() != before) return std::nullopt;
  line.identity = sha256(identity_text(line) + text_of(line.spec.law_file.value) + sources);
  return line;
}

}  // namespace flangeway::evolution
