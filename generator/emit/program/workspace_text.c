#include "generator/emit/program/program_text.h"

#include "generator/plan/names.h"
#include "generator/text/wrap.h"

/* The workspace holds arrays of points, then of columns, then scalars, then, while sums are taken, what they are made
 * of. */

void
program_name_kept(struct program_text *text)
{
	const struct plan *plan = text->whole.plan;
	const struct stencil *stencil = plan->stencil;
	const struct program *program = text->program;
	const int most = stencil->field_count + stencil->param_count + program->kept_count;
	struct arena *arena = text->whole.arena;
	struct scope scope = { arena, plan, NAMES_OF_LAUNCHER, arena_array(arena, const char *, most + 1), 0 };

	text->kept = arena_array(arena, const char *, program->kept_count + 1);
	for (int f = 0; f < stencil->field_count; f++)
		scope.names[scope.count++] = plan->launcher_names.fields[f];
	for (int p = 0; p < stencil->param_count; p++)
		scope.names[scope.count++] = plan->launcher_names.params[p];
	for (int k = 0; k < program->kept_count; k++) {
		const char *name = version_name(arena, program->kept[k].temp);

		text->kept[k] = program->kept[k].holder ? plan->launcher_names.fields[program->kept[k].holder->index]
			: scope_add(&scope, program->kept[k].reduction ? arena_printf(arena, "%s_values", name) : name);
	}
}

/* Elements of the widest type, so that all arrays have places of one size. */
static const char *
widest_type(const struct program *program)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->shape != SHAPE_SCALAR && k->type == TYPE_DOUBLE)
			return type_name(TYPE_DOUBLE);
	return type_name(TYPE_FLOAT);
}

/* Whether some array of points is on half levels. */
static bool
stores_half_levels(const struct program *program)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->shape == SHAPE_POINT && k->temp->where.half)
			return true;
	return false;
}

static const char *
add_bytes(struct arena *arena, const char *bytes, const char *more)
{
	return arena_printf(arena, "%s%s%s", bytes, *bytes ? " + " : "", more);
}

static const char *
times(struct arena *arena, int count, const char *bytes)
{
	return count == 1 ? bytes : arena_printf(arena, "%d*%s", count, bytes);
}

/* Bytes of so many arrays of each shape; "" if there are none. */
static const char *
bytes_of(const struct program_text *text, const int places[SHAPES])
{
	static const char *const of_array[SHAPES] = {
		[SHAPE_POINT] = "array_bytes(grid)", [SHAPE_COLUMN] = "plane_bytes(grid)",
	};
	struct arena *arena = text->whole.arena;
	const char *bytes = "";

	for (int shape = 0; shape < SHAPES; shape++)
		if (places[shape])
			bytes = add_bytes(arena, bytes, !of_array[shape] ? arena_printf(arena, "256*%d", places[shape])
				: times(arena, places[shape], of_array[shape]));
	return bytes;
}

/* What lies before an array. */
static const char *
bytes_before(const struct program_text *text, const struct kept *kept)
{
	int places[SHAPES] = { 0 };

	for (enum shape shape = SHAPE_POINT; shape < kept->shape; shape++)
		places[shape] = text->program->places[shape];
	places[kept->shape] = kept->place;
	return bytes_of(text, places);
}

/* Functions that tell the bytes of arrays. */
static const char *
functions_text(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	const struct program *program = text->program;
	const char *type = widest_type(program), *told = "";

	if (program->places[SHAPE_POINT])
		told = PROGRAM_EXPAND(text, text->shared, "array_bytes", { "type", type },
			{ "levels", stores_half_levels(program) ? "(grid->levels + 1)" : "grid->levels" });
	if (program->places[SHAPE_COLUMN])
		told = join_paragraphs(k->arena, told, EXPAND(k, text->shared, "plane_bytes", { "type", type }));
	return !program->sums ? told : join_paragraphs(k->arena, told, kernel_section(k, text->shared, "columns_bytes"));
}

const char *
program_workspace(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	const char *bytes = bytes_of(text, text->program->places), *suffix = target_suffix(k);

	if (!*bytes)
		return PROGRAM_EXPAND(text, text->shared, "no_workspace_bytes", { "kernel", k->name }, { "suffix", suffix });
	if (text->program->sums)
		bytes = add_bytes(k->arena, bytes, times(k->arena, program_most_together(text, NULL), "columns_bytes(grid)"));
	return PROGRAM_EXPAND(text, text->shared, "workspace_bytes",
		{ "kernel", k->name }, { "suffix", suffix }, { "functions", functions_text(text) },
		{ "alignment", target_workspace_alignment(k) }, { "bytes", bytes });
}

const char *
program_arrays(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	const struct program *program = text->program;
	struct text lines = { .arena = k->arena };

	for (int i = 0; i < program->kept_count; i++) {
		const char *before = program->kept[i].holder ? NULL : bytes_before(text, &program->kept[i]);

		if (before)
			lines_add(&lines, EXPAND(k, text->shared, "array",
				{ "type", type_name(program->kept[i].type) },
				{ "name", text->kept[i] },
				{ "first", macro_if(!*before) },
				{ "bytes", before }));
	}
	if (program->sums)
		lines_add(&lines, EXPAND(k, text->shared, "columns", { "bytes", bytes_of(text, program->places) }));
	return text_of(&lines);
}

const char *
program_places(const struct program_text *text)
{
	const struct kernel *whole = &text->whole;
	struct list names = { .text.arena = whole->arena };

	if (!text->program->sums || !text->regular)
		return "";
	for (int k = 0; k < text->program->kept_count; k++)
		list_add(&names, text->program->kept[k].holder ? "NULL" : text->kept[k]);
	return PROGRAM_EXPAND(text, text->shared, "kept",
		{ "kernel", whole->name }, { "suffix", target_suffix(whole) },
		{ "grid", "const struct stencil_grid *grid" },
		{ "kept", program_arrays(text) },
		{ "names", list_text(&names) });
}
