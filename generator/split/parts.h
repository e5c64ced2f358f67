#ifndef PARTS_H
#define PARTS_H

#include "generator/plan/lookups.h"

/*
 * A stencil as a program of several kernels, which run one after the other. Each is a stencil of its own,
 * a part, so that all that is done for stencils is done for parts. What one kernel leaves to others beside
 * fields are temporaries kept in arrays of a workspace.
 */
enum kernel_kind {
#define KERNEL_KIND(name) KERNEL_##name,
#include "generator/split/kernel_kinds.def"
	KERNEL_KIND_COUNT,
};

extern const char *const kernel_kind_names[KERNEL_KIND_COUNT];

/* A kept temporary: an array that lives from the kernel that makes it to the last one that reads it. */
struct kept {
	const struct temp *temp;
	enum shape shape; /* points, columns of one level, or one value; places of each are counted apart */
	enum reduction reduction; /* of an array: it is reduced so after the kernel that makes it */
	const struct kept *result; /* and goes into this scalar */
	enum type type;  /* of its elements: a bool is kept as a real 0 or 1 */
	int first, last; /* kernels, by number */
	int place;       /* in the workspace; arrays whose lives do not meet may have the same */
	const struct field *holder; /* of one value: the program's field that it lies in, instead */
};

/* Where a field of a part lives: one of these two. */
struct origin {
	const struct field *field; /* of the program's stencil */
	const struct kept *kept;
};

/* Fields of the program whose halos are filled in one go: they have the same type, shape and boundary. */
struct fill {
	const struct field **fields;
	int count;
	struct fill *next;
};

struct part {
	enum kernel_kind kind;
	const char *name;         /* of the first thing that it assigns */
	const char *assigns;      /* all of these, for people */
	struct stencil *stencil;  /* its widening: by how much its points are more than the domain */
	struct plan *plan;
	struct origin *origins;   /* by index of the part's fields */
	struct fill *fills;       /* right before it */
};

struct program {
	const struct stencil *stencil;
	struct part *parts;       /* in the order in which they run */
	int part_count;
	struct kept *kept;        /* in the order in which they are made */
	int kept_count;
	int places[SHAPES];       /* in the workspace, by shape: first arrays of points, then of columns, then scalars */
	bool sums;                /* then columns of results, while sums are taken */
};

/* Plans a checked stencil: as one kernel where that is right, else as a program, to which the plan then
 * leads. Nothing is kept by choice but what `decision` names. Where there are no
 * kernels yet the plan says why. May raise the number of cells that the stencil needs. NULL after an error, which is
 * reported. */
struct plan *plan_program(struct arena *arena, const struct source *source, struct stencil *stencil,
	const struct storage_decision *decision);

/* The names of temporaries, as --store has them, without which kernels should take longer: `percent` of the time that they
 * take with them. NULL: there are none, or costs do not decide on the grid. */
const char *plan_worth_storing(struct arena *arena, const struct source *source, const struct plan *plan, int *percent);

/* Other choices of what is kept, or where, that are worth measuring, with their plans: of sweeps shared memory, of other
 * programs what the costs do not rule out. Returns their number. Reports nothing. */
enum { MOST_ALTERNATIVES = 3 };
struct alternative {
	struct storage_decision decision;
	struct plan *plan;
};
int plan_alternatives(struct arena *arena, const struct source *source, struct stencil *stencil, enum processor processor,
	struct alternative alternatives[MOST_ALTERNATIVES]);

/* Names all that the plan and those of its parts have, for other templates. */
void name_program(struct arena *arena, struct plan *plan, const struct reserved *reserved);

/* How the name of a kernel ends: in the first thing that it assigns, numbered where kernels before do the same. */
const char *part_ending(struct arena *arena, const struct program *program, int part);

/* What launchers of a plan on a mesh look up: what one kernel does, or if the kernels of a program look up more, what these do. */
struct lookups program_lookups(struct arena *arena, const struct plan *plan);

/* Whether some of the kernels go through columns. */
bool plan_goes_through_columns(const struct plan *plan);

/* Whether a kernel's costs are costs of a point: not those of columns among points. */
bool part_counts(const struct program *program, const struct part *part);

/* Whether it fills halos. */
bool program_fills_halos(const struct program *program);

/* Warns of boundaries that fill no halo. */
void program_warn_unfilled(const struct source *source, const struct program *program);

/* Whether several of its kernels assign fields. */
bool program_updates_again(const struct program *program);

/* The number of the last kernel that updates points or columns, which may be launched region by region. Kernels after it compute
 * scalars, each once a step. -1: there is none. */
int program_last_on_grid(const struct program *program);

/* What its kernels are launched by one by one takes their numbers, from 0 on. Where halos are filled before the last one on the grid,
 * and nothing is reduced behind it, two more numbers are what fills these, and that kernel without it. */
bool program_fills_apart(const struct program *program);
static inline int
program_number_of_fills(const struct program *program)
{
	return program->part_count;
}
static inline int
program_number_without_fills(const struct program *program)
{
	return program->part_count + 1;
}

/* Those behind which something is reduced have a further number without that: for parts of a domain, which take sums together. */
static inline int
program_number_without_sums(const struct program *program, int part)
{
	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].reduction && program->kept[k].first == part)
			return program->part_count + 2 + part;
	return part;
}

/* The kernel that such a number is of; not for those of fills. */
static inline int
program_part_of_number(const struct program *program, int number)
{
	return number < program->part_count ? number : number - program->part_count - 2;
}

/* Writes a line a kernel: its kind, what it assigns, its widening and its costs. */
void program_dump(FILE *out, const struct plan *plan);

#endif
