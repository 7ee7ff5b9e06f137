/* Runs the model at a fixed step: as fast as it goes, or in real time, with recorded or received inputs.
 *
 *   runner [--duration S] [--step S] [--method NAME] [--set NAME=VALUE]...
 *          [--input FILE.csv] [--record FILE.csv] [--every N] [--json FILE]
 *          [--realtime] [--deadline-us T] [--udp PORT] [--bind ADDRESS] [--help]
 *
 * Without --duration: as long as the case says, which may be to the end of the track. Exit codes: 0 done, 1 an output cannot be written,
 * 2 wrong usage or input, 3 a step failed (what was recorded stays), 128 + N ended by signal N (SIGINT, SIGTERM) in order. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum { fine_bins = 20000, coarse_bins = 100000, max_input_rows = 100000 };
static const double fine_width = 0.1, coarse_width = 10.0; /* µs */
static const double to_the_end = -1.0;                     /* duration of a run to the end of the track */

typedef struct {
  double duration, step, deadline_us;
  fw_method method;
  const char *input, *record, *json, *bind_address;
  int every, realtime, udp_port;
} run_options;

/* Step times without storing them all: fine bins up to 2 ms, coarse ones up to 1 s. */
typedef struct {
  uint32_t fine[fine_bins], coarse[coarse_bins];
  uint64_t steps, missed;
  double longest; /* µs */
} step_times;

typedef struct {
  uint64_t received, refused_size, refused_sequence, last_sequence;
  int socket;
} udp_link;

static fw_workspace work;
static fw_state state;
static step_times times;
static udp_link link_to = {.socket = -1};
static double input_rows[max_input_rows][1 + FW_SIZE(FW_INPUTS)];
static int input_count, memory_locked, priority_granted;

static double us_between(const struct timespec *a, const struct timespec *b);

#ifdef FW_TIMING
/* Times of the parts in bins: the median of each is not disturbed by what else the machine does. */
enum { part_bins = 4000 };
static const double part_width = 0.025; /* µs */
static uint32_t part_count[FW_PARTS][part_bins];
static double part_us[FW_PARTS];
static struct timespec last_mark;
void fw_mark(int part) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  part_us[part] += us_between(&last_mark, &now);
  last_mark = now;
}
static void begin_parts(const struct timespec *now) {
  memset(part_us, 0, sizeof part_us);
  last_mark = *now;
}
static void end_parts(void) {
  for (int i = 0; i < FW_PARTS; ++i) {
    const double bin = part_us[i] / part_width;
    ++part_count[i][bin < part_bins ? (int)bin : part_bins - 1];
  }
}
static double median_part(int part) {
  uint64_t counted = 0;
  for (int i = 0; i < part_bins; ++i) {
    counted += part_count[part][i];
    if (2 * counted >= times.steps) return (i + 0.5) * part_width;
  }
  return 0.0;
}
#endif

static double us_between(const struct timespec *a, const struct timespec *b) {
  return 1e6 * (double)(b->tv_sec - a->tv_sec) + 1e-3 * (double)(b->tv_nsec - a->tv_nsec);
}

static void add_time(double us, double deadline) {
  ++times.steps;
  if (us > deadline) ++times.missed;
  if (us > times.longest) times.longest = us;
  if (us < fine_bins * fine_width) {
    ++times.fine[(int)(us / fine_width)];
  } else {
    const double bin = us / coarse_width;
    ++times.coarse[bin < coarse_bins ? (int)bin : coarse_bins - 1];
  }
}

/* Upper end of the bin that holds the share of the steps, but no more than the longest. */
static double percentile(double share) {
  const double wanted = share * (double)times.steps;
  double counted = 0.0;
  for (int i = 0; i < fine_bins; ++i) {
    counted += times.fine[i];
    if (counted >= wanted && counted > 0.0) return fmin((i + 1) * fine_width, times.longest);
  }
  for (int i = 0; i < coarse_bins; ++i) {
    counted += times.coarse[i];
    if (counted >= wanted && counted > 0.0) return fmin((i + 1) * coarse_width, times.longest);
  }
  return times.longest;
}

