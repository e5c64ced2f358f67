#ifndef EVALUATOR_H
#define EVALUATOR_H

#include <stdbool.h>

/*
 * A second evaluator of stencils on planes, written from the language's description
 * alone: it shares no code with generator/, so that a mistake that parser, checker and
 * interpreter make together is seen. Slow and simple: values carry their types, a
 * temporary is an array over the grid and a margin around it.
 */

/* Classes of input: what a stencil and its values reached. */
#define EVALUATOR_CLASSES(X) \
	X(C_UP, "sweeps up") \
	X(C_DOWN, "sweeps down") \
	X(C_BEHIND, "sweeps that read the level behind") \
	X(C_TWO_BEHIND, "sweeps that read two levels behind") \
	X(C_AHEAD, "sweeps that read a level ahead, which has the old value") \
	X(C_SWEPT_FIELD, "fields that a sweep assigns") \
	X(C_SWEPT_TEMPORARY, "temporaries that a sweep assigns") \
	X(C_SWEPT_READ, "temporaries of a sweep, read by later statements") \
	X(C_SWEEP_GUARD, "distances to the ends of a column in a sweep") \
	X(C_COLUMN_CARRIED, "column variables that a sweep carries") \
	X(C_COLUMN_BETWEEN, "column variables assigned outside of sweeps") \
	X(C_COLUMN_BESIDE, "column variables read beside their column") \
	X(C_COLUMN_FIELD, "column fields that are assigned") \
	X(C_SUM, "sums") \
	X(C_MIN, "least values") \
	X(C_MAX, "greatest values") \
	X(C_SEVERAL_BLOCKS, "reductions of more than 1024 columns") \
	X(C_NOT_COMPARED, "least or greatest values among NaNs") \
	X(C_SIGNED_ZEROS, "least or greatest values among zeros of both signs") \
	X(C_SCALAR, "scalars read where there are points") \
	X(C_SCALAR_FIELD, "scalar fields that are assigned") \
	X(C_CLOCK, "scalar fields made of what they were") \
	X(C_PERIODIC, "halos: periodic") \
	X(C_COPY, "halos: copy") \
	X(C_MIRROR, "halos: mirror") \
	X(C_NUMBER, "halos: a number") \
	X(C_FILL_X, "halos filled along x") \
	X(C_FILL_Y, "halos filled along y") \
	X(C_FILL_Z, "halos filled along z") \
	X(C_CORNERS, "halos: corners of several maps") \
	X(C_TWO_NUMBERS, "halos: corners of two numbers") \
	X(C_UNRULED, "halos: cells that keep their place along one axis") \
	X(C_FILLED_AGAIN, "halos filled again") \
	X(C_FILLED_OUT, "halos of outs") \
	X(C_DECLARED_HALO, "halo declarations") \
	X(C_READ_AFTER, "fields read at an offset after they were assigned") \
	X(C_OLD, "temporaries of fields that have changed since") \
	X(C_GUARD, "guards that keep the domain wide") \
	X(C_LEAST, "guards that need levels or columns") \
	X(C_REFUSED, "grids that are too small") \
	X(C_FUNCTION, "functions") \
	X(C_INT_COLUMN, "column variables that change their type") \
	X(C_LEVEL_BY_VALUE, "levels by value beyond those of a field") \
	X(C_LEVEL_OF_TEMPORARY, "levels by value outside the domain, of temporaries") \
	X(C_LEVEL_OF_UPDATE, "levels by value of fields after they were assigned") \
	X(C_MESH_LEVEL_OF_TEMPORARY, "meshes: levels by value outside the domain, of temporaries") \
	X(C_MESH_LEVEL_OF_UPDATE, "meshes: levels by value of fields after they were assigned") \
	X(C_HALF, "statements on half levels") \
	X(C_HALF_BLOCK, "ifs on half levels") \
	X(C_HALF_SWEEP, "sweeps on half levels") \
	X(C_HALF_FULL, "full fields that sweeps on half levels assign") \
	X(C_HALF_COLUMN, "columns that sweeps on half levels assign") \
	X(C_HALF_TOTAL, "reductions over half levels") \
	X(C_HALF_FILL, "halos of half levels that are filled") \
	X(C_MESH_LACKS, "meshes: elements that are left out, as they lack neighbors") \
	X(C_MESH_EMPTY, "meshes: reductions over slots some of which are empty") \
	X(C_MESH_NESTED, "meshes: reductions in reductions") \
	X(C_MESH_SLOTS, "meshes: temporaries with values for slots") \
	X(C_MESH_PATH, "meshes: paths of several relations") \
	X(C_MESH_ZONES, "meshes: zones") \
	X(C_MESH_HALF, "meshes: statements on half levels") \
	X(C_MESH_LOST, "meshes: levels that are left out") \
	X(C_MESH_SWEEP, "meshes: sweeps") \
	X(C_MESH_HALF_SWEEP, "meshes: sweeps on half levels") \
	X(C_MESH_GUARD, "meshes: guards that keep levels") \
	X(C_MESH_COLUMN, "meshes: column variables") \
	X(C_MESH_READ_AFTER, "meshes: fields read at neighbors after they were assigned") \
	X(C_MESH_REDUCTION, "meshes: reductions over a location") \
	X(C_MESH_FUNCTION, "meshes: functions") \
	X(C_LOW, "the type low") \
	X(C_MESH_SUM, "meshes: sums") \
	X(C_MESH_LEAST, "meshes: least values") \
	X(C_MESH_GREATEST, "meshes: greatest values") \
	X(C_MESH_HALF_TOTAL, "meshes: reductions over half levels") \
	X(C_MESH_SCALAR, "meshes: scalars read where there are points") \
	X(C_MESH_CLOCK, "meshes: scalar fields made of what they were") \
	X(C_MESH_INT, "meshes: ints that are assigned") \
	X(C_MESH_BOOL, "meshes: bools that are assigned") \
	X(C_MESH_TYPED_COLUMN, "meshes: ints and bools of columns that are assigned") \
	X(C_MESH_TYPED_SWEEP, "meshes: ints and bools that sweeps assign") \
	X(C_MESH_CONVERSION, "meshes: float(x), double(x) and real(x)") \
	X(C_MESH_SEVERAL, "meshes: outputs on several locations")

