// One contact patch with finer and finer elements against closed forms: how errors fall and cost grows.
// Tables as Markdown, pictures into a folder.
//
//   contact_refinement [FOLDER [MOST]]     MOST: elements per side of the largest patch, 176
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/plot/figure.hpp"

namespace {

using namespace flangeway;
using namespace flangeway::contact;
using namespace flangeway::contact::patch;

const Material steel{2 * 1.28 * 82e9, 0.28};

/// Gap ½(cx x² + cy y²), curvatures in 1/m, on nx × ny elements over ±half_x, ±half_y (m).
Problem quadratic(int nx, int ny, double half_x, double half_y, double cx, double cy, const Material& upper,
                  const Material& lower) {
  Problem p;
  const double dx = 2 * half_x / nx, dy = 2 * half_y / ny;
  p.grid = {nx, ny, dx, dy, -half_x + dx / 2, -half_y + dy / 2};
  p.material = combine(upper, lower);
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix)
      p.gap.push_back(0.5 * (cx * p.grid.x(ix) * p.grid.x(ix) + cy * p.grid.y(iy) * p.grid.y(iy)));
  return p;
}

/// Relative errors of one number over the elements along the patch.
struct Curve {
  std::string name;
  std::vector<double> elements, errors;
};

Curve measure(const std::string& name, const std::vector<int>& sizes, double exact,
              const std::function<double(int)>& value) {
  Curve curve{name, {}, {}};
  fmt::print("| {} | {:.6g} |", name, exact);
  for (const int n : sizes) {
    const double got = value(n);
    curve.elements.push_back(n);
    curve.errors.push_back(std::abs(got / exact - 1));
    fmt::print(" {}: {:.5g} ({:.2g} %) |", n, got, 100 * (got / exact - 1));
  }
  fmt::print("\n");
  return curve;
}

// A ball of 0.5 m on a plane, contact radius 5 mm.
constexpr double ball_radius = 0.5, ball_a = 5e-3;
double ball_force() {
  return 4 * contact_modulus(steel, steel) * std::pow(ball_a, 3) / (3 * ball_radius);
}
Solution ball(int n) {
  Problem p = quadratic(n, n, 1.05 * ball_a, 1.05 * ball_a, 1 / ball_radius, 1 / ball_radius, steel, steel);
  p.normal_force = ball_force();
  p.motion.kind = TangentialKind::none;
  return solve(p);
}

// Cattaneo and Mindlin: a soft ball under 7/8 of μFN; their shift.
constexpr double soft_shear = 200e6, soft_poisson = 0.42, soft_force = 9.1954, soft_friction = 0.4;
double cattaneo_shift(int n) {
  const Material soft{2 * (1 + soft_poisson) * soft_shear, soft_poisson};
  Problem p = quadratic(n, n, 1.2e-3, 1.2e-3, 20, 20, soft, soft);
  p.normal_force = soft_force;
  p.friction[0].kinetic = soft_friction;
  p.motion.kind = TangentialKind::shift;
  p.motion.longitudinal = {Control::force_over_mu_n, 0.875};
  p.motion.lateral = {Control::force_over_mu_n, 0};
  return -solve(p).creepage_x;
}
double exact_shift() {
  const Material soft{2 * (1 + soft_poisson) * soft_shear, soft_poisson};
  const double a = std::cbrt(3 * soft_force * 0.05 / (4 * contact_modulus(soft, soft)));
  return 3 * soft_friction * soft_force * (2 - soft_poisson) / (8 * soft_shear * a) *
         (1 - std::pow(1 - 0.875, 2.0 / 3));
}

// Carter: a wheel of 0.5 m, half width 1 mm, plane strain.
double carter_force(int n) {
  Problem p = quadratic(n, 1, 1.1e-3, 0.1, 2, 0, steel, steel);
  p.normal_force = 35780;
  p.motion.longitudinal.value = -2.4e-4;
  return solve(p).force_x / (0.3 * 35780);
}
double exact_carter() {
  // F/μN = 1 − (1 − ξ R/(μ a))², with a of the same load.
  const double modulus = contact_modulus(steel, steel);
  const double a = std::sqrt(4 * 35780 / 0.2 * 0.5 / (pi * modulus));
  const double part = 2.4e-4 * 0.5 / (0.3 * a);
  return 1 - (1 - part) * (1 - part);
}

