#include "flangeway/fmi/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <set>

#include "flangeway/fmi/archive.hpp"

namespace flangeway::fmi {
namespace {

namespace fs = std::filesystem;

#if defined(__aarch64__)
constexpr const char *platform_2 = nullptr, *platform_3 = "aarch64-linux";
#else
constexpr const char *platform_2 = "linux64", *platform_3 = "x86_64-linux";
#endif

constexpr std::array types{std::pair{"Real", Type::float64},      std::pair{"Integer", Type::int32},
                           std::pair{"Enumeration", Type::int64}, std::pair{"Boolean", Type::boolean},
                           std::pair{"Float64", Type::float64},   std::pair{"Float32", Type::float32},
                           std::pair{"Int8", Type::int8},         std::pair{"UInt8", Type::uint8},
                           std::pair{"Int16", Type::int16},       std::pair{"UInt16", Type::uint16},
                           std::pair{"Int32", Type::int32},       std::pair{"UInt32", Type::uint32},
                           std::pair{"Int64", Type::int64},       std::pair{"UInt64", Type::uint64}};

Type type_of(const std::string& word, int version) {
  if (version == 2 && word == "Enumeration") return Type::int32;
  const auto* const found =
      std::find_if(types.begin(), types.end(), [&](const auto& type) { return word == type.first; });
  return found == types.end() ? Type::other : found->second;
}

Variable variable_of(const pugi::xml_node& node, const char* type, int version) {
  Variable variable;
  variable.name = node.attribute("name").value();
  variable.causality = node.attribute("causality").as_string("local");
  variable.reference = node.attribute("valueReference").as_uint();
  variable.type = type_of(type, version);
  return variable;
}

void read_variables_2(const pugi::xml_node& root, Description& out) {
  for (const pugi::xml_node node : root.child("ModelVariables").children("ScalarVariable")) {
    std::string type;
    for (const pugi::xml_node child : node.children())
      if (type.empty() && type_of(child.name(), 2) != Type::other) type = child.name();
    out.variables.push_back(variable_of(node, type.c_str(), 2));
  }
  out.event_indicators = root.attribute("numberOfEventIndicators").as_uint();
  for (const pugi::xml_node node : root.child("ModelStructure").child("Derivatives").children("Unknown")) {
    const std::size_t index = node.attribute("index").as_uint();
    if (index >= 1 && index <= out.variables.size())
      out.state_derivatives.push_back(out.variables[index - 1].reference);
  }
  out.states = out.state_derivatives.size();
}

// The start value of a structural parameter may give the size of an array.
std::size_t size_of(const pugi::xml_node& node, const pugi::xml_node& variables) {
  std::size_t size = 1;
  for (const pugi::xml_node dimension : node.children("Dimension")) {
    std::size_t length = dimension.attribute("start").as_uint();
    if (const pugi::xml_attribute reference = dimension.attribute("valueReference")) {
      for (const pugi::xml_node other : variables.children())
        if (std::string(other.attribute("valueReference").value()) == reference.value())
          length = other.attribute("start").as_uint();
    }
    size *= length;
  }
  return size;
}

void read_variables_3(const pugi::xml_node& root, Description& out) {
  const pugi::xml_node all = root.child("ModelVariables");
  for (const pugi::xml_node node : all.children()) {
    if (node.type() != pugi::node_element) continue;
    Variable variable = variable_of(node, node.name(), 3);
    variable.size = size_of(node, all);
    out.variables.push_back(std::move(variable));
  }
  const pugi::xml_node structure = root.child("ModelStructure");
  for ([[maybe_unused]] const pugi::xml_node node : structure.children("EventIndicator"))
    ++out.event_indicators;
  for (const pugi::xml_node node : structure.children("ContinuousStateDerivative")) {
    const std::uint32_t reference = node.attribute("valueReference").as_uint();
    out.state_derivatives.push_back(reference);
    for (const Variable& variable : out.variables)
      if (variable.reference == reference) out.states += variable.size;
  }
}

// What the archive has for this machine and for others.
void find_libraries(const std::vector<std::string>& names, Description& out) {
  const char* const here = out.version == 2 ? platform_2 : platform_3;
  std::set<std::string> platforms;
  for (const std::string& name : names) {
    if (name.rfind("binaries/", 0) != 0) continue;
    const std::string rest = name.substr(9), platform = rest.substr(0, rest.find('/'));
    platforms.insert(platform);
    if (here == nullptr) continue;
    if (name == fmt::format("binaries/{}/{}.so", here, out.co_simulation)) out.co_simulation_library = name;
    if (name == fmt::format("binaries/{}/{}.so", here, out.model_exchange)) out.model_exchange_library = name;
  }
  out.platforms.assign(platforms.begin(), platforms.end());
}

class Reader {
 public:
  Reader(const std::string& file, const SourceLocation& where, const std::string& key, Findings& findings)
      : file_(file), where_(where), key_(key), findings_(findings) {}

