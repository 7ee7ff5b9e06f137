/* FMI 2.0 for co-simulation, declared here as the standard has it (fmi-standard.org, 2.0.4). */
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
enum { ok = 0, error = 3 };

/* Part of the interface, but the model has nothing for it (see modelDescription.xml). */
#define NOT_HERE(name) \
  FMI_EXPORT int name(void); \
  FMI_EXPORT int name(void) { return error; }
NOT_HERE(fmi2GetInteger) NOT_HERE(fmi2GetBoolean) NOT_HERE(fmi2GetString)
NOT_HERE(fmi2SetInteger) NOT_HERE(fmi2SetBoolean) NOT_HERE(fmi2SetString)
NOT_HERE(fmi2SerializedFMUstateSize) NOT_HERE(fmi2SerializeFMUstate) NOT_HERE(fmi2DeSerializeFMUstate)
NOT_HERE(fmi2GetDirectionalDerivative) NOT_HERE(fmi2SetRealInputDerivatives) NOT_HERE(fmi2GetRealOutputDerivatives)
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
FMI_EXPORT int fmi2DoStep(component c, double now, double step, int no_return);

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
int fmi2SetDebugLogging(component c, int on, size_t categories, const char *const names[]) {
  return (void)c, (void)on, (void)categories, (void)names, ok;
}
component fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources, const void *callbacks,
                          int visible, int logging) {
  (void)name, (void)resources, (void)callbacks, (void)visible, (void)logging;
  return kind == 1 && guid && !strcmp(guid, fw_fmu_token) ? fmu_new() : NULL;
}
void fmi2FreeInstance(component c) { free(c); }
int fmi2SetupExperiment(component c, int with_tolerance, double tolerance, double start, int with_stop, double stop) {
  (void)c, (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  return start == 0.0 ? ok : error; /* the model starts at 0 s */
}
int fmi2EnterInitializationMode(component c) { return (void)c, ok; }
int fmi2ExitInitializationMode(component c) { return fmu_start(c) == FW_OK ? ok : error; }
int fmi2Terminate(component c) { return (void)c, ok; }
int fmi2Reset(component c) { return fmu_reset(c), ok; }
int fmi2GetReal(component c, const reference variables[], size_t count, double values[]) {
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong |= fmu_get(c, variables[i], &values[i]);
  return wrong ? error : ok;
}
int fmi2SetReal(component c, const reference variables[], size_t count, const double values[]) {
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) wrong |= fmu_set(c, variables[i], values[i]);
  return wrong ? error : ok;
}
int fmi2GetFMUstate(component c, void **state) {
  if (!*state) *state = malloc(sizeof(fmu_instance));
  if (!*state) return error;
  return memcpy(*state, c, sizeof(fmu_instance)), ok;
}
int fmi2SetFMUstate(component c, void *state) { return memcpy(c, state, sizeof(fmu_instance)), ok; }
int fmi2FreeFMUstate(component c, void **state) { return (void)c, free(*state), *state = NULL, ok; }
int fmi2DoStep(component c, double now, double step, int no_return) {
  (void)no_return;
  return step >= 0.0 && fmu_advance(c, now + step) == FW_OK ? ok : error;
}
