/* Laws of one's own in a shared library: the C interface that Flangeway calls. How-to: docs/howto/own_laws.md.
 *
 * A library exports one or more of the variables flangeway_creep_law, flangeway_friction_law, flangeway_normal_law,
 * flangeway_element_law, flangeway_irregularity_law, flangeway_wear_law and flangeway_measure_law. Build it with
 *     cc -O2 -shared -fPIC -o mylaw.so mylaw.c -lm
 * A law is a function of its arguments alone. It keeps nothing between two calls: the program evaluates a step more than
 * once, repeats steps, and calls from several threads at the same time. */
#ifndef FLANGEWAY_LAW_H
#define FLANGEWAY_LAW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a library that was built before would no longer be right. Rows that are added at the end of `in` do not
 * change it. */
#define FLANGEWAY_LAW_INTERFACE 1

/* A law for `count` contacts, elements or places at once. Row r of a quantity is at in[r * count] …
 * in[r * count + count - 1], and likewise in `out`. `derivatives` is a sum of FLANGEWAY_BY_…, of those that the law
 * offers: write these rows of `out`, too. Returns 0, or a code of its own for an error, which ends the run with
 * flangeway_law.message(code). */
typedef int (*flangeway_law_function)(const double *parameters, size_t count, const double *in, double *out,
                                      int derivatives);

/* A number of the case file. */
typedef struct flangeway_law_parameter {
  const char *name, *unit;
  double value;            /* if the case gives none; NaN: the case must give one */
  double minimum, maximum; /* allowed, both included */
} flangeway_law_parameter;

typedef struct flangeway_law {
  int interface_version;     /* FLANGEWAY_LAW_INTERFACE */
  const char *name;          /* for messages and results */
  flangeway_law_function evaluate;
  int derivatives;           /* sum of those that `evaluate` offers; differences replace the others */
  size_t parameter_count;
  const flangeway_law_parameter *parameters;
  const char *(*message)(int code); /* may be null */
} flangeway_law;

/* Creep law: `const flangeway_law flangeway_creep_law`. Quantities of one patch each; x is the rolling direction, y is
 * lateral in the tangent plane, z is the normal into the wheel. The program never asks about patches without load or
 * without friction: their creep force is zero. */
enum flangeway_creep_in {
  FLANGEWAY_CREEP_NORMAL_FORCE,  /* N > 0 in N */
  FLANGEWAY_CREEP_A,             /* semi-axis of the ellipse along x, m */
  FLANGEWAY_CREEP_B,             /* along y, m */
  FLANGEWAY_CREEP_F11,           /* Kalker's linear theory at this load: Fx = -f11 ξx, N */
  FLANGEWAY_CREEP_F22,           /* Fy = -f22 ξy - f23 φ, N */
  FLANGEWAY_CREEP_F23,           /* N m; Mz = f23 ξy - f33 φ */
  FLANGEWAY_CREEP_F33,           /* N m² */
  FLANGEWAY_CREEP_FRICTION,      /* coefficient at this sliding speed, > 0 */
  FLANGEWAY_CREEP_LONGITUDINAL,  /* creepage ξx: velocity of the wheel relative to the rail over the speed */
  FLANGEWAY_CREEP_LATERAL,       /* creepage ξy */
  FLANGEWAY_CREEP_SPIN,          /* creepage φ, 1/m */
  FLANGEWAY_CREEP_SPEED,         /* that creepages are divided by, m/s; the sliding speed is speed·√(ξx² + ξy²) */
  FLANGEWAY_CREEP_IN_ROWS
};
/* Forces on the wheel, N, N and N m, and after them their derivatives in three rows each. */
enum flangeway_creep_out {
  FLANGEWAY_CREEP_FX,
  FLANGEWAY_CREEP_FY,
  FLANGEWAY_CREEP_MZ,
  FLANGEWAY_CREEP_FX_BY_LOAD, /* total derivative: the patch grows with the load, as said below */
  FLANGEWAY_CREEP_FY_BY_LOAD,
  FLANGEWAY_CREEP_MZ_BY_LOAD,
  FLANGEWAY_CREEP_FX_BY_LONGITUDINAL,
  FLANGEWAY_CREEP_FY_BY_LONGITUDINAL,
  FLANGEWAY_CREEP_MZ_BY_LONGITUDINAL,
  FLANGEWAY_CREEP_FX_BY_LATERAL,
  FLANGEWAY_CREEP_FY_BY_LATERAL,
  FLANGEWAY_CREEP_MZ_BY_LATERAL,
  FLANGEWAY_CREEP_FX_BY_FRICTION,
  FLANGEWAY_CREEP_FY_BY_FRICTION,
  FLANGEWAY_CREEP_MZ_BY_FRICTION,
  FLANGEWAY_CREEP_OUT_ROWS
};
enum flangeway_creep_derivatives {
  /* dF/dN with da/dN = a/3N, db/dN = b/3N, df11/dN = 2 f11/3N, df22/dN = 2 f22/3N, df23/dN = f23/N,
   * df33/dN = 4 f33/3N; creepages and friction stay. */
  FLANGEWAY_BY_LOAD = 1,
  /* ∂F/∂ξx, ∂F/∂ξy and ∂F/∂(friction coefficient) at the same load. */
  FLANGEWAY_BY_CREEPAGE = 2
};

