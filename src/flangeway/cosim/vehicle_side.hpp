// The side of the vehicle: it asks the track side for its contacts.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/cosim/exchange.hpp"
#include "flangeway/cosim/message.hpp"

namespace flangeway::cosim {

class VehicleSide : public simulate::RemoteContact {
 public:
  /// `stop`: asked now and then while the track comes to rest; true ends the run.
  VehicleSide(const vehicle_case::CaseModel& model, Exchange& exchange, std::function<bool()> stop = {});

  EvalStatus ask(simulate::Question question, double t, const double* y, wheelrail::Workspace& contacts,
                 wheelrail::ContactState& state, std::vector<wheelrail::ContactAnswer>& answers) override;
  void track_row(double* row) override;
  void deformed_track(double* record) override;
  [[nodiscard]] simulate::TrackReport report() const override { return reply_.report; }
  [[nodiscard]] std::vector<std::byte> save() override;
  [[nodiscard]] bool load(std::span<const std::byte> state) override;
  [[nodiscard]] const std::string& problem() const override { return problem_; }

 private:
  void show(Wanted wanted, std::size_t numbers, double* to);
  bool exchange(double seconds);

  const vehicle_case::CaseModel& model_;
  Exchange& exchange_;
  std::function<bool()> stop_;
  std::size_t row_size_, deformed_track_size_;
  Request request_;
  Reply reply_;
  StateEncoder encoder_;
  std::string problem_;
};

/// Answers requests until the vehicle has closed the exchange, or `stop` says so. The problem, or nothing.
class TrackSide;
[[nodiscard]] std::string serve(TrackSide& track, Exchange& exchange, const std::function<bool()>& stop);

}  // namespace flangeway::cosim
