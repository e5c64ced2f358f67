#ifndef CHOOSE_H
#define CHOOSE_H

#include "generator/variants/choice.h"

/* The variants of a stencil that a choice selects: see struct grid_kind. */
struct variant *choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count, struct error *error);

/* What planes have where nobody chooses. */
#define USUAL_STORAGE "regular"
#define USUAL_ACCESS "idxvar"
#define USUAL_ORDER "zcurve"
#define USUAL_BLOCK "64x2x1"

/* The storage of unstructured grids where nobody chooses one. */
const char *usual_table(struct arena *arena, const struct plan *plan);

/* The access of what goes through columns; NULL: others are as good. */
const char *only_access(const struct plan *plan, enum target target);

/* The same for a choice of target, storage, layout and levels, and size[0] times size[1] columns: on a GPU that of what takes sums on its way
 * through them, too, on a CPU that which has a row buffer. */
const char *usual_access(const struct plan *plan, const struct choice *choice, const int size[3]);

/* What choices depend on of a GPU; 0: any number. */
struct gpu {
	int processors;   /* multiprocessors */
	int block_shared; /* bytes of shared memory of a block, at most */
};

/* Access planes, with the numbers of the choice, if that is the fastest known on a regular grid of which one GPU updates so many points in x, y and
 * z; else NULL. */
const char *planes_access(const struct plan *plan, const struct choice *choice, const int updated[3], const struct gpu *gpu);

/* Where temporal_warp is chosen, and not how many rows a warp updates: as many as suit a grid and a GPU of so many processors. */
void choose_rows_of_warps(const struct plan *plan, const int size[3], int processors, struct choice *choice);

/* The access of several steps a launch: by warps where they can and have all numbers of the choice. */
const char *steps_access(const struct plan *plan, const struct choice *choice);

/* Chooses the levels that are the fastest known on unstructured grids of so many levels, the halo's among them, whose
 * layout in memory is free. scattered: neighbours are anywhere, as in a random order. */
void choose_fastest_levels(const struct plan *plan, int levels, bool scattered, struct choice *choice);

/* Chooses the access that is the fastest known on unstructured grids of so many levels, which lie as was chosen, and where these
 * are innermost and few the numbers for it that are not given. */
void choose_fastest_access(struct arena *arena, const struct plan *plan, int levels, struct choice *choice);

/* Chooses access cluster on an unstructured grid with levels outermost, of so many columns that are updated and so many levels, the
 * halo's among them, where that is the fastest known, and slices of as many levels as suit a GPU of so many multiprocessors; 0: any.
 * Changes nothing if a number is given. */
void choose_clusters_outermost(struct arena *arena, const struct plan *plan, long long columns, int levels, int processors,
	struct choice *choice);

/* Both on meshes, for kernels that update so many levels. */
void choose_fastest_on_mesh(const struct plan *plan, int levels, struct choice *choice);

/* On a mesh with levels outermost, where so many elements and levels are updated by so many multiprocessors: chooses the access if
 * none is, zslice on GPUs unless idxvar is faster, and for zslice the numbers that are not given: see mesh_slices(). For slices
 * whose length is given nothing is chosen. */
void choose_slices_on_mesh(const struct plan *plan, long long elements, int levels, int processors, struct choice *choice);

/* Makes the blocks of what was chosen so persistent, of so many columns that are updated, with so many levels, where that is the
 * fastest known: as many as fit a GPU of CUDA with so many multiprocessors, if that leaves each several rounds and no option says otherwise. */
void choose_blocks_per_launch(const struct plan *plan, long long columns, int levels, int processors, struct choice *choice);

/* The bytes that the second cache of such a GPU had best read of memory at least, for a variant; 0: as the driver has it. */
int usual_fetch(const struct plan *plan, const struct variant *variant);

/* The only variant that a choice selects; NULL with an error if it selects several. */
const struct variant *choose_variant(struct arena *arena, const struct plan *plan, const struct choice *choice,
	struct error *error);

/* The name of a variant's storage. */
const char *variant_storage(const struct plan *plan, const struct variant *variant);

/* Whether a stencil that is_tuned has the variant, with its tunables. */
bool has_variant(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error);

/* "double", "float", or "mixed": double, with low fields of floats. As a suffix: "", "_float" or "_mixed". */
const char *precision_name(const struct stencil *stencil, enum type precision);
const char *precision_suffix(const struct stencil *stencil, enum type precision);

/* STORAGE_ACCESS[_TUNABLES][_dD_lL[_pad]][_LAYOUT][_innermost][_float or _mixed][_store_NAMES]; and STENCIL_STEM, the kernel's name in
 * programs: its file has the stem alone. */
const char *variant_stem(struct arena *arena, const struct plan *plan, const struct variant *variant);
const char *variant_name(struct arena *arena, const struct plan *plan, const struct variant *variant);

/* Whether kernels of a stencil can be tuned. */
bool is_tuned(const struct stencil *stencil);

/* The variant of a tuning's entry, for a stencil that is_tuned; false if the entry names an unknown storage, access or layout. */
bool tuned_variant(const struct stencil *stencil, const struct tuned *tuned, enum target target,
	struct variant *variant);

/* What the plan's kernels keep by choice, as tuning files have it. */
const char *kept_by_choice(const struct plan *plan);

/* choose_tuned.c: those of them that a tuning found best for some grid, with their
 * tunables and fields; all where kernels cannot be tuned. Unless forced it refuses what was
 * tuned for another text of the stencil, another version or another target. */
struct variant *choose_tuned(struct arena *arena, const struct plan *plan, const struct source *source,
	const struct choice *choice, const struct tuning *tuning, bool force, int *count,
	struct error *error);

/* A plan that may keep what sweeps leave each other anywhere, with the place where a variant of it is the faster on a grid of so
 * many levels; else the plan itself. */
const struct plan *plan_in_faster_place(const struct plan *plan, const struct variant *variant, int levels);

#endif
