/* FMI 3.0 for co-simulation and, where the model has it, model exchange. Declared here as the standard has it
 * (fmi-standard.org, 3.0). */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu.h"

#if defined _WIN32
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif
typedef void *component;
typedef uint32_t reference;
typedef void (*log_message)(void *environment, int status, const char *category, const char *message);
enum { ok = 0, discard = 2, error = 3 };

typedef struct {
  fmu_instance model;
  log_message log;
  void *environment;
} instance;

/* Part of the interface, but the model has nothing for it (see modelDescription.xml). */
#define NOT_HERE(name) \
  FMI_EXPORT int name(void); \
  FMI_EXPORT int name(void) { return error; }
#define NO_TYPE(type) NOT_HERE(fmi3Get##type) NOT_HERE(fmi3Set##type)
NO_TYPE(Float32) NO_TYPE(Int8) NO_TYPE(UInt8) NO_TYPE(Int16) NO_TYPE(UInt16) NO_TYPE(Int32) NO_TYPE(UInt32)
NO_TYPE(Int64) NO_TYPE(UInt64) NO_TYPE(Boolean) NO_TYPE(String) NO_TYPE(Binary) NO_TYPE(Clock)
NO_TYPE(IntervalDecimal) NO_TYPE(IntervalFraction) NO_TYPE(ShiftDecimal) NO_TYPE(ShiftFraction)
NOT_HERE(fmi3GetNumberOfVariableDependencies) NOT_HERE(fmi3GetVariableDependencies)
NOT_HERE(fmi3GetAdjointDerivative) NOT_HERE(fmi3GetOutputDerivatives)
NOT_HERE(fmi3EnterConfigurationMode) NOT_HERE(fmi3ExitConfigurationMode) NOT_HERE(fmi3EvaluateDiscreteStates)
NOT_HERE(fmi3EnterStepMode) NOT_HERE(fmi3ActivateModelPartition)
FMI_EXPORT component fmi3InstantiateScheduledExecution(void);
FMI_EXPORT component fmi3InstantiateScheduledExecution(void) { return NULL; }

FMI_EXPORT const char *fmi3GetVersion(void);
FMI_EXPORT int fmi3SetDebugLogging(component c, bool on, size_t categories, const char *const names[]);
FMI_EXPORT component fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                                 bool visible, bool logging, bool events, bool early_return,
                                                 const reference intermediate[], size_t count, void *environment,
                                                 log_message log, void *update);
FMI_EXPORT component fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                                  bool visible, bool logging, void *environment, log_message log);
FMI_EXPORT void fmi3FreeInstance(component c);
FMI_EXPORT int fmi3EnterInitializationMode(component c, bool with_tolerance, double tolerance, double start,
                                           bool with_stop, double stop);
FMI_EXPORT int fmi3ExitInitializationMode(component c);
FMI_EXPORT int fmi3Terminate(component c);
FMI_EXPORT int fmi3Reset(component c);
FMI_EXPORT int fmi3GetFloat64(component c, const reference variables[], size_t count, double values[], size_t size);
FMI_EXPORT int fmi3SetFloat64(component c, const reference variables[], size_t count, const double values[],
                              size_t size);
FMI_EXPORT int fmi3GetFMUState(component c, void **state);
FMI_EXPORT int fmi3SetFMUState(component c, void *state);
FMI_EXPORT int fmi3FreeFMUState(component c, void **state);
FMI_EXPORT int fmi3SerializedFMUStateSize(component c, void *state, size_t *size);
FMI_EXPORT int fmi3SerializeFMUState(component c, void *state, unsigned char bytes[], size_t size);
FMI_EXPORT int fmi3DeserializeFMUState(component c, const unsigned char bytes[], size_t size, void **state);
FMI_EXPORT int fmi3DoStep(component c, double now, double step, bool no_return, bool *event, bool *terminate,
                          bool *early, double *last);

static fmu_instance *model_of(component c) { return &((instance *)c)->model; }

/* Says why a call failed, to an importer that listens. */
static int answer(component c, fw_status status, int failure) {
  const instance *i = c;
  char message[160];
  if (status == FW_OK) return ok;
  snprintf(message, sizeof message, "the model %s at %g s", fw_status_text(status), i->model.state.time);
  if (i->log) i->log(i->environment, failure, "logStatusError", message);
  return failure;
}

static instance *instantiate(const char *token, const char *resources, void *environment, log_message log) {
  if (!token || strcmp(token, fw_fmu_token) != 0) return NULL;
  instance *i = calloc(1, sizeof *i);
  if (!i) return NULL;
  if (fmu_open(&i->model, resources)) return free(i), NULL;
  i->environment = environment;
  i->log = log;
  return i;
}

