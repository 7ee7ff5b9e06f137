// flangeway acceptance: plans, runs and judges the test campaign of a vehicle.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "command.hpp"
#include "flangeway/acceptance/record.hpp"
#include "flangeway/acceptance/test_document.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "method_checks.hpp"
#include "study_workers.hpp"
#include "test_campaign.hpp"

namespace flangeway::app {
namespace {

namespace fs = std::filesystem;

struct AcceptanceOptions {
  acceptance::TestSettings settings;
  double speed_kmh = 0, floor_height = 1.2;
  std::string rule = "en14363", track_limits;
  std::size_t jobs = 0;
  bool list = false;
};

// Keys of the case that the campaign sets in each run.
constexpr const char* campaign_keys[] = {"vehicle",
                                         "track",
                                         "speed",
                                         "track.segments",
                                         "track.irregularities.spectrum",
                                         "contact.friction.coefficient",
                                         "profiles.wheel"};

void check_sets(const Common& common, Findings& findings) {
  for (const std::string& set : common.sets) {
    const std::string key = set.substr(0, set.find('='));
    for (const std::string own : campaign_keys)
      if (key == own || key.starts_with(own + ".") || key.starts_with(own + "["))
        if (key == own || own.find('.') != std::string::npos)
          findings.add({{"--set"},
                        key,
                        "is set by the campaign itself",
                        set,
                        "",
                        "Use the options of flangeway acceptance, or leave it out"});
  }
}

// Everything that follows from the command line alone.
class CampaignRun {
 public:
  CampaignRun(const Common& common, const AcceptanceOptions& options) : common_(common), options_(options) {
    settings_ = options.settings;
    settings_.speed = options.speed_kmh / 3.6;
    vehicle_ = common.files.front();
    folder_ = common.output.empty() ? fs::path(vehicle_).stem().string() + "_acceptance" : common.output;
    title_ = fmt::format("Acceptance of {}: {:g} km/h, {:g} mm", fs::path(vehicle_).stem().string(),
                         options.speed_kmh, 1e3 * settings_.deficiency);
  }

  ExitCode run() {
    Findings findings;
    rule_ = acceptance::load_rule(options_.rule, findings);
    if (!options_.track_limits.empty()) limits_ = track::load_quality_limits(options_.track_limits, findings);
    check_sets(common_, findings);
    if (options_.list && !common_.output.empty())
      findings.add({{"--output"},
                    "",
                    "has no effect with --list, which writes nothing",
                    common_.output,
                    "",
                    "Leave it out"});
    if (rule_) plan_ = acceptance::plan_tests(*rule_, settings_, findings);
    findings.throw_if_any();
    model_ = load_model(findings);
    findings.throw_if_any();
    return options_.list ? list() : execute();
  }

 private:
  // The first case, from texts: nothing is written before all is known to be right.
  std::optional<vehicle_case::CaseModel> load_model(Findings& findings) {
    const std::vector<std::string> no_wheels = std::exchange(settings_.wheels, {});
    const NamedTexts files = acceptance::test_files(plan_, settings_, {}, vehicle_, title_);
    settings_.wheels = no_wheels;
    document::Assignments sets(common_.sets);
    if (!settings_.wheels.empty()) sets.push_back({"profiles.wheel=\"" + settings_.wheels.front() + '"'});
    sets.push_back({fmt::format("speed={:.6g}", settings_.speed)});
    sets.push_back({"track.segments[2].length=1000"});
    vehicle_case::CaseDocuments documents{
        document::Document::from_text(files[0].second, "case.toml", findings), std::nullopt,
        document::Document::from_text(files[1].second, "track.toml", findings)};
    return vehicle_case::load_case(std::move(documents), sets, findings);
  }

  [[nodiscard]] std::size_t combinations() const { return acceptance::conditions_of(settings_).size(); }

  ExitCode list() {
    const double share = processor_share(*model_);
    const auto runs = plan_.runs() * combinations();
    const double duration = plan_.duration() * static_cast<double>(combinations());
    if (common_.json) {
      print_json(acceptance::plan_json(plan_, runs, duration, share * duration));
      return ExitCode::done;
    }
    put_out("{}", acceptance::text(plan_));
    put_out(
        "{} runs in {} condition{}, {:.1f} km, {:.0f} s of running; about {:.0f} s of processor time "
        "({:.2f} s for each second, from the first 2 s of one run)\n",
        runs, combinations(), combinations() == 1 ? "" : "s",
        plan_.distance() * static_cast<double>(combinations()) / 1e3, duration, share * duration, share);
    return ExitCode::done;
  }

