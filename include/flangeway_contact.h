/* The contact of one wheel with one rail, or of one patch, for programs in C, Fortran, Python and others.
 *
 *   flangeway_contact* wheel;
 *   flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE, &wheel);
 *   flangeway_contact_set_text(wheel, "wheel_on_rail.wheel", "s1002");
 *   flangeway_contact_set_text(wheel, "wheel_on_rail.rail", "60e1");
 *   flangeway_contact_set_number(wheel, "wheel_on_rail.vertical_force", 80e3);
 *   flangeway_contact_set_number(wheel, "wheel_on_rail.wheelset.speed", 30);
 *   if (flangeway_contact_solve(wheel) == FLANGEWAY_CONTACT_OK)
 *     flangeway_contact_get_force(wheel, "track", force, moment);
 *   flangeway_contact_destroy(wheel);
 *
 * Keys, units, signs and words are those of contact files (docs/reference/contact.md): SI units, x forward, y to the
 * left, z up. Forces act on the wheel, or on the upper body; creepages are of the wheel relative to the rail. Patches
 * and elements are counted from 0.
 *
 * Every function that returns int returns a FLANGEWAY_CONTACT_ code; no exception leaves the library, and it prints
 * nothing. After a code other than FLANGEWAY_CONTACT_OK flangeway_contact_get_message() has the text: the findings
 * with key, value, range and remedy, all at once.
 *
 * Handles do not know each other: different threads may use different handles at once. Calls with the same handle
 * from several threads wait for each other. The floating-point environment of the caller (traps, rounding) is put
 * aside during a call and restored. */
#ifndef FLANGEWAY_CONTACT_H
#define FLANGEWAY_CONTACT_H

#include <stddef.h>

#if defined(FLANGEWAY_CONTACT_BUILD) && defined(__GNUC__)
#define FLANGEWAY_CONTACT_API __attribute__((visibility("default")))
#else
#define FLANGEWAY_CONTACT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a function or a meaning changes so that programs must be compiled again; new functions, keys and names do
 * not change it. */
#define FLANGEWAY_CONTACT_INTERFACE 1

/* What a function answers: the exit codes of the program flangeway. */
enum {
  FLANGEWAY_CONTACT_OK = 0,
  FLANGEWAY_CONTACT_INTERNAL_ERROR = 1, /* a bug of the library, or no memory */
  FLANGEWAY_CONTACT_BAD_INPUT = 2,      /* of the caller; nothing was changed or solved */
  FLANGEWAY_CONTACT_NOT_SOLVED = 3      /* no solution; what was reached can be read where there is a result */
};

/* How the last solution ended. */
enum {
  FLANGEWAY_CONTACT_SOLVED = 0,
  FLANGEWAY_CONTACT_NO_CONTACT = 1,     /* a result: all forces are zero */
  FLANGEWAY_CONTACT_UNREACHED = 2,      /* a prescribed force cannot be reached */
  FLANGEWAY_CONTACT_NOT_CONVERGED = 3,  /* a solver stopped early */
  FLANGEWAY_CONTACT_NOTHING_SOLVED = 4  /* not yet, or the last input was refused: there is no result */
};

typedef struct flangeway_contact flangeway_contact;
typedef struct flangeway_contact_history flangeway_contact_history;

/* Version of the library, as "0.1.0". */
FLANGEWAY_CONTACT_API const char* flangeway_contact_version(void);

/* A handle without a problem. `interface_version`: FLANGEWAY_CONTACT_INTERFACE of the header that the caller was
 * compiled with. Where it is refused, *contact is NULL and the text is that of flangeway_contact_get_message(NULL, …).
 */
FLANGEWAY_CONTACT_API int flangeway_contact_create(int interface_version, flangeway_contact** contact);
FLANGEWAY_CONTACT_API void flangeway_contact_destroy(flangeway_contact* contact); /* NULL is allowed */

/* The text of the last call with this handle (NULL: of the last call of this thread without one): findings, why there
 * is no solution, or, after FLANGEWAY_CONTACT_OK, warnings and notes; empty if there are none. Copies up to
 * capacity − 1 bytes and a zero; *size (may be NULL) is the length of the whole text in bytes, without the zero. */
