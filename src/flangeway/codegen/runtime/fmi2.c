/* FMI 2.0 for co-simulation and, where the model has it, model exchange. Declared here as the standard has it
 * (fmi-standard.org, 2.0.4). */
#include <stdlib.h>
#include <string.h>

#include "fmu.h"

#if defined _WIN32
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif
typedef void *component;
typedef unsigned int reference;
enum { ok = 0, discard = 2, error = 3 };
enum { model_exchange = 0, co_simulation = 1 };

typedef struct {
  void (*log)(void *environment, const char *name, int status, const char *category, const char *message, ...);
  void *(*allocate)(size_t count, size_t size);
  void (*release)(void *memory);
  void (*step_finished)(void *environment, int status);
  void *environment;
} callback_functions;

typedef struct {
  fmu_instance model;
  const callback_functions *callbacks;
  char name[256];
} instance;

/* Part of the interface, but the model has nothing for it (see modelDescription.xml). */
#define NOT_HERE(name) \
  FMI_EXPORT int name(void); \
  FMI_EXPORT int name(void) { return error; }
NOT_HERE(fmi2GetInteger) NOT_HERE(fmi2GetBoolean) NOT_HERE(fmi2GetString)
NOT_HERE(fmi2SetInteger) NOT_HERE(fmi2SetBoolean) NOT_HERE(fmi2SetString)
NOT_HERE(fmi2SetRealInputDerivatives) NOT_HERE(fmi2GetRealOutputDerivatives)
NOT_HERE(fmi2CancelStep) NOT_HERE(fmi2GetStatus) NOT_HERE(fmi2GetRealStatus) NOT_HERE(fmi2GetIntegerStatus)
NOT_HERE(fmi2GetBooleanStatus) NOT_HERE(fmi2GetStringStatus)

FMI_EXPORT const char *fmi2GetTypesPlatform(void);
FMI_EXPORT const char *fmi2GetVersion(void);
FMI_EXPORT int fmi2SetDebugLogging(component c, int on, size_t categories, const char *const names[]);
FMI_EXPORT component fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources,
                                     const void *callbacks, int visible, int logging);
FMI_EXPORT void fmi2FreeInstance(component c);
FMI_EXPORT int fmi2SetupExperiment(component c, int with_tolerance, double tolerance, double start, int with_stop,
                                   double stop);
FMI_EXPORT int fmi2EnterInitializationMode(component c);
FMI_EXPORT int fmi2ExitInitializationMode(component c);
FMI_EXPORT int fmi2Terminate(component c);
FMI_EXPORT int fmi2Reset(component c);
FMI_EXPORT int fmi2GetReal(component c, const reference variables[], size_t count, double values[]);
FMI_EXPORT int fmi2SetReal(component c, const reference variables[], size_t count, const double values[]);
FMI_EXPORT int fmi2GetFMUstate(component c, void **state);
FMI_EXPORT int fmi2SetFMUstate(component c, void *state);
FMI_EXPORT int fmi2FreeFMUstate(component c, void **state);
FMI_EXPORT int fmi2SerializedFMUstateSize(component c, void *state, size_t *size);
FMI_EXPORT int fmi2SerializeFMUstate(component c, void *state, unsigned char bytes[], size_t size);
FMI_EXPORT int fmi2DeSerializeFMUstate(component c, const unsigned char bytes[], size_t size, void **state);
FMI_EXPORT int fmi2DoStep(component c, double now, double step, int no_return);

static fmu_instance *model_of(component c) { return &((instance *)c)->model; }

