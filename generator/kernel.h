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

/* Helper functions that a kernel calls: one bit each. */
enum helper_kind { HELPER_LESSER, HELPER_GREATER, HELPER_POWER, HELPER_COUNT = HELPER_POWER + 9 };
enum { TYPE_COUNT = TYPE_DOUBLE + 1 };

/* A kernel under construction. */
struct kernel {
	struct arena *arena;
	const struct plan *plan;
	const struct variant *variant;
	struct templates *templates;
	const struct template *storage, *access, *file;
	bool helpers[HELPER_COUNT][TYPE_COUNT];
	int lookups; /* of neighbours in a table, as its text spells them */
};

/* How the kernel spells a column that is read. */
const char *kernel_column(struct kernel *kernel, struct offset at);

/* An expression of an instance as C. In the text a byte below ' ' marks where a
 * line may be broken, the smaller the better; wrap() takes the marks out. */
const char *c_expr(struct kernel *kernel, struct offset at, const struct expr *e);

/* The names of the helper functions. */
const char *helper_name(struct arena *arena, int helper, enum type type);

/* Breaks a marked text into lines of at most `width` characters where possible;
 * further lines are indented by four spaces. */
const char *wrap(struct arena *arena, const char *text, int width);

#endif
