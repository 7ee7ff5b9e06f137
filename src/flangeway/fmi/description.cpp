#include "flangeway/fmi/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
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

constexpr std::array causalities{"parameter", "calculatedParameter", "structuralParameter", "input", "output",
                                 "local",     "independent"};

// A number without a sign; nothing for any other text.
std::optional<std::uint64_t> count_of(const pugi::xml_attribute& attribute) {
  const std::string_view text = attribute.value();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Collects what is wrong with the lists of a description.
class VariableReader {
 public:
  VariableReader(std::uint64_t most_numbers, Description& out) : most_(most_numbers), out_(out) {}

  void read_2(const pugi::xml_node& root);
  void read_3(const pugi::xml_node& root);
  [[nodiscard]] std::vector<std::string> take_problems() { return std::move(problems_); }

 private:
  void complain(std::string problem) {
    constexpr std::size_t most_problems = 20;
    if (problems_.size() < most_problems) problems_.push_back(std::move(problem));
  }
  void complain_of(const Variable& variable, const std::string& problem) {
    complain(fmt::format("has a variable \"{}\" that {}", variable.name, problem));
  }
  Variable variable_of(const pugi::xml_node& node, const char* type, int version);
  void add(Variable variable);
  std::size_t size_of(const pugi::xml_node& node, const Variable& variable);
  std::optional<std::uint64_t> length_of(const pugi::xml_node& dimension, const Variable& variable);
  void read_indicators(std::uint64_t count);

  std::uint64_t most_, numbers_ = 0;
  Description& out_;
  std::vector<std::string> problems_;
  std::set<std::string> names_;
  std::map<std::string, pugi::xml_attribute, std::less<>> starts_;  // by the text of the reference
};

Variable VariableReader::variable_of(const pugi::xml_node& node, const char* type, int version) {
  Variable variable;
  variable.name = node.attribute("name").value();
  variable.causality = node.attribute("causality").as_string("local");
  variable.type = type_of(type, version);
  const auto reference = count_of(node.attribute("valueReference"));
  if (reference && *reference <= std::numeric_limits<std::uint32_t>::max()) {
    variable.reference = static_cast<std::uint32_t>(*reference);
  } else {
    complain_of(variable, fmt::format("has no valueReference that is a number of 32 bits (\"{}\")",
                                      node.attribute("valueReference").value()));
  }
  if (std::find(causalities.begin(), causalities.end(), variable.causality) == causalities.end())
    complain_of(variable, fmt::format("has the unknown causality \"{}\"", variable.causality));
  return variable;
}

// Memory is needed for each number of a variable.
void VariableReader::add(Variable variable) {
  if (!names_.insert(variable.name).second) complain_of(variable, "is there twice");
  if (variable.size > most_ - numbers_) {
    complain_of(variable,
                fmt::format("has {} numbers, which with those before are more than {}, as an FMU of "
                            "this size may have",
                            variable.size, most_));
    variable.size = 1;
  }
  numbers_ = std::min(most_, numbers_ + variable.size);
  out_.variables.push_back(std::move(variable));
}

void VariableReader::read_indicators(std::uint64_t count) {
  if (count > most_)
    return complain(
        fmt::format("has {} event indicators, more than {}, as an FMU of this size may have", count, most_));
  out_.event_indicators = static_cast<std::size_t>(count);
}

void VariableReader::read_2(const pugi::xml_node& root) {
  for (const pugi::xml_node node : root.child("ModelVariables").children("ScalarVariable")) {
    std::string type;
    for (const pugi::xml_node child : node.children())
      if (type.empty() && type_of(child.name(), 2) != Type::other) type = child.name();
    add(variable_of(node, type.c_str(), 2));
  }
  if (const pugi::xml_attribute indicators = root.attribute("numberOfEventIndicators")) {
    const auto count = count_of(indicators);
    if (!count)
      complain(fmt::format("has numberOfEventIndicators that are no number (\"{}\")", indicators.value()));
    read_indicators(count.value_or(0));
  }
  for (const pugi::xml_node node : root.child("ModelStructure").child("Derivatives").children("Unknown")) {
    const auto index = count_of(node.attribute("index"));
    if (index && *index >= 1 && *index <= out_.variables.size()) {
      out_.state_derivatives.push_back(out_.variables[*index - 1].reference);
    } else {
      complain(fmt::format("has a derivative of the variable number \"{}\", which it has not",
                           node.attribute("index").value()));
    }
  }
  out_.states = out_.state_derivatives.size();
}

// The start value of a structural parameter may give the length of a dimension.
std::optional<std::uint64_t> VariableReader::length_of(const pugi::xml_node& dimension,
                                                       const Variable& variable) {
  const pugi::xml_attribute reference = dimension.attribute("valueReference");
  pugi::xml_attribute start = dimension.attribute("start");
  if (reference) {
    const auto found = starts_.find(std::string_view(reference.value()));
    if (found == starts_.end()) {
      complain_of(variable, fmt::format("has a dimension of the length of the variable with valueReference "
                                        "\"{}\", which it has not",
                                        reference.value()));
      return std::nullopt;
    }
    start = found->second;
  }
  const auto length = count_of(start);
  if (!length || *length == 0) {
    complain_of(variable, fmt::format("has a dimension of the length \"{}\"", start.value()));
    return std::nullopt;
  }
  return length;
}

// A product beyond 64 bits becomes the largest number of 64 bits.
std::size_t VariableReader::size_of(const pugi::xml_node& node, const Variable& variable) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t size = 1;
  for (const pugi::xml_node dimension : node.children("Dimension")) {
    const auto length = length_of(dimension, variable);
    if (!length) return 1;
    size = *length > largest / size ? largest : size * *length;
  }
  return static_cast<std::size_t>(size);
}

