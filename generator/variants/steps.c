#include "generator/variants/steps.h"

#include "generator/check/named.h"
#include "generator/plan/names.h"

#include <string.h>

static bool
is_like(const struct field *in, const struct field *out)
{
	return in->role == ROLE_IN && in->shape == SHAPE_POINT && in->declared == out->declared;
}

static const struct field *
first_out(const struct stencil *stencil)
{
	const struct field *field = stencil->fields;

	while (field && field->role != ROLE_OUT)
		field = field->next;
	return field;
}

/* Without --swap: whether an out field is the only one, and an in field the only one like it. */
static bool
is_only_pair(const struct stencil *stencil, const struct field *out, const struct field *in)
{
	for (const struct field *f = stencil->fields; f && out; f = f->next)
		if (f != out && f != in && (f->role == ROLE_OUT || is_like(f, out)))
			return false;
	return out && is_like(in, out);
}

const struct field *
next_swapped(const struct stencil *stencil, const char **text, bool *ends)
{
	const char *name = *text;
	const size_t length = strcspn(name, ":,");

	*ends = name[length] != ':';
	*text = name + length + (name[length] != '\0');
	return find_field_named(stencil, name, length);
}

/* The field before another one in an item of --swap, or NULL. */
static const struct field *
field_before(const struct stencil *stencil, const char *swaps, const struct field *field)
{
	const struct field *before = NULL;
	bool ends;

	while (*swaps) {
		const struct field *found = next_swapped(stencil, &swaps, &ends);

		if (found && found->index == field->index)
			return before;
		before = ends ? NULL : found;
	}
	return NULL;
}

const struct field *
step_source(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	const struct stencil *stencil = plan->stencil;
	const struct field *out = first_out(stencil);

	if (variant->swaps)
		return field_before(stencil, variant->swaps, field);
	return is_only_pair(stencil, out, field) ? out : NULL;
}

/* Whether an in field becomes another one in the next step. */
static bool
is_rotated(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	const struct field *source;

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		source = step_source(plan, variant, f);
		if (source && source->role == ROLE_IN && (f == field || source == field))
			return true;
	}
	return false;
}

const struct field *
next_updated(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	field = field ? field->next : plan->stencil->fields;
	while (field && !(step_source(plan, variant, field)
			&& (plan->fields[field->index] || is_rotated(plan, variant, field))))
		field = field->next;
	return field;
}

const struct field *
next_kept(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	while ((field = next_updated(plan, variant, field)))
		if (step_source(plan, variant, field)->role == ROLE_IN)
			return field;
	return NULL;
}

static bool
is_name_of_user(const struct stencil *stencil, const char *name)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (!strcmp(t->name, name))
			return true;
	return find_field_named(stencil, name, strlen(name)) || find_param_named(stencil, name, strlen(name));
}

/* The out field that a kept field becomes. */
static struct field *
next_value(struct arena *arena, const struct stencil *stencil, const struct field *kept, int index)
{
	struct field *field = arena_new(arena, struct field);
	const char *name = arena_printf(arena, "%s_next", kept->name);

	while (is_name_of_user(stencil, name))
		name = arena_printf(arena, "%s_", name);
	*field = *kept;
	field->name = name;
	field->role = ROLE_OUT;
	field->index = index;
	field->assigned = false;
	field->next = NULL;
	return field;
}

static struct stencil *
stencil_of_launch(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct stencil *stencil = arena_new(arena, struct stencil);
	struct field **last = &stencil->fields;

	*stencil = *plan->stencil;
	for (const struct field *f = plan->stencil->fields; f; f = f->next, last = &(*last)->next) {
		*last = arena_new(arena, struct field);
		**last = *f;
	}
	for (const struct field *f = NULL; (f = next_kept(plan, variant, f)); last = &(*last)->next)
		*last = next_value(arena, stencil, f, stencil->field_count++);
	return stencil;
}

const struct plan *
plan_of_launch(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct plan *own;

	if (!variant_has_steps(variant) || !next_kept(plan, variant, NULL))
		return plan;
	own = arena_new(arena, struct plan);
	*own = *plan;
	own->stencil = stencil_of_launch(arena, plan, variant);
	own->fields = arena_array(arena, bool, own->stencil->field_count + 1);
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		own->fields[f->index] = plan->fields[f->index] || is_rotated(plan, variant, f);
	for (const struct field *f = own->stencil->fields; f; f = f->next)
		own->fields[f->index] |= f->index >= plan->stencil->field_count;
	name_plan(arena, own);
	return own;
}

static void
widen(struct extents *extents, const struct extents *other)
{
	for (int a = 0; a < AXES; a++) {
		if (extents->low[a] < other->low[a])
			extents->low[a] = other->low[a];
		if (extents->high[a] < other->high[a])
			extents->high[a] = other->high[a];
	}
}

