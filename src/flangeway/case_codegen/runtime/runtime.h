/* Runs a generated vehicle on its track: state, workspace, one step. Needs only the C library and libm; allocates
 * nothing.
 *
 * Wheelsets are held on their rails by two constraints each, of knife-edge equivalent profiles (kec.c) or of a lookup
 * table (lut.c); their multipliers agree with the creep forces they cause. Steps are Adams-Bashforth-Moulton or
 * Runge-Kutta of order 4, in exponential form for what creep damps, each followed by a projection onto the
 * constraints. */
#ifndef FLANGEWAY_RUNTIME_H
#define FLANGEWAY_RUNTIME_H

#include "fixed_step.h"
#include "model_size.h"

#define FW_EXCHANGE 1 /* rates for integrators of others */

/* Arrays of nothing are no C. */
#define FW_SIZE(n) ((n) > 0 ? (n) : 1)
enum {
  FW_N = 6 * FW_BODIES, /* s, y, z, roll, pitch, yaw of each body on its own track frame */
  FW_WHEELS = 2 * FW_WHEELSETS,
  FW_A1 = FW_SIZE(FW_AUXILIARY),
  FW_Y = 2 * FW_N + FW_AUXILIARY,
  FW_N1 = FW_N,
  FW_W1 = FW_WHEELS,
  FW_R1 = FW_SIZE(FW_JOINT_ROWS),
  FW_CONSTRAINTS = 0, /* besides those of the wheels */
  FW_INDICATORS = 1 + (FW_LIFTS ? FW_WHEELS : 0), /* of events */
  FW_MOST_CONTACTS = 4 /* of a wheel */
};

typedef enum {
  FW_OK = 0,
  FW_SINGULAR,      /* multipliers without a solution */
  FW_OFF_TRACK,     /* the reference body left the beginning or end of the track */
  FW_OFF_PROFILE,   /* a wheel left the tables of its contact */
  FW_JUMP,          /* a velocity jumped: the step does not resolve the motion */
  FW_NOT_FINITE     /* a number became infinite or none */
} fw_status;

typedef enum { FW_ABM4 = 0, FW_RK4 } fw_method;
#define FW_METHODS {"abm4", "rk4"}
enum { FW_METHOD_COUNT = 2 };

typedef struct {
  double time;                /* s */
  double q[FW_N], v[FW_N];    /* coordinates, m or rad, and their velocities */
  double auxiliary[FW_A1];    /* states of elements and of the modes of bodies that bend */
  double multiplier[FW_WHEELS]; /* of both constraints of each wheelset */
  double reaction[FW_R1];       /* of each row of the joints, N or N m */
  int lifted[FW_WHEELS];        /* off its rail: no constraint, no contact */
  /* Past of the method; points = 0 where there is none, as after a change from outside. */
  double step;
  int points, age;
  double rate[FW_Y];                    /* of damping, 1/s */
  double past_y[4][FW_Y], past_f[4][FW_Y]; /* the newest first */
} fw_state;

/* Cubic splines on a uniform grid: at each node the values of all channels, then their slopes. */
typedef struct {
  double start, step;
  int intervals, channels;
  const double *node;
} fw_spline;

/* Channels of a contact on its branch of the equivalent profile. */
enum { FW_WHEEL_Y, FW_WHEEL_Z, FW_WHEEL_ANGLE, FW_PATCH_A, FW_PATCH_B, FW_C11, FW_C22, FW_C23, FW_C33, FW_CHANNELS };

typedef struct {
  double first, last;
  fw_spline contact;
} fw_branch;

/* Equivalent profile of one wheel in left-hand coordinates. */
typedef struct {
  fw_spline radius;
  int branches;
  const fw_branch *branch;
  const double *handover; /* between branch k and k + 1 */
  double load_transition_length, knife_lateral, radius_zero;
} fw_kec;

/* One gauge variation of a lookup table, over the lateral displacement. */
typedef struct {
  double flange_start[2]; /* of the left, of the right wheel, m */
  fw_spline motion;       /* z, roll */
  fw_spline contact[2];   /* of the treads */
  fw_spline flange[2];    /* indentation, approach, then channels of a contact; of hybrid tables */
} fw_row;

typedef struct {
  int rows, hybrid, convergent;
  double gauge_start, gauge_step;
  const fw_row *row;
} fw_lookup;

