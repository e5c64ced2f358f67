#ifndef KERNEL_H
#define KERNEL_H

#include "generator/emit/template.h"
#include "generator/variants/variants.h"

/* Templates by name, as "cuda/naive"; read once. */
struct templates {
	struct arena *arena;
	struct diagnostics *diagnostics;
	const char *directory; /* NULL: those built into the program */
	struct loaded *loaded;
};

/* NULL after an error, which is reported. */
const struct template *templates_get(struct templates *templates, const char *name);

/* The text of a file that is copied as it is; "" after an error. */
const char *templates_text(struct templates *templates, const char *name);

/* Helper functions that a kernel calls. */
enum helper_kind { HELPER_LESSER, HELPER_GREATER, HELPER_POWER, HELPER_COUNT = HELPER_POWER + 9 };
enum { TYPE_COUNT = TYPE_DOUBLE + 1 };

enum { GUARDS = MAX_OFFSET + MAX_POINTS_PER_THREAD };

/* A kernel under construction. */
struct kernel {
	struct arena *arena;
	const struct source *source; /* of the stencil */
	const struct plan *plan;
	const struct variant *variant;
	const struct sparse_variant *sparse; /* NULL: on a plane */
	const char *name;
	struct templates *templates;
	const struct template *storage, *access, *layout, *soa, *file, *common;
	bool helpers[HELPER_COUNT][TYPE_COUNT];
	int lookups; /* of neighbours in a table, as its text spells them */
	bool before_loop; /* over levels: what it carries is being defined */
	/* Of an access whose threads compute several points: */
	const struct tile *tile;
	const char *row_start; /* from where points of a row are reached */
	int first_row, row_count; /* the rows that are being read */
	bool in_row_loop;      /* the row is a loop's: strips are indexed by r */
	bool clamps;           /* it reads rows that not every thread may read, */
	bool guarded[GUARDS];  /* or columns, by their way from the thread's */
};

/* Lines are at most 80 wide; what stands deepest is indented by 8. */
enum { LINE_WIDTH = 72 };

/* A section of a template with these macros, each { name, text }. */
#define EXPAND(kernel, template, section, ...) \
	template_expand((kernel)->arena, (template), (section), \
		(const struct macro[]){ __VA_ARGS__ }, \
		(int)(sizeof (const struct macro[]){ __VA_ARGS__ }/sizeof (struct macro)))

/* A section without macros; "" if the template does not have it. */
const char *kernel_section(struct kernel *kernel, const struct template *template,
	const char *section);

/* Two texts on lines of their own; an empty one has none. */
const char *join_lines(struct arena *arena, const char *above, const char *below);

/* Texts joined by commas, filled into lines. */
struct list {
	struct arena *arena;
	const char *text;
};

void list_add(struct list *list, const char *item);
const char *list_text(const struct list *list);

/* columns.c: how the kernel spells an index into a point field or a column
 * field, and the number of the level. */
enum index_kind { INDEX_POINT, INDEX_COLUMN };
const char *kernel_index(struct kernel *kernel, enum index_kind kind, struct offset at);
const char *kernel_level(struct kernel *kernel);

/* Whether the kernel has neighbours to find, or finds them by arithmetic. */
bool kernel_has_table(const struct kernel *kernel);

/* The index variables of all columns, in order. */
const char *kernel_indices(struct kernel *kernel);

/* A section for each column that is read, but the thread's own, with $name and $slot;
 * and their number, made odd. */
const char *kernel_columns(struct kernel *kernel, const struct template *template,
	const char *section);
int kernel_slots(struct kernel *kernel);

/* layout.c: sets the templates of the variant's layout, soa for the fields that
 * lie in no struct. False after an error, which is reported. */
bool kernel_read_layout(struct kernel *kernel);

/* What a kernel gets one pointer to: a field, or the structs that several lie in. */
struct array {
	const char *name, *type;
	const struct template *layout;
	bool out;    /* a kernel writes it */
	bool used;
	bool points; /* it begins where a level does, and is moved to others */
};

/* The arrays of the layout, in the order of a thunk's. */
int kernel_arrays(struct kernel *kernel, struct array **arrays);

/* The definitions of the layout's structs that the text above does not have. */
const char *kernel_structs(struct kernel *kernel, const char *above);

/* How the kernel spells an element of a field. */
const char *kernel_element(struct kernel *kernel, const struct field *field, const char *index);

/* tile_text.c: how the kernel spells a point of a field and a temporary; in a loop
 * over rows, those of the row in which the loop begins. */
const char *kernel_point(struct kernel *kernel, const struct field *field, struct offset at);
const char *kernel_value(struct kernel *kernel, const struct temp *temp, struct offset at);

/* tile_text.c: declarations of what is loaded, and of what is carried from level to
 * level; loads and stores; what the next level takes over, and the first one begins
 * with; and, last, what keeps all of these inside the grid. */
const char *tile_strips(struct kernel *kernel);
const char *tile_carried_strips(struct kernel *kernel);
const char *tile_loads(struct kernel *kernel);
const char *tile_stores(struct kernel *kernel);
const char *tile_carries(struct kernel *kernel);
const char *tile_prologue(struct kernel *kernel);
const char *tile_guards(struct kernel *kernel);

/* tile_text.c: which columns and rows a thread begins with. */
const char *tile_thread_point(struct kernel *kernel);

/* parameters.c: fields, params and values as a kernel's parameters, the
 * arguments for these, a launcher's parameters, and out of a thunk's arrays. */
const char *kernel_values(struct kernel *kernel);
const char *kernel_operands(struct kernel *kernel);
const char *launcher_fields(struct kernel *kernel);
const char *unpacked_fields(struct kernel *kernel);

/* launch.c: how much a thread does, and whether it goes from level to level. */
const char *levels_per_thread(struct kernel *kernel);
const char *rows_per_thread(struct kernel *kernel);
const char *points_per_thread(struct kernel *kernel);
bool kernel_marches(const struct kernel *kernel);

/* launch.c: what the launcher computes of params; threads in x, y and z; levels that an
 * index may go beyond the highest one that is updated; shared memory; which blocks and
 * grids are refused; how constant memory is filled. */
const char *launch_uniforms(struct kernel *kernel);
const char *launch_columns(struct kernel *kernel);
const char *launch_rows(struct kernel *kernel);
const char *launch_threads(struct kernel *kernel);
const char *launch_reach(struct kernel *kernel);
const char *launch_shared_memory(struct kernel *kernel);
const char *launch_refused_blocks(struct kernel *kernel);
const char *launch_refused_grids(struct kernel *kernel);
const char *launch_upload(struct kernel *kernel);

/* emit.c: the helper functions that all expressions so far call. */
const char *kernel_helpers(struct kernel *kernel);

/* sparse_emit.c: the same as kernel_index and kernel_element on a sparse grid. */
const char *sparse_index(struct kernel *kernel, struct offset at);
const char *sparse_element(struct kernel *kernel, const struct field *field, const char *index);

/* cexpr.c: an expression of an instance as C. In the text a byte below ' ' marks
 * where a line may be broken, the smaller the better; wrap() takes them out. */
const char *c_expr(struct kernel *kernel, struct offset at, const struct expr *e);

/* The name of a helper function. */
const char *helper_name(struct arena *arena, int helper, enum type type);

/* Breaks a marked text into lines of at most `width` characters where possible;
 * further lines are indented by `indent` spaces. */
const char *wrap(struct arena *arena, const char *text, int width, int indent);

#endif
