#include "flangeway/integrate/bdf.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <new>

#include "flangeway/integrate/sparse_lu.hpp"

namespace flangeway::integrate {

// Everything that CVODE's functions need, reached through their user pointer.
struct BdfSolver {
  Problem problem;
  Tolerances tolerances;
  StepCounts counts;
  double t = 0, start = 0;
  bool fatal = false;
  std::vector<double> scratch, scratch_f, tolerated;
  SparseLu lu;

  SUNContext context = nullptr;
  void* memory = nullptr;
  N_Vector y = nullptr, view = nullptr;  // view: an array of the caller, for the interpolation
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;

  BdfSolver() = default;
  BdfSolver(const BdfSolver&) = delete;
  BdfSolver& operator=(const BdfSolver&) = delete;
  ~BdfSolver() {
    if (memory != nullptr) CVodeFree(&memory);
    if (linear != nullptr) SUNLinSolFreeEmpty(linear);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    if (view != nullptr) N_VDestroy(view);
    if (y != nullptr) N_VDestroy(y);
    if (context != nullptr) SUNContext_Free(&context);
  }

  void create(const double* initial);
  void make_linear_solver();
  [[nodiscard]] int answer(EvalStatus status);
  EvalStatus derivative(double at, const double* state, double* dydt);
  EvalStatus differences(double at, const double* state, const double* dydt, double* columns);
  void count_step();
};

// CVODE reads 0 as success, > 0 as "try a shorter step", < 0 as the end.
int BdfSolver::answer(EvalStatus status) {
  if (status == EvalStatus::ok) return 0;
  if (status == EvalStatus::retry) return 1;
  fatal = true;
  return -1;
}

EvalStatus BdfSolver::derivative(double at, const double* state, double* dydt) {
  ++counts.evaluations;
  const EvalStatus status = problem.derivative(problem.user, at, state, dydt);
  if (status != EvalStatus::ok) {
    ++counts.failed_attempts;
    return status;
  }
  double sum = 0;
  for (std::size_t i = 0; i < problem.size; ++i) sum += 0 * dydt[i];
  if (sum == 0) return EvalStatus::ok;
  ++counts.failed_attempts;
  return EvalStatus::retry;
}

// Columns one by one, for problems without a Jacobian of their own. Increments as in CVODE's own differences.
EvalStatus BdfSolver::differences(double at, const double* state, const double* dydt, double* columns) {
  const std::size_t n = problem.size;
  tolerated_errors(problem, tolerances, state, tolerated.data());
  std::copy_n(state, n, scratch.data());
  for (std::size_t j = 0; j < n; ++j) {
    const double root = std::sqrt(std::numeric_limits<double>::epsilon());
    scratch[j] = state[j] + std::max(root * std::abs(state[j]), 1e-2 * tolerated[j]);
    const double increment = scratch[j] - state[j];
    const EvalStatus status = derivative(at, scratch.data(), scratch_f.data());
    ++counts.jacobian_evaluations;
    if (status != EvalStatus::ok) return status;
    for (std::size_t i = 0; i < n; ++i) columns[i + j * n] = (scratch_f[i] - dydt[i]) / increment;
    scratch[j] = state[j];
  }
  return EvalStatus::ok;
}

namespace {

BdfSolver* solver_of(void* user) {
  return static_cast<BdfSolver*>(user);
}

int call_derivative(realtype t, N_Vector y, N_Vector ydot, void* user) {
  BdfSolver* self = solver_of(user);
  return self->answer(self->derivative(t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot)));
}

int call_jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix j, void* user, N_Vector, N_Vector,
                  N_Vector) {
  BdfSolver* self = solver_of(user);
  double* columns = SUNDenseMatrix_Data(j);
  const double *state = N_VGetArrayPointer(y), *dydt = N_VGetArrayPointer(fy);
  ++self->counts.jacobians;
  if (self->problem.jacobian == nullptr) {
    return self->answer(self->differences(t, state, dydt, columns));
  }
  std::uint64_t evaluations = 0;
  const EvalStatus status = self->problem.jacobian(self->problem.user, t, state, dydt, columns, &evaluations);
  self->counts.evaluations += evaluations;
  self->counts.jacobian_evaluations += evaluations;
  return self->answer(status);
}

int call_weights(N_Vector y, N_Vector weights, void* user) {
  BdfSolver* self = solver_of(user);
  double* w = N_VGetArrayPointer(weights);
  tolerated_errors(self->problem, self->tolerances, N_VGetArrayPointer(y), w);
  for (std::size_t i = 0; i < self->problem.size; ++i) {
    if (!(w[i] > 0)) return -1;
    w[i] = 1 / w[i];
  }
  return 0;
}

int call_project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector, void* user) {
  BdfSolver* self = solver_of(user);
  const double* state = N_VGetArrayPointer(y);
  double* change = N_VGetArrayPointer(correction);
  std::copy_n(state, self->problem.size, change);
  const EvalStatus status = self->problem.project(self->problem.user, t, change);
  for (std::size_t i = 0; i < self->problem.size; ++i) change[i] -= state[i];
  return self->answer(status);
}

