#ifndef CPOWERCUT_H
#define CPOWERCUT_H

#include <stddef.h>

/// Writes down, from now on, each write, truncation, sync and deletion of SQLite's files whose paths begin so. The files are written
/// as ever; those of other paths are left alone.
void power_cut_begin(const char *prefix);

/// Stops that. What was written down stays until it begins anew.
void power_cut_end(void);

/// How many of those there were.
size_t power_cut_count(void);

/// Makes the files as they may be after the power was cut behind so many of those: what was synced is there, and what was
/// deleted is gone; of all other writes, sector by sector, a share that chance picks.
///
/// - percent: how much of what was not synced reached the disk.
void power_cut_copy(const char *to, size_t count, unsigned seed, int percent);

#endif
