#ifndef HASH_H
#define HASH_H

#include "generator/base/arena.h"

/* 32 hexadecimal digits that differ where the texts differ; the last is NULL. For
 * names of what was made from them, not against anyone who wants them equal. */
const char *content_hash(struct arena *arena, const char *const *texts);

#endif