#define EVALUATOR_CLASS(name, text) name,
enum evaluator_class { EVALUATOR_CLASSES(EVALUATOR_CLASS) CLASSES };
#undef EVALUATOR_CLASS

struct evaluation {
	const char *text;
	bool single;      /* real is float */
	bool single_low;  /* low is float, not real */
	int size[3];      /* x, y, z */
	/* Finds the array of a field: in C order, z slowest. Params have their defaults. */
	void *(*find)(void *context, const char *field);
	void *context;
	/* On a mesh: elements of cells, edges and vertices; their rows, from 1, or NULL; the table of a relation, (element, slot), NULL:
	 * none. size[2] is the number of full levels, and fields are in order of level, element and slot. */
	bool mesh;
	int count[3];
	const int *rows[3];
	const int *(*find_table)(void *context, const char *location, const char *relation, int *slots);
	/* Results: */
	bool refused;          /* the grid is too small: nothing was done */
	bool sweeps;           /* there are some */
	bool few_levels;       /* so few that both ends of a column, as sweeps ask for them, may not be apart */
	int first[3], last[3]; /* points of the domain; on a mesh of full levels, and elements by location */
	bool *inside[3];       /* malloc'd */
	void *unsure[16];      /* arrays of fields whose halo need not be filled, but may */
	int unsure_count;
	bool reached[CLASSES];
};

/* Applies a stencil once. Returns NULL, or the token that was expected where the text is not understood. */
const char *evaluate_stencil(struct evaluation *evaluation);

#endif
