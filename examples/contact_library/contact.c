/* One wheel on one rail: sets a problem, solves it, and prints forces and the pressure field's largest value.
 *
 *   cc contact.c $(pkg-config --cflags --libs flangeway_contact) -o contact && ./contact
 */
#include <flangeway_contact.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the text of the library if a call was refused. */
static void check(flangeway_contact* contact, int code) {
  char text[2000];
  if (code == FLANGEWAY_CONTACT_OK) return;
  flangeway_contact_get_message(contact, text, sizeof text, NULL);
  fprintf(stderr, "%s\n", text);
  flangeway_contact_destroy(contact);
  exit(code);
}

int main(void) {
  flangeway_contact* wheel;
  double force[3], moment[3], geometry[4], largest, angle, *pressure;
  int count, size[2], i;

  check(NULL, flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE, &wheel));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.wheel", "s1002"));
  check(wheel, flangeway_contact_set_text(wheel, "wheel_on_rail.rail", "60e1"));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.rail_place.inclination_angle", 0.025));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.friction.coefficient", 0.35));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.vertical_force", 80e3));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.wheelset.speed", 30));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.wheelset.y", 2e-3));
  check(wheel, flangeway_contact_set_number(wheel, "wheel_on_rail.wheelset.yaw", 1e-3));
  check(wheel, flangeway_contact_solve(wheel));

  check(wheel, flangeway_contact_get_force(wheel, "track", force, moment));
  check(wheel, flangeway_contact_get_patch_count(wheel, &count));
  printf("%d patch: longitudinal %.1f N, lateral %.1f N, vertical %.1f N on the wheel\n", count, force[0], force[1],
         force[2]);

  check(wheel, flangeway_contact_get_grid(wheel, 0, size, geometry));
  pressure = malloc((size_t)(size[0] * size[1]) * sizeof *pressure);
  if (pressure == NULL) return 1;
  check(wheel, flangeway_contact_get_field(wheel, 0, "pressure", (size_t)(size[0] * size[1]), pressure));
  for (largest = 0, i = 0; i < size[0] * size[1]; ++i)
    if (pressure[i] > largest) largest = pressure[i];
  check(wheel, flangeway_contact_get_patch_number(wheel, 0, "contact_angle", &angle));
  printf("%d x %d elements, largest pressure %.1f MPa, contact angle %.4f rad\n", size[0], size[1], 1e-6 * largest,
         angle);
  free(pressure);
  flangeway_contact_destroy(wheel);
  return 0;
}
