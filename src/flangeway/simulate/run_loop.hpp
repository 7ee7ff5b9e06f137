// The loop over the steps of a run, with recording. See run.hpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/contact_monitor.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/derailment.hpp"
#include "flangeway/simulate/energy_meter.hpp"
#include "flangeway/simulate/event_watch.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/run_texts.hpp"
#include "flangeway/simulate/step_window.hpp"
#include "flangeway/simulate/wheel_statistics.hpp"

namespace flangeway::simulate {

class RunLoop {
 public:
  RunLoop(const vehicle_case::CaseModel& model, const RunOptions& options);

  /// The first evaluation and the first row. False: the run has ended with it.
  bool start();
  /// Takes one step and records it. False: the run has ended with it, or before.
  bool step();
  /// Ends the run from outside.
  void stop() { summary_.status = RunStatus::stopped; }
  /// m since the start, and s.
  [[nodiscard]] double distance() const;
  [[nodiscard]] double time() const { return summary_.time; }
  [[nodiscard]] Summary summary(double wall_time) const;

  /// Everything on which the next steps depend, and the summary of the steps so far. Called between two
  /// steps. Empty where another solver does not give its part any more: then the run has ended.
  [[nodiscard]] std::vector<std::byte> save();
  /// In place of start(), of the same case. False, and a run that must not be used, where the bytes are not
  /// those of one of it, or another solver has gone.
  [[nodiscard]] bool load(std::span<const std::byte> bytes);

 private:
  template <typename Codec, typename Loop>
  static void walk(Codec& codec, Loop& loop) {
    codec(loop.start_, loop.rows_, loop.deformed_due_, loop.summary_.time, loop.statistics_,
          loop.contact_monitor_, loop.derailment_, loop.events_, loop.energy_, loop.judged_);
  }
  [[nodiscard]] std::size_t reference() const { return 6 * model_.vehicle.bodies.reference_body; }
  [[nodiscard]] bool finished();
  [[nodiscard]] double end_of_run();
  bool record_rows(bool& looked, bool last);
  bool record_judged(bool& looked);
  bool give_judged();
  /// Takes the samples of controllers that are due. False: one of them failed, and the run has ended.
  [[nodiscard]] bool sample_controllers();
  /// While a controller is waited for: whether the run is to end.
  [[nodiscard]] bool interrupted();
  bool record(double t, const double* y);
  [[nodiscard]] bool deformed_track_is_due(double t);
  void fill_deformed(double t);
  bool derail(const std::optional<Derailment>& found);
  void end_step_early(double t);
  void fail(const char* where, double t, const std::string& why);
  void describe_track(Summary& summary) const;

  const vehicle_case::CaseModel& model_;
  const RunOptions& options_;
  Simulation simulation_;
  Advance advance_;
  RunTexts texts_;
  WheelStatistics statistics_;
  ContactMonitor contact_monitor_;
  DerailmentWatch derailment_;
  EventWatch events_;
  EnergyMeter energy_;
  Controllers controllers_;
  JudgedRecord judged_;
  std::vector<double> row_;
  DeformedTrackPlaces deformed_places_;
  std::vector<double> deformed_;  // a record
  double deformed_due_ = 0;       // the next one is due at deformed_due_ × interval
  std::vector<double> between_, rate_;
  Summary summary_;
  bool interrupted_ = false;
  StepWindow window_;
  double start_ = 0;  // m
  long rows_ = 1;     // the next row is due at rows_ × interval
};

}  // namespace flangeway::simulate
