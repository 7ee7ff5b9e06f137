#include <pybind11/complex.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <thread>

#include "bindings.hpp"
#include "flangeway/evolution/wear_report.hpp"
#include "flangeway/quasistatic/request.hpp"
#include "flangeway/recording/continuation.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/recording/sensitivity_summary.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/response/response.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/relax.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/mode_sensitivities.hpp"
#include "flangeway/stability/page.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::python {
namespace {

using vehicle_case::CaseModel;

// A case as Python holds it: a run may go on in another thread while Python lets go of it.
struct Case {
  std::shared_ptr<const CaseModel> model;
  std::vector<std::string> sets;
  Source source = {};
  std::optional<Source> vehicle = {}, track = {};
};

struct Result {
  simulate::Summary summary;
  std::vector<results::Channel> channels;
  py::array_t<double> values;                               // (rows, channels)
  std::string sensitivities = {}, sensitivities_text = {};  // of gradients
  [[nodiscard]] std::string json() const {
    return recording::with_sensitivities(recording::summary_json(summary), sensitivities);
  }
};

vehicle_case::CaseDocuments documents_of(const Case& given, Findings& findings) {
  vehicle_case::CaseDocuments documents{open(given.source, {}, findings), std::nullopt, std::nullopt};
  if (given.vehicle) documents.vehicle = open(*given.vehicle, {}, findings);
  if (given.track) documents.track = open(*given.track, {}, findings);
  return documents;
}

std::shared_ptr<const CaseModel> load(const Case& given, const document::Assignments& sets) {
  Findings findings;
  vehicle_case::CaseDocuments documents = documents_of(given, findings);
  const py::gil_scoped_release unlocked;
  CaseModel model = checked(vehicle_case::load_case(std::move(documents), sets, findings), findings);
  simulate::check_inputs_of_controllers(model, findings);
  findings.throw_if_any();
  simulate::choose_integrator(model);
  return std::make_shared<const CaseModel>(std::move(model));
}

Case load_case(const Source& source, const std::optional<Source>& vehicle, const std::optional<Source>& track,
               const std::vector<std::string>& sets) {
  Case made{nullptr, sets, source, vehicle, track};
  const NoteCollector notes;
  made.model = load(made, sets);
  warn_of(notes);
  return made;
}

vehicle_case::CaseSource source_of(const Case& held, const document::Assignments& sets) {
  return {[held](Findings& findings) { return documents_of(held, findings); }, sets};
}

std::vector<vehicle_case::VariedKey> keys_of(const vehicle_case::CaseSource& source,
                                             const std::vector<std::string>& gradients,
                                             double relative_step) {
  Findings findings;
  std::vector<vehicle_case::VariedKey> keys =
      vehicle_case::varied_keys(source, gradients, relative_step, "gradients", findings);
  findings.throw_if_any();
  return keys;
}

// The settings of a case; with constraints where limit cycles need them and the case leaves the method open.
document::Assignments sets_to_follow(const Case& held, std::size_t branches) {
  const document::Assignments given(held.sets);
  if (branches == 0) return given;
  Findings again;  // already reported when the case was loaded
  const NoteCollector notes;
  document::Assignments sets =
      vehicle_case::with_constraints(open(held.source, {}, again), given, stability::needs_constraints);
  warn_of(notes);
  return sets;
}

py::object stability_of(const Case& held, double lowest, double highest, std::size_t speeds,
                        std::size_t branches, std::size_t intervals,
                        const std::vector<std::string>& gradients) {
  stability::Settings settings;
  settings.from = lowest, settings.to = highest, settings.branches = branches;
  settings.speeds = std::max<std::size_t>(2, speeds),
  settings.intervals = std::max<std::size_t>(4, intervals);
  need_positive("lowest", lowest);
  Findings findings;
  const document::Assignments sets = sets_to_follow(held, branches);
  const std::shared_ptr<const CaseModel> model =
      sets.size() == held.sets.size() ? held.model : load(held, sets);
  stability::check(*model, settings, findings);
  findings.throw_if_any();
  const vehicle_case::CaseSource source = source_of(held, sets);
  const auto keys = keys_of(source, gradients, stability::mode_sensitivity_step);
  Callbacks callbacks;
  std::string text;
  {
    const py::gil_scoped_release unlocked;
    stability::Stability found = stability::stability_of(*model, settings, [&](double, const std::string&) {
      return callbacks.call([] { return py::none(); });
    });
    if (!keys.empty()) stability::add_speed_derivatives(source, keys, *model, found.hopf);
    text = stability::json_text(found);
  }
  callbacks.rethrow();
  return parsed(text);
}

py::object ramp_of(const Case& held, double lowest, double highest, double rate, double disturbance) {
  const stability::RampSettings settings{
      .from = lowest, .to = highest, .rate = rate, .disturbance = disturbance};
  need_positive("lowest", lowest);
  need_positive("rate", rate);
  Findings findings;
  stability::check(*held.model, settings, findings);
  findings.throw_if_any();
  Callbacks callbacks;
  std::string text;
  {
    const py::gil_scoped_release unlocked;
    text = stability::json_text(stability::ramp_of(*held.model, settings, [&](double, const std::string&) {
      return callbacks.call([] { return py::none(); });
    }));
  }
  callbacks.rethrow();
  return parsed(text);
}

quasistatic::Request request_of(const std::string& test, const py::kwargs& options) {
  const std::vector<std::string>& names = quasistatic::test_names();
  if (std::find(names.begin(), names.end(), test) == names.end())
    throw py::value_error("test must be one of " + fmt::format("{}", fmt::join(names, ", ")));
  quasistatic::Request request;
  request.test = test;
  const std::map<std::string, double*> numbers{{"cant", &request.cant},
                                               {"angle", &request.turning.angle},
                                               {"rate", &request.turning.rate},
                                               {"vehicle_length", &request.wind.vehicle_length}};
  const std::map<std::string, std::optional<double>*> twists{{"body_twist", &request.twist.body},
                                                             {"bogie_twist", &request.twist.bogie}};
  const std::map<std::string, std::vector<double>*> lists{{"radii", &request.radii},
                                                          {"deficiencies", &request.deficiencies},
                                                          {"speeds", &request.wind.speeds},
                                                          {"stations", &request.stations}};
  const std::map<std::string, std::string*> files{{"coefficients", &request.coefficients},
                                                  {"contour", &request.contour},
                                                  {"reference_contour", &request.reference_contour}};
  for (const auto& [key, value] : options) {
    const auto name = py::cast<std::string>(key);
    if (const auto number = numbers.find(name); number != numbers.end()) {
      *number->second = py::cast<double>(value);
      need_positive(name.c_str(), *number->second);
    } else if (const auto twist = twists.find(name); twist != twists.end()) {
      *twist->second = py::cast<double>(value);
    } else if (const auto list = lists.find(name); list != lists.end()) {
      *list->second = py::cast<std::vector<double>>(value);
    } else if (const auto file = files.find(name); file != files.end()) {
      *file->second = py::cast<std::string>(value);
    } else if (name == "gust") {
      request.wind.gust = py::cast<bool>(value);
    } else {
      throw py::type_error("quasistatic() has no option '" + name + "'");
    }
  }
  return request;
}

py::object quasistatic_of(const Case& held, const std::string& test, const py::kwargs& options) {
  const quasistatic::Request request = request_of(test, options);
  Findings findings;
  quasistatic::check(*held.model, findings);
  const quasistatic::Inputs inputs = quasistatic::read_inputs(request, findings);
  findings.throw_if_any();
  std::string text;
  {
    const py::gil_scoped_release unlocked;
    text = quasistatic::json_text(quasistatic::run(*held.model, request, inputs, findings));
  }
  findings.throw_if_any();
  return parsed(text);
}

py::object response_of(const Case& held, double lowest, double highest, std::size_t count,
                       const std::vector<std::string>& channels, const std::vector<std::string>& points,
                       const std::optional<std::string>& spectrum,
                       const std::vector<std::string>& gradients) {
  response::Settings settings;
  settings.from = lowest, settings.to = highest, settings.count = count;
  settings.channels = channels, settings.points = points;
  need_positive("lowest", lowest), need_positive("highest - lowest", highest - lowest);
  if (count < 2) throw py::value_error("count must be 2 or more");
  if (spectrum) {
    const auto quality = named<track::SpectrumClass>(*spectrum);
    if (!quality) throw py::value_error("spectrum must be " + all_names<track::SpectrumClass>());
    settings.spectrum = response::SpectrumSettings{*quality};
  }
  Findings findings;
  response::check(*held.model, settings, findings);
  findings.throw_if_any();
  Callbacks callbacks;
  std::optional<response::Response> found;
  {
    const py::gil_scoped_release unlocked;
    found = response::response_of(*held.model, settings, findings, [&](double, const std::string&) {
      return callbacks.call([] { return py::none(); });
    });
  }
  callbacks.rethrow();
  response::Response answer = checked(std::move(found), findings);
  const vehicle_case::CaseSource source = source_of(held, held.sets);
  const auto keys = keys_of(source, gradients, response::sensitivity_step);
  if (!keys.empty()) {
    const py::gil_scoped_release unlocked;
    answer.sensitivities =
        response::response_sensitivities(source, keys, *held.model, settings, answer.frequencies);
  }
  return parsed(response::json_text(answer));
}

py::array_t<double> matrix_array(const Eigen::MatrixXd& matrix) {
  py::array_t<double> array({matrix.rows(), matrix.cols()});
  auto entries = array.mutable_unchecked<2>();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) entries(i, j) = matrix(i, j);
  return array;
}

