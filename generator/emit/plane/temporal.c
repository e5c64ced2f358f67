#include "generator/emit/parameters.h"
#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/providers.h"
#include "generator/emit/spelling.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"
#include "generator/variants/block_shapes.h"

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

static const char *
element_of_level(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	(void)site;
	return to->field->role == ROLE_OUT ? "result" : arena_printf(kernel->arena, "at(%d, %d)", to->offset.x, to->offset.y);
}

static const struct spelling spelling = {
	.element = element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};
static const struct spelling spelling_of_level = {
	.element = element_of_level, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

static const char *
type_of_fields(const struct kernel *kernel)
{
	return element_name(type_in_precision(field_of(kernel, ROLE_IN)->declared, kernel->variant->precision));
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
		{ "points", int_text(kernel->arena, tunable_of(TUNABLE_points_per_thread, &resolved)) },
		{ "vector", int_text(kernel->arena, variant_vector_points(kernel->plan, &resolved)) },
		{ "queue", int_text(kernel->arena, temporal_queue_rows(kernel->plan)) },
		{ "lanes", int_text(kernel->arena, targets[kernel->variant->target].lanes) },
		{ "ahead", int_text(kernel->arena, temporal_rows_ahead(kernel->plan)) },
		{ "type", type_of_fields(kernel) });
}

/* Whether a column of a row is read for one of a lane's points. */
static bool
reads_column(const struct kernel *kernel, int x, int y, int points)
{
	for (const struct reference *r = kernel->plan->reads; r; r = r->next)
		if (r->offset.y == y && x - r->offset.x >= 0 && x - r->offset.x < points)
			return true;
	return false;
}

static int
floor_div(int a, int b)
{
	return a >= 0 ? a/b : -((b - 1 - a)/b);
}

/* Copies a column that another lane has, counted from the lane's first. */
static const char *
shuffle(const struct kernel *kernel, int x, int y, int points)
{
	const struct extents *reach = &kernel->plan->stencil->extents;
	const int row = reach->low[1] + y, lanes = floor_div(x, points);

	return EXPAND(kernel, kernel->target, lanes < 0 ? "shuffle_up" : "shuffle_down",
		{ "value", arena_printf(kernel->arena, "near[%d][%d]", row, reach->low[0] + x) },
		{ "sent", arena_printf(kernel->arena, "near[%d][%d]", row, reach->low[0] + x - lanes*points) },
		{ "apart", int_text(kernel->arena, lanes < 0 ? -lanes : lanes) });
}

static const char *
shuffles(const struct kernel *kernel)
{
	const struct extents *reach = &kernel->plan->stencil->extents;
	struct variant resolved = *kernel->variant;
	struct text text = { .arena = kernel->arena };
	int points;

	tunables_resolve(kernel->plan, &resolved);
	points = tunable_of(TUNABLE_points_per_thread, &resolved);
	for (int y = -reach->low[1]; y <= reach->high[1]; y++)
		for (int x = -reach->low[0]; x < points + reach->high[0]; x++)
			if ((x < 0 || x >= points) && reads_column(kernel, x, y, points))
				lines_add(&text, shuffle(kernel, x, y, points));
	return text_of(&text);
}

static const char *
misaligned(const struct kernel *kernel)
{
	return EXPAND(kernel, kernel->access, "misaligned", { "fields", misaligned_arrays(kernel, "VECTOR", true) });
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

static const struct provider rows_of_warp[] = {
	{ "type", type_of_fields },
	{ "from", from },
	{ "to", to },
	{ "shuffles", shuffles },
	{ "preamble", preamble },
	{ "constants", constants },
	{ "misaligned", misaligned },
};

const struct shape_kind temporal_kind = { .spelling = &spelling, .section = "kernel", .own = PROVIDERS(rows) };
const struct shape_kind temporal_warp_kind = {
	.spelling = &spelling_of_level, .section = "kernel", .own = PROVIDERS(rows_of_warp),
};
