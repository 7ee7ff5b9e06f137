// A contact method is a table of functions. build() chooses it once; nobody else asks which method it is.
//
// A new method adds its value to choices.hpp, its table in a folder of its own beside the sources, and its
// line in methods.hpp there.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/multibody/workspace.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/wheelrail/choices.hpp"
#include "flangeway/wheelrail/rail_motion.hpp"

namespace flangeway::geometry {
struct WheelsetGeometry;
}

namespace flangeway::wheelrail {

class PairKey;
struct ContactState;
struct ConstraintFunctions;
struct Model;
struct Pair;
struct RailInput;
struct Settings;
struct WheelsetResult;
struct Workspace;

/// The place of a wheel on its way over the rail, as a length along a profile. Below `end` it has climbed.
struct Climb {
  double place = std::numeric_limits<double>::infinity();
  double end = -std::numeric_limits<double>::infinity();
  bool gradual = false;  ///< `place` moves gradually: the instant at `end` can be interpolated
};

/// Position of a wheel that has left its rail.
enum class OffRail { no, gauge_side, field_side };

struct ContactMethod {
  Method method;

  // Building a model.

  /// Findings: rails for which these settings are not made.
  void (*check)(const Settings& settings, const RailInput& rails, Findings& findings);
  /// Names the settings that make_pair() uses, so that equal pairs are made once.
  void (*add_to_key)(const Settings& settings, PairKey& key);
  /// Makes the tables of the method for one combination of profiles. Returns why it cannot, or "".
  std::string (*make_pair)(const Settings& settings, const geometry::WheelsetGeometry& geometry,
                           const RailInput& rails, Pair& pair);
  /// Completes a new workspace.
  void (*prepare)(const Model& model, Workspace& workspace);

  // A step. The functions of the same names in evaluate.hpp and response.hpp say what these do.

  EvalStatus (*evaluate)(const Model& model, const track::TrackModel& track, RailMotions rails,
                         const double* y, std::size_t velocity_offset, const ContactState& state,
                         multibody::Workspace& bodies, Workspace& workspace, double* acceleration);
  EvalStatus (*project)(const Model& model, const track::TrackModel& track, RailMotions rails,
                        std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                        Workspace& workspace, double* y);
  void (*commit)(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
                 ContactState& state);
  Mat6 (*force_response)(const Model& model, const multibody::BodyState& body, const WheelsetResult& result);
  Mat6 (*free_response)(const Model& model, const multibody::BodyState& body, const Workspace& workspace,
                        std::size_t wheelset);
  /// The constraints of methods that have them, or nullptr.
  const ConstraintFunctions* constraint;

  // Properties that other rooms need.

  /// Coordinates of a wheelset that its constraints leave free: places in s, y, z, roll, pitch, yaw.
  std::span<const std::size_t> free_coordinates;
  /// Contacts follow the motion of flexible rails.
  bool flexible_rails;
  /// Longest fixed step of an integrator in s; infinity: contact sets no limit.
  double (*step_limit)(const Settings& settings);
  Climb (*climb)(const Model& model, const WheelsetResult& result, std::size_t wheelset, std::size_t side);
  /// After a step that failed, with contacts evaluated at its start.
  OffRail (*off_rail)(const Model& model, const WheelsetResult& result, std::size_t wheelset,
                      std::size_t side);

  // Texts.

  /// Phrase for Failure::left_table in messages: "left its contact table".
  std::string_view left_table;
  /// Remedy for steps too long for the contact: ", or …".
  std::string_view remedy;
  /// Why flange contact in a result does not show whether a wheel climbs, and what to do; else "".
  std::string_view (*climb_warning)(const Model& model);
};

/// The table of a method.
[[nodiscard]] const ContactMethod& contact_method(Method method);

/// "elastic": the names of all methods whose contacts follow flexible rails.
[[nodiscard]] std::string methods_on_flexible_rails();

/// Constraints hold the wheelsets on their rails: normal forces depend on all other forces at the same
/// instant, and height and roll follow from the other coordinates.
[[nodiscard]] inline bool constrained(const ContactMethod& method) {
  return method.constraint != nullptr;
}

/// "kec" or "elastic (hertz)": for results.
[[nodiscard]] std::string method_text(const Settings& settings);

}  // namespace flangeway::wheelrail