py::dict linear_model_of(const Case& held, const std::vector<std::string>& channels,
                         const std::vector<std::string>& points) {
  response::Settings settings;
  settings.channels = channels, settings.points = points;
  Findings findings;
  response::check(*held.model, settings, findings);
  findings.throw_if_any();
  response::LinearModel model;
  {
    const py::gil_scoped_release unlocked;
    model = response::linearised(*held.model, settings);
  }
  std::vector<std::string> names, units;
  for (const results::Channel& channel : model.channels)
    names.push_back(channel.name), units.push_back(channel.unit);
  py::list b, d;
  for (std::size_t k = 0; k < model.b.size(); ++k)
    b.append(matrix_array(model.b[k])), d.append(matrix_array(model.d[k]));
  return py::dict("speed"_a = model.speed, "A"_a = matrix_array(model.a), "B"_a = b,
                  "C"_a = matrix_array(model.c), "D"_a = d, "ahead"_a = model.ahead, "channels"_a = names,
                  "units"_a = units, "accelerations"_a = model.accelerations);
}

py::array_t<double> track_spectrum(const std::string& quality, const std::vector<double>& wave_numbers) {
  const auto known = named<track::SpectrumClass>(quality);
  if (!known) throw py::value_error("spectrum must be " + all_names<track::SpectrumClass>());
  constexpr std::size_t measures = 4;
  py::array_t<double> density({measures, wave_numbers.size()});
  auto rows = density.mutable_unchecked<2>();
  for (std::size_t k = 0; k < measures; ++k) {
    const track::Spectrum spectrum = track::spectrum_of(*known, static_cast<track::Measure>(k));
    for (std::size_t i = 0; i < wave_numbers.size(); ++i) {
      need_positive("wave_numbers", wave_numbers[i]);
      rows(static_cast<py::ssize_t>(k), static_cast<py::ssize_t>(i)) = spectrum.density(wave_numbers[i]);
    }
  }
  return density;
}

