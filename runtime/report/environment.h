#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include "runtime/device/backend.h"
#include "runtime/report/results.h"

/* What results were measured on and with: program, backend, device, compiler and the
 * like. Equal lists: comparable times. */
const struct environment_entry *environment_describe(struct arena *arena, const struct backend *backend);

/* The value of an entry, "" if there is none. */
const char *environment_value(const struct environment_entry *environment, const char *name);

#endif
