#ifndef CACHE_H
#define CACHE_H

#include "generator/base/arena.h"

#include <stdbool.h>

/* The folder of compiled kernels. Each has a folder in it, an entry, whose name is the hash
 * of what it was made from. Code from here is loaded, so the folder must be ours alone. */

/* The folder: STENCILGEN_CACHE, else XDG_CACHE_HOME/stencilgen, else HOME/.cache/stencilgen,
 * else /tmp/stencilgen-UID, an absolute path. Makes it if it is missing. One with the sticky
 * bit is shared: every user has a folder there. NULL with a message if it cannot be made, if
 * it belongs to another user, or if others can write there. */
const char *cache_open(struct arena *arena, char *message, size_t room);

/* From now on the cache is a new folder in TMPDIR, else /tmp, that is removed when the
 * program ends. False with a message if it cannot be made. */
bool cache_use_temporary(char *message, size_t room);

/* Removes a file of the cache at the end, if the cache is temporary. */
void cache_added(const char *path);

#endif
