/* A suspension element of one's own: an elastic part and a hysteretic one that yields, after Bouc and Wen.
 *     cc -O2 -shared -fPIC -o bouc_wen.so bouc_wen.c -lm
 * In the vehicle:  [[library_lines]]  library = "bouc_wen.so",  parameters = { stiffness = 2e5, share = 0.3 }
 * How-to: docs/howto/own_laws.md. flangeway_law.h is in include/flangeway/law. */
#include <flangeway/law/flangeway_law.h>
#include <math.h>

/* F = a k d + (1 - a) k z,  z' = d' (1 - |z/y|^n (1 + sign(d' z))/2): z follows d up to ± y, the state in m.
 */
static int element(const double *parameters, size_t count, const double *in, double *out, int derivatives) {
  const double k = parameters[0], share = parameters[1], yield = parameters[2], power = parameters[3];
  (void)derivatives;
  for (size_t i = 0; i < count; ++i) {
    const double d = in[FLANGEWAY_ELEMENT_DEFLECTION * count + i];
    const double rate = in[FLANGEWAY_ELEMENT_RATE * count + i];
    const double z = in[FLANGEWAY_ELEMENT_STATE * count + i];
    const double loading = rate * z > 0 ? pow(fabs(z) / yield, power) : 0;
    const double z_rate = rate * (1 - loading), hysteretic = (1 - share) * k * z;
    out[FLANGEWAY_ELEMENT_FORCE * count + i] = share * k * d + hysteretic;
    out[FLANGEWAY_ELEMENT_STATE_RATE * count + i] = z_rate;
    out[FLANGEWAY_ELEMENT_ENERGY * count + i] = (share * k * d * d + hysteretic * z) / 2;
    out[FLANGEWAY_ELEMENT_LOSS * count + i] = hysteretic * (rate - z_rate);
  }
  return 0;
}

static const flangeway_law_parameter parameters[] = {{"stiffness", "N/m", NAN, 0, 1e9},
                                                     {"share", "1", 0.5, 0, 1},
                                                     {"yield", "m", 2e-3, 1e-6, 1},
                                                     {"power", "1", 1, 1, 10}};

const flangeway_element flangeway_element_law = {
    {FLANGEWAY_LAW_INTERFACE, "Bouc-Wen", element, 0, 4, parameters, 0}, 1, 1};
