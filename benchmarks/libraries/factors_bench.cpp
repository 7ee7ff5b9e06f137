// Factors of the Newton matrix I − γJ of a vehicle and one solution with them, at γ = 1 ms. The pattern is
// known, as it is in all but the first steps of a run.
#include <benchmark/benchmark.h>
#include <klu.h>

#include <Eigen/Dense>
#include <Eigen/SparseLU>
#include <stdexcept>
#include <string>
#include <vector>

#include "flangeway/integrate/sparse_lu.hpp"
#include "flangeway/simulate/simulation.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace {

using namespace flangeway;

Eigen::MatrixXd newton_matrix(const char* name) {
  Findings findings;
  const auto model = vehicle_case::load_case(std::string(FLANGEWAY_CASES) + "/" + name + ".toml",
                                             {std::string("integration.method=bdf")}, findings);
  findings.throw_if_any();
  simulate::Simulation simulation(*model);
  const integrate::Problem problem = simulation.problem();
  const auto size = static_cast<Eigen::Index>(problem.size);
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(size, size);
  std::vector<double> rate(problem.size);
  std::uint64_t evaluations = 0;
  if (problem.derivative(problem.user, 0, simulation.integrated(), rate.data()) != EvalStatus::ok ||
      problem.jacobian(problem.user, 0, simulation.integrated(), rate.data(), jacobian.data(),
                       &evaluations) != EvalStatus::ok)
    throw std::runtime_error("the case has no Jacobian at its start");
  return Eigen::MatrixXd::Identity(size, size) - 1e-3 * jacobian;
}

Eigen::SparseMatrix<double, Eigen::ColMajor, int> sparse(const Eigen::MatrixXd& matrix) {
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> result = matrix.sparseView();
  result.makeCompressed();
  return result;
}

void ours(benchmark::State& state, const char* name) {
  const Eigen::MatrixXd matrix = newton_matrix(name);
  const auto size = static_cast<std::size_t>(matrix.rows());
  integrate::SparseLu lu;
  lu.init(size);
  std::vector<double> x(size, 1.0);
  for (auto _ : state) {
    if (!lu.factorise(matrix.data())) state.SkipWithError("singular");
    lu.solve(x.data());
    benchmark::DoNotOptimize(x.data());
  }
  state.counters["unknowns"] = static_cast<double>(size);
  state.counters["entries"] = static_cast<double>(lu.entries());
}

void klu(benchmark::State& state, const char* name) {
  auto matrix = sparse(newton_matrix(name));
  const int size = static_cast<int>(matrix.rows());
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(size, matrix.outerIndexPtr(), matrix.innerIndexPtr(), &common);
  klu_numeric* numeric =
      klu_factor(matrix.outerIndexPtr(), matrix.innerIndexPtr(), matrix.valuePtr(), symbolic, &common);
  std::vector<double> x(static_cast<std::size_t>(size), 1.0);
  for (auto _ : state) {
    // The pivots of the first factorisation are kept: the cheapest that KLU offers.
    if (!klu_refactor(matrix.outerIndexPtr(), matrix.innerIndexPtr(), matrix.valuePtr(), symbolic, numeric,
                      &common))
      state.SkipWithError("singular");
    klu_solve(symbolic, numeric, size, 1, x.data(), &common);
    benchmark::DoNotOptimize(x.data());
  }
  state.counters["entries"] = static_cast<double>(numeric->lnz + numeric->unz);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
}

void eigen_sparse(benchmark::State& state, const char* name) {
  const auto matrix = sparse(newton_matrix(name));
  Eigen::SparseLU<Eigen::SparseMatrix<double, Eigen::ColMajor, int>> lu;
  lu.analyzePattern(matrix);
  Eigen::VectorXd x = Eigen::VectorXd::Ones(matrix.rows());
  for (auto _ : state) {
    lu.factorize(matrix);
    x = lu.solve(x);
    benchmark::DoNotOptimize(x.data());
  }
}

void eigen_dense(benchmark::State& state, const char* name) {
  const Eigen::MatrixXd matrix = newton_matrix(name);
  Eigen::PartialPivLU<Eigen::MatrixXd> lu(matrix);
  Eigen::VectorXd x = Eigen::VectorXd::Ones(matrix.rows());
  for (auto _ : state) {
    lu.compute(matrix);
    x = lu.solve(x);
    benchmark::DoNotOptimize(x.data());
  }
}

#define FLANGEWAY_FACTORS(vehicle)                    \
  BENCHMARK_CAPTURE(ours, vehicle, #vehicle);         \
  BENCHMARK_CAPTURE(klu, vehicle, #vehicle);          \
  BENCHMARK_CAPTURE(eigen_sparse, vehicle, #vehicle); \
  BENCHMARK_CAPTURE(eigen_dense, vehicle, #vehicle)
FLANGEWAY_FACTORS(bogie_r235_one_point);
FLANGEWAY_FACTORS(manchester_r500);
FLANGEWAY_FACTORS(flexible_r500_rigid);

}  // namespace
