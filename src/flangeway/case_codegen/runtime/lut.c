/* Constraints and contacts of wheelsets by lookup tables of two entries, lateral displacement and gauge variation;
 * flanges of hybrid tables are elastic. */
#include <math.h>
#include <string.h>

#include "runtime.h"

enum { max_channels = 2 + FW_CHANNELS };

/* Where a table is entered: of four rows the weights with their derivatives over the gauge, the displacement with which
 * each is entered and its derivatives over displacement y and gauge g. */
typedef struct {
  const fw_row *row[4];
  double weight[3][4];
  double y[4], by_y[4], by_g[4], by_yg[4], by_gg[4];
  double contact_y[2][4];
} lookup_place;

static const fw_lookup *table_of(int wheelset) { return &fw_lookups[fw_wheelset_table[wheelset][0]]; }

/* Beyond the ends of the table a row is continued linearly. */
static void fold(lookup_place *p, int ghost, int near, int far) {
  for (int d = 0; d < 3; ++d) {
    p->weight[d][near] += 2 * p->weight[d][ghost];
    p->weight[d][far] -= p->weight[d][ghost];
    p->weight[d][ghost] = 0.0;
  }
}

/* Catmull and Rom's weights of four rows. */
static void set_rows(const fw_lookup *table, int j, double t, lookup_place *p) {
  const double by_g = 1.0 / table->gauge_step;
  const double weight[3][4] = {
      {t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t), t * (0.5 + t * (2 - 1.5 * t)),
       t * t * (-0.5 + 0.5 * t)},
      {-0.5 + t * (2 - 1.5 * t), t * (-5 + 4.5 * t), 0.5 + t * (4 - 4.5 * t), t * (-1 + 1.5 * t)},
      {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, -1 + 3 * t}};
  const int first = j == 0, last = j + 2 == table->rows;
  const fw_row *row = table->row + j;
  for (int i = 0; i < 4; ++i) {
    p->weight[0][i] = weight[0][i];
    p->weight[1][i] = weight[1][i] * by_g;
    p->weight[2][i] = weight[2][i] * by_g * by_g;
  }
  p->row[0] = first ? row : row - 1;
  p->row[1] = row;
  p->row[2] = row + 1;
  p->row[3] = last ? row + 1 : row + 2;
  if (first) fold(p, 0, 1, 2);
  if (last) fold(p, 3, 2, 1);
}

static double row_middle(const fw_row *row) { return (row->flange_start[0] + row->flange_start[1]) / 2; }
static double row_half(const fw_row *row) { return (row->flange_start[0] - row->flange_start[1]) / 2; }

/* All rows at the same part of the clearance between their flange contacts: part = (y - middle)/half. */
static void enter_by_clearance(double y, lookup_place *p) {
  double middle[3] = {0.0, 0.0, 0.0}, half[3] = {0.0, 0.0, 0.0}; /* and derivatives over the gauge */
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < 4; ++i) {
      middle[d] += p->weight[d][i] * row_middle(p->row[i]);
      half[d] += p->weight[d][i] * row_half(p->row[i]);
    }
  const double part = (y - middle[0]) / half[0], part_g = -(middle[1] + part * half[1]) / half[0];
  const double part_gg = -(middle[2] + 2 * part_g * half[1] + part * half[2]) / half[0];
  for (int i = 0; i < 4; ++i) {
    const double own = row_half(p->row[i]);
    p->y[i] = row_middle(p->row[i]) + part * own;
    p->by_y[i] = own / half[0];
    p->by_g[i] = part_g * own;
    p->by_yg[i] = -half[1] / (half[0] * half[0]) * own;
    p->by_gg[i] = part_gg * own;
  }
}

