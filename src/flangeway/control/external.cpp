#include "flangeway/control/external.hpp"

#include <fmt/format.h>

#include "flangeway/control/process.hpp"
#include "flangeway/control/shared_memory.hpp"
#include "flangeway/core/temporary_folder.hpp"

namespace flangeway::control {
namespace {

namespace fs = std::filesystem;

// Reads lists of numbers from its standard input, a socket, and answers them. The file finds an empty
// standard input, and its output goes to standard error.
constexpr const char* python_program = R"python(
import importlib.util, os, socket, struct, sys
line = socket.socket(fileno=os.dup(0))
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
sys.stdout = sys.stderr
def receive(size):
    data = b""
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            os._exit(0)
        data += part
    return data
def explain(error):
    trace, place = error.__traceback__, ""
    while trace:
        if trace.tb_frame.f_code.co_filename == sys.argv[1]:
            place = " in line %d" % trace.tb_lineno
        trace = trace.tb_next
    return "%s%s: %s" % (type(error).__name__, place, error)
def control(time, inputs):
    raise RuntimeError(problem)
try:
    spec = importlib.util.spec_from_file_location("controller", sys.argv[1])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    control = getattr(module, sys.argv[2])
except BaseException as error:
    problem = explain(error)
while True:
    count, = struct.unpack("q", receive(8))
    numbers = struct.unpack("%dd" % count, receive(8 * count))
    try:
        answer = control(numbers[0], list(numbers[1:]))
        answer = [float(x) for x in (answer if hasattr(answer, "__iter__") else [answer])]
        line.sendall(struct.pack("q%dd" % len(answer), len(answer), *answer))
    except BaseException as error:
        text = (problem if "problem" in globals() else explain(error)).encode()
        line.sendall(struct.pack("q", -len(text)) + text)
)python";

class InProcess : public External {
 public:
  explicit InProcess(double limit) : limit_(limit) {}
  std::string respond(double t, std::span<const double> inputs, std::span<double> outputs,
                      const std::function<bool()>& interrupted) override {
    if (!started_) {
      started_ = true;
      if (std::string problem = start(); !problem.empty()) return problem;
    }
    numbers_.assign(1, t);
    numbers_.insert(numbers_.end(), inputs.begin(), inputs.end());
    return process_.ask(numbers_, outputs, limit_, interrupted);
  }

 protected:
  [[nodiscard]] virtual std::string start() = 0;
  Process process_;

 private:
  double limit_;
  bool started_ = false;
  std::vector<double> numbers_;
};

class PythonFile : public InProcess {
 public:
  explicit PythonFile(const PythonSpec& spec) : InProcess(spec.time_limit), spec_(spec) {}

 private:
  std::string start() override {
    return process_.run({"python3", "-c", python_program, spec_.file.value, spec_.function.value});
  }
  PythonSpec spec_;
};

class FmuFile : public InProcess {
 public:
  FmuFile(const std::string& name, const Fmu& fmu) : InProcess(fmu.spec.time_limit), name_(name), fmu_(fmu) {}

 private:
  std::string start() override {
    if (folder_.path().empty()) return fmt::format("{}. {}", folder_.problem(), temporary_files_advice);
    fmi::UnitOptions options;
    options.use = fmu_.use, options.solver = fmu_.spec.solver, options.step = fmu_.spec.step;
    options.folder = folder_.path(), options.name = name_, options.starts = fmu_.starts;
    return process_.fork_to([unit = std::make_shared<fmi::Unit>(fmu_.description, options), this,
                             running = std::make_shared<bool>(false)](std::span<const double> numbers,
                                                                      std::vector<double>& answer) {
      const auto inputs = numbers.subspan(1);
      // In this process, too: the time limit of the first answer holds for unpacking and loading.
      std::string problem = *running ? unit->advance(numbers[0], fmu_.inputs, held_)
                                     : fmi::unpack(fmu_.spec.file.value, folder_.path());
      if (problem.empty() && !*running) problem = unit->start(numbers[0], fmu_.inputs, inputs);
      if (problem.empty() && *running) problem = unit->advance(numbers[0], fmu_.inputs, inputs);
      *running = true;
      held_.assign(inputs.begin(), inputs.end());
      answer.resize(fmu_.outputs.size());
      return problem.empty() ? unit->read(fmu_.outputs, answer) : problem;
    });
  }

  std::string name_;
  Fmu fmu_;
  TemporaryFolder folder_;
  std::vector<double> held_;  // inputs since the last sample
};

class OtherProgram : public External {
 public:
  explicit OtherProgram(const Controller& controller)
      : file_(std::get<SharedMemorySpec>(controller.law).file.value),
        inputs_(controller.inputs.size()),
        outputs_(controller.outputs.size()),
        limit_(controller.time_limit) {}
  std::string respond(double t, std::span<const double> inputs, std::span<double> outputs,
                      const std::function<bool()>& interrupted) override {
    if (std::string problem = memory_.open(file_, inputs_, outputs_); !problem.empty()) return problem;
    return memory_.ask(t, inputs, outputs, limit_, interrupted);
  }

 private:
  std::string file_;
  std::size_t inputs_, outputs_;
  double limit_;
  SharedMemory memory_;
};

class OwnFunction : public External {
 public:
  OwnFunction(Function function, double limit) : function_(std::move(function)), limit_(limit) {}
  std::string respond(double t, std::span<const double> inputs, std::span<double> outputs,
                      const std::function<bool()>& /*interrupted*/) override {
    return function_(t, inputs, outputs, limit_);
  }

 private:
  Function function_;
  double limit_;
};

}  // namespace

std::unique_ptr<External> make_external(const Controller& controller, const Functions& functions) {
  if (const auto found = functions.find(controller.name); found != functions.end())
    return std::make_unique<OwnFunction>(found->second, controller.time_limit);
  if (const auto* python = std::get_if<PythonSpec>(&controller.law))
    return std::make_unique<PythonFile>(*python);
  if (const auto* fmu = std::get_if<Fmu>(&controller.law))
    return std::make_unique<FmuFile>(controller.name, *fmu);
  if (std::holds_alternative<SharedMemorySpec>(controller.law))
    return std::make_unique<OtherProgram>(controller);
  return nullptr;
}

}  // namespace flangeway::control
