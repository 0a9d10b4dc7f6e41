// The lower bound: only the input and output of a run, or only its inserts.
//   floor copy BYTES < lines    reads lines and writes that many bytes for each
//   floor insert FILE < lines   reads lines and inserts a row for each, as telex stores a message
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(int code, sqlite3 *database) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "floor: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void run(sqlite3 *database, const char *sql) { check(sqlite3_exec(database, sql, 0, 0, 0), database); }

static void copy(size_t length) {
    static char in[1 << 16], out[1 << 18];
    memset(out, 'x', sizeof out);
    size_t due = 0;
    for (ssize_t count; (count = read(0, in, sizeof in)) > 0;) {
        for (char *end = in; (end = memchr(end, '\n', in + count - end)); end++) due += length;
        while (due > 0) {
            ssize_t written = write(1, out, due < sizeof out ? due : sizeof out);
            if (written < 0) exit(1);
            due -= written;
        }
    }
}

static void insert(const char *path) {
    sqlite3 *database;
    check(sqlite3_open(path, &database), database);
    run(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                  "CREATE TABLE message (chat INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL,"
                  " arrival INTEGER NOT NULL, isOwn INTEGER NOT NULL, content TEXT NOT NULL, date INTEGER NOT NULL,"
                  " delivery INTEGER NOT NULL, PRIMARY KEY (chat, position)) WITHOUT ROWID;"
                  "CREATE UNIQUE INDEX messageByArrival ON message (arrival);"
                  "CREATE UNIQUE INDEX messageByID ON message (chat, id);");
    sqlite3_stmt *statement;
    const char *insert = "INSERT INTO message VALUES (?1, ?2, ?3, ?2, 0, ?4, ?5, 0)";
    check(sqlite3_prepare_v2(database, insert, -1, &statement, 0), database);
    char *line = 0;
    size_t room = 0;
    ssize_t length;
    sqlite3_int64 number = 0;
    run(database, "BEGIN");
    while ((length = getline(&line, &room, stdin)) > 0) {
        char id[32];
        snprintf(id, sizeof id, "m%lld", number);
        sqlite3_bind_int64(statement, 1, number % 100);
        sqlite3_bind_int64(statement, 2, number);
        sqlite3_bind_text(statement, 3, id, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, line, length - 1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 5, 1000 * number);
        check(sqlite3_step(statement), database);
        check(sqlite3_reset(statement), database);
        if (++number % 1000 == 0) run(database, "COMMIT; BEGIN");
    }
    run(database, "COMMIT");
}

int main(int count, char **arguments) {
    if (count == 3 && !strcmp(arguments[1], "copy")) copy(strtoul(arguments[2], 0, 10));
    else if (count == 3 && !strcmp(arguments[1], "insert")) insert(arguments[2]);
    else return fprintf(stderr, "usage: floor copy BYTES | floor insert FILE, lines on the standard input\n"), 64;
}