/* Friction law: `const flangeway_law flangeway_friction_law`: the coefficient of friction of one contact each. */
enum flangeway_friction_in {
  FLANGEWAY_FRICTION_COEFFICIENT,   /* of the case at this place, without the decay with the sliding speed */
  FLANGEWAY_FRICTION_SLIDING_SPEED, /* ≥ 0, m/s */
  FLANGEWAY_FRICTION_SPEED,         /* that creepages are divided by, m/s */
  FLANGEWAY_FRICTION_ANGLE,         /* contact angle against the track plane, rad; positive on the flange */
  FLANGEWAY_FRICTION_STATION,       /* place of the wheelset on the track, m */
  FLANGEWAY_FRICTION_IN_ROWS
};
enum flangeway_friction_out {
  FLANGEWAY_FRICTION_MU,                  /* ≥ 0 */
  FLANGEWAY_FRICTION_MU_BY_SLIDING_SPEED, /* with FLANGEWAY_BY_SLIDING_SPEED, s/m */
  FLANGEWAY_FRICTION_OUT_ROWS
};
enum flangeway_friction_derivatives { FLANGEWAY_BY_SLIDING_SPEED = 1 };

/* Normal law: `const flangeway_law flangeway_normal_law`: the normal force of one elastic contact each. Indentations of
 * several contacts of a wheel influence each other; the indentation here is that of a Hertz contact with the same elastic
 * force (docs/theory/elastic.md). The built-in law is F = K δ^1.5 (1 + χ δ'/v). */
enum flangeway_normal_in {
  FLANGEWAY_NORMAL_INDENTATION,  /* δ > 0, m */
  FLANGEWAY_NORMAL_RATE,         /* δ', m/s */
  FLANGEWAY_NORMAL_IMPACT_SPEED, /* rate when the contact began, m/s; 0: at rest */
  FLANGEWAY_NORMAL_HERTZ,        /* Hertz's stiffness K: without damping F = K δ^1.5, N/m^1.5 */
  FLANGEWAY_NORMAL_A,            /* semi-axis of Hertz's ellipse along x at F = K δ^1.5, m */
  FLANGEWAY_NORMAL_B,            /* along y, m */
  FLANGEWAY_NORMAL_ANGLE,        /* contact angle against the track plane, rad; positive on the flange */
  FLANGEWAY_NORMAL_STATION,      /* place of the wheelset on the track, m */
  FLANGEWAY_NORMAL_IN_ROWS
};
enum flangeway_normal_out {
  FLANGEWAY_NORMAL_FORCE,                /* presses the bodies apart, N, >= 0 */
  FLANGEWAY_NORMAL_FORCE_BY_INDENTATION, /* with FLANGEWAY_BY_INDENTATION, at the same rate, N/m */
  FLANGEWAY_NORMAL_OUT_ROWS
};
enum flangeway_normal_derivatives { FLANGEWAY_BY_INDENTATION = 1 };

/* Law of a suspension element: `const flangeway_element flangeway_element_law`. It resists the elongation
 * between two points, or the motion of a point along a direction. What it remembers are its states, which the
 * program integrates; they are 0 at the start of a run. The tolerances of the integrator for states are those
 * for deflections: scale them so that they are as large as these. The program never asks for derivatives at
 * the same time for several elements. */