py::object wear_of(const Case& held, const std::string& law_file, int elements, double yield_in_shear) {
  need_positive("elements", elements);
  need_positive("yield_in_shear", yield_in_shear);
  Findings findings;
  const damage::WearLaw law = checked(damage::read_law(law_file, findings), findings);
  vehicle_case::check_one_process(*held.model, findings);
  simulate::check_functions(*held.model, {}, findings);
  findings.throw_if_any();
  evolution::RunWear wear(*held.model, law, {.elements = elements, .yield_in_shear = yield_in_shear});
  Callbacks callbacks;
  simulate::Summary summary;
  {
    const py::gil_scoped_release unlocked;
    simulate::RunOptions options;
    options.record = [&](const double* row) {
      wear.add(row);
      return true;
    };
    options.progress = [&](double, double) { return callbacks.call([] { return py::none(); }); };
    summary = simulate::run(*held.model, options);
  }
  callbacks.rethrow();
  if (!summary.failure.empty()) throw NumericalFailure(summary.failure);
  if (!(wear.distance() > 0)) throw NumericalFailure(evolution::no_distance);
  return parsed(evolution::wear_json(wear, law, summary));
}

class Recorder {
 public:
  explicit Recorder(const CaseModel& model) : model_(model), channels_(simulate::channels(model)) {}
  void create(const Case& run, const std::string& output, bool force) {
    Findings findings;
    writer_ =
        checked(recording::create_run_file(model_, {output, run.sets, "flangeway (Python)", force}, findings),
                findings);
  }
  /// The rows before the checkpoint are those of the file.
  void resume(const std::string& file, const results::Checkpoint& checkpoint) {
    Findings findings;
    read_rows(checked(results::Reader::open(file, findings), findings), checkpoint.rows);
    writer_ = checked(recording::resume_run_file(model_, file, checkpoint, findings), findings);
  }
  bool append(const double* row) {
    values_.insert(values_.end(), row, row + channels_.size());
    return !writer_ || writer_->append(row);
  }
  bool write_checkpoint(std::span<const std::byte> bytes) { return writer_->write_checkpoint(bytes); }
  bool append_deformed_track(const double* record) { return writer_->append_deformed_track(record); }
  [[nodiscard]] bool writes() const { return writer_.has_value(); }
  Result finish(simulate::Summary summary) {
    if (writer_) recording::finish_run_file(*writer_, summary);
    const auto width = static_cast<py::ssize_t>(channels_.size());
    const auto rows = static_cast<py::ssize_t>(values_.size()) / width;
    return {std::move(summary), std::move(channels_), array_of(std::move(values_), {rows, width})};
  }

