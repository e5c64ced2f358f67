#ifndef COMPILE_H
#define COMPILE_H

#include "generator/base/error.h"
#include "generator/check/fixed.h"
#include "generator/plan/plan.h"

/* A .stencil file, checked. plans[i] belongs to the i-th stencil of the list. */
struct unit {
	struct source source;
	struct stencil *stencils;
	struct plan **plans;
	int count;
	int errors_before; /* of the diagnostics */
	struct storage_decision decision; /* given before the check */
	struct fixes *fixes;              /* params, set before the check; NULL: none */
	const struct stencil *keeps; /* the stencil that it is for; NULL: each */
};

/* Reads, parses, checks and plans a file ('-' is standard input), with real
 * fields of type precision. Errors go to the diagnostics; if there were any the
 * result is false and the unit of no use. */
bool compile_file(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, struct unit *unit);
bool compile_file_storing(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, const struct storage_decision *decision, struct unit *unit);

/* The same in steps: reads and parses a file, or parses the source that the unit has; checks it once, also after errors, so that
 * all are reported; and, if there were none, splits stencils into kernels and plans these. */
bool compile_read(struct arena *arena, struct diagnostics *diagnostics, const char *path, bool low_is_float, struct unit *unit);
bool compile_parse(struct arena *arena, struct unit *unit);
bool compile_check(struct arena *arena, enum type precision, struct unit *unit);

bool compile_plan(struct arena *arena, struct unit *unit);

/* The steps after the parsing, for a tool that uses all stencils of a file, or with a name only that one: checks all, and plans and names
 * those in use, for templates in a folder. A unit without a stencil of the name then has none. */
void compile_selected(struct arena *arena, const char *directory, enum type precision, const char *stencil, struct unit *unit);

/* A unit of one of the stencils of a unit that is checked, compiled for meshes where relations have these degrees. NULL: it cannot be:
 * it reads a slot that none has, or steps through relations of different degrees together. */
struct unit *compile_with_degrees(struct arena *arena, const char *directory, const struct unit *unit, const struct stencil *stencil,
	enum type precision, const struct known_degrees *degrees);

/* Whether one of these units has the stencil of a name, or there is no name; else with an error. */
bool compile_found(const struct unit *units, int count, const char *name, struct error *error);

/* The stencil of a name, or without one the only stencil, of a unit that is parsed; NULL: there is none. The same for a
 * tool that uses this stencil alone: before the check, it sets the storage decision of that stencil only. And the plan of
 * one, of a unit that is checked. */
const struct stencil *compile_named(const struct unit *unit, const char *name);
const struct stencil *compile_choose(struct unit *unit, const char *name, struct storage_decision decision);
const struct plan *compile_plan_of(const struct unit *unit, const struct stencil *stencil);

/* Another plan of a stencil of a unit that is checked, which keeps something else, for templates in a folder; NULL: those that
 * are built in. NULL after an error, which is reported. */
struct plan *compile_storing(struct arena *arena, const char *directory, struct unit *unit, const struct stencil *stencil,
	const struct storage_decision *decision);

/* Names what is in the plans anew, for kernels from the templates in a folder; NULL: those that are built
 * in, for which it is named already. */
void compile_name(struct arena *arena, const char *directory, struct unit *unit);

#endif
