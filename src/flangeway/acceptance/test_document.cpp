#include "flangeway/acceptance/test_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/acceptance/cross_check.hpp"
#include "flangeway/acceptance/summary.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::acceptance {
namespace {

using plot::escaped;
using DocumentJson = nlohmann::ordered_json;

enum class StationaryOutcome { no_limit, no_value, passed, failed };

StationaryOutcome outcome_of(const StationaryResult& result) {
  if (!std::isfinite(result.value)) return StationaryOutcome::no_value;
  if (!result.limit) return StationaryOutcome::no_limit;
  return result.value <= *result.limit ? StationaryOutcome::passed : StationaryOutcome::failed;
}

const char* word_of(StationaryOutcome outcome) {
  static constexpr const char* words[] = {"not judged: no limit", "not judged: no value", "passed", "failed"};
  return words[static_cast<std::size_t>(outcome)];
}

std::string limit_text(const StationaryResult& result) {
  return result.limit ? value_text(*result.limit, result.unit) : "none";
}

std::string facts_table(const std::vector<NamedFact>& facts) {
  std::string html = "<table class=\"facts\">\n";
  for (const NamedFact& fact : facts)
    html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(fact.name), escaped(fact.text));
  return html + "</table>\n";
}

std::string plan_tables(const TestPlan& plan) {
  std::string html = "<h2>Zones and their runs</h2>\n";
  for (const PlannedZone& zone : plan.zones) {
    html += fmt::format("<h3>{}</h3>\n", escaped(zone.title));
    if (!zone.unreachable.empty())
      html += fmt::format("<p class=\"note\">Left out: {}.</p>\n", escaped(zone.unreachable));
    if (zone.runs.empty()) continue;
    html += fmt::format("<p>{} sections of {:g} m in {} runs</p>\n", zone.sections(), zone.section_length,
                        zone.runs.size());
    html +=
        "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>radius in m</th><th>cant in mm</th><th>cant "
        "deficiency in mm</th><th>speed in km/h</th><th>sections</th><th>track in m</th><th>seed of the "
        "irregularities</th></tr>\n";
    for (const PlannedRun& run : zone.runs)
      html += fmt::format(
          "<tr><td>{}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.1f}</td><td>{}</td><td>{:.0f}</td><td>{}</td>"
          "</tr>\n",
          run.radius == 0 ? "straight" : fmt::format("{:g}", run.radius), 1e3 * run.cant,
          1e3 * run.deficiency, 3.6 * run.speed, run.sections, run.distance(), run.seed);
    html += "</table></div>\n";
  }
  return html;
}

std::string stationary_table(const std::vector<StationaryResult>& results) {
  if (results.empty()) return "";
  std::string html =
      "<h2>Stationary tests</h2>\n<div class=\"wide\"><table class=\"numbers\">\n<tr><th>test</th>"
      "<th>quantity</th><th>value</th><th>limit</th><th>verdict</th><th>source of the limit</th></tr>\n";
  for (const StationaryResult& result : results) {
    const StationaryOutcome outcome = outcome_of(result);
    html += fmt::format(
        "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(result.test),
        escaped(result.quantity), value_text(result.value, result.unit), limit_text(result),
        outcome == StationaryOutcome::failed ? "<span class=\"alarm\">failed</span>" : word_of(outcome),
        result.limit ? escaped(limit_source(result.limit_source, result.unverified)) : "");
  }
  return html + "</table></div>\n";
}

std::string conditions_table(const std::vector<ConditionReport>& conditions) {
  std::string html =
      "<h2>Conditions</h2>\n<table class=\"facts\">\n<tr><th>condition</th><td><b>verdict</b></td></tr>\n";
  for (const ConditionReport& one : conditions)
    html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(one.condition.title),
                        escaped(verdict_text(one.report)));
  return html + "</table>\n";
}

// The extent of the comparison, then each difference.
std::vector<std::string> sentences_of(const MethodCheck& one) {
  const assess::CrossCheck& check = one.check;
  std::vector<std::string> sentences;
  if (!check.problem.empty()) {
    sentences.push_back(fmt::format("the run with {} was not compared: {}", check.method, check.problem));
  } else {
    sentences.push_back(fmt::format(
        "{} values over {:.0f} m compared with {}, {}", check.compared, check.distance, check.method,
        check.differences.empty() ? fmt::format("none differs by more than {:g} %", 100 * check.tolerance)
                                  : fmt::format("{} quantities differ by more than {:g} %",
                                                check.differences.size(), 100 * check.tolerance)));
  }
  if (check.outcome_differs)
    sentences.push_back(fmt::format("the run with {} ended as {}{}", check.method, check.status,
                                    check.failure.empty() ? "" : ": " + check.failure));
  for (const assess::MethodDifference& difference : check.differences)
    sentences.push_back(difference_text(difference, check.method));
  return sentences;
}

