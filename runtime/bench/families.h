#ifndef FAMILIES_H
#define FAMILIES_H

#include "runtime/bench/grid_family.h"

/* The family of a candidate's grid. */
const struct family *family_of(const struct candidate *candidate);

#endif