FLANGEWAY_CONTACT_API int flangeway_contact_get_message(const flangeway_contact* contact, char* buffer, size_t capacity,
                                                        size_t* size);

/* ---- the problem ------------------------------------------------------------------------------------------------- */

/* Takes the problem from a contact file (TOML), or from its text; a relative path in a text starts from the working
 * folder. What was set before is forgotten, the history is kept. A file with a table, a sweep or a sequence has many
 * cases and is refused. */
FLANGEWAY_CONTACT_API int flangeway_contact_load_file(flangeway_contact* contact, const char* file);
FLANGEWAY_CONTACT_API int flangeway_contact_load_text(flangeway_contact* contact, const char* text);

/* A profile by its points, y and z in m (y to the left, z up, as of a left-hand pair), under a name that the keys
 * wheel_on_rail.wheel and wheel_on_rail.rail then take. `kind`: "wheel" or "rail". It is checked, repaired and placed
 * like a file of two columns. */
FLANGEWAY_CONTACT_API int flangeway_contact_add_profile(flangeway_contact* contact, const char* name, const char* kind,
                                                        size_t count, const double* y, const double* z);

/* Keys of contact files with their whole path, as "wheel_on_rail.wheelset.y" or "patch.normal_force". The values are
 * checked together by flangeway_contact_check() and flangeway_contact_solve(), which report all findings at once. */
FLANGEWAY_CONTACT_API int flangeway_contact_set_number(flangeway_contact* contact, const char* key, double value);
/* Lists; pairs (curves) one after the other: x, y, x, y, … */
FLANGEWAY_CONTACT_API int flangeway_contact_set_numbers(flangeway_contact* contact, const char* key, size_t count,
                                                        const double* values);
FLANGEWAY_CONTACT_API int flangeway_contact_set_text(flangeway_contact* contact, const char* key, const char* text);
FLANGEWAY_CONTACT_API int flangeway_contact_set_flag(flangeway_contact* contact, const char* key, int value);
/* The key has its value of the file again, or its default. */
FLANGEWAY_CONTACT_API int flangeway_contact_unset(flangeway_contact* contact, const char* key);

/* wheel_on_rail.wheelset at once: s, y, z (m), roll, pitch, yaw (rad); speed, velocity_y, velocity_z (m/s),
 * velocity_roll, velocity_pitch, velocity_yaw (rad/s). z must be 0 where the vertical force is given. NULL: unchanged. */
FLANGEWAY_CONTACT_API int flangeway_contact_set_wheelset(flangeway_contact* contact, const double position[6],
                                                         const double velocity[6]);

/* All that is wrong with the problem as it is. */
FLANGEWAY_CONTACT_API int flangeway_contact_check(flangeway_contact* contact);

/* ---- solution and history ------------------------------------------------------------------------------------------
 *
 * Shifts and transient rolling start from the instant before: the history of the handle. flangeway_contact_solve()
 * reads it and does not change it, so that iterations and rejected steps leave no trace; flangeway_contact_accept()
 * makes the last result the history of what follows. Results depend on the problem and the history only, to the last
 * bit: not on what was solved before, nor on other handles. */

FLANGEWAY_CONTACT_API int flangeway_contact_solve(flangeway_contact* contact);
FLANGEWAY_CONTACT_API int flangeway_contact_accept(flangeway_contact* contact);
/* Without history: the next instant is the first. */
FLANGEWAY_CONTACT_API int flangeway_contact_forget(flangeway_contact* contact);

/* The history as an object of its own, to return to it after accepted steps; cheap, it is not copied. One may be
 * restored any number of times, into any handle with the same kind of problem. */
FLANGEWAY_CONTACT_API int flangeway_contact_keep(flangeway_contact* contact, flangeway_contact_history** history);
FLANGEWAY_CONTACT_API int flangeway_contact_restore(flangeway_contact* contact,
                                                    const flangeway_contact_history* history);
FLANGEWAY_CONTACT_API void flangeway_contact_history_destroy(flangeway_contact_history* history);

/* The history as bytes, for a restart file. Copies them if capacity is enough, else returns
 * FLANGEWAY_CONTACT_BAD_INPUT; *size is what is needed. (NULL, 0) asks for the size. The bytes are those of machines
 * with the same byte order and of this version of their format; damaged or foreign bytes are refused. */
