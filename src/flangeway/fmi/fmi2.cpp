// FMI 2.0.4: the part of its C interface that is needed here [FMI2].
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "flangeway/fmi/functions.hpp"
#include "flangeway/fmi/library.hpp"

namespace flangeway::fmi {
namespace {

using Component = void*;

struct Callbacks2 {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(std::size_t, std::size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
};

struct EventInfo2 {
  int again, terminate, nominals_changed, values_changed, next_defined;
  double next;
};

// The message is a format of printf.
void log_2(void*, const char*, int status, const char*, const char* message, ...) {
  if (status <= 1 || message == nullptr) return;
  std::array<char, 1024> text{};
  va_list rest;
  va_start(rest, message);
  std::vsnprintf(text.data(), text.size(), message, rest);
  va_end(rest);
  last_message() = text.data();
}

class Fmi2 : public Library {
 public:
  explicit Fmi2(void* handle) : handle_(handle) {}
  Fmi2(const Fmi2&) = delete;
  Fmi2& operator=(const Fmi2&) = delete;
  ~Fmi2() override { free_instance(handle_, "fmi2FreeInstance", component_); }

  bool instantiate(const Description& description, const UnitOptions& options) override {
    static const Callbacks2 callbacks{log_2, std::calloc, std::free, nullptr, nullptr};
    using Instantiate =
        Component (*)(const char*, int, const char*, const char*, const Callbacks2*, int, int);
    const auto function = reinterpret_cast<Instantiate>(dlsym(handle_, "fmi2Instantiate"));
    if (function == nullptr) return false;
    const std::string resources = "file://" + options.folder + "/resources";
    component_ = function(options.name.c_str(), options.use == Use::model_exchange ? 0 : 1,
                          description.token.c_str(), resources.c_str(), &callbacks, 0, 0);
    return component_ != nullptr;
  }
  bool enter_initialization(double t) override {
    return call(handle_, "fmi2SetupExperiment", component_, 0, 0.0, t, 0, 0.0) &&
           call(handle_, "fmi2EnterInitializationMode", component_);
  }
  bool exit_initialization() override { return call(handle_, "fmi2ExitInitializationMode", component_); }

  bool set(const Variable& variable, std::span<const double> values) override {
    const unsigned reference = variable.reference;
    const unsigned* const where = &reference;
    const std::size_t one = 1;
    if (variable.type == Type::float64)
      return call(handle_, "fmi2SetReal", component_, where, one, static_cast<const double*>(values.data()));
    const bool boolean = variable.type == Type::boolean;
    const int whole = boolean ? static_cast<int>(rounded<bool>(values[0])) : rounded<int>(values[0]);
    const int* const value = &whole;
    return call(handle_, boolean ? "fmi2SetBoolean" : "fmi2SetInteger", component_, where, one, value);
  }
  bool get(const Variable& variable, std::span<double> values) override {
    const unsigned reference = variable.reference;
    const unsigned* const where = &reference;
    const std::size_t one = 1;
    if (variable.type == Type::float64)
      return call(handle_, "fmi2GetReal", component_, where, one, static_cast<double*>(values.data()));
    int whole = 0;
    int* const value = &whole;
    const bool good = call(handle_, variable.type == Type::boolean ? "fmi2GetBoolean" : "fmi2GetInteger",
                           component_, where, one, value);
    values[0] = whole;
    return good;
  }
  bool do_step(double t, double h) override {
    const int no_return = 1;
    return call(handle_, "fmi2DoStep", component_, t, h, no_return);
  }

  bool set_time(double t) override { return call(handle_, "fmi2SetTime", component_, t); }
  bool get_states(std::span<double> x) override {
    return call(handle_, "fmi2GetContinuousStates", component_, static_cast<double*>(x.data()), x.size());
  }
  bool set_states(std::span<const double> x) override {
    return call(handle_, "fmi2SetContinuousStates", component_, static_cast<const double*>(x.data()),
                x.size());
  }
  bool get_derivatives(std::span<double> x) override {
    return call(handle_, "fmi2GetDerivatives", component_, static_cast<double*>(x.data()), x.size());
  }
  bool get_indicators(std::span<double> z) override {
    return call(handle_, "fmi2GetEventIndicators", component_, static_cast<double*>(z.data()), z.size());
  }
  bool completed_step(bool& event) override {
    int enter = 0, terminate = 0;
    const bool good = call(handle_, "fmi2CompletedIntegratorStep", component_, 1, &enter, &terminate);
    event = enter != 0;
    return good && terminate == 0;
  }
  bool enter_event_mode() override { return call(handle_, "fmi2EnterEventMode", component_); }
  bool update_discrete_states(EventResult& result) override {
    EventInfo2 info{};
    const bool good = call(handle_, "fmi2NewDiscreteStates", component_, &info);
    result = {info.again != 0, info.terminate != 0, info.next_defined != 0 ? info.next : -1};
    return good;
  }
  bool enter_continuous_time_mode() override {
    return call(handle_, "fmi2EnterContinuousTimeMode", component_);
  }

 private:
  void* handle_;
  Component component_ = nullptr;
};

}  // namespace

std::unique_ptr<Library> make_fmi2(void* handle) {
  return std::make_unique<Fmi2>(handle);
}

}  // namespace flangeway::fmi
