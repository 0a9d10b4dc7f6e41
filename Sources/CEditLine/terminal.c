#define _GNU_SOURCE
#include "CEditLine.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#ifdef __linux__
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#endif

/* Characters */

bool cel_codeset(char *name, size_t size) {
  locale_t asked = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (asked == (locale_t)0) return false;
  (void)snprintf(name, size, "%s", nl_langinfo_l(CODESET, asked));
  freelocale(asked);
  return true;
}

static void choose_locale(void) {
  static const char *const others[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  (void)setlocale(LC_CTYPE, "");
  for (unsigned i = 0; i < 3 && strcmp(nl_langinfo(CODESET), "UTF-8") != 0; i++) (void)setlocale(LC_CTYPE, others[i]);
}

int cel_width(unsigned int scalar) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, choose_locale);
  return wcwidth((wchar_t)scalar);
}

/* Signals */

static atomic_uint caught;
static atomic_int wake = -1;

static void on_signal(int number) {
  int before = errno, fd = atomic_load(&wake);
  unsigned bit = number == SIGWINCH ? CEL_RESIZED : number == SIGCONT ? CEL_CONTINUED : CEL_SUSPENDED;
  (void)atomic_fetch_or(&caught, bit);
  if (fd >= 0 && write(fd, "", 1) < 0) { /* The pipe is full, so its reader will wake anyway. */ }
  errno = before;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(number, &action, NULL);
}

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

/* Whether no shell can continue this process, so that it must not stop. */
static bool never_stops;

void cel_catch_signals(int wake_fd) {
  never_stops = is_ignored(SIGTSTP);
  atomic_store(&wake, wake_fd);
  handle(SIGWINCH, on_signal);
  handle(SIGCONT, on_signal);
  if (!never_stops) handle(SIGTSTP, on_signal);
}

unsigned cel_take_signals(void) { return atomic_exchange(&caught, 0); }

void cel_stop(void) {
  if (never_stops) return;
  handle(SIGTSTP, SIG_DFL);
  (void)kill(0, SIGTSTP);
  /* Another thread may get the signal. The process stops within this time, if there is a shell that can continue it. */
  (void)poll(NULL, 0, 100);
  handle(SIGTSTP, on_signal);
  (void)cel_take_signals();
}

/* Terminal */

static struct termios kept;
static int kept_fd = -1;
static const char *kept_end = "";
static atomic_bool is_taken;
static atomic_bool is_alternate;

void cel_set_alternate(bool is_on) { atomic_store(&is_alternate, is_on); }

/* A terminal that does not control this process has no foreground to leave. */
static bool is_in_foreground(void) {
  pid_t group = tcgetpgrp(kept_fd);
  return group < 0 || group == getpgrp();
}

void cel_give_terminal_back(void) {
  int before = errno;
  sigset_t stop, mask;
  if (kept_fd < 0 || !atomic_exchange(&is_taken, false) || !is_in_foreground()) return;
  (void)sigemptyset(&stop);
  (void)sigaddset(&stop, SIGTTOU);
  (void)pthread_sigmask(SIG_BLOCK, &stop, &mask);
  (void)tcsetattr(kept_fd, TCSANOW, &kept);
  /* Do not block if nobody reads the output. */
  if (poll(&(struct pollfd){.fd = kept_fd, .events = POLLOUT}, 1, 0) > 0) {
    const char *leave = atomic_exchange(&is_alternate, false) ? "\033[?1049l" : "";
    if (write(kept_fd, leave, strlen(leave)) < 0 || write(kept_fd, kept_end, strlen(kept_end)) < 0) {
      /* The terminal is gone. */
    }
  }
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = before;
}

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT};
static struct sigaction others[sizeof fatal / sizeof *fatal];

static void on_crash(int number, siginfo_t *info, void *context) {
  cel_give_terminal_back();
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    /* Call the earlier handler, such as Swift's backtracer, with the original arguments. */
    bool has_handler = (others[i].sa_flags & SA_SIGINFO) != 0 && others[i].sa_sigaction != NULL;
    if (fatal[i] == number && has_handler) others[i].sa_sigaction(number, info, context);
  }
  (void)signal(number, SIG_DFL);
  (void)raise(number); /* Delivered on return, so that a signal from another process also ends this one. */
}

