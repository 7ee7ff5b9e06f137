#include "flangeway/diagnostics.hpp"

#include <fmt/format.h>

#include "flangeway/api/translate.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/version.hpp"

namespace flangeway {
namespace {

Finding finding_of(const Diagnostic& d) {
  return {{d.file, d.line, d.column}, d.key, d.problem, d.value, d.allowed, d.remedy};
}

std::string texts_of(const std::vector<Diagnostic>& diagnostics) {
  Findings findings;
  for (const Diagnostic& one : diagnostics) findings.add(finding_of(one));
  return findings.text();
}

}  // namespace

std::string Diagnostic::text() const {
  return finding_of(*this).text();
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), text_(texts_of(diagnostics_)) {}
InputError::~InputError() = default;

NumericalError::NumericalError(std::string text) : text_(std::move(text)) {}
NumericalError::~NumericalError() = default;

std::string library_version() {
  return version();
}

std::string library_commit() {
  return commit();
}

namespace api {

InputError input_error(const Findings& findings) {
  std::vector<Diagnostic> diagnostics;
  for (const Finding& f : findings.all())
    diagnostics.push_back(
        {f.where.file, f.where.line, f.where.column, f.key, f.problem, f.got, f.allowed, f.advice});
  return InputError(std::move(diagnostics));
}

void throw_if_any(const Findings& findings) {
  if (!findings.empty()) throw input_error(findings);
}

void refuse(const std::string& argument, const std::string& problem, const std::string& value,
            const std::string& allowed) {
  throw InputError({{"", 0, 0, argument, problem, value, allowed, ""}});
}

void need_positive(const std::string& argument, double value) {
  if (!(value > 0) || !std::isfinite(value))
    refuse(argument, "is not positive", fmt::format("{}", value), "a finite number > 0");
}

}  // namespace api
}  // namespace flangeway
