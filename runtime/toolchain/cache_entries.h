#ifndef CACHE_ENTRIES_H
#define CACHE_ENTRIES_H

#include <time.h>

/* The entries of the cache, as files. What else is in its folder is left alone. */

/* How the name of a temporary cache begins; six letters follow. */
#define CACHE_TEMPORARY "stencilgen-run-"

/* Removes the longest unused entries until the rest is within STENCILGEN_CACHE_SIZE
 * megabytes (1000 if that is unset or no number; 0: no limit), and the folders of
 * compilations that were killed. Entries used since `begin` stay. */
void cache_prune(const char *folder, time_t begin);

/* Removes the folders of compilations that were killed. */
void cache_remove_abandoned(const char *folder);

/* Removes temporary caches of ours in a folder whose processes were killed. */
void cache_remove_temporary(const char *parent);

/* Claims the folder of a compilation, or a temporary cache, for as long as the descriptor that is returned is open, so
 * that nobody removes it: a process that is killed leaves it unclaimed. -1 if it cannot be opened. */
int cache_claim(const char *entry);

struct cache_contents {
	int entries;
	double bytes;
};

/* Removes all entries and says what they were. */
struct cache_contents cache_clear(const char *folder);

/* Marks an entry as used now. */
void cache_touch(const char *entry);

/* Removes an entry with all that is in it, whatever that is. */
void cache_remove(const char *entry);

#endif
