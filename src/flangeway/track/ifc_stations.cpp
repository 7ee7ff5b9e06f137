#include <cmath>

#include "flangeway/track/ifc_layouts.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track::ifc {

using step::Entry;
using step::Kind;
using step::Value;

namespace {

constexpr std::array<std::string_view, 7> referent_names{
    "GlobalId", "OwnerHistory", "Name", "Description", "ObjectType", "ObjectPlacement", "Representation"};
constexpr std::array<std::string_view, 6> defined_names{
    "GlobalId", "OwnerHistory", "Name", "Description", "RelatedObjects", "RelatingPropertyDefinition"};
constexpr std::array<std::string_view, 5> set_names{"GlobalId", "OwnerHistory", "Name", "Description",
                                                    "HasProperties"};
constexpr std::array<std::string_view, 3> property_names{"Name", "Specification", "NominalValue"};
constexpr std::array<std::string_view, 2> placement_names{"PlacementRelTo", "RelativePlacement"};
constexpr std::array<std::string_view, 1> axis_names{"Location"};
constexpr std::array<std::string_view, 1> distance_names{"DistanceAlong"};

struct Station {
  std::optional<double> s, station, incoming;  // m
  std::optional<bool> increasing;
  SourceLocation where{};
  std::string key{};
};

class StationReader {
 public:
  StationReader(Context& context, FileAlignment& line)
      : context_(context), model_(context.model), line_(line) {}

  void read(const Entry& alignment, double length) {
    std::vector<const Entry*> referents;
    for (const Entry* const one : context_.nests[alignment.id])
      if (one->type == "IFCREFERENT") referents.push_back(one);
    if (referents.empty()) return;
    find_properties(referents);
    for (const Entry* const one : referents) {
      const Station station = station_of(*one);
      if (!station.station) continue;
      if (line_.track.chainage.empty()) {
        begin(station);
      } else {
        go_on(station, length);
      }
    }
  }

 private:
  // Which sets of properties belong to which referent.
  void find_properties(const std::vector<const Entry*>& referents) {
    std::set<std::uint64_t> wanted;
    for (const Entry* const one : referents) wanted.insert(one->id);
    for (const Entry* const relation : model_.all("IFCRELDEFINESBYPROPERTIES")) {
      const auto item = model_.item(*relation, defined_names);
      if (!item) continue;
      for (const Value& related : model_.value(*item, "RelatedObjects").values) {
        if (wanted.count(related.reference) == 0) continue;
        const Entry* const set = model_.referred(*item, "RelatingPropertyDefinition");
        if (set != nullptr && set->type == "IFCPROPERTYSET") sets_[related.reference].push_back(set);
      }
    }
  }

  Station station_of(const Entry& referent) {
    Station station;
    station.where = model_.place(referent);
    station.key = key_of(referent);
    for (const Entry* const set : sets_[referent.id]) {
      const auto item = model_.item(*set, set_names);
      if (!item || model_.text(*item, "Name") != "Pset_Stationing") continue;
      for (const Value& reference : model_.value(*item, "HasProperties").values) {
        const Entry* const property = model_.entry(reference);
        if (property != nullptr && property->type == "IFCPROPERTYSINGLEVALUE") take(*property, station);
      }
    }
    if (station.station) station.s = distance_of(referent);
    return station;
  }

  void take(const Entry& entry, Station& station) {
    const auto property = model_.item(entry, property_names);
    if (!property) return;
    const std::string name = model_.text(*property, "Name");
    const Value& value = model_.value(*property, "NominalValue");
    if (value.kind == Kind::unset) return;
    if (name == "Station" || name == "IncomingStation") {
      const auto number = model_.number(*property, "NominalValue");
      if (number) (name == "Station" ? station.station : station.incoming) = *number * context_.units.length;
    } else if (name == "HasIncreasingStation") {
      const std::string& word = value.values.empty() ? value.text : value.values.front().text;
      if (word == "T" || word == "F") {
        station.increasing = word == "T";
      } else {
        model_.refuse(*property, "NominalValue", {"is neither true nor false", word, ".T. or .F.", ""});
      }
    }
  }

  // Along the plan; nothing where the referent has no such place.
  std::optional<double> distance_of(const Entry& referent) {
    const auto item = model_.item(referent, referent_names);
    if (!item || model_.value(*item, "ObjectPlacement").kind != Kind::reference) return std::nullopt;
    const Entry* const entry = model_.referred(*item, "ObjectPlacement");
    if (entry == nullptr || entry->type != "IFCLINEARPLACEMENT") return std::nullopt;
    const auto placement = model_.item(*entry, placement_names);
    if (!placement) return std::nullopt;
    const auto axis = model_.item(*placement, "RelativePlacement", "IFCAXIS2PLACEMENTLINEAR", axis_names);
    if (!axis) return std::nullopt;
    const auto point = model_.item(*axis, "Location", "IFCPOINTBYDISTANCEEXPRESSION", distance_names);
    if (!point) return std::nullopt;
    const auto distance = model_.number(*point, "DistanceAlong");
    return distance ? std::optional(*distance * context_.units.length) : std::nullopt;
  }

  void begin(const Station& station) {
    ChainageSpec first{.where = station.where, .key = station.key};
    first.decreasing = !station.increasing.value_or(true);
    const double run = station.s.value_or(0);
    first.chainage = *station.station + (first.decreasing ? run : -run);
    line_.track.chainage.push_back(std::move(first));
  }

  // Markers of the same count are no breaks.
  void go_on(const Station& station, double length) {
    const ChainageSpec before = line_.track.chainage.back();
    const double sign = before.decreasing ? -1 : 1;
    std::optional<double> s = station.s;
    if (!s && station.incoming) s = before.s + sign * (*station.incoming - before.chainage);
    if (!s) return;
    const double reached = before.chainage + sign * (*s - before.s);
    const bool decreasing = station.increasing ? !*station.increasing : before.decreasing;
    if (std::abs(*station.station - reached) < same_station && decreasing == before.decreasing) return;
    if (station.incoming && std::abs(*station.incoming - reached) > same_station) {
      line_.notes.push_back({station.where, station.key + ".IncomingStation",
                             "is not the chainage that is reached", number(*station.incoming) + " m",
                             number(reached) + " m", "The distance along the alignment counts"});
    }
    if (*s > length && *s < length + same_station) s = length;
    const auto refuse = [&](const char* problem, const std::string& allowed) {
      model_.findings().add({station.where, station.key, problem, number(*s), allowed + " in m", ""});
    };
    if (!(*s > before.s)) {
      refuse("is a break of chainage in the wrong order", "more than " + number(before.s));
    } else if (*s > length) {
      refuse("is a break of chainage beyond the end of the alignment", "at most " + number(length));
    } else {
      line_.track.chainage.push_back({.s = *s,
                                      .chainage = *station.station,
                                      .decreasing = decreasing,
                                      .where = station.where,
                                      .key = station.key});
    }
  }

  Context& context_;
  Model& model_;
  FileAlignment& line_;
  std::map<std::uint64_t, std::vector<const Entry*>> sets_;
};

}  // namespace

void read_stations(Context& context, const Entry& alignment, double length, FileAlignment& line) {
  StationReader(context, line).read(alignment, length);
}

}  // namespace flangeway::track::ifc
