#ifndef GRAPH_H
#define GRAPH_H

#include "runtime/grid/column_list.h"
#include "runtime/partition/program_reach.h"
#include "runtime/problem/mesh_problem.h"

struct graph;

/* A relation: the neighbors of elements of one location, by slot. */
struct graph_relation {
	enum location from, to;
	int slots;
	int (*neighbor)(const struct graph *graph, const struct graph_relation *relation, int element, int slot); /* -1: none */
	const void *data; /* what `neighbor` looks up */
};

/*
 * The elements of a domain, and which of them the update of another one reads. The columns of a structured grid are one
 * location, CELL, whose one relation has a slot for each column that is read.
 */
struct graph {
	int count[LOCATIONS];
	bool updated[LOCATIONS]; /* whether elements there are updated, and owned by subdomains */
	enum location location; /* one of these, whose elements are partitioned; those of the others follow them */
	const int *inner;       /* the elements there that are updated, in the order of files; NULL: all. Others read nothing */
	int inner_count;
	int size[2];            /* columns: width and height of the domain; 0: it is a mesh */
	int depth;              /* relations that one step follows one after another, at most */
	int region;             /* kernels that assign fields also update elements up to this number of relations outside a subdomain */
	const struct graph_relation *relations;
	int relation_count;
	const char *element;    /* what an element is called */
	const void *domain;     /* struct column_plane, or struct mesh_problem */
	/* Sets the place of each inner element in an order: "curve", in which near elements have near places, or "random[:SEED]". */
	bool (*number)(const struct graph *graph, const char *order, int *places, struct error *error);
};

/* The columns of a plane, of which an update reads those at some displacements. Both are to last. */
struct graph graph_of_columns(struct arena *arena, const struct column_plane *plane, const struct displacement *reads, int count);

/* The elements of a mesh problem, whose tables are found. It is to last. reach: of its program; NULL: it has one kernel. */
struct graph graph_of_mesh(struct arena *arena, const struct mesh_problem *problem, const struct program_reach *reach);

/* The places of a domain's columns in an order, row by row. NULL with an error. */
int *column_places(struct arena *arena, const struct column_plane *plane, const struct order *order, struct error *error);

/* Writes the graph for METIS: inner elements, in the order of files, with an edge where the update of one reads another. Sets the
 * number of edges. False with an error. */
bool graph_write(const struct graph *graph, const char *path, long long *edges, struct error *error);

#endif
