#include "flangeway/cosim/meeting.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/cosim/vehicle_side.hpp"

namespace flangeway::cosim {

namespace fs = std::filesystem;

std::string identity_of(const vehicle_case::CaseModel& model, const std::vector<std::string>& sets) {
  std::string all;
  for (const vehicle_case::SourceFile& source : model.sources) all += source.text + '\0';
  for (const std::string& set : sets) all += set + '\0';
  return sha256(all);
}

fs::path runtime_folder() {
  const char* const given = std::getenv("XDG_RUNTIME_DIR");
  return given != nullptr && *given != '\0' ? fs::absolute(given) : folder_of_temporary_files();
}

fs::path meeting_place(const std::string& identity) {
  return runtime_folder() / fmt::format("flangeway-{}-{}", geteuid(), identity.substr(0, 12));
}

Exchange join(const Meeting& meeting, Side side) {
  Findings findings;
  std::string said;
  std::optional<Exchange> exchange =
      Exchange::join(meeting.folder, side, agreement(meeting.model, meeting.identity), findings, said);
  findings.throw_if_any();
  if (!said.empty()) meeting.note(said);
  return std::move(*exchange);
}

TrackOutcome run_track(const Meeting& meeting, const std::function<std::string()>& hindrance,
                       const std::function<bool()>& stop) {
  Exchange exchange = join(meeting, Side::track);
  TrackSide track(meeting.model);  // a whole mesh takes a while
  exchange.announce_ready();
  if (!exchange.wait_for_other(meeting.wait, hindrance)) return {track.report(), exchange.problem()};
  const std::string problem = serve(track, exchange, stop);
  exchange.close(stop() ? "it was interrupted" : problem);
  return {track.report(), problem};
}

}  // namespace flangeway::cosim
