#ifndef MEDIANS_H
#define MEDIANS_H

#include "runtime/bench/candidates.h"

/* Whether a candidate was measured, and then its median in seconds. */
bool candidate_is_measured(const struct candidate *candidate);
double candidate_median(const struct candidate *candidate);

/* The fastest one that was measured; NULL if none was. */
struct candidate *candidates_fastest(struct candidate *candidates, int count);

/* Puts those that were measured into the order of their medians. */
void candidates_sort(struct candidate *measured, int count);

#endif