  ExitCode execute() {
    write_inputs();
    Findings findings;
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t jobs = options_.jobs > 0 ? options_.jobs : processors;
    document::Document file = document::Document::from_file(folder_ / "study.toml", findings);
    for (const std::string& set : common_.sets) file.set("set." + set, findings);
    std::optional<campaign::Study> study = campaign::load_study(file, jobs, findings);
    findings.throw_if_any();
    keep_models(*study);
    const fs::path runs = folder_ / "runs";
    const auto store =
        campaign::StudyFolder::open(runs, study->identity, common_.command_line, common_.force, findings);
    findings.throw_if_any();
    catch_interrupts();
    const campaign::Table table = run_all(*study, *store, jobs);
    campaign::write_page(*study, *store, table, {common_.command_line, jobs, processors});
    note_files(common_, *store);
    if (table.rows.size() < study->plan.runs.size()) {
      note(common_, fmt::format("stopped after {} of {} runs; the same command continues the campaign",
                                table.rows.size(), study->plan.runs.size()));
      return ExitCode::done;
    }
    deliver(judge(*study, table));
    return ExitCode::done;
  }

  campaign::Table run_all(campaign::Study& study, const campaign::StudyFolder& store, std::size_t jobs) {
    ProgressBar bar(common_);
    campaign::StudyOptions study_options;
    study_options.jobs = jobs;
    study_options.progress = [&](const campaign::StudyProgress& progress) {
      bar.show(progress.fraction, fmt::format("{} / {} runs", progress.done, progress.total));
      return !interrupt_requested();
    };
    return campaign::run_study(study, store, study_options);
  }

  // Relative to the folder, whether or not it is there yet.
  [[nodiscard]] std::string name_in_folder(const fs::path& file) const {
    return fs::proximate(fs::absolute(file), fs::absolute(folder_)).string();
  }

  // A folder holds one campaign: the same files continue it, others need --force.
  void write_inputs() {
    acceptance::TestSettings written = settings_;
    for (std::string& wheel : written.wheels)
      if (fs::exists(wheel)) wheel = name_in_folder(wheel);
    const NamedTexts files = acceptance::test_files(plan_, written, recorded_bodies(model_->vehicle.bodies),
                                                    name_in_folder(vehicle_), title_);
    Findings findings;
    bool is_same = true;
    for (const auto& [name, content] : files) {
      const fs::path file = folder_ / name;
      if (!fs::exists(file)) {
        is_same = false;
        continue;
      }
      Findings unreadable;
      const auto there = document::read_bytes(file, max_input, unreadable);
      if (there && *there == content) continue;
      is_same = false;
      if (!common_.force)
        findings.add({{file.string()},
                      "",
                      "belongs to another campaign",
                      "",
                      "",
                      "Give another folder with -o, or --force to begin this one anew"});
    }
    findings.throw_if_any();
    if (!is_same) write_folder(folder_, files, true);
  }

  // The conditions of zones need tracks and profiles of the runs, which give up their models.
  void keep_models(const campaign::Study& study) {
    for (const campaign::Case& one : study.cases) models_.push_back(one.model);
  }

  // Place of a run in the list of conditions: the axes behind the first one, the last running fastest.
  [[nodiscard]] static std::size_t condition_of(const campaign::Plan& plan, const campaign::Run& run) {
    std::size_t index = 0;
    for (std::size_t axis = 1; axis < plan.axes.size(); ++axis)
      index = index * plan.axes[axis].points.size() + run.place[axis];
    return index;
  }

  acceptance::TestDocument judge(const campaign::Study& study, const campaign::Table& table) {
    acceptance::TestDocument document{title_, {}, plan_, {}, {}, {}, {}, {}, {}};
    const auto points = floor_points(*model_, options_.floor_height);
    document.vehicle = vehicle_facts(*model_, settings_, points);
    {
      ProgressBar bar(common_);
      add_stationary_tests(*model_, document, [&](const std::string& next) { bar.show(1, next); });
    }
    Findings findings;
    const acceptance::RecordSet all = acceptance::open_records({(folder_ / "runs").string()}, findings);
    findings.throw_if_any();
    const acceptance::JudgeOptions how{
        .cant_deficiency = settings_.deficiency, .points = points, .admissible_speed = settings_.speed};
    const auto conditions = acceptance::conditions_of(settings_);
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      const acceptance::RecordSet set = records_of(study, table, all, c);
      acceptance::Report report = acceptance::judge(set, *rule_, how, findings);
      findings.throw_if_any();
      add_zone_facts({*rule_, settings_, plan_, limits_}, conditions[c], models_of(study, c), report);
      document.conditions.push_back({conditions[c], std::move(report)});
      check_methods(study, set, c, conditions[c], document);
    }
    add_left_out(document);
    for (const auto& input : study.identity.inputs)
      document.inputs.push_back({"input", fmt::format("{}, SHA-256 {}", input.path, input.sha256)});
    return document;
  }