void VariableReader::read_3(const pugi::xml_node& root) {
  const pugi::xml_node all = root.child("ModelVariables");
  for (const pugi::xml_node node : all.children())
    starts_.try_emplace(node.attribute("valueReference").value(), node.attribute("start"));
  std::map<std::uint32_t, std::size_t> sizes;
  for (const pugi::xml_node node : all.children()) {
    if (node.type() != pugi::node_element) continue;
    Variable variable = variable_of(node, node.name(), 3);
    variable.size = size_of(node, variable);
    add(std::move(variable));
    sizes.try_emplace(out_.variables.back().reference, out_.variables.back().size);
  }
  const pugi::xml_node structure = root.child("ModelStructure");
  const auto indicators = structure.children("EventIndicator");
  read_indicators(static_cast<std::uint64_t>(std::distance(indicators.begin(), indicators.end())));
  std::set<std::uint32_t> seen;
  std::set<std::string> told;  // each reference once
  for (const pugi::xml_node node : structure.children("ContinuousStateDerivative")) {
    const auto reference = count_of(node.attribute("valueReference"));
    const auto size = reference && *reference <= std::numeric_limits<std::uint32_t>::max()
                          ? sizes.find(static_cast<std::uint32_t>(*reference))
                          : sizes.end();
    if (size == sizes.end() || !seen.insert(size->first).second) {
      if (!told.insert(node.attribute("valueReference").value()).second) continue;
      complain(fmt::format("has a derivative of a state with valueReference \"{}\", which {}",
                           node.attribute("valueReference").value(),
                           size == sizes.end() ? "it has not" : "is there twice"));
      continue;
    }
    out_.state_derivatives.push_back(size->first);
    out_.states += size->second;
  }
}

// Lists the libraries in the archive for this machine and for others.
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
    if (const std::string excess = archive.excess(); !excess.empty())
      return refuse(excess, "Use an FMU that its author did not make to fill memory or disk");
    most_numbers_ = std::max(least_most_numbers, archive.bytes());
    if (!archive.read("modelDescription.xml", xml, most_description))
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
    VariableReader variables(most_numbers_, out);
    if (out.version == 2) {
      variables.read_2(root);
    } else {
      variables.read_3(root);
    }
    const std::vector<std::string> problems = variables.take_problems();
    for (const std::string& problem : problems) (void)refuse(problem, "Export it again");
    if (!problems.empty()) return std::nullopt;
    find_libraries(names, out);
    if (out.co_simulation_library.empty() && out.model_exchange_library.empty())
      return refuse(fmt::format("is an FMU for another platform: it has {}",
                                out.platforms.empty() ? "no libraries"
                                                      : fmt::format("{}", fmt::join(out.platforms, ", "))),
                    "Export it for Linux on this processor",
                    out.version == 2 && platform_2 != nullptr ? platform_2 : platform_3);
    return out;
  }

  // An array without start values needs few bytes in the file, and a small FMU may have one of this size.
  static constexpr std::uint64_t least_most_numbers = 65'536;
  static constexpr std::uint64_t most_description = std::uint64_t{64} << 20;  // bytes of XML

  const std::string& file_;
  const SourceLocation& where_;
  const std::string& key_;
  Findings& findings_;
  std::uint64_t most_numbers_ = 0;
};

// "name[3]" in two parts; nothing where it is no element of an array.
std::optional<std::pair<std::string_view, std::size_t>> element_of(std::string_view name) {
  const std::size_t bracket = name.rfind('[');
  if (bracket == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  const std::string_view digits = name.substr(bracket + 1, name.size() - bracket - 2);
  std::size_t element = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), element);
  const bool plain = error == std::errc{} && end == digits.data() + digits.size() && digits.front() != '0';
  return plain ? std::optional(std::pair(name.substr(0, bracket), element)) : std::nullopt;
}

}  // namespace

std::optional<Place> Description::find(const std::string& name) const {
  const auto element = element_of(name);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].type == Type::other) continue;
    if (variables[i].name == name && variables[i].size == 1) return Place{i, 0};
    if (element && variables[i].size > 1 && variables[i].name == element->first &&
        element->second <= variables[i].size)
      return Place{i, element->second - 1};
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
  if (const std::string excess = archive.excess(); !excess.empty()) return "the FMU " + excess;
  for (const std::string& name : archive.names()) {
    const fs::path path = fs::path(name).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..")
      return fmt::format("the FMU has a file outside: {}", name);
    const fs::path to = fs::path(folder) / path;
    std::error_code failed;
    fs::create_directories(to.parent_path(), failed);
    std::ofstream out(to, std::ios::binary);
    const bool whole = archive.read(name, [&](std::string_view bytes) {
      out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      return out.good();
    });
    out.close();
    if (!out.good()) return fmt::format("\"{}\" cannot be written", to.string());
    if (!whole) return fmt::format("\"{}\" of the FMU cannot be read", name);
  }
  return "";
}

}  // namespace flangeway::fmi
