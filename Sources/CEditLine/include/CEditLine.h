/* libedit's editor without its screen, and what only C can do with a terminal.

   libedit edits here on a pseudo-terminal of its own: it never sees the real one, reads its keys from a function, and
   draws into the void. So it keeps keys, key maps, undo and the kill buffer, while the modes of the terminal, everything on the
   screen and the history are ours. */
#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

typedef struct cel_editor cel_editor;

/* Reads a key: stores it and returns 1; returns -1 to give the line up. */
typedef int (*cel_read_key)(EditLine *, wchar_t *);
/* An editing function of ours: returns one of libedit's CC_ codes. */
typedef unsigned char (*cel_function)(EditLine *, int);

/* Makes an editor whose erase, kill and other characters are those of the terminal `fd`; NULL where none can be made.
   `context` is what cel_context returns. */
cel_editor *cel_open(int fd, void *context, cel_read_key read_key);
void cel_close(cel_editor *);
void *cel_context(EditLine *);

/* Edits one line. Returns its length without the end of line, -1 when it was given up, -2 at end of input. The line
   holds until the next call. */
int cel_read_line(cel_editor *, const wchar_t **line);
/* The line as it is now. */
const LineInfoW *cel_line(cel_editor *);
/* Brings the cursor back into the line: some of libedit's functions leave it before an empty one. */
void cel_mend(cel_editor *);
int cel_insert(cel_editor *, const wchar_t *text);
/* Deletes characters before the cursor, as many as there are at most. */
void cel_delete(cel_editor *, int count);
/* Deletes the characters of a range, and puts the cursor there. What can be yanked and undone stays as it is. */
void cel_remove(cel_editor *, int start, int end);
/* Deletes the whole line. */
void cel_erase(cel_editor *);
/* Moves the cursor by so many characters; stops at the ends. */
void cel_move(cel_editor *, int by);

/* Reads ~/.editrc. Returns what libedit says against it, NULL if nothing; it holds until the next call. */
const char *cel_read_editrc(cel_editor *);
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
/* From here on SIGWINCH, SIGCONT and SIGTSTP set a bit and write a byte to `wake_fd`. */
void cel_catch_signals(int wake_fd);
unsigned cel_take_signals(void);
/* Stops the process group as Ctrl-Z does, until it is continued. */
void cel_stop(void);

/* Notes how the terminal `fd` is now. From here on it is given back as it was on exit(3) and on a crash, if the process
   is in its foreground. */
bool cel_keep_terminal(int fd);
/* Keys one by one, none of them a signal, no echo. `begin` is written then, and `end` when the terminal is given back;
   both must outlive the terminal. */
bool cel_take_terminal(const char *begin, const char *end);
/* Gives the terminal back. Safe in a signal handler. */
void cel_give_terminal_back(void);
/* Runs a shell command in the foreground of the kept terminal, `path` being its "$1", and waits for its end. Returns its
   exit code, -1 if it could not be run. */
int cel_run(const char *command, const char *path);
bool cel_terminal_size(int fd, int *columns, int *rows);

#endif
