// The functions that scripts and the page call: a method, a path, parameters and JSON in, JSON out.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "flangeway/workbench/refusal.hpp"

namespace flangeway::workbench {

class Workbench;

struct ApiRequest {
  std::map<std::string, std::string> parameters;  ///< of the address
  Json body;                                      ///< an object; empty for GET

  /// Throws Refusal (400) where it is missing or no text.
  [[nodiscard]] std::string text(const std::string& name) const;
  [[nodiscard]] std::string parameter(const std::string& name) const;
};

struct ApiFunction {
  std::string method, path;  ///< "GET", "/api/project"
  std::function<Json(Workbench&, const ApiRequest&)> call;
};
[[nodiscard]] const std::vector<ApiFunction>& api_functions();

/// Parses the body of a request. Throws Refusal (400): it is no JSON object, or nested deeper than 64.
[[nodiscard]] Json parse_body(const std::string& text);

}  // namespace flangeway::workbench
