/* One instance of the model behind an FMI interface: variables by number, and how they are set and read. */
#ifndef FLANGEWAY_FMU_H
#define FLANGEWAY_FMU_H

#include <stddef.h>

#include "runtime.h"

/* Value references; modelDescription*.xml are generated with the same numbers. */
enum {
  FMU_TIME = 0,
  FMU_STEP,    /* inner step, s */
  FMU_VELOCITY, /* at the start: what fw_start_at() takes */
  FMU_FRICTION,
  FMU_PARAMETER,
  FMU_INPUT = FMU_PARAMETER + FW_PARAMETERS,
  FMU_POSITION = FMU_INPUT + FW_INPUTS,
  FMU_SPEED = FMU_POSITION + FW_N,
  FMU_VERTICAL = FMU_SPEED + FW_N,
  FMU_LATERAL = FMU_VERTICAL + FW_WHEELS,
  FMU_JOINT = FMU_LATERAL + FW_WHEELS,
#if FW_EXCHANGE
  FMU_AUXILIARY = FMU_JOINT + FW_JOINT_VALUES,
  FMU_RATE = FMU_AUXILIARY + FW_AUXILIARY, /* of all continuous states: positions, velocities, auxiliary */
  FMU_INDICATOR = FMU_RATE + FW_Y,
  FMU_END = FMU_INDICATOR + FW_INDICATORS
#else
  FMU_END = FMU_JOINT + FW_JOINT_VALUES
#endif
};

typedef struct {
  fw_workspace work;
  fw_state state;
  double step, velocity;
  int started; /* what must be set before the start can no longer be set */
  int solved;  /* before it: state and outputs are those of the start with what is set */
  fw_status status;
  double joint[FW_SIZE(FW_JOINT_VALUES)];
  int joint_known; /* its values belong to the state */
#if FW_EXCHANGE
  int exchange;  /* the importer integrates */
  int evaluated; /* the following results belong to the state */
  fw_state held; /* the state on its constraints */
  double rate[FW_Y], indicator[FW_INDICATORS];
  int switched[FW_SIZE(FW_WHEELS)]; /* wheels that lifted or landed in this event: each once */
#endif
} fmu_instance;

fmu_instance *fmu_new(void);
/* An instance whose bytes are 0; `resources`: folder of the archive, as the importer names it. 0, or 1. */
int fmu_open(fmu_instance *f, const char *resources);
void fmu_close(fmu_instance *f);
void fmu_reset(fmu_instance *f);
void fmu_copy(const fmu_instance *from, fmu_instance *to);
/* Whether `state` is a state of the same kind of use, co-simulation or model exchange. */
int fmu_may_take(const fmu_instance *f, const fmu_instance *state);
/* Before the start an output is that of the start. 0, or 1 where there is no value. */
int fmu_get(fmu_instance *f, unsigned variable, double *value);
int fmu_set(fmu_instance *f, unsigned variable, double value);
/* Finds the state at the start with the parameters that are set. */
fw_status fmu_start(fmu_instance *f);
/* Whole inner steps up to `end`; the last one may be shorter. Not before the start, not to where it cannot get. */
fw_status fmu_advance(fmu_instance *f, double end);
/* The instance as bytes, which the same model on the same kind of machine reads. 0, or 1 where they are others. */
size_t fmu_byte_count(void);
void fmu_write_bytes(const fmu_instance *f, unsigned char *bytes);
int fmu_read_bytes(const unsigned char *bytes, size_t count, fmu_instance *f);

#if FW_EXCHANGE
/* --- model exchange --- */
typedef struct {
  int ends, moved; /* the run ends; continuous states have changed */
  int has_next;
  double next; /* s, of the next event that is known */
} fmu_events;

/* Rates, indicators and outputs of the state that is set. */
fw_status fmu_evaluate(fmu_instance *f);
void fmu_set_time(fmu_instance *f, double time);
void fmu_set_states(fmu_instance *f, const double *values);
void fmu_get_states(const fmu_instance *f, double *values);
void fmu_begin_event(fmu_instance *f);
fw_status fmu_update(fmu_instance *f, fmu_events *events);
/* Change of each unknown (rates, indicators, outputs) per change of the knowns along `seed`, by central differences.
 * Knowns are states, inputs and time at the state that is set; before the start inputs and parameters. 0, or which
 * derivatives there are when these are not among them: "only in model exchange". */
const char *fmu_derive(const fmu_instance *f, const unsigned *unknowns, size_t unknown_count, const unsigned *knowns,
                       size_t known_count, const double *seed, double *change);
/* After a step of the importer: 1 where its state has drifted off the constraints, so that an event puts it back. */
int fmu_has_drifted(fmu_instance *f);
#endif

#endif
