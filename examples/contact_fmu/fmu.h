/* One wheel on one rail behind the FMI interfaces of generated code (fmi2.c and fmi3.c), solved by
 * libflangeway_contact. */
#ifndef CONTACT_FMU_H
#define CONTACT_FMU_H

#include <flangeway_contact.h>
#include <stddef.h>

#define FW_EXCHANGE 0 /* without states: nothing to integrate */

typedef enum {
  FW_OK = 0,
  FW_NOT_SOLVED,
  FW_NOT_FINITE /* a time that is none */
} fw_status;

/* Value references, as in modelDescription2.xml and modelDescription3.xml. Inputs in the order of
 * flangeway_contact_set_wheelset(), then those with a key. */
enum {
  FMU_TIME = 0,
  FMU_WHEELSET = 1, /* s, y, z, roll, pitch, yaw, and their rates */
  FMU_KEYS = FMU_WHEELSET + 12,
  FMU_KEY_COUNT = 5,
  FMU_FORCE = FMU_KEYS + FMU_KEY_COUNT, /* and moment, on the wheel, track frame */
  FMU_PATCHES = FMU_FORCE + 6,
  FMU_PATCH, /* quantities of the patch with the largest normal force */
  FMU_PATCH_COUNT = 11,
  FMU_END = FMU_PATCH + FMU_PATCH_COUNT
};

typedef struct {
  struct {
    double time;
  } state;
  flangeway_contact *contact;
  double input[FMU_FORCE]; /* by value reference; the first is none */
  int solved;              /* the outputs belong to the inputs */
  fw_status status;
  double output[FMU_END - FMU_FORCE];
} fmu_instance;

extern const char *const fw_fmu_token;
const char *fw_status_text(fw_status status);
int fmu_open(fmu_instance *f, const char *resources);
void fmu_close(fmu_instance *f);
void fmu_reset(fmu_instance *f);
void fmu_copy(const fmu_instance *from, fmu_instance *to);
int fmu_may_take(const fmu_instance *f, const fmu_instance *state);
int fmu_get(fmu_instance *f, unsigned variable, double *value);
int fmu_set(fmu_instance *f, unsigned variable, double value);
fw_status fmu_start(fmu_instance *f);
fw_status fmu_advance(fmu_instance *f, double end);
size_t fmu_byte_count(void);
void fmu_write_bytes(const fmu_instance *f, unsigned char *bytes);
int fmu_read_bytes(const unsigned char *bytes, size_t count, fmu_instance *f);

#endif
