#include "flangeway/recording/scene_rails.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;
using wheelrail::elastic::GuidingFace;
using wheelrail::elastic::ProfileTable;
using wheelrail::elastic::RailStretch;
using wheelrail::elastic::Shape;
using wheelrail::elastic::VaryingRail;

constexpr int corners = 41;  // of a section

double in_metres(double value) {
  return std::round(value * 1e5) / 1e5;  // [m]
}

// Corners of a section, as many everywhere, so that a picture joins each with its like.
Json section_json(const RailStretch& stretch, double s) {
  std::array<ProfileTable::Sample, wheelrail::elastic::max_samples> samples;
  const std::size_t count = wheelrail::elastic::sample_rail(stretch, s, samples);
  Json points = Json::array();
  for (int i = 0; i < corners; ++i) {
    const auto& sample = samples.at((count - 1) * static_cast<std::size_t>(i) / (corners - 1));
    points.push_back({in_metres(sample.y), in_metres(sample.z)});
  }
  return points;
}

void add_section(const RailStretch& stretch, double s, Json& piece) {
  piece["s"].push_back(in_metres(s));
  piece["sections"].push_back(section_json(stretch, s));
}

// The running rail far from its stations is drawn as its outline.
bool is_plain(const RailStretch& stretch) {
  return std::isinf(stretch.from) || std::isinf(stretch.to);
}

Json pieces_of(const VaryingRail& rail) {
  constexpr double spacing = 0.5, nearest = 1e-6;  // [m]
  Json pieces = Json::array();
  double end = -std::numeric_limits<double>::infinity();
  for (const RailStretch& stretch : rail.stretches) {
    if (is_plain(stretch)) continue;
    if (stretch.from - end > nearest) pieces.push_back({{"name", rail.name}});
    Json& piece = pieces.back();
    const double length = stretch.to - stretch.from;
    const int parts = stretch.section ? 1 : std::max(1, static_cast<int>(std::ceil(length / spacing)));
    for (int i = stretch.from - end > nearest ? 0 : 1; i <= parts; ++i)
      add_section(stretch, stretch.from + length * i / parts, piece);
    end = stretch.to;
  }
  return pieces;
}

// From where to where the running rail is not plain.
Json missing_of(const VaryingRail& running, const track::TrackModel& track) {
  Json missing = Json::array();
  double end = track.start();
  for (const RailStretch& stretch : running.stretches) {
    if (!is_plain(stretch)) continue;
    const double from = std::max(stretch.from, track.start());
    if (from > end) missing.push_back({in_metres(end), in_metres(from)});
    end = std::min(stretch.to, track.end());
  }
  if (end < track.end()) missing.push_back({in_metres(end), in_metres(track.end())});
  return missing;
}

// Its head as a picture needs it, from the far side over the top down the face.
Json check_rail_section(const GuidingFace& face, double s) {
  constexpr double width = 0.03, below = 0.04;  // [m] as it is drawn
  constexpr int parts = 10;
  const auto& place = face.face.place;
  double setback = 0, slope = 0;
  (void)face.setback(s, setback, slope);
  Json points = Json::array();
  const auto add = [&](double y, double z) { points.push_back({in_metres(y - setback), in_metres(z)}); };
  add(face.foremost - width, face.top - below);
  add(face.foremost - width, face.top - place.start());
  for (int i = 0; i <= parts; ++i) {
    const double depth = place.start() + (place.end() - place.start()) * i / parts;
    add(place.value(0, depth), face.top - depth);
  }
  return points;
}

Json check_rail_json(const GuidingFace& face) {
  constexpr int parts = 4;  // of a flared end
  Json places = Json::array(), sections = Json::array();
  const auto add = [&](double s) {
    places.push_back(in_metres(s));
    sections.push_back(check_rail_section(face, s));
  };
  for (int i = 0; i <= parts; ++i) add(face.from + face.flare_length * i / parts);
  for (int i = 0; i <= parts; ++i) add(face.to - face.flare_length * (parts - i) / parts);
  return {{"name", "check rail"}, {"s", std::move(places)}, {"sections", std::move(sections)}};
}

}  // namespace

void add_pieces(const Shape& shape, const track::TrackModel& track, nlohmann::ordered_json& rail) {
  if (shape.varying.empty() && shape.checks.empty()) return;
  Json pieces = Json::array();
  for (const VaryingRail& one : shape.varying)
    for (Json& piece : pieces_of(one)) pieces.push_back(std::move(piece));
  for (const GuidingFace& face : shape.checks) pieces.push_back(check_rail_json(face));
  rail["pieces"] = std::move(pieces);
  rail["missing"] = shape.varying.empty() ? Json::array() : missing_of(shape.varying.front(), track);
}

}  // namespace flangeway::recording