 private:
  void read_rows(const results::Reader& reader, std::size_t rows) {
    const std::size_t width = channels_.size();
    values_.resize(rows * width);
    for (std::size_t i = 0; i < width; ++i) {
      const std::vector<double> column = reader.read(channels_[i].name, {.to = rows});
      for (std::size_t row = 0; row < column.size(); ++row) values_[row * width + i] = column[row];
    }
  }

  const CaseModel& model_;
  std::vector<results::Channel> channels_;
  std::vector<double> values_;
  std::optional<results::Writer> writer_;
};

[[noreturn]] void raise_failure(Result result) {
  const py::object type = py::module_::import("flangeway._core").attr("NumericalFailure");
  const py::object error = type(result.summary.failure);
  error.attr("result") = py::cast(std::move(result));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

// Requests from Python to a running simulation.
struct Wishes {
  py::object progress, on_row;
  double checkpoint = 0;    // s
  std::string notice = {};  // a warning of its summary
};

Result run_recorded(const CaseModel& model, Recorder& recorder, const Wishes& wishes,
                    simulate::RunOptions options) {
  const auto width = static_cast<py::ssize_t>(simulate::channels(model).size());
  Callbacks callbacks;
  bool stops = false;
  options.record = [&](const double* row) {
    if (!recorder.append(row)) return false;
    if (!wishes.on_row.is_none() && !stops)
      stops = !callbacks.call([&] { return wishes.on_row(py::array_t<double>(width, row)); });
    return true;
  };
  options.stop = [&] { return stops; };
  options.record_deformed_track = nullptr;
  if (recorder.writes() || !options.continue_from.empty()) {
    options.record_deformed_track = [&](const double* record) {
      return recorder.append_deformed_track(record);
    };
    options.checkpoint = [&](std::span<const std::byte> bytes) { return recorder.write_checkpoint(bytes); };
    options.checkpoint_interval = wishes.checkpoint;
  }
  options.progress = [&](double distance, double time) {
    return callbacks.call(
        [&] { return wishes.progress.is_none() ? py::none() : wishes.progress(distance, time); });
  };
  simulate::Summary summary;
  {
    const py::gil_scoped_release unlocked;
    summary = simulate::run(model, options);
  }
  if (!wishes.notice.empty()) summary.warnings.push_back(wishes.notice);
  Result result = recorder.finish(std::move(summary));
  callbacks.rethrow();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!result.summary.failure.empty()) raise_failure(std::move(result));
  return result;
}

