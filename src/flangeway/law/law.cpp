#include "flangeway/law/law.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <sstream>

#include "flangeway/core/input_record.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/law/call.hpp"

namespace flangeway::law {
namespace {

using document::SourceFile;

/// A row of `in` in messages.
struct Row {
  const char *name, *unit;
};

struct KindTexts {
  std::string_view text;
  const char* symbol;
  int derivatives;  // that the interface has
  std::size_t out_rows;
  std::span<const Row> inputs;
};

constexpr std::array<Row, FLANGEWAY_CREEP_IN_ROWS> creep_rows{{{"normal force", "N"},
                                                               {"a", "m"},
                                                               {"b", "m"},
                                                               {"f11", "N"},
                                                               {"f22", "N"},
                                                               {"f23", "N m"},
                                                               {"f33", "N m^2"},
                                                               {"friction", "1"},
                                                               {"longitudinal creepage", "1"},
                                                               {"lateral creepage", "1"},
                                                               {"spin", "1/m"},
                                                               {"speed", "m/s"}}};
constexpr std::array<Row, FLANGEWAY_FRICTION_IN_ROWS> friction_rows{{{"coefficient", "1"},
                                                                     {"sliding speed", "m/s"},
                                                                     {"speed", "m/s"},
                                                                     {"contact angle", "rad"},
                                                                     {"place", "m"}}};
constexpr std::array<Row, FLANGEWAY_NORMAL_IN_ROWS> normal_rows{{{"indentation", "m"},
                                                                 {"rate", "m/s"},
                                                                 {"impact speed", "m/s"},
                                                                 {"Hertz's stiffness", "N/m^1.5"},
                                                                 {"a", "m"},
                                                                 {"b", "m"},
                                                                 {"contact angle", "rad"},
                                                                 {"place", "m"}}};
constexpr std::array<Row, FLANGEWAY_ELEMENT_IN_ROWS> element_rows{{{"deflection", "m"},
                                                                   {"rate", "m/s"},
                                                                   {"first state", "1"},
                                                                   {"second state", "1"},
                                                                   {"third state", "1"},
                                                                   {"fourth state", "1"}}};
constexpr std::array<Row, FLANGEWAY_IRREGULARITY_IN_ROWS> irregularity_rows{{{"place", "m"}}};
constexpr std::array<Row, FLANGEWAY_WEAR_IN_ROWS> wear_rows{
    {{"pressure", "Pa"}, {"work per area", "Pa"}, {"slip", "1"}, {"speed", "m/s"}, {"Tγ", "N"}}};
constexpr std::array<Row, FLANGEWAY_MEASURE_IN_ROWS> measure_rows{{{"value", "1"}, {"place", "m"}}};

KindTexts texts_of(Kind kind) {
  switch (kind) {
    case Kind::friction:
      return {"friction law", "flangeway_friction_law", FLANGEWAY_BY_SLIDING_SPEED,
              FLANGEWAY_FRICTION_OUT_ROWS, friction_rows};
    case Kind::normal:
      return {"normal law", "flangeway_normal_law", FLANGEWAY_BY_INDENTATION, FLANGEWAY_NORMAL_OUT_ROWS,
              normal_rows};
    case Kind::element:
      return {"element law", "flangeway_element_law", FLANGEWAY_BY_MOTION, FLANGEWAY_ELEMENT_OUT_ROWS,
              element_rows};
    case Kind::irregularity:
      return {"irregularity law", "flangeway_irregularity_law", 0, FLANGEWAY_IRREGULARITY_OUT_ROWS,
              irregularity_rows};
    case Kind::wear:
      return {"wear law", "flangeway_wear_law", 0, FLANGEWAY_WEAR_OUT_ROWS, wear_rows};
    case Kind::measure:
      return {"measure", "flangeway_measure_law", 0, FLANGEWAY_MEASURE_OUT_ROWS, measure_rows};
    case Kind::creep:
      break;
  }
  return {"creep law", "flangeway_creep_law", FLANGEWAY_BY_LOAD | FLANGEWAY_BY_CREEPAGE,
          FLANGEWAY_CREEP_OUT_ROWS, creep_rows};
}

struct Registered {
  flangeway_element element;  // of other kinds: the law alone
  std::string content;
  std::shared_ptr<void> owner;
};

// Laws that the program using this library has registered.
class Registry {
 public:
  static Registry& instance() {
    static Registry& registry = *new Registry;  // laws of Python must not outlive the interpreter
    return registry;
  }
  void add(Kind kind, const std::string& name, Registered law) {
    const std::lock_guard lock(mutex_);
    laws_.insert_or_assign({kind, name}, std::move(law));
  }
  void remove(Kind kind, const std::string& name) {
    const std::lock_guard lock(mutex_);
    laws_.erase({kind, name});
  }
  [[nodiscard]] std::optional<Registered> find(Kind kind, const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = laws_.find({kind, name});
    return found == laws_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<Kind, std::string>, Registered> laws_;
};

// Libraries that are loaded, by path. While one is, the loader gives the same code again even if the file has
// changed.
class LoadedLibraries {
 public:
  static LoadedLibraries& instance() {
    static LoadedLibraries libraries;
    return libraries;
  }
  /// The hash of the content that is in use; empty: the library is not loaded.
  [[nodiscard]] std::string hash_in_use(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = hashes_.find(path);
    return found == hashes_.end() || found->second.handle.expired() ? "" : found->second.hash;
  }
  void note(const std::string& path, const std::shared_ptr<void>& handle, std::string hash) {
    const std::lock_guard lock(mutex_);
    hashes_.insert_or_assign(path, Entry{handle, std::move(hash)});
  }