/* Creep forces of the half-space: products of quadratic B-splines over the ratio of the axes and three reduced
 * creepages (docs/theory/creep_table.md), of which x runs from 0 to 1, y from -1 to 1 and z from 0 to 1. */
typedef struct {
  int layers;                      /* 0: another law */
  double ratio_first, ratio_step;  /* middle of the first cell over the ratio, size of the cells */
  int x_cells, y_cells, z_cells;
  double resolution;
  const int *coefficient;          /* [ratio][z][y][quantity][x], two more than cells in each direction */
} fw_creep_table;

/* A wheelset beside displaced rails: alignment, vertical profile, gauge variation, cross level, their slopes and second
 * derivatives; the displacement with which the table is entered; of z and roll in the table the value and the partial
 * derivatives over displacement y and gauge g: y, g, yy, yg, gg. */
typedef struct {
  double measure[3][4], y, motion[2][6];
  double rail_motion[2][4]; /* velocity and acceleration of the measures by inputs */
} fw_relative;

typedef struct {
  double force[6];                 /* generalised */
  double mass[4];                  /* ss, roll, pitch, yaw */
  double coupling[5];              /* of s with y, z, roll, pitch, yaw */
  double inverse[6], schur;        /* of the rotational block; M_ss without what couples */
  double velocity[3], angular_velocity[3], velocity_s[3], curvature[3], roll_axis[3], pitch_axis[3];
  /* Of wheels that turn against each other: spin of the left wheel minus that of the right one, rad/s; and the same of
   * the torques about the axle, N m. */
  double twist_rate, torque_difference;
} fw_body;

typedef struct {
  double values[FW_CHANNELS];
  double angle, normal[3], lateral[3], creepage[3];
  double approach_rate;           /* of wheel and rail, m/s */
  double share;                   /* how much it counts among the contacts of its wheel */
  double part[2];                 /* normal force per multiplier */
  double elastic_force;           /* besides that: of an indentation, N */
  double normal_direction[3];     /* generalised force per normal force: y, z, roll */
  double direction[3][6];         /* and per creep force: along, across, about */
  double effect[3][2];            /* of these on both constraints */
  double friction, coefficient;   /* at rest, at its sliding speed */
  double table_at[4];             /* place in the table of creep forces: ratio, x, y, z */
  double table[3], table_slope[3][3]; /* its values there, and of each the derivatives over x, y, z */
  double normal_force, force[3], force_by_load[3];
} fw_contact;

/* Of both multipliers of a wheelset: residual and Jacobian. */
typedef struct {
  double residual[2], slope[2][2];
} fw_equations;

/* A step of Newton's method: the change, what the multipliers are after it; excess < 0: solved. */
typedef struct {
  double step[2], load[2], determinant, excess;
} fw_newton;

typedef struct {
  double sign;                    /* 1 left, -1 right */
  double rail[3][2];              /* y, z of the rail, left-hand coordinates; slope, second derivative */
  double rail_velocity[2];        /* of the rail by inputs, y and z, m/s */
  double s, profile[3];           /* place on the equivalent profile; f, f', f'' */
  double gap, rate, row[4], right_hand; /* of the constraint of the same number: row over s, y, z, roll */
  double limit_ratio, decay;      /* of friction */
  int contacts;
  fw_contact contact[FW_MOST_CONTACTS];
} fw_side;

/* A constraint of a joint and its Jacobian over the coordinates of up to three bodies; bias: its second derivative
 * without accelerations. */
typedef struct {
  double residual, rate, bias, jacobian[3][6];
} fw_joint_row;

/* Joints that depend on each other: their rows, and where their matrix begins. */
typedef struct {
  int first, rows, entry;
} fw_joint_group;

typedef struct {
  double creepage[3]; /* largest share of the load: longitudinal, lateral, spin in 1/m */
  double force[3];    /* sum of the contacts, on the wheel: along the rail, across it (to the left), moment */
  double vertical, lateral; /* Q: on the rail, down; Y: on the rail, to the left; N */
} fw_wheel_output;

