#include "bindings.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::python {
namespace {

using profile::Kind;
using profile::Profile;

Kind kind_from(const std::string& word) {
  if (word == "wheel") return Kind::wheel;
  if (word == "rail") return Kind::rail;
  throw py::value_error("kind is '" + word + "'; allowed: 'wheel', 'rail'");
}

Profile load_profile(const std::string& name, const std::optional<std::string>& kind, double smoothing) {
  const auto known = kind ? std::optional(kind_from(*kind)) : profile::kind_of(name);
  if (!known) throw py::value_error(name + " does not say whether it is a wheel or a rail: give kind");
  Findings findings;
  return checked(profile::load_profile(name, *known, {.smoothing = smoothing}, {}, findings), findings);
}

// By the text of a two-column file, so that points from Python meet the same checks and repairs as a file.
Profile from_points(const Numbers& points, const std::string& kind, const std::string& name,
                    double smoothing) {
  if (points.ndim() != 2 || points.shape(1) != 2)
    throw py::value_error("points: an array of shape (n, 2) is needed");
  std::string text;
  for (py::ssize_t i = 0; i < points.shape(0); ++i) {
    char line[80];
    std::snprintf(line, sizeof line, "%.17g,%.17g\n", 1e3 * points.at(i, 0), 1e3 * points.at(i, 1));
    text += line;
  }
  Findings findings;
  auto made =
      checked(profile::read_profile(text, name + ".csv", kind_from(kind), {.smoothing = smoothing}, findings),
              findings);
  made.name = name;
  return made;
}

py::array_t<double> points_of(const Profile& profile) {
  std::vector<double> values;
  for (const Vec2& point : profile.curve.points()) values.insert(values.end(), {point.x(), point.y()});
  const auto rows = static_cast<py::ssize_t>(values.size() / 2);
  return array_of(std::move(values), {rows, 2});
}

std::vector<std::string> repairs_of(const Profile& profile) {
  std::vector<std::string> texts;
  for (const profile::Repair& repair : profile.repairs) texts.push_back(repair.what);
  return texts;
}

py::dict measures_of(const Profile& profile) {
  py::dict out;
  if (profile.kind == Kind::rail) {
    const profile::HeadMeasures head = profile::measure_head(profile);
    return py::dict("gauge_y"_a = head.gauge_y, "width"_a = head.width, "inclination"_a = head.inclination);
  }
  if (const auto flange = profile::measure_flange(profile)) {
    out = py::dict("flange_height"_a = flange->height, "flange_thickness"_a = flange->thickness,
                   "flange_steepness"_a = flange->steepness, "flange_angle"_a = flange->angle);
  }
  return out;
}

}  // namespace

void bind_profile(py::module_& m) {
  py::class_<Profile>(
      m, "Profile", "The cross-section of a wheel or a rail of the left side: y to the field side, z up, m.")
      .def_property_readonly(
          "kind", [](const Profile& p) { return profile::kind_name(p.kind); }, "'wheel' or 'rail'")
      .def_readonly("name", &Profile::name)
      .def_readonly("source", &Profile::source, "the standard, or the file")
      .def_property_readonly(
          "length", [](const Profile& p) { return p.curve.length(); }, "arc length, m")
      .def_property_readonly("points", &points_of, "y and z of the points, m, shape (n, 2)")
      .def_property_readonly("repairs", &repairs_of, "what was mended or turned while reading, texts")
      .def_property_readonly("measures", &measures_of,
                             "dimensions after EN 15313 (wheel) or of the head (rail), m and rad; a dict")
      .def(
          "at",
          [](const Profile& p, const Numbers& s) {
            return map(s, 2, [&](double x, double* out) {
              const Vec2 point = p.curve.point(x);
              out[0] = point.x(), out[1] = point.y();
            });
          },
          "s"_a, "y and z (m) at the arc lengths s (m), shape (…, 2)")
      .def(
          "curvature",
          [](const Profile& p, const Numbers& s, double window) {
            return map(
                s, 1, [&](double x, double* out) { *out = profile::smoothed_curvature(p.curve, x, window); });
          },
          "s"_a, "window"_a = 2e-3,
          "mean curvature (1/m, a crown negative) over s ± window/2 (m) at the arc lengths s (m), shape of s")
      .def(
          "csv", [](const Profile& p) { return profile::write_csv(p); },
          "the profile as the text of a two-column file, mm")
      .def("__repr__", [](const Profile& p) {
        return "<flangeway.Profile " + std::string(profile::kind_name(p.kind)) + " " + p.name + ">";
      });
  m.def("load_profile", &load_profile, "name_or_file"_a, "kind"_a = py::none(), "smoothing"_a = 0.0,
        "A standard profile by its name, or a measured one from a file (MiniProf, SIMPACK, two columns).\n\n"
        "kind: 'wheel' or 'rail', where the name does not say. smoothing: shortest wavelength kept, mm.");
  m.def(
      "profile_from_points", &from_points, "points"_a, "kind"_a, "name"_a = "points", "smoothing"_a = 0.0,
      "A profile through points y, z in m, shape (n, 2); checked, turned and mended like those of a file.\n\n"
      "smoothing: shortest wavelength kept, mm.");
  m.def(
      "standard_profiles",
      [](const std::string& kind) { return profile::standard_profile_names(kind_from(kind)); }, "kind"_a,
      "The names of the standard shapes of a kind: 'wheel' or 'rail'.");
}

}  // namespace flangeway::python
