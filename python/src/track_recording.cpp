#include "bindings.hpp"
#include "flangeway/track/recorded_spectra.hpp"

namespace flangeway::python {
namespace {

using track::RecordedGeometry;

struct Recording {
  std::string file;
  RecordedGeometry geometry;
};

Recording load_recording(const std::string& file, const std::string& gaps,
                         const std::optional<std::array<double, 2>>& chord, double nominal_gauge) {
  const auto way = named<track::Gaps>(gaps);
  if (!way) throw py::value_error("gaps must be 'refuse', 'interpolate' or 'split'");
  track::RecordingReading reading{.gaps = *way};
  if (chord) {
    for (const double part : *chord) need_positive("chord", part);
    reading.chord = {(*chord)[0], (*chord)[1]};
  }
  if (!(nominal_gauge >= 0)) throw py::value_error("nominal_gauge must be >= 0");
  reading.table.nominal_gauge = nominal_gauge;
  Findings findings;
  auto geometry = track::load_recorded_geometry(file, reading, findings);
  return {file, checked(std::move(geometry), findings)};
}

std::vector<double> places(const Recording& recording) {
  std::vector<double> s;
  for (std::size_t i = 0; i < recording.geometry.count; ++i) s.push_back(recording.geometry.at(i));
  return s;
}

py::array_t<double> named_column(const Recording& recording, const std::string& name) {
  for (const track::RecordedColumn& one : recording.geometry.columns)
    if (one.name == name) return array_of(std::vector<double>(one.values));
  throw py::key_error(name);
}

track::Shift shift_of(const Recording& recording, const Recording& other, double reach) {
  need_positive("reach", reach);
  const auto shift = track::shift_between(recording.geometry, other.geometry, reach);
  if (!shift) throw py::value_error("the recordings have no column in common");
  return *shift;
}

py::object quality(const Recording& recording, double section, double speed_kmh,
                   const std::optional<std::string>& limits) {
  need_positive("section", section);
  if (limits.has_value() != (speed_kmh > 0)) throw py::value_error("limits depend on the speed: give both");
  Findings findings;
  std::optional<track::QualityLimitsSpec> spec;
  if (limits) spec = track::load_quality_limits(*limits, findings);
  findings.throw_if_any();
  const auto report =
      track::judge_quality(recording.geometry, {.section = section, .speed_kmh = speed_kmh}, spec);
  return parsed(track::json_text(recording.geometry, report, std::nullopt));
}

py::object spectra(const Recording& recording, double segment, const Recording* other, double reach) {
  if (!(segment >= 0)) throw py::value_error("segment must be >= 0");
  Findings findings;
  const RecordedGeometry all = other == nullptr ? recording.geometry
                                                : track::joined(recording.geometry, other->geometry,
                                                                shift_of(recording, *other, reach).distance);
  auto found = track::spectra_of(all, segment, recording.file, findings);
  return parsed(track::json_text(checked(std::move(found), findings)));
}

}  // namespace

void bind_recording(py::module_& m) {
  py::class_<Recording>(m, "Recording", "Track geometry that a recording car has measured, at equal steps.")
      .def_property_readonly(
          "s", [](const Recording& r) { return array_of(places(r)); }, "places of the samples, m")
      .def_property_readonly(
          "names",
          [](const Recording& r) {
            std::vector<std::string> names;
            for (const track::RecordedColumn& one : r.geometry.columns) names.push_back(one.name);
            return names;
          },
          "of the columns, such as 'alignment_left'")
      .def("__getitem__", &named_column, "name"_a,
           "samples of a column, m; twist in m/m; the gauge as deviation from the nominal one; NaN in gaps")
      .def(
          "shift",
          [](const Recording& r, const Recording& other, double reach) {
            const track::Shift shift = shift_of(r, other, reach);
            return py::dict("distance"_a = shift.distance, "correlation"_a = shift.correlation,
                            "quantity"_a = shift.quantity);
          },
          "other"_a, "reach"_a = 20.0,
          "The other one shows at s + distance what this one shows at s, found within ± reach (m); a dict.")
      .def("quality", &quality, "section"_a = 200.0, "speed_kmh"_a = 0.0, "limits"_a = py::none(),
           "What `flangeway recording --json` gives, as a dict. limits: a data file, with the speed of the "
           "line.")
      .def("spectra", &spectra, "segment"_a = 0.0, "other"_a = py::none(), "reach"_a = 20.0,
           "What `flangeway recording --spectra --json` gives, as a dict: densities beside published ones, "
           "and the\n"
           "coherence of each two columns, or of each with itself in another recording.")
      .def("__repr__", [](const Recording& r) { return "<flangeway.Recording " + r.file + ">"; });
  m.def("load_recording", &load_recording, "file"_a, "gaps"_a = "refuse", "chord"_a = py::none(),
        "nominal_gauge"_a = 0.0,
        "Measured track geometry from a CSV file. gaps: 'refuse', 'interpolate' or 'split'; chord: the parts "
        "before "
        "and\nafter the point (m) where alignment and level are offsets from a chord; nominal_gauge: m, "
        "else\nthe nearest usual one of the recording.");
}

}  // namespace flangeway::python
