/* Ends the process, or fails, at the n-th call that changes a file below a folder. Loaded with LD_PRELOAD.
 * TORTURE_BELOW: the folder. TORTURE_AT: which call, 0 for none. TORTURE_ERROR: an error number instead of the end.
 * TORTURE_COUNT: a file that gets the number of calls when the process ends by itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long calls, at;
static int error;
static const char *below, *count;

__attribute__((constructor)) static void begin(void) {
  below = getenv("TORTURE_BELOW");
  count = getenv("TORTURE_COUNT");
  at = getenv("TORTURE_AT") ? atol(getenv("TORTURE_AT")) : 0;
  error = getenv("TORTURE_ERROR") ? atoi(getenv("TORTURE_ERROR")) : 0;
  /* Only the process itself: browsers and whatever else it starts are left alone. */
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  if (!count || !below) return;
  FILE *file = fopen(count, "w");
  if (!file) return;
  fprintf(file, "%ld\n", calls);
  fclose(file);
}

static int hit(void) {
  long now = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (at == 0 || (error ? now < at : now != at)) return 0;
  if (!error) kill(getpid(), SIGKILL);
  errno = error;
  return 1;
}

static int concerned(const char *path) { return below && path && strncmp(path, below, strlen(below)) == 0; }

static int concerns(int fd) {
  if (!below || fd < 3) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return concerned(path);
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *data, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return concerns(fd) && hit() ? -1 : real(fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t to) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  return concerns(fd) && hit() ? -1 : real(fd, data, size, to);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t to) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return concerns(fd) && hit() ? -1 : real(fd, data, size, to);
}
ssize_t writev(int fd, const struct iovec *parts, int number) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  return concerns(fd) && hit() ? -1 : real(fd, parts, number);
}
ssize_t pwritev(int fd, const struct iovec *parts, int number, off_t to) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  return concerns(fd) && hit() ? -1 : real(fd, parts, number, to);
}
int fsync(int fd) {
  REAL(int, "fsync", int);
  return concerns(fd) && hit() ? -1 : real(fd);
}
int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return concerns(fd) && hit() ? -1 : real(fd);
}
int ftruncate64(int fd, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  return concerns(fd) && hit() ? -1 : real(fd, size);
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return concerned(to) && hit() ? -1 : real(from, to);
}
/* Files and folders that are made; what is there already needs no space. */
static int makes(const char *path, int flags) {
  return (flags & O_CREAT) && concerned(path) && access(path, F_OK) != 0;
}
static int modeOf(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; }

int open(const char *path, int flags, ...) {
  REAL(int, "open", const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  return makes(path, flags) && hit() ? -1 : real(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  REAL(int, "open64", const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  return makes(path, flags) && hit() ? -1 : real(path, flags, mode);
}
int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return concerned(path) && access(path, F_OK) != 0 && hit() ? -1 : real(path, mode);
}
/* A full disk lets files be removed; a process can be killed before it does. */
int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  if (concerned(path) && !error) hit();
  return real(path);
}
