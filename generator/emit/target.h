#ifndef TARGET_H
#define TARGET_H

#include "generator/emit/kernel.h"

/* What the target of a kernel calls things: the sections of templates/target/NAME.tmpl. */

/* NULL after an error, which is reported. */
const struct template *target_template(struct templates *templates, enum target target);

/* How names of launchers end; what the first lines of a file say of the target; what includes its functions. */
const char *target_suffix(const struct kernel *kernel);
const char *target_title(const struct kernel *kernel);
const char *target_runtime(const struct kernel *kernel);

/* What its functions return if nothing failed. */
const char *target_success(const struct kernel *kernel);

/* Bytes that the address of a workspace must be a multiple of. */
const char *target_workspace_alignment(const struct kernel *kernel);

/* A launch on a GPU; CPUs have none. */
struct launch {
	const char *kernel;
	const char *blocks, *threads; /* as arguments */
	const char *bytes;            /* of shared memory; NULL: none */
	const char *arguments;        /* of the kernel */
};

/* What is defined before a launch; the launch, whose status goes where the result says: "return", or NULL for a new variable.
 * Both are "" on CPUs. */
const char *target_configuration(const struct kernel *kernel, const struct launch *launch);
const char *target_launch(const struct kernel *kernel, const struct launch *launch, const char *result);

#endif