static void write_histogram(FILE *file) {
  const char *separator = "";
  fprintf(file, "  \"histogram_us\": [");
  for (int i = 0; i < fine_bins; i += 10) {
    uint64_t count = 0;
    for (int k = 0; k < 10; ++k) count += times.fine[i + k];
    if (count == 0) continue;
    fprintf(file, "%s[%.0f, %llu]", separator, i * fine_width, (unsigned long long)count);
    separator = ", ";
  }
  for (int i = 0; i < coarse_bins; ++i) {
    if (times.coarse[i] == 0) continue;
    fprintf(file, "%s[%.0f, %u]", separator, i * coarse_width, times.coarse[i]);
    separator = ", ";
  }
  fprintf(file, "]");
}

static void write_parts(FILE *file) {
#ifdef FW_TIMING
  static const char *const names[FW_PARTS] = {"patches", "look_up", "evaluate", "solve", "integrate",
                                              "projection_evaluate", "projection_solve"};
  fprintf(file, ",\n  \"median_parts_us\": {");
  for (int i = 0; i < FW_PARTS; ++i) fprintf(file, "%s\"%s\": %.2f", i > 0 ? ", " : "", names[i], median_part(i));
  fprintf(file, "}");
#else
  (void)file;
#endif
}

/* In quotes, with `escape` before each of the characters `special`. */
static void write_escaped(FILE *file, const char *text, const char *special, char escape) {
  fputc('"', file);
  for (; *text; ++text) {
    if (strchr(special, *text)) fputc(escape, file);
    fputc(*text, file);
  }
  fputc('"', file);
}

static void write_json(FILE *file, const run_options *options, fw_status status) {
  fprintf(file, "{\n  \"model\": ");
  write_escaped(file, fw_model_name, "\\\"", '\\');
  fprintf(file, ",\n  \"status\": \"%s\",\n", fw_status_text(status));
  fprintf(file, "  \"simulated_s\": %.9g,\n  \"steps\": %llu,\n", state.time, (unsigned long long)times.steps);
  fprintf(file, "  \"median_us\": %.1f,\n  \"p99_us\": %.1f,\n  \"p9999_us\": %.1f,\n  \"max_us\": %.1f,\n",
          percentile(0.5), percentile(0.99), percentile(0.9999), times.longest);
  fprintf(file, "  \"missed\": %llu,\n  \"deadline_us\": %.1f,\n", (unsigned long long)times.missed, options->deadline_us);
  fprintf(file, "  \"memory_locked\": %s,\n  \"realtime_priority\": %s,\n", memory_locked ? "true" : "false",
          priority_granted ? "true" : "false");
  if (options->udp_port > 0) {
    fprintf(file, "  \"received\": %llu,\n  \"refused_size\": %llu,\n  \"refused_sequence\": %llu,\n",
            (unsigned long long)link_to.received, (unsigned long long)link_to.refused_size,
            (unsigned long long)link_to.refused_sequence);
  }
  fprintf(file, "  \"searches\": %ld,\n", work.searches);
  write_histogram(file);
  write_parts(file);
  fprintf(file, "\n}\n");
}

/* --- command line --- */

static int refuse(const char *what, const char *value) {
  fprintf(stderr, "runner: %s%s%s\n", what, value ? ": " : "", value ? value : "");
  return 2;
}

static int read_number(const char *text, double least, double *value) {
  char *end = NULL;
  errno = 0;
  *value = strtod(text, &end);
  return end != text && *end == '\0' && errno == 0 && *value >= least && *value <= 1e9 ? 0 : 1;
}

static int close_output(FILE *file, const char *name);

