#include "bindings.hpp"
#include "flangeway/uncertainty/chaos.hpp"
#include "flangeway/uncertainty/distribution.hpp"
#include "flangeway/uncertainty/estimate.hpp"
#include "flangeway/uncertainty/sensitivity.hpp"

namespace flangeway::python {
namespace {

using uncertainty::Design;
using uncertainty::Interval;

constexpr std::size_t most_numbers = 500'000'000;  // 4 GB

void require(bool condition, const char* text) {
  if (!condition) throw py::value_error(text);
}

py::array_t<double> array_of_design(Design&& made) {
  const auto rows = static_cast<py::ssize_t>(made.rows()),
             dimensions = static_cast<py::ssize_t>(made.dimensions);
  return array_of(std::move(made.values), {rows, dimensions});
}

void check_size(std::size_t count, std::size_t dimensions, std::size_t rows_per_count) {
  require(count > 0 && dimensions > 0, "count and dimensions must be at least 1");
  require(dimensions <= most_numbers, "the sample would be larger than 4 GB");
  require(count <= most_numbers / dimensions / rows_per_count, "the sample would be larger than 4 GB");
}

py::array_t<double> random_sample(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  check_size(count, dimensions, 1);
  return array_of_design(uncertainty::random_design(count, dimensions, seed));
}

py::array_t<double> latin_hypercube(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  check_size(count, dimensions, 1);
  return array_of_design(uncertainty::latin_hypercube(count, dimensions, seed));
}

py::array_t<double> sobol(std::size_t count, std::size_t dimensions, std::optional<std::uint64_t> seed,
                          std::size_t first) {
  check_size(count, dimensions, 1);
  require(dimensions <= uncertainty::max_sobol_dimensions, "there are direction numbers for 128 dimensions");
  require(first <= uncertainty::max_sobol_points - count, "a Sobol sequence here has 2^32 points");
  return array_of_design(uncertainty::sobol_design(count, dimensions, seed, first));
}

py::array_t<double> saltelli(std::size_t blocks, std::size_t dimensions, std::optional<std::uint64_t> seed) {
  check_size(blocks, dimensions, dimensions + 2);
  require(dimensions <= uncertainty::max_sobol_dimensions / 2,
          "there are direction numbers for 64 dimensions");
  return array_of_design(uncertainty::saltelli_design(blocks, dimensions, seed));
}

py::array_t<double> morris(std::size_t trajectories, std::size_t dimensions, std::uint64_t seed) {
  check_size(trajectories, dimensions, dimensions + 1);
  return array_of_design(uncertainty::morris_design(trajectories, dimensions, seed));
}

Design design_of(const Numbers& points) {
  require(points.ndim() == 2 && points.shape(1) > 0, "points must have the shape (rows, dimensions)");
  Design design{static_cast<std::size_t>(points.shape(1)), {points.data(), points.data() + points.size()}};
  return design;
}

void need_unit_cube(const Design& design) {
  for (const double value : design.values) require(value > 0 && value < 1, "points must lie between 0 and 1");
}

std::vector<double> finite_values(const Numbers& y) {
  require(y.ndim() == 1, "needs arrays of one dimension");
  std::vector<double> values(y.data(), y.data() + y.size());
  for (const double value : values) require(std::isfinite(value), "a value is not finite");
  return values;
}

void need_confidence(double confidence) {
  require(confidence >= 0.5 && confidence < 1, "confidence must be from 0.5 to below 1");
}

uncertainty::Resampling resampling_of(double confidence, std::size_t resamples, std::uint64_t seed) {
  need_confidence(confidence);
  require(resamples >= 2 && resamples <= 1'000'000, "resamples must be from 2 to 1000000");
  return {confidence, resamples, seed};
}

// Rows value, lower, upper.
py::array_t<double> array_of_intervals(const std::vector<Interval>& intervals) {
  std::vector<double> all;
  for (const Interval& one : intervals) all.insert(all.end(), {one.value, one.lower, one.upper});
  return array_of(std::move(all), {static_cast<py::ssize_t>(intervals.size()), 3});
}

py::tuple tuple_of(const Interval& interval) {
  return py::make_tuple(interval.value, interval.lower, interval.upper);
}

uncertainty::Distribution distribution_of(const py::dict& given) {
  uncertainty::Distribution d;
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (name == "kind") {
      const auto kind = named<uncertainty::DistributionKind>(value.cast<std::string>());
      if (!kind) throw py::value_error("kind must be " + all_names<uncertainty::DistributionKind>());
      d.kind = *kind;
    } else if (name == "limits") {
      std::tie(d.lower, d.upper) = value.cast<std::pair<double, double>>();
      d.has_lower = d.has_upper = true;
    } else if (name == "density") {
      d.density = value.cast<std::vector<std::array<double, 2>>>();
      for (std::size_t i = 1; i < d.density.size(); ++i)
        require(d.density[i][0] > d.density[i - 1][0], "values of the density must rise");
    } else {
      const std::pair<const char*, double*> numbers[] = {
          {"from", &d.from},           {"to", &d.to},         {"mode", &d.mode},    {"mean", &d.mean},
          {"deviation", &d.deviation}, {"median", &d.median}, {"spread", &d.spread}};
      const auto found = std::find_if(std::begin(numbers), std::end(numbers),
                                      [&](const auto& number) { return name == number.first; });
      if (found == std::end(numbers)) throw py::value_error("'" + name + "' is no key of a distribution");
      *found->second = value.cast<double>();
      require(std::isfinite(*found->second), "a number of the distribution is not finite");
    }
  }
  if (const std::string wrong = uncertainty::problem(d); !wrong.empty())
    throw py::value_error("the distribution " + wrong);
  return d;
}

py::array_t<double> quantiles_of(const Numbers& points, const py::dict& given) {
  const uncertainty::Distribution d = distribution_of(given);
  return map(points, 1, [&](double p, double* out) {
    require(p > 0 && p < 1, "probabilities must lie between 0 and 1");
    *out = uncertainty::quantile(d, p);
  });
}

py::array_t<double> correlate(const Numbers& points, std::size_t first, std::size_t second,
                              double correlation) {
  Design design = design_of(points);
  need_unit_cube(design);
  require(first < design.dimensions && second < design.dimensions && first != second,
          "there is no such pair of columns");
  require(std::abs(correlation) < 1, "correlation must lie between -1 and 1");
  uncertainty::correlate(design, first, second, correlation);
  return array_of_design(std::move(design));
}

py::dict sobol_indices(const Numbers& y, std::size_t dimensions, double confidence, std::size_t resamples,
                       std::uint64_t seed) {
  const std::vector<double> values = finite_values(y);
  require(dimensions > 0 && dimensions <= most_numbers && values.size() % (dimensions + 2) == 0 &&
              values.size() >= 2 * (dimensions + 2),
          "needs the results of at least two blocks of dimensions + 2 rows");
  const auto indices =
      uncertainty::sobol_indices(values, dimensions, resampling_of(confidence, resamples, seed));
  return py::dict("mean"_a = indices.mean, "variance"_a = indices.variance,
                  "first"_a = array_of_intervals(indices.first),
                  "total"_a = array_of_intervals(indices.total));
}

py::dict morris_effects(const Numbers& points, const Numbers& y, double confidence, std::size_t resamples,
                        std::uint64_t seed) {
  const Design design = design_of(points);
  const std::vector<double> values = finite_values(y);
  const std::size_t width = design.dimensions + 1;
  require(values.size() == design.rows(), "needs a result for each row");
  require(values.size() % width == 0 && values.size() >= 2 * width,
          "needs the results of at least two blocks of dimensions + 1 rows");
  for (std::size_t block = 0; block < design.rows(); block += width) {
    std::vector<bool> changed(design.dimensions, false);
    for (std::size_t row = block; row + 1 < block + width; ++row) {
      const std::size_t i = uncertainty::changed_dimension(design, row);
      require(i < design.dimensions && !changed[i],
              "each row of a block must change another single dimension");
      changed[i] = true;
    }
  }
  auto effects = uncertainty::morris_effects(design, values, resampling_of(confidence, resamples, seed));
  return py::dict("mean"_a = array_of_intervals(effects.mean),
                  "absolute"_a = array_of_intervals(effects.absolute),
                  "deviation"_a = array_of(std::move(effects.deviation)));
}

py::tuple rank_correlation(const Numbers& x, const Numbers& y, double confidence) {
  const std::vector<double> a = finite_values(x), b = finite_values(y);
  require(a.size() == b.size() && a.size() >= 4, "needs at least four pairs");
  need_confidence(confidence);
  return tuple_of(uncertainty::rank_correlation(a, b, confidence));
}

py::tuple quantile(const Numbers& y, double p, double confidence) {
  const std::vector<double> values = finite_values(y);
  require(!values.empty(), "needs values");
  require(p > 0 && p < 1, "p must lie between 0 and 1");
  need_confidence(confidence);
  return tuple_of(uncertainty::quantile_of(values, p, confidence));
}

py::tuple probability(std::size_t count, std::size_t total, double confidence) {
  require(total > 0 && count <= total, "needs 0 <= count <= total and total > 0");
  need_confidence(confidence);
  return tuple_of(uncertainty::share_of(count, total, confidence));
}

py::dict polynomial_chaos(const Numbers& points, const Numbers& y, int degree,
                          const std::vector<bool>& normal, const std::optional<Numbers>& at) {
  const Design design = design_of(points);
  need_unit_cube(design);
  const std::vector<double> values = finite_values(y);
  require(values.size() == design.rows(), "needs a result for each row");
  require(degree >= 1 && degree <= 30, "degree must be from 1 to 30");
  require(normal.empty() || normal.size() == design.dimensions, "normal needs an entry for each dimension");
  std::vector<uncertainty::Germ> germs(design.dimensions, uncertainty::Germ::uniform);
  for (std::size_t i = 0; i < normal.size(); ++i)
    if (normal[i]) germs[i] = uncertainty::Germ::normal;
  const auto chaos = uncertainty::fit_chaos(design, germs, values, degree);
  require(chaos.has_value(), "there are too few results for a polynomial: twice as many as terms are needed");
  std::vector<double> elsewhere;
  if (at) {
    const Design others = design_of(*at);
    need_unit_cube(others);
    require(others.dimensions == design.dimensions, "at needs as many columns as points");
    for (std::size_t row = 0; row < others.rows(); ++row)
      elsewhere.push_back(
          uncertainty::value(*chaos, {others.values.data() + row * others.dimensions, others.dimensions}));
  }
  return py::dict(
      "degree"_a = chaos->degree, "error"_a = chaos->error, "mean"_a = uncertainty::mean(*chaos),
      "variance"_a = uncertainty::variance(*chaos), "first"_a = array_of(uncertainty::first_order(*chaos)),
      "total"_a = array_of(uncertainty::total_order(*chaos)), "values"_a = array_of(std::move(elsewhere)));
}

void bind_samples(py::module_& m) {
  m.def("random", &random_sample, "count"_a, "dimensions"_a, "seed"_a = 1,
        "Independent points between 0 and 1, an array of shape (count, dimensions). A larger count begins "
        "with\n"
        "the points of a smaller one, and all machines give the same points.");
  m.def("latin_hypercube", &latin_hypercube, "count"_a, "dimensions"_a, "seed"_a = 1,
        "Points of which each of count equal strata of each dimension has one; shape (count, dimensions). "
        "Twice\n"
        "the count begins with the same points.");
  m.def("sobol", &sobol, "count"_a, "dimensions"_a, "seed"_a = py::none(), "first"_a = 0,
        "Points of a Sobol sequence from point `first` on, shape (count, dimensions), in up to 128 "
        "dimensions.\n"
        "seed: shifts the points by random bits; None leaves them in place.");
  m.def("saltelli", &saltelli, "blocks"_a, "dimensions"_a, "seed"_a = 1,
        "Blocks of dimensions + 2 rows for sobol_indices: A, B, and A with one column of B after the other;\n"
        "shape (blocks * (dimensions + 2), dimensions), in up to 64 dimensions.");
  m.def(
      "morris", &morris, "trajectories"_a, "dimensions"_a, "seed"_a = 1,
      "Trajectories of dimensions + 1 rows for morris_effects, each row with one other dimension changed by\n"
      "0.5; shape (trajectories * (dimensions + 1), dimensions).");
  m.def("correlate", &correlate, "points"_a, "first"_a, "second"_a, "correlation"_a,
        "The points with column `second` made to depend on column `first`, so that the normal scores of\n"
        "both columns have this correlation.");
  m.def("quantiles", &quantiles_of, "points"_a, "distribution"_a,
        "Values of a distribution at probabilities. distribution: a dict with the keys of a study file, such "
        "as\n"
        "{'kind': 'uniform', 'from': 1, 'to': 2} or {'kind': 'normal', 'mean': 0, 'deviation': 1}.");
}

void bind_analyses(py::module_& m) {
  m.def("sobol_indices", &sobol_indices, "y"_a, "dimensions"_a, "confidence"_a = 0.95, "resamples"_a = 1000,
        "seed"_a = 1,
        "Sobol indices from the results y of the rows of saltelli(): a dict of mean, variance, first and "
        "total;\n"
        "the last two have a row (value, lower, upper) for each dimension, with bootstrap intervals.");
  m.def("morris_effects", &morris_effects, "points"_a, "y"_a, "confidence"_a = 0.95, "resamples"_a = 1000,
        "seed"_a = 1,
        "Elementary effects from the results y of the rows of morris(): a dict of mean and absolute, with "
        "rows\n"
        "(value, lower, upper), and deviation.");
  m.def("rank_correlation", &rank_correlation, "x"_a, "y"_a, "confidence"_a = 0.95,
        "Spearman's rank correlation and its interval: (value, lower, upper).");
  m.def("quantile", &quantile, "y"_a, "p"_a, "confidence"_a = 0.95,
        "The value below which a share p of the samples lies, and its interval by order statistics: (value,\n"
        "lower, upper). An end is infinite where there are too few samples to bound it.");
  m.def("probability", &probability, "count"_a, "total"_a, "confidence"_a = 0.95,
        "Share of the cases that failed, and Wilson's interval: (value, lower, upper).");
  m.def("polynomial_chaos", &polynomial_chaos, "points"_a, "y"_a, "degree"_a = 5,
        "normal"_a = std::vector<bool>{}, "at"_a = py::none(),
        "A polynomial in place of the function that gave y at points between 0 and 1: a dict of degree (at "
        "most\n"
        "`degree`), error (mean square error of results that are left out, over their variance), mean, "
        "variance,\n"
        "Sobol indices first and total, and values, those of the polynomial at the rows of `at`. normal: for "
        "each\n"
        "dimension whether the input is normal, so that Hermite polynomials of its score fit.");
}

}  // namespace

void bind_uncertainty(py::module_& parent) {
  py::module_ m = parent.def_submodule("uncertainty", "Draws samples and analyses results of them.");
  bind_samples(m);
  bind_analyses(m);
}

}  // namespace flangeway::python