 private:
  struct Entry {
    std::weak_ptr<void> handle;
    std::string hash;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> hashes_;
};

std::string quoted(const std::string& text) {
  return '"' + text + '"';
}

// Reads a law for one table of a case.
class Loader {
 public:
  Loader(Kind kind, const LawSpec& spec, std::string key, Findings& findings)
      : kind_(kind), spec_(spec), prefix_(key.empty() ? "" : key + "."), findings_(findings) {}

  std::shared_ptr<const Law> load(std::vector<SourceFile>& sources) {
    const std::string file = std::filesystem::path(spec_.library.value).filename().string();
    if (file.starts_with(registered_prefix)) return load_registered(file, sources);
    return load_library(file, sources);
  }

 private:
  void complain(std::string problem, std::string got, std::string allowed, std::string advice) {
    findings_.add({spec_.library.where, prefix_ + "library", std::move(problem), std::move(got),
                   std::move(allowed), std::move(advice)});
  }

  std::shared_ptr<const Law> load_registered(const std::string& file, std::vector<SourceFile>& sources) {
    const std::optional<Registered> found =
        Registry::instance().find(kind_, file.substr(registered_prefix.size()));
    if (!found) {
      complain(fmt::format("names a {} that this process has not registered", text_of(kind_)), quoted(file),
               "", "Register it before the case is loaded, in the process that runs it, or name a library");
      return nullptr;
    }
    sources.push_back({file, found->content});
    return complete(file, found->element, found->owner, found->content);
  }

  std::shared_ptr<const Law> load_library(const std::string& file, std::vector<SourceFile>& sources) {
    const std::filesystem::path path = std::filesystem::absolute(spec_.library.value);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
      complain("does not exist, or is no file", quoted(spec_.library.value), "",
               "Give the path of a shared library, such as mylaw.so, as seen from the case file");
      return nullptr;
    }
    std::ostringstream read;
    read << std::ifstream(path, std::ios::binary).rdbuf();
    std::string content = std::move(read).str(), hash = sha256(content);
    const std::string in_use = LoadedLibraries::instance().hash_in_use(path.string());
    if (!in_use.empty() && in_use != hash) {
      complain("has changed since this process loaded it", quoted(spec_.library.value), "",
               "Start a new process, or give the new library another name");
      return nullptr;
    }
    std::shared_ptr<void> handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* loaded) {
      if (loaded != nullptr) (void)dlclose(loaded);
    });
    if (!handle) {
      complain(fmt::format("cannot be loaded: {}", dlerror()), "", "",
               "Build it with cc -O2 -shared -fPIC -o mylaw.so mylaw.c -lm on this machine");
      return nullptr;
    }
    const KindTexts expected = texts_of(kind_);
    const void* symbol = dlsym(handle.get(), expected.symbol);
    if (symbol == nullptr) {
      complain(fmt::format("has no {}: it does not export {}", expected.text, expected.symbol), quoted(file),
               "",
               fmt::format("Define const {} {} in it",
                           kind_ == Kind::element ? "flangeway_element" : "flangeway_law", expected.symbol));
      return nullptr;
    }
    LoadedLibraries::instance().note(path.string(), handle, std::move(hash));
    note_input(path);
    sources.push_back({spec_.library.value, content});
    if (kind_ == Kind::element)
      return complete(file, *static_cast<const flangeway_element*>(symbol), std::move(handle), content);
    return complete(file, {*static_cast<const flangeway_law*>(symbol), 0, 0}, std::move(handle), content);
  }