static const char *const usage =
    "runner [--duration S] [--step S] [--method NAME] [--set NAME=VALUE]...\n"
    "       [--input FILE.csv] [--record FILE.csv] [--every N] [--json FILE]\n"
    "       [--realtime] [--deadline-us T] [--udp PORT] [--bind ADDRESS] [--help]\n"
    "\n"
    "Runs the model at a fixed step: as fast as it goes, or in real time (--realtime, --udp),\n"
    "with recorded or received inputs. Without --duration: as long as the model says, which may\n"
    "be to the end of its track. Exit codes: 0 done, 2 wrong usage or input, 3 a step failed\n"
    "(what was recorded stays).\n";

static void print_names(const char *what, const char *const *names, int count) {
  for (int i = 0; i < count; ++i) printf("%s%s", i == 0 ? what : ", ", names[i]);
  if (count > 0) printf("\n");
}

static int print_help(void) {
  static const char *const methods[] = FW_METHODS;
  printf("%s\n", usage);
  print_names("methods: ", methods, FW_METHOD_COUNT);
  printf("--set: %s (at the start)%s\n", fw_velocity_name, FW_WHEELS > 0 ? ", friction" : "");
  print_names("parameters: ", fw_parameter_name, FW_PARAMETERS);
  print_names("inputs: ", fw_input_name, FW_INPUTS);
  return close_output(stdout, "standard output");
}

static double velocity; /* at the start */

static int is_name(const char *assignment, size_t length, const char *name) {
  return strlen(name) == length && !strncmp(name, assignment, length);
}

static int set_velocity(double value, const char *assignment) {
  const char *problem = fw_refuse_start_at(value);
  velocity = value;
  return problem ? fprintf(stderr, "runner: %s, got: %s\n", problem, assignment), 2 : 0;
}

static int set_value(const char *assignment) {
  const char *equals = strchr(assignment, '=');
  double value = 0.0;
  if (!equals || read_number(equals + 1, -1e300, &value)) return refuse("--set needs NAME=NUMBER, got", assignment);
  const size_t length = (size_t)(equals - assignment);
  /* Names of the model come first: it may have a parameter `friction` of its own. */
  for (int i = 0; i < FW_PARAMETERS; ++i) {
    if (is_name(assignment, length, fw_parameter_name[i])) {
      work.parameters[i] = value;
      fw_prepare(&work);
      return 0;
    }
  }
  for (int i = 0; i < FW_INPUTS; ++i) {
    if (is_name(assignment, length, fw_input_name[i])) {
      work.inputs[i] = value;
      return value >= fw_input_minimum[i] ? 0 : refuse("--set gives an input less than it may have, got", assignment);
    }
  }
  if (is_name(assignment, length, fw_velocity_name)) return set_velocity(value, assignment);
  if (FW_WHEELS > 0 && is_name(assignment, length, "friction"))
    return work.friction = value, value > 0.0 ? 0 : refuse("friction must be above 0, got", assignment);
  return refuse("--set names neither a parameter nor an input", assignment);
}

static int read_method(const char *text, fw_method *method) {
  static const char *const names[] = FW_METHODS;
  for (int i = 0; i < FW_METHOD_COUNT; ++i) {
    if (!strcmp(text, names[i])) {
      *method = (fw_method)i;
      return 0;
    }
  }
  fprintf(stderr, "runner: --method is one of");
  for (int i = 0; i < FW_METHOD_COUNT; ++i) fprintf(stderr, " %s", names[i]);
  return fprintf(stderr, ", not: %s\n", text), 2;
}

