#ifndef SWAPS_H
#define SWAPS_H

#include "runtime/partition/partition.h"
#include "runtime/run/job.h"

struct swap;

/* What --swap says. Before the next step each OUT:IN exchanges its arrays; NEW:NOW:OLD hands them on, so
 * that NOW becomes what NEW was, OLD what NOW was, and NEW gets OLD's, to be overwritten. */
struct swaps {
	const struct field **partners; /* by field index: what an out begins as, or NULL */
	struct swap *first;            /* exchanges of two fields each, in order */
	int most;                      /* steps until an array is a rotation's first field again, of the longest one; 0: none */
};

/* Reads the options. */
bool swaps_read(const struct job *job, struct swaps *swaps, struct error *error);

/* The text of --swap that names a field; NULL: none. */
const char *swaps_text(const struct swaps *swaps, const struct field *field);

/* The index of the field that gets a field's array after a step. */
int swaps_next_place(const struct swaps *swaps, int field);

/* After so many steps all arrays are what they were; 1: nothing is exchanged. */
int swaps_period(const struct swaps *swaps, int fields);

/* Whether the next step reads a field's array as another field. */
bool swaps_carry(const struct swaps *swaps, const struct field *field);

/* Exchanges arrays of all subdomains, or plain ones by field index. */
void swaps_on_partition(const struct swaps *swaps, const struct partition *partition);
void swaps_on_arrays(const struct swaps *swaps, void **fields);

#endif
