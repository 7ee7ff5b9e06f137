#include "flangeway/codegen/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/expression/parse.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/expression/tape.hpp"
#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::codegen {

namespace {

using expression::Expression;
using symbolic_model::CubicTableSpec;
using symbolic_model::SectionSpec;
using symbolic_model::TrackSpec;

constexpr std::size_t patch_nodes = 513;
constexpr double patch_reach = 8;           // ln of the ratio of curvatures
constexpr std::size_t max_pieces = 200000;  // of the course

using Cubic = std::array<double, 4>;  // a, b, c, d
struct Profile {
  std::vector<double> breaks;
  std::vector<Cubic> cubics;
};

std::string c_number(double x) {
  return fmt::format("{:.17g}", x + 0.0);
}

std::string c_list(const std::vector<double>& numbers) {
  std::vector<std::string> texts(numbers.size());
  std::transform(numbers.begin(), numbers.end(), texts.begin(), c_number);
  return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

std::string c_cubic(const Cubic& cubic) {
  return c_list({cubic.begin(), cubic.end()});
}

bool check_profile(const CubicTableSpec& spec, const char* key, const SourceLocation& where,
                   Findings& findings) {
  const std::size_t pieces = spec.breaks.empty() ? 0 : spec.breaks.size() - 1;
  bool fits = true;
  for (const auto* column : {&spec.a, &spec.b, &spec.c, &spec.d}) fits = fits && column->size() == pieces;
  const bool increases =
      std::adjacent_find(spec.breaks.begin(), spec.breaks.end(), std::greater_equal<>()) == spec.breaks.end();
  if (!fits)
    findings.add({where, key, "has not one entry of a, b, c and d for each piece between two breaks", "",
                  fmt::format("{} entries", pieces), ""});
  if (!increases) findings.add({where, key, "has breaks that do not increase", "", "", ""});
  return fits && increases;
}

Profile as_given(const CubicTableSpec& spec) {
  Profile profile{spec.breaks, {}};
  for (std::size_t i = 0; i < spec.a.size(); ++i)
    profile.cubics.push_back({spec.a[i], spec.b[i], spec.c[i], spec.d[i]});
  return profile;
}

// The same over −u: piece i ends where the mirrored one begins.
Profile mirrored(const Profile& profile) {
  Profile result;
  for (std::size_t i = profile.cubics.size(); i-- > 0;) {
    const auto& [a, b, c, d] = profile.cubics[i];
    const double l = profile.breaks[i + 1] - profile.breaks[i];
    result.breaks.push_back(-profile.breaks[i + 1]);
    result.cubics.push_back(
        {-a, b + 3 * a * l, -(c + l * (2 * b + 3 * a * l)), d + l * (c + l * (b + l * a))});
  }
  result.breaks.push_back(-profile.breaks.front());
  return result;
}

// For models without wheels: the runtime does not read them.
constexpr const char* tables_of_nothing = R"(const int fw_profile_pieces[2] = {1, 1};
const double fw_profile_break[2][2][FW_PROFILE_BREAKS] = {{{0.0}}};
const double fw_profile_cubic[2][2][FW_PROFILE_BREAKS][4] = {{{{0.0}}}};
const double fw_course_from = 0.0, fw_course_spacing = 1.0;
const double fw_course_cubic[2][FW_COURSE_PIECES][FW_COURSE][4] = {{{{0.0}}}};
const double fw_friction = 0.0, fw_shear_modulus = 0.0;
const double fw_patch_from = 0.0, fw_patch_step = 1.0;
const double fw_patch_table[FW_PATCH_NODES][6] = {{0.0}};
)";

// The course of both rails, evaluated from the expressions of the sections.
class Course {
 public:
  Course(const symbolic_model::Model& model, const TrackSpec& track, Findings& findings)
      : model_(model), track_(track), findings_(findings), x_(symbol(graph_, "x")) {}

  // The rail at one side at x: x, y, z, camber.
  std::array<double, 4> rail(bool left, double x) {
    const std::size_t i = section_at(x);
    const double slope = evaluate(slopes_[i], x), half = left ? 0.5 * track_.gauge : -0.5 * track_.gauge;
    const double length = std::hypot(1, slope);
    return {x - half * slope / length, evaluate(y_[i], x) + half / length,
            evaluate((left ? z_left_ : z_right_)[i], x), evaluate(camber_[i], x)};
  }

