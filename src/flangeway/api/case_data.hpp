// The content of a public Case.
#pragma once

#include <string>
#include <vector>

#include "flangeway/case.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway {

struct Case::Data {
  vehicle_case::CaseModel model;
  std::vector<std::string> settings;
  std::vector<Channel> channels;
  std::vector<std::string> notes;
};

namespace api {

[[nodiscard]] std::vector<Channel> channels_of(const std::vector<results::Channel>& channels);

}  // namespace api
}  // namespace flangeway
