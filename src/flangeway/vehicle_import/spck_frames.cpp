#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/utf8.hpp"
#include "flangeway/vehicle_import/spck.hpp"

namespace flangeway::vehicle_import {
namespace {

std::string plain_name(const std::string& element) {
  std::string name;
  for (std::size_t begin = 0; begin <= element.size();) {
    const std::size_t end = std::min(element.find(".$", begin), element.size());
    std::string part = element.substr(begin, end - begin);
    if (const std::size_t underscore = part.find('_');
        part.starts_with('$') && underscore != std::string::npos)
      part.erase(0, underscore + 1);
    name += (name.empty() ? "" : "_") + part;
    begin = end + 1;
  }
  return name;
}

bool is_reference_system(const SpckFile& file, const std::string& element) {
  return file.find(element, "refsys.type") != nullptr || element.empty();
}

}  // namespace

Pose operator*(const Pose& outer, const Pose& inner) {
  return {product(outer.rotation, inner.rotation),
          sum(outer.position, product(outer.rotation, inner.position))};
}

Pose inverse(const Pose& pose) {
  const Matrix back = transposed(pose.rotation);
  return {back, product(back, sum({}, pose.position, -1))};
}

Vector SpckModel::triple(const std::string& element, const std::string& key) const {
  return {number(element, key + "(1)"), number(element, key + "(2)"), number(element, key + "(3)")};
}

SpckMarker SpckModel::marker(const std::string& element) {
  SpckMarker result;
  std::set<std::string> seen;
  for (std::string at = element; !at.empty(); at = file.reference(at, "marker.ref")) {
    if (file.find(at, "marker.parent") == nullptr) {
      refuse(at, "", "is no marker of the model");
      return result;
    }
    if (!seen.insert(at).second) {
      refuse(at, "marker.ref", "refers to itself");
      return result;
    }
    const Vector angles = triple(at, "marker.ang");
    Pose step{identity, triple(at, "marker.pos")};
    for (std::size_t axis = 0; axis < 3; ++axis)
      step.rotation = product(step.rotation, rotation_about(axis, angles[axis]));
    result.in_body = step * result.in_body;
    result.body = file.reference(at, "marker.parent");
  }
  if (is_reference_system(file, result.body)) result.body.clear();
  return result;
}

Pose SpckModel::pose_of(const SpckMarker& marker) const {
  const auto found = poses.find(marker.body);
  return found == poses.end() ? marker.in_body : found->second * marker.in_body;
}

int SpckModel::integer(const std::string& element, const std::string& key) const {
  const double value = number(element, key, -1);
  return std::abs(value) < 1e6 ? static_cast<int>(value) : -1;
}

std::string SpckModel::name_for(const std::string& element, std::set<std::string>& taken) {
  const std::string plain = plain_name(element);
  if (const std::string fault = fault_of_name(plain); !fault.empty())
    refuse(element, "", "has " + fault + ", which names must not have");
  std::string name = plain;
  for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", plain, number);
  return name;
}

void SpckModel::refuse(const std::string& element, const std::string& key, const std::string& problem,
                       const std::string& got, const std::string& allowed, const std::string& advice) {
  const SpckValue* value = key.empty() ? nullptr : file.find(element, key);
  if (value == nullptr && !file.values(element).empty()) value = &file.values(element).begin()->second;
  const SourceLocation where = value != nullptr ? value->where : SourceLocation{file.name(), 0, 0};
  findings.add(
      {where, key.empty() ? element : fmt::format("{} ({})", key, element), problem, got, allowed, advice});
}

void SpckModel::leave_out(const std::string& element, const std::string& reason) {
  result.not_translated.push_back(element + ": " + reason);
}

}  // namespace flangeway::vehicle_import
