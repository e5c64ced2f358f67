#ifndef SWEEP_TEXT_H
#define SWEEP_TEXT_H

#include "generator/emit/kernel.h"

/* What a thread does that goes through its column: variables, then the loops of all sweeps in segments. */
const char *sweep_statements(const struct kernel *kernel);

#endif
