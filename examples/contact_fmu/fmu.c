#include "fmu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const fw_fmu_token = "{6c1f3a52-0d57-4a3e-9a0b-5f0e8d1c7b42}";

static const char *const keys[FMU_KEY_COUNT] = {
    "wheel_on_rail.friction.coefficient", "wheel_on_rail.rail_place.deviation_y", "wheel_on_rail.rail_place.deviation_z",
    "wheel_on_rail.rail_place.velocity_y", "wheel_on_rail.rail_place.velocity_z"};
static const char *const patch_numbers[FMU_PATCH_COUNT] = {
    "normal_force",        "x",    "y",           "z", "contact_angle", "longitudinal_creepage",
    "lateral_creepage",    "spin", "max_pressure", "contact_area", "adhesion_elements"};
static const double default_friction = 0.3;

const char *fw_status_text(fw_status status) {
  return status == FW_NOT_SOLVED ? "has no solution for its contact" : "was given a time that is none";
}

void fmu_reset(fmu_instance *f) {
  memset(f->input, 0, sizeof f->input);
  f->input[FMU_KEYS] = default_friction;
  f->state.time = 0.0;
  f->solved = 0;
  f->status = FW_OK;
}

/* FMI 2 gives a URI, FMI 3 a path. */
static const char *path_of(const char *resources) {
  if (strncmp(resources, "file:///", 8) == 0) return resources + 7;
  return strncmp(resources, "file:/", 6) == 0 ? resources + 5 : resources;
}

int fmu_open(fmu_instance *f, const char *resources) {
  char file[4096];
  if (!resources) return 1;
  const char *folder = path_of(resources);
  const size_t length = strlen(folder);
  const char *separator = length > 0 && folder[length - 1] == '/' ? "" : "/";
  if (snprintf(file, sizeof file, "%s%scontact.toml", folder, separator) >= (int)sizeof file) return 1;
  if (flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE, &f->contact) != FLANGEWAY_CONTACT_OK) return 1;
  fmu_reset(f);
  if (flangeway_contact_load_file(f->contact, file) == FLANGEWAY_CONTACT_OK) return 0;
  return fmu_close(f), 1;
}

void fmu_close(fmu_instance *f) { flangeway_contact_destroy(f->contact), f->contact = NULL; }

/* All but the contact, which each instance has its own of: its result follows from the inputs. */
void fmu_copy(const fmu_instance *from, fmu_instance *to) {
  flangeway_contact *own = to->contact;
  *to = *from;
  to->contact = own;
  to->solved = 0;
}

int fmu_may_take(const fmu_instance *f, const fmu_instance *state) { return (void)f, (void)state, 1; }

/* The patch with the largest normal force; -1: there is none. */
static int main_patch(const fmu_instance *f, int patches) {
  int found = -1;
  double largest = 0.0;
  for (int k = 0; k < patches; ++k) {
    double force = 0.0;
    (void)flangeway_contact_get_patch_number(f->contact, k, "normal_force", &force);
    if (force > largest) largest = force, found = k;
  }
  return found;
}

static int read_patch(fmu_instance *f, int patch) {
  double *out = f->output + (FMU_PATCH - FMU_FORCE), slip = 0.0;
  for (int i = 0; i < FMU_PATCH_COUNT; ++i)
    if (flangeway_contact_get_patch_number(f->contact, patch, patch_numbers[i], &out[i])) return 1;
  if (flangeway_contact_get_patch_number(f->contact, patch, "slip_elements", &slip)) return 1;
  double *adhesion = out + FMU_PATCH_COUNT - 1; /* a share of the patch */
  *adhesion = *adhesion + slip > 0.0 ? *adhesion / (*adhesion + slip) : 0.0;
  return 0;
}

static fw_status solve(fmu_instance *f) {
  int patches = 0;
  if (f->solved) return f->status;
  f->solved = 1;
  f->status = FW_NOT_SOLVED;
  memset(f->output, 0, sizeof f->output);
  int wrong = flangeway_contact_set_wheelset(f->contact, f->input + FMU_WHEELSET, f->input + FMU_WHEELSET + 6);
  for (int i = 0; i < FMU_KEY_COUNT; ++i)
    wrong = wrong || flangeway_contact_set_number(f->contact, keys[i], f->input[FMU_KEYS + i]);
  wrong = wrong || flangeway_contact_solve(f->contact) ||
          flangeway_contact_get_force(f->contact, "track", f->output, f->output + 3) ||
          flangeway_contact_get_patch_count(f->contact, &patches);
  if (wrong) return f->status;
  f->output[FMU_PATCHES - FMU_FORCE] = patches;
  const int patch = main_patch(f, patches);
  if (patch >= 0 && read_patch(f, patch)) return f->status;
  return f->status = FW_OK;
}

int fmu_get(fmu_instance *f, unsigned variable, double *value) {
  if (variable >= FMU_END) return 1;
  if (variable == FMU_TIME) return *value = f->state.time, 0;
  if (variable < FMU_FORCE) return *value = f->input[variable], 0;
  if (solve(f) != FW_OK) return 1;
  return *value = f->output[variable - FMU_FORCE], 0;
}

int fmu_set(fmu_instance *f, unsigned variable, double value) {
  if (variable == FMU_TIME || variable >= FMU_FORCE || !isfinite(value)) return 1;
  if (variable == FMU_KEYS && value < 0.0) return 1;
  f->input[variable] = value;
  f->solved = 0;
  return 0;
}

fw_status fmu_start(fmu_instance *f) { return (void)f, FW_OK; }

fw_status fmu_advance(fmu_instance *f, double end) {
  if (!(end >= f->state.time) || !isfinite(end)) return FW_NOT_FINITE;
  f->state.time = end;
  return FW_OK;
}

/* --- the inputs and the time as bytes --- */

static const size_t token_bytes = 38;

size_t fmu_byte_count(void) { return token_bytes + sizeof(double) * (1 + FMU_FORCE); }

void fmu_write_bytes(const fmu_instance *f, unsigned char *bytes) {
  memcpy(bytes, fw_fmu_token, token_bytes);
  memcpy(bytes + token_bytes, &f->state.time, sizeof(double));
  memcpy(bytes + token_bytes + sizeof(double), f->input, sizeof f->input);
}

int fmu_read_bytes(const unsigned char *bytes, size_t count, fmu_instance *f) {
  if (count != fmu_byte_count() || memcmp(bytes, fw_fmu_token, token_bytes) != 0) return 1;
  memset(f, 0, sizeof *f);
  memcpy(&f->state.time, bytes + token_bytes, sizeof(double));
  memcpy(f->input, bytes + token_bytes + sizeof(double), sizeof f->input);
  return 0;
}
