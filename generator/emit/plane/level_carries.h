#ifndef LEVEL_CARRIES_H
#define LEVEL_CARRIES_H

#include "generator/emit/kernel.h"

/* What a loop over levels carries from one to the next: definitions for the first level, and
 * assignments at the end of each turn. From below to above. */
const char *carried_definitions(const struct kernel *kernel);
const char *carried_updates(const struct kernel *kernel);

#endif