// A function of Python that answers in a thread of its own, with its end.
class OwnController {
 public:
  explicit OwnController(const py::object& function)
      : worker_(py::module_::import("flangeway._controllers").attr("Worker")(function)) {}
  OwnController(const OwnController&) = delete;
  OwnController& operator=(const OwnController&) = delete;
  ~OwnController() {
    const py::gil_scoped_acquire locked;
    worker_.attr("end")();
    worker_ = py::object();
  }
  std::string operator()(double t, std::span<const double> inputs, std::span<double> outputs,
                         double limit) const {
    const py::gil_scoped_acquire locked;
    try {
      const py::object answer =
          worker_.attr("answer")(t, std::vector<double>(inputs.begin(), inputs.end()), limit);
      if (py::isinstance<py::str>(answer)) return answer.cast<std::string>();
      const auto numbers = answer.cast<std::vector<double>>();
      if (numbers.size() != outputs.size())
        return "it gave " + std::to_string(numbers.size()) + " numbers for " +
               std::to_string(outputs.size()) + " outputs";
      std::copy(numbers.begin(), numbers.end(), outputs.begin());
      return "";
    } catch (const py::error_already_set& error) {
      const std::string what = error.what();
      if (error.matches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt();  // the end of the run asks for it
      return what;
    }
  }

 private:
  py::object worker_;
};

control::Functions functions_of(const CaseModel& model, const py::dict& controllers) {
  control::Functions functions;
  for (const auto& [key, function] : controllers) {
    const auto name = key.cast<std::string>();
    const auto found = std::find_if(model.control.controllers.begin(), model.control.controllers.end(),
                                    [&](const auto& c) { return c.name == name && c.external(); });
    if (found == model.control.controllers.end())
      throw py::value_error("the case has no controller '" + name + "' in control.python or control.fmus");
    functions[name] = [own = std::make_shared<OwnController>(py::reinterpret_borrow<py::object>(function))](
                          double t, std::span<const double> inputs, std::span<double> outputs, double limit) {
      return (*own)(t, inputs, outputs, limit);
    };
  }
  Findings findings;
  simulate::check_functions(model, functions, findings);
  findings.throw_if_any();
  return functions;
}

struct GradientRun {
  std::vector<std::string> keys;
  std::size_t jobs = 0;
};

// A run with the derivatives of its channels behind them.
Result run_with_gradients(const Case& held, const GradientRun& request, const py::object& progress,
                          const std::optional<std::string>& output, bool force) {
  const vehicle_case::CaseSource source = source_of(held, held.sets);
  const auto keys = keys_of(source, request.keys, simulate::sensitivity_step);
  Findings findings;
  CaseModel model =
      checked(vehicle_case::load_case(documents_of(held, findings), held.sets, findings), findings);
  simulate::check_sensitivities(model, findings);
  vehicle_case::check_one_process(model, findings);
  findings.throw_if_any();
  simulate::choose_fixed_steps(model);
  const std::vector<results::Channel> more = simulate::derivative_channels(model, keys);
  std::optional<results::Writer> writer;
  if (output)
    writer = checked(recording::create_run_file(
                         model, {*output, held.sets, "flangeway (Python)", force, false, more}, findings),
                     findings);
  Callbacks callbacks;
  Result result;
  result.channels = simulate::channels(model);
  const std::size_t own = result.channels.size();
  result.channels.insert(result.channels.end(), more.begin(), more.end());
  std::vector<double> values;
  {
    const py::gil_scoped_release unlocked;
    simulate::SensitivityOptions options;
    options.jobs = request.jobs > 0 ? request.jobs : std::max(1U, std::thread::hardware_concurrency());
    options.progress = [&](double) { return callbacks.call([] { return py::none(); }); };
    const std::vector<simulate::KeySensitivity> found =
        simulate::sensitivities_of(model, source, keys, options);
    simulate::DerivativeRows rows(own, found);
    result.summary.status = simulate::RunStatus::stopped;
    if (!found.empty()) {
      simulate::RunOptions run;
      run.record = [&](const double* row) {
        const double* extended = rows.extended(row);
        if (extended == nullptr) return true;
        values.insert(values.end(), extended, extended + result.channels.size());
        return !writer || writer->append(extended);
      };
      run.progress = [&](double distance, double time) {
        return callbacks.call([&] { return progress.is_none() ? py::none() : progress(distance, time); });
      };
      result.summary = simulate::run(model, run);
    }
    const auto warnings = simulate::sensitivity_warnings(model, found, rows.left_out());
    result.summary.warnings.insert(result.summary.warnings.end(), warnings.begin(), warnings.end());
    result.sensitivities = recording::sensitivities_json(model, found, rows);
    result.sensitivities_text = recording::sensitivities_text(model, found, rows);
    if (writer) recording::finish_run_file(*writer, result.summary, result.sensitivities);
  }
  const auto width = static_cast<py::ssize_t>(result.channels.size());
  const auto height = static_cast<py::ssize_t>(values.size()) / width;
  result.values = array_of(std::move(values), {height, width});
  callbacks.rethrow();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!result.summary.failure.empty()) raise_failure(std::move(result));
  return result;
}