  void check_methods(const campaign::Study& study, const acceptance::RecordSet& set, std::size_t condition,
                     const acceptance::TestCondition& named, acceptance::TestDocument& document) {
    ProgressBar bar(common_);
    add_method_checks(
        {study, *model_, named,
         [&](const campaign::Run& run) { return condition_of(study.plan, run) == condition; },
         [&](const campaign::Run& run) -> const acceptance::Record* {
           for (const acceptance::Record& one : set.records)
             if (fs::path(one.path()).stem() == run.name) return &one;
           return nullptr;
         }},
        [&](const std::string& next) {
          bar.show(1, next);
          return !interrupt_requested();
        },
        document);
  }

  void add_left_out(acceptance::TestDocument& document) const {
    for (const acceptance::PlannedZone& zone : plan_.zones)
      if (!zone.unreachable.empty())
        document.not_judged.push_back(fmt::format("zone {}: {}", zone.title, zone.unreachable));
    document.not_judged.emplace_back("curves to the right and running backwards: all curves are left-handed");
    document.not_judged.emplace_back(
        fmt::format("load conditions other than that of {}", fs::path(vehicle_).filename().string()));
  }

  [[nodiscard]] acceptance::RecordSet records_of(const campaign::Study& study, const campaign::Table& table,
                                                 const acceptance::RecordSet& all,
                                                 std::size_t condition) const {
    acceptance::RecordSet set{{}, {}, all.notes};
    const std::size_t status = table.find("status").value();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const campaign::Run& run = study.plan.runs[table.runs[row]];
      if (condition_of(study.plan, run) != condition) continue;
      const auto record = std::find_if(
          all.records.begin(), all.records.end(),
          [&](const acceptance::Record& one) { return fs::path(one.path()).stem() == run.name; });
      if (table.rows[row][status] == "completed" && record != all.records.end()) {
        set.records.push_back(*record);
      } else {
        set.failures.push_back(fmt::format("run {} ({}) {}", run.name, campaign::settings_of(study.plan, run),
                                           table.rows[row][status]));
      }
    }
    return set;
  }

  [[nodiscard]] std::vector<const vehicle_case::CaseModel*> models_of(const campaign::Study& study,
                                                                      std::size_t condition) const {
    std::vector<const vehicle_case::CaseModel*> found;
    for (std::size_t i = 0; i < study.plan.runs.size(); ++i) {
      if (condition_of(study.plan, study.plan.runs[i]) != condition) continue;
      if (!models_[i]) return {};
      found.push_back(models_[i].get());
    }
    return found;
  }

  void deliver(const acceptance::TestDocument& document) const {
    const std::string html = acceptance::page(document, common_.command_line);
    flangeway::write_file_atomically(folder_ / "acceptance.html", html);
    flangeway::write_file_atomically(folder_ / "acceptance.pdf", plot::page_pdf(html));
    flangeway::write_file_atomically(folder_ / "acceptance.json", acceptance::json_text(document));
    if (common_.json) {
      print_json(acceptance::json_text(document));
    } else if (!common_.quiet) {
      put_out("{}", acceptance::text(document));
      put_out("document: {}/acceptance.html and acceptance.pdf\n", folder_.string());
    }
  }

  static constexpr std::size_t max_input = 100'000'000;  // bytes

  const Common& common_;
  const AcceptanceOptions& options_;
  acceptance::TestSettings settings_;
  std::string vehicle_, title_;
  fs::path folder_;
  std::optional<acceptance::RuleSpec> rule_;
  std::optional<track::QualityLimitsSpec> limits_;
  acceptance::TestPlan plan_;
  std::optional<vehicle_case::CaseModel> model_;
  std::vector<std::shared_ptr<const vehicle_case::CaseModel>> models_;  // of the runs, in their order
};