std::string method_table(const std::vector<MethodCheck>& checks) {
  if (checks.empty()) return "";
  std::string html =
      "<h2>Cross-check of contact methods</h2>\n<p>The first section of one run in each zone, with the "
      "transition before it, run again with another contact method. Verdicts are those of the first "
      "method.</p>\n"
      "<table class=\"facts\">\n";
  for (const MethodCheck& check : checks) {
    html += fmt::format("<tr><th>{}, {}, {}</th><td>", escaped(check.zone), escaped(check.condition),
                        escaped(check.run));
    for (const std::string& sentence : sentences_of(check)) html += fmt::format("{}<br>", escaped(sentence));
    html += "</td></tr>\n";
  }
  return html + "</table>\n";
}

DocumentJson json_of(const MethodCheck& one) {
  DocumentJson differences = DocumentJson::array();
  const auto number = [](double value) { return std::isnan(value) ? DocumentJson() : DocumentJson(value); };
  for (const assess::MethodDifference& d : one.check.differences)
    differences.push_back({{"quantity", d.quantity},
                           {"item", d.item},
                           {"unit", d.unit},
                           {"begin", d.begin},
                           {"end", d.end},
                           {"value", number(d.value)},
                           {"other", number(d.other)},
                           {"sections", d.sections}});
  return {{"zone", one.zone},
          {"condition", one.condition},
          {"run", one.run},
          {"method", one.check.method},
          {"status", one.check.status},
          {"failure", one.check.failure},
          {"problem", one.check.problem},
          {"distance", one.check.distance},
          {"tolerance", one.check.tolerance},
          {"compared", one.check.compared},
          {"outcome_differs", one.check.outcome_differs},
          {"differences", std::move(differences)}};
}

std::string signatures() {
  return "<h2>Signatures</h2>\n<table class=\"facts\">\n<tr><th>tested by</th><td>name, date:</td></tr>\n"
         "<tr><th>checked by</th><td>name, date:</td></tr>\n</table>\n";
}

DocumentJson json_of(const PlannedZone& zone) {
  DocumentJson runs = DocumentJson::array();
  for (const PlannedRun& run : zone.runs)
    runs.push_back({{"name", run.name},
                    {"radius", run.radius},
                    {"cant", run.cant},
                    {"cant_deficiency", run.deficiency},
                    {"speed", run.speed},
                    {"sections", run.sections},
                    {"track", run.distance()},
                    {"seed", run.seed}});
  return {{"zone", zone.title},
          {"section_length", zone.section_length},
          {"sections", zone.sections()},
          {"left_out", zone.unreachable},
          {"runs", std::move(runs)}};
}

DocumentJson json_of(const StationaryResult& result) {
  return {{"test", result.test},
          {"quantity", result.quantity},
          {"unit", result.unit},
          {"value", std::isfinite(result.value) ? DocumentJson(result.value) : DocumentJson()},
          {"limit", result.limit ? DocumentJson(*result.limit) : DocumentJson()},
          {"limit_source", result.limit_source},
          {"limit_verified", result.limit && !result.unverified},
          {"verdict", word_of(outcome_of(result))}};
}

std::size_t parts_not_judged(const TestDocument& document) {
  std::size_t count = document.not_judged.size();
  for (const ConditionReport& one : document.conditions) count += one.report.not_judged.size();
  for (const StationaryResult& result : document.stationary)
    if (result.limit && outcome_of(result) == StationaryOutcome::no_value) ++count;
  return count;
}

}  // namespace

Verdict TestDocument::verdict() const {
  for (const StationaryResult& result : stationary)
    if (outcome_of(result) == StationaryOutcome::failed) return Verdict::failed;
  Verdict worst = conditions.empty() ? Verdict::too_few_sections : Verdict::passed;
  for (const ConditionReport& one : conditions) {
    const Verdict verdict = one.report.verdict();
    if (verdict == Verdict::failed) return verdict;
    if (verdict != Verdict::passed && worst != Verdict::no_quotient) worst = verdict;
  }
  return worst;
}

std::string verdict_text(const TestDocument& document) {
  std::string text = verdict_text(document.verdict(), parts_not_judged(document));
  std::vector<ZoneCheck> checks;
  for (const ConditionReport& one : document.conditions)
    checks.insert(checks.end(), one.report.zone_checks.begin(), one.report.zone_checks.end());
  const std::string unmet = unmet_text(checks);
  return unmet.empty() ? text : text + "; " + unmet;
}