static int take_option(const char *name, const char *value, run_options *o) {
  double number = 0.0;
  if (!strcmp(name, "--set")) return set_value(value);
  if (!strcmp(name, "--method")) return read_method(value, &o->method);
  if (!strcmp(name, "--input")) return o->input = value, 0;
  if (!strcmp(name, "--record")) return o->record = value, 0;
  if (!strcmp(name, "--json")) return o->json = value, 0;
  if (!strcmp(name, "--bind")) return o->bind_address = value, 0;
  if (read_number(value, 0.0, &number)) return refuse("not a number that can be", value);
  if (!strcmp(name, "--duration")) return o->duration = number, 0;
  if (!strcmp(name, "--step")) return o->step = number, number > 0.0 ? 0 : refuse("--step must be above", "0");
  if (!strcmp(name, "--deadline-us")) return o->deadline_us = number, 0;
  if (!strcmp(name, "--every"))
    return o->every = (int)number, number >= 1.0 && number == floor(number) ? 0 : refuse("--every is no count above 0", value);
  if (!strcmp(name, "--udp"))
    return o->udp_port = (int)number, number >= 1 && number <= 65535 ? 0 : refuse("--udp is no port", value);
  return refuse("unknown option", name);
}

static const double max_steps = 9007199254740992.0; /* all whole numbers up to it are exact */

static int read_options(int argc, char **argv, run_options *o) {
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--realtime")) {
      o->realtime = 1;
      continue;
    }
    if (i + 1 >= argc) return refuse("an option without its value, or unknown", argv[i]);
    const int wrong = take_option(argv[i], argv[i + 1], o);
    if (wrong) return wrong;
    ++i;
  }
  if (o->duration / o->step > max_steps) return refuse("--duration has more steps than can be counted", "make --step longer");
  if (o->deadline_us <= 0.0) o->deadline_us = 1e6 * o->step;
  if (o->duration < 0.0 && velocity == 0.0 && fw_velocity > 0.0)
    return refuse("a vehicle that stands does not get to the end of the track", "give --duration");
  return 0;
}

/* --- recorded input: rows of time and all inputs, time increasing --- */

/* The first line names the columns: time, and one for each input. */
static int is_heading(const char *line) {
  int columns = 1;
  char *end = NULL;
  for (const char *at = line; *at; ++at) columns += *at == ',';
  (void)strtod(line, &end);
  return end == line && columns == FW_INPUTS + 1;
}

static int read_inputs(const char *name) {
  char line[4096];
  struct stat at;
  /* Opening a pipe would wait for somebody who writes into it. */
  if (stat(name, &at) == 0 && !S_ISREG(at.st_mode)) return refuse("is not a regular file", name);
  FILE *file = fopen(name, "r");
  if (!file) return refuse("cannot read", name);
  int number = 0, wrong = 0;
  while (!wrong && fgets(line, sizeof line, file)) {
    ++number;
    if (number == 1 && !is_heading(line)) {
      fprintf(stderr, "runner: %s:1: does not name the time and %d inputs\n", name, FW_INPUTS);
      fclose(file);
      return 2;
    }
    if (line[0] == '#' || line[0] == '\n' || number == 1) continue;
    if (input_count == max_input_rows) wrong = 1;
    char *at = line;
    for (int i = 0; i <= FW_INPUTS && !wrong; ++i) {
      char *end = NULL;
      input_rows[input_count][i] = strtod(at, &end);
      wrong = end == at || !isfinite(input_rows[input_count][i]) ||
              (i > 0 && input_rows[input_count][i] < fw_input_minimum[i - 1]) || (*end != (i < FW_INPUTS ? ',' : '\n') && *end != '\0');
      at = end + 1;
    }
    wrong = wrong || (input_count > 0 && !(input_rows[input_count][0] > input_rows[input_count - 1][0]));
    ++input_count;
  }
  const int unreadable = ferror(file);
  fclose(file);
  if (unreadable) return refuse("cannot read", name);
  if (!wrong && input_count == 0) return refuse("has no row of inputs", name);
  if (wrong) fprintf(stderr, "runner: %s:%d: is not a row of increasing time and %d inputs\n", name, number, FW_INPUTS);
  return wrong ? 2 : 0;
}

