/* Runs a generated model: state, workspace, one step. Needs only the C library and libm; allocates nothing.
 *
 * Per step [Ros2017, fig. 10]: creep forces from the patches, the dynamics implicit in the creep forces, positions by
 * the midpoint rule, projection of the contact coordinates, then of the coordinates, then of the velocities. */
#ifndef FLANGEWAY_RUNTIME_H
#define FLANGEWAY_RUNTIME_H

#include "model_size.h"

#define FW_EXCHANGE 0 /* no rates for integrators of others */

/* Arrays of nothing are no C. */
#define FW_SIZE(n) ((n) > 0 ? (n) : 1)
enum {
  FW_N = FW_COORDINATES,
  FW_C = FW_CONSTRAINTS + FW_WHEELS, /* constraints in the dynamics: of the model, then of the wheels */
  FW_N1 = FW_SIZE(FW_N),
  FW_C1 = FW_SIZE(FW_C),
  FW_W1 = FW_SIZE(FW_WHEELS),
  FW_JOINT_VALUES = 0, /* joints are constraints of the model, and their reactions no output */
  FW_CUBICS = 10 + 4 * FW_COURSE + 1 /* a b c d start: wheel, rail; a b c d of the course, its start */
};

typedef enum {
  FW_OK = 0,
  FW_SINGULAR,      /* constraints or mass matrix without a solution */
  FW_NO_CONVERGENCE, /* a projection did not converge */
  FW_OFF_TRACK,     /* a wheel left the beginning or end of the track */
  FW_OFF_PROFILE,   /* a contact left the profile of wheel or rail */
  FW_LIFTED,        /* a wheel would have to be pulled to the rail */
  FW_NOT_FINITE     /* a number became infinite or none */
} fw_status;

typedef enum { FW_IMEX_EULER = 0, FW_EXPLICIT_EULER, FW_TRAPEZOIDAL } fw_method;
#define FW_METHODS {"imex", "explicit", "trapezoidal"}
enum { FW_METHOD_COUNT = 3 };

typedef struct {
  double time;              /* s */
  double q[FW_N1];          /* coordinates, m or rad */
  double v[FW_N1];          /* their velocities */
  double contact[FW_W1][4]; /* angle and u on the wheel, u and s on the rail */
  double multiplier[FW_C1]; /* of the constraints; of a wheel: its normal force, N */
} fw_state;

typedef struct {
  double creepage[3]; /* longitudinal, lateral, spin in 1/m */
  double force[3];    /* on the wheel: along the rail, across it (to the left), moment about the normal */
  double semi_axes[2]; /* of the patch, along and across, m */
  double speed;        /* reference speed of the creepages, m/s */
  double vertical, lateral; /* force of the rail on the wheel: up; to the left, square to the course in plan; N */
} fw_wheel_output;

typedef struct {
  double parameters[FW_SIZE(FW_PARAMETERS)];
  double inputs[FW_SIZE(FW_INPUTS)];
  double friction; /* coefficient */
  double constants[FW_SIZE(FW_CONSTANT_COUNT)]; /* of the parameters alone */
  double shared[FW_SIZE(FW_SHARED_COUNT)];      /* what later functions of the model use again */
  double cubics[FW_W1][FW_CUBICS];
  int piece[FW_W1][2]; /* of wheel and rail, where they were last */
  double mass[FW_N1][FW_N1], force[FW_N1];
  double rows[FW_C1][FW_N1], side[FW_C1], residual[FW_C1]; /* of the constraints in the dynamics */
  double creep_rows[FW_W1][3][FW_N1];
  double tangent_residual[FW_W1][4], tangent_jacobian[FW_W1][4][4], tangent_rate[FW_W1][4];
  double curvature[FW_W1][2], wheel_speed[FW_W1];
  double normal[FW_W1][3], forwards[FW_W1][3]; /* of the rail at the contact, ground's components */
  double contact_rate[FW_W1][4];
  double energy[2]; /* kinetic, potential, J */
  /* of the runtime */
  double creep[FW_W1][5]; /* force per sliding velocity: 11, 22, 23, 33 and the share of the linear force */
  double matrix[FW_N1][FW_N1], columns[FW_N1][FW_C + 1];
  double schur[FW_C1][FW_C + 1], multiplier[FW_C1];
  double partition[FW_C1][FW_N1];
  int dependent[FW_C1], pivot_row[FW_C1];
  int contact_pivot[FW_W1][4];
  fw_wheel_output wheel[FW_W1];
  int contact_iterations, iterations; /* of the projections of the last step */
  long searches;                      /* steps in which a contact jumped to another place of its profile */
} fw_workspace;

