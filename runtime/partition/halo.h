#ifndef HALO_H
#define HALO_H

#include "runtime/exchange/exchange.h"
#include "runtime/partition/owners.h"

/* The elements of one location that a subdomain has. */
struct subset {
	int count;
	int *global; /* by own number: the number in the whole domain */
	int *local;  /* the other way round; -1: it is not here */
	int *layer;  /* by own number: 0 of own elements, then the relations that lead to it from these */
};

/* Finds what a subdomain has: own elements, and those that a group of `every` steps reads around them. They are numbered in an
 * order, by location; NULL: as the whole domain is. */
void halo_find(struct arena *arena, const struct owners *owners, int rank, int every, int *const order[LOCATIONS],
	struct subset at[LOCATIONS]);

/*
 * Zones of the elements that a subdomain updates, from 0 on: those of others, by the steps of a group that follow, every - 1
 * first; its boundary region, which others have, or whose update reads what others own; its interior, which is neither sent nor
 * reads what is received.
 */
enum region { REGION_BOUNDARY, REGION_INTERIOR, REGIONS };
static inline int
halo_zone(int every, enum region region, int further)
{
	return every - 1 + (int)region - further;
}
static inline int
halo_zone_count(int every)
{
	return every - 1 + REGIONS;
}

/* The zones of what a subdomain has of each location that is updated, by own number; -1: it is not updated; NULL: none there is.
 * has[rank][location] are the elements that a subdomain has. */
void halo_zones(struct arena *arena, const struct owners *owners, int rank, int every, const struct subset *const *has,
	const int *zones[LOCATIONS]);

/* The elements that a subdomain sends to others and receives from them, in the order of the whole domain's numbers: a list for each
 * location, all with the same peers. place[location][own number] is where an element is stored; NULL: there. */
void halo_lists(struct arena *arena, const struct owners *owners, int rank, const struct subset *const *has,
	const int *const place[LOCATIONS], struct stencil_columns lists[LOCATIONS]);

#endif
