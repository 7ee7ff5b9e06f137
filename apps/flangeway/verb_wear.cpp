// flangeway wear: what a run wears off the wheels of a case and the rails below them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/damage/fatigue.hpp"
#include "flangeway/damage/wheel_wear.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/wheel.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

using damage::WearLaw;
using damage::WheelWear;

struct WearOptions {
  std::string law, plot;
  long elements = 20;
  double yield_in_shear = 3e8;  // Pa
};

// The channels of one contact, as places in a row.
struct ContactColumns {
  std::size_t force, a, b, x, y, spin, angle, wheel, rail, force_x, force_y;
};

// Of rolling contact fatigue; sums over the distance in m.
struct Fatigue {
  double largest_index = 0;  // not below 0
  double ratchets = 0;       // distance with an index above 0
  double cracks = 0;         // of damage by passes
};

struct Wheel {
  std::string name;
  std::size_t side = 0, speed = 0;
  std::array<ContactColumns, 2> contacts;
  WheelWear wear;
  Fatigue fatigue = {};
};

std::size_t column(const std::vector<results::Channel>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name; });
  return static_cast<std::size_t>(found - all.begin());
}

ContactColumns columns_of(const std::vector<results::Channel>& all, const std::string& contact) {
  const auto at = [&](const char* name) { return column(all, contact + name); };
  return {at("normal_force"), at("semi_axis_a"),   at("semi_axis_b"),   at("creepage_x"),
          at("creepage_y"),   at("spin"),          at("contact_angle"), at("wheel_s"),
          at("rail_s"),       at("creep_force_x"), at("creep_force_y")};
}

// Collects the wear of all wheels from the rows of a run.
class RunWear {
 public:
  RunWear(const vehicle_case::CaseModel& model, const WearLaw& law, const WearOptions& options)
      : settings_(model.contact.settings),
        law_(law),
        yield_in_shear_(options.yield_in_shear),
        ellipse_(contact::patch::combine(settings_.patch.wheel, settings_.patch.rail),
                 static_cast<int>(options.elements)) {
    const auto all = simulate::channels(model);
    distance_ = column(all, "distance");
    for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const std::string name = simulate::wheel_name(model, i, side);
        const std::string wheelset = name.substr(0, name.rfind('.'));
        wheels_.push_back({name,
                           side,
                           column(all, wheelset + ".speed"),
                           {columns_of(all, name + ".tread."), columns_of(all, name + ".flange.")},
                           WheelWear(model.contact.wheelsets[i].radius)});
      }
    }
  }

  void add(const double* row) {
    const double step = std::abs(row[distance_] - last_);
    last_ = row[distance_];
    total_ += step;
    if (!(step > 0)) return;
    for (Wheel& wheel : wheels_) {
      for (const ContactColumns& contact : wheel.contacts) {
        if (!add_contact(row, contact, step, wheel)) continue;
        add_fatigue(row, contact, step, wheel.fatigue);
      }
    }
  }

  [[nodiscard]] const std::vector<Wheel>& wheels() const { return wheels_; }
  [[nodiscard]] double distance() const { return total_; }  ///< m

 private:
  bool add_contact(const double* row, const ContactColumns& at, double step, Wheel& wheel) {
    const double speed = std::abs(row[wheel.speed]);
    wheelrail::Contact place;
    place.side = wheel.side;
    place.angle = row[at.angle];
    contact::Friction friction = settings_.friction[wheel.side].law;
    friction.coefficient = wheelrail::friction_at_rest(settings_, place);
    const double sliding = speed * std::hypot(row[at.x], row[at.y]);
    const damage::EllipseContact contact{row[at.a],
                                         row[at.b],
                                         row[at.force],
                                         row[at.x],
                                         row[at.y],
                                         row[at.spin],
                                         contact::friction_coefficient(friction, sliding),
                                         speed};
    if (!ellipse_.find_wear(law_, contact, wear_)) return false;
    wheel.wear.add(wear_, ellipse_.grid(),
                   {row[at.wheel], row[at.rail], row[at.angle], wheelrail::sign_of(wheel.side)}, step);
    return true;
  }

  // After add_contact() with the same contact.
  void add_fatigue(const double* row, const ContactColumns& at, double step, Fatigue& fatigue) const {
    const double used = std::hypot(row[at.force_x], row[at.force_y]) / row[at.force];
    const double index =
        damage::surface_fatigue_index(used, row[at.a], row[at.b], row[at.force], yield_in_shear_);
    fatigue.largest_index = std::max(fatigue.largest_index, index);
    if (index > 0) fatigue.ratchets += step;
    fatigue.cracks += damage::crack_damage(wear_.t_gamma) * step;
  }

  const wheelrail::Settings& settings_;
  const WearLaw& law_;
  double yield_in_shear_;
  damage::EllipseSolver ellipse_;
  damage::PatchWear wear_;
  std::size_t distance_ = 0;
  double last_ = 0, total_ = 0;
  std::vector<Wheel> wheels_;
};