#include "interface.h"

/* Generated: functions of the model. */
void fw_residuals(const fw_state *x, fw_workspace *w);
void fw_contacts(const fw_state *x, fw_workspace *w); /* residuals and tangents' Jacobian */
void fw_geometry(const fw_state *x, fw_workspace *w);
void fw_motion(const fw_state *x, fw_workspace *w);
void fw_sides(const fw_state *x, fw_workspace *w);

/* Generated: the order in which the dynamics are solved, and what couples. */
extern const int fw_order[], fw_later_begin[], fw_later[];
extern const int fw_path_begin[], fw_path[];  /* coordinates that move each wheel */
extern const int fw_row_begin[], fw_row[];    /* coordinates in each constraint */

/* Generated: profiles, course of the rails, patches. */
extern const int fw_wheel_side[];
extern const double fw_initial_place[]; /* of each wheel along its rail, m */
extern const double fw_shear_modulus;
extern const int fw_profile_pieces[2]; /* wheel, rail */
extern const double fw_profile_break[2][2][FW_PROFILE_BREAKS];
extern const double fw_profile_cubic[2][2][FW_PROFILE_BREAKS][4];
extern const double fw_course_from, fw_course_spacing;
extern const double fw_course_cubic[2][FW_COURSE_PIECES][FW_COURSE][4];
extern const double fw_patch_table[FW_PATCH_NODES][6]; /* a, b, C11, C22, C23, C33 over ln(curvatures' ratio) */
extern const double fw_patch_from, fw_patch_step;

/* What a record holds of each wheel. */
#define FW_WHEEL_COLUMNS {"N", "Fx", "Fy", "Mz", "xi", "eta", "phi", "u_wheel", "u_rail", "s"}
enum { FW_WHEEL_COLUMN_COUNT = 10, FW_HAS_ENERGY = 1 };

/* of linear.c */
fw_status fw_solve_dynamics(fw_workspace *w, double h);
fw_status fw_partition_constraints(fw_workspace *w);
void fw_solve_partition(const fw_workspace *w, const double *right, double *change);
fw_status fw_factor_contacts(fw_workspace *w);
void fw_solve_contact(const fw_workspace *w, int wheel, const double *right, double *change);
/* of contact.c */
fw_status fw_look_up_wheel(const fw_state *x, fw_workspace *w, int wheel);
fw_status fw_look_up(const fw_state *x, fw_workspace *w);
/* of search.c */
fw_status fw_search_contacts(fw_state *x, fw_workspace *w, const fw_state *failed, double tolerance);
void fw_creep_coefficients(const fw_state *x, fw_workspace *w);
void fw_wheel_forces(const fw_state *x, fw_workspace *w);

/* A build with FW_TIMING counts the time of the parts of a step. */
enum { FW_PART_PATCH, FW_PART_LOOK_UP, FW_PART_EVALUATE, FW_PART_SOLVE, FW_PART_INTEGRATE, FW_PART_PROJECT_EVALUATE,
       FW_PART_PROJECT_SOLVE, FW_PARTS };
#ifdef FW_TIMING
void fw_mark(int part);
#else
#define fw_mark(part) ((void)0)
#endif

#endif
