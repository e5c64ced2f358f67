#ifndef EXACT_H
#define EXACT_H

#include "generator/plan/plan.h"

/* Whether a GPU computes the same bits as the CPU: no function is one of its own library. */
bool is_exact(const struct plan *plan);

#endif