// Bentall and Johnson: unequal cylinders without friction roll freely with this creepage.
double free_rolling(int n) {
  const Material aluminium{2 * 1.31 * 23e9, 0.31};
  Problem p = quadratic(n, 1, 0.108e-3, 0.5, 40, 0, aluminium, steel);
  p.normal_force = 16201.9;
  p.friction[0].kinetic = 1e-4;
  p.motion.longitudinal = {Control::force_over_mu_n, 0};
  return std::abs(solve(p).creepage_x);
}

// Spence: a soft ball on a rigid plane, pressed in 35 steps; adhesion radius over contact radius.
double spence_ratio(int n) {
  Problem p = quadratic(n, n, 4.5e-3, 4.5e-3, 8.232, 8.232, {2 * 0.5e6, 0}, {2e11, 0});
  p.friction[0].kinetic = 0.2986;
  p.motion.kind = TangentialKind::shift;
  Workspace workspace;
  Solution s, before;
  for (int k = 1; k <= 35; ++k) {
    p.normal_force = 0.470508 * std::pow(k / 35.0, 3);
    before = s;
    solve(p, k == 1 ? nullptr : &before.tractions, workspace, s);
  }
  return std::sqrt(static_cast<double>(s.adhesion_elements) / s.contact_elements);
}

std::vector<Curve> errors(bool all) {
  fmt::print("| quantity | closed form | elements along the grid: value (error) |\n| --- | --- | --- |\n");
  const std::vector<int> square = all ? std::vector{10, 20, 40, 80, 160} : std::vector{10, 20};
  const std::vector<int> line = all ? std::vector{25, 50, 100, 200, 400} : std::vector{25, 50};
  const std::vector<int> pressed = all ? std::vector{15, 23, 45, 67} : std::vector{15};
  const double peak = 1.5 * ball_force() / (pi * ball_a * ball_a);
  std::vector<Curve> curves;
  curves.push_back(measure("Hertz: approach", square, ball_a * ball_a / ball_radius,
                           [](int n) { return ball(n).approach; }));
  curves.push_back(
      measure("Hertz: greatest pressure", square, peak, [](int n) { return ball(n).max_pressure; }));
  curves.push_back(measure("Cattaneo: shift", square, exact_shift(), cattaneo_shift));
  curves.push_back(measure("Carter: force over μN", line, exact_carter(), carter_force));
  curves.push_back(measure("Bentall and Johnson: free rolling", line, 5.259e-4, free_rolling));
  curves.push_back(measure("Spence: adhesion over contact radius", pressed, 0.5, spence_ratio));
  return curves;
}

// Kalker's coefficients by boundary elements: two grids and a straight line to elements of no size.
struct Coefficients {
  double c11, c22, c23, c33;
};
Coefficients by_elements(double ratio, double nu, int n) {
  const Material m{2 * (1 + nu) * 82e9, nu};
  const double b = 3e-3, a = ratio * b, force = 1e4, tiny = 1e-9, g = 82e9;
  double low = -25, high = 25;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (ellipse_shape(std::exp(middle)).a_over_b < ratio ? high : low) = middle;
  }
  const EllipseShape shape = ellipse_shape(std::exp(low));
  const double sum = 2 * force / (contact_modulus(m, m) * std::pow(a / shape.a, 3)), part = std::exp(low);
  Problem p = quadratic(n, n, 1.1 * a, 1.1 * b, sum * part / (1 + part), sum / (1 + part), m, m);
  p.normal_force = force;
  p.friction[0].kinetic = 1e3;
  Coefficients c{};
  p.motion.longitudinal.value = p.motion.lateral.value = tiny;
  const Solution creep = solve(p);
  p.motion.longitudinal.value = p.motion.lateral.value = 0;
  p.motion.spin = tiny;
  const Solution spin = solve(p);
  const double unit = g * a * b * tiny;
  c.c11 = -creep.force_x / unit, c.c22 = -creep.force_y / unit;
  c.c23 = -spin.force_y / (unit * std::sqrt(a * b)), c.c33 = -spin.moment_z / (unit * a * b);
  return c;
}

