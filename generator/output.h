#ifndef OUTPUT_H
#define OUTPUT_H

#include "generator/base/files.h"
#include "generator/variants/choose.h"
#include "generator/compile.h"
#include "generator/emit/kernel.h"

/* A text that is to become a file. All are made before the first is written. */
struct output {
	const char *path, *text;
	bool is_kernel; /* no header or list */
	enum written written;
	struct temp_file file; /* until it is kept */
	struct output *next;
};

struct output_list {
	struct arena *arena;
	struct output *first, **last;
};

struct output_place {
	const char *folder; /* where STENCIL/ goes */
	const char *file;   /* the path of the only kernel instead, or NULL */
	bool fortran;       /* whether there is a Fortran module beside each header */
};

/* Adds the kernels of a stencil, and its header in their folder. Adds the kernels' lines for
 * kernels.def, with their costs, to a text. */
void output_stencil(struct output_list *list, struct templates *templates,
	const struct source *source, const struct plan *plan, const struct variant *variants, int count,
	const struct output_place *place, struct text *lines);

/* Adds a file, which is no kernel, and returns it. */
struct output *output_add(struct output_list *list, const char *path, const char *text);

/* Writes what has changed in some lists; with verbose says on standard error what it did. All files are written under temporary
 * names before the first is renamed. Returns false, with a message there, if one cannot be written: then none is. */
bool output_write(struct output_list *const *lists, int count, bool verbose);

/* Prints a line for each folder: the number of files that were written there, and of those that were so already. */
void output_report(const struct output_list *list);

/* A rule for make: all outputs depend on the stencil file. */
const char *output_dependencies(const struct output_list *list, const char *source);

#endif