  std::optional<Description> read() {
    const Archive archive(file_);
    std::string xml;
    if (!archive.good()) {
      std::error_code ignored;
      return refuse(fs::exists(file_, ignored) ? "is no FMU: it is no zip archive" : "does not exist",
                    "Give the path of an FMU");
    }
    if (!archive.read("modelDescription.xml", xml))
      return refuse("is no FMU: it has no modelDescription.xml", "Give the path of an FMU");
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
    if (!parsed)
      return refuse(fmt::format("has a modelDescription.xml that cannot be read: {}", parsed.description()),
                    "Export it again");
    return describe(document.child("fmiModelDescription"), archive.names());
  }

 private:
  std::optional<Description> refuse(const std::string& problem, const std::string& advice,
                                    const std::string& allowed = "") {
    findings_.add({where_, key_, problem, "\"" + file_ + "\"", allowed, advice});
    return std::nullopt;
  }

  std::optional<Description> describe(const pugi::xml_node& root, const std::vector<std::string>& names) {
    Description out;
    const std::string version = root.attribute("fmiVersion").value();
    out.version = version.rfind("2.", 0) == 0 ? 2 : version.rfind("3.", 0) == 0 ? 3 : 0;
    if (out.version == 0)
      return refuse(fmt::format("is an FMU of the unknown version \"{}\"", version),
                    "Export it for FMI 2 or 3", "version 2 or 3");
    out.model_name = root.attribute("modelName").value();
    out.token = root.attribute(out.version == 2 ? "guid" : "instantiationToken").value();
    out.co_simulation = root.child("CoSimulation").attribute("modelIdentifier").value();
    out.model_exchange = root.child("ModelExchange").attribute("modelIdentifier").value();
    if (out.co_simulation.empty() && out.model_exchange.empty())
      return refuse("is an FMU for neither co-simulation nor model exchange", "Export it for one of them");
    if (out.version == 2) {
      read_variables_2(root, out);
    } else {
      read_variables_3(root, out);
    }
    find_libraries(names, out);
    if (out.co_simulation_library.empty() && out.model_exchange_library.empty())
      return refuse(fmt::format("is an FMU for another platform: it has {}",
                                out.platforms.empty() ? "no libraries"
                                                      : fmt::format("{}", fmt::join(out.platforms, ", "))),
                    "Export it for Linux on this processor",
                    out.version == 2 && platform_2 != nullptr ? platform_2 : platform_3);
    return out;
  }

  const std::string& file_;
  const SourceLocation& where_;
  const std::string& key_;
  Findings& findings_;
};

}  // namespace

std::optional<Place> Description::find(const std::string& name) const {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].type == Type::other) continue;
    if (variables[i].name == name && variables[i].size == 1) return Place{i, 0};
    for (std::size_t k = 0; variables[i].size > 1 && k < variables[i].size; ++k)
      if (name == fmt::format("{}[{}]", variables[i].name, k + 1)) return Place{i, k};
  }
  return std::nullopt;
}

std::vector<std::string> Description::names(const std::string& causality) const {
  std::vector<std::string> names;
  for (const Variable& variable : variables) {
    if (variable.type == Type::other || (!causality.empty() && variable.causality != causality)) continue;
    if (variable.size == 1) names.push_back(variable.name);
    for (std::size_t k = 0; variable.size > 1 && k < variable.size; ++k)
      names.push_back(fmt::format("{}[{}]", variable.name, k + 1));
  }
  return names;
}

std::optional<Description> read_description(const std::string& file, const SourceLocation& where,
                                            const std::string& key, Findings& findings) {
  return Reader(file, where, key, findings).read();
}

std::string unpack(const std::string& file, const std::string& folder) {
  const Archive archive(file);
  if (!archive.good()) return "the FMU cannot be read any more";
  for (const std::string& name : archive.names()) {
    const fs::path path = fs::path(name).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..")
      return fmt::format("the FMU has a file outside: {}", name);
    std::string content;
    if (!archive.read(name, content)) return fmt::format("\"{}\" of the FMU cannot be read", name);
    const fs::path to = fs::path(folder) / path;
    std::error_code failed;
    fs::create_directories(to.parent_path(), failed);
    std::ofstream out(to, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!out.good()) return fmt::format("\"{}\" cannot be written", to.string());
  }
  return "";
}

}  // namespace flangeway::fmi
