/* One instance of the model behind an FMI interface: variables by number, and how they are set and read. */
#ifndef FLANGEWAY_FMU_H
#define FLANGEWAY_FMU_H

#include "runtime.h"

/* Value references; fmu_*.xml is generated with the same numbers. */
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
  FMU_END = FMU_JOINT + FW_JOINT_VALUES
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
} fmu_instance;

fmu_instance *fmu_new(void);
void fmu_reset(fmu_instance *f);
/* Before the start an output is that of the start. 0, or 1 where there is no value. */
int fmu_get(fmu_instance *f, unsigned variable, double *value);
int fmu_set(fmu_instance *f, unsigned variable, double value);
/* Finds the state at the start with the parameters that are set. */
fw_status fmu_start(fmu_instance *f);
/* Whole inner steps up to `end`; the last one may be shorter. Not before the start, not to where it cannot get. */
fw_status fmu_advance(fmu_instance *f, double end);

#endif