WearLaw read_law(const std::string& file, Findings& findings) {
  WearLaw law;
  const auto document = document::Document::from_file(file, findings);
  document.fill(law, findings);
  check(law, findings);
  return law;
}

std::size_t deepest(const damage::Section& section) {
  const auto& depth = section.depth();
  return static_cast<std::size_t>(std::max_element(depth.begin(), depth.end()) - depth.begin());
}

double beyond_share(const WheelWear& wear) {
  return wear.work() > 0 ? wear.beyond() / wear.work() : 0;
}

std::string json_of(const RunWear& run, const WearLaw& law, const simulate::Summary& summary) {
  nlohmann::ordered_json json{
      {"law", law.name.value},          {"source", law.source.value},
      {"from_memory", law.from_memory}, {"status", simulate::status_name(summary.status)},
      {"distance", run.distance()},     {"wheels", nlohmann::ordered_json::object()}};
  const double per_km = 1e3 / run.distance();
  for (const Wheel& wheel : run.wheels()) {
    const WheelWear& wear = wheel.wear;
    const std::size_t wheel_bin = deepest(wear.wheel()), rail_bin = deepest(wear.rail());
    json["wheels"][wheel.name] = {{"volume_per_km", wear.volume() * per_km},
                                  {"area_per_km", wear.wheel().area() * per_km},
                                  {"deepest_per_km", wear.wheel().depth()[wheel_bin] * per_km},
                                  {"deepest_at", wear.wheel().place(wheel_bin)},
                                  {"rail_area_per_pass", wear.rail().area() / run.distance()},
                                  {"rail_deepest_per_pass", wear.rail().depth()[rail_bin] / run.distance()},
                                  {"rail_deepest_at", wear.rail().place(rail_bin)},
                                  {"t_gamma", wear.work() / run.distance()},
                                  {"beyond_tests", beyond_share(wear)},
                                  {"surface_fatigue_index_max", wheel.fatigue.largest_index},
                                  {"surface_fatigue_share", wheel.fatigue.ratchets / run.distance()},
                                  {"crack_damage_per_pass", wheel.fatigue.cracks / run.distance()}};
  }
  return json.dump(2);
}

void print_table(const RunWear& run, const WearLaw& law) {
  const double per_km = 1e3 / run.distance();
  fmt::print("{}; {}\n{:.1f} m; wheels per km run, rails per pass of the wheel\n\n", law.name.value,
             law.source.value, run.distance());
  fmt::print("{:<20}{:>10}{:>12}{:>12}{:>8}{:>12}{:>8}{:>8}{:>8}\n", "wheel", "Tγ/N", "mm²/km", "deepest/nm",
             "at/mm", "rail/nm", "at/mm", "FI", "cracks");
  for (const Wheel& wheel : run.wheels()) {
    const WheelWear& wear = wheel.wear;
    const std::size_t wheel_bin = deepest(wear.wheel()), rail_bin = deepest(wear.rail());
    fmt::print("{:<20}{:>9.1f}{:>12.3g}{:>12.4g}{:>8.1f}{:>12.4g}{:>8.1f}{:>8.3f}{:>8.3f}\n", wheel.name,
               wear.work() / run.distance(), wear.wheel().area() * per_km * 1e6,
               wear.wheel().depth()[wheel_bin] * per_km * 1e9, wear.wheel().place(wheel_bin) * 1e3,
               wear.rail().depth()[rail_bin] / run.distance() * 1e9, wear.rail().place(rail_bin) * 1e3,
               wheel.fatigue.largest_index, wheel.fatigue.cracks / run.distance());
  }
}

std::string csv_of(const RunWear& run) {
  std::string out = "s";
  for (const Wheel& wheel : run.wheels())
    out += fmt::format(",{0}.wheel_depth_per_km,{0}.rail_depth_per_pass", wheel.name);
  out += '\n';
  const damage::Section& places = run.wheels().front().wear.wheel();
  for (std::size_t bin = 0; bin < places.size(); ++bin) {
    out += fmt::format("{:.6g}", places.place(bin));
    for (const Wheel& wheel : run.wheels()) {
      out += fmt::format(",{:.6g},{:.6g}", wheel.wear.wheel().depth()[bin] * 1e3 / run.distance(),
                         wheel.wear.rail().depth()[bin] / run.distance());
    }
    out += '\n';
  }
  return out;
}