Result run(const Case& run, const py::object& progress, const py::object& on_row,
           const std::optional<std::string>& output, bool force, double checkpoint,
           const py::dict& controllers, const std::vector<std::string>& gradients, std::size_t jobs) {
  if (!gradients.empty()) {
    if (!on_row.is_none() || checkpoint > 0 || !controllers.empty())
      throw py::value_error("gradients cannot be combined with on_row, checkpoint or controllers");
    return run_with_gradients(run, {gradients, jobs}, progress, output, force);
  }
  if (jobs > 0) throw py::value_error("jobs has no effect without gradients");
  simulate::RunOptions options;
  options.controllers = functions_of(*run.model, controllers);
  Recorder recorder(*run.model);
  if (output) recorder.create(run, *output, force);
  return run_recorded(*run.model, recorder, {progress, on_row, checkpoint}, std::move(options));
}

Result continue_run(const std::string& file, const py::object& progress, const py::object& on_row,
                    double checkpoint) {
  Findings findings;
  std::optional<recording::Continuation> read;
  {
    const py::gil_scoped_release unlocked;
    read = recording::read_continuation(file, recording::Processes::one, findings);
  }
  const recording::Continuation from = checked(std::move(read), findings);
  Recorder recorder(from.model);
  simulate::RunOptions options;
  options.continue_from = from.stored.checkpoint.bytes;
  std::exception_ptr refused;
  options.continued = [&] {
    try {
      recorder.resume(file, from.stored.checkpoint);
    } catch (...) {
      refused = std::current_exception();
    }
    return refused == nullptr;
  };
  Result result = run_recorded(from.model, recorder, {progress, on_row, checkpoint, from.notice}, options);
  if (refused) std::rethrow_exception(refused);
  if (result.summary.status == simulate::RunStatus::not_run) {
    findings.add({{file}, "", "has a checkpoint that does not fit its case", "", "", "Repeat the run"});
    throw BadInput(findings);
  }
  return result;
}