std::vector<Option> options_of_vehicle(AcceptanceOptions& options) {
  return {{.name = "--speed",
           .target = &options.speed_kmh,
           .text = "admissible speed of the vehicle in km/h",
           .type_name = "V",
           .range = std::pair(10.0, 450.0),
           .required = true},
          {.name = "--deficiency",
           .target = &options.settings.deficiency,
           .text = "admissible cant deficiency in m",
           .type_name = "D",
           .range = std::pair(0.01, 0.4),
           .required = true},
          {.name = "--rule",
           .target = &options.rule,
           .text = "rule with zones, or a file RULE.toml",
           .value = "RULE",
           .shows_default = true,
           .file = FileUse::input},
          {.name = "--sections",
           .target = &options.settings.sections,
           .text = "sections in each zone; default 30",
           .type_name = "N",
           .range = std::pair(1.0, 200.0)},
          {.name = "--cant",
           .target = &options.settings.max_cant,
           .text = "greatest cant of curves in m; default 0.15",
           .type_name = "M",
           .range = std::pair(0.0, 0.2)},
          {.name = "--floor-height",
           .target = &options.floor_height,
           .text = "height of the accelerometers above the rails in m; default 1.2",
           .type_name = "M",
           .range = std::pair(0.0, 5.0),
           .not_with = {"--list"}}};
}

std::vector<Option> options_of_track(AcceptanceOptions& options) {
  return {
      {.name = "--friction",
       .target = &options.settings.friction,
       .text = "of the rails; several are conditions that are judged one by one; default 0.4",
       .value = "MU,…",
       .splits_commas = true},
      {.name = "--wheels",
       .target = &options.settings.wheels,
       .text =
           "wheel profiles (names or files) in place of those of the vehicle; several are conditions that "
           "are judged one by one",
       .value = "PROFILE",
       .repeats = true},
      {.name = "--rail",
       .target = &options.settings.rail,
       .text = "rail profile by its standard name; default 60e1",
       .value = "NAME"},
      {.name = "--inclination",
       .target = &options.settings.inclination,
       .text = "of the rails; default 0.025",
       .type_name = "TAN",
       .range = std::pair(0.0, 0.1)},
      {.name = "--gauge",
       .target = &options.settings.gauge,
       .text = "of the track in m; default 1.435",
       .type_name = "M",
       .range = std::pair(0.6, 1.8)},
      {.name = "--quality",
       .target = &options.settings.quality,
       .text = "spectrum of the irregularities; default erri_b176_low",
       .value = "NAME"},
      {.name = "--scale",
       .target = &options.settings.scale,
       .text = "factor on the amplitudes of the irregularities; default 1",
       .type_name = "X",
       .range = std::pair(0.0, 20.0)},
      {.name = "--track-limits",
       .target = &options.track_limits,
       .text = "limits of track quality, such as models/track_quality/en14363_tl90.toml; not given: track "
               "quality is not judged",
       .value = "LIMITS.toml",
       .file = FileUse::input,
       .not_with = {"--list"}},
      {.name = "--seed",
       .target = &options.settings.seed,
       .text = "of the irregularities of the first run; default 1",
       .type_name = "N",
       .range = std::pair(0.0, 1e9)},
      {.name = "--jobs",
       .target = &options.jobs,
       .text = "runs at a time; default: one per hardware thread",
       .type_name = "N",
       .range = std::pair(1.0, 1024.0),
       .not_with = {"--list"}},
      {.name = "--list",
       .target = &options.list,
       .text = "print zones, runs and estimated cost, and run nothing"}};
}

}  // namespace

void add_acceptance(CommandLine& program, Common& common) {
  auto options = std::make_shared<AcceptanceOptions>();
  std::vector<Option> all = options_of_vehicle(*options);
  for (Option& option : options_of_track(*options)) all.push_back(std::move(option));
  program.add(
      {.name = "acceptance",
       .summary = "Plans, runs and judges a test campaign of a vehicle by EN 14363",
       .files = "VEHICLE.toml",
       .files_text = "vehicle to be tested",
       .example = "flangeway acceptance models/vehicles/manchester.toml --speed 160 --deficiency 0.13 --list",
       .output = "folder for the campaign; default VEHICLE_acceptance in this folder; the same command "
                 "continues it",
       .options = std::move(all),
       .action = [options, &common] { return CampaignRun(common, *options).run(); }});
}

}  // namespace flangeway::app
