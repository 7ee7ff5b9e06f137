// Steps of CVODE on two problems: the reference of Bdf.TakesTheStepsOfCvode (integrate/test/cvode_test.cpp).
//
//   c++ -std=c++20 cvode.cpp -lsundials_cvode -lsundials_nvecserial -lsundials_sunmatrixdense
//   -lsundials_sunlinsoldense
//
// Debian 12: libsundials-cvode6 and others 6.4.1. Each line is a row of the table of the test: problem,
// largest order, tolerance; steps, evaluations, rejected steps; time and first component after the last step.
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <vector>

namespace {

int kepler(realtype, N_Vector state, N_Vector rate, void*) {
  const double* y = N_VGetArrayPointer(state);
  double* f = N_VGetArrayPointer(rate);
  const double r = std::hypot(y[0], y[1]), cube = r * r * r;
  f[0] = y[2];
  f[1] = y[3];
  f[2] = -y[0] / cube;
  f[3] = -y[1] / cube;
  return 0;
}

int robertson(realtype, N_Vector state, N_Vector rate, void*) {
  const double* y = N_VGetArrayPointer(state);
  double* f = N_VGetArrayPointer(rate);
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
  return 0;
}

int robertson_jacobian(realtype, N_Vector state, N_Vector, SUNMatrix j, void*, N_Vector, N_Vector, N_Vector) {
  const double* y = N_VGetArrayPointer(state);
  const double rows[3][3] = {
      {-0.04, 1e4 * y[2], 1e4 * y[1]}, {0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]}, {0, 6e7 * y[1], 0}};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) SM_ELEMENT_D(j, r, c) = rows[r][c];
  return 0;
}

struct Case {
  const char* name;
  CVRhsFn rate;
  CVLsJacFn jacobian;
  std::vector<double> start, units;
  double end;
};

void solve(const Case& problem, int order, double tolerance) {
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  const auto size = static_cast<sunindextype>(problem.start.size());
  N_Vector y = N_VNew_Serial(size, context), absolute = N_VNew_Serial(size, context);
  for (sunindextype i = 0; i < size; ++i) {
    NV_Ith_S(y, i) = problem.start[static_cast<std::size_t>(i)];
    NV_Ith_S(absolute, i) = tolerance * problem.units[static_cast<std::size_t>(i)];
  }
  void* method = CVodeCreate(CV_BDF, context);
  CVodeInit(method, problem.rate, 0, y);
  CVodeSVtolerances(method, tolerance, absolute);
  CVodeSetMaxOrd(method, order);
  CVodeSetInitStep(method, 1e-5);  // the search for the first step is not part of the formulas
  SUNMatrix matrix = SUNDenseMatrix(size, size, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(method, solver, matrix);
  if (problem.jacobian != nullptr) CVodeSetJacFn(method, problem.jacobian);
  double t = 0;
  while (t < problem.end)
    if (CVode(method, problem.end, y, &t, CV_ONE_STEP) < 0) std::printf("failed\n");
  long steps = 0, evaluations = 0, rejected = 0, for_jacobian = 0;
  CVodeGetNumSteps(method, &steps);
  CVodeGetNumRhsEvals(method, &evaluations);
  CVodeGetNumErrTestFails(method, &rejected);
  CVodeGetNumLinRhsEvals(method, &for_jacobian);
  std::printf("    {Which::%s, %d, %g, %ld, %ld, %ld, %.17g, %.17g},\n", problem.name, order, tolerance,
              steps, evaluations + for_jacobian, rejected, t, NV_Ith_S(y, 0));
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  CVodeFree(&method);
  N_VDestroy(y);
  N_VDestroy(absolute);
  SUNContext_Free(&context);
}

}  // namespace

int main() {
  const double e = 0.3;
  const std::vector<Case> all{
      {"kepler", kepler, nullptr, {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))}, {1, 1, 1, 1}, 10},
      {"robertson", robertson, robertson_jacobian, {1, 0, 0}, {1, 1e-5, 1}, 1000}};
  for (const Case& one : all)
    for (const int order : {1, 2, 3})
      for (const double tolerance : {1e-4, 1e-6}) solve(one, order, tolerance);
}
