/* Constraints and contacts of wheelsets by knife-edge equivalent profiles. */
#include <math.h>
#include <string.h>

#include "runtime.h"

static const fw_kec *kec_of(int wheelset, int side) { return &fw_kecs[fw_wheelset_table[wheelset][side]]; }

/* A moving rail: velocities are relative to it, and its acceleration comes back to the right-hand side. */
static void constrain_to_moving_rail(const fw_kec *kec, const double *q, const double *v, double motion[3][2],
                                     fw_side *side) {
  const double relative[6] = {v[0], v[1] - motion[1][0], v[2] - motion[1][1], v[3], v[4], v[5]};
  fw_constrain(kec, q, relative, side);
  side->right_hand += side->row[1] * motion[2][0] + side->row[2] * motion[2][1];
}

static void displace_rail(double motion[3][2], fw_side *side) {
  side->rail[0][0] += side->sign * motion[0][0];
  side->rail[0][1] += motion[0][1];
  memcpy(side->rail_velocity, motion[1], sizeof side->rail_velocity);
}

/* Without contacts; q and v are those of the whole vehicle. */
fw_status fw_constraints(const double *q, const double *v, int wheelset, fw_workspace *w) {
  const int body = fw_wheelset_body[wheelset];
  double rail[3][4];
  q += 6 * body;
  v += 6 * body;
  fw_read_rails(q[0], wheelset, w, rail);
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    const fw_kec *kec = kec_of(wheelset, k);
    double motion[3][2];
    if (FW_HAS_RAIL_INPUTS) {
      fw_read_rail_inputs(w, 2 * wheelset + k, motion);
      displace_rail(motion, side);
    }
    fw_knife(kec, q, side);
    if (!fw_is_inside(&kec->radius, side->s)) return isfinite(side->s) ? FW_OFF_PROFILE : FW_NOT_FINITE;
    fw_evaluate(&kec->radius, side->s, &side->profile[0], &side->profile[1], &side->profile[2]);
    if (FW_HAS_RAIL_INPUTS) {
      constrain_to_moving_rail(kec, q, v, motion, side);
    } else {
      fw_constrain(kec, q, v, side);
    }
  }
  return FW_OK;
}

static double step_share(double x) {
  return x <= 0.0 ? 0.0 : x >= 1.0 ? 1.0 : x * x * x * (10.0 + x * (-15.0 + 6.0 * x));
}

/* Contacts share the load of their wheel; in a transition each stays at the end of its branch. */
static void list_contacts(const fw_kec *kec, fw_side *side) {
  double before = 1.0;
  for (int k = 0; k < kec->branches; ++k) {
    double after = 0.0;
    if (k + 1 < kec->branches) {
      const double x = side->s - kec->handover[k];
      after = kec->load_transition_length > 0.0 ? step_share(x / kec->load_transition_length + 0.5) : x > 0.0 ? 1.0 : 0.0;
    }
    if (before - after > 0.0 && side->contacts < FW_MOST_CONTACTS) {
      const fw_branch *branch = &kec->branch[k];
      fw_contact *contact = &side->contact[side->contacts++];
      fw_evaluate(&branch->contact, fmin(fmax(side->s, branch->first), branch->last), contact->values, 0, 0);
      contact->share = before - after;
    }
    if (after == 0.0) return;
    before = after;
  }
}

void fw_list_contacts(int wheelset, fw_workspace *w) {
  for (int k = 0; k < 2; ++k) {
    w->side[wheelset][k].contacts = 0;
    if (!w->lifted[wheelset][k]) list_contacts(kec_of(wheelset, k), &w->side[wheelset][k]);
  }
}

/* A multiplier is the vertical load of a wheel. The rail's slope tilts the normal: the same work as the constraint's. */
void fw_set_parts(int wheelset, fw_workspace *w) {
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    double *direction = w->directions[wheelset][k];
    memset(direction, 0, sizeof w->directions[wheelset][k]);
    for (int i = 0; i < side->contacts; ++i) {
      fw_contact *c = &side->contact[i];
      c->part[k] = c->share / c->normal[2];
      c->part[1 - k] = c->elastic_force = 0.0;
      for (int d = 0; d < 3; ++d) direction[1 + d] += c->part[k] * c->normal_direction[d];
    }
    direction[0] = side->row[0];
  }
}