  /// Over all values so far.
  [[nodiscard]] bool is_finite() const { return is_finite_; }

  void parse_sections() {
    double before = track_.from;
    for (std::size_t i = 0; i < track_.sections.size(); ++i) {
      const SectionSpec& section = track_.sections[i];
      if (!(section.to > before)) {
        findings_.add({section.y.where, fmt::format("track.sections[{}].to", i),
                       "does not lie beyond its beginning", fmt::format("{}", section.to),
                       fmt::format("> {}", before), ""});
      }
      before = section.to;
      const Expression y = parse(section.y, i, "y");
      y_.emplace_back(graph_, std::array{y});
      slopes_.emplace_back(graph_, std::array{derivative(y, x_)});
      z_left_.emplace_back(graph_, std::array{parse(section.z_left, i, "z_left")});
      z_right_.emplace_back(graph_, std::array{parse(section.z_right, i, "z_right")});
      camber_.emplace_back(graph_, std::array{parse(section.camber, i, "camber")});
    }
  }

 private:
  Expression parse(const symbolic_model::Text& text, std::size_t section, const char* key) {
    const auto meaning = [this](std::string_view name) -> std::optional<Expression> {
      if (name == "x") return x_;
      for (const symbolic_model::NamedSymbol& parameter : model_.parameters) {
        if (parameter.name == name) return Expression(parameter.value);
      }
      return std::nullopt;
    };
    std::string problem;
    try {
      return expression::parse(text.value, meaning);
    } catch (const expression::ParseError& error) {
      problem = error.what();
    } catch (const expression::SymbolicError& error) {
      problem = error.what();
    }
    findings_.add(
        {text.where, fmt::format("track.sections[{}].{}", section, key), problem, text.value, "", ""});
    return 0;
  }

  double evaluate(expression::Tape& tape, double x) {
    double result = 0;
    tape.evaluate(std::array{x}, {&result, 1});
    if (!std::isfinite(result)) is_finite_ = false;
    return result;
  }

  [[nodiscard]] std::size_t section_at(double x) const {
    std::size_t i = 0;
    while (i + 1 < track_.sections.size() && x > track_.sections[i].to) ++i;
    return i;
  }

  const symbolic_model::Model& model_;
  const TrackSpec& track_;
  Findings& findings_;
  expression::Graph graph_;
  Expression x_;
  std::vector<expression::Tape> y_, slopes_, z_left_, z_right_, camber_;
  bool is_finite_ = true;
};

std::string course_code(Course& course, const TrackSpec& track, Tables& tables) {
  std::vector<double> nodes(tables.course_pieces + 1);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = track.from + track.spacing * static_cast<double>(i);
  std::string code = "const double fw_course_cubic[2][FW_COURSE_PIECES][FW_COURSE][4] = {\n";
  for (const bool left : {true, false}) {
    std::vector<math::CubicSpline> splines;
    std::array<std::vector<double>, 4> values;
    for (const double x : nodes) {
      const std::array<double, 4> place = course.rail(left, x);
      for (std::size_t f = 0; f < 4; ++f) values[f].push_back(place[f]);
    }
    for (std::size_t f = 0; f < tables.course_functions; ++f) splines.emplace_back(nodes, values[f]);
    code += "{";
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      code += i > 0 ? ",\n{" : "{";
      for (std::size_t f = 0; f < splines.size(); ++f) {
        const auto powers = splines[f].coefficients(i);
        code += (f > 0 ? ", " : "") + c_cubic({powers[3], powers[2], powers[1], powers[0]});
      }
      code += "}";
    }
    code += left ? "},\n" : "}};\n";
  }
  return code;
}

bool has_camber(const TrackSpec& track) {
  return std::any_of(track.sections.begin(), track.sections.end(),
                     [](const SectionSpec& section) { return section.camber.value != "0"; });
}

void add_course(const symbolic_model::Model& model, const TrackSpec& track, Tables& tables,
                Findings& findings) {
  const double length = track.sections.back().to - track.from;
  const double pieces = std::ceil(length / track.spacing);
  const SourceLocation& where = track.sections.front().y.where;
  Course course(model, track, findings);
  course.parse_sections();
  if (!(pieces >= 3) || pieces > static_cast<double>(max_pieces)) {
    findings.add({where, "track.spacing", fmt::format("divides the track into {:.0f} pieces", pieces), "",
                  fmt::format("3 to {} pieces", max_pieces), ""});
  }
  if (!findings.empty()) return;
  tables.course_pieces = static_cast<std::size_t>(pieces);
  tables.course_functions = has_camber(track) ? 4 : 3;
  tables.code += fmt::format("const double fw_course_from = {}, fw_course_spacing = {};\n",
                             c_number(track.from), c_number(track.spacing));
  tables.code += course_code(course, track, tables);
  if (!course.is_finite())
    findings.add({where, "track.sections", "has an expression that is not finite everywhere", "", "", ""});
}