  std::shared_ptr<const Law> complete(const std::string& file, const flangeway_element& element,
                                      std::shared_ptr<void> owner, const std::string& content) {
    const flangeway_law& given = element.law;
    if (!is_sound(given) || !has_sound_states(element)) return nullptr;
    auto law = std::make_shared<Law>();
    law->state_count = static_cast<std::size_t>(element.state_count);
    law->gives_energy = element.gives_energy != 0;
    law->kind = kind_;
    law->name =
        given.name == nullptr || *given.name == '\0' ? file : fmt::format("{} ({})", file, given.name);
    law->evaluate = given.evaluate;
    law->derivatives = given.derivatives;
    law->message = given.message;
    law->time_limit = spec_.time_limit;
    law->sha256 = sha256(content);
    law->owner = std::move(owner);
    return set_parameters(given, *law) ? law : nullptr;
  }

  bool is_sound(const flangeway_law& law) {
    if (law.interface_version != FLANGEWAY_LAW_INTERFACE) {
      complain("was built for another version of the interface", fmt::format("{}", law.interface_version),
               fmt::format("{}", FLANGEWAY_LAW_INTERFACE),
               "Build it again with the flangeway_law.h of this program");
      return false;
    }
    if (law.evaluate == nullptr || (law.parameter_count > 0 && law.parameters == nullptr)) {
      complain("has a law without its function or its parameters", "", "",
               "Set evaluate and parameters of flangeway_law");
      return false;
    }
    if ((law.derivatives & ~texts_of(kind_).derivatives) != 0) {
      complain("offers derivatives that the interface does not have", fmt::format("{}", law.derivatives),
               fmt::format("a sum of bits of {}", texts_of(kind_).derivatives),
               "Set derivatives of flangeway_law to a sum of FLANGEWAY_BY_…");
      return false;
    }
    return true;
  }

  bool has_sound_states(const flangeway_element& element) {
    if (element.state_count >= 0 && element.state_count <= FLANGEWAY_ELEMENT_STATES) return true;
    complain("has a law with more states than the interface", fmt::format("{}", element.state_count),
             fmt::format("0 to {}", FLANGEWAY_ELEMENT_STATES), "Set state_count of flangeway_element");
    return false;
  }

  void complain_of(const document::Setting& setting, const char* problem, std::string allowed,
                   std::string advice) {
    findings_.add({setting.value.where, prefix_ + "parameters." + setting.key, problem, setting.value.text,
                   std::move(allowed), std::move(advice)});
  }

  bool set_parameters(const flangeway_law& given, Law& law) {
    const std::size_t before = findings_.all().size();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < given.parameter_count; ++i) {
      const flangeway_law_parameter& one = given.parameters[i];
      names.emplace_back(one.name == nullptr ? "" : one.name);
      law.parameters.push_back(one.value);
    }
    for (const document::Setting& setting : spec_.parameters) set_parameter(setting, given, names, law);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::isfinite(law.parameters[i])) continue;
      findings_.add({spec_.library.where, prefix_ + "parameters", "does not give a number that the law needs",
                     "", names[i],
                     fmt::format("Add {} = a number in {}", names[i], unit(given.parameters[i]))});
    }
    return findings_.all().size() == before;
  }

  static std::string unit(const flangeway_law_parameter& parameter) {
    return parameter.unit == nullptr ? "1" : parameter.unit;
  }

  void set_parameter(const document::Setting& setting, const flangeway_law& given,
                     const std::vector<std::string>& names, Law& law) {
    const auto found = std::find(names.begin(), names.end(), setting.key);
    if (found == names.end()) {
      const std::string near = nearest_name(setting.key, names);
      return complain_of(setting, "is no parameter of the law",
                         names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                         near.empty() ? "Leave it out" : "Use " + near);
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    const flangeway_law_parameter& limits = given.parameters[index];
    if (!setting.value.number)
      return complain_of(setting, "is not a number", "a number in " + unit(limits), "");
    const double value = *setting.value.number;
    if (!(value >= limits.minimum && value <= limits.maximum))
      return complain_of(setting, "is outside the range of the law",
                         fmt::format("{:g} to {:g} in {}", limits.minimum, limits.maximum, unit(limits)), "");
    law.parameters[index] = value;
  }

  Kind kind_;
  const LawSpec& spec_;
  std::string prefix_;  // of keys in findings
  Findings& findings_;
};

}  // namespace

