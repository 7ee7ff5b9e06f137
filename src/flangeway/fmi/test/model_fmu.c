/* Small models as FMUs of FMI 2 and 3 for the tests: those of the reference FMUs whose expected outputs are
 * published, and one that misbehaves. -DFMI=2 or 3, -DMODEL=1 … selects. The equations are those that the
 * reference FMUs document; their solver in co-simulation is Euler's method with a fixed step. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define TOKEN "{test}"

/* Values by their references: 0 is the time. */
typedef struct {
  double v[8], time, start;
  long steps;
  bool event, continuous;
} Model;

#if MODEL == 1 /* Dahlquist: x' = -k x. 1: x, 2: x', 3: k */
enum { states = 1, indicators = 0 };
static const double solver_step = 0.1;
static void set_start(Model* m) { m->v[1] = 1, m->v[3] = 1; }
static void rates(Model* m, double* dx) { dx[0] = m->v[2] = -m->v[3] * m->v[1]; }
static int state_of(int i) { return (void)i, 1; }
static void event(Model* m) { (void)m; }
static double next_event(Model* m) { return (void)m, -1; }
#elif MODEL == 2 /* Van der Pol. 1: x0, 2: x0', 3: x1, 4: x1', 5: mu */
enum { states = 2, indicators = 0 };
static const double solver_step = 1e-2;
static void set_start(Model* m) { m->v[1] = 2, m->v[3] = 0, m->v[5] = 1; }
static void rates(Model* m, double* dx) {
  dx[0] = m->v[2] = m->v[3];
  dx[1] = m->v[4] = m->v[5] * ((1.0 - m->v[1] * m->v[1]) * m->v[3]) - m->v[1];
}
static int state_of(int i) { return 1 + 2 * i; }
static void event(Model* m) { (void)m; }
static double next_event(Model* m) { return (void)m, -1; }
#elif MODEL == 3 /* Bouncing ball. 1: h, 2: h', 3: v, 4: v', 5: g, 6: e */
enum { states = 2, indicators = 1 };
static const double solver_step = 1e-3;
static void set_start(Model* m) { m->v[1] = 1, m->v[3] = 0, m->v[5] = -9.81, m->v[6] = 0.7; }
static void rates(Model* m, double* dx) { dx[0] = m->v[2] = m->v[3], dx[1] = m->v[4] = m->v[5]; }
static int state_of(int i) { return 1 + 2 * i; }
static void event(Model* m) {
  if (m->v[1] > 0) return;
  m->v[1] = 0;
  m->v[3] = fabs(m->v[3] * m->v[6]);
  if (m->v[3] < 0.1) m->v[3] = m->v[5] = 0;
}
static double indicator(Model* m) { return m->v[1] == 0 && m->v[3] == 0 ? 1 : m->v[1]; }
static double next_event(Model* m) { return (void)m, -1; }
#elif MODEL == 4 /* Stair: counts the seconds. 1: counter (an integer) */
enum { states = 0, indicators = 0 };
static const double solver_step = 0.2;
static void set_start(Model* m) { m->v[1] = 1; }
static void rates(Model* m, double* dx) { (void)m, (void)dx; }
static int state_of(int i) { return i; }
static void event(Model* m) {
  if (m->v[1] < 10 && m->time >= m->v[1] - 1e-9) m->v[1] += 1;
}
static double next_event(Model* m) { return m->v[1] < 10 ? m->v[1] : -1; }
#elif MODEL == 5 /* State space x' = x by Euler's method with steps of 1 ms, y = x + u, three numbers each (FMI 3). 1: x, 2: x', 3: y, 4: u */
enum { states = 3, indicators = 0 };
static const double solver_step = 1;
static void set_start(Model* m) { (void)m; }
static void rates(Model* m, double* dx) { (void)m, (void)dx; }
static int state_of(int i) { return i; }
static void event(Model* m) { (void)m; }
static double next_event(Model* m) { return (void)m, -1; }
#elif MODEL == 7 /* A lag x' = u - x whose input may change in event mode only. 1: u, 2: x, 3: x' */
enum { states = 1, indicators = 0 };
static const double solver_step = 1e-3;
static void set_start(Model* m) { (void)m; }
static void rates(Model* m, double* dx) { dx[0] = m->v[3] = m->v[1] - m->v[2]; }
static int state_of(int i) { return (void)i, 2; }
static void event(Model* m) { (void)m; }
static double next_event(Model* m) { return (void)m, -1; }
#else /* A gain y = k u that can misbehave from t = 0.05 on. 1: u, 2: y, 3: k, 4: how: 1 NaN, 2 sleeps, 3 falls, 4 refuses */
enum { states = 0, indicators = 0 };
static const double solver_step = 1e-3;
static void set_start(Model* m) { m->v[3] = 1; }
static void rates(Model* m, double* dx) { (void)m, (void)dx; }
static int state_of(int i) { return i; }
static void event(Model* m) { (void)m; }
static double next_event(Model* m) { return (void)m, -1; }
#endif
#if MODEL != 3
static double indicator(Model* m) { return (void)m, 1; }
#endif

