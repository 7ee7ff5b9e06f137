// The page of contact patches for print: numbers of all cases, maps of some patches, and a sequence as a
// strip.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flangeway/contact_case/patch_picture.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/report/page.hpp"
#include "flangeway/report/patch_data.hpp"

namespace flangeway::report {
namespace {

using plot::escaped;
using results::FieldReader;
using PatchJson = nlohmann::json;

constexpr std::size_t max_printed_patches = 6, max_film_frames = 12, max_printed_rows = 300;

/// A group of the file, and what its case says of it.
struct PrintedPatch {
  std::string group;
  std::size_t number = 0;  ///< of its case, from 1
  PatchJson results;       ///< of its case
  [[nodiscard]] PatchJson own() const {
    const auto patches = results.find("patches");
    const bool there = patches != results.end() && patches->is_array() && number <= patches->size();
    return there && (*patches)[number - 1].is_object() ? (*patches)[number - 1] : PatchJson::object();
  }
  [[nodiscard]] std::string case_title() const {
    const std::string name = results.value("name", "");
    return fmt::format("Case {}{}", results.value("case", 0), name.empty() ? "" : ": " + name);
  }
};

std::vector<PrintedPatch> printed_patches(const FieldReader& file) {
  std::vector<PrintedPatch> list;
  std::string last;
  for (const std::string& group : file.groups()) {
    const std::string of_case = group.substr(0, group.find('/'));
    PrintedPatch patch{group, of_case == last ? list.back().number + 1 : 1, {}};
    patch.results = parse_json<PatchJson>(file.fact(group, "results"));
    if (!patch.results.is_object()) patch.results = PatchJson::object();
    last = of_case;
    list.push_back(std::move(patch));
  }
  return list;
}

/// `count` of a list, the first and the last among them.
template <typename Item>
std::vector<Item> evenly_chosen(const std::vector<Item>& list, std::size_t count) {
  if (list.size() <= count) return list;
  std::vector<Item> chosen;
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(list[k * (list.size() - 1) / (count - 1)]);
  return chosen;
}

std::string patch_cell(const PatchJson& object, const char* key, double factor, const char* format) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return "<td>–</td>";
  return "<td>" + fmt::format(fmt::runtime(format), factor * found->get<double>()) + "</td>";
}

std::string patch_table(const std::vector<PrintedPatch>& patches, bool deck) {
  std::string html =
      "<table class=\"numbers\">\n<tr><th>Patch</th><th>FN in N</th><th>FX in N</th><th>FS in "
      "N</th><th>largest "
      "pressure in MPa</th><th>elements in contact</th><th>adhering</th><th>slipping</th></tr>\n";
  for (std::size_t k = 0; k < std::min(patches.size(), max_printed_rows); ++k) {
    const PatchJson own = patches[k].own(), elements = own.value("elements", PatchJson::object());
    html += fmt::format("<tr><th>{}, patch {}</th>", escaped(patches[k].case_title()), patches[k].number);
    for (const char* force : {"FN", "FX", "FS"}) html += patch_cell(own, force, 1, "{:.1f}");
    html += patch_cell(own, "pmax", deck ? 1 : 1e-6, "{:.1f}");
    for (const char* kind : {"contact", "adhesion", "slip"}) html += patch_cell(elements, kind, 1, "{:.0f}");
    html += "</tr>\n";
  }
  html += "</table>\n";
  if (patches.size() > max_printed_rows)
    html += fmt::format("<p class=\"note\">and {} more patches that are not listed here</p>\n",
                        patches.size() - max_printed_rows);
  return html;
}

std::string maps_of(const FieldReader& file, const std::vector<PrintedPatch>& patches, bool deck) {
  const std::vector<PrintedPatch> chosen = evenly_chosen(patches, max_printed_patches);
  std::string html;
  if (chosen.size() < patches.size())
    html += fmt::format(
        "<p class=\"note\">{} of {} patches are drawn; flangeway contact CASE --plot FOLDER "
        "draws all.</p>\n",
        chosen.size(), patches.size());
  for (const PrintedPatch& patch : chosen) {
    const results::FieldGroup fields = file.read(patch.group);
    const double approach = patch.own().value("approach", 0.0) * (deck ? 1e-3 : 1);
    html += plot::page_figure(contact_case::patch_figure(
        fmt::format("{}, patch {}", patch.case_title(), patch.number), fields, approach));
    if (const auto depths = contact_case::depth_figure(fields)) html += plot::page_figure(*depths);
  }
  return html;
}

std::string film_of(const FieldReader& file, const std::vector<PrintedPatch>& patches) {
  std::vector<PrintedPatch> firsts;
  std::copy_if(patches.begin(), patches.end(), std::back_inserter(firsts),
               [](const PrintedPatch& patch) { return patch.number == 1; });
  if (firsts.size() < 3) return "";
  std::vector<contact_case::FilmFrame> frames;
  for (const PrintedPatch& patch : evenly_chosen(firsts, max_film_frames))
    frames.push_back({patch.case_title(), file.read(patch.group)});
  return fmt::format(
             "<h2>Sequence</h2>\n<p class=\"note\">Pressure, and arrows of the traction, of the first patch "
             "of {} of {} cases, all in the same section and the same colours.</p>\n",
             frames.size(), firsts.size()) +
         plot::page_figure(contact_case::film_figure("Sequence of pressures", frames));
}

std::string patch_origin(const FieldReader& file) {
  const results::Provenance& from = file.provenance();
  std::string rows;
  const auto add = [&](const std::string& name, const std::string& text) {
    if (!text.empty()) rows += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", name, escaped(text));
  };
  add("Fields", file.path());
  add("Command line", from.command_line);
  for (const results::InputFile& input : from.inputs) add("Input file", input.path + " " + input.sha256);
  add("Started", from.started);
  add("Program", fmt::format("Flangeway {} ({})", from.version, from.commit));
  return "<h2>Where this comes from</h2>\n<table class=\"facts\">\n" + rows + "</table>\n";
}

}  // namespace

std::string print_page(const FieldReader& file) {
  const std::vector<PrintedPatch> patches = printed_patches(file);
  const bool deck = has_millimetres(file);
  std::string html = plot::page_head("Contact patches: " + contact_case::title_of_file(source_of(file)));
  if (file.status() != results::Status::completed)
    html += fmt::format("<p class=\"alarm\">The computation did not end: {}.</p>\n",
                        results::to_string(file.status()));
  html += "<h2>Patches</h2>\n";
  html += patches.empty() ? std::string("<p>The file holds no fields.</p>\n") : patch_table(patches, deck);
  html += film_of(file, patches) + (patches.empty() ? "" : "<h2>Maps</h2>\n") + maps_of(file, patches, deck);
  html +=
      "<p class=\"note\">Tractions and slip are those of the wheel, or the upper body. Rolling is to the "
      "right, "
      "left is up.</p>\n";
  return html + patch_origin(file) + plot::page_end();
}

}  // namespace flangeway::report
