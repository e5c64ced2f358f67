#ifndef DECOMPOSITION_TEXT_H
#define DECOMPOSITION_TEXT_H

#include "runtime/partition/decomposition.h"

enum { MOST_PARTS = 1 << 12 };

/* What --exchange-every, --overlap and --engine ask for, of one subdomain. */
struct decomposition decomposition_read(const struct arguments *options);

/* Reads "2x2", or "4", which leaves the parts open: the second number is 0 then. False: it is neither. */
bool decomposition_read_ranks(const char *text, int ranks[2]);

/* Reads "x", "y" or "xy". */
bool decomposition_read_periodic(const char *text, bool periodic[2]);

#endif