void cel_yield_to_others(void) {
#ifdef __linux__
  /* sched_setattr(2). Since Linux 6.12, the run time of a normal thread is its slice, and a thread with a shorter one
   * interrupts it when it wakes up. Older kernels ignore it. The C library may not have the call. */
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } wish = {.flags = 0x08 /* SCHED_FLAG_KEEP_POLICY */, .nice = getpriority(PRIO_PROCESS, 0), .runtime = 10000000};
  wish.size = sizeof wish;
  (void)syscall(SYS_sched_setattr, 0, &wish, 0);
#endif
}

bool cel_keep_terminal(int fd) {
  if (tcgetattr(fd, &kept) != 0) return false;
  kept_fd = fd;
  return true;
}

void cel_restore_on_exit(void) {
  struct sigaction action;
  (void)atexit(cel_give_terminal_back);
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  (void)sigemptyset(&action.sa_mask);
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    /* SIGQUIT can be ignored, as in the background jobs of a shell script. */
    if (!is_ignored(fatal[i])) (void)sigaction(fatal[i], &action, &others[i]);
  }
}

bool cel_take_terminal(const char *begin, const char *end) {
  struct termios modes;
  if (tcgetattr(kept_fd, &modes) != 0) return false;
  /* Save the modes again, since another program may have changed them. Do not save our own: SIGCONT can also arrive
     when the process was not stopped. */
  if (!atomic_load(&is_taken) || (modes.c_lflag & ICANON) != 0) kept = modes;
  modes.c_iflag &= ~(tcflag_t)(BRKINT | INPCK | ISTRIP | IXON | INLCR | IGNCR | ICRNL);
  modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  modes.c_oflag |= OPOST | ONLCR;
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  kept_end = end;
  if (tcsetattr(kept_fd, TCSANOW, &modes) != 0) return false;
  atomic_store(&is_taken, true);
  return write(kept_fd, begin, strlen(begin)) >= 0;
}

static void become_ordinary(void) {
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGCHLD, SIGXFSZ};
  sigset_t none;
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) (void)signal(numbers[i], SIG_DFL);
  (void)sigemptyset(&none);
  (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
}

void cel_notify(const char *program, char *const arguments[]) {
  pid_t child = fork();
  if (child == 0) {
    int nothing = open("/dev/null", O_RDWR);
    (void)setsid();
    for (int fd = 0; fd < 3; fd++) (void)dup2(nothing, fd);
    if (nothing > 2) (void)close(nothing);
    become_ordinary();
    (void)execv(program, arguments);
    _exit(127);
  }
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}

int cel_run(const char *command, const char *path) {
  int status = 0;
  sigset_t stop, mask;
  pid_t child;
  (void)sigemptyset(&stop);
  (void)sigaddset(&stop, SIGTTOU);
  (void)pthread_sigmask(SIG_BLOCK, &stop, &mask);
  child = fork();
  if (child == 0) {
    /* A process group of its own, so that only it gets the signals of the terminal. */
    (void)setpgid(0, 0);
    (void)tcsetpgrp(kept_fd, getpid());
    become_ordinary();
    (void)execl("/bin/sh", "sh", "-c", command, "sh", path, (char *)NULL);
    _exit(127);
  }
  if (child > 0) {
    (void)setpgid(child, child);
    (void)tcsetpgrp(kept_fd, child);
    while (waitpid(child, &status, WUNTRACED) < 0 && errno == EINTR) {}
    /* If it stops, continue it: the user would have no way to resume it. */
    while (WIFSTOPPED(status)) {
      (void)kill(-child, SIGCONT);
      while (waitpid(child, &status, WUNTRACED) < 0 && errno == EINTR) {}
    }
    (void)tcsetpgrp(kept_fd, getpgrp());
  }
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (child < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool cel_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
