/* A library that was built for another version of the interface. */
#include <flangeway/law/flangeway_law.h>

static int nothing(const double *p, size_t count, const double *in, double *out, int derivatives) {
  (void)p, (void)count, (void)in, (void)out, (void)derivatives;
  return 0;
}
const flangeway_law flangeway_creep_law = {FLANGEWAY_LAW_INTERFACE + 1, "future", nothing, 0, 0, 0, 0};
