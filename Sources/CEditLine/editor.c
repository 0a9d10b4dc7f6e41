#define _GNU_SOURCE
#include "CEditLine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

struct cel_editor {
  EditLine *line;
  HistoryW *history;
  void *context;
  FILE *nowhere, *complaints;
  char *said;
  size_t said_size;
  /* The pseudo-terminal that libedit uses as its screen. The master must stay open, or the other side hangs up. */
  int master, side;
};

/* libedit 3.1-20221030 overruns its screen buffer when a line fills the screen. So its screen is far larger than any
   line. Its rows are so long that malloc(3) maps each from the system, so unused memory costs nothing. */
enum { COLUMNS = 32768, ROWS = 66 };

static bool open_screen(cel_editor *e, int fd) {
  struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
  struct termios modes;
  const char *name;
  e->master = posix_openpt(O_RDWR | O_NOCTTY);
  if (e->master < 0 || grantpt(e->master) != 0 || unlockpt(e->master) != 0) return false;
  if ((name = ptsname(e->master)) == NULL) return false;
  if ((e->side = open(name, O_RDWR | O_NOCTTY)) < 0) return false;
  (void)fcntl(e->master, F_SETFD, FD_CLOEXEC);
  (void)fcntl(e->side, F_SETFD, FD_CLOEXEC);
  if (tcgetattr(fd, &modes) == 0) (void)tcsetattr(e->side, TCSANOW, &modes);
  return ioctl(e->side, TIOCSWINSZ, &size) == 0;
}

cel_editor *cel_open(int fd, void *context, cel_read_key read_key) {
  cel_editor *e = calloc(1, sizeof *e);
  if (e == NULL) return NULL;
  e->master = e->side = -1;
  e->context = context;
  (void)cel_width('a');
  if (!open_screen(e, fd)) goto fail;
  if ((e->nowhere = fopen("/dev/null", "r+e")) == NULL) goto fail;
  if ((e->complaints = open_memstream(&e->said, &e->said_size)) == NULL) goto fail;
  e->line = el_init_fd("telex", e->nowhere, e->nowhere, e->complaints, e->side, e->side, e->side);
  if (e->line == NULL || (e->history = history_winit()) == NULL) goto fail;
  (void)el_wset(e->line, EL_CLIENTDATA, e);
  (void)el_wset(e->line, EL_GETCFN, read_key);
  /* It stays empty. Some functions do not check whether there is a history. */
  (void)el_wset(e->line, EL_HIST, history_w, e->history);
  (void)el_set(e->line, EL_SIGNAL, 0);
  (void)el_set(e->line, EL_EDITOR, "emacs");
  return e;
fail:
  cel_close(e);
  return NULL;
}

void cel_close(cel_editor *e) {
  if (e->history != NULL) history_wend(e->history);
  if (e->line != NULL) el_end(e->line);
  if (e->complaints != NULL) fclose(e->complaints);
  if (e->nowhere != NULL) fclose(e->nowhere);
  free(e->said);
  if (e->side >= 0) close(e->side);
  if (e->master >= 0) close(e->master);
  free(e);
}

void *cel_context(EditLine *line) {
  cel_editor *e = NULL;
  (void)el_wget(line, EL_CLIENTDATA, &e);
  return e->context;
}

int cel_read_line(cel_editor *e, const wchar_t **line) {
  int count = 0;
  *line = el_wgets(e->line, &count);
  if (*line == NULL) return count == 0 ? -2 : -1;
  return count > 0 && (*line)[count - 1] == L'\n' ? count - 1 : count;
}

const LineInfoW *cel_line(cel_editor *e) { return el_wline(e->line); }

void cel_mend(cel_editor *e) {
  const LineInfoW *line = el_wline(e->line);
  if (line->cursor < line->buffer) (void)el_cursor(e->line, (int)(line->buffer - line->cursor));
}

int cel_insert(cel_editor *e, const wchar_t *text) { return el_winsertstr(e->line, text); }

void cel_delete(cel_editor *e, int count) {
  const LineInfoW *line = el_wline(e->line);
  int before = (int)(line->cursor - line->buffer);
  el_deletestr(e->line, count < before ? count : before);
}

void cel_remove(cel_editor *e, int start, int end) {
  /* el_wline returns the line itself (el.c). It is edited directly, since every deleting function of libedit changes
     the yank buffer. */
  LineInfoW *line = (LineInfoW *)el_wline(e->line);
  wchar_t *to = (wchar_t *)line->buffer + start;
  const wchar_t *from = line->buffer + end;
  if (start < 0 || start > end || from > line->lastchar) return;
  (void)wmemmove(to, from, (size_t)(line->lastchar - from));
  line->lastchar -= end - start;
  line->cursor = to;
}

void cel_erase(cel_editor *e) {
  const LineInfoW *line = el_wline(e->line);
  (void)el_cursor(e->line, (int)(line->lastchar - line->cursor));
  cel_delete(e, INT_MAX);
}

void cel_move(cel_editor *e, int by) { (void)el_cursor(e->line, by); }

const char *cel_read_editrc(cel_editor *e, const char *path) {
  /* libedit returns the same value for a missing file and for an invalid one, and does not print a message for every
     invalid line. */
  long before;
  int result;
  if (access(path, R_OK) != 0) return NULL;
  (void)fflush(e->complaints);
  before = ftell(e->complaints);
  result = el_source(e->line, path);
  /* The file may have turned editing off, and then no keys would work. */
  (void)el_set(e->line, EL_EDITMODE, 1);
  if (result == 0) return NULL;
  (void)fflush(e->complaints);
  return before >= 0 && e->said != NULL && (size_t)before < e->said_size ? e->said + before : "";
}

bool cel_is_vi(cel_editor *e) {
  const wchar_t *name = NULL;
  return el_wget(e->line, EL_EDITOR, &name) == 0 && name != NULL && wcscmp(name, L"vi") == 0;
}

void cel_add(cel_editor *e, const char *name, const char *help, cel_function function) {
  (void)el_set(e->line, EL_ADDFN, name, help, function);
}

void cel_bind(cel_editor *e, bool in_command_mode, const char *keys, const char *name) {
  if (in_command_mode) {
    (void)el_set(e->line, EL_BIND, "-a", keys, name, NULL);
  } else {
    (void)el_set(e->line, EL_BIND, keys, name, NULL);
  }
}
