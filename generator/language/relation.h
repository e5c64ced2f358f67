#ifndef RELATION_H
#define RELATION_H

#include "generator/base/source.h"

#include <stdbool.h>
#include <stddef.h>

/* What a stencil on a mesh is about besides values: where they lie, and how one gets from there to others. */

enum location { CELL, EDGE, VERTEX, LOCATIONS };

extern const char *const location_names[LOCATIONS], *const location_plurals[LOCATIONS]; /* "cell", "cells" */

/* A location by its name; LOCATIONS: there is none. */
enum location location_named(const char *name);

/* The relations that meshes have. */
enum relation_id {
#define RELATION(id, ...) id,
#include "generator/language/relations.def"
	RELATIONS,
};

struct relation;

/* Where values lie: at the elements of a location, or at the slots of one of its relations. */
struct where {
	enum location location;          /* LOCATIONS: of no location, as profiles and all on other grids */
	const struct relation *relation; /* NULL: at the elements */
	bool half;                       /* on half levels: one more than full levels */
};

/* The same as written: 'cell', or 'cell.edges'. */
struct written_where {
	const char *location, *relation; /* NULL: not written */
	struct span span, relation_span;
	bool half;
};

enum degree_kind {
	DEGREE_EXACT,   /* each element has so many neighbours, or lies outside the domain */
	DEGREE_AT_MOST, /* slots may have none */
	DEGREE_ANY,
};

struct degree {
	enum degree_kind kind;
	int most; /* slots; 0 of DEGREE_ANY */
};

/* The most neighbours of a relation of any degree on the mesh that kernels are for: they have so many slots. */
struct known_degree {
	enum location from;
	const char *name;
	int most;
};

struct known_degrees {
	const struct known_degree *items;
	int count;
};

enum {
	ALL_SLOTS = -1,
	MAX_DEGREE = 64,
	MAX_BOUND = 16, /* names that step through relations together */
};

struct chain_step {
	const struct relation *relation;
	int slot; /* or ALL_SLOTS, in the last step of what a bound name, count or exists goes over */
};

/* The way to the element where something is read: from the point itself, or from a bound neighbour. */
struct relation_chain {
	const struct binding *from; /* NULL: the point itself */
	struct chain_step *steps;   /* count of them */
	int count;
	enum location location;     /* where it ends */
};

/* 'e in edges': a name for one neighbour after the other. */
struct binding {
	const char *name;
	struct span span;
	struct step_name *steps;  /* as written */
	struct span steps_span;
	const struct relation_chain *chain; /* check: what it goes over; the last step has ALL_SLOTS */
	bool used;                 /* check: read */
	struct binding *next;      /* stepped through together, in the same order of slots */
};

/* A piece of a relation that is composed of others: what is met on the way, less what is met on others. */
struct relation_piece {
	struct step_name *steps;   /* as written */
	struct span span;
	const struct relation_chain *chain; /* check; no steps: the point itself */
	struct relation_piece *less; /* linked by next */
	struct relation_piece *next;
};

/* From each element of a location to a list of elements of one, in slots. */
struct relation {
	const char *name;          /* edges of cell.edges */
	struct span span;          /* empty for a predeclared one */
	struct written_where from_written; /* and where it leads, of one with '->' */
	const char *to_written;
	struct span to_span;
	enum location from, to;
	struct degree degree;
	struct relation_piece *pieces; /* NULL: it has a table of its own in the mesh */
	bool has_table;            /* check: false of one that is the point itself and exact relations, one after the other */
	enum relation_id id;       /* RELATIONS: the stencil's own */
	int index;                 /* check: in the stencil's list, from 0 */
	bool used;                 /* check: read through */
	const struct relation *first, *then; /* plan: of a chain, one after the other; slots of the second one vary fastest. Else NULL */
	struct relation *next;
};

/* The last step, or NULL. */
static inline const struct chain_step *
chain_last(const struct relation_chain *chain)
{
	return chain->count ? &chain->steps[chain->count - 1] : NULL;
}

/* Whether another chain begins with the first steps of one, count of them. */
bool chain_begins(const struct relation_chain *chain, int count, const struct relation_chain *other);

#endif