typedef struct {
  double parameters[FW_SIZE(FW_PARAMETERS)];
  double inputs[FW_SIZE(FW_INPUTS)];
  double input_time, input_place[FW_BODIES]; /* when they were taken, s; s of the bodies then, m */
  double since_input; /* from then to the time that is evaluated, s */
  double friction; /* coefficient: that of the case changes in proportion where it differs from place to place */
  double speed;    /* at the start, m/s; a prescribed speed changes in proportion */
  double course[FW_BODIES][18]; /* of the centreline at each body: values, slopes, second derivatives */
  double traction[FW_BODIES];   /* torque on the spin, N m */
  double wheel_traction[FW_WHEELSETS]; /* of the motors of single wheels, left minus right, N m */
  fw_body body[FW_BODIES];
  fw_side side[FW_WHEELSETS][2];
  fw_relative relative[FW_WHEELSETS];
  int lifted[FW_WHEELSETS][2]; /* as in the state that is evaluated */
  double response[FW_WHEELSETS][2][6], schur[FW_WHEELSETS][2][2], right[FW_WHEELSETS][2];
  double directions[FW_WHEELSETS][2][6], last_step[FW_WHEELSETS][2];
  double load[FW_WHEELSETS][2][6], slope[FW_WHEELSETS][2][2]; /* linearised, for joints */
  fw_joint_row joint[FW_R1];
  double joint_answer[FW_R1][3][6], joint_matrix[FW_SIZE(FW_JOINT_ENTRIES)];
  int joint_pivot[FW_R1];
  double applied[FW_BODIES][6]; /* generalised forces without those of joints and contacts */
  double acceleration_s; /* prescribed, of the driven body */
  /* The components with a rate in the present step, and the step size of their weights. */
  size_t stiff_count, stiff_place[FW_Y];
  fw_weights weights[FW_Y];
  double weights_step;
  fw_wheel_output wheel[FW_WHEELS];
  int contact_iterations, iterations; /* for the loads, and of the projection, in the last step */
  long searches;
  double energy[2];
} fw_workspace;

#include "interface.h"

/* Generated: the vehicle on its track. */
extern const double fw_initial_auxiliary[], fw_initial_load[], fw_initial_reaction[];
extern const int fw_driven_body;         /* whose s is prescribed; -1: none */
extern const double fw_driven_start;     /* its s at 0 s, m */
extern const int fw_profile_points, fw_torque_points;
extern const double fw_speed_profile[][2], fw_torque[][2]; /* s, m/s; s, N m */
extern const double fw_profile_run[]; /* run up to each point of the profile, m */
extern const int fw_has_torque[FW_BODIES];
extern const int fw_takes_torque; /* the first input is a torque on all driven wheelsets */
/* Of wheels that turn against each other, -1 of others: the auxiliary state, the first of both inputs. */
extern const int fw_twist_state[FW_WHEELSETS], fw_wheel_input[FW_WHEELSETS];
extern const int fw_wheelset_body[FW_WHEELSETS], fw_wheelset_table[FW_WHEELSETS][2];
extern const double fw_wheelset_radius[FW_WHEELSETS], fw_spin_share[FW_WHEELSETS];
extern const double fw_body_mass[FW_BODIES];
extern const double fw_rail_distance; /* of the cant, m */
extern const double fw_auxiliary_rate[];
extern const fw_joint_group fw_joint_groups[];
extern const int fw_joint_body[][3]; /* of each row; -1: none */
extern const double fw_stabilisation_rate; /* of Baumgarte's terms, 1/s */
extern const int fw_projects_joints;       /* after each step */
extern const double fw_limit_ratio[2], fw_decay[2];
extern const int fw_friction_points; /* of a table over the contact angle; 0: none */
extern const double fw_friction_over_angle[][2], fw_friction_at_rest[2];
extern const int fw_is_irregular, fw_creep_is_stiff, fw_may_lift;
extern const int fw_friction_matters; /* to the law of creep: linear laws know none */
extern const int fw_reference_body;
extern const double fw_track_length; /* m */
extern const fw_spline fw_centreline, fw_irregularity;
extern const fw_kec fw_kecs[];
extern const fw_lookup fw_lookups[];
extern const double fw_flange_stiffness, fw_flange_damping; /* N/m^1.5, 0: Hertz's; N s/m^2 */
void fw_bodies(const double *q, const double *v, const double *auxiliary, double *auxiliary_rate, fw_workspace *w);
void fw_twist_axles(const double *auxiliary, const fw_workspace *w, double *auxiliary_rate); /* after the contacts */
void fw_joints(const double *q, const double *v, fw_workspace *w); /* after fw_locate() */
void fw_joint_reactions(const double *q, const double *reaction, const fw_workspace *w, double *values);
void fw_knife(const fw_kec *p, const double *q, fw_side *side);
void fw_constrain(const fw_kec *p, const double *q, const double *v, fw_side *side);
void fw_displace(const double *q, fw_relative *at);
void fw_constrain_both(const double *q, const double *v, const fw_relative *at, fw_side *sides);
void fw_place(const double *q, const fw_body *b, double speed, const fw_side *side, fw_contact *c);
void fw_slide(const fw_side *side, double speed, fw_contact *c);
extern const fw_creep_table fw_creep;
void fw_enter_creep(fw_contact *c); /* where to read the table */
void fw_respond(fw_contact *c);
void fw_damp(const fw_side *side, double speed, const fw_contact *c, double *damping);
/* Matrices of two rows by rows. */
void fw_set_normal_force(const double *load, fw_contact *c);
void fw_begin_equations(const double *schur, const double *right_hand, const double *load, fw_equations *e);
void fw_add_creep(const fw_contact *c, fw_equations *e);
void fw_newton_step(double length, const fw_equations *e, const double *load, fw_newton *n);
void fw_correct(const double *step, fw_contact *c);
void fw_solve_two(const double *matrix, const double *right_hand, double *x);

