#include "flangeway/workbench/schema_json.hpp"

namespace flangeway::workbench {

void add_bounds(Json& json, const document::NumberBounds& bounds) {
  if (bounds.least) json["least"] = *bounds.least;
  if (bounds.greatest) json["greatest"] = *bounds.greatest;
  if (bounds.exclusive) json["exclusive"] = true;
  if (bounds.fewest) json["fewest"] = *bounds.fewest;
  if (bounds.most) json["most"] = *bounds.most;
}

namespace {

Json key_json(const document::KeyReference& key, const document::NumberBounds& bounds) {
  const bool required = key.default_value == "required";
  Json json{{"name", key.key},
            {"type", key.type},
            {"unit", key.unit},
            {"range", key.range},
            {"default", required ? "" : key.default_value},
            {"required", required},
            {"help", key.doc},
            {"choices", Json::array()}};
  for (const document::WordReference& word : key.words)
    json["choices"].push_back({{"name", word.name}, {"help", word.doc}, {"keys", word.keys}});
  if (!key.former.empty()) json["former"] = key.former;
  add_bounds(json, bounds);
  return json;
}

}  // namespace

Json schema_json(const FileKind& kind) {
  Json keys = Json::array();
  for (std::size_t i = 0; i < kind.keys.size(); ++i) keys.push_back(key_json(kind.keys[i], kind.bounds[i]));
  return {{"kind", kind.name}, {"text", kind.text}, {"keys", keys}};
}

}  // namespace flangeway::workbench
