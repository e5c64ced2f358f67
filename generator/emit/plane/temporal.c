#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/providers.h"
#include "generator/emit/spelling.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

static const struct field *
field_of(const struct kernel *kernel, enum role role)
{
	const struct field *field = kernel->plan->stencil->fields;

	while (field->role != role)
		field = field->next;
	return field;
}

static const char *
element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const struct offset at = to->offset;

	(void)site;
	return to->field->role == ROLE_OUT ? "result" : arena_printf(kernel->arena, "at(%d, %d, %d)", at.x, at.y, at.z);
}

static const struct spelling spelling = {
	.element = element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

static const char *
type_of_fields(const struct kernel *kernel)
{
	const enum type declared = field_of(kernel, ROLE_IN)->declared;

	return type_name(declared == TYPE_REAL ? kernel->variant->precision : declared);
}

static const char *
from(const struct kernel *kernel)
{
	return kernel->plan->names.fields[field_of(kernel, ROLE_IN)->index];
}

static const char *
to(const struct kernel *kernel)
{
	return kernel->plan->names.fields[field_of(kernel, ROLE_OUT)->index];
}

static const char *
preamble(const struct kernel *kernel)
{
	const struct extents *reach = &kernel->plan->stencil->extents;
	struct variant resolved = *kernel->variant;

	tunables_resolve(kernel->plan, &resolved);
	return EXPAND(kernel, kernel->access, "preamble",
		{ "steps", int_text(kernel->arena, tunable_of(TUNABLE_steps_per_launch, &resolved)) },
		{ "rows", int_text(kernel->arena, tunable_of(TUNABLE_rows_per_thread, &resolved)) },
		{ "levels", int_text(kernel->arena, tunable_of(TUNABLE_levels_per_thread, &resolved)) },
		{ "threads", int_text(kernel->arena, variant_limits(kernel->plan, kernel->variant, &kernel->shape).threads) },
		{ "west", int_text(kernel->arena, reach->low[0]) },
		{ "east", int_text(kernel->arena, reach->high[0]) },
		{ "north", int_text(kernel->arena, reach->low[1]) },
		{ "south", int_text(kernel->arena, reach->high[1]) },
		{ "below", int_text(kernel->arena, reach->low[2]) },
		{ "above", int_text(kernel->arena, reach->high[2]) },
		{ "lag", int_text(kernel->arena, reach->high[2] ? reach->high[2] : 1) },
		{ "type", type_of_fields(kernel) });
}

/* They are in the preamble. */
static const char *constants(const struct kernel *kernel) { return (void)kernel, ""; }

static const struct provider rows[] = {
	{ "type", type_of_fields },
	{ "from", from },
	{ "to", to },
	{ "preamble", preamble },
	{ "constants", constants },
};

const struct shape_kind temporal_kind = { .spelling = &spelling, .section = "kernel", .own = PROVIDERS(rows) };
