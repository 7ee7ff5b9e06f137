#include "flangeway/recording/provenance.hpp"

#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/recording/scene.hpp"

namespace flangeway::recording {

results::Provenance provenance(const vehicle_case::CaseModel& model, const std::vector<std::string>& sets,
                               const std::string& command_line) {
  results::Provenance p;
  p.version = version();
  p.commit = commit();
  p.command_line = command_line;
  for (const vehicle_case::SourceFile& file : model.sources)
    p.inputs.push_back({file.path, file_hash(file.path, file.text)});
  p.method = wheelrail::method_text(model.contact.settings);
  p.integrator = simulate::integrator_text(model.integration);
  if (!model.sources.empty()) p.settings = model.sources.front().text;
  for (const std::string& set : sets) p.settings += "\n# --set " + set;
  p.scene = scene_json(model);
  return p;
}

results::Status result_status(simulate::RunStatus status) {
  using simulate::RunStatus;
  switch (status) {
    case RunStatus::completed:
      return results::Status::completed;
    case RunStatus::derailed:
      return results::Status::derailed;
    default:
      return results::Status::stopped;
  }
}

}  // namespace flangeway::recording