std::string cubics_code(const Profile& profile, std::size_t size) {
  FLANGEWAY_ASSERT(profile.cubics.size() <= size, "the cubics fit into the table");
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < size; ++i)
    rows.push_back(i < profile.cubics.size() ? c_cubic(profile.cubics[i]) : "{0.0}");
  return fmt::format("{{{}}}", fmt::join(rows, ", "));
}

std::string breaks_code(Profile profile, std::size_t size) {
  FLANGEWAY_ASSERT(!profile.breaks.empty() && profile.breaks.size() <= size, "the breaks fit into the table");
  profile.breaks.resize(size, profile.breaks.back());
  return c_list(profile.breaks);
}

// u counts to the left in the code: for the wheel and rail on the right that is towards the flange and
// towards the other rail.
void add_profiles(const symbolic_model::ContactSpec& contact, Tables& tables) {
  const Profile wheel = as_given(contact.wheel), rail = as_given(contact.rail);
  const std::size_t size = tables.profile_breaks = std::max(wheel.breaks.size(), rail.breaks.size());
  const Profile left_wheel = mirrored(wheel), left_rail = mirrored(rail);
  tables.code +=
      fmt::format("const int fw_profile_pieces[2] = {{{}, {}}};\n", wheel.cubics.size(), rail.cubics.size());
  tables.code +=
      fmt::format("const double fw_profile_break[2][2][FW_PROFILE_BREAKS] = {{{{{},\n{}}},\n{{{},\n{}}}}};\n",
                  breaks_code(left_wheel, size), breaks_code(wheel, size), breaks_code(left_rail, size),
                  breaks_code(rail, size));
  tables.code += fmt::format(
      "const double fw_profile_cubic[2][2][FW_PROFILE_BREAKS][4] = {{{{{},\n{}}},\n{{{},\n{}}}}};\n",
      cubics_code(left_wheel, size), cubics_code(wheel, size), cubics_code(left_rail, size),
      cubics_code(rail, size));
}

// Curvatures that sum up to 2 /m: A + B = 1 /m.
void add_patches(const symbolic_model::ContactSpec& contact, Tables& tables) {
  const contact::Material steel{contact.youngs_modulus, contact.poisson_ratio};
  tables.patch_nodes = patch_nodes;
  const double step = 2 * patch_reach / (patch_nodes - 1);
  tables.code += fmt::format(
      "const double fw_friction = {}, fw_shear_modulus = {};\nconst double fw_patch_from = {}, fw_patch_step "
      "= {};\n",
      c_number(contact.friction), c_number(steel.shear_modulus()), c_number(-patch_reach), c_number(step));
  tables.code += "const double fw_patch_table[FW_PATCH_NODES][6] = {\n";
  for (std::size_t i = 0; i < patch_nodes; ++i) {
    const double ratio = std::exp(-patch_reach + step * static_cast<double>(i));
    const contact::UnitPatch patch =
        contact::unit_patch(2 * ratio / (1 + ratio), 2 / (1 + ratio), steel, steel);
    tables.code += c_list({patch.a, patch.b, patch.c11, patch.c22, patch.c23, patch.c33}) + ",\n";
  }
  tables.code += "};\n";
}

}  // namespace

Tables write_tables(const symbolic_model::Model& model, const symbolic_model::ModelSpec& spec,
                    Findings& findings) {
  Tables tables;
  if (model.wheels.empty()) {
    tables.code = tables_of_nothing;
    return tables;
  }
  const SourceLocation& where = spec.name.where;
  const bool wheel = check_profile(spec.contact->wheel, "contact.wheel", where, findings);
  const bool rail = check_profile(spec.contact->rail, "contact.rail", where, findings);
  Findings of_course;
  add_course(model, *spec.track, tables, of_course);
  findings.append(of_course);
  if (!wheel || !rail) return tables;
  add_profiles(*spec.contact, tables);
  add_patches(*spec.contact, tables);
  return tables;
}

}  // namespace flangeway::codegen