static void* make(const char* token) {
  if (strcmp(token, TOKEN) != 0) return NULL;
  Model* m = calloc(1, sizeof *m);
  if (m != NULL) set_start(m);
  return m;
}

/* Outputs follow the states and inputs. */
static int calculate(Model* m) {
  double unused[3];
  rates(m, unused);
  m->v[0] = m->time;
#if MODEL == 6
  m->v[2] = m->v[3] * m->v[1];
  if (m->time < 0.05) return 0;
  if (m->v[4] == 1) m->v[2] = NAN;
  if (m->v[4] == 2) sleep(30);
  if (m->v[4] == 3) abort();
  if (m->v[4] == 4) return 3;
#endif
  return 0;
}

static int step_to(Model* m, double end) {
  while (m->start + (double)(m->steps + 1) * solver_step < end + 0.1 * solver_step) {
    double dx[3] = {0, 0, 0};
    const double before = indicator(m);
    rates(m, dx);
    for (int i = 0; i < states; ++i) m->v[state_of(i)] += solver_step * dx[i];
    ++m->steps;
    m->time = m->start + (double)m->steps * solver_step;
    const double due = next_event(m);
    if ((before > 0) != (indicator(m) > 0) || (due >= 0 && m->time >= due - 1e-9)) event(m);
  }
  m->time = end;
  return calculate(m);
}

#if MODEL == 5
static int get_value(Model* m, unsigned reference, double* values) {
  for (int i = 0; i < 3; ++i) values[i] = (i + 1) * pow(1.001, 1000 * m->time) + m->v[4 + i] * (reference == 3);
  return 0;
}
#endif

