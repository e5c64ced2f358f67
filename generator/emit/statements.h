#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/* A plan's computation as C statements, at most `width` characters a line where
 * possible, with the comments that stand above them in the source. */
const char *statements_text(const struct kernel *kernel, int width);

/* The same of the instances from first up to end, which is not among them: of the statements that are wanted. */
typedef bool statement_filter(const struct kernel *kernel, const struct stmt *stmt);
const char *statements_between(const struct kernel *kernel, const struct instance *first, const struct instance *end,
	statement_filter *wanted, int width);

/* Definitions of what the kernel computes before its loops; the texts above leave that out. */
const char *hoisted_text(const struct kernel *kernel);

/* Instances of a statement, written once for some rows, or, if NULL, for their own.
 * Instances of an if statement with the same condition share one test. */
const char *instances_text(const struct kernel *kernel, const struct instance *const *instances,
	int count, const struct rows *rows, int width);

/* one_point.c: parts of a spelling for kernels whose threads compute one point: all instances of a
 * statement, the variable of a temporary, whether an if statement declares it; all are
 * declared where they are assigned. */
const char *statement_one_by_one(const struct kernel *kernel, const struct instance *first,
	int width);
const char *variable_of_value(const struct kernel *kernel, const struct site *site,
	const struct temp *temp, struct offset at);
bool is_local_of_if(const struct kernel *kernel, const struct instance *instance,
	const struct value *value);
bool declares_where_assigned(const struct kernel *kernel, const struct value *value);

#endif