/* Says why a call failed, to an importer that listens. */
static int answer(component c, fw_status status, int failure) {
  const instance *i = c;
  if (status == FW_OK) return ok;
  if (i->callbacks && i->callbacks->log)
    i->callbacks->log(i->callbacks->environment, i->name, failure, "logStatusError", "the model %s at %g s",
                      fw_status_text(status), i->model.state.time);
  return failure;
}

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
int fmi2SetDebugLogging(component c, int on, size_t categories, const char *const names[]) {
  return (void)c, (void)on, (void)categories, (void)names, ok;
}
component fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources, const void *callbacks,
                          int visible, int logging) {
  (void)visible, (void)logging;
  if (!(kind == co_simulation || (FW_EXCHANGE && kind == model_exchange))) return NULL;
  if (!guid || strcmp(guid, fw_fmu_token) != 0) return NULL;
  instance *i = calloc(1, sizeof *i);
  if (!i) return NULL;
  if (fmu_open(&i->model, resources)) return free(i), NULL;
#if FW_EXCHANGE
  i->model.exchange = kind == model_exchange;
#endif
  i->callbacks = callbacks;
  if (name) strncpy(i->name, name, sizeof i->name - 1);
  return i;
}
void fmi2FreeInstance(component c) {
  if (c) fmu_close(model_of(c));
  free(c);
}
int fmi2SetupExperiment(component c, int with_tolerance, double tolerance, double start, int with_stop, double stop) {
  (void)c, (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  return start == 0.0 ? ok : error; /* the model starts at 0 s */
}
int fmi2EnterInitializationMode(component c) { return (void)c, ok; }
int fmi2ExitInitializationMode(component c) { return answer(c, fmu_start(model_of(c)), error); }
int fmi2Terminate(component c) { return (void)c, ok; }
int fmi2Reset(component c) { return fmu_reset(model_of(c)), ok; }
int fmi2GetReal(component c, const reference variables[], size_t count, double values[]) {
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong |= fmu_get(model_of(c), variables[i], &values[i]);
  return wrong ? error : ok;
}
int fmi2SetReal(component c, const reference variables[], size_t count, const double values[]) {
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong |= fmu_set(model_of(c), variables[i], values[i]);
  return wrong ? error : ok;
}
int fmi2GetFMUstate(component c, void **state) {
  if (!*state) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  return fmu_copy(model_of(c), *state), ok;
}
int fmi2SetFMUstate(component c, void *state) {
  return fmu_may_take(model_of(c), state) ? (fmu_copy(state, model_of(c)), ok) : error;
}
int fmi2FreeFMUstate(component c, void **state) { return (void)c, free(*state), *state = NULL, ok; }
int fmi2SerializedFMUstateSize(component c, void *state, size_t *size) {
  return (void)c, (void)state, *size = fmu_byte_count(), ok;
}
int fmi2SerializeFMUstate(component c, void *state, unsigned char bytes[], size_t size) {
  (void)c;
  if (size < fmu_byte_count()) return error;
  return fmu_write_bytes(state, bytes), ok;
}
int fmi2DeSerializeFMUstate(component c, const unsigned char bytes[], size_t size, void **state) {
  (void)c;
  const int is_new = !*state;
  if (is_new) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  if (!fmu_read_bytes(bytes, size, *state)) return ok;
  if (is_new) free(*state), *state = NULL;
  return error;
}
int fmi2DoStep(component c, double now, double step, int no_return) {
  (void)no_return;
  return answer(c, step >= 0.0 ? fmu_advance(model_of(c), now + step) : FW_NOT_FINITE, error);
}

/* --- model exchange --- */

#if FW_EXCHANGE
typedef struct {
  int discrete_states_needed, terminate, nominals_changed, states_changed, has_next;
  double next;
} event_info;

FMI_EXPORT int fmi2EnterEventMode(component c);
FMI_EXPORT int fmi2NewDiscreteStates(component c, event_info *info);
FMI_EXPORT int fmi2EnterContinuousTimeMode(component c);
FMI_EXPORT int fmi2CompletedIntegratorStep(component c, int no_return, int *event, int *terminate);
FMI_EXPORT int fmi2SetTime(component c, double time);
FMI_EXPORT int fmi2SetContinuousStates(component c, const double values[], size_t count);
FMI_EXPORT int fmi2GetContinuousStates(component c, double values[], size_t count);
FMI_EXPORT int fmi2GetNominalsOfContinuousStates(component c, double values[], size_t count);
FMI_EXPORT int fmi2GetDerivatives(component c, double values[], size_t count);
FMI_EXPORT int fmi2GetEventIndicators(component c, double values[], size_t count);
FMI_EXPORT int fmi2GetDirectionalDerivative(component c, const reference unknowns[], size_t unknown_count,
                                            const reference knowns[], size_t known_count, const double seed[],
                                            double change[]);

int fmi2GetDirectionalDerivative(component c, const reference unknowns[], size_t unknown_count,
                                 const reference knowns[], size_t known_count, const double seed[], double change[]) {
  const instance *i = c;
  const char *problem = fmu_derive(&i->model, unknowns, unknown_count, knowns, known_count, seed, change);
  if (problem && i->callbacks && i->callbacks->log)
    i->callbacks->log(i->callbacks->environment, i->name, error, "logStatusError", "the model has derivatives %s", problem);
  return problem ? error : ok;
}
int fmi2EnterEventMode(component c) { return fmu_begin_event(model_of(c)), ok; }
int fmi2NewDiscreteStates(component c, event_info *info) {
  fmu_events events;
  const fw_status status = fmu_update(model_of(c), &events);
  info->discrete_states_needed = 0;
  info->terminate = events.ends;
  info->nominals_changed = 0;
  info->states_changed = events.moved;
  info->has_next = events.has_next;
  info->next = events.next;
  return answer(c, status, error);
}
int fmi2EnterContinuousTimeMode(component c) { return (void)c, ok; }
int fmi2CompletedIntegratorStep(component c, int no_return, int *event, int *terminate) {
  (void)no_return;
  *event = fmu_has_drifted(model_of(c));
  *terminate = 0;
  return ok;
}
int fmi2SetTime(component c, double time) { return fmu_set_time(model_of(c), time), ok; }
int fmi2SetContinuousStates(component c, const double values[], size_t count) {
  return count == FW_Y ? (fmu_set_states(model_of(c), values), ok) : error;
}
int fmi2GetContinuousStates(component c, double values[], size_t count) {
  return count == FW_Y ? (fmu_get_states(model_of(c), values), ok) : error;
}
int fmi2GetNominalsOfContinuousStates(component c, double values[], size_t count) {
  (void)c;
  for (size_t i = 0; i < count; ++i) values[i] = 1.0;
  return count == FW_Y ? ok : error;
}
int fmi2GetDerivatives(component c, double values[], size_t count) {
  fmu_instance *f = model_of(c);
  if (count != FW_Y) return error;
  const fw_status status = fmu_evaluate(f);
  if (status == FW_OK) memcpy(values, f->rate, sizeof f->rate);
  return answer(c, status, discard);
}
int fmi2GetEventIndicators(component c, double values[], size_t count) {
  fmu_instance *f = model_of(c);
  if (count != FW_INDICATORS) return error;
  const fw_status status = fmu_evaluate(f);
  if (status == FW_OK) memcpy(values, f->indicator, sizeof f->indicator);
  return answer(c, status, discard);
}
#else
NOT_HERE(fmi2EnterEventMode) NOT_HERE(fmi2NewDiscreteStates) NOT_HERE(fmi2EnterContinuousTimeMode)
NOT_HERE(fmi2CompletedIntegratorStep) NOT_HERE(fmi2SetTime) NOT_HERE(fmi2SetContinuousStates)
NOT_HERE(fmi2GetContinuousStates) NOT_HERE(fmi2GetNominalsOfContinuousStates) NOT_HERE(fmi2GetDerivatives)
NOT_HERE(fmi2GetEventIndicators) NOT_HERE(fmi2GetDirectionalDerivative)
#endif