#if FMI == 2
EXPORT void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                             const void* callbacks, int visible, int logging) {
  (void)name, (void)kind, (void)resources, (void)callbacks, (void)visible, (void)logging;
  return make(guid);
}
EXPORT int fmi2SetupExperiment(Model* m, int t, double tolerance, double start, int s, double stop) {
  (void)t, (void)tolerance, (void)s, (void)stop;
  m->time = m->start = start;
  return 0;
}
EXPORT int fmi2EnterInitializationMode(Model* m) { return (void)m, 0; }
EXPORT int fmi2ExitInitializationMode(Model* m) { return calculate(m); }
EXPORT int fmi2GetReal(Model* m, const unsigned* r, size_t n, double* values) {
  const int status = calculate(m);
  for (size_t i = 0; i < n; ++i) values[i] = m->v[r[i]];
  return status;
}
EXPORT int fmi2SetReal(Model* m, const unsigned* r, size_t n, const double* values) {
  if (MODEL == 7 && m->continuous) return 3;
  for (size_t i = 0; i < n; ++i) m->v[r[i]] = values[i];
  return 0;
}
EXPORT int fmi2GetInteger(Model* m, const unsigned* r, size_t n, int* values) {
  for (size_t i = 0; i < n; ++i) values[i] = (int)m->v[r[i]];
  return 0;
}
EXPORT int fmi2DoStep(Model* m, double now, double step, int no_return) {
  (void)no_return;
  return step_to(m, now + step);
}
EXPORT int fmi2SetTime(Model* m, double t) { return m->time = t, 0; }
EXPORT int fmi2GetContinuousStates(Model* m, double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) x[i] = m->v[state_of((int)i)];
  return 0;
}
EXPORT int fmi2SetContinuousStates(Model* m, const double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) m->v[state_of((int)i)] = x[i];
  return 0;
}
EXPORT int fmi2GetDerivatives(Model* m, double* dx, size_t n) { return (void)n, rates(m, dx), 0; }
EXPORT int fmi2GetEventIndicators(Model* m, double* z, size_t n) {
  for (size_t i = 0; i < n; ++i) z[i] = indicator(m);
  return 0;
}
EXPORT int fmi2CompletedIntegratorStep(Model* m, int no_set, int* enter, int* terminate) {
  (void)m, (void)no_set;
  return *enter = *terminate = 0;
}
EXPORT int fmi2EnterEventMode(Model* m) { return m->event = true, m->continuous = false, 0; }
EXPORT int fmi2NewDiscreteStates(Model* m, int* info) {
  if (m->event) event(m);
  m->event = false;
  memset(info, 0, 5 * sizeof *info);
  const double next = next_event(m);
  info[4] = next >= 0;
  memcpy(info + 6, &next, sizeof next);
  return 0;
}
EXPORT int fmi2EnterContinuousTimeMode(Model* m) { return m->continuous = true, 0; }
EXPORT void fmi2FreeInstance(Model* m) { free(m); }
#else
typedef void (*Log)(void*, int, const char*, const char*);
EXPORT void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible,
                                         bool logging, bool events, bool early, const uint32_t* required,
                                         size_t count, void* environment, Log log, void* update) {
  (void)name, (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)required;
  (void)count, (void)environment, (void)log, (void)update;
  return make(token);
}
EXPORT void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                          bool logging, void* environment, Log log) {
  (void)name, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
  return make(token);
}
EXPORT int fmi3EnterInitializationMode(Model* m, bool t, double tolerance, double start, bool s, double stop) {
  (void)t, (void)tolerance, (void)s, (void)stop;
  m->time = m->start = start;
  return 0;
}
EXPORT int fmi3ExitInitializationMode(Model* m) { return calculate(m); }
EXPORT int fmi3GetFloat64(Model* m, const uint32_t* r, size_t n, double* values, size_t count) {
#if MODEL == 5
  (void)n, (void)count;
  return get_value(m, r[0], values);
#else
  (void)count;
  const int status = calculate(m);
  for (size_t i = 0; i < n; ++i) values[i] = m->v[r[i]];
  return status;
#endif
}
EXPORT int fmi3SetFloat64(Model* m, const uint32_t* r, size_t n, const double* values, size_t count) {
  (void)n;
  if (MODEL == 7 && m->continuous) return 3;
  for (size_t i = 0; i < count; ++i) m->v[r[0] + i] = values[i];
  return 0;
}
EXPORT int fmi3GetInt32(Model* m, const uint32_t* r, size_t n, int32_t* values, size_t count) {
  (void)count;
  for (size_t i = 0; i < n; ++i) values[i] = (int32_t)m->v[r[i]];
  return 0;
}
EXPORT int fmi3DoStep(Model* m, double now, double step, bool no_set, bool* event_needed, bool* terminate,
                      bool* early, double* last) {
  (void)no_set;
  *event_needed = *terminate = *early = false, *last = now + step;
  return step_to(m, now + step);
}
EXPORT int fmi3SetTime(Model* m, double t) { return m->time = t, 0; }
EXPORT int fmi3GetContinuousStates(Model* m, double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) x[i] = m->v[state_of((int)i)];
  return 0;
}
EXPORT int fmi3SetContinuousStates(Model* m, const double* x, size_t n) {
  for (size_t i = 0; i < n; ++i) m->v[state_of((int)i)] = x[i];
  return 0;
}
EXPORT int fmi3GetContinuousStateDerivatives(Model* m, double* dx, size_t n) { return (void)n, rates(m, dx), 0; }
EXPORT int fmi3GetEventIndicators(Model* m, double* z, size_t n) {
  for (size_t i = 0; i < n; ++i) z[i] = indicator(m);
  return 0;
}
EXPORT int fmi3CompletedIntegratorStep(Model* m, bool no_set, bool* enter, bool* terminate) {
  (void)m, (void)no_set;
  return *enter = *terminate = false;
}
EXPORT int fmi3EnterEventMode(Model* m) { return m->event = true, m->continuous = false, 0; }
EXPORT int fmi3UpdateDiscreteStates(Model* m, bool* again, bool* terminate, bool* nominals, bool* values,
                                    bool* defined, double* next) {
  if (m->event) event(m);
  m->event = false;
  *again = *terminate = *nominals = *values = false;
  *next = next_event(m), *defined = *next >= 0;
  return 0;
}
EXPORT int fmi3EnterContinuousTimeMode(Model* m) { return m->continuous = true, 0; }
EXPORT void fmi3FreeInstance(Model* m) { free(m); }
#endif