/* Data of a contact are read at the same distance from the flange contact of its own wheel in every row. */
static void enter_contacts(double y, lookup_place *p) {
  for (int k = 0; k < 2; ++k) {
    double start = 0.0;
    for (int i = 0; i < 4; ++i) start += p->weight[0][i] * p->row[i]->flange_start[k];
    for (int i = 0; i < 4; ++i) {
      const fw_spline *data = &p->row[i]->contact[k];
      const double end = data->start + data->step * data->intervals, at = y - start + p->row[i]->flange_start[k];
      p->contact_y[k][i] = fmin(fmax(at, data->start), end);
    }
  }
}

static fw_status locate(const fw_lookup *table, double y, double gauge, lookup_place *p) {
  const double offset = (gauge - table->gauge_start) / table->gauge_step, last = (double)(table->rows - 1);
  if (!(offset >= -1e-9 && offset <= last + 1e-9)) return isfinite(offset) ? FW_OFF_PROFILE : FW_NOT_FINITE;
  const int j = (int)fmin(fmax(offset, 0.0), last - 1);
  set_rows(table, j, offset - (double)j, p);
  for (int i = 0; i < 4; ++i) {
    p->y[i] = p->contact_y[0][i] = p->contact_y[1][i] = y;
    p->by_y[i] = 1.0;
    p->by_g[i] = p->by_yg[i] = p->by_gg[i] = 0.0;
  }
  if (table->convergent) {
    enter_by_clearance(y, p);
    enter_contacts(y, p);
  }
  for (int i = 0; i < 4; ++i)
    if (!fw_is_inside(&p->row[i]->motion, p->y[i])) return isfinite(y) ? FW_OFF_PROFILE : FW_NOT_FINITE;
  return FW_OK;
}

/* z and roll over y and g: value, y, g, yy, yg, gg. */
static void read_motion(const lookup_place *p, double motion[2][6]) {
  memset(motion, 0, 2 * sizeof motion[0]);
  for (int i = 0; i < 4; ++i) {
    double f[2], f1[2], f2[2];
    const double w = p->weight[0][i], w1 = p->weight[1][i], w2 = p->weight[2][i], a = p->by_y[i], b = p->by_g[i];
    fw_evaluate(&p->row[i]->motion, p->y[i], f, f1, f2);
    for (int c = 0; c < 2; ++c) {
      motion[c][0] += w * f[c];
      motion[c][1] += w * f1[c] * a;
      motion[c][2] += w * f1[c] * b + w1 * f[c];
      motion[c][3] += w * f2[c] * a * a;
      motion[c][4] += w * (f2[c] * a * b + f1[c] * p->by_yg[i]) + w1 * f1[c] * a;
      motion[c][5] += w * (f2[c] * b * b + f1[c] * p->by_gg[i]) + 2 * w1 * f1[c] * b + w2 * f[c];
    }
  }
}

/* Alignment, vertical profile, gauge variation, cross level from y, z of the left and y, z of the right rail. */
static void measure_rails(const double *rail, double *measure) {
  measure[0] = (rail[0] + rail[2]) / 2;
  measure[1] = (rail[1] + rail[3]) / 2;
  measure[2] = rail[0] - rail[2];
  measure[3] = rail[1] - rail[3];
}

/* By inputs. */
static void move_rails(int wheelset, fw_workspace *w, double *rail, fw_relative *at) {
  double left[3][2], right[3][2];
  fw_read_rail_inputs(w, 2 * wheelset, left);
  fw_read_rail_inputs(w, 2 * wheelset + 1, right);
  for (int axis = 0; axis < 2; ++axis) {
    rail[axis] += left[0][axis];
    rail[2 + axis] += right[0][axis];
  }
  for (int d = 0; d < 2; ++d) {
    const double both[4] = {left[1 + d][0], left[1 + d][1], right[1 + d][0], right[1 + d][1]};
    measure_rails(both, at->rail_motion[d]);
  }
  memcpy(w->side[wheelset][0].rail_velocity, left[1], sizeof left[1]);
  memcpy(w->side[wheelset][1].rail_velocity, right[1], sizeof right[1]);
}

