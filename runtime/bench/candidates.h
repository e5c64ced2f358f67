#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "generator/variants/choose.h"
#include "runtime/bench/axes.h"
#include "runtime/bench/selection.h"
#include "runtime/device/kernel_build.h"
#include "runtime/rows/results.h"

/* What a predicted time is due to. On chip are shared memory and the first-level cache. */
enum bound { BOUND_MEMORY, BOUND_ON_CHIP, BOUND_FLOPS, BOUND_COUNT };

struct predicted_time {
	double seconds;
	enum bound bound; /* what it is due to */
};

/* A kernel on a grid with a block: the unit of measurement. */
struct candidate {
	const struct unit *unit;
	const struct plan *plan;
	struct built *kernel;  /* shared by all of its grids and blocks */
	const void *grid;      /* of the family's kind; NULL: the next three say it */
	struct triple size, block;
	struct order order;
	const struct mesh_numbering *numbering; /* of a mesh: its order; else NULL */
	struct blocks each;    /* of a program, one for each kernel; count 0: all have the block */
	int part;              /* of a program: the kernel that is timed alone, from 1; 0: all of them */
	bool swept;            /* the block comes from a sweep */
	const char *dropped;   /* why it is pruned; NULL if it is not */
	struct predicted_time prediction; /* zeros: none */
	struct row *row;       /* the result; NULL: not measured */
};

/* Candidates that are left out because of their predicted times. */
struct left_out {
	int all, count, by[BOUND_COUNT];
};

/* Candidates in the order of their rows. Those of one problem, a stencil with data, are
 * neighbours, and among these those on one grid. */
struct candidates {
	struct candidate *items;
	int count;
};

/* Kernels without any of the blocks that were asked for, for one reason. */
struct blockless {
	const char *why, *first; /* the first kernel */
	const char *block;
	int kernels;
	struct blockless *next;
};

/* A number of a tunable's list. */
struct number {
	bool used;       /* a kernel is generated with it */
	const char *why; /* else: the reason of the last kernel that is not, or NULL */
};

/* Kernels that are to be built when all are known. */
struct unbuilt;

/* Candidates while they are collected. */
struct builder {
	struct candidates *candidates;
	struct tool *tool;
	struct selection selection;
	struct blockless *blockless;
	const struct axes *axes;
	const struct choice *choice;
	struct backend *backend;
	const struct triple *slices_of; /* on a mesh: the elements, 1 and levels for which slices are chosen; else NULL */
	int room;
	struct number *numbers[TUNABLE_COUNT]; /* of the axes' lists */
	struct unbuilt *unbuilt, **last;
};

/* The kernels of one stencil. */
struct kernels {
	struct built *built;
	int count, room;
};

/* An empty builder, for candidates that are none yet. */
void builder_open(struct builder *builder);

void builder_add_kernel(const struct builder *builder, struct kernels *kernels, struct built kernel);

/* candidate_kernels.c: adds all kernels of a stencil with the layouts, levels and tunables of the axes. */
bool builder_choose_kernels(const struct builder *builder, const struct plan *plan, enum type precision,
	struct kernels *kernels, struct error *error);

/* Lets the kernels, of which no more are added, be built. */
void builder_build_later(struct builder *builder, const struct unit *unit, const struct kernels *kernels);

/* Refuses a number that was asked for and that no kernel has, then builds the kernels. */
bool builder_finish(struct builder *builder, struct error *error);

void builder_add(struct builder *builder, struct candidate candidate);

/* candidate_kernels.c: the tunables of a candidate's kernel, not on a sparse grid, in its row, and whether they are the usual ones. */
void candidate_describe_tunables(const struct candidate *candidate, struct row *row);

/* The columns of a cluster of a kernel whose tunables are resolved; 1 without clusters. */
int cluster_columns(const struct variant *resolved);

/* candidate_blocks.c: the candidate's blocks as text; adds a candidate for each block of the axes that its kernel can have. */
const char *candidate_blocks(struct arena *arena, const struct candidate *candidate);
void builder_add_blocks(struct builder *builder, struct candidate candidate);

/* candidate_parts.c: lets each program of several kernels, or of sweeps, be followed by candidates for its kernels. */
void candidates_add_parts(struct candidates *candidates, struct arena *arena);

/* candidates.c: the kernel that a candidate is of; NULL: it is of all. */
const struct part *candidate_part(const struct candidate *candidate);

/* Whether two candidates have the same stencil and size. */
bool same_problem(const struct candidate *a, const struct candidate *b);

#endif
