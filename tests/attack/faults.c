// A disk that is full and a shared folder that answers late, for programs under LD_PRELOAD.
//
// FLANGEWAY_FAULT=full:N    from the Nth call on that writes to a file or changes a folder, all that need new space fail
//                           with ENOSPC
//                 error:N   only the Nth fails, with EIO
//                 shared:S  calls answer at random, begun with the seed S, as NFS may: a link, a removal, a folder or a
//                           new name is there although the answer says that it failed; a file of another process
//                           cannot be seen yet, or is stale once
// FLANGEWAY_FAULT_LOG=FILE  such calls are written there, one a line: function, file
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static enum { NONE, FULL, ERROR, SHARED } kind;
static long first;
static atomic_long calls;
static atomic_uint_fast64_t draws;
static int log_file = -1;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FLANGEWAY_FAULT"), *log = getenv("FLANGEWAY_FAULT_LOG");
  if (log) log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (!fault || !strchr(fault, ':')) return;
  first = atol(strchr(fault, ':') + 1);
  kind = fault[0] == 'f' ? FULL : fault[0] == 'e' ? ERROR : SHARED;
  atomic_store(&draws, (uint64_t)first * 0x9e3779b97f4a7c15u + (uint64_t)getpid());
}

// One of `of` calls, at random (splitmix64).
static int one_of(unsigned of) {
  if (kind != SHARED) return 0;
  uint64_t z = atomic_fetch_add(&draws, 0x9e3779b97f4a7c15u) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % of == 0;
}

static int is_system(const char *path) {
  static const char *const folders[] = {"/dev/", "/proc/", "/sys/", "/lib", "/usr/", "/etc/"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; ++i)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0) return 1;
  return 0;
}

static void log_call(const char *function, const char *path) {
  char line[4200];
  const int length = snprintf(line, sizeof line, "%s %s\n", function, path);
  if (syscall(SYS_write, log_file, line, (size_t)length) < 0) { /* the line is missing then */ }
}

// Counts a call that changes the disk; whether it fails.
static int fails(const char *function, const char *path) {
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (log_file >= 0) log_call(function, path);
  if (kind == FULL && call >= first) return errno = ENOSPC, 1;
  if (kind == ERROR && call == first) return errno = EIO, 1;
  return 0;
}

static int fails_at(const char *function, int descriptor) {
  char name[32], path[4096] = "?";
  if (log_file >= 0) {
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(name, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
  }
  return fails(function, path);
}

static int is_file(int descriptor) {
  struct stat facts;
  return descriptor > 2 && fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

// Whether the range that is written has its space already.
static int is_inside(int descriptor, off_t last) {
  struct stat facts;
  return kind == FULL && fstat(descriptor, &facts) == 0 && last <= facts.st_size;
}

#define WRITER(name, parameters, last, arguments)            \
  ssize_t name parameters {                                  \
    REAL(name);                                              \
    return is_file(descriptor) && fails_at(#name, descriptor) && !is_inside(descriptor, last) ? -1 : real arguments; \
  }
WRITER(write, (int descriptor, const void *data, size_t size), lseek(descriptor, 0, SEEK_CUR) + (off_t)size,
       (descriptor, data, size))
WRITER(pwrite, (int descriptor, const void *data, size_t size, off_t at), at + (off_t)size, (descriptor, data, size, at))
WRITER(pwrite64, (int descriptor, const void *data, size_t size, off64_t at), at + (off_t)size,
       (descriptor, data, size, at))

#define ALLOCATOR(name, type)                                \
  int name(int descriptor, type at, type size) {             \
    REAL(name);                                              \
    return fails_at(#name, descriptor) && !is_inside(descriptor, at + size) ? errno : real(descriptor, at, size); \
  }
ALLOCATOR(posix_fallocate, off_t)
ALLOCATOR(posix_fallocate64, off64_t)

int fsync(int descriptor) {
  REAL(fsync);
  return is_file(descriptor) && fails_at("fsync", descriptor) && kind == ERROR ? -1 : real(descriptor);
}

static int opening_fails(const char *path, int flags) {
  if (is_system(path)) return 0;
  if (flags & O_CREAT) return fails("open", path);
  if ((flags & O_ACCMODE) == O_RDONLY && !(flags & O_DIRECTORY) && strstr(path, "/runs/")) {
    if (one_of(40)) return errno = ENOENT, 1;
    if (one_of(40)) return errno = ESTALE, 1;
  }
  return 0;
}

#define OPENER(name)                                         \
  int name(const char *path, int flags, ...) {               \
    REAL(name);                                              \
    va_list rest;                                            \
    va_start(rest, flags);                                   \
    const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                            \
    return opening_fails(path, flags) ? -1 : real(path, flags, mode); \
  }
OPENER(open)
OPENER(open64)

// The C and C++ libraries open their streams by this one.
#define STREAM(name)                                         \
  FILE *name(const char *path, const char *mode) {           \
    REAL(name);                                              \
    const int flags = mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT; \
    return opening_fails(path, flags) ? NULL : real(path, mode); \
  }
STREAM(fopen)
STREAM(fopen64)

int rename(const char *from, const char *to) {
  REAL(rename);
  if (fails("rename", to)) return -1;
  const int done = real(from, to);
  return done == 0 && one_of(20) ? (errno = ENOENT, -1) : done;
}

int link(const char *from, const char *to) {
  REAL(link);
  if (fails("link", to)) return -1;
  const int done = real(from, to);
  return done == 0 && one_of(4) ? (errno = EEXIST, -1) : done;
}

int unlink(const char *path) {
  REAL(unlink);
  const int done = real(path);
  return done == 0 && one_of(10) ? (errno = ENOENT, -1) : done;
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  if (fails("mkdir", path)) return -1;
  const int done = real(path, mode);
  return done == 0 && one_of(3) ? (errno = EEXIST, -1) : done;
}

// A name of a file that another process has made appears later.
struct dirent *readdir(DIR *folder) {
  REAL(readdir);
  struct dirent *entry = real(folder);
  while (entry && entry->d_name[0] != '.' && one_of(20)) entry = real(folder);
  return entry;
}
