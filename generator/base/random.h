#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* SplitMix64 (Steele, Lea and Flood, 2014). A generator of our own: a seed means the same on every machine. */
uint64_t random_next(uint64_t *state);

/* Its finaliser: every bit of the result depends on every bit. */
uint64_t random_mix(uint64_t bits);

#endif
