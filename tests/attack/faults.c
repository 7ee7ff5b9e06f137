// A disk that is full and a shared folder that answers late, for programs under LD_PRELOAD.
//
// FLANGEWAY_FAULT=full:N    from the Nth call on that writes to a file or changes a folder, all that need new space fail
//                           with ENOSPC
//                 error:N   only the Nth fails, with EIO
//                 shared:S  calls answer at random, begun with the seed S, as NFS may: a link, a removal or a new name is
//                           there although the answer says that it failed; a file of another process cannot be seen yet,
//                           or is stale once
// FLANGEWAY_FAULT_COUNT=FILE  the number of such calls is written there at the end
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
static const char *count_file;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FLANGEWAY_FAULT");
  count_file = getenv("FLANGEWAY_FAULT_COUNT");
  if (!fault || !strchr(fault, ':')) return;
  first = atol(strchr(fault, ':') + 1);
  kind = fault[0] == 'f' ? FULL : fault[0] == 'e' ? ERROR : SHARED;
  atomic_store(&draws, (uint64_t)first * 0x9e3779b97f4a7c15u + (uint64_t)getpid());
}

__attribute__((destructor)) static void end(void) {
  if (!count_file) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  const int file = (int)syscall(SYS_openat, AT_FDCWD, count_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  if (syscall(SYS_write, file, text, (size_t)length) < 0) { /* the count is missing then */ }
  syscall(SYS_close, file);
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

// Counts a call that changes the disk; whether it fails.
static int fails(void) {
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (kind == FULL && call >= first) return errno = ENOSPC, 1;
  if (kind == ERROR && call == first) return errno = EIO, 1;
  return 0;
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
    return is_file(descriptor) && fails() && !is_inside(descriptor, last) ? -1 : real arguments; \
  }
WRITER(write, (int descriptor, const void *data, size_t size), lseek(descriptor, 0, SEEK_CUR) + (off_t)size,
       (descriptor, data, size))
WRITER(pwrite, (int descriptor, const void *data, size_t size, off_t at), at + (off_t)size, (descriptor, data, size, at))
WRITER(pwrite64, (int descriptor, const void *data, size_t size, off64_t at), at + (off_t)size,
       (descriptor, data, size, at))

#define ALLOCATOR(name, type)                                \
  int name(int descriptor, type at, type size) {             \
    REAL(name);                                              \
    return fails() && !is_inside(descriptor, at + size) ? errno : real(descriptor, at, size); \
  }
ALLOCATOR(posix_fallocate, off_t)
ALLOCATOR(posix_fallocate64, off64_t)

int fsync(int descriptor) {
  REAL(fsync);
  return is_file(descriptor) && fails() && kind == ERROR ? -1 : real(descriptor);
}

static int opening_fails(const char *path, int flags) {
  if (is_system(path)) return 0;
  if (flags & O_CREAT) return fails();
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
  if (fails()) return -1;
  const int done = real(from, to);
  return done == 0 && one_of(20) ? (errno = ENOENT, -1) : done;
}

int link(const char *from, const char *to) {
  REAL(link);
  if (fails()) return -1;
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
  if (fails()) return -1;
  return real(path, mode);
}

// A name of a file that another process has made appears later.
struct dirent *readdir(DIR *folder) {
  REAL(readdir);
  struct dirent *entry = real(folder);
  while (entry && entry->d_name[0] != '.' && one_of(20)) entry = real(folder);
  return entry;
}
