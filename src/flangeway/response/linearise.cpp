#include <algorithm>
#include <charconv>
#include <cmath>

#include "flangeway/math/rotation.hpp"
#include "flangeway/response/points.hpp"
#include "flangeway/response/response.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/relax.hpp"

namespace flangeway::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 1e-6;  // m, rad, m/s, rad/s; m, 1, 1/m of an irregularity: far inside the tread

// Rates of the states, then outputs, from one evaluation.
class Evaluation {
 public:
  Evaluation(simulate::ReducedEquations& equations, const Settings& settings)
      : equations_(equations), all_(simulate::channels(equations.model())), row_(all_.size()) {
    const std::vector<std::string> names = settings.channels.empty() && settings.points.empty()
                                               ? usual_channels(equations.model())
                                               : settings.channels;
    for (const std::string& name : names) picked_.push_back(place_of(name));
    for (const std::string& text : settings.points) {
      Findings findings;  // none: check() has read it
      points_.push_back(*parse_point(text, equations.model(), findings));
      bodies_.push_back(place_of(equations.model().vehicle.bodies.bodies[points_.back().body].name + ".s"));
    }
  }

  [[nodiscard]] Index outputs() const { return static_cast<Index>(picked_.size() + 4 * points_.size()); }
  [[nodiscard]] Index states() const { return static_cast<Index>(equations_.size()); }

  VectorXd at(double speed, const VectorXd& x) {
    VectorXd values(states() + outputs());
    if (equations_.derivative(speed, x.data(), values.data()) != EvalStatus::ok ||
        !values.head(states()).allFinite())
      throw NumericalFailure("A wheelset leaves its rails where the equations are linearised");
    equations_.channels(row_.data());
    Index next = states();
    for (const std::size_t place : picked_) values(next++) = row_[place];
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double* q = row_.data() + bodies_[i];  // s, y, z, roll, pitch, yaw
      const Mat3 pitch =
          rotation_z(q[5]) * rotation_x(q[3]) *
          Mat3{{std::cos(q[4]), 0, std::sin(q[4])}, {0, 1, 0}, {-std::sin(q[4]), 0, std::cos(q[4])}};
      const Vec3 p = Vec3(0, q[1], q[2]) + pitch * points_[i].place;
      for (int twice = 0; twice < 2; ++twice) values(next++) = p.y(), values(next++) = p.z();
    }
    return values;
  }

  void describe(LinearModel& model) const {
    for (const std::size_t place : picked_) model.channels.push_back(all_[place]);
    for (const BodyPoint& point : points_) {
      model.channels.push_back({point.name + ".y", "m", "track", "lateral displacement of the point"});
      model.channels.push_back({point.name + ".z", "m", "track", "vertical displacement of the point"});
      model.channels.push_back({point.name + ".ay", "m/s²", "track", "lateral acceleration of the point"});
      model.channels.push_back({point.name + ".az", "m/s²", "track", "vertical acceleration of the point"});
    }
    model.accelerations.assign(picked_.size(), false);
    for (std::size_t i = 0; i < points_.size(); ++i)
      model.accelerations.insert(model.accelerations.end(), {false, false, true, true});
  }

 private:
  [[nodiscard]] std::size_t place_of(const std::string& name) const {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& c) { return c.name == name; });
    return static_cast<std::size_t>(found - all_.begin());
  }

  simulate::ReducedEquations& equations_;
  std::vector<results::Channel> all_;
  std::vector<double> row_;
  std::vector<std::size_t> picked_, bodies_;
  std::vector<BodyPoint> points_;
};

// Central differences of two steps: |ξ| ξ of a creep law that saturates is a kink whose error goes.
template <typename Move>
VectorXd slope(const Move& at) {
  const auto difference = [&](double h) { return VectorXd((at(h) - at(-h)) / (2 * h)); };
  return 2 * difference(step) - difference(2 * step);
}

// The rails of a unit of one input.
std::array<double, 4> rails_of_input(std::size_t input) {
  std::array<double, 4> measures{};
  measures[input] = 1;
  return track::rails_of_measures(measures);
}

track::Irregularity displaced(std::size_t input, std::size_t derivative, double size) {
  track::Irregularity rails{};
  auto& part = derivative == 0 ? rails.value : (derivative == 1 ? rails.slope : rails.second);
  part = rails_of_input(input);
  for (double& value : part) value *= size;
  return rails;
}

}  // namespace

