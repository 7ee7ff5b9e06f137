/* The formulas of one fixed step: classical and exponential RK4, and Adams–Bashforth–Moulton. They serve the library
 * and, as a file of their own, the generated projects: plain C that is C++ as well.
 *
 * y' = −λ y + N(t, y) for a component with a rate λ > 0, which is frozen over a step; z = λ h. Derivation:
 * docs/theory/integrators.md. */
#ifndef FW_FIXED_STEP_H
#define FW_FIXED_STEP_H

#include <math.h>
#include <stddef.h>

typedef struct {
  double rate; /* λ, 1/s */
  /* Of N at n, n−1, n−2, n−3 and at n+1, n, n−1, n−2. */
  double predictor[4], corrector[4];
  /* Krogstad's exponential RK4: φ1(−z/2), φ2(−z/2), φ1(−z), φ2(−z), 2(φ2 − 2φ3), 4φ3 − φ2. */
  double half1, half2, full1, full2, middle, last;
} fw_weights;

/* The components with a rate: their places, and the weights of each. */
typedef struct {
  size_t count;
  const size_t *place;
  const fw_weights *weights;
} fw_stiff;

/* φ_0(−z) = e^(−z), φ_j(−z) = ∫₀¹ e^(−z(1−θ)) θ^(j−1)/(j−1)! dθ, j = 1 … 4, for z ≥ 0, to about 1e-15 relative. */
static inline void fw_phi_functions(double z, double phi[5]) {
  const double c = -z;
  if (z < 1) { /* the recursion φ_{j+1} = (φ_j − 1/j!)/(−z) would lose digits; the series of φ4 needs 16 terms */
    double sum = 1; /* Σ c^k/(k+4)!, from the last term: c^k/(k+4)! = (1 + c/(k+5) (1 + …))/4! */
    for (int k = 15; k >= 1; --k) sum = 1 + c / (k + 4) * sum;
    phi[4] = sum / 24;
    phi[3] = 1.0 / 6 + c * phi[4];
    phi[2] = 1.0 / 2 + c * phi[3];
    phi[1] = 1 + c * phi[2];
    phi[0] = 1 + c * phi[1];
  } else {
    phi[0] = exp(c);
    phi[1] = (phi[0] - 1) / c;
    phi[2] = (phi[1] - 1) / c;
    phi[3] = (phi[2] - 1.0 / 2) / c;
    phi[4] = (phi[3] - 1.0 / 6) / c;
  }
}

/* Whether a component reaches its equilibrium within a step of z = λh. */
static inline int fw_is_quasi_static(double z) { return z > 200; }

/* How far it does: 0 up to the limit of fw_is_quasi_static(), towards 1 beyond. */
static inline double fw_share_at_rest(double z) { return fw_is_quasi_static(z) ? 1 - 4e4 / (z * z) : 0; }

/* ∫₀¹ e^(−z(1−θ)) ℓ_k(θ) dθ with Lagrange's ℓ_k. The predictor turns from four points to two as z grows: that keeps it
 * stable when λ is not exact. At z = 1 both have the same share; measured, see the theory page. For quasi-static
 * components it turns from two points to one: a friction surface that sticks does not move on as it slipped before. */
static inline void fw_set_adams(double z, fw_weights *w) {
  double p[5];
  fw_phi_functions(z, p);
  /* 1 − share = O(z²), so that the order stays 4. */
  const double share = 1 / (1 + z * z), rest = 1 - share;
  const double flat = rest * fw_share_at_rest(z);
  w->predictor[0] = share * (p[1] + 11.0 / 6 * p[2] + 2 * p[3] + p[4]) + rest * (p[1] + p[2]) - flat * p[2];
  w->predictor[1] = share * (-3 * p[2] - 5 * p[3] - 3 * p[4]) - rest * p[2] + flat * p[2];
  w->predictor[2] = share * (1.5 * p[2] + 4 * p[3] + 3 * p[4]);
  w->predictor[3] = share * (-p[2] / 3 - p[3] - p[4]);
  w->corrector[0] = p[2] / 3 + p[3] + p[4];
  w->corrector[1] = p[1] + p[2] / 2 - 2 * p[3] - 3 * p[4];
  w->corrector[2] = -p[2] + p[3] + 3 * p[4];
  w->corrector[3] = p[2] / 6 - p[4];
}

static inline void fw_set_runge_kutta(double z, fw_weights *w) {
  /* Of a component that is quasi-static within the step, stages do not extrapolate: see fw_set_adams(). */
  const double flat = fw_share_at_rest(z);
  double half[5], full[5];
  fw_phi_functions(z / 2, half);
  fw_phi_functions(z, full);
  w->half1 = half[1];
  w->half2 = (1 - flat / 2) * half[2];
  w->full1 = full[1];
  w->full2 = (1 - flat / 2) * full[2];
  w->middle = 2 * (full[2] - 2 * full[3]);
  w->last = 4 * full[3] - full[2];
}

/* The states at which RK4 evaluates, each from y, k1 at the beginning and what came before, and the new state. */

static inline void fw_runge_kutta_a(size_t n, double h, const fw_stiff *stiff, const double *y, const double *k1,
                                    double *a) {
  for (size_t i = 0; i < n; ++i) a[i] = y[i] + h / 2 * k1[i];
  for (size_t s = 0; s < stiff->count; ++s) {
    const size_t i = stiff->place[s];
    a[i] = y[i] + h / 2 * stiff->weights[s].half1 * k1[i];
  }
}

