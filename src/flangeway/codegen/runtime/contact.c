/* Contacts of wheels and rails at run time: pieces of the splines, patches, creep forces. */
#include <math.h>

#include "runtime.h"

/* Wheel or rail: the piece in which u lies, from the one where it was last. Beyond the ends the last piece goes on. */
static fw_status look_up_profile(int kind, int side, double u, int *piece, double *cubic) {
  const double *breaks = fw_profile_break[kind][side];
  const int pieces = fw_profile_pieces[kind];
  int i = *piece < pieces ? *piece : 0;
  while (i > 0 && u < breaks[i]) --i;
  while (i + 1 < pieces && u > breaks[i + 1]) ++i;
  *piece = i;
  for (int k = 0; k < 4; ++k) cubic[k] = fw_profile_cubic[kind][side][i][k];
  cubic[4] = breaks[i];
  return u >= breaks[0] && u <= breaks[pieces] ? FW_OK : FW_OFF_PROFILE;
}

static fw_status look_up_course(int side, double s, double *cubics) {
  const double place = (s - fw_course_from) / fw_course_spacing;
  const int is_on_track = place >= 0.0 && place < FW_COURSE_PIECES;
  const int piece = is_on_track ? (int)place : place < 0.0 ? 0 : FW_COURSE_PIECES - 1;
  for (int f = 0; f < FW_COURSE; ++f) {
    for (int k = 0; k < 4; ++k) cubics[4 * f + k] = fw_course_cubic[side][piece][f][k];
  }
  cubics[4 * FW_COURSE] = fw_course_from + fw_course_spacing * piece;
  return is_on_track ? FW_OK : FW_OFF_TRACK;
}

fw_status fw_look_up_wheel(const fw_state *x, fw_workspace *w, int wheel) {
  const double *s = x->contact[wheel];
  const int side = fw_wheel_side[wheel];
  const fw_status tread = look_up_profile(0, side, s[1], &w->piece[wheel][0], w->cubics[wheel]);
  const fw_status rail = look_up_profile(1, side, s[2], &w->piece[wheel][1], w->cubics[wheel] + 5);
  const fw_status course = look_up_course(side, s[3], w->cubics[wheel] + 10);
  return course != FW_OK ? course : tread != FW_OK ? tread : rail;
}

fw_status fw_look_up(const fw_state *x, fw_workspace *w) {
  fw_status status = FW_OK;
  for (int i = 0; i < FW_WHEELS; ++i) {
    const fw_status of_wheel = fw_look_up_wheel(x, w, i);
    if (of_wheel != FW_OK) status = of_wheel;
  }
  return status;
}

/* Semi-axes and Kalker's coefficients over the ratio of the curvatures. */
static void interpolate_patch(double along, double across, double *values) {
  double place = (log(along / across) - fw_patch_from) / fw_patch_step;
  if (!(place > 0.0)) place = 0.0;
  if (place > FW_PATCH_NODES - 1.001) place = FW_PATCH_NODES - 1.001;
  const int i = (int)place;
  const double t = place - i;
  for (int k = 0; k < 6; ++k) values[k] = fw_patch_table[i][k] + t * (fw_patch_table[i + 1][k] - fw_patch_table[i][k]);
}

/* Curvatures below these belong to no Hertzian patch, 1/m; speeds below are no rolling, m/s. */
static const double min_curvature = 1e-3, min_speed = 1e-2;

static void sliding_velocity(const fw_state *x, const fw_workspace *w, int wheel, double *sliding) {
  for (int d = 0; d < 3; ++d) {
    sliding[d] = 0.0;
    for (int a = fw_path_begin[wheel]; a < fw_path_begin[wheel + 1]; ++a)
      sliding[d] += w->creep_rows[wheel][d][fw_path[a]] * x->v[fw_path[a]];
  }
}

/* Kalker's linear theory with the normal force of the last step; beyond the friction the forces keep their ratio. */
static void creep_of(const fw_state *x, fw_workspace *w, int wheel, double normal_force) {
  const double along = fmax(w->curvature[wheel][0], min_curvature);
  const double across = fmax(w->curvature[wheel][1], min_curvature);
  fw_wheel_output *out = &w->wheel[wheel];
  double patch[6], sliding[3];
  interpolate_patch(along, across, patch);
  const double size = cbrt(2.0 * normal_force / (along + across));
  const double a = patch[0] * size, b = patch[1] * size;
  const double speed = fmax(w->wheel_speed[wheel], min_speed);
  const double per_speed = fw_shear_modulus * a * b / speed, radius = sqrt(a * b);
  double c11 = per_speed * patch[2], c22 = per_speed * patch[3], c23 = per_speed * radius * patch[4],
         c33 = per_speed * a * b * patch[5];
  sliding_velocity(x, w, wheel, sliding);
  const double fx = -c11 * sliding[0], fy = -c22 * sliding[1] - c23 * sliding[2];
  const double force = sqrt(fx * fx + fy * fy), bound = w->friction * normal_force;
  const double share = force > bound ? bound / force : 1.0;
  w->creep[wheel][0] = c11 * share, w->creep[wheel][1] = c22 * share;
  w->creep[wheel][2] = c23 * share, w->creep[wheel][3] = c33 * share, w->creep[wheel][4] = share;
  out->semi_axes[0] = a, out->semi_axes[1] = b, out->speed = speed;
  for (int d = 0; d < 3; ++d) out->creepage[d] = sliding[d] / speed;
  out->force[0] = share * fx, out->force[1] = share * fy;
  out->force[2] = share * (c23 * sliding[1] - c33 * sliding[2]);
}

void fw_creep_coefficients(const fw_state *x, fw_workspace *w) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    const double normal_force = x->multiplier[FW_CONSTRAINTS + i];
    creep_of(x, w, i, normal_force > 0.0 ? normal_force : 0.0);
  }
}

/* Of normal and creep forces, in the ground's directions. */
void fw_wheel_forces(const fw_state *x, fw_workspace *w) {
  for (int i = 0; i < FW_WHEELS; ++i) {
    const double *n = w->normal[i], *t = w->forwards[i], normal_force = x->multiplier[FW_CONSTRAINTS + i];
    const double left[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
    double force[3];
    for (int d = 0; d < 3; ++d)
      force[d] = normal_force * n[d] + w->wheel[i].force[0] * t[d] + w->wheel[i].force[1] * left[d];
    const double flat = sqrt(t[0] * t[0] + t[1] * t[1]);
    w->wheel[i].vertical = force[2];
    w->wheel[i].lateral = (force[1] * t[0] - force[0] * t[1]) / flat;
  }
}