static void take_recorded(double time) {
  static int row = 0;
  static int taken = -1;
  while (row + 1 < input_count && input_rows[row + 1][0] <= time) ++row;
  if (row == taken || !(input_rows[row][0] <= time)) return;
  taken = row;
  for (int i = 0; i < FW_INPUTS; ++i) work.inputs[i] = input_rows[row][1 + i];
  fw_take_inputs(&state, &work);
}

/* --- UDP: in {sequence, inputs}, out {sequence of the step, time, q, v, normal forces, reactions of
 * joints}, this machine's numbers --- */

typedef struct {
  uint64_t sequence;
  double inputs[FW_SIZE(FW_INPUTS)];
} udp_input;

typedef struct {
  uint64_t sequence;
  double time, values[2 * FW_N + FW_WHEELS + FW_JOINT_VALUES + 1]; /* not empty for any model */
} udp_output;

/* Of an answer. */
enum { udp_bytes = sizeof(uint64_t) + sizeof(double) * (1 + 2 * FW_N + FW_WHEELS + FW_JOINT_VALUES) };

static struct sockaddr_in peer;
static int have_peer;

static int open_link(const run_options *o) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)o->udp_port)};
  if (inet_pton(AF_INET, o->bind_address, &address.sin_addr) != 1) return refuse("--bind is no IPv4 address", o->bind_address);
  link_to.socket = socket(AF_INET, SOCK_DGRAM, 0);
  if (link_to.socket < 0 || bind(link_to.socket, (struct sockaddr *)&address, sizeof address) != 0)
    return refuse("cannot listen", strerror(errno));
  fcntl(link_to.socket, F_SETFL, O_NONBLOCK);
  return 0;
}

/* The newest input that is whole, finite and in order; at most 64 datagrams a step. */
static void receive_inputs(void) {
  for (int i = 0; i < 64; ++i) {
    unsigned char buffer[sizeof(udp_input) + 1];
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    const ssize_t got = recvfrom(link_to.socket, buffer, sizeof buffer, 0, (struct sockaddr *)&from, &length);
    if (got < 0) return;
    udp_input input;
    if (got != (ssize_t)sizeof input) {
      ++link_to.refused_size;
      continue;
    }
    memcpy(&input, buffer, sizeof input);
    int finite = 1;
    for (int k = 0; k < FW_INPUTS; ++k) finite = finite && isfinite(input.inputs[k]) && input.inputs[k] >= fw_input_minimum[k];
    if (!finite || input.sequence <= link_to.last_sequence) {
      ++link_to.refused_sequence;
      continue;
    }
    link_to.last_sequence = input.sequence;
    ++link_to.received;
    for (int k = 0; k < FW_INPUTS; ++k) work.inputs[k] = input.inputs[k];
    fw_take_inputs(&state, &work);
    peer = from;
    have_peer = 1;
  }
}

static void send_outputs(uint64_t step) {
  udp_output out;
  memset(&out, 0, sizeof out);
  out.sequence = step;
  out.time = state.time;
  for (int i = 0; i < FW_N; ++i) out.values[i] = state.q[i], out.values[FW_N + i] = state.v[i];
  double *next = out.values + 2 * FW_N;
  for (int i = 0; i < FW_WHEELS; ++i) {
    double values[FW_WHEEL_COLUMN_COUNT];
    fw_wheel_record(&state, &work, i, values);
    *next++ = values[0];
  }
  fw_joint_record(&state, &work, next);
  if (have_peer) (void)sendto(link_to.socket, &out, udp_bytes, 0, (struct sockaddr *)&peer, sizeof peer);
}

/* --- record --- */

/* In quotes where it needs them. */
static void write_name(FILE *file, const char *before, const char *name, const char *line, const char *after) {
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s%s", before, name, line, after);
  fputc(',', file);
  if (strpbrk(text, ",\"")) {
    write_escaped(file, text, "\"", '"');
  } else {
    fputs(text, file);
  }
}

