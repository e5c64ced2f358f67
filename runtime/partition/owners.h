#ifndef OWNERS_H
#define OWNERS_H

#include "runtime/partition/graph.h"

/* Which subdomain owns each element that is updated. */
struct owners {
	struct graph graph;
	int count;  /* subdomains */
	int *owner[LOCATIONS]; /* by element; -1: it is not updated; NULL: no element there is */
};

/*
 * Partitions the elements of a graph:
 *
 *     curve           equal pieces of an order in which near elements are near
 *     random[:SEED]   equal pieces of a random order
 *     rectangles      of columns: ranks[0] subdomains in x, ranks[1] in y
 *     FILE            the subdomain of each element, one a line, as gpmetis and gpart write it
 *
 * Elements of other locations that are updated belong to the owner of the first such element that they have a relation with.
 * There are ranks[0]*ranks[1] subdomains. False with an error: of status EXIT_USAGE if the partition is none of these.
 */
bool owners_find(struct owners *owners, struct arena *arena, const char *partition, const int ranks[2], struct error *error);

#endif