struct extents
extents_of_field(const struct plan *plan, const struct field *field)
{
	struct extents extents = { { 0 }, { 0 } };

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->index == field->index)
			widen(&extents, &(struct extents){ { -r->offset.x, -r->offset.y, -r->offset.z }, { r->offset.x, r->offset.y, r->offset.z } });
	return extents;
}

struct extents
extents_of_step(const struct plan *plan, const struct variant *variant)
{
	struct extents extents = { { 0 }, { 0 } };

	for (const struct field *f = NULL; (f = next_updated(plan, variant, f));) {
		const struct extents own = extents_of_field(plan, f);

		widen(&extents, &own);
	}
	return extents;
}

int
step_element(const struct plan *plan, const struct variant *variant)
{
	const struct field *first = next_updated(plan, variant, NULL);
	const int size = first ? element_in_precision(first, variant->precision) : (int)sizeof (double);

	return size < element_size(TYPE_INT) ? element_size(TYPE_INT) : size;
}

static const char *
kind_of(const struct field *field)
{
	static const char *const kinds[] = {
		[SHAPE_POINT] = "an inout", [SHAPE_COLUMN] = "a column", [SHAPE_PROFILE] = "a profile", [SHAPE_SCALAR] = "a scalar",
	};

	return kinds[field->role == ROLE_INOUT ? SHAPE_POINT : field->shape];
}

static bool
has_shapes(const struct stencil *stencil, struct error *error)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->role == ROLE_INOUT || f->shape == SHAPE_SCALAR || (f->role == ROLE_OUT && f->shape != SHAPE_POINT))
			return error_set(error, EXIT_USAGE, "'%s' of '%s' is %s field%s", f->name, stencil->name, kind_of(f), f->role == ROLE_INOUT
				? ", which a block would overwrite while others read it: use an in and an out field, or one step a launch"
				: ": use one step a launch, for several update fields with a value at every point");
	return true;
}

/* Without --swap: an out field has one in field that it can become. */
static bool
has_only_pair(const struct stencil *stencil, struct error *error)
{
	const struct field *out = first_out(stencil), *like = NULL;

	for (const struct field *f = stencil->fields; f && out; f = f->next) {
		if (is_only_pair(stencil, out, f))
			return true;
		like = !like && is_like(f, out) ? f : like;
	}
	return like ? error_set(error, EXIT_USAGE, "'%s' has several fields like '%s': give --swap %s:%s if the next step reads '%s' as '%s'",
			stencil->name, out->name, out->name, like->name, out->name, like->name)
		: error_set(error, EXIT_USAGE, "'%s' has no in field of the type of '%s' with a value at every point, so no step reads what the"
			" one before computed: use one step a launch", stencil->name, out->name);
}

static bool
complain(const char *swaps, const char *what, struct error *error)
{
	return error_set(error, EXIT_USAGE, "--swap %s: %s", swaps, what);
}

static int
count_in(const struct stencil *stencil, const char *swaps, const struct field *field)
{
	int count = 0;
	bool ends;

	while (*swaps)
		count += next_swapped(stencil, &swaps, &ends) == field;
	return count;
}

/* Whether each item is an out field and in fields like it, all of one type, and no field is in two. */
static bool
has_pairs(const struct stencil *stencil, const char *swaps, struct error *error)
{
	static const char form[] = "write OUT:IN, an out and an in field, or NEW:NOW:OLD, an out and in fields";
	const struct field *first = NULL;
	bool begins = true, ends;

	for (const char *text = swaps; *text; begins = ends) {
		const struct field *field = next_swapped(stencil, &text, &ends), *before;

		if (!field || (field->role == ROLE_OUT) != begins || (begins && ends))
			return complain(swaps, form, error);
		before = field_before(stencil, swaps, field);
		if (count_in(stencil, swaps, field) > 1 || (before && !is_like(field, before)))
			return complain(swaps, "the fields differ in type or shape, or a field is exchanged twice", error);
		first = first ? first : field;
		if (field->declared != first->declared)
			return error_set(error, EXIT_USAGE, "'%s' and '%s' of '%s' differ in type: use one step a launch, for several update fields"
				" of one type", first->name, field->name, stencil->name);
	}
	return begins || complain(swaps, form, error);
}

bool
has_fields_of_steps(const struct stencil *stencil, const struct variant *variant, struct error *error)
{
	return has_shapes(stencil, error)
		&& (variant->swaps ? has_pairs(stencil, variant->swaps, error) : has_only_pair(stencil, error));
}

const char *
steps_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct variant usual = { .swaps = NULL };
	const struct field *first;
	char *suffix;

	if (!variant->swaps || !variant_has_steps(variant))
		return "";
	first = next_updated(plan, &usual, NULL);
	if (first && step_source(plan, variant, first))
		return "";
	suffix = arena_printf(arena, "_%s", variant->swaps);
	for (char *c = suffix; *c; c++)
		if (*c == ':' || *c == ',')
			*c = '_';
	return suffix;
}