#define FLANGEWAY_ELEMENT_STATES 4
enum flangeway_element_in {
  FLANGEWAY_ELEMENT_DEFLECTION, /* from the nominal position, m; of a line: elongation */
  FLANGEWAY_ELEMENT_RATE,       /* of the deflection, m/s */
  FLANGEWAY_ELEMENT_STATE,      /* FLANGEWAY_ELEMENT_STATES rows; 0 beyond state_count */
  FLANGEWAY_ELEMENT_IN_ROWS = FLANGEWAY_ELEMENT_STATE + FLANGEWAY_ELEMENT_STATES
};
/* Derivatives are those of the force, the state rates and the energy, in the order of these rows. */
enum flangeway_element_out {
  FLANGEWAY_ELEMENT_FORCE,      /* resists the deflection, N; the program adds the preload */
  FLANGEWAY_ELEMENT_STATE_RATE, /* FLANGEWAY_ELEMENT_STATES rows, 1/s times the unit of the state */
  FLANGEWAY_ELEMENT_ENERGY =
      FLANGEWAY_ELEMENT_STATE_RATE + FLANGEWAY_ELEMENT_STATES, /* with gives_energy: stored, J */
  FLANGEWAY_ELEMENT_LOSS,                                      /* with gives_energy: dissipated power, W */
  FLANGEWAY_ELEMENT_BY_DEFLECTION,
  FLANGEWAY_ELEMENT_BY_RATE = FLANGEWAY_ELEMENT_BY_DEFLECTION + 2 + FLANGEWAY_ELEMENT_STATES,
  FLANGEWAY_ELEMENT_BY_STATE =
      FLANGEWAY_ELEMENT_BY_RATE + 2 + FLANGEWAY_ELEMENT_STATES, /* of each state in turn */
  FLANGEWAY_ELEMENT_OUT_ROWS =
      FLANGEWAY_ELEMENT_BY_STATE + FLANGEWAY_ELEMENT_STATES * (2 + FLANGEWAY_ELEMENT_STATES)
};
enum flangeway_element_derivatives { FLANGEWAY_BY_MOTION = 1 }; /* all of them */

typedef struct flangeway_element {
  flangeway_law law;
  int state_count;  /* 0 to FLANGEWAY_ELEMENT_STATES */
  int gives_energy; /* 1: energy and loss are written; 0: the power of the element counts as supplied from
                       outside */
} flangeway_element;

/* Irregularities: `const flangeway_law flangeway_irregularity_law`: how far the rails lie beside their
 * nominal places. The program asks once, for all places of the table that a run reads. */
enum flangeway_irregularity_in {
  FLANGEWAY_IRREGULARITY_STATION, /* place on the track, m */
  FLANGEWAY_IRREGULARITY_IN_ROWS
};
enum flangeway_irregularity_out {
  FLANGEWAY_IRREGULARITY_ALIGNMENT,   /* of both rails, to the left, m */
  FLANGEWAY_IRREGULARITY_VERTICAL,    /* of both rails, up, m */
  FLANGEWAY_IRREGULARITY_GAUGE,       /* the left rail minus the right one, to the left, m */
  FLANGEWAY_IRREGULARITY_CROSS_LEVEL, /* the left rail minus the right one, up, m */
  FLANGEWAY_IRREGULARITY_OUT_ROWS
};

/* Wear law: `const flangeway_law flangeway_wear_law`, of an element of a patch, or of a whole contact. */
enum flangeway_wear_in {
  FLANGEWAY_WEAR_PRESSURE, /* Pa */
  FLANGEWAY_WEAR_WORK,    /* frictional work per area and distance rolled: traction times relative slip, Pa */
  FLANGEWAY_WEAR_SLIP,    /* relative slip, ≥ 0 */
  FLANGEWAY_WEAR_SPEED,   /* of rolling, m/s */
  FLANGEWAY_WEAR_T_GAMMA, /* frictional work of the whole contact per distance rolled, N */
  FLANGEWAY_WEAR_IN_ROWS
};
enum flangeway_wear_out {
  FLANGEWAY_WEAR_RATE, /* volume lost per area of the contact and distance rolled, m³/(m² m), ≥ 0 */
  FLANGEWAY_WEAR_OUT_ROWS
};

/* Measure of an assessment: `const flangeway_law flangeway_measure_law`: one number of the `count` filtered
 * values of a section, in the first entry of `out`. */
enum flangeway_measure_in {
  FLANGEWAY_MEASURE_VALUE, /* in the unit of the quantity */
  FLANGEWAY_MEASURE_PLACE, /* from the beginning of the section, m */
  FLANGEWAY_MEASURE_IN_ROWS
};
enum flangeway_measure_out { FLANGEWAY_MEASURE_OUT, FLANGEWAY_MEASURE_OUT_ROWS };

#ifdef __cplusplus
}
#endif
#endif
