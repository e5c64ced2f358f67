#ifndef PLANE_WORK_H
#define PLANE_WORK_H

#include "runtime/problem/domain.h"

/* What a kernel does on a struct problem: see domain.h. */
struct work plane_work(const void *problem, const struct built *kernel, int part);

#endif
