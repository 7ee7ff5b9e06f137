// A request that is refused: status of HTTP, and the text that says why.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

namespace flangeway::workbench {

using Json = nlohmann::ordered_json;

/// JSON text; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string dumped(const Json& json);

class Refusal : public std::exception {
 public:
  Refusal(int status, std::string place, std::string problem, std::string value = {}, std::string remedy = {})
      : status_(status),
        problem_(std::move(problem)),
        json_{{"error",
               {{"place", std::move(place)},
                {"problem", problem_},
                {"value", std::move(value)},
                {"remedy", std::move(remedy)}}}} {}
  [[nodiscard]] const char* what() const noexcept override { return problem_.c_str(); }
  [[nodiscard]] int status() const { return status_; }
  /// {"error": {…}} and the members that with() added.
  [[nodiscard]] const Json& json() const { return json_; }
  Refusal& with(const std::string& name, Json value) {
    json_[name] = std::move(value);
    return *this;
  }

 private:
  int status_;
  std::string problem_;
  Json json_;
};

}  // namespace flangeway::workbench