plot::Panel panel_of(const RunWear& run, bool rail) {
  plot::Panel panel{.title = rail ? "Rails" : "Wheels",
                    .x_label = "lateral place on the profile in mm, as of a left wheel",
                    .y_label = rail ? "depth in nm per pass" : "depth in nm per km"};
  const double scale = 1e9 / run.distance() * (rail ? 1 : 1e3);
  for (const Wheel& wheel : run.wheels()) {
    const damage::Section& section = rail ? wheel.wear.rail() : wheel.wear.wheel();
    plot::Series series{.name = wheel.name};
    for (std::size_t bin = 0; bin < section.size(); ++bin) {
      series.x.push_back(section.place(bin) * 1e3);
      series.y.push_back(section.depth()[bin] * scale);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

void note_limits(const Common& common, const RunWear& run, const WearLaw& law) {
  if (law.from_memory)
    note(common, "the coefficients of this law have not been compared with their source (from_memory)");
  double share = 0;
  for (const Wheel& wheel : run.wheels()) share = std::max(share, beyond_share(wheel.wear));
  if (share > 0)
    note(common, fmt::format("of one wheel {:.1f} % of the frictional work lies beyond the tests of the law",
                             100 * share));
}

ExitCode show(const Common& common, const WearOptions& options) {
  Findings findings;
  for (const std::string& file : {common.output, options.plot}) check_output(file, common.force, findings);
  const WearLaw law = read_law(options.law, findings);
  const auto model = load_case(common, findings);
  if (model) vehicle_case::check_one_process(*model, findings);
  if (model && model->contact.wheelsets.empty())
    findings.add({{common.files.front()}, "vehicle", "has no wheelsets that could wear", "", "", ""});
  findings.throw_if_any();
  catch_interrupts();
  RunWear wear(*model, law, options);
  ProgressBar bar(common, simulate::expected_distance(*model));
  simulate::RunOptions run;
  run.record = [&](const double* row) {
    wear.add(row);
    return true;
  };
  run.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  const simulate::Summary summary = simulate::run(*model, run);
  bar.clear();
  if (!summary.failure.empty()) throw NumericalFailure(summary.failure);
  if (!(wear.distance() > 0))
    throw NumericalFailure("the vehicle has not moved: there is no wear per distance");
  note_limits(common, wear, law);
  if (summary.status != simulate::RunStatus::completed)
    note(common, fmt::format("the run ended as {} after {:.1f} m; the wear is that of this part",
                             simulate::status_name(summary.status), wear.distance()));
  for (const std::string& warning : summary.warnings) note(common, "warning: " + warning);
  if (!common.output.empty()) write_file_atomically(common.output, csv_of(wear), common.force);
  if (!options.plot.empty()) {
    const plot::Figure figure{.title = "Wear by " + law.name.value,
                              .panels = {panel_of(wear, false), panel_of(wear, true)}};
    write_file_atomically(options.plot, plot::svg(figure), common.force);
  }
  if (common.json) {
    print_json(json_of(wear, law, summary));
  } else if (!common.quiet) {
    print_table(wear, law);
  }
  return ExitCode::done;
}

}  // namespace

void add_wear(CommandLine& program, Common& common) {
  auto options = std::make_shared<WearOptions>();
  program.add({.name = "wear",
               .summary = "Runs a case and computes what it wears off wheels and rails",
               .files = "CASE.toml",
               .example = "flangeway wear models/cases/manchester_r500.toml --law models/wear/usfd_r8t.toml "
                          "--plot wear.svg",
               .output = "depths over the sections (CSV)",
               .options = {{.name = "--law",
                            .target = &options->law,
                            .text = "file of the wear law; models/wear has some",
                            .value = "LAW.toml REQUIRED",
                            .required = true},
                           {.name = "--elements",
                            .target = &options->elements,
                            .text = "elements along and across each patch",
                            .range = {{4, 200}},
                            .shows_default = true},
                           {.name = "--yield-in-shear",
                            .target = &options->yield_in_shear,
                            .text = "yield stress in shear in Pa, for the surface fatigue index",
                            .range = {{1e6, 1e10}},
                            .shows_default = true},
                           {.name = "--plot",
                            .target = &options->plot,
                            .text = "write a picture (SVG)",
                            .value = "OUT.svg"}},
               .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
