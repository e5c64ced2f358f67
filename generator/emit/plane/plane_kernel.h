#ifndef PLANE_KERNEL_H
#define PLANE_KERNEL_H

#include "generator/emit/emitter.h"
#include "generator/emit/providers.h"

/* A kernel on a plane, with tables of macros as plane_macros.h has them, in any order. */
struct emitted plane_emit(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant, const struct providers *of_kernel,
	const struct providers *of_file);

/* The same in steps. A kernel of a name, nothing of which is known yet; its templates; what its threads compute
 * and need, false after an error, which is reported; its text, and its line in kernels.def. */
struct kernel plane_kernel(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant, const char *name);
bool plane_load_templates(struct kernel *kernel);
bool plane_prepare(struct kernel *kernel);
const char *plane_kernel_body(const struct kernel *kernel, const struct providers *of_kernel);
const char *plane_kernel_line(const struct kernel *kernel);

#endif