std::string text(const TestDocument& document) {
  std::string out = fmt::format("{}\n\n", document.title);
  for (const StationaryResult& result : document.stationary)
    out += fmt::format("{}: {}: {}, limit {}: {}{}\n", result.test, result.quantity,
                       value_text(result.value, result.unit), limit_text(result), word_of(outcome_of(result)),
                       result.unverified ? "; limit unverified" : "");
  for (const ConditionReport& one : document.conditions)
    out += fmt::format("\n{}\n{}", one.condition.title, text(one.report));
  out += "\n";
  for (const MethodCheck& check : document.method_checks)
    for (const std::string& sentence : sentences_of(check))
      out += fmt::format("cross-check, {}, {}, {}: {}\n", check.zone, check.condition, check.run, sentence);
  for (const std::string& part : document.not_judged) out += fmt::format("not judged: {}\n", part);
  for (const std::string& note : document.notes) out += fmt::format("note: {}\n", note);
  return out + fmt::format("verdict of the campaign: {}\n", verdict_text(document));
}

std::string json_text(const TestDocument& document) {
  DocumentJson zones = DocumentJson::array(), stationary = DocumentJson::array(),
               conditions = DocumentJson::array(), checks = DocumentJson::array(),
               vehicle = DocumentJson::object();
  for (const NamedFact& fact : document.vehicle) vehicle[fact.name] = fact.text;
  for (const PlannedZone& zone : document.plan.zones) zones.push_back(json_of(zone));
  for (const StationaryResult& result : document.stationary) stationary.push_back(json_of(result));
  for (const ConditionReport& one : document.conditions)
    conditions.push_back({{"condition", one.condition.title},
                          {"friction", one.condition.friction},
                          {"wheel", one.condition.wheel},
                          {"report", DocumentJson::parse(json_text(one.report))}});
  for (const MethodCheck& check : document.method_checks) checks.push_back(json_of(check));
  return DocumentJson{{"title", document.title},
                      {"verdict", to_string(document.verdict())},
                      {"vehicle", std::move(vehicle)},
                      {"zones", std::move(zones)},
                      {"stationary", std::move(stationary)},
                      {"conditions", std::move(conditions)},
                      {"method_checks", std::move(checks)},
                      {"not_judged", document.not_judged},
                      {"notes", document.notes}}
      .dump(2, ' ', false, DocumentJson::error_handler_t::replace);
}

std::string plan_json(const TestPlan& plan, std::size_t runs, double duration, double cost) {
  DocumentJson zones = DocumentJson::array();
  for (const PlannedZone& zone : plan.zones) zones.push_back(json_of(zone));
  return DocumentJson{{"zones", std::move(zones)},
                      {"runs", runs},
                      {"running_time", duration},
                      {"estimated_processor_time", cost}}
      .dump(2, ' ', false, DocumentJson::error_handler_t::replace);
}

std::string page(const TestDocument& document, const std::string& command_line) {
  std::string html = plot::page_head(document.title);
  html += fmt::format("<p>Verdict of the campaign: <b>{}</b></p>\n", escaped(verdict_text(document)));
  html += "<h2>Vehicle and conditions of the tests</h2>\n" + facts_table(document.vehicle);
  html += not_judged_list(document.not_judged);
  for (const std::string& note : document.notes)
    html += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
  html += stationary_table(document.stationary) + plan_tables(document.plan);
  if (document.conditions.size() > 1) html += conditions_table(document.conditions);
  for (const ConditionReport& one : document.conditions)
    html += fmt::format("<h2>{}: {}</h2>\n", escaped(one.report.title), escaped(one.condition.title)) +
            report_body(one.report);
  html += method_table(document.method_checks);
  html += "<h2>Where this comes from</h2>\n" + facts_table(document.inputs);
  std::vector<NamedFact> facts{{"Command line", command_line},
                               {"Program", fmt::format("Flangeway {} ({})", version(), commit())}};
  if (!document.conditions.empty()) {
    const Report& report = document.conditions.front().report;
    facts.insert(facts.begin(), {"Rule", fmt::format("{} ({})", report.source, report.date)});
    for (const ConditionReport& one : document.conditions)
      for (const RecordSource& record : one.report.records)
        facts.push_back({"Record", fmt::format("{}, SHA-256 {}", record.path, record.sha256)});
  }
  return html + facts_table(facts) + signatures() + plot::page_end();
}

}  // namespace flangeway::acceptance
