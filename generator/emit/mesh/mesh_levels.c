#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_prefetch.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/printer.h"
#include "generator/emit/providers.h"
#include "generator/emit/statements.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_defaults.h"

#include <string.h>

static const char *
neighbor_name(struct arena *arena, const struct plan *plan, const struct level_vector *s)
{
	const char *name = plan->names.neighbors[s->neighbor];

	return !s->at.z ? name : arena_printf(arena, "%s_%s", name, point_name(arena, s->at));
}

static bool
prepare(struct kernel *k)
{
	struct level_loops *loops = arena_new(k->arena, struct level_loops);

	k->vector = tunable_of(TUNABLE_levels_per_load, k->variant);
	*loops = level_loops_find(k->arena, k->plan, kernel_has_scalars(k));
	k->level_loops = loops;
	k->level_vectors = level_vectors_list(k, k->plan, neighbor_name);
	return true;
}

static const char *
element(const struct kernel *k, const struct site *site, const struct reference *to)
{
	return to->level || to->field->shape != SHAPE_POINT ? mesh_spelling.element(k, site, to) : level_vector_element(k, to);
}

static bool
is_kept(const struct kernel *k, const struct value *value)
{
	return level_value(k->level_loops, value)->kept;
}

static const char *
variable(const struct kernel *k, const struct site *site, const struct temp *temp, struct offset at)
{
	const char *name = variable_of_value(k, site, temp, at);

	return !is_kept(k, plan_value(k->plan, temp, at)) ? name
		: arena_printf(k->arena, mesh_has_vectors(k) ? "%s[l]" : "%s[k - start]", name);
}

static bool
is_local(const struct kernel *k, const struct instance *instance, const struct value *value)
{
	return is_local_of_if(k, instance, value) && !is_kept(k, value);
}

/* Runs in loops over neighbours declare their own, and arrays are declared before. */
static bool
declares(const struct kernel *k, const struct value *value)
{
	const struct level_value *v = level_value(k->level_loops, value);

	return !v->kept && !(v->by_level && v->in_loop);
}

static bool
is_of_level(const struct kernel *k, const struct stmt *stmt)
{
	return is_by_level(k->level_loops, k->plan, stmt);
}

static const char *
opening(const struct kernel *k)
{
	const bool several = k->level_loops->several;

	return EXPAND(k, k->access, "levels",
		{ "apart", macro_if(mesh_has_vectors(k) && mesh_levels_apart(k->plan, k->variant)) },
		{ "at_once", macro_if(!several) },
		{ "by_block", macro_if(several) });
}

static bool
belongs(const struct kernel *k, const struct value *value, const struct stmt *run)
{
	const struct level_value *v = level_value(k->level_loops, value);

	return v->by_level && !v->kept && v->in_loop && v->run == run;
}

static const char *exists(const struct kernel *k, int neighbor) { return mesh_spelling.exists(k, neighbor); }

static const char *
open_loop(const struct kernel *k, const struct instance *instance, const struct stmt *loop)
{
	return mesh_spelling.opening(k, instance, loop);
}

static const struct level_spelling loops_over_levels = { is_of_level, opening, belongs };

static const struct spelling spelling = {
	.element = element, .definition = level_vector_definition, .variable = variable, .is_local = is_local,
		.statement = statement_one_by_one,
	.declares = declares, .exists = exists, .opening = open_loop, .chooses = mesh_chooses, .choice = mesh_choice,
	.levels = &loops_over_levels,
};

/* A sum of levels that begins at 0, for which a declaration will do. */
static bool
is_zero_start(const struct kernel *k, const struct stmt *stmt)
{
	const struct value *value;

	if (stmt->kind != STMT_ASSIGN || !stmt->u.assign.temp || stmt->u.assign.value->kind != EXPR_NUMBER
			|| strcmp(stmt->u.assign.value->u.number.text, "0") != 0)
		return false;
	value = plan_value(k->plan, stmt->u.assign.temp, (struct offset){ 0, 0, 0 });
	return value && is_kept(k, value);
}

static bool is_same(const struct kernel *k, const struct stmt *stmt) { return !is_of_level(k, stmt); }
static bool is_iteration(const struct kernel *k, const struct stmt *stmt) { return is_of_level(k, stmt) && !is_zero_start(k, stmt); }

/* The arrays that begin with some instances. */
static const char *
kept_variables(const struct kernel *k, const struct instance *first, const struct instance *end)
{
	const char *text = "";

	for (const struct instance *i = first; i != end; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v && is_kept(k, v))
				text = join_lines(k->arena, text, EXPAND(k, mesh_common(k), "keep",
					{ "type", type_name(v->temp->type) },
					{ "name", v->name },
					{ "initial", is_zero_start(k, i->stmt) ? " = { 0 }" : "" }));
	return text;
}

static const char *
run_text(const struct kernel *k, const struct instance *first, const struct instance *end)
{
	const char *same = statements_between(k, first, end, is_same, LINE_WIDTH);
	const char *iteration = statements_between(k, first, end, is_iteration, LINE_WIDTH - 4);
	const char *text = join_lines(k->arena, same, kept_variables(k, first, end));

	return !*iteration ? text : join_paragraphs(k->arena, text, arena_printf(k->arena, "%s\n%s\n}", opening(k),
		indent_lines(k->arena, iteration)));
}

/* The statements, with loops over levels round their runs. */
static const char *
level_statements(const struct kernel *k)
{
	const char *text = "";

	for (const struct instance *i = k->plan->instances, *end; i; i = end) {
		const bool loop = is_neighbour_loop(i->stmt);

		for (end = i->next; !loop && end && !is_neighbour_loop(end->stmt);)
			end = end->next;
		text = join_paragraphs(k->arena, text, !loop ? run_text(k, i, end)
			: join_lines(k->arena, kept_variables(k, i, end), statements_between(k, i, end, NULL, LINE_WIDTH)));
	}
	return text;
}

static const char *statements(const struct kernel *k) { return mesh_in_element(k, level_statements(k)); }

/* Whether a CPU takes the levels of an element a block at a time, as it has loops over neighbours. */
static const char *by_block(const struct kernel *k) { return macro_if(k->level_loops->several); }
static const char *at_once(const struct kernel *k) { return macro_if(!k->level_loops->several); }

static const struct provider rows[] = {
	{ "statements", statements },
	{ "level_vectors", mesh_level_vectors },
	{ "results", mesh_results },
	{ "by_block", by_block },
	{ "at_once", at_once },
	{ "aligned", mesh_aligned_slots },
	{ "ask", mesh_prefetch },
};

const struct shape_kind mesh_column_kind = {
	.prepare = prepare, .spelling = &spelling, .section = "kernel", .columns = true, .own = PROVIDERS(rows),
};