void print_coefficients(bool all) {
  fmt::print("\n| a/b | ν | C11 | C22 | C23 | C33 | largest difference from kalker_coefficients |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  const std::vector<double> ratios =
      all ? std::vector{0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0}
          : std::vector{1.0};
  for (const double ratio : ratios)
    for (const double nu : all ? std::vector{0.0, 0.25, 0.5} : std::vector{0.25}) {
      const Coefficients coarse = by_elements(ratio, nu, all ? 64 : 16),
                         fine = by_elements(ratio, nu, all ? 128 : 32);
      const Coefficients c{2 * fine.c11 - coarse.c11, 2 * fine.c22 - coarse.c22, 2 * fine.c23 - coarse.c23,
                           2 * fine.c33 - coarse.c33};
      const KalkerCoefficients k = kalker_coefficients(std::log(ratio), nu);
      const double apart = std::max({std::abs(c.c11 / k.c11 - 1), std::abs(c.c22 / k.c22 - 1),
                                     std::abs(c.c23 / k.c23 - 1), std::abs(c.c33 / k.c33 - 1)});
      fmt::print("| {} | {} | {:.3f} | {:.3f} | {:.4f} | {:.4f} | {:.1f} % |\n", ratio, nu, c.c11, c.c22,
                 c.c23, c.c33, 100 * apart);
    }
}

/// Processor time per element of contact over the number of elements.
Curve cost(const std::string& name, const std::vector<int>& sizes, TangentialKind kind) {
  Curve curve{name, {}, {}};
  Workspace workspace;
  for (const int n : sizes) {
    Problem p = quadratic(n, n, 8.8e-3, 4.4e-3, 2 * 0.846419, 2 * 2.40616, steel, steel);
    p.normal_control = NormalControl::approach;
    p.approach = 9.2666e-5;
    p.motion.kind = kind, p.motion.spin = 0.625;
    p.motion.lateral.value = -6.25e-4;
    Solution s;
    solve(p, nullptr, workspace, s);  // makes the coefficients
    const int times = std::max(1, 20000 / (n * n));
    const std::clock_t start = std::clock();
    for (int i = 0; i < times; ++i) {
      s.tractions.pressure.clear();
      solve(p, nullptr, workspace, s);
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / times;
    curve.elements.push_back(s.contact_elements);
    curve.errors.push_back(1e6 * seconds / s.contact_elements);
    fmt::print("| {} | {} | {:.3g} | {:.2f} | {} | {} |\n", name, s.contact_elements, 1e3 * seconds,
               1e6 * seconds / s.contact_elements, s.normal_iterations, s.products);
  }
  return curve;
}

plot::Panel panel(const std::vector<Curve>& curves, const char* x, const char* y) {
  plot::Panel made{.x_label = x, .y_label = y, .x_log = true, .y_log = true, .height = 320};
  for (const Curve& curve : curves)
    made.series.push_back({.name = curve.name, .x = curve.elements, .y = curve.errors});
  return made;
}

void write(const std::string& file, const char* title, plot::Panel shown) {
  plot::Figure figure{.title = title};
  figure.panels.push_back(std::move(shown));
  std::ofstream(file) << plot::svg(figure);
}

}  // namespace

int main(int argc, char** argv) {
  const int most = argc > 2 ? std::atoi(argv[2]) : 176;
  const bool all = argc > 1;
  const auto curves = errors(all);
  print_coefficients(all);
  std::vector<int> sizes;
  for (const int n : {12, 21, 44, 88, 176, 278, 352, 555})
    if (n <= (all ? most : 21)) sizes.push_back(n);
  fmt::print(
      "\n| problem | elements in contact | ms | µs per element | iterations of the normal problem | "
      "products of the tangential problem |\n| --- | --- | --- | --- | --- | --- |\n");
  std::vector<Curve> costs{cost("normal problem", sizes, TangentialKind::none),
                           cost("normal problem and steady rolling", sizes, TangentialKind::steady_rolling)};
  if (argc < 2) return 0;
  const std::string folder = argv[1];
  write(folder + "/contact_convergence.svg", "Boundary elements against closed forms",
        panel(curves, "elements along the grid", "relative error"));
  write(folder + "/contact_cost.svg", "Cost of one patch",
        panel(costs, "elements in contact", "processor time per element in µs"));
}
