#ifndef OWNERS_H
#define OWNERS_H

#include "runtime/partition/graph.h"

/* Which subdomain owns each element that is updated. */
struct owners {
	struct graph graph;
	int count;  /* subdomains */
	int *owner; /* by element of the graph's location; -1: it is not updated */
};

/*
 * Partitions the elements of a graph:
 *
 *     curve           equal pieces of an order in which near elements are near
 *     random[:SEED]   equal pieces of a random order
 *     rectangles      of columns: ranks[0] subdomains in x, ranks[1] in y
 *     FILE            the subdomain of each element, one a line, as gpmetis and gpart write it
 *
 * There are ranks[0]*ranks[1] subdomains. False with an error: of status EXIT_USAGE if the partition is none of these.
 */
bool owners_find(struct owners *owners, struct arena *arena, const char *partition, const int ranks[2], struct error *error);

#endif
