#ifndef PROGRAM_TEXT_H
#define PROGRAM_TEXT_H

#include "generator/emit/target.h"
#include "generator/split/parts.h"

/* The kernels of a file, and what they share. */
struct program_text {
	struct kernel whole;            /* the program itself, as launchers see it */
	const struct template *template, *shared; /* of the target; of all */
	const struct template *halo, *halo_kernels; /* NULL if no halo is filled */
	const struct template *sums;    /* NULL if there are neither sums nor scalars */
	const struct names *kernel_names; /* of the program, as kernels have them */
	const struct program *program;
	struct kernel *kernels;         /* of the parts */
	const char **kept;              /* names of the arrays of the workspace */
	const char **sum_grids;         /* of a mesh, by what is kept: the grid on which it is reduced; else NULL */
	bool gpu;                       /* kernels are launched; else called */
	bool regular;                   /* columns are stored row by row; else found by their places */
	bool innermost;                 /* levels */
	bool widens, flattens;          /* some kernel is done beyond the domain; on one level */
	bool sums_planes;               /* some sum is taken of what columns have */
	bool sums_blocks;               /* some of what blocks of columns have */
	bool fill_widens;               /* some halo is filled there */
	bool flattens_fills;            /* some halo is filled that has no levels */
};

/* A section with these macros and conditions: whether the target is a GPU or a CPU; whether columns are stored row by row or
 * found by their places; which order levels have. */
#define PROGRAM_EXPAND(text, template, section, ...) \
	program_expand((text), (template), (section), \
		(const struct macro[]){ __VA_ARGS__ }, \
		(int)(sizeof (const struct macro[]){ __VA_ARGS__ }/sizeof (struct macro)))
const char *program_expand(const struct program_text *text, const struct template *template, const char *section,
	const struct macro *macros, int count);

/* The statement that calls what launches a kernel. */
const char *program_call(const struct program_text *text, const char *call);

/* How far levels and rows are apart: parameters of a kernel; members of a grid, after what leads to them. */
const char *program_steps_parameters(const struct program_text *text);
const char *program_steps_arguments(const struct program_text *text, const char *grid);

/* Pieces of the launcher of all kernels: the grids that they are done for, the arrays of the workspace, the
 * checks of blocks (or ""), the launches in their order, and the same as cases of a switch. */
const char *program_grids(const struct program_text *text);
const char *program_arrays(const struct program_text *text);
const char *program_refusals(const struct program_text *text);
const char *program_launches(const struct program_text *text);
const char *program_cases(const struct program_text *text);
const char *program_workspace(const struct program_text *text);

/* grids_text.c: the grid that a kernel is launched for; the one that a sum is taken on. Whether that is of what blocks of columns
 * have. */
const char *program_grid_of(const struct program_text *text, int part);
bool program_widens(const struct part *part);
const char *program_grid_of_sum(const struct program_text *text, const struct kept *kept);
bool program_sums_blocks(const struct program_text *text, const struct kept *kept);

/* halo_text.c: what fills halos; the calls of that before a kernel; whether a fill is done on a grid that is
 * wider than the domain. */
const char *program_halos(const struct program_text *text);
const char *program_fills(const struct program_text *text, int part);
bool program_fill_widens(const struct program_text *text, const struct fill *fill);

/* What takes a reduction of numbers of a type. */
struct reducer {
	enum reduction reduction;
	enum type type;
};

/* Arrays that are reduced in the same launches: their pointers are arguments of kernels. */
enum { MOST_TOGETHER = 8 };

/* reducers.c: which arrays are reduced together, by number of what is kept: returns their count, or 0 if the first is not the first
 * of them. How many these are at most, of a reducer, or of all if it is NULL. What a reducer is called. */
int program_reduced_together(const struct program_text *text, int first, int numbers[MOST_TOGETHER]);
int program_most_together(const struct program_text *text, const struct reducer *reducer);
const char *program_operation(const struct program_text *text, const struct reducer *reducer);

/* The same file: a launch on a GPU, whose status goes where the result says. */
const char *program_launch(const struct program_text *text, const struct launch *launch, const char *result);

/* sum_text.c: what takes sums. */
const char *program_sums(const struct program_text *text);

/* sum_launch.c: what reduces behind a kernel; a kernel for what has one value, and what launches it. */
const char *program_reductions(const struct program_text *text, int part);
const char *program_scalar_kernel(const struct program_text *text, int part);
const char *program_scalar_start(const struct program_text *text, int part);

/* The thunk's block for each kernel. */
const char *program_block_list(struct arena *arena, const struct program *program);

/* Where the workspace stands among the thunk's fields. */
int program_workspace_index(const struct program_text *text);

/* What tells tools where things lie that parts of a domain have to reduce together; "" if there are none. */
const char *program_places(const struct program_text *text);

/* Sets the names of the arrays of the workspace, which differ from those of fields and params. */
void program_name_kept(struct program_text *text);

#endif
