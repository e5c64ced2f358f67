#ifndef KERNEL_H
#define KERNEL_H

#include "generator/emit/helpers.h"
#include "generator/emit/template_store.h"
#include "generator/variants/variants.h"
#include "generator/variants/defaults.h"

enum { GUARDS = MAX_OFFSET + MAX_POINTS_PER_THREAD };

/* A kernel under construction. */
struct kernel {
	struct arena *arena;
	const struct source *source; /* of the stencil */
	const struct plan *plan;
	const struct variant *variant;
	const char *name;
	struct templates *templates;
	const struct template *storage, *access, *layout, *soa, *file, *common;
	bool helpers[HELPER_COUNT][TYPE_COUNT];
	int lookups; /* of neighbours in a table, as its text spells them */
	bool before_loop; /* over levels: what it carries is being defined */
	struct tile_shape shape; /* what a thread computes */
	/* Of an access whose threads compute several points: */
	const struct tile *tile;
	const char *row_start; /* from where points of a row are reached */
	int first_row, row_count; /* the rows that are being read */
	bool in_row_loop;      /* the row is a loop's: strips are indexed by r */
	bool clamps;           /* it reads rows that not every thread may read, */
	bool guarded[GUARDS];  /* or columns, by their way from the thread's */
};

/* A section of a template with these macros, each { name, text }. */
#define EXPAND(kernel, template, section, ...) \
	template_expand((kernel)->arena, (template), (section), \
		(const struct macro[]){ __VA_ARGS__ }, \
		(int)(sizeof (const struct macro[]){ __VA_ARGS__ }/sizeof (struct macro)))

/* A section without macros; "" if the template does not have it. */
const char *kernel_section(const struct kernel *kernel, const struct template *template,
	const char *section);

/* Levels, rows and points in x that a thread computes. */
const char *kernel_levels(const struct kernel *kernel);
const char *kernel_rows(const struct kernel *kernel);
const char *kernel_points(const struct kernel *kernel);

/* Whether a thread goes up from level to level and carries rows along. */
bool kernel_marches(const struct kernel *kernel);

/* columns.c: the number of the level. */
const char *kernel_level(struct kernel *kernel);

/* tile_text.c: a point of a field and a temporary; in a loop over rows, those of the
 * row in which the loop begins. */
const char *kernel_point(struct kernel *kernel, const struct field *field, struct offset at);
const char *kernel_value(struct kernel *kernel, const struct temp *temp, struct offset at);

/* sparse_emit.c: the same as kernel_index and kernel_element on a sparse grid. */
const char *sparse_index(struct kernel *kernel, struct offset at);
const char *sparse_element(struct kernel *kernel, const struct field *field, const char *index);

#endif
