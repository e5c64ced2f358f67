#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include "runtime/device/backend.h"
#include "runtime/rows/results.h"

/* Describes the machine and the tools: program, backend, device, compiler and so on. Times are
 * comparable if all entries are equal. */
const struct environment_entry *environment_describe(struct arena *arena, const struct backend *backend);

/* The value of an entry, "" if there is none. */
const char *environment_value(const struct environment_entry *environment, const char *name);

#endif
