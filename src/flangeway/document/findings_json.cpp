#include "flangeway/document/findings_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

namespace flangeway::document {

std::string findings_json(const Findings& findings, std::string_view severity) {
  std::vector<const Finding*> ordered;
  for (const Finding& finding : findings.all()) ordered.push_back(&finding);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Finding* a, const Finding* b) {
    return std::tie(a->where.file, a->where.line, a->where.column) <
           std::tie(b->where.file, b->where.line, b->where.column);
  });
  auto list = nlohmann::ordered_json::array();
  for (const Finding* finding : ordered) {
    list.push_back({{"severity", severity},
                    {"file", finding->where.file},
                    {"line", finding->where.line},
                    {"column", finding->where.column},
                    {"key", finding->key},
                    {"problem", finding->problem},
                    {"value", finding->got},
                    {"allowed", finding->allowed},
                    {"remedy", finding->advice},
                    {"text", finding->text()}});
  }
  // Texts quote the input, which may not be UTF-8.
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace flangeway::document
