#include "CPowerCut.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A VFS before SQLite's own (sqlite.org/vfs.html).

enum { SECTOR = 512, LONGEST_PATH = 1024 };

typedef enum { WRITE, TRUNCATE, SYNC, DELETE } Kind;

typedef struct {
    Kind kind;
    char *path;
    void *bytes;
    sqlite3_int64 offset;
    size_t size;
} Entry;

typedef struct {
    sqlite3_file file;
    char path[LONGEST_PATH];
} Shim;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Entry *entries;
static size_t count, capacity;
static char prefix[LONGEST_PATH];
static sqlite3_vfs *system_vfs;
static sqlite3_vfs shim_vfs;

static void note(Kind kind, const char *path, const void *bytes, sqlite3_int64 offset, size_t size) {
    pthread_mutex_lock(&mutex);
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 1024;
        entries = realloc(entries, capacity * sizeof(Entry));
    }
    Entry *entry = &entries[count++];
    *entry = (Entry){kind, strdup(path), NULL, offset, size};
    if (kind == WRITE) {
        entry->bytes = malloc(size);
        memcpy(entry->bytes, bytes, size);
    }
    pthread_mutex_unlock(&mutex);
}

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((Shim *)file + 1); }

#define PASS(name, parameters, ...) \
    static int shim_##name parameters { return real(file)->pMethods->x##name(real(file), ##__VA_ARGS__); }

PASS(Close, (sqlite3_file * file))
PASS(Read, (sqlite3_file * file, void *to, int size, sqlite3_int64 offset), to, size, offset)
PASS(FileSize, (sqlite3_file * file, sqlite3_int64 *size), size)
PASS(Lock, (sqlite3_file * file, int level), level)
PASS(Unlock, (sqlite3_file * file, int level), level)
PASS(CheckReservedLock, (sqlite3_file * file, int *result), result)
PASS(FileControl, (sqlite3_file * file, int code, void *argument), code, argument)
PASS(SectorSize, (sqlite3_file * file))
PASS(ShmMap, (sqlite3_file * file, int page, int size, int extend, void volatile **to), page, size, extend, to)
PASS(ShmLock, (sqlite3_file * file, int offset, int n, int flags), offset, n, flags)
PASS(ShmUnmap, (sqlite3_file * file, int deletes), deletes)

static void shim_ShmBarrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

/// A disk that promises nothing beyond what it must.
static int shim_DeviceCharacteristics(sqlite3_file *file) {
    (void)file;
    return 0;
}

static int shim_Write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    note(WRITE, ((Shim *)file)->path, bytes, offset, (size_t)size);
    return real(file)->pMethods->xWrite(real(file), bytes, size, offset);
}

static int shim_Truncate(sqlite3_file *file, sqlite3_int64 size) {
    note(TRUNCATE, ((Shim *)file)->path, NULL, size, 0);
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int shim_Sync(sqlite3_file *file, int flags) {
    (void)flags;
    note(SYNC, ((Shim *)file)->path, NULL, 0, 0);
    return SQLITE_OK;
}

static int is_watched(const char *path) { return path && strncmp(path, prefix, strlen(prefix)) == 0; }

static int shim_Delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
    (void)vfs;
    if (is_watched(path)) note(DELETE, path, NULL, 0, 0);
    return system_vfs->xDelete(system_vfs, path, syncs_folder);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = shim_Close,
    .xRead = shim_Read,
    .xWrite = shim_Write,
    .xTruncate = shim_Truncate,
    .xSync = shim_Sync,
    .xFileSize = shim_FileSize,
    .xLock = shim_Lock,
    .xUnlock = shim_Unlock,
    .xCheckReservedLock = shim_CheckReservedLock,
    .xFileControl = shim_FileControl,
    .xSectorSize = shim_SectorSize,
    .xDeviceCharacteristics = shim_DeviceCharacteristics,
    .xShmMap = shim_ShmMap,
    .xShmLock = shim_ShmLock,
    .xShmBarrier = shim_ShmBarrier,
    .xShmUnmap = shim_ShmUnmap,
};

static int shim_Open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
    (void)vfs;
    if (!is_watched(path)) return system_vfs->xOpen(system_vfs, path, file, flags, flags_out);
    int result = system_vfs->xOpen(system_vfs, path, real(file), flags, flags_out);
    file->pMethods = real(file)->pMethods ? &methods : NULL;
    strncpy(((Shim *)file)->path, path, LONGEST_PATH - 1);
    ((Shim *)file)->path[LONGEST_PATH - 1] = 0;
    return result;
}

void power_cut_begin(const char *watched) {
    for (size_t i = 0; i < count; i++) {
        free(entries[i].path);
        free(entries[i].bytes);
    }
    count = 0;
    strncpy(prefix, watched, LONGEST_PATH - 1);
    sqlite3_initialize();
    if (!system_vfs) system_vfs = sqlite3_vfs_find(NULL);
    shim_vfs = *system_vfs;
    shim_vfs.zName = "power-cut";
    shim_vfs.pNext = NULL;
    shim_vfs.szOsFile = (int)sizeof(Shim) + system_vfs->szOsFile;
    shim_vfs.xOpen = shim_Open;
    shim_vfs.xDelete = shim_Delete;
    sqlite3_vfs_register(&shim_vfs, 1);
}

void power_cut_end(void) { sqlite3_vfs_register(system_vfs, 1); }

size_t power_cut_count(void) {
    pthread_mutex_lock(&mutex);
    size_t result = count;
    pthread_mutex_unlock(&mutex);
    return result;
}

/// Behind which entry nothing of the file was synced any more.
static size_t synced_until(const char *path, size_t end) {
    while (end > 0 && !(entries[end - 1].kind == SYNC && strcmp(entries[end - 1].path, path) == 0)) end--;
    return end;
}

void power_cut_copy(const char *to, size_t end, unsigned seed, int percent) {
    const char *known = NULL;
    size_t synced_end = 0;
    for (size_t i = 0; i < end && i < count; i++) {
        const Entry *entry = &entries[i];
        if (entry->kind == SYNC) continue;
        char path[2 * LONGEST_PATH];
        strcpy(path, to);
        strncat(path, entry->path + strlen(prefix), LONGEST_PATH - 1);
        if (entry->kind == DELETE) {
            unlink(path);
            continue;
        }
        int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (!known || strcmp(known, entry->path) != 0) synced_end = synced_until(entry->path, end);
        known = entry->path;
        int synced = i < synced_end;
        if (entry->kind == TRUNCATE) {
            if (synced || rand_r(&seed) % 100 < percent) (void)!ftruncate(descriptor, entry->offset);
        } else {
            for (size_t start = 0; start < entry->size; start += SECTOR) {
                size_t size = entry->size - start < SECTOR ? entry->size - start : SECTOR;
                if (!synced && rand_r(&seed) % 100 >= percent) continue;
                (void)!pwrite(descriptor, (char *)entry->bytes + start, size, entry->offset + (off_t)start);
            }
        }
        close(descriptor);
    }
}
