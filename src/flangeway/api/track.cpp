#include "flangeway/track.hpp"

#include "flangeway/api/translate.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/track/report.hpp"

namespace flangeway {

struct Track::Data {
  track::TrackModel model;
  std::vector<std::string> notes;
};

namespace {

Track track_of(document::Document document, const std::vector<std::string>& settings,
               const NoteCollector& notes, Findings& findings) {
  for (const std::string& setting : settings) document.set(setting, findings);
  track::TrackSpec spec;
  document.fill(spec, findings);
  api::throw_if_any(findings);
  track::TrackModel model = api::checked(track::compile(spec, findings), findings);
  std::vector<std::string> remarks = notes.texts();
  for (const Finding& note : model.notes()) remarks.push_back(note.text());
  return Track(std::make_shared<const Track::Data>(std::move(model), std::move(remarks)));
}

}  // namespace

Track::Track(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Track Track::load(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  return api::translated([&] {
    Findings findings;
    const NoteCollector notes;
    return track_of(document::Document::from_file(file, findings), settings, notes, findings);
  });
}

Track Track::from_text(const std::string& text, const std::vector<std::string>& settings) {
  return api::translated([&] {
    Findings findings;
    const NoteCollector notes;
    return track_of(document::Document::from_text(text, "track", findings), settings, notes, findings);
  });
}

const std::string& Track::name() const {
  return data_->model.name();
}

double Track::length() const {
  return data_->model.length();
}

std::vector<TrackSegment> Track::segments() const {
  std::vector<TrackSegment> all;
  for (const track::Segment& s : data_->model.segments())
    all.push_back({s.start, s.length, s.curvature_start, s.curvature_end, s.cant_start, s.cant_end});
  return all;
}

double Track::curvature(double s) const {
  return data_->model.curvature(s);
}

double Track::cant(double s) const {
  return data_->model.cant(s);
}

double Track::gradient(double s) const {
  return data_->model.gradient(s);
}

std::array<double, 3> Track::centreline(double s) const {
  track::Frame frame;
  track::evaluate_frame(data_->model, s, frame);
  return {frame.position[0], frame.position[1], frame.position[2]};
}

RailDisplacement Track::irregularities(double s) const {
  track::Irregularity irregularity;
  track::evaluate_irregularity(data_->model, s, irregularity);
  const auto& value = irregularity.value;
  return {value[0], value[1], value[2], value[3]};
}

const std::vector<std::string>& Track::notes() const {
  return data_->notes;
}

std::string Track::summary_json() const {
  return track::json_text(data_->model);
}

std::string Track::csv() const {
  return track::csv_text(data_->model);
}

std::string Track::svg() const {
  return plot::svg(track::figure_of(data_->model));
}

}  // namespace flangeway
