#ifndef INTERPRET_MESH_H
#define INTERPRET_MESH_H

#include "generator/language/ast.h"

/*
 * The reference interpreter of stencils on meshes: statement by statement, each operation rounded in its type,
 * every temporary kept for all elements of its location. It walks the checked tree and shares nothing with
 * the emitters.
 */

/* A relation: at[element*slots + slot], -1 where there is no neighbour. */
struct mesh_table {
	int slots;
	const int *at; /* NULL: none is needed */
};

/* Slots of a relation; the neighbour of an element there, or -1, also of a relation that needs no table. Tables are by
 * index of the stencil's relations. */
int relation_slots(const struct mesh_table *tables, const struct relation *relation);
int neighbour_at(const struct mesh_table *tables, const struct relation *relation, int element, int slot);

/*
 * Arrays of fields are in C order: (level, element), for values of slots (level, element, slot), both without
 * the level for columns; (level) for profiles. Slots are as many as the relation's degree, of one of
 * any degree as many as its table's. Elements are of the field's type.
 */
struct mesh_interpretation {
	const struct stencil *stencil;   /* checked */
	int count[LOCATIONS];            /* elements */
	const int *rows[LOCATIONS];      /* how far elements lie from the boundary, from 1; 0: inner. NULL: all are */
	const struct mesh_table *tables; /* by index of the stencil's relations */
	void *const *fields;             /* by field index; out and inout are written */
	const int *levels;               /* by field index; of columns they do not count */
	const double *params;            /* by param index */

	/* NULL, or by field index, for out and inout fields an array like the field's but of double: an error bound, as in
	 * struct interpretation. */
	double *const *bounds;
};

/* The number of full levels, by the levels of fields by index: the least that a field has. */
int mesh_full_levels(const struct stencil *stencil, const int *levels);

/* Whether an element is in the zones that the stencil declares. */
bool mesh_in_zones(const struct mesh_interpretation *given, enum location location, int element);

/* What is updated: full levels bottom..top-1 and half levels bottom..top of the elements of each location with outputs for which inside[location] is set.
 * Returns false if there are no levels, or if a location has no such element. */
bool mesh_interpret_domain(const struct mesh_interpretation *given, int *bottom, int *top, bool *const inside[LOCATIONS]);

/* Applies the stencil once; all else is left untouched. Returns false, having done nothing, if a location with outputs has
 * nothing to be updated. */
bool mesh_interpret(const struct mesh_interpretation *given);

#endif