/* Positions of the bodies on the centreline, with the cant of inputs. */
fw_status fw_locate(const double *q, fw_workspace *w);
/* Accelerations and rates of the auxiliary states; the loads start from x->multiplier and x->reaction and are left
 * there. */
fw_status fw_derivative(fw_state *x, fw_workspace *w, double *acceleration, double *auxiliary_rate);

/* of step.c */
double fw_room_on_track(const fw_state *x); /* m, up to where a run ends */

/* of lookup.c */
int fw_is_inside(const fw_spline *spline, double x);
void fw_read_creep(fw_contact *c); /* sets what of the table its law needs */
/* Irregularities at s, of each side in its own coordinates too. */
void fw_read_rails(double s, int wheelset, fw_workspace *w, double rail[3][4]);
/* Displacement, velocity and acceleration of the rail below a wheel by inputs, y and z. */
void fw_read_rail_inputs(const fw_workspace *w, int wheel, double motion[3][2]);
void fw_evaluate(const fw_spline *spline, double x, double *value, double *first, double *second);
double fw_table_value(const double (*table)[2], int count, double x);
double fw_table_slope(const double (*table)[2], int count, double x);
double fw_table_integral(const double (*table)[2], const double *sums, int count, double x);
/* of kec.c or lut.c */
fw_status fw_constraints(const double *q, const double *v, int wheelset, fw_workspace *w);
void fw_list_contacts(int wheelset, fw_workspace *w); /* after fw_constraints */
void fw_set_parts(int wheelset, fw_workspace *w);     /* contacts are placed: parts, elastic forces, directions */
/* of contact.c */
void fw_solve_mass(const fw_body *b, double mass, const double *right, const double *prescribed, double *x);
fw_status fw_contacts(const fw_state *x, fw_workspace *w, double *multiplier, double *acceleration);
void fw_creep_damping(const fw_workspace *w, int wheelset, double *rate);
fw_status fw_project_wheelsets(double *q, double *v, fw_workspace *w);
fw_status fw_solve_contacts(fw_workspace *w, double *multiplier, double *acceleration); /* again, with other forces */
void fw_linearise(int wheelset, fw_workspace *w);
void fw_linearise_free(int wheelset, fw_workspace *w);
void fw_answer(const fw_workspace *w, int wheelset, const double *force, double *x);
/* of joints.c */
void fw_load_joints(const double *reaction, fw_workspace *w); /* adds to the forces of the bodies, before contact */
fw_status fw_solve_joints(fw_workspace *w, double *reaction, double *multiplier, double *acceleration); /* after it */
fw_status fw_project_joints(double *q, double *v, fw_workspace *w);

/* What a record holds of each wheel. */
#define FW_WHEEL_COLUMNS {"Q", "Y", "Fx", "Fy", "Mz", "xi", "eta", "phi", "s", "multiplier"}
enum { FW_WHEEL_COLUMN_COUNT = 10, FW_HAS_ENERGY = 0 };

#define fw_mark(part) ((void)0)

#endif
