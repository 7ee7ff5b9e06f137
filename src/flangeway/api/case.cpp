#include "flangeway/case.hpp"

#include "flangeway/api/case_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway {
namespace {

using vehicle_case::CaseModel;

Case case_of(std::optional<CaseModel> loaded, const std::vector<std::string>& settings,
             const NoteCollector& notes, Findings& findings) {
  CaseModel model = api::checked(std::move(loaded), findings);
  vehicle_case::check_one_process(model, findings);
  simulate::check_inputs_of_controllers(model, findings);
  api::throw_if_any(findings);
  simulate::choose_integrator(model);
  auto channels = api::channels_of(simulate::channels(model));
  return Case(
      std::make_shared<const Case::Data>(std::move(model), settings, std::move(channels), notes.texts()));
}

std::optional<document::Document> document_of(const std::string& text, const char* name, Findings& findings) {
  if (text.empty()) return std::nullopt;
  return document::Document::from_text(text, name, findings);
}

}  // namespace

Case::Case(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Case Case::load(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  return api::translated([&] {
    Findings findings;
    const NoteCollector notes;
    auto model = vehicle_case::load_case(file, settings, findings);
    return case_of(std::move(model), settings, notes, findings);
  });
}

Case Case::from_text(const CaseTexts& texts, const std::vector<std::string>& settings) {
  return api::translated([&] {
    Findings findings;
    const NoteCollector notes;
    vehicle_case::CaseDocuments documents{document::Document::from_text(texts.run, "case", findings),
                                          document_of(texts.vehicle, "vehicle", findings),
                                          document_of(texts.track, "track", findings)};
    api::throw_if_any(findings);
    auto model = vehicle_case::load_case(std::move(documents), settings, findings);
    return case_of(std::move(model), settings, notes, findings);
  });
}

const std::string& Case::name() const {
  return data_->model.name;
}

double Case::speed() const {
  return data_->model.drive.speed;
}

double Case::track_length() const {
  return data_->model.track.length();
}

std::vector<std::string> Case::bodies() const {
  std::vector<std::string> names;
  for (const auto& body : data_->model.vehicle.bodies.bodies) names.push_back(body.name);
  return names;
}

std::vector<std::string> Case::wheelsets() const {
  std::vector<std::string> names;
  for (const auto& wheelset : data_->model.vehicle.wheelsets)
    names.push_back(data_->model.vehicle.bodies.bodies.at(wheelset.body).name);
  return names;
}

const std::vector<Channel>& Case::channels() const {
  return data_->channels;
}

std::size_t Case::channel_index(std::string_view name) const {
  std::vector<std::string> names;
  for (const Channel& channel : data_->channels) {
    if (channel.name == name) return names.size();
    names.push_back(channel.name);
  }
  const std::string near = nearest_name(name, names);
  throw InputError({{"", 0, 0, "channel", "is not recorded by this case", std::string(name), "",
                     near.empty() ? "" : "The nearest is \"" + near + "\""}});
}

const std::vector<std::string>& Case::notes() const {
  return data_->notes;
}

namespace api {

std::vector<Channel> channels_of(const std::vector<results::Channel>& channels) {
  std::vector<Channel> all;
  for (const results::Channel& one : channels)
    all.push_back({one.name, one.unit, one.frame, one.description});
  return all;
}

}  // namespace api
}  // namespace flangeway
