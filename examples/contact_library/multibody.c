/* A small multibody program that calls the library: a wheelset on springs hunts on a straight track, in transient
 * rolling, whose tractions depend on those of the step before.
 *
 * Steps are controlled: where the error is too large, the step is rejected and tried again, shorter. A rejected step
 * leaves no trace, because only flangeway_contact_accept() moves the history on. Every fifth step is also taken back
 * after it was accepted. The accepted steps alone, run again, give the same bits.
 *
 *   cc multibody.c $(pkg-config --cflags --libs flangeway_contact) -o multibody && ./multibody
 */
#include <flangeway_contact.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 4, WHEELS = 2, STEPS = 12, TRIALS = 100 };
static const double speed = 20, mass = 1200, inertia = 800, load = 60e3;          /* m/s, kg, kg m2, N */
static const double stiffness_y = 5e6, stiffness_yaw = 8e6, damping_y = 5e4;      /* N/m, N m/rad, N s/m */
static const double longest = 4e-5, tolerance = 2e-5;                             /* s; m/s, rad/s */

static void check(flangeway_contact* contact, int code) {
  char text[2000];
  if (code == FLANGEWAY_CONTACT_OK) return;
  flangeway_contact_get_message(contact, text, sizeof text, NULL);
  fprintf(stderr, "%s\n", text);
  exit(code);
}

static flangeway_contact* make_wheel(const char* side) {
  flangeway_contact* wheel;
  check(NULL, flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE, &wheel));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.side", side));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.wheel", "s1002"));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.rail", "60e1"));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.tangential", "transient_rolling"));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.rail_place.inclination_angle", 0.025));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.vertical_force", load));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.elements.dx", 1e-3));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.elements.ds", 1e-3));
  return wheel;
}

/* Accelerations in y and yaw at the end of a step of `duration`; state: y, yaw and their rates. */
static void accelerations(flangeway_contact* wheels[WHEELS], double time, const double state[STATES], double duration,
                          double result[2]) {
  double force[3], moment[3];
  double position[6] = {0}, velocity[6] = {0};
  int i;
  position[0] = speed * time, position[1] = state[0], position[5] = state[1];
  velocity[0] = speed, velocity[1] = state[2], velocity[5] = state[3];
  result[0] = -(stiffness_y * state[0] + damping_y * state[2]) / mass;
  result[1] = -stiffness_yaw * state[1] / inertia;
  for (i = 0; i < WHEELS; ++i) {
    check(wheels[i], flangeway_contact_set_wheelset(wheels[i], position, velocity));
    check(wheels[i], flangeway_contact_set_number(wheels[i], "wheel_on_rail.step", speed * duration));
    check(wheels[i], flangeway_contact_solve(wheels[i]));
    check(wheels[i], flangeway_contact_get_force(wheels[i], "wheelset", force, moment));
    result[0] += force[1] / mass;
    result[1] += moment[2] / inertia;
  }
}

static void accept(flangeway_contact* wheels[WHEELS]) {
  int i;
  for (i = 0; i < WHEELS; ++i) check(wheels[i], flangeway_contact_accept(wheels[i]));
}

/* One step of Heun's method; returns the estimated error of the rates. */
static double step(flangeway_contact* wheels[WHEELS], double time, double duration, const double state[STATES],
                   const double before[2], double next[STATES], double after[2]) {
  double error = 0;
  int i;
  for (i = 0; i < 2; ++i) next[2 + i] = state[2 + i] + duration * before[i];
  for (i = 0; i < 2; ++i) next[i] = state[i] + duration * (state[2 + i] + next[2 + i]) / 2;
  accelerations(wheels, time + duration, next, duration, after);
  for (i = 0; i < 2; ++i) {
    next[2 + i] = state[2 + i] + duration * (before[i] + after[i]) / 2;
    error = fmax(error, duration * fabs(after[i] - before[i]) / 2);
  }
  return error;
}

/* Runs STEPS steps. With `durations` unknown (0) they are found, with rejected steps, and kept; else they are taken. */
static int run(double durations[STEPS], double state[STATES]) {
  flangeway_contact* wheels[WHEELS];
  flangeway_contact_history* kept[WHEELS];
  const int finds = durations[0] == 0;
  double time = 0, duration = longest, before[2], after[2], next[STATES];
  int i, k, rejected = 0;
  wheels[0] = make_wheel("left");
  wheels[1] = make_wheel("right");
  memset(state, 0, STATES * sizeof *state);
  state[0] = 3e-3, state[1] = 1e-3;
  accelerations(wheels, time, state, duration, before);
  accept(wheels);
  for (k = 0; k < STEPS;) {
    if (!finds) duration = durations[k];
    if (step(wheels, time, duration, state, before, next, after) > tolerance && finds && rejected < TRIALS) {
      ++rejected;
      duration /= 2;
      continue;
    }
    if (finds && k % 5 == 4) { /* accepted, and taken back */
      for (i = 0; i < WHEELS; ++i) check(wheels[i], flangeway_contact_keep(wheels[i], &kept[i]));
      accept(wheels);
      for (i = 0; i < WHEELS; ++i) {
        check(wheels[i], flangeway_contact_restore(wheels[i], kept[i]));
        flangeway_contact_history_destroy(kept[i]);
      }
      step(wheels, time, duration, state, before, next, after);
    }
    accept(wheels);
    durations[k++] = duration;
    time += duration;
    memcpy(state, next, sizeof next);
    memcpy(before, after, sizeof after);
    duration = fmin(longest, 1.5 * duration);
  }
  for (i = 0; i < WHEELS; ++i) flangeway_contact_destroy(wheels[i]);
  return rejected;
}

int main(void) {
  double durations[STEPS] = {0}, state[STATES], again[STATES];
  const int rejected = run(durations, state);
  run(durations, again);
  printf("%d steps, %d rejected: y %.9f mm, yaw %.9f mrad\n", STEPS, rejected, 1e3 * state[0], 1e3 * state[1]);
  if (rejected == 0 || memcmp(state, again, sizeof state) != 0) {
    puts("other bits without rejected steps");
    return 1;
  }
  puts("the same bits without rejected steps");
  return 0;
}