void be_silent(int, const char*, const char*, char*, void*) {}

SUNLinearSolver_Type direct_type(SUNLinearSolver) {
  return SUNLINEARSOLVER_DIRECT;
}

int initialize(SUNLinearSolver) {
  return 0;
}

int factorise(SUNLinearSolver linear, SUNMatrix matrix) {
  auto* self = static_cast<BdfSolver*>(linear->content);
  ++self->counts.factorisations;
  return self->lu.factorise(SUNDenseMatrix_Data(matrix)) ? 0 : SUNLS_PACKAGE_FAIL_REC;
}

int solve(SUNLinearSolver linear, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  auto* self = static_cast<BdfSolver*>(linear->content);
  double* values = N_VGetArrayPointer(x);
  std::copy_n(N_VGetArrayPointer(b), self->problem.size, values);
  self->lu.solve(values);
  return 0;
}

}  // namespace

void BdfSolver::make_linear_solver() {
  linear = SUNLinSolNewEmpty(context);
  if (linear == nullptr) throw std::bad_alloc();
  linear->ops->gettype = direct_type;
  linear->ops->initialize = initialize;
  linear->ops->setup = factorise;
  linear->ops->solve = solve;
  linear->content = this;
}

void BdfSolver::create(const double* initial) {
  const auto n = static_cast<sunindextype>(problem.size);
  if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  y = N_VNew_Serial(n, context);
  view = N_VMake_Serial(n, scratch.data(), context);
  matrix = SUNDenseMatrix(n, n, context);
  memory = CVodeCreate(CV_BDF, context);
  if (y == nullptr || view == nullptr || matrix == nullptr || memory == nullptr) throw std::bad_alloc();
  std::copy_n(initial, problem.size, N_VGetArrayPointer(y));
  make_linear_solver();
  int status = CVodeInit(memory, call_derivative, t, y);
  status |= CVodeSetErrHandlerFn(memory, be_silent, nullptr);
  status |= CVodeSetUserData(memory, this);
  status |= CVodeWFtolerances(memory, call_weights);
  status |= CVodeSetLinearSolver(memory, linear, matrix);
  status |= CVodeSetJacFn(memory, call_jacobian);
  status |= CVodeSetInitStep(memory, tolerances.first_step);
  status |= CVodeSetMaxStep(memory, tolerances.max_step);
  status |= CVodeSetMaxOrd(memory, tolerances.max_order);
  if (problem.project != nullptr) {
    status |= CVodeSetProjFn(memory, call_project);
    status |= CVodeSetProjErrEst(memory, SUNFALSE);
  }
  if (status != CV_SUCCESS) throw std::bad_alloc();
}

void BdfSolver::count_step() {
  long failures = 0, iterations = 0, nonlinear_failures = 0;
  int order = 0;
  double h = 0;
  CVodeGetNumErrTestFails(memory, &failures);
  CVodeGetNumNonlinSolvIters(memory, &iterations);
  CVodeGetNumNonlinSolvConvFails(memory, &nonlinear_failures);
  CVodeGetLastOrder(memory, &order);
  CVodeGetLastStep(memory, &h);
  start = t - h;
  ++counts.steps;
  counts.rejected_steps = static_cast<std::uint64_t>(failures);
  counts.nonlinear_iterations = static_cast<std::uint64_t>(iterations);
  counts.nonlinear_failures = static_cast<std::uint64_t>(nonlinear_failures);
  ++counts.steps_of_order[static_cast<std::size_t>(order)];
  counts.smallest_step = counts.steps == 1 ? h : std::min(counts.smallest_step, h);
  counts.largest_step = std::max(counts.largest_step, h);
}

Bdf::Bdf() = default;
Bdf::~Bdf() = default;

void Bdf::init(const Problem& problem, const Tolerances& tolerances, double t, const double* y) {
  assert(problem.size > 0 && problem.derivative != nullptr);
  solver_ = std::make_unique<BdfSolver>();
  solver_->problem = problem;
  solver_->tolerances = tolerances;
  solver_->t = solver_->start = t;
  for (auto* buffer : {&solver_->scratch, &solver_->scratch_f, &solver_->tolerated})
    buffer->assign(problem.size, 0.0);
  solver_->lu.init(problem.size);
  solver_->create(y);
}

EvalStatus Bdf::step() {
  BdfSolver& s = *solver_;
  double reached = s.t;
  const int status = CVode(s.memory, s.t + 1, s.y, &reached, CV_ONE_STEP);
  if (status < 0) return s.fatal ? EvalStatus::fatal : EvalStatus::retry;
  s.t = reached;
  s.count_step();
  return EvalStatus::ok;
}

double Bdf::time() const {
  return solver_->t;
}

double Bdf::step_start() const {
  return solver_->start;
}

const double* Bdf::state() const {
  return N_VGetArrayPointer(solver_->y);
}

void Bdf::interpolate(double t, double* y) const {
  N_VSetArrayPointer(y, solver_->view);
  CVodeGetDky(solver_->memory, t, 0, solver_->view);
}

const StepCounts& Bdf::counts() const {
  return solver_->counts;
}

}  // namespace flangeway::integrate
