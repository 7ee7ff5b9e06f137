#include "bindings.hpp"
#include "flangeway/assess/conicity.hpp"
#include "flangeway/assess/derailment.hpp"
#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/p2_force.hpp"
#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/assess/spectrum.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/assess/wear.hpp"

namespace flangeway::python {
namespace {

std::span<const double> numbers_of(const Numbers& array) {
  if (array.ndim() != 1) throw py::value_error("needs arrays of one dimension");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

// A view of arrays that live longer.
assess::Series series_of(const Numbers& at, const Numbers& values) {
  const assess::Series series{numbers_of(at), numbers_of(values)};
  if (const std::string wrong = assess::problem(series); !wrong.empty())
    throw py::value_error("the series " + wrong);
  return series;
}

// Samples alone, at places that do not matter.
std::span<const double> samples_of(const Numbers& values) {
  const std::span<const double> samples = numbers_of(values);
  const std::vector<double> places(samples.size(), 0.0);
  if (const std::string wrong = assess::problem({places, samples}); !wrong.empty())
    throw py::value_error("the series " + wrong);
  return samples;
}

py::array_t<double> sliding_mean(const Numbers& at, const Numbers& values, double length, bool centred) {
  const assess::Series series = series_of(at, values);
  need_positive("length", length);
  return array_of(
      assess::sliding_mean(series, length, centred ? assess::Window::centred : assess::Window::behind));
}

py::array_t<double> resample(const Numbers& at, const Numbers& values, double step) {
  const assess::Series series = series_of(at, values);
  need_positive("step", step);
  if ((series.at.back() - series.at.front()) / step > 1e9)
    throw py::value_error("step makes over 1e9 samples");
  return array_of(assess::resampled(series, step));
}

py::array_t<double> rate(const Numbers& at, const Numbers& values) {
  return array_of(assess::rate(series_of(at, values)));
}

assess::Butterworth wanted(const std::string& band, std::optional<double> low, std::optional<double> high,
                           int order, double step) {
  assess::Butterworth filter{.order = order, .low = low.value_or(0), .high = high.value_or(0)};
  if (band == "low_pass") {
    filter.band = assess::Band::low_pass;
  } else if (band == "high_pass") {
    filter.band = assess::Band::high_pass;
  } else if (band == "band_pass") {
    filter.band = assess::Band::band_pass;
  } else {
    throw py::value_error("band must be 'low_pass', 'high_pass' or 'band_pass'");
  }
  if (const std::string wrong = assess::problem(filter, step); !wrong.empty())
    throw py::value_error("the filter " + wrong);
  return filter;
}

py::array_t<double> butterworth(const Numbers& values, double step, const std::string& band,
                                std::optional<double> low, std::optional<double> high, int order,
                                bool both_ways, const std::string& start) {
  const std::span<const double> samples = samples_of(values);
  const assess::Filter filter = assess::butterworth(wanted(band, low, high, order, step), step);
  if (start != "steady" && start != "zero") throw py::value_error("start must be 'steady' or 'zero'");
  if (both_ways) return array_of(assess::filtered_both_ways(filter, samples));
  return array_of(assess::filtered(
      filter, samples, start == "steady" ? assess::FilterStart::steady : assess::FilterStart::zero));
}

py::array_t<std::complex<double>> butterworth_response(const Numbers& frequency, double step,
                                                       const std::string& band, std::optional<double> low,
                                                       std::optional<double> high, int order) {
  const std::span<const double> frequencies = numbers_of(frequency);
  const assess::Filter filter = assess::butterworth(wanted(band, low, high, order, step), step);
  py::array_t<std::complex<double>> out(static_cast<py::ssize_t>(frequencies.size()));
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    out.mutable_data()[i] = assess::response(filter, step, frequencies[i]);
  return out;
}

py::tuple power_spectral_density(const Numbers& values, double step, std::size_t segment, double overlap,
                                 const std::string& taper, bool remove_mean) {
  const std::span<const double> samples = samples_of(values);
  need_positive("step", step);
  if (!(overlap >= 0 && overlap < 1)) throw py::value_error("overlap must be at least 0 and less than 1");
  if (samples.size() < 16 || segment < 16)
    throw py::value_error("needs at least 16 samples and a segment of 16");
  if (taper != "hann" && taper != "rectangular")
    throw py::value_error("taper must be 'hann' or 'rectangular'");
  assess::Spectrum spectrum = assess::power_spectral_density(
      samples, step,
      {.segment = segment,
       .overlap = overlap,
       .taper = taper == "hann" ? assess::Taper::hann : assess::Taper::rectangular,
       .remove_mean = remove_mean});
  return py::make_tuple(array_of(std::move(spectrum.frequency)), array_of(std::move(spectrum.density)));
}

py::tuple coherence(const Numbers& first, const Numbers& second, double step, std::size_t segment,
                    double overlap) {
  const std::array pieces{assess::Piece{samples_of(first), samples_of(second)}};
  need_positive("step", step);
  if (!(overlap >= 0 && overlap < 1)) throw py::value_error("overlap must be at least 0 and less than 1");
  if (pieces[0].first.size() != pieces[0].second.size())
    throw py::value_error("needs as many samples of both");
  if (pieces[0].first.size() < 16 || segment < 16)
    throw py::value_error("needs at least 16 samples and a segment of 16");
  assess::CrossSpectrum both =
      assess::cross_spectral_density(pieces, step, {.segment = segment, .overlap = overlap});
  return py::make_tuple(array_of(std::vector<double>(both.frequency)), array_of(both.coherence()),
                        array_of(both.phase()), assess::coherence_threshold(0.95, both.averages));
}

double percentile(const Numbers& values, double percent) {
  if (!(percent >= 0 && percent <= 100)) throw py::value_error("percent must be from 0 to 100");
  return assess::percentile(samples_of(values), percent);
}

double rms(const Numbers& values) {
  return assess::rms(samples_of(values));
}

py::dict equivalent_conicity(const Numbers& y, const Numbers& difference,
                             const std::vector<double>& amplitudes) {
  const assess::Series series = series_of(y, difference);
  for (std::size_t i = 1; i < series.at.size(); ++i)
    if (!(series.at[i] > series.at[i - 1])) throw py::value_error("y must rise strictly");
  for (const double amplitude : amplitudes) need_positive("amplitudes", amplitude);
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> nonlinear, regression, harmonic;
  for (const double amplitude : amplitudes) {
    const auto one = assess::equivalent_conicity(series, amplitude);
    nonlinear.push_back(one ? one->nonlinear.value_or(nothing) : nothing);
    regression.push_back(one ? one->regression : nothing);
    harmonic.push_back(one ? one->harmonic : nothing);
  }
  return py::dict("nonlinear"_a = array_of(std::move(nonlinear)),
                  "regression"_a = array_of(std::move(regression)),
                  "harmonic"_a = array_of(std::move(harmonic)));
}

std::optional<double> climb_place(const Numbers& at, const Numbers& knife, double climb_end) {
  return assess::climb_place(series_of(at, knife), climb_end);
}

std::optional<py::dict> overturning(const Numbers& time, const Numbers& left, const Numbers& right,
                                    double window) {
  need_positive("window", window);
  const auto found = assess::overturning(series_of(time, left), series_of(time, right), window);
  if (!found) return std::nullopt;
  return py::dict("time"_a = found->time, "left"_a = found->sides.left, "right"_a = found->sides.right);
}

void bind_series(py::module_& m) {
  m.def("sliding_mean", &sliding_mean, "at"_a, "values"_a, "length"_a, "centred"_a = false,
        "At each place the mean of the broken line through the samples over the last `length`, or over "
        "`length` "
        "around it.\n\n"
        "at: times or distances, which may be unevenly spaced and must not fall. At the ends the part of the "
        "window "
        "counts\nthat the series covers.");
  m.def("resample", &resample, "at"_a, "values"_a, "step"_a,
        "Values of the broken line through the samples at equal steps from the first place on.");
  m.def("rate", &rate, "at"_a, "values"_a,
        "Rate of change by central differences, one-sided at the ends; 0 where neighbours have the same "
        "place.");
  m.def(
      "butterworth", &butterworth, "values"_a, "step"_a, "band"_a, "low"_a = py::none(),
      "high"_a = py::none(), "order"_a = 4, "both_ways"_a = false, "start"_a = "steady",
      "Filters samples at equal steps (s) with a Butterworth filter, made by the bilinear transform with\n"
      "prewarped edges.\n\n"
      "band: 'low_pass' (edge high), 'high_pass' (edge low) or 'band_pass' (both), in Hz; order: of the low\n"
      "pass; both_ways: forwards and backwards, without phase and with the square of the gain.\n"
      "start: 'steady', as if the first sample had lasted for ever, or 'zero', as if there was nothing "
      "before.");
  m.def("butterworth_response", &butterworth_response, "frequency"_a, "step"_a, "band"_a,
        "low"_a = py::none(), "high"_a = py::none(), "order"_a = 4,
        "Complex gain of that filter, once forwards, at frequencies in Hz.");
  m.def(
      "power_spectral_density", &power_spectral_density, "values"_a, "step"_a, "segment"_a = 2048,
      "overlap"_a = 0.5, "taper"_a = "hann", "remove_mean"_a = true,
      "Frequencies in Hz and the one-sided density in unit²/Hz, two arrays, by Welch's method.\n\n"
      "segment: largest number of samples in a segment, of which the next lower power of two is used; taper: "
      "'hann' or\n'rectangular'. The sum of the densities times the spacing of the frequencies is the "
      "variance.");
  m.def("coherence", &coherence, "first"_a, "second"_a, "step"_a, "segment"_a = 2048, "overlap"_a = 0.5,
        "Frequencies in Hz, the coherence (0 to 1) of two series, the phase by which the second leads (rad), "
        "and the "
        "coherence\nthat independent series do not exceed at 95 % of the frequencies. By Welch's method, as "
        "the "
        "density.");
  m.def("percentile", &percentile, "values"_a, "percent"_a,
        "The value that `percent` of the samples do not exceed, interpolated linearly between samples.");
  m.def("rms", &rms, "values"_a, "Root of the mean square of the samples.");
}

void bind_criteria(py::module_& m) {
  m.def("nadal_limit", py::vectorize(&assess::nadal_limit), "angle"_a, "friction"_a,
        "Nadal's limit of Y/Q at a contact angle (rad) and a coefficient of friction.");
  m.def("prudhomme_limit", py::vectorize(&assess::prudhomme_limit), "axle_force"_a, "factor"_a = 1.0,
        "Prud'homme's limit (N) of the sum of the guiding forces of a wheelset, mean over 2 m: factor (10 kN "
        "+ P0/3), "
        "P0 being\nthe static vertical force of the axle (N).");
  m.def("p2_force",
        py::vectorize([](double static_load, double speed, double unsprung_mass, double angle,
                         double track_mass, double track_damping, double track_stiffness) {
          need_positive("unsprung_mass", unsprung_mass);
          need_positive("track_stiffness", track_stiffness);
          for (const auto& [name, value] : {std::pair{"static_load", static_load},
                                            {"speed", speed},
                                            {"angle", angle},
                                            {"track_mass", track_mass},
                                            {"track_damping", track_damping}})
            if (!(value >= 0)) throw py::value_error(std::string(name) + " must not be negative");
          return assess::p2_force(static_load, speed, unsprung_mass, angle,
                                  {track_mass, track_damping, track_stiffness});
        }),
        "static_load"_a, "speed"_a, "unsprung_mass"_a, "angle"_a = assess::usual_dip_angle,
        "track_mass"_a = assess::JointTrack{}.mass, "track_damping"_a = assess::JointTrack{}.damping,
        "track_stiffness"_a = assess::JointTrack{}.stiffness,
        "P2 force (N) of a wheel at a dipped joint with `angle` (rad) between the rail ends.\n"
        "Loads, masses and the track are those of one wheel.");
  m.def("wear_number", py::vectorize(&assess::wear_number), "force_x"_a, "force_y"_a, "creepage_x"_a,
        "creepage_y"_a, "spin_moment"_a = 0.0, "spin"_a = 0.0,
        "Wear number of a contact (N): the energy that creep dissipates per distance.");
  m.def("equivalent_conicity", &equivalent_conicity, "y"_a, "difference"_a, "amplitudes"_a,
        "Equivalent conicity [EN 15302] from a difference of rolling radii left - right (m) over the lateral "
        "displacement y (m),\ncomputed or measured: a dict of arrays nonlinear, regression, harmonic, one "
        "number for "
        "each amplitude (m). NaN where the\nmotion leaves the ends of y.");
  m.def("climb_place", &climb_place, "at"_a, "knife"_a, "climb_end"_a,
        "Where the place of the contact on the wheel (knife, m) first lies below climb_end (m), the end of "
        "the steep "
        "face of the\nflange; None if it does not.");
  m.def("overturning", &overturning, "time"_a, "left"_a, "right"_a, "window"_a = assess::overturning_time,
        "When the mean over `window` s of the load of all left or of all right wheels (N) is gone: a dict of "
        "time (s), "
        "left and\nright (whether that side is unloaded); None if it is not.");
}

}  // namespace

void bind_assess(py::module_& parent) {
  py::module_ m = parent.def_submodule("assess", "Judges series of samples.");
  bind_series(m);
  bind_criteria(m);
  bind_comfort(m);
}

}  // namespace flangeway::python