const char *fmi3GetVersion(void) { return "3.0"; }
int fmi3SetDebugLogging(component c, bool on, size_t categories, const char *const names[]) {
  return (void)c, (void)on, (void)categories, (void)names, ok;
}
component fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
                                      bool logging, bool events, bool early_return, const reference intermediate[],
                                      size_t count, void *environment, log_message log, void *update) {
  (void)name, (void)visible, (void)logging, (void)events, (void)early_return, (void)intermediate;
  (void)count, (void)update;
  return instantiate(token, resources, environment, log);
}
component fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources, bool visible,
                                       bool logging, void *environment, log_message log) {
  (void)name, (void)visible, (void)logging;
#if FW_EXCHANGE
  instance *i = instantiate(token, resources, environment, log);
  if (i) i->model.exchange = 1;
  return i;
#else
  return (void)token, (void)resources, (void)environment, (void)log, NULL;
#endif
}
void fmi3FreeInstance(component c) {
  if (c) fmu_close(model_of(c));
  free(c);
}
int fmi3EnterInitializationMode(component c, bool with_tolerance, double tolerance, double start, bool with_stop,
                                double stop) {
  (void)c, (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  return start == 0.0 ? ok : error; /* the model starts at 0 s */
}
int fmi3ExitInitializationMode(component c) { return answer(c, fmu_start(model_of(c)), error); }
int fmi3Terminate(component c) { return (void)c, ok; }
int fmi3Reset(component c) { return fmu_reset(model_of(c)), ok; }
int fmi3GetFloat64(component c, const reference variables[], size_t count, double values[], size_t size) {
  int wrong = size != count;
  for (size_t k = 0; k < count && !wrong; ++k) wrong = fmu_get(model_of(c), variables[k], &values[k]);
  return wrong ? error : ok;
}
int fmi3SetFloat64(component c, const reference variables[], size_t count, const double values[], size_t size) {
  int wrong = size != count;
  for (size_t k = 0; k < count && !wrong; ++k) wrong = fmu_set(model_of(c), variables[k], values[k]);
  return wrong ? error : ok;
}
int fmi3GetFMUState(component c, void **state) {
  if (!*state) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  return fmu_copy(model_of(c), *state), ok;
}
int fmi3SetFMUState(component c, void *state) {
  return fmu_may_take(model_of(c), state) ? (fmu_copy(state, model_of(c)), ok) : error;
}
int fmi3FreeFMUState(component c, void **state) { return (void)c, free(*state), *state = NULL, ok; }
int fmi3SerializedFMUStateSize(component c, void *state, size_t *size) {
  return (void)c, (void)state, *size = fmu_byte_count(), ok;
}
int fmi3SerializeFMUState(component c, void *state, unsigned char bytes[], size_t size) {
  (void)c;
  if (size < fmu_byte_count()) return error;
  return fmu_write_bytes(state, bytes), ok;
}
int fmi3DeserializeFMUState(component c, const unsigned char bytes[], size_t size, void **state) {
  (void)c;
  const bool is_new = !*state;
  if (is_new) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  if (!fmu_read_bytes(bytes, size, *state)) return ok;
  if (is_new) free(*state), *state = NULL;
  return error;
}
int fmi3DoStep(component c, double now, double step, bool no_return, bool *event, bool *terminate, bool *early,
               double *last) {
  (void)no_return;
  fmu_instance *f = model_of(c);
  const fw_status status = step > 0.0 ? fmu_advance(f, now + step) : FW_NOT_FINITE;
  *event = *early = false;
  *terminate = status != FW_OK;
  *last = f->state.time;
  return answer(c, status, error);
}

/* --- model exchange --- */

#if FW_EXCHANGE
FMI_EXPORT int fmi3EnterEventMode(component c);
FMI_EXPORT int fmi3UpdateDiscreteStates(component c, bool *again, bool *terminate, bool *nominals_changed,
                                        bool *states_changed, bool *has_next, double *next);
FMI_EXPORT int fmi3EnterContinuousTimeMode(component c);
FMI_EXPORT int fmi3CompletedIntegratorStep(component c, bool no_return, bool *event, bool *terminate);
FMI_EXPORT int fmi3SetTime(component c, double time);
FMI_EXPORT int fmi3SetContinuousStates(component c, const double values[], size_t count);
FMI_EXPORT int fmi3GetContinuousStates(component c, double values[], size_t count);
FMI_EXPORT int fmi3GetNominalsOfContinuousStates(component c, double values[], size_t count);
FMI_EXPORT int fmi3GetContinuousStateDerivatives(component c, double values[], size_t count);
FMI_EXPORT int fmi3GetEventIndicators(component c, double values[], size_t count);
FMI_EXPORT int fmi3GetNumberOfEventIndicators(component c, size_t *count);
FMI_EXPORT int fmi3GetNumberOfContinuousStates(component c, size_t *count);
FMI_EXPORT int fmi3GetDirectionalDerivative(component c, const reference unknowns[], size_t unknown_count,
                                            const reference knowns[], size_t known_count, const double seed[],
                                            size_t seed_count, double change[], size_t change_count);

int fmi3GetDirectionalDerivative(component c, const reference unknowns[], size_t unknown_count,
                                 const reference knowns[], size_t known_count, const double seed[], size_t seed_count,
                                 double change[], size_t change_count) {
  const instance *i = c;
  const char *problem = seed_count != known_count || change_count != unknown_count
                            ? "only where there is one number for each variable"
                            : fmu_derive(&i->model, unknowns, unknown_count, knowns, known_count, seed, change);
  char message[160];
  snprintf(message, sizeof message, "the model has derivatives %s", problem ? problem : "");
  if (problem && i->log) i->log(i->environment, error, "logStatusError", message);
  return problem ? error : ok;
}
int fmi3EnterEventMode(component c) { return fmu_begin_event(model_of(c)), ok; }
int fmi3UpdateDiscreteStates(component c, bool *again, bool *terminate, bool *nominals_changed, bool *states_changed,
                             bool *has_next, double *next) {
  fmu_events events;
  const fw_status status = fmu_update(model_of(c), &events);
  *again = *nominals_changed = false;
  *terminate = events.ends;
  *states_changed = events.moved;
  *has_next = events.has_next;
  *next = events.next;
  return answer(c, status, error);
}
int fmi3EnterContinuousTimeMode(component c) { return (void)c, ok; }
int fmi3CompletedIntegratorStep(component c, bool no_return, bool *event, bool *terminate) {
  (void)no_return;
  *event = fmu_has_drifted(model_of(c));
  *terminate = false;
  return ok;
}
int fmi3SetTime(component c, double time) { return fmu_set_time(model_of(c), time), ok; }
int fmi3SetContinuousStates(component c, const double values[], size_t count) {
  return count == FW_Y ? (fmu_set_states(model_of(c), values), ok) : error;
}
int fmi3GetContinuousStates(component c, double values[], size_t count) {
  return count == FW_Y ? (fmu_get_states(model_of(c), values), ok) : error;
}
int fmi3GetNominalsOfContinuousStates(component c, double values[], size_t count) {
  (void)c;
  for (size_t i = 0; i < count; ++i) values[i] = 1.0;
  return count == FW_Y ? ok : error;
}
int fmi3GetContinuousStateDerivatives(component c, double values[], size_t count) {
  fmu_instance *f = model_of(c);
  if (count != FW_Y) return error;
  const fw_status status = fmu_evaluate(f);
  if (status == FW_OK) memcpy(values, f->rate, sizeof f->rate);
  return answer(c, status, discard);
}
int fmi3GetEventIndicators(component c, double values[], size_t count) {
  fmu_instance *f = model_of(c);
  if (count != FW_INDICATORS) return error;
  const fw_status status = fmu_evaluate(f);
  if (status == FW_OK) memcpy(values, f->indicator, sizeof f->indicator);
  return answer(c, status, discard);
}
int fmi3GetNumberOfEventIndicators(component c, size_t *count) { return (void)c, *count = FW_INDICATORS, ok; }
int fmi3GetNumberOfContinuousStates(component c, size_t *count) { return (void)c, *count = FW_Y, ok; }
#else
NOT_HERE(fmi3EnterEventMode) NOT_HERE(fmi3UpdateDiscreteStates) NOT_HERE(fmi3EnterContinuousTimeMode)
NOT_HERE(fmi3CompletedIntegratorStep) NOT_HERE(fmi3SetTime) NOT_HERE(fmi3SetContinuousStates)
NOT_HERE(fmi3GetContinuousStates) NOT_HERE(fmi3GetNominalsOfContinuousStates)
NOT_HERE(fmi3GetContinuousStateDerivatives) NOT_HERE(fmi3GetEventIndicators) NOT_HERE(fmi3GetNumberOfEventIndicators)
NOT_HERE(fmi3GetNumberOfContinuousStates) NOT_HERE(fmi3GetDirectionalDerivative)
#endif
