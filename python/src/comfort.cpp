#include <pybind11/complex.h>

#include <algorithm>
#include <filesystem>

#include "bindings.hpp"
#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/comparison.hpp"
#include "flangeway/acceptance/judge.hpp"
#include "flangeway/assess/comfort.hpp"
#include "flangeway/core/atomic_file.hpp"

namespace flangeway::python {
namespace {

std::span<const double> values_of(const Numbers& array) {
  if (array.ndim() != 1) throw py::value_error("needs arrays of one dimension");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

assess::Weighting weighting_of(const std::string& name) {
  std::string names;
  for (const auto& one : alternatives_of(assess::Weighting{})) {
    if (one.name == name) return one.value;
    names += (names.empty() ? "'" : ", '") + std::string(one.name) + "'";
  }
  throw py::value_error("weighting must be one of " + names);
}

assess::Posture posture_of(const std::string& name) {
  if (name == "standing") return assess::Posture::standing;
  if (name == "seated") return assess::Posture::seated;
  throw py::value_error("posture must be 'standing' or 'seated'");
}

py::array_t<double> weighted(const Numbers& values, double step, const std::string& weighting) {
  need_positive("step", step);
  return array_of(
      assess::filtered(assess::matched(assess::weighting(weighting_of(weighting)), step), values_of(values)));
}

py::array_t<std::complex<double>> weighting_response(const Numbers& frequency, const std::string& weighting,
                                                     std::optional<double> step) {
  const std::span<const double> frequencies = values_of(frequency);
  const assess::AnalogueFilter analogue = assess::weighting(weighting_of(weighting));
  if (step) need_positive("step", *step);
  const assess::MatchedFilter digital = step ? assess::matched(analogue, *step) : assess::MatchedFilter{};
  py::array_t<std::complex<double>> out(static_cast<py::ssize_t>(frequencies.size()));
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    out.mutable_data()[i] =
        step ? assess::response(digital, *step, frequencies[i]) : assess::response(analogue, frequencies[i]);
  return out;
}

py::dict mean_comfort(const Numbers& x, const Numbers& y, const Numbers& z, double step) {
  const assess::FloorMotion motion{values_of(x), values_of(y), values_of(z), step};
  if (const std::string wrong = assess::problem(motion, 5); !wrong.empty())
    throw py::value_error("the motion " + wrong);
  assess::ContinuousComfort windows = assess::continuous_comfort(motion);
  const assess::MeanComfort mean = assess::mean_comfort(windows);
  return py::dict("n_mv"_a = mean.n, "x95"_a = mean.x, "y95"_a = mean.y, "z95"_a = mean.z,
                  "windows"_a = mean.windows, "x"_a = array_of(std::move(windows.x)),
                  "y"_a = array_of(std::move(windows.y)), "z"_a = array_of(std::move(windows.z)));
}

py::dict transition_comfort(const Numbers& lateral, const Numbers& roll_rate, double step,
                            const std::string& posture) {
  need_positive("step", step);
  if (lateral.size() == 0 || lateral.size() != roll_rate.size())
    throw py::value_error("needs as many values of lateral as of roll_rate, and at least one");
  const auto found =
      assess::transition_comfort(values_of(lateral), values_of(roll_rate), step, posture_of(posture));
  return py::dict("percent"_a = found.percent, "acceleration"_a = found.acceleration, "jerk"_a = found.jerk,
                  "roll_rate"_a = found.roll_rate);
}

py::array_t<double> event_comfort(const Numbers& lateral, double step, const std::string& posture) {
  need_positive("step", step);
  return array_of(assess::event_comfort(values_of(lateral), step, posture_of(posture)));
}

py::dict vibration(const Numbers& values, double step) {
  need_positive("step", step);
  const assess::WeightedVibration found = assess::weighted_vibration(values_of(values), step);
  return py::dict("rms"_a = found.rms, "mtvv"_a = found.running_peak, "vdv"_a = found.dose,
                  "crest_factor"_a = found.crest_factor);
}

py::array_t<double> sperling(const Numbers& values, double step, const std::string& direction) {
  need_positive("step", step);
  if (direction != "vertical" && direction != "lateral")
    throw py::value_error("direction must be 'vertical' or 'lateral'");
  return array_of(
      assess::sperling(values_of(values), step,
                       direction == "vertical" ? assess::Direction::vertical : assess::Direction::lateral));
}

// Findings: the output exists (and no `force`), has no folder, or is one of the records.
void check_output(const std::optional<std::string>& output, bool force,
                  std::initializer_list<const acceptance::RecordSet*> sets, Findings& findings) {
  if (!output) return;
  namespace fs = std::filesystem;
  const fs::path file = *output;
  const auto refuse = [&](const char* problem, const char* advice) {
    findings.add({{*output}, "", problem, "", "", advice});
  };
  std::error_code ignored;
  for (const acceptance::RecordSet* set : sets)
    for (const acceptance::Record& record : set->records)
      if (fs::equivalent(file, record.path(), ignored))
        return refuse("is one of the given results", "Name another file for the output");
  if (fs::is_directory(file, ignored)) {
    refuse("is a folder", "Give the name of a file");
  } else if (fs::exists(file, ignored) && !force) {
    refuse("exists already", "Give another name, or force=True to overwrite it");
  } else if (file.has_parent_path() && !fs::is_directory(file.parent_path(), ignored)) {
    refuse("its folder does not exist", "Make the folder first");
  }
}

// A page or, where the name ends in .pdf, its print.
template <typename Result>
void write_report(const Result& result, const std::string& output) {
  constexpr const char* made_by = "flangeway.assess of Python";
  write_file_atomically(output, output.ends_with(".pdf") ? acceptance::pdf(result, made_by)
                                                         : acceptance::page(result, made_by));
}

py::object judge(const std::vector<std::string>& results, const std::string& rule, double axle_load,
                 std::optional<double> cant_deficiency, double bogie_mass,
                 const std::vector<std::string>& points, const std::optional<std::string>& output,
                 bool force) {
  Findings findings;
  const auto spec = acceptance::load_rule(rule, findings);
  const acceptance::JudgeOptions options{axle_load, cant_deficiency, bogie_mass,
                                         acceptance::parse_floor_points(points, findings)};
  const auto records = acceptance::open_records(results, findings);
  check_output(output, force, {&records}, findings);
  findings.throw_if_any();
  const acceptance::Report report = acceptance::judge(records, *spec, options, findings);
  findings.throw_if_any();
  if (output) write_report(report, *output);
  return parsed(acceptance::json_text(report));
}

py::object compare(const std::vector<std::string>& measured, const std::vector<std::string>& computed,
                   const std::string& rule, double farthest_shift, double axle_load,
                   const std::vector<std::string>& points, const std::optional<std::string>& output,
                   bool force) {
  Findings findings;
  const auto spec = acceptance::load_rule(rule, findings);
  const acceptance::ComparisonOptions options{
      {axle_load, std::nullopt, 0, acceptance::parse_floor_points(points, findings)}, farthest_shift};
  const auto first = acceptance::open_records(measured, findings),
             second = acceptance::open_records(computed, findings);
  check_output(output, force, {&first, &second}, findings);
  findings.throw_if_any();
  const auto comparison = acceptance::compare(first, second, *spec, options, findings);
  findings.throw_if_any();
  if (output) write_report(comparison, *output);
  return parsed(acceptance::json_text(comparison));
}

py::object judge_comfort(const std::vector<std::string>& results, const std::string& rule,
                         const std::optional<std::string>& point) {
  const auto& rules = acceptance::comfort_rules();
  if (std::find(rules.begin(), rules.end(), rule) == rules.end())
    throw py::value_error("rule must be 'en12299', 'iso2631', 'bs6841' or 'sperling'");
  Findings findings;
  const auto points =
      acceptance::parse_floor_points(point ? std::vector{*point} : std::vector<std::string>{}, findings);
  const auto reports =
      acceptance::judge_comfort(acceptance::open_records(results, findings), rule, points, findings);
  findings.throw_if_any();
  return parsed(acceptance::json_text(reports));
}

}  // namespace

void bind_comfort(py::module_& m) {
  m.def("weighted", &weighted, "values"_a, "step"_a, "weighting"_a,
        "Weighs accelerations at equal steps (s) for comfort: 'wk', 'wd', 'wc', 'wf', 'wb' (EN 12299), "
        "'wb_bs6841',\n"
        "'sperling_vertical' or 'sperling_lateral'. Amplitude and phase are right within 0.5 % up to 80 Hz\n"
        "where the steps are at most 5 ms long.");
  m.def("weighting_response", &weighting_response, "frequency"_a, "weighting"_a, "step"_a = py::none(),
        "Complex gain of a weighting at frequencies in Hz: of the analogue filter, or with a step (s) of the "
        "digital\n"
        "one that weighted() uses.");
  m.def("mean_comfort", &mean_comfort, "x"_a, "y"_a, "z"_a, "step"_a,
        "Mean comfort after EN 12299 from accelerations of the floor (m/s²): a dict of n_mv, x95, y95, z95, "
        "windows, and the\n"
        "windows of continuous comfort x, y, z. A judgement needs 60 windows of 5 s.");
  m.def("transition_comfort", &transition_comfort, "lateral"_a, "roll_rate"_a, "step"_a,
        "posture"_a = "standing",
        "Comfort of one transition after EN 12299 from lateral acceleration (m/s²) and roll rate (rad/s): a "
        "dict of\n"
        "percent, acceleration, jerk, roll_rate. posture: 'standing' or 'seated'.");
  m.def("event_comfort", &event_comfort, "lateral"_a, "step"_a, "posture"_a = "standing",
        "Comfort at discrete events after EN 12299 in %, for each window of 2 s of the lateral acceleration "
        "(m/s²).");
  m.def("vibration", &vibration, "values"_a, "step"_a,
        "Measures of a weighted acceleration after ISO 2631-1 and BS 6841: a dict of rms, mtvv, vdv, "
        "crest_factor.");
  m.def("sperling", &sperling, "values"_a, "step"_a, "direction"_a,
        "Sperling's Wz of windows of 5 s, amplitudes as peaks in cm/s². direction: 'vertical' or 'lateral'.");
  m.def(
      "judge", &judge, "results"_a, "rule"_a, "axle_load"_a = 0.0, "cant_deficiency"_a = py::none(),
      "bogie_mass"_a = 0.0, "points"_a = std::vector<std::string>{}, "output"_a = py::none(),
      "force"_a = false,
      "Judges result files, folders of them or of studies, or tables (.csv) after a rule, as `flangeway "
      "assess` "
      "does: 'en14363',\n"
      "'en14363_simplified', 'gbt5599', 'fra213' or a file of a rule. points: accelerometers \"BODY:x,y,z\". "
      "output: a page (.html)\n"
      "or its print (.pdf); force: over a file that exists. A dict with verdict, entries, not_judged and "
      "notes.");
  m.def("compare", &compare, "measured"_a, "computed"_a, "rule"_a = "en14363_validation",
        "farthest_shift"_a = 50.0, "axle_load"_a = 0.0, "points"_a = std::vector<std::string>{},
        "output"_a = py::none(), "force"_a = false,
        "Aligns computed records with measured ones by distance and judges their differences, as `flangeway "
        "assess "
        "--measured` does.\n"
        "output and force: as of judge(). A dict with verdict, pairs, quantities, series and not_judged.");
  m.def("judge_comfort", &judge_comfort, "results"_a, "rule"_a, "point"_a = py::none(),
        "Ride comfort of result files or tables (.csv): 'en12299', 'iso2631', 'bs6841' or 'sperling'. point: "
        "\"BODY:x,y,z\" in m\n"
        "from the centre of gravity. A list with a dict for each record.");
}

}  // namespace flangeway::python
