#ifndef KERNEL_H
#define KERNEL_H

#include "template.h"
#include "variants.h"

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

/* A kernel under construction. */
struct kernel {
	struct arena *arena;
	const struct source *source; /* of the stencil */
	const struct plan *plan;
	const struct variant *variant;
	const struct sparse_variant *sparse; /* NULL: on a plane */
	const char *name;
	struct templates *templates;
	const struct template *storage, *access, *layout, *file, *common;
	bool helpers[HELPER_COUNT][TYPE_COUNT];
	int lookups; /* of neighbours in a table, as its text spells them */
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

/* A section of the access's for each column that is read, but the thread's own,
 * with $name and $slot; and their number, made odd. */
const char *kernel_columns(struct kernel *kernel, const char *section);
int kernel_slots(struct kernel *kernel);

/* layout.c: what a kernel gets one pointer to: a field, or the structs that
 * several lie in. */
struct array {
	const char *name, *type;
	bool out;    /* a kernel writes it */
	bool used;
	bool points; /* it begins where a level does, and is moved to others */
};

/* The arrays of the layout, in the order of a thunk's. */
int kernel_arrays(struct kernel *kernel, struct array **arrays);

/* The definitions of the layout's structs that are new with a precision. */
const char *kernel_structs(struct kernel *kernel, enum type precision);

/* How the kernel spells an element of a field. */
const char *kernel_element(struct kernel *kernel, const struct field *field, const char *index);

/* parameters.c: fields, params and values as a kernel's parameters, the
 * arguments for these, a launcher's parameters, and out of a thunk's arrays. */
const char *kernel_values(struct kernel *kernel);
const char *kernel_operands(struct kernel *kernel);
const char *launcher_fields(struct kernel *kernel);
const char *unpacked_fields(struct kernel *kernel);

/* emit.c: values of params only, computed in the launcher, and the helper functions that
 * all expressions so far call. */
const char *kernel_uniforms(struct kernel *kernel);
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
