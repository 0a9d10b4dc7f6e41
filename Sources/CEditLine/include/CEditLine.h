/* libedit's editor without its screen, and the terminal functions that need C.

   libedit runs on a pseudo-terminal of its own: it never sees the real one, reads its keys from a function, and draws
   to /dev/null. It handles keys, key maps, undo and the kill buffer. Telex handles the modes of the terminal,
   everything on the screen, and the history. */
#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

typedef struct cel_editor cel_editor;

/* Reads a key: stores it and returns 1, or returns -1 to abandon the line. */
typedef int (*cel_read_key)(EditLine *, wchar_t *);
/* A Telex editing function. Returns one of libedit's CC_ codes. */
typedef unsigned char (*cel_function)(EditLine *, int);

/* Creates an editor that uses the erase, kill and other special characters of the terminal `fd`. Returns NULL on
   failure. `context` is what cel_context returns. */
cel_editor *cel_open(int fd, void *context, cel_read_key read_key);
void cel_close(cel_editor *);
void *cel_context(EditLine *);

/* Edits one line. Returns its length without the line end, -1 if it was abandoned, -2 at end of input. The line is
   valid until the next call. */
int cel_read_line(cel_editor *, const wchar_t **line);
/* The current line. */
const LineInfoW *cel_line(cel_editor *);
/* Moves the cursor back into the line. Some of libedit's functions leave it before the start of an empty line. */
void cel_mend(cel_editor *);
int cel_insert(cel_editor *, const wchar_t *text);
/* Deletes up to `count` characters before the cursor. */
void cel_delete(cel_editor *, int count);
/* Deletes a range of characters, and moves the cursor there. The yank buffer and the undo state do not change. */
void cel_remove(cel_editor *, int start, int end);
/* Deletes the whole line. */
void cel_erase(cel_editor *);
/* Moves the cursor by this many characters. Stops at the ends of the line. */
void cel_move(cel_editor *, int by);

/* Reads a file like ~/.editrc. Returns libedit's error message, which may be empty, or NULL if there is no error. The
   message is valid until the next call. */
const char *cel_read_editrc(cel_editor *, const char *path);
bool cel_is_vi(cel_editor *);
void cel_add(cel_editor *, const char *name, const char *help, cel_function);
/* Binds keys, written as in editrc(5), to a function; in vi's command mode if `in_command_mode`. */
void cel_bind(cel_editor *, bool in_command_mode, const char *keys, const char *name);
/* How many columns a character takes, by wcwidth(3) in a UTF-8 locale; -1 if it cannot be printed. */
int cel_width(unsigned int scalar);
/* Stores the name of the character set of the locale that LC_ALL, LC_CTYPE or LANG asks for; false if that locale is not
   installed. */
bool cel_codeset(char *name, size_t size);

/* Bits of cel_take_signals. */
enum { CEL_RESIZED = 1, CEL_CONTINUED = 2, CEL_SUSPENDED = 4 };
/* Makes SIGWINCH, SIGCONT and SIGTSTP set a bit and write a byte to `wake_fd`. */
void cel_catch_signals(int wake_fd);
unsigned cel_take_signals(void);
/* Stops the process group as Ctrl-Z does, until it is continued. */
void cel_stop(void);

/* Lets other threads interrupt this one as soon as they have work. */
void cel_yield_to_others(void);

/* Saves the modes of the terminal `fd`, the only one from here on. */
bool cel_keep_terminal(int fd);
/* From here on, restores the terminal on exit(3) and on a crash. Must be called once. */
void cel_restore_on_exit(void);
/* Turns off line input, echo and signal keys, then writes `begin`. `end` is written when the terminal is restored, and
   must stay valid until then. */
bool cel_take_terminal(const char *begin, const char *end);
/* Restores the terminal, unless the process is in its background. Safe in a signal handler. */
void cel_give_terminal_back(void);
/// Notes whether the alternate screen is shown, which must end before the terminal is given back.
void cel_set_alternate(bool is_on);
/* Runs a shell command in the foreground of the terminal, with `path` as its "$1", and waits until it ends. Returns its
   exit code, 128 + n if signal n ended it, or -1 if it could not be started. */
int cel_run(const char *command, const char *path);
/* Runs a program away from the terminal, and waits until it ends. Not through a shell. `arguments` begins with its name and
   ends with NULL. */
void cel_notify(const char *program, char *const arguments[]);
bool cel_terminal_size(int fd, int *columns, int *rows);

#endif
