/* A creep law of one's own: Kalker's linear theory, saturated by the cubic of Shen, Hedrick and Elkins.
 *     cc -O2 -shared -fPIC -o saturated_linear.so saturated_linear.c -lm
 * In the case:  [contact.creep]  law = "library",  library = "saturated_linear.so",  parameters = { slope = 0.8 }
 * How-to: docs/howto/own_laws.md. flangeway_law.h is in include/flangeway/law. */
#include <flangeway/law/flangeway_law.h>
#include <math.h>

/* s(r) L for the linear force L and r = |L|/(friction · load); its change for a change of L and of r. */
static void change(double s, double slope, const double *linear, double dx, double dy, double dm, double dr,
                   size_t count, double *out) {
  out[0 * count] = s * dx + slope * dr * linear[0];
  out[1 * count] = s * dy + slope * dr * linear[1];
  out[2 * count] = s * dm + slope * dr * linear[2];
}

static int forces(const double *parameters, size_t count, const double *in, double *out, int derivatives) {
  for (size_t i = 0; i < count; ++i) {
#define IN(row) in[FLANGEWAY_CREEP_##row * count + i]
#define OUT(row) (out + FLANGEWAY_CREEP_##row * count + i)
    const double k = parameters[0], n = IN(NORMAL_FORCE), mu = IN(FRICTION);
    const double f11 = k * IN(F11), f22 = k * IN(F22), f23 = k * IN(F23), f33 = k * IN(F33);
    const double x = IN(LONGITUDINAL), y = IN(LATERAL), spin = IN(SPIN);
    const double linear[3] = {-f11 * x, -f22 * y - f23 * spin, f23 * y - f33 * spin};
    const double size = sqrt(linear[0] * linear[0] + linear[1] * linear[1]), r = size / (mu * n);
    const double s = r < 3 ? 1 - r / 3 + r * r / 27 : 1 / r, slope = r < 3 ? 2 * r / 27 - 1.0 / 3 : -1 / (r * r);
    *OUT(FX) = s * linear[0], *OUT(FY) = s * linear[1], *OUT(MZ) = s * linear[2];
    /* unit vector of the force, over the bound: dr = ex dLx + ey dLy − r (dn/n + dmu/mu) */
    const double ex = size > 0 ? linear[0] / size / (mu * n) : 0, ey = size > 0 ? linear[1] / size / (mu * n) : 0;
    if (derivatives & FLANGEWAY_BY_LOAD) {
      const double dx = linear[0] / 1.5 / n, dy = -(f22 * y / 1.5 + f23 * spin) / n;
      const double dm = (f23 * y - f33 * spin / 0.75) / n;
      change(s, slope, linear, dx, dy, dm, ex * dx + ey * dy - r / n, count, OUT(FX_BY_LOAD));
    }
    if (derivatives & FLANGEWAY_BY_CREEPAGE) {
      change(s, slope, linear, -f11, 0, 0, -ex * f11, count, OUT(FX_BY_LONGITUDINAL));
      change(s, slope, linear, 0, -f22, f23, -ey * f22, count, OUT(FX_BY_LATERAL));
      change(s, slope, linear, 0, 0, 0, -r / mu, count, OUT(FX_BY_FRICTION));
    }
  }
  return 0;
}

static const flangeway_law_parameter parameters[] = {{"slope", "1", 1.0, 0.01, 1.0}}; /* of dry, clean rails: 1 */

const flangeway_law flangeway_creep_law = {
    FLANGEWAY_LAW_INTERFACE, "Kalker's linear theory, saturated", forces,
    FLANGEWAY_BY_LOAD | FLANGEWAY_BY_CREEPAGE, 1, parameters, 0};
