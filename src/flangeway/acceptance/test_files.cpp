#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/acceptance/test_plan.hpp"

namespace flangeway::acceptance {
namespace {

// Curvatures of the run-in and of straight track differ, so that sections do not begin in the run-in.
constexpr double run_in_radius = 40e3, straight_radius = 1e6;  // m
constexpr double judged_interval = 0.005;                      // s: the filters of rules end at 20 Hz
constexpr double min_wavelength = 3, max_wavelength = 70;      // m

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string case_text(const TestSettings& settings, const std::string& vehicle, const std::string& title) {
  return fmt::format(
      "# Written by flangeway acceptance. Keys that are not given here have their defaults.\n"
      "name = {}\nvehicle = {}\ntrack = \"track.toml\"\nspeed = {:g}\n\n"
      "[contact]\nfriction = {{ coefficient = {:g} }}\n\n"
      "[output]\njudged_interval = {:g}  # s: the filters of the rule end at 20 Hz\n",
      in_quotes(title), in_quotes(vehicle), settings.speed, settings.friction.front(), judged_interval);
}

std::string track_text(const TestSettings& settings) {
  return fmt::format(
      "# Written by flangeway acceptance. The study sets radius, cant, lengths and seed of each run.\n"
      "name = \"test track\"\n\n"
      "[[segments]]\nkind = \"circular\"  # nearly straight: sections begin behind it\nlength = {:g}\n"
      "radius = {:g}\ndirection = \"left\"\ncant = 0\n\n"
      "[[segments]]\nkind = \"transition\"\nlength = 50\nshape = \"clothoid\"\n\n"
      "[[segments]]\nkind = \"circular\"\nlength = 100\nradius = {:g}\ndirection = \"left\"\ncant = 0\n\n"
      "[rails]\nprofile = {}\ninclination = {:g}\ngauge = {:g}\n\n"
      "[irregularities]\nfade = 10\n\n"
      "[irregularities.spectrum]\nquality = {}\nscale = {:g}\nseed = {}\nmin_wavelength = {:g}\n"
      "max_wavelength = {:g}\n",
      run_in, run_in_radius, straight_radius, in_quotes(settings.rail), settings.inclination, settings.gauge,
      in_quotes(settings.quality), settings.scale, settings.seed, min_wavelength, max_wavelength);
}

std::vector<std::string> channels_of(const RecordedBodies& bodies) {
  std::vector<std::string> channels{"t", "distance", "track.curvature", "track.cant"};
  for (const std::string& wheelset : bodies.wheelsets)
    for (const char* channel : {".left.Q", ".left.Y", ".right.Q", ".right.Y"})
      channels.push_back(wheelset + channel);
  for (const std::string& body : bodies.car_bodies)
    for (const char* channel : {".roll", ".vs", ".vy", ".vz", ".vroll", ".vpitch", ".vyaw"})
      channels.push_back(body + channel);
  for (std::string& channel : channels) channel = in_quotes(channel);
  return channels;
}

std::string choice_text(const PlannedRun& run) {
  return fmt::format(
      "  {{ name = {}, set = {{ speed = {:.6g}, \"track.segments[1].length\" = {:g}, "
      "\"track.segments[2].length\" = {:g}, \"track.segments[2].radius\" = {:g}, "
      "\"track.segments[2].cant\" = {:.6g}, \"track.irregularities.spectrum.seed\" = {} }} }},\n",
      in_quotes(fmt::format("{} #{}", run.name, run.seed)), run.speed, run.transition, run.length,
      run.radius == 0 ? straight_radius : run.radius, run.cant, run.seed);
}

std::string study_text(const TestPlan& plan, const TestSettings& settings, const RecordedBodies& bodies,
                       const std::string& title) {
  std::string text = fmt::format(
      "# Written by flangeway acceptance: the runs of a test campaign. On a cluster:\n"
      "#   flangeway study study.toml -o runs --on slurm\n"
      "# and then the command of the campaign again, which judges what is done.\n"
      "name = {}\ncase = \"case.toml\"\nrecord = [{}]\nrecord_judged = true\n\n"
      "[[axes]]\nname = \"test\"\ntitle = \"radius, cant deficiency and speed\"\nchoices = [\n",
      in_quotes(title), fmt::join(channels_of(bodies), ", "));
  for (const PlannedZone& zone : plan.zones) {
    text += fmt::format("  # zone {}\n", zone.title);
    for (const PlannedRun& run : zone.runs) text += choice_text(run);
  }
  text += "]\n";
  if (settings.friction.size() > 1)
    text += fmt::format(
        "\n[[axes]]\nname = \"friction\"\nkey = \"contact.friction.coefficient\"\nvalues = [{}]\n",
        fmt::join(settings.friction, ", "));
  std::vector<std::string> wheels;
  for (const std::string& wheel : settings.wheels) wheels.push_back(in_quotes(wheel));
  if (!wheels.empty())
    text += fmt::format("\n[[axes]]\nname = \"wheel\"\nkey = \"profiles.wheel\"\nvalues = [{}]\n",
                        fmt::join(wheels, ", "));
  return text;
}

}  // namespace

NamedTexts test_files(const TestPlan& plan, const TestSettings& settings, const RecordedBodies& bodies,
                      const std::string& vehicle, const std::string& title) {
  return {{"case.toml", case_text(settings, vehicle, title)},
          {"track.toml", track_text(settings)},
          {"study.toml", study_text(plan, settings, bodies, title)}};
}

}  // namespace flangeway::acceptance
