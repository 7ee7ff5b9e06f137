// Laws that a user brings: functions of a shared library or of the program that uses this library, called
// through the C interface of flangeway_law.h. How-to: docs/howto/own_laws.md.
#pragma once

#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/law/flangeway_law.h"
#include "flangeway/law/law_spec.hpp"

namespace flangeway::law {

enum class Kind { creep, friction, normal, element, irregularity, wear, measure };
/// "creep law"
[[nodiscard]] std::string_view text_of(Kind kind);

/// Exceptions and late answers of a law, for messages.
class CallFaults;

/// A law with its parameters, ready to be called by any thread.
struct Law {
  Kind kind = Kind::creep;
  std::string name;    ///< "mylaw.so (Vermeulen and Johnson)", for messages
  std::string sha256;  ///< of the library, or of the description of a registered function
  flangeway_law_function evaluate = nullptr;
  int derivatives = 0;          ///< that it offers
  std::size_t state_count = 0;  ///< of an element
  bool gives_energy = false;    ///< of an element
  std::vector<double> parameters;
  const char* (*message)(int code) = nullptr;
  double time_limit = default_time_limit;  ///< s, of a call
  std::shared_ptr<void> owner;             ///< keeps the function loaded
  std::shared_ptr<CallFaults> faults = make_faults();

 private:
  static std::shared_ptr<CallFaults> make_faults();
};

/// Codes that call() returns besides a law's own.
inline constexpr int threw_exception = std::numeric_limits<int>::min(), was_late = threw_exception + 1;

/// Asks the law for `count` places at once: flangeway_law_function. Returns its code, `threw_exception`, or
/// `was_late` for an answer after the time limit of the law.
[[nodiscard]] int call(const Law& law, std::size_t count, const double* in, double* out,
                       int derivatives) noexcept;

/// Calls `end` from a thread of its own with a message when a law has not returned after twice its time
/// limit. Nothing else can end that call, so `end` must end the process.
void end_process_when_stuck(void (*end)(const std::string& message));

/// "returned NaN", or the code and the text of the law, or the exception that it threw.
[[nodiscard]] std::string describe_failure(const Law& law, int code);

/// "normal force 45000 N, a 0.0055 m, …": the rows of `in` for one contact.
[[nodiscard]] std::string describe_input(Kind kind, const double* in);

/// The most rows that a law has.
inline constexpr std::size_t max_in_rows = FLANGEWAY_CREEP_IN_ROWS;

/// Calls the law for `count` places at once, without derivatives. Throws NumericalFailure where it has no
/// answer, or one that its kind does not allow.
void evaluate(const Law& law, std::size_t count, const double* in, double* out);

/// Loads the law of a kind, with its parameters. `key` belongs to the table that has library and parameters.
/// The content of the library, or the description of a registered function, is added to `sources`. Nullptr
/// and findings: the file cannot be loaded, has no such law or another version of the interface, or the
/// parameters are not its own. Loading a library runs its code.
[[nodiscard]] std::shared_ptr<const Law> load(Kind kind, const LawSpec& spec, const std::string& key,
                                              std::vector<document::SourceFile>& sources, Findings& findings);

/// Thrown by load() in the scope of a LoadingForbidden.
struct NotLoaded : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "a law of a user was not loaded"; }
};
/// While one exists in a thread, load() throws NotLoaded there: for checks that must not run code.
class LoadingForbidden {
 public:
  LoadingForbidden();
  ~LoadingForbidden();
  LoadingForbidden(const LoadingForbidden&) = delete;
  LoadingForbidden& operator=(const LoadingForbidden&) = delete;
};

/// Stands in front of the name of a registered law in the key `library`.
inline constexpr std::string_view registered_prefix = "registered:";

/// A law of this process, which cases name as `library = "registered:NAME"`. The texts and arrays that `law`
/// points to must live as long as the process; `owner` keeps the function alive as long as a case has it.
/// `content` describes the function, such as by its source: its hash is stored in results. A second law of
/// the same kind and name takes the place of the first one in cases that are loaded afterwards.
void register_law(Kind kind, const std::string& name, const flangeway_law& law, std::string content,
                  std::shared_ptr<void> owner);
void register_law(const std::string& name, const flangeway_element& element, std::string content,
                  std::shared_ptr<void> owner);
/// Takes it away again; cases that are loaded keep it.
void unregister_law(Kind kind, const std::string& name);

}  // namespace flangeway::law
