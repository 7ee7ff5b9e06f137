// FMI 3.0.1: the part of its C interface that is needed here [FMI3].
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "flangeway/fmi/functions.hpp"
#include "flangeway/fmi/library.hpp"

namespace flangeway::fmi {
namespace {

using Instance = void*;
using LogMessage = void (*)(void*, int, const char*, const char*);

void log_3(void*, int status, const char*, const char* message) {
  if (status > 1 && message != nullptr) last_message() = message;
}

// Calls use(value of the C type, name of the type) for the type of a variable.
template <typename Use>
bool with_type(Type type, const Use& use) {
  switch (type) {
    case Type::float64:
      return use(double{}, "Float64");
    case Type::float32:
      return use(float{}, "Float32");
    case Type::int8:
      return use(std::int8_t{}, "Int8");
    case Type::uint8:
      return use(std::uint8_t{}, "UInt8");
    case Type::int16:
      return use(std::int16_t{}, "Int16");
    case Type::uint16:
      return use(std::uint16_t{}, "UInt16");
    case Type::int32:
      return use(std::int32_t{}, "Int32");
    case Type::uint32:
      return use(std::uint32_t{}, "UInt32");
    case Type::int64:
      return use(std::int64_t{}, "Int64");
    case Type::uint64:
      return use(std::uint64_t{}, "UInt64");
    case Type::boolean:
      return use(bool{}, "Boolean");
    case Type::other:
      break;
  }
  return false;
}

class Fmi3 : public Library {
 public:
  explicit Fmi3(void* handle) : handle_(handle) {}
  Fmi3(const Fmi3&) = delete;
  Fmi3& operator=(const Fmi3&) = delete;
  ~Fmi3() override { free_instance(handle_, "fmi3FreeInstance", instance_); }

  bool instantiate(const Description& description, const UnitOptions& options) override {
    const std::string resources = options.folder + "/resources/";
    const char *name = options.name.c_str(), *token = description.token.c_str();
    if (options.use == Use::model_exchange) {
      using Function = Instance (*)(const char*, const char*, const char*, bool, bool, void*, LogMessage);
      const auto f = reinterpret_cast<Function>(dlsym(handle_, "fmi3InstantiateModelExchange"));
      instance_ = f ? f(name, token, resources.c_str(), false, false, nullptr, log_3) : nullptr;
    } else {
      using Function = Instance (*)(const char*, const char*, const char*, bool, bool, bool, bool,
                                    const std::uint32_t*, std::size_t, void*, LogMessage, void*);
      const auto f = reinterpret_cast<Function>(dlsym(handle_, "fmi3InstantiateCoSimulation"));
      instance_ = f ? f(name, token, resources.c_str(), false, false, false, false, nullptr, 0, nullptr,
                        log_3, nullptr)
                    : nullptr;
    }
    return instance_ != nullptr;
  }
  bool enter_initialization(double t) override {
    return call(handle_, "fmi3EnterInitializationMode", instance_, false, 0.0, t, false, 0.0);
  }
  bool exit_initialization() override { return call(handle_, "fmi3ExitInitializationMode", instance_); }

  bool set(const Variable& variable, std::span<const double> values) override {
    return with_type(variable.type, [&](auto type, const char* name) {
      using T = decltype(type);
      const auto converted = std::make_unique<T[]>(values.size());
      std::transform(values.begin(), values.end(), converted.get(), rounded<T>);
      return call(handle_, (std::string("fmi3Set") + name).c_str(), instance_, &variable.reference,
                  std::size_t{1}, static_cast<const T*>(converted.get()), values.size());
    });
  }
  bool get(const Variable& variable, std::span<double> values) override {
    return with_type(variable.type, [&](auto type, const char* name) {
      using T = decltype(type);
      const auto got = std::make_unique<T[]>(values.size());
      const bool good = call(handle_, (std::string("fmi3Get") + name).c_str(), instance_, &variable.reference,
                             std::size_t{1}, got.get(), values.size());
      std::transform(got.get(), got.get() + values.size(), values.begin(),
                     [](T value) { return static_cast<double>(value); });
      return good;
    });
  }
  bool do_step(double t, double h) override {
    bool event = false, terminate = false, early = false;
    double last = 0;
    return call(handle_, "fmi3DoStep", instance_, t, h, true, &event, &terminate, &early, &last) &&
           !terminate;
  }

  bool set_time(double t) override { return call(handle_, "fmi3SetTime", instance_, t); }
  bool get_states(std::span<double> x) override {
    return call(handle_, "fmi3GetContinuousStates", instance_, static_cast<double*>(x.data()), x.size());
  }
  bool set_states(std::span<const double> x) override {
    return call(handle_, "fmi3SetContinuousStates", instance_, static_cast<const double*>(x.data()),
                x.size());
  }
  bool get_derivatives(std::span<double> x) override {
    return call(handle_, "fmi3GetContinuousStateDerivatives", instance_, static_cast<double*>(x.data()),
                x.size());
  }
  bool get_indicators(std::span<double> z) override {
    return call(handle_, "fmi3GetEventIndicators", instance_, static_cast<double*>(z.data()), z.size());
  }
  bool completed_step(bool& event) override {
    bool terminate = false;
    return call(handle_, "fmi3CompletedIntegratorStep", instance_, true, &event, &terminate) && !terminate;
  }
  bool enter_event_mode() override { return call(handle_, "fmi3EnterEventMode", instance_); }
  bool update_discrete_states(EventResult& result) override {
    bool again = false, terminate = false, nominals = false, values = false, defined = false;
    double next = 0;
    const bool good = call(handle_, "fmi3UpdateDiscreteStates", instance_, &again, &terminate, &nominals,
                           &values, &defined, &next);
    result = {again, terminate, defined ? next : -1};
    return good;
  }
  bool enter_continuous_time_mode() override {
    return call(handle_, "fmi3EnterContinuousTimeMode", instance_);
  }

 private:
  void* handle_;
  Instance instance_ = nullptr;
};

}  // namespace

std::unique_ptr<Library> make_fmi3(void* handle) {
  return std::make_unique<Fmi3>(handle);
}

}  // namespace flangeway::fmi
