/* FMI 3.0 for co-simulation, declared here as the standard has it (fmi-standard.org, 3.0). */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fmu.h"

#if defined _WIN32
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif
typedef void *instance;
typedef uint32_t reference;
enum { ok = 0, error = 3 };

/* Part of the interface, but the model has nothing for it (see modelDescription.xml). */
#define NOT_HERE(name) \
  FMI_EXPORT int name(void); \
  FMI_EXPORT int name(void) { return error; }
#define NO_TYPE(type) NOT_HERE(fmi3Get##type) NOT_HERE(fmi3Set##type)
NO_TYPE(Float32) NO_TYPE(Int8) NO_TYPE(UInt8) NO_TYPE(Int16) NO_TYPE(UInt16) NO_TYPE(Int32) NO_TYPE(UInt32)
NO_TYPE(Int64) NO_TYPE(UInt64) NO_TYPE(Boolean) NO_TYPE(String) NO_TYPE(Binary) NO_TYPE(Clock)
NO_TYPE(IntervalDecimal) NO_TYPE(IntervalFraction) NO_TYPE(ShiftDecimal) NO_TYPE(ShiftFraction)
NOT_HERE(fmi3GetNumberOfVariableDependencies) NOT_HERE(fmi3GetVariableDependencies)
NOT_HERE(fmi3SerializedFMUStateSize) NOT_HERE(fmi3SerializeFMUState) NOT_HERE(fmi3DeserializeFMUState)
NOT_HERE(fmi3GetDirectionalDerivative) NOT_HERE(fmi3GetAdjointDerivative) NOT_HERE(fmi3GetOutputDerivatives)
NOT_HERE(fmi3EnterConfigurationMode) NOT_HERE(fmi3ExitConfigurationMode) NOT_HERE(fmi3EnterEventMode)
NOT_HERE(fmi3EvaluateDiscreteStates) NOT_HERE(fmi3UpdateDiscreteStates) NOT_HERE(fmi3EnterStepMode)
FMI_EXPORT instance fmi3InstantiateModelExchange(void);
FMI_EXPORT instance fmi3InstantiateModelExchange(void) { return NULL; }
FMI_EXPORT instance fmi3InstantiateScheduledExecution(void);
FMI_EXPORT instance fmi3InstantiateScheduledExecution(void) { return NULL; }

FMI_EXPORT const char *fmi3GetVersion(void);
FMI_EXPORT int fmi3SetDebugLogging(instance i, bool on, size_t categories, const char *const names[]);
FMI_EXPORT instance fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                                bool visible, bool logging, bool events, bool early_return,
                                                const reference intermediate[], size_t count, void *environment,
                                                void *log, void *update);
FMI_EXPORT void fmi3FreeInstance(instance i);
FMI_EXPORT int fmi3EnterInitializationMode(instance i, bool with_tolerance, double tolerance, double start,
                                           bool with_stop, double stop);
FMI_EXPORT int fmi3ExitInitializationMode(instance i);
FMI_EXPORT int fmi3Terminate(instance i);
FMI_EXPORT int fmi3Reset(instance i);
FMI_EXPORT int fmi3GetFloat64(instance i, const reference variables[], size_t count, double values[], size_t size);
FMI_EXPORT int fmi3SetFloat64(instance i, const reference variables[], size_t count, const double values[],
                              size_t size);
FMI_EXPORT int fmi3GetFMUState(instance i, void **state);
FMI_EXPORT int fmi3SetFMUState(instance i, void *state);
FMI_EXPORT int fmi3FreeFMUState(instance i, void **state);
FMI_EXPORT int fmi3DoStep(instance i, double now, double step, bool no_return, bool *event, bool *terminate,
                          bool *early, double *last);

const char *fmi3GetVersion(void) { return "3.0"; }
int fmi3SetDebugLogging(instance i, bool on, size_t categories, const char *const names[]) {
  return (void)i, (void)on, (void)categories, (void)names, ok;
}
instance fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
                                     bool logging, bool events, bool early_return, const reference intermediate[],
                                     size_t count, void *environment, void *log, void *update) {
  (void)name, (void)resources, (void)visible, (void)logging, (void)events, (void)early_return, (void)intermediate;
  (void)count, (void)environment, (void)log, (void)update;
  return token && !strcmp(token, fw_fmu_token) ? fmu_new() : NULL;
}
void fmi3FreeInstance(instance i) { free(i); }
int fmi3EnterInitializationMode(instance i, bool with_tolerance, double tolerance, double start, bool with_stop,
                                double stop) {
  (void)i, (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  return start == 0.0 ? ok : error; /* the model starts at 0 s */
}
int fmi3ExitInitializationMode(instance i) { return fmu_start(i) == FW_OK ? ok : error; }
int fmi3Terminate(instance i) { return (void)i, ok; }
int fmi3Reset(instance i) { return fmu_reset(i), ok; }
int fmi3GetFloat64(instance i, const reference variables[], size_t count, double values[], size_t size) {
  int wrong = size != count;
  for (size_t k = 0; k < count && !wrong; ++k) wrong = fmu_get(i, variables[k], &values[k]);
  return wrong ? error : ok;
}
int fmi3SetFloat64(instance i, const reference variables[], size_t count, const double values[], size_t size) {
  int wrong = size != count;
  for (size_t k = 0; k < count && !wrong; ++k) wrong = fmu_set(i, variables[k], values[k]);
  return wrong ? error : ok;
}
int fmi3GetFMUState(instance i, void **state) {
  if (!*state) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  return memcpy(*state, i, sizeof(fmu_instance)), ok;
}
int fmi3SetFMUState(instance i, void *state) { return memcpy(i, state, sizeof(fmu_instance)), ok; }
int fmi3FreeFMUState(instance i, void **state) { return (void)i, free(*state), *state = NULL, ok; }
int fmi3DoStep(instance i, double now, double step, bool no_return, bool *event, bool *terminate, bool *early,
               double *last) {
  (void)no_return;
  fmu_instance *f = i;
  const fw_status status = step > 0.0 ? fmu_advance(f, now + step) : FW_NOT_FINITE;
  *event = *early = false;
  *terminate = status != FW_OK;
  *last = f->state.time;
  return status == FW_OK ? ok : error;
}