std::vector<std::string> usual_channels(const vehicle_case::CaseModel& model) {
  std::vector<std::string> names;
  for (const multibody::Body& body : model.vehicle.bodies.bodies)
    for (const char* coordinate : {".y", ".z", ".roll", ".pitch", ".yaw"})
      if (!body.wheelset || std::string_view(coordinate) != ".pitch") names.push_back(body.name + coordinate);
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    for (const char* wheel : {".left.Q", ".left.Y", ".right.Q", ".right.Y"})
      names.push_back(model.vehicle.bodies.bodies[wheelset.body].name + wheel);
  return names;
}

std::optional<BodyPoint> parse_point(const std::string& text, const vehicle_case::CaseModel& model,
                                     Findings& findings) {
  BodyPoint point{text};
  const std::size_t colon = text.find(':');
  bool good = colon != std::string::npos;
  const char* at = text.data() + (good ? colon + 1 : 0);
  const char* const end = text.data() + text.size();
  for (Index i = 0; good && i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, point.place(i));
    good = error == std::errc() && std::isfinite(point.place(i)) &&
           (i == 2 ? next == end : next != end && *next == ',');
    at = next + (i < 2 ? 1 : 0);
  }
  if (!good) {
    findings.add({{},
                  "--point",
                  "is not a point of a body",
                  text,
                  "BODY:x,y,z in m from its centre of gravity",
                  "Write for example carbody:9.5,0,-0.6"});
    return std::nullopt;
  }
  std::vector<std::string> names;
  const auto& bodies = model.vehicle.bodies.bodies;
  for (const multibody::Body& body : bodies) names.push_back(body.name);
  const auto found = std::find(names.begin(), names.end(), text.substr(0, colon));
  if (found == names.end()) {
    const std::string nearest = nearest_name(text.substr(0, colon), names);
    findings.add({{},
                  "--point",
                  "names no body of the vehicle",
                  text.substr(0, colon),
                  "",
                  nearest.empty() ? "" : "Did you mean " + nearest});
    return std::nullopt;
  }
  point.body = static_cast<std::size_t>(found - names.begin());
  return point;
}

LinearModel linearised(const vehicle_case::CaseModel& model, const Settings& settings) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  const std::size_t wheelsets = model.contact.wheelsets.size();
  std::vector<track::Irregularity> rails(wheelsets);
  for (track::Irregularity& at : rails) at = {};
  equations.displace_rails(rails);
  LinearModel linear;
  linear.speed = model.drive.speed;
  Evaluation evaluation(equations, settings);
  evaluation.describe(linear);
  VectorXd x = simulate::steady_running(equations, linear.speed, VectorXd::Zero(evaluation.states()));
  const Index n = evaluation.states(), m = evaluation.outputs();
  linear.a = equations.jacobian(linear.speed, x);
  linear.c.resize(m, n);
  for (Index j = 0; j < n; ++j) {
    const double middle = x(j);
    linear.c.col(j) = slope([&](double h) {
                        x(j) = middle + h;
                        return evaluation.at(linear.speed, x);
                      }).tail(m);
    x(j) = middle;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    linear.b[k].resize(n, static_cast<Index>(input_count * wheelsets));
    linear.d[k].resize(m, linear.b[k].cols());
    for (std::size_t w = 0; w < wheelsets; ++w) {
      for (std::size_t input = 0; input < input_count; ++input) {
        const VectorXd change = slope([&](double h) {
          rails[w] = displaced(input, k, h);
          equations.displace_rails(rails);
          return evaluation.at(linear.speed, x);
        });
        linear.b[k].col(static_cast<Index>(input_count * w + input)) = change.head(n);
        linear.d[k].col(static_cast<Index>(input_count * w + input)) = change.tail(m);
      }
      rails[w] = {};
    }
  }
  const multibody::Model& vehicle = model.vehicle.bodies;
  double leading = -HUGE_VAL;
  for (const wheelrail::Wheelset& w : model.contact.wheelsets)
    leading = std::max(leading, vehicle.bodies[w.body].initial(0));
  for (const wheelrail::Wheelset& w : model.contact.wheelsets)
    linear.ahead.push_back(vehicle.bodies[w.body].initial(0) - leading);
  return linear;
}

}  // namespace flangeway::response