FLANGEWAY_CONTACT_API int flangeway_contact_write_history(flangeway_contact* contact, void* bytes, size_t capacity,
                                                          size_t* size);
FLANGEWAY_CONTACT_API int flangeway_contact_read_history(flangeway_contact* contact, const void* bytes, size_t size);

/* ---- results of the last solution --------------------------------------------------------------------------------- */

FLANGEWAY_CONTACT_API int flangeway_contact_get_status(flangeway_contact* contact, int* status);
FLANGEWAY_CONTACT_API int flangeway_contact_get_patch_count(flangeway_contact* contact, int* count);

/* Force (N) and moment (N m, about the origin of the frame) of all patches on the wheel. `frame`: "track", "rail",
 * "wheel" (profile axes) or "wheelset". */
FLANGEWAY_CONTACT_API int flangeway_contact_get_force(flangeway_contact* contact, const char* frame, double force[3],
                                                      double moment[3]);
/* The same of one patch; "patch": x forward, y to the left along the surface, z into the wheel or upper body, moment
 * about its reference point. A patch given directly has this frame only. */
FLANGEWAY_CONTACT_API int flangeway_contact_get_patch_force(flangeway_contact* contact, int patch, const char* frame,
                                                            double force[3], double moment[3]);

/* Numbers of the whole contact of a wheel on a rail: "z" (m), "velocity_pitch" (rad/s), as given or found;
 * "rail_deflection_y", "rail_deflection_z" (m). */
FLANGEWAY_CONTACT_API int flangeway_contact_get_number(flangeway_contact* contact, const char* name, double* value);
/* Numbers of a patch: "normal_force", "longitudinal_force", "lateral_force" (N), "moment" (N m), "approach" (m),
 * "longitudinal_creepage", "lateral_creepage", "spin" (1/m; of a shift m, m, rad), "max_pressure" (Pa),
 * "contact_area" (m²), "elastic_energy" (J), "frictional_power" (W, of a shift J), "max_temperature" (°C),
 * "contact_elements", "adhesion_elements", "slip_elements", "plastic_elements"; of a wheel on a rail also the reference
 * point "x", "y", "z" (m, track), "contact_angle", "contact_pitch" (rad), "reference_speed" (m/s), "friction". */
FLANGEWAY_CONTACT_API int flangeway_contact_get_patch_number(flangeway_contact* contact, int patch, const char* name,
                                                             double* value);

/* The elements of a patch: columns along x and rows across; dx, dy, x and y of the centre of the first element (m). */
FLANGEWAY_CONTACT_API int flangeway_contact_get_grid(flangeway_contact* contact, int patch, int size[2],
                                                     double geometry[4]);
/* One number per element, x fastest; `capacity` must be columns · rows at least. "pressure", "traction_x",
 * "traction_y" (Pa, on the wheel), "slip_x", "slip_y" (relative; of a shift m), "displacement_x", "displacement_y",
 * "displacement_z" (m), "gap" (m, undeformed), "friction", "state" (0 outside, 1 adhesion, 2 slip, 3 plastic),
 * "temperature_wheel", "temperature_rail" (°C, with heat). */
FLANGEWAY_CONTACT_API int flangeway_contact_get_field(flangeway_contact* contact, int patch, const char* name,
                                                      size_t capacity, double* values);

/* Derivatives of longitudinal force, lateral force and moment (rows) with longitudinal creepage, lateral creepage and
 * spin (columns), pressures held; six tangential problems. */
FLANGEWAY_CONTACT_API int flangeway_contact_get_stiffness(flangeway_contact* contact, int patch, double values[9]);
/* Stresses xx, yy, zz, xy, xz, yz (Pa, tension positive) and displacements x, y, z (m) at points of one depth: z > 0 in
 * the wheel or upper body, z < 0 in the rail or lower body; x, y, z in m in the frame of the patch. 9 values per point. */
FLANGEWAY_CONTACT_API int flangeway_contact_get_stresses(flangeway_contact* contact, int patch, double z, size_t count,
                                                         const double* x, const double* y, double* values);

#ifdef __cplusplus
}
#endif

#endif