static inline void fw_runge_kutta_b(size_t n, double h, const fw_stiff *stiff, const double *y, const double *k1,
                                    const double *a, const double *k2, double *b) {
  for (size_t i = 0; i < n; ++i) b[i] = y[i] + h / 2 * k2[i];
  for (size_t s = 0; s < stiff->count; ++s) {
    const size_t i = stiff->place[s];
    const fw_weights *w = &stiff->weights[s];
    const double change = k2[i] - k1[i] + w->rate * (a[i] - y[i]); /* of N */
    b[i] = y[i] + h / 2 * w->half1 * k1[i] + h * w->half2 * change;
  }
}

static inline void fw_runge_kutta_c(size_t n, double h, const fw_stiff *stiff, const double *y, const double *k1,
                                    const double *b, const double *k3, double *c) {
  for (size_t i = 0; i < n; ++i) c[i] = y[i] + h * k3[i];
  for (size_t s = 0; s < stiff->count; ++s) {
    const size_t i = stiff->place[s];
    const fw_weights *w = &stiff->weights[s];
    const double change = k3[i] - k1[i] + w->rate * (b[i] - y[i]);
    c[i] = y[i] + h * w->full1 * k1[i] + 2 * h * w->full2 * change;
  }
}

/* states: y, a, b, c; slopes: k1 … k4. */
static inline void fw_runge_kutta_end(size_t n, double h, const fw_stiff *stiff, const double *const states[4],
                                      const double *const slopes[4], double *next) {
  const double *y = states[0], *a = states[1], *b = states[2], *c = states[3];
  const double *k1 = slopes[0], *k2 = slopes[1], *k3 = slopes[2], *k4 = slopes[3];
  for (size_t i = 0; i < n; ++i) next[i] = y[i] + h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
  for (size_t s = 0; s < stiff->count; ++s) {
    const size_t i = stiff->place[s];
    const fw_weights *w = &stiff->weights[s];
    const double middle = k2[i] + k3[i] - 2 * k1[i] + w->rate * (a[i] + b[i] - 2 * y[i]);
    const double last = k4[i] - k1[i] + w->rate * (c[i] - y[i]);
    next[i] = y[i] + h * (w->full1 * k1[i] + w->middle * middle + w->last * last);
  }
}

/* y and f: the last four points, the newest first [Yu2022, eq. 32], the sign of f_{n−1} in the corrector corrected. N = f + λ y with the λ of this step, so that
 * y_{n+1} = y_n + h Σ w_k f_k + λh Σ w_k (y_k − y_n). */
static inline void fw_adams_predict(size_t n, double h, const fw_stiff *stiff, const double *const y[4],
                                    const double *const f[4], double *next) {
  const double *y0 = y[0], *y1 = y[1], *y2 = y[2], *y3 = y[3];
  const double *f0 = f[0], *f1 = f[1], *f2 = f[2], *f3 = f[3];
  {
    const double w0 = 55.0 / 24, w1 = -59.0 / 24, w2 = 37.0 / 24, w3 = -9.0 / 24;
    for (size_t i = 0; i < n; ++i) next[i] = y0[i] + h * (w0 * f0[i] + w1 * f1[i] + w2 * f2[i] + w3 * f3[i]);
  }
  for (size_t s = 0; s < stiff->count; ++s) {
    const size_t i = stiff->place[s];
    const double *w = stiff->weights[s].predictor;
    const double slow = w[1] * (y1[i] - y0[i]) + w[2] * (y2[i] - y0[i]) + w[3] * (y3[i] - y0[i]);
    next[i] = y0[i] + h * (w[0] * f0[i] + w[1] * f1[i] + w[2] * f2[i] + w[3] * f3[i] + stiff->weights[s].rate * slow);
  }
}

/* next: the prediction, whose slope is next_f; it becomes the new state. `scratch` holds stiff->count numbers. */
static inline void fw_adams_correct(size_t n, double h, const fw_stiff *stiff, const double *const y[4],
                                    const double *const f[4], const double *next_f, double *scratch, double *next) {
  const double *y0 = y[0], *y1 = y[1], *y2 = y[2];
  const double *f0 = f[0], *f1 = f[1], *f2 = f[2];
  for (size_t s = 0; s < stiff->count; ++s) { /* aside: the loop below overwrites the prediction */
    const size_t i = stiff->place[s];
    const double *w = stiff->weights[s].corrector;
    const double slow = w[0] * (next[i] - y0[i]) + w[2] * (y1[i] - y0[i]) + w[3] * (y2[i] - y0[i]);
    scratch[s] =
        y0[i] + h * (w[0] * next_f[i] + w[1] * f0[i] + w[2] * f1[i] + w[3] * f2[i] + stiff->weights[s].rate * slow);
  }
  {
    const double w0 = 9.0 / 24, w1 = 19.0 / 24, w2 = -5.0 / 24, w3 = 1.0 / 24;
    for (size_t i = 0; i < n; ++i) next[i] = y0[i] + h * (w0 * next_f[i] + w1 * f0[i] + w2 * f1[i] + w3 * f2[i]);
  }
  for (size_t s = 0; s < stiff->count; ++s) next[stiff->place[s]] = scratch[s];
}

#endif
