#ifndef STEPS_H
#define STEPS_H

#include "generator/variants/variants.h"

/* Launches of several steps: which fields a step updates. An updated in field begins the next step with the values of another
 * field; all other in fields are constant: they are read, and no step changes them. */

/* The field that a list of OUT:IN or NEW:NOW:OLD with commas between, as of --swap, names next; NULL: there is none of the name. Moves *text
 * past it. *ends: no other name of the item follows. */
const struct field *next_swapped(const struct stencil *stencil, const char **text, bool *ends);

/* The field whose values an in field has after a step: an out field, or of NEW:NOW:OLD an in field, which has them before the step. NULL:
 * the field is constant. */
const struct field *step_source(const struct plan *plan, const struct variant *variant, const struct field *field);

/* The updated field that kernels read after another one, NULL: the first one. NULL: there is none. */
const struct field *next_updated(const struct plan *plan, const struct variant *variant, const struct field *field);

/* The same of those that get their values from in fields. Blocks read all in fields while others write, so launches have a further
 * array for the next values of each, after all fields. */
const struct field *next_kept(const struct plan *plan, const struct variant *variant, const struct field *field);

/* A plan for the kernels and headers of a variant: with out fields for these arrays, which no statement assigns. */
const struct plan *plan_of_launch(struct arena *arena, const struct plan *plan, const struct variant *variant);

/* How far a step reads a field; how far it reads updated ones. */
struct extents extents_of_field(const struct plan *plan, const struct field *field);
struct extents extents_of_step(const struct plan *plan, const struct variant *variant);

/* Bytes of an element of the updated fields, which have one type; of bools as of ints. */
int step_element(const struct plan *plan, const struct variant *variant);

/* Whether launches of several steps can have the fields of a stencil. */
bool has_fields_of_steps(const struct stencil *stencil, const struct variant *variant, struct error *error);

/* In names of kernels: what becomes what, if fields leave a choice; else "". */
const char *steps_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);

#endif