py::array_t<double> channel(const py::object& self, const std::string& name) {
  const auto& result = self.cast<const Result&>();
  for (std::size_t i = 0; i < result.channels.size(); ++i) {
    if (result.channels[i].name != name) continue;
    const auto& all = result.values;
    return py::array_t<double>({all.shape(0)}, {all.strides(0)}, all.data() + i, all);
  }
  std::vector<std::string> names;
  for (const results::Channel& channel : result.channels) names.push_back(channel.name);
  const std::string near = nearest_name(name, names);
  throw py::key_error("there is no channel '" + name + "'" +
                      (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

struct FoundModes {
  Eigen::VectorXd about;
  std::vector<simulate::Mode> modes;
};

FoundModes find_modes(const vehicle_case::CaseModel& model, const stability::Linearisation& how) {
  Findings findings;
  if (how.steady) simulate::check_steady_running_on_track(model, findings);
  findings.throw_if_any();
  simulate::ReducedEquations equations(
      how.dampers ? model : simulate::without_dampers(model),
      how.steady ? simulate::RollingAngles::left_out : simulate::RollingAngles::kept);
  const double speed = model.drive.speed;
  Eigen::VectorXd about = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  if (how.steady) about = simulate::steady_running(equations, speed, about);
  std::vector<simulate::Mode> all = simulate::modes(equations, speed, about);
  return {std::move(about), std::move(all)};
}

std::vector<stability::ModeSensitivity> mode_gradients(const Case& held,
                                                       const std::vector<std::string>& gradients,
                                                       const stability::Linearisation& how,
                                                       const FoundModes& found) {
  const vehicle_case::CaseSource source = source_of(held, held.sets);
  const auto keys = keys_of(source, gradients, stability::mode_sensitivity_step);
  if (keys.empty()) return {};
  const py::gil_scoped_release unlocked;
  return stability::mode_sensitivities(source, keys, how, *held.model, found.about, found.modes);
}

std::vector<py::dict> modes(const Case& run, bool dampers, bool steady,
                            const std::vector<std::string>& gradients) {
  FoundModes found;
  {
    const py::gil_scoped_release unlocked;
    found = find_modes(*run.model, {dampers, steady});
  }
  const auto sensitivities = mode_gradients(run, gradients, {dampers, steady}, found);
  std::vector<py::dict> out;
  for (const simulate::Mode& mode : found.modes)
    out.push_back(py::dict("kind"_a = name_of(kind_of(mode)), "eigenvalue"_a = mode.eigenvalue,
                           "frequency"_a = mode.frequency, "damping_ratio"_a = mode.damping_ratio,
                           "body"_a = mode.body, "coordinate"_a = mode.coordinate));
  for (std::size_t i = 0; i < out.size() && !gradients.empty(); ++i) {
    py::dict of_keys;
    for (const stability::ModeSensitivity& one : sensitivities)
      of_keys[py::str(one.key.key)] = one.eigenvalues[i];
    out[i]["gradients"] = of_keys;
  }
  return out;
}

}  // namespace

void bind_simulate(py::module_& m) {
  py::class_<Result>(m, "Result", "What a run gave: channels over time, and a summary.")
      .def_property_readonly(
          "status", [](const Result& r) { return simulate::status_name(r.summary.status); },
          "'completed', 'derailed', 'stopped'")
      .def_property_readonly("summary_json", &Result::json)
      .def_property_readonly(
          "summary_text",
          [](const Result& r) { return recording::summary_text(r.summary) + r.sensitivities_text; },
          "what the command line prints")
      .def_property_readonly("warnings", [](const Result& r) { return r.summary.warnings; })
      .def_readonly("channels", &Result::channels, "of type Channel, one for each column of values")
      .def_readonly("values", &Result::values, "all that was recorded, SI, shape (rows, channels)")
      .def("__getitem__", &channel, "name"_a, "One channel over time, SI, shape (rows,): a view of values.");
  py::class_<Case>(m, "Case", "A vehicle on a track with a speed, ready to run; runs may share it.",
                   py::dynamic_attr())
      .def_property_readonly("name", [](const Case& c) { return c.model->name; })
      .def_property_readonly(
          "track_length", [](const Case& c) { return c.model->track.length(); }, "m")
      .def_property_readonly(
          "bodies",
          [](const Case& c) {
            std::vector<std::string> names;
            for (const auto& body : c.model->vehicle.bodies.bodies) names.push_back(body.name);
            return names;
          },
          "names of the bodies of the vehicle, wheelsets among them")
      .def_property_readonly(
          "channels", [](const Case& c) { return simulate::channels(*c.model); },
          "what a run records, of type Channel")
      .def("run", &run, "progress"_a = py::none(), "on_row"_a = py::none(), "output"_a = py::none(),
           "force"_a = false, "checkpoint"_a = 0.0, "controllers"_a = py::dict(),
           "gradients"_a = std::vector<std::string>{}, "jobs"_a = 0,
           "Runs the case, without the interpreter's lock; Ctrl-C ends it with KeyboardInterrupt.\n\n"
           "progress(distance, time): called about every 20 ms with m and s; False ends the run in order.\n"
           "on_row(row): called with each recorded row, shape (channels,), SI; False ends the run in order.\n"
           "output: also writes the result file of the command line; force: over one that exists.\n"
           "checkpoint: s of wall time after which the file again gets what continue_run() needs; 0: only "
           "when\n"
           "the run is ended by progress, on_row or Ctrl-C.\n"
           "controllers: a function(time, inputs) for each name of control.python or control.fmus, which "
           "gives a "
           "list with\n"
           "a number for each output; it runs in a thread of its own.\n"
           "gradients: numeric keys (or KEY:STEP); the result also has the derivatives of all channels with "
           "respect to them\n"
           "(Result.gradient), by differences of runs with the same steps, `jobs` at a time (0: one for each "
           "hardware thread).\n"
           "Raises NumericalFailure, with what was computed as its `result`.")
      .def("modes", &modes, "dampers"_a = true, "steady"_a = false,
           "gradients"_a = std::vector<std::string>{},
           "Small motions at the start, or about steady running there: dicts of kind (oscillation, growing, "
           "overdamped or neutral),\n"
           "eigenvalue (1/s), frequency (Hz), damping_ratio, body, coordinate. gradients: numeric keys; each "
           "mode then has `gradients`,\n"
           "a dict of the derivative of its eigenvalue with respect to each, None where eigenvalues are "
           "equal.")
      .def("wear", &wear_of, "law"_a, "elements"_a = 20,
           "yield_in_shear"_a = evolution::WearSettings{}.yield_in_shear,
           "Runs the case and gives what `flangeway wear --json` prints, as a dict. law: file of the wear "
           "law;\n"
           "elements: along and across each patch; yield_in_shear: Pa, for the surface fatigue index.")
      .def(
          "stability", &stability_of, "lowest"_a = 10.0, "highest"_a = 120.0, "speeds"_a = 56,
          "branches"_a = 1, "intervals"_a = 40, "gradients"_a = std::vector<std::string>{},
          "Critical speeds and limit cycles between two speeds (m/s), as `flangeway stability --json` "
          "prints them: a dict\n"
          "of hopf, folds, branch, locus and others. branches: of limit cycles that are followed. gradients: "
          "numeric keys;\n"
          "each point of hopf then has `speed_derivatives`, d(speed)/d(key) by key.")
      .def("ramp", &ramp_of, "lowest"_a = 10.0, "highest"_a = 120.0, "rate"_a = 0.2, "disturbance"_a = 0.005,
           "The speed (m/s) ramped down in a run until hunting dies, as `flangeway stability --ramp --json`\n"
           "prints it: a dict of critical_speed_of_ramp, rms_above_limit, windows and others.")
      .def("quasistatic", &quasistatic_of, "test"_a,
           "A static or quasi-static test (twist, sway, turning, curving, wind or envelope) as `flangeway "
           "quasistatic --json`\n"
           "prints it: a dict. Options have the names of the command line with underscores: body_twist=3.")
      .def("response", &response_of, "lowest"_a = 0.2, "highest"_a = 20.0, "count"_a = 200,
           "channels"_a = std::vector<std::string>{}, "points"_a = std::vector<std::string>{},
           "spectrum"_a = py::none(), "gradients"_a = std::vector<std::string>{},
           "Transfer functions from irregularities of the track between two frequencies (Hz), and the "
           "response to a spectrum\n"
           "of the track, as `flangeway response --json` prints them: a dict. points: \"BODY:x,y,z\". "
           "gradients: numeric keys;\n"
           "each channel then has `gradients`, the derivatives of its transfer functions by key.")
      .def("linear_model", &linear_model_of, "channels"_a = std::vector<std::string>{},
           "points"_a = std::vector<std::string>{},
           "The equations of motion about steady running on straight track: x\' = A x + sum B[k] u_k, y = C "
           "x + "
           "sum D[k] u_k, where\n"
           "u_0 is the irregularity under each wheelset in turn (alignment, vertical profile, gauge "
           "variation, "
           "cross level), and\n"
           "u_1 and u_2 its derivatives over the arc length. A dict with A, B, C, D, speed, channels, units, "
           "ahead (m, of each\n"
           "wheelset before the leading one), and accelerations (outputs of which the second derivative over "
           "time counts).");
  m.def("track_spectrum", &track_spectrum, "quality"_a, "wave_numbers"_a,
        "One-sided densities (m^2/(rad/m)) of alignment, vertical profile, gauge variation and cross level, "
        "a row "
        "each, at wave\n"
        "numbers (rad/m) by a spectrum such as \"erri_b176_low\".");
  m.def("continue_run", &continue_run, "file"_a, "progress"_a = py::none(), "on_row"_a = py::none(),
        "checkpoint"_a = 0.0,
        "Goes on with a run that was stopped or killed, from the newest checkpoint of its result file, and\n"
        "appends to that file; the result has the rows of the whole run. The same bits as without the stop,\n"
        "or a warning where another version of Flangeway began the run.");
  m.def("load_case", &load_case, "source"_a, "vehicle"_a, "track"_a, "sets"_a);
}

}  // namespace flangeway::python