static void write_header(FILE *file) {
  static const char *const columns[] = FW_WHEEL_COLUMNS;
  fprintf(file, "time");
  for (int i = 0; i < FW_N; ++i) write_name(file, "", fw_coordinate_name[i], "", "");
  for (int i = 0; i < FW_N; ++i) write_name(file, "d", fw_coordinate_name[i], "", "");
  for (int i = 0; i < FW_WHEELS; ++i)
    for (int k = 0; k < FW_WHEEL_COLUMN_COUNT; ++k) write_name(file, "", fw_wheel_name[i], "_", columns[k]);
  for (int i = 0; i < FW_JOINT_VALUES; ++i) write_name(file, "", fw_joint_value_name[i], "", "");
  fprintf(file, ",contact_iterations,iterations%s\n", FW_HAS_ENERGY ? ",kinetic_energy,potential_energy" : "");
}

static void write_row(FILE *file) {
  double values[FW_WHEEL_COLUMN_COUNT];
  fprintf(file, "%.12g", state.time);
  for (int i = 0; i < FW_N; ++i) fprintf(file, ",%.12g", state.q[i]);
  for (int i = 0; i < FW_N; ++i) fprintf(file, ",%.12g", state.v[i]);
  for (int i = 0; i < FW_WHEELS; ++i) {
    fw_wheel_record(&state, &work, i, values);
    for (int k = 0; k < FW_WHEEL_COLUMN_COUNT; ++k) fprintf(file, ",%.12g", values[k]);
  }
  double reactions[FW_SIZE(FW_JOINT_VALUES)];
  fw_joint_record(&state, &work, reactions);
  for (int i = 0; i < FW_JOINT_VALUES; ++i) fprintf(file, ",%.12g", reactions[i]);
  fprintf(file, ",%d,%d", work.contact_iterations, work.iterations);
  if (FW_HAS_ENERGY) {
    fw_energy(&state, &work);
    fprintf(file, ",%.15g,%.15g", work.energy[0], work.energy[1]);
  }
  fprintf(file, "\n");
}

/* --- the loop --- */

static void ask_for_real_time(void) {
  memory_locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  const int why = errno;
  struct sched_param priority = {.sched_priority = 80};
  priority_granted = sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
  if (!memory_locked) fprintf(stderr, "runner: memory is not locked (%s): raise the limit memlock\n", strerror(why));
  if (!priority_granted)
    fprintf(stderr, "runner: real-time priority is not granted: needs CAP_SYS_NICE or the limit rtprio\n");
}

static void wait_until(struct timespec *next, double step) {
  next->tv_nsec += (long)(1e9 * step + 0.5);
  while (next->tv_nsec >= 1000000000L) {
    next->tv_nsec -= 1000000000L;
    ++next->tv_sec;
  }
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
}

static fw_status timed_step(const run_options *o) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
#ifdef FW_TIMING
  begin_parts(&before);
#endif
  const fw_status status = fw_step(&state, &work, o->step, o->method);
  clock_gettime(CLOCK_MONOTONIC, &after);
  add_time(us_between(&before, &after), o->deadline_us);
#ifdef FW_TIMING
  end_parts();
#endif
  return status;
}

/* SIGINT and SIGTERM end the run after the step in hand; a second one kills. */
static volatile sig_atomic_t ended_by = 0;

static void on_signal(int number) {
  if (ended_by) {
    signal(number, SIG_DFL);
    raise(number);
  }
  ended_by = number;
}

static fw_status run(const run_options *o, FILE *record) {
  const uint64_t steps = o->duration < 0.0 ? UINT64_MAX : (uint64_t)(o->duration / o->step + 0.5);
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  fw_status status = FW_OK;
  for (uint64_t i = 0; i < steps && !ended_by && !(o->duration < 0.0 && fw_is_finished(&state)); ++i) {
    if (o->input) take_recorded(state.time);
    if (link_to.socket >= 0) receive_inputs();
    status = timed_step(o);
    if (status != FW_OK) break;
    if (link_to.socket >= 0) send_outputs(i + 1);
    if (record && (i + 1) % (uint64_t)o->every == 0) write_row(record);
    if (o->realtime || link_to.socket >= 0) wait_until(&next, o->step);
  }
  return status;
}

