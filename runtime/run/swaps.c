#include "runtime/run/swaps.h"

#include "generator/variants/steps.h"

#include <string.h>

struct swap {
	const struct field *a, *b;
	const char *text; /* of --swap */
	struct swap *next;
};

/* A text of --swap: fields, the newest first. */
struct rotation {
	const char *text;
	const struct field **fields;
	int count;
};

static bool
complain(const struct rotation *rotation, const char *what, struct error *error)
{
	return error_set(error, EXIT_USAGE, "--swap %s: %s", rotation->text, what);
}

/* Of the fields of a text, the one that is not possible where it is; "": there are too few or too many. */
static const char *
what_is_wrong(const struct job *job, const struct rotation *rotation, const char *name)
{
	const size_t length = strcspn(name, ":");
	const struct field *field = find_field_named(job->stencil, name, length);

	if (!length || rotation->count > job->stencil->field_count)
		return "";
	if (!field)
		return arena_printf(&job->tool->arena, "there is no field '%.*s'; ", (int)length, name);
	return arena_printf(&job->tool->arena, rotation->count ? "'%s' is an out field; " : "'%s' is no out field; ", field->name);
}

static bool
read_rotation(const struct job *job, struct rotation *rotation, struct error *error)
{
	const char *text = rotation->text, *name = text;
	const int most = job->stencil->field_count;
	bool ends = false;

	rotation->fields = arena_array(&job->tool->arena, const struct field *, most + 1);
	while (rotation->count <= most && !ends) {
		const struct field *field = next_swapped(job->stencil, &text, &ends);

		if (!field || (field->role == ROLE_OUT) != !rotation->count)
			break;
		rotation->fields[rotation->count++] = field;
		name = text;
		if (ends && rotation->count > 1 && !strchr(rotation->text, ','))
			return true;
	}
	return complain(rotation, arena_printf(&job->tool->arena, "%swrite OUT:IN, an out and an in field, or NEW:NOW:OLD, of which the"
		" first is out and the others are in or inout", what_is_wrong(job, rotation, name)), error);
}

const char *
swaps_text(const struct swaps *swaps, const struct field *field)
{
	for (const struct swap *s = swaps->first; s; s = s->next)
		if (s->a == field || s->b == field)
			return s->text;
	return NULL;
}

static bool
check_rotation(const struct swaps *swaps, const struct rotation *rotation, struct error *error)
{
	const struct field *first = rotation->fields[0];

	for (int i = 0; i < rotation->count; i++) {
		const struct field *field = rotation->fields[i];

		if (field->type != first->type || field->shape != first->shape
				|| field->where.location != first->where.location || field->where.relation != first->where.relation || field->where.half != first->where.half)
			return complain(rotation, "the fields differ in type, shape, location or levels", error);
		if (swaps_text(swaps, field))
			return complain(rotation, "a field is exchanged twice", error);
		for (int j = 0; j < i; j++)
			if (rotation->fields[j] == field)
				return complain(rotation, "a field is exchanged twice", error);
	}
	return true;
}

/* The oldest level gets the array of the one before, which gets that of the one before it, and so on. */
static void
add_rotation(struct arena *arena, struct swaps *swaps, const struct rotation *rotation)
{
	struct swap **last = &swaps->first;

	while (*last)
		last = &(*last)->next;
	for (int i = rotation->count - 1; i > 0; i--) {
		*last = arena_new(arena, struct swap);
		**last = (struct swap){ .a = rotation->fields[i], .b = rotation->fields[i - 1], .text = rotation->text };
		last = &(*last)->next;
	}
	swaps->partners[rotation->fields[0]->index] = rotation->fields[1];
	if (swaps->most < rotation->count - 1)
		swaps->most = rotation->count - 1;
}

/* Whether a step leaves something that the next one begins with. */
static bool
carries_state(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->role == ROLE_INOUT && f->assigned)
			return true;
	return false;
}

bool
swaps_read(const struct job *job, struct swaps *swaps, struct error *error)
{
	const struct arguments *o = job->options;

	*swaps = (struct swaps){ .partners = arena_array(&job->tool->arena, const struct field *, job->stencil->field_count + 1) };
	if (o->swaps.count && layouts[job->layout].points)
		return error_set(error, EXIT_USAGE, "--swap exchanges arrays of one field: it needs"
			" --fields soa, not %s", layouts[job->layout].name);
	for (int i = 0; i < o->swaps.count; i++) {
		struct rotation rotation = { .text = o->swaps.items[i] };

		if (!read_rotation(job, &rotation, error) || !check_rotation(swaps, &rotation, error))
			return false;
		add_rotation(&job->tool->arena, swaps, &rotation);
	}
	for (const struct field *f = job->stencil->fields; f && !carries_state(job->stencil); f = f->next)
		if (o->steps > 1 && f->role == ROLE_OUT && !o->swaps.count)
			return error_set(error, EXIT_USAGE, "--steps %d needs --swap: each step would compute"
				" the same '%s'", o->steps, f->name);
	return true;
}

int
swaps_next_place(const struct swaps *swaps, int field)
{
	for (const struct swap *s = swaps->first; s; s = s->next)
		field = field == s->a->index ? s->b->index : field == s->b->index ? s->a->index : field;
	return field;
}

int
swaps_period(const struct swaps *swaps, int fields)
{
	int period = 1;

	for (int f = 0; f < fields; f++) {
		int own = 1, whole = period;

		for (int at = swaps_next_place(swaps, f); at != f; at = swaps_next_place(swaps, at))
			own++;
		while (whole % own)
			whole += period;
		period = whole;
	}
	return period;
}

bool
swaps_carry(const struct swaps *swaps, const struct field *field)
{
	for (const struct swap *s = swaps->first; s; s = s->next)
		if (s->b == field)
			return true;
	return false;
}

void
swaps_on_partition(const struct swaps *swaps, const struct partition *partition)
{
	for (const struct swap *s = swaps->first; s; s = s->next)
		partition_swap(partition, s->a, s->b);
}

void
swaps_on_arrays(const struct swaps *swaps, void **fields)
{
	for (const struct swap *s = swaps->first; s; s = s->next) {
		void *kept = fields[s->a->index];

		fields[s->a->index] = fields[s->b->index];
		fields[s->b->index] = kept;
	}
}
