#include "bindings.hpp"
#include "flangeway/track/chainage.hpp"
#include "flangeway/track/report.hpp"

namespace flangeway::python {
namespace {

using track::TrackModel;

TrackModel load_track(const Source& source, const std::vector<std::string>& sets) {
  Findings findings;
  const NoteCollector notes;
  track::TrackSpec spec;
  open(source, sets, findings).fill(spec, findings);
  findings.throw_if_any();
  warn_of(notes);
  return checked(track::compile(spec, findings), findings);
}

py::array_t<double> centreline(const TrackModel& model, const Numbers& s) {
  return map(s, 3, [&](double x, double* out) {
    track::Frame frame;
    track::evaluate_frame(model, x, frame);
    for (int i = 0; i < 3; ++i) out[i] = frame.position[i];
  });
}

py::array_t<double> irregularities(const TrackModel& model, const Numbers& s) {
  return map(s, 4, [&](double x, double* out) {
    track::Irregularity irregularity;
    track::evaluate_irregularity(model, x, irregularity);
    std::copy(irregularity.value.begin(), irregularity.value.end(), out);
  });
}

std::vector<py::dict> segments(const TrackModel& model) {
  std::vector<py::dict> all;
  for (const track::Segment& segment : model.segments()) {
    all.push_back(py::dict("start"_a = segment.start, "length"_a = segment.length,
                           "curvature_start"_a = segment.curvature_start,
                           "curvature_end"_a = segment.curvature_end, "cant_start"_a = segment.cant_start,
                           "cant_end"_a = segment.cant_end));
  }
  return all;
}

template <typename F>
auto over_s(F f) {
  return [f](const TrackModel& model, const Numbers& s) {
    return map(s, 1, [&](double x, double* out) { *out = (model.*f)(x); });
  };
}

}  // namespace

void bind_track(py::module_& m) {
  py::class_<TrackModel>(m, "Track", "A track over the arc length s of its centreline, in m.")
      .def_property_readonly("name", &TrackModel::name)
      .def_property_readonly("length", &TrackModel::length, "of all segments, m")
      .def_property_readonly("segments", &segments,
                             "start, length, curvature and cant of each, m and 1/m; dicts")
      .def("curvature", over_s(&TrackModel::curvature), "s"_a,
           "plan curvature at s, 1/m, left positive; shape of s")
      .def("cant", over_s(&TrackModel::cant), "s"_a, "cant at s, m, right rail above left; shape of s")
      .def("gradient", over_s(&TrackModel::gradient), "s"_a, "rise per run at s, uphill positive; shape of s")
      .def(
          "chainage",
          [](const TrackModel& t, const Numbers& s) {
            if (!t.chainage(0)) throw py::value_error("the track " + t.name() + " has no chainage");
            return map(s, 1, [&](double x, double* out) { *out = *t.chainage(x); });
          },
          "s"_a, "chainage at s, m: 12345.6 for km 12.3456; shape of s; ValueError if the track has none")
      .def(
          "positions",
          [](const TrackModel& t, double x) { return track::positions_of_chainage(t.alignment(), x); },
          "chainage"_a,
          "positions s with this chainage, m; more than one where a break of chainage repeats it")
      .def("centreline", &centreline, "s"_a, "x, y, z of the centreline at s, m; shape (…, 3)")
      .def("irregularities", &irregularities, "s"_a,
           "displacements y_left, z_left, y_right, z_right of the rails at s, m; shape (…, 4)")
      .def(
          "summary", [](const TrackModel& t) { return parsed(track::json_text(t)); },
          "segments, range of the irregularities and notes, as `flangeway track --json` prints them; a dict")
      .def("table", &track::csv_text, "centreline and irregularities over the distance as CSV")
      .def(
          "picture", [](const TrackModel& t) { return plot::svg(track::figure_of(t)); },
          "plan view, curvature, cant, gradient and irregularities as SVG")
      .def("__repr__", [](const TrackModel& t) { return "<flangeway.Track " + t.name() + ">"; });
  m.def("load_track", &load_track, "source"_a, "sets"_a);
}

}  // namespace flangeway::python
