#ifndef VARIANTS_H
#define VARIANTS_H

#include "generator/plan/plan.h"
#include "generator/variants/tunables.h"

enum storage {
#define STORAGE(name, ...) STORAGE_##name,
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
	STORAGE_COUNT,
};

enum access {
#define STORAGE(name, ...)
#define ACCESS(name, ...) ACCESS_##name,
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
	ACCESS_COUNT,
};

enum layout {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...) LAYOUT_##name,
#define TARGET(name, ...)
#include "generator/variants/variants.def"
	LAYOUT_COUNT,
};

enum target {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...) TARGET_##name,
#include "generator/variants/variants.def"
	TARGET_COUNT,
};

/* Which index of a point field varies slowest: of its levels, or of its columns, which then lie one
 * after the other. */
enum levels { LEVELS_OUTERMOST, LEVELS_INNERMOST, LEVELS_COUNT };

/* Sets of targets, a bit each. */
enum {
	ALL_TARGETS = (1 << TARGET_COUNT) - 1,
	TARGETS_WITH_BLOCKS = 0
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ending, folder, lanes, shared_kb, blocks, ...) | blocks << TARGET_##name
#include "generator/variants/variants.def"
	, TARGETS_WITHOUT_BLOCKS = ALL_TARGETS & ~TARGETS_WITH_BLOCKS,
	TARGETS_WITH_SHARED_MEMORY = 0
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ending, folder, lanes, shared_kb, ...) | (shared_kb > 0) << TARGET_##name
#include "generator/variants/variants.def"
	, TARGETS_WITH_ASYNC_COPIES = 1 << TARGET_cuda
};

enum table { TABLE_NONE, TABLE_CHASING, TABLE_DIRECT };

struct storage_info {
	const char *name, *template;
	bool regular;
	enum table table;
	bool compressed, constant;
};

enum { CONSTANT_ENTRIES = 16384 }; /* of a table in constant memory, at most */

enum block_rule {
	BLOCK_ANY,
	BLOCK_FLAT,     /* one thread in z */
	BLOCK_OF_WARPS, /* a multiple of a warp's lanes; these divide x*y or x*y divides them */
	BLOCK_OF_ONE_WARP,
	BLOCK_A_WARP_WIDE, /* x is a warp, with some rows of them, one thread in z */
};

/* How a thread that computes several points loads what they need. */
enum tile_rule {
	TILE_NONE,    /* it computes one at a time */
	TILE_COLUMNS, /* column by column */
	TILE_ORDERED, /* by ascending addresses */
	TILE_VECTORS, /* the same, neighbours in x by one load */
	TILE_CLUSTER, /* columns that a table says lie in a rectangle */
};

struct access_info {
	const char *name, *template;
	unsigned targets; /* a bit each */
	bool regular, unstructured, innermost, shares;
	enum block_rule block;
	enum tile_rule tile;
	bool anew;
};

/* How point fields lie in memory; the in fields may make one struct, the out and
 * inout fields another. */
struct layout_info {
	const char *name, *form;
	int points;   /* of a struct, each field's side by side; 0: there are no structs */
	bool outputs; /* whether the out and inout fields make one */
};

struct target_info {
	const char *name, *ending, *folder;
	int lanes, shared_kb;
	bool blocks, constant;
	const char *suffix;
	const char *whole_warps; /* the rule of BLOCK_OF_WARPS, for messages */
};

extern const struct storage_info storages[STORAGE_COUNT];
extern const struct access_info accesses[ACCESS_COUNT];
extern const struct layout_info layouts[LAYOUT_COUNT];
extern const struct target_info targets[TARGET_COUNT];
extern const char *const levels_names[LEVELS_COUNT];

enum processor target_processor(enum target target);

struct sparse_grid;

/* One kernel of a stencil; precision is what its real fields are. */
struct variant {
	enum grid_family family; /* a domain: see grids.def */
	int storage, access; /* in the family's lists */
	enum layout layout;
	enum levels levels;
	bool column_tables; /* a kernel without levels in a program whose levels lie innermost: so do its tables */
	enum target target;
	enum type precision;
	int tunables[TUNABLE_COUNT]; /* 0: the default */
	const char *swaps;   /* of launches of several steps: see choice.h */
	const struct sparse_grid *sparse; /* NULL on other grids; lives as long as the arena it was chosen in */
};

/* Whether a thread computes points of several columns that are neighbours by arithmetic. */
bool variant_has_tile(const struct variant *variant);

/* Whether it computes those that a table says are neighbours, which are then found from it. */
bool variant_has_clusters(const struct variant *variant);

/* Whether it then goes through a slice of levels, which are outermost. */
bool variant_has_cluster_slices(const struct variant *variant);

/* The name of the template of a variant's access. */
const char *variant_template(struct arena *arena, const struct variant *variant);

/* Whether the field lies in a struct. */
bool layout_in_struct(enum layout layout, const struct field *field);

/* Numbers the arrays that a layout makes of the fields: sets array[i] for each
 * field index i and returns how many there are. Structs come first, in before
 * out; fields of an array are its members in the order of declaration. */
int layout_arrays(const struct stencil *stencil, enum layout layout, int *array);

/* "_dD_lL[_pad]" in names of kernels for one sparse grid, else "". */
const char *size_suffix(struct arena *arena, const struct variant *variant);

/* "_aos", "_innermost" and the like in names: how point fields lie; empty for the default. */
const char *fields_suffix(struct arena *arena, const struct variant *variant);

#endif
