// The tables of key numbers of a run, and the limits that the page draws. Private to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "flangeway/report/derived.hpp"

namespace flangeway::report {

/// `wheels`: a row for each wheel of the summary, with `nadal_limit` null where the flange did not touch and
/// `over_nadal`; with the channels of both wheels of its wheelset also `index` (as the standards count: axle
/// from the front, then 1 right or 2 left), `Q_lowest`, `Q_highest`, `Y_largest` and `YQ_2m` with their
/// distances, `over_yq_limit`, `Q_static` (half of the mean vertical force of the wheelset) and `relief` ΔQ/Q
/// (1 − least Q/static Q). `wheelsets`: for each the largest absolute values of y, yaw, ΣY and its mean over
/// 2 m, each with its distance (m), and whether the mean is over the limit. `guiding_force_limit` (N, null
/// without a scene) and `yq_limit` [EN14363]. `friction`: the largest coefficient of each rail, null without
/// a scene.
[[nodiscard]] nlohmann::json key_numbers(const results::Reader& results, const std::vector<Derived>& derived,
                                         const nlohmann::json& summary, const nlohmann::json& scene);

}  // namespace flangeway::report