/* A full disk may show only now. */
static int close_output(FILE *file, const char *name) {
  errno = 0;
  const int failed = ferror(file) != 0;
  if ((file == stdout ? fflush(file) : fclose(file)) == 0 && !failed) return 0;
  fprintf(stderr, "runner: cannot write %s%s%s\n", name, errno ? ": " : "", errno ? strerror(errno) : "");
  return 1;
}

static int report(const run_options *o, fw_status status) {
  FILE *file = o->json ? fopen(o->json, "w") : stdout;
  if (!file) return refuse("cannot write", o->json);
  write_json(file, o, status);
  const int unwritten = close_output(file, o->json ? o->json : "standard output");
  if (status != FW_OK) fprintf(stderr, "runner: the model %s at %.6g s\n", fw_status_text(status), state.time);
  if (status == FW_OK && ended_by) fprintf(stderr, "runner: interrupted at %.6g s\n", state.time);
  if (status != FW_OK) return 3;
  return unwritten ? 1 : ended_by ? 128 + ended_by : 0;
}

/* No file may get the number of a stream that is closed: what is printed would go into it. What is written to a
 * standard output that was closed fails as before. */
static void open_closed_streams(void) {
  for (int number = 0; number < 3; ++number) {
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

/* By whatever names. */
static int is_same_file(const char *a, const char *b) {
  struct stat first, second;
  if (!a || !b) return 0;
  if (!strcmp(a, b)) return 1;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* The old content goes only once it is certain that no other output has this file, by a name of its own or a link. */
static FILE *open_record(const run_options *o) {
  const int is_new = access(o->record, F_OK) != 0;
  const int file = open(o->record, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return refuse("cannot write", o->record), NULL;
  if (is_same_file(o->json, o->record)) {
    close(file);
    if (is_new) remove(o->record);
    return refuse("--json names the file of --record", o->json), NULL;
  }
  struct stat at;
  if (fstat(file, &at) == 0 && S_ISREG(at.st_mode) && ftruncate(file, 0) != 0) return close(file), refuse("cannot write", o->record), NULL;
  return fdopen(file, "w");
}

int main(int argc, char **argv) {
  open_closed_streams();
  /* What cannot be written is an error, not a signal. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  run_options options = {.every = 1, .bind_address = "127.0.0.1"};
  if (argc == 2 && !strcmp(argv[1], "--help")) return print_help();
  options.duration = fw_duration > 0.0 ? fw_duration : to_the_end;
  options.step = fw_default_step;
  options.method = fw_default_method;
  velocity = fw_velocity;
  fw_initialise(&work);
  int wrong = read_options(argc, argv, &options);
  if (!wrong && options.input) wrong = read_inputs(options.input);
  if (!wrong && options.udp_port > 0) wrong = open_link(&options);
  if (wrong) return wrong;
  const fw_status started = fw_start_at(&state, &work, velocity);
  if (started != FW_OK) return report(&options, started);
  if (is_same_file(options.record, options.input)) return refuse("--record names the file of --input", options.record);
  if (is_same_file(options.json, options.input)) return refuse("--json names the file of --input", options.json);
  FILE *record = options.record ? open_record(&options) : NULL;
  if (options.record && !record) return 2;
  if (record) write_header(record);
  if (record) write_row(record);
  if (options.realtime) ask_for_real_time();
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  const fw_status status = run(&options, record);
  const int unwritten = record ? close_output(record, options.record) : 0;
  const int code = report(&options, status);
  return code == 0 ? unwritten : code;
}