fw_status fw_constraints(const double *q, const double *v, int wheelset, fw_workspace *w) {
  const int body = fw_wheelset_body[wheelset];
  fw_relative *at = &w->relative[wheelset];
  double rail[3][4];
  lookup_place place;
  q += 6 * body;
  v += 6 * body;
  fw_read_rails(q[0], wheelset, w, rail);
  if (FW_HAS_RAIL_INPUTS) move_rails(wheelset, w, rail[0], at);
  for (int d = 0; d < 3; ++d) measure_rails(rail[d], at->measure[d]);
  fw_displace(q, at);
  const fw_status status = locate(table_of(wheelset), at->y, at->measure[0][2], &place);
  if (status != FW_OK) return status;
  read_motion(&place, at->motion);
  fw_constrain_both(q, v, at, w->side[wheelset]);
  return FW_OK;
}

/* Of the rows' splines at y, with their weights. */
static void mix(const lookup_place *p, const fw_spline *of_row[4], const double *y, double *sum) {
  const int channels = of_row[0]->channels;
  for (int c = 0; c < channels; ++c) sum[c] = 0.0;
  for (int i = 0; i < 4; ++i) {
    double values[max_channels];
    if (p->weight[0][i] == 0.0) continue;
    fw_evaluate(of_row[i], y[i], values, 0, 0);
    for (int c = 0; c < channels; ++c) sum[c] += p->weight[0][i] * values[c];
  }
}

/* A tread on each side, and a flange where it indents. */
void fw_list_contacts(int wheelset, fw_workspace *w) {
  const fw_lookup *table = table_of(wheelset);
  const fw_relative *at = &w->relative[wheelset];
  lookup_place place;
  (void)locate(table, at->y, at->measure[0][2], &place); /* as in fw_constraints(), where it was found */
  for (int k = 0; k < 2; ++k) {
    fw_side *side = &w->side[wheelset][k];
    const fw_spline *tread[4], *flange[4];
    double values[max_channels];
    for (int i = 0; i < 4; ++i) tread[i] = &place.row[i]->contact[k], flange[i] = &place.row[i]->flange[k];
    mix(&place, tread, place.contact_y[k], side->contact[0].values);
    side->contact[0].elastic_force = 0.0;
    side->contact[0].share = 1.0;
    side->contacts = 1;
    if (!table->hybrid) continue;
    mix(&place, flange, place.y, values);
    if (!(values[0] > 0.0)) continue;
    fw_contact *c = &side->contact[side->contacts++];
    memcpy(c->values, values + 2, sizeof c->values);
    const double stiffness = fw_flange_stiffness > 0.0 ? fw_flange_stiffness : pow(values[1], -1.5);
    c->elastic_force = stiffness * values[0] * sqrt(values[0]);
    c->share = values[0]; /* the indentation, until the contact is placed */
  }
}

static void push_flange(fw_contact *c) {
  const double force = c->elastic_force + fw_flange_damping * c->approach_rate * c->share;
  c->elastic_force = force > 0.0 ? force : 0.0;
  c->part[0] = c->part[1] = c->share = 0.0;
}

/* The normal forces of both treads together have the vertical force and the roll moment of the multipliers. */
void fw_set_parts(int wheelset, fw_workspace *w) {
  fw_contact *left = &w->side[wheelset][0].contact[0], *right = &w->side[wheelset][1].contact[0];
  const double moment_left = left->normal_direction[2], moment_right = right->normal_direction[2];
  const double inverse = 1.0 / (left->normal[2] * moment_right - right->normal[2] * moment_left);
  for (int m = 0; m < 2; ++m) {
    fw_side *side = &w->side[wheelset][m];
    const double force = side->row[2] * inverse, moment = side->row[3] * inverse;
    memset(w->directions[wheelset][m], 0, sizeof w->directions[wheelset][m]);
    memcpy(w->directions[wheelset][m], side->row, sizeof side->row);
    left->part[m] = moment_right * force - right->normal[2] * moment;
    right->part[m] = left->normal[2] * moment - moment_left * force;
    if (side->contacts > 1) push_flange(&side->contact[1]);
  }
}
