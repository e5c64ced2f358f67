#ifndef CACHE_H
#define CACHE_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>

/* The folder of compiled kernels. Each has a folder in it, an entry, whose name is the hash
 * of what it was made from. Code from here is loaded, so the folder must be ours alone. */

/* The folder: STENCILGEN_CACHE, else XDG_CACHE_HOME/stencilgen, else HOME/.cache/stencilgen,
 * else /tmp/stencilgen-UID, an absolute path. Makes it if it is missing. One with the sticky
 * bit is shared: every user has a folder there. NULL with an error if it cannot be made, if
 * it belongs to another user, if others can write there, or if all can write to a folder above it, or above one that a
 * link leads to, that has no sticky bit. */
const char *cache_open(struct arena *arena, struct error *error);

/* From now on the cache is a new folder in TMPDIR, else /tmp, that is removed when the program ends; those of killed
 * programs are removed now. False with an error if it cannot be made, or others can replace it. */
bool cache_use_temporary(struct error *error);

/* Removes a file of the cache at the end, if the cache is temporary. */
void cache_added(const char *path);

#endif