std::string_view text_of(Kind kind) {
  return texts_of(kind).text;
}

std::string describe_failure(const Law& law, int code) {
  if (code == threw_exception || code == was_late) return law.faults->describe(code, law.time_limit);
  if (code == 0 && law.kind == Kind::wear) return "returned a rate that is negative or not finite";
  if (code == 0 && law.kind == Kind::normal) return "returned a force that is negative or not finite";
  if (code == 0 && law.kind == Kind::friction) return "returned a coefficient that is negative or not finite";
  if (code == 0) return "returned a number that is not finite";
  const char* message = law.message == nullptr ? nullptr : law.message(code);
  if (message == nullptr) return fmt::format("returned the error {}", code);
  return fmt::format("returned the error {}, \"{}\",", code, message);
}

void describe(document::Visitor& v, LawSpec& spec, std::string_view library, std::string_view parameters,
              document::Presence presence) {
  v.path("library", spec.library, presence, library);
  v.settings("parameters", spec.parameters, parameters);
  v.number("time_limit", spec.time_limit, {.unit = "s", .minimum = 1e-3, .maximum = 3600},
           "longest time of the clock that a call of the law may take; then the run ends");
}

void check_without_library(const LawSpec& spec, const std::string& key, Findings& findings) {
  if (!spec.library.value.empty()) return;
  const auto complain = [&](const SourceLocation& where, const char* name) {
    findings.add({where, key + name, "has no effect without library", "", "",
                  fmt::format("Give {}.library, or leave it out", key)});
  };
  if (!spec.parameters.empty()) complain(spec.parameters.front().value.where, ".parameters");
  if (spec.time_limit != default_time_limit) complain(spec.library.where, ".time_limit");
}

std::string describe_input(Kind kind, const double* in) {
  std::vector<std::string> values;
  for (const Row& row : texts_of(kind).inputs) {
    const std::string unit = std::string_view(row.unit) == "1" ? "" : std::string(" ") + row.unit;
    values.push_back(fmt::format("{} {:.6g}{}", row.name, *in++, unit));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

namespace {

// Places of the answer that the law must fill: a measure is one number of all places.
std::size_t answer_size(Kind kind, std::size_t count) {
  return kind == Kind::measure ? 1 : texts_of(kind).out_rows * count;
}

bool is_allowed(Kind kind, double value) {
  return std::isfinite(value) &&
         (value >= 0 || (kind != Kind::wear && kind != Kind::friction && kind != Kind::normal));
}

[[noreturn]] void throw_failure(const Law& law, int code, std::size_t count, const double* in,
                                std::size_t index) {
  const bool together = count > 1 && (code != 0 || law.kind == Kind::measure);
  std::vector<double> arguments;
  for (std::size_t row = 0; row < texts_of(law.kind).inputs.size(); ++row)
    arguments.push_back(in[row * count + index]);
  throw NumericalFailure(fmt::format("the {} {} {} {} {}. Correct the law, or the case", text_of(law.kind),
                                     law.name, describe_failure(law, code),
                                     together ? fmt::format("for {} places, the first with", count) : "with",
                                     describe_input(law.kind, arguments.data())));
}

}  // namespace

void evaluate(const Law& law, std::size_t count, const double* in, double* out) {
  const int code = call(law, count, in, out, 0);
  if (code != 0) throw_failure(law, code, count, in, 0);
  for (std::size_t i = 0; i < answer_size(law.kind, count); ++i)
    if (!is_allowed(law.kind, out[i])) throw_failure(law, code, count, in, i % count);
}

std::shared_ptr<const Law> load(Kind kind, const LawSpec& spec, const std::string& key,
                                std::vector<SourceFile>& sources, Findings& findings) {
  refuse_if_forbidden();
  watch_calls();
  return Loader(kind, spec, key, findings).load(sources);
}

void register_law(Kind kind, const std::string& name, const flangeway_law& law, std::string content,
                  std::shared_ptr<void> owner) {
  Registry::instance().add(kind, name, {{law, 0, 0}, std::move(content), std::move(owner)});
}

void register_law(const std::string& name, const flangeway_element& element, std::string content,
                  std::shared_ptr<void> owner) {
  Registry::instance().add(Kind::element, name, {element, std::move(content), std::move(owner)});
}

void unregister_law(Kind kind, const std::string& name) {
  Registry::instance().remove(kind, name);
}

}  // namespace flangeway::law
