#include "generator/emit/sweep_text.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

#include <string.h>

/* How many levels lie between two marks; 0: that depends on the grid. */
static int
count_levels(struct level_mark first, struct level_mark end)
{
	if (first.from_top != end.from_top)
		return 0;
	return first.from_top ? first.level - end.level : end.level - first.level;
}

static bool
is_loaded_ahead(const struct kernel *k, const struct reference *r)
{
	return ahead_variable(k, r);
}

/* Whether a level reads or assigns points of arrays or, if shared, in shared memory. */
static bool
has_points(const struct kernel *k, const struct plan *plan, bool shared)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->shared == shared && !is_loaded_ahead(k, r))
			return true;
	for (const struct reference *r = plan->by_value; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && !shared)
			return true;
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && f->shared == shared && assigns_field(plan->stencil->statements, f))
			return true;
	return false;
}

static bool
needs_level(const struct kernel *k, const struct plan *plan, struct starts starts)
{
	return starts.base || starts.cells || starts.edges || starts.vertices || has_points(k, plan, false) || has_points(k, plan, true)
		|| plan->reads_profile || plan->reads_level || plan->sides[SIDE_BELOW] || plan->sides[SIDE_ABOVE];
}

/* Whether a level has a variable for where it begins. */
static bool
has_base(const struct kernel *k, const struct plan *plan)
{
	return has_points(k, plan, false) && k->variant->levels == LEVELS_OUTERMOST;
}

/* Whether it has points there; of no location are those of structured grids. */
static bool
has_points_at(const struct kernel *k, const struct plan *plan, enum location location)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->where.location == location && !r->field->shared && !is_loaded_ahead(k, r))
			return true;
	for (const struct reference *r = plan->by_value; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->where.location == location)
			return true;
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && f->where.location == location && !f->shared && assigns_field(plan->stencil->statements, f))
			return true;
	return false;
}

struct starts
starts_of(const struct kernel *k, const struct plan *plan)
{
	const bool mesh = plan->neighbors, of_mesh = mesh && k->variant->levels == LEVELS_OUTERMOST;

	return (struct starts){ !mesh && has_base(k, plan), of_mesh && has_points_at(k, plan, CELL), of_mesh && has_points_at(k, plan, EDGE),
		of_mesh && has_points_at(k, plan, VERTEX) };
}

static struct kernel
kernel_of_body(const struct kernel *kernel, const struct plan *plan)
{
	struct kernel body = *kernel;

	body.plan = plan;
	return body;
}

/* What is done on a level. */
static const char *
body_text(const struct kernel *kernel, const struct levels_of_loop *levels)
{
	const struct kernel body = kernel_of_body(kernel, levels->plan);

	const char *text = statements_text(&body, LINE_WIDTH);

	return !kernel->ahead ? text : ahead_level(kernel, levels, text);
}

/* What a body has before its loop over columns. */
static const char *
before_columns(const struct kernel *kernel, const struct plan *plan)
{
	const struct kernel body = kernel_of_body(kernel, plan);

	return kernel->needs.hoists ? hoisted_text(&body) : "";
}

/* What is done in each column: by a thread in its own, on a CPU in all of a block. */
static const char *
columns_text(const struct kernel *k, const struct plan *plan, const char *statements)
{
	const struct kernel body = kernel_of_body(k, plan);

	return !template_has(k->access, "columns") ? statements : EXPAND(k, k->access, "columns",
		{ "hoisted", before_columns(k, plan) },
		{ "own", k->kind->sweep->column(k) },
		{ "vectors", k->kind->sweep->vectors(&body) },
		{ "indices", k->kind->sweep->indices(&body) },
		{ "statements", statements });
}

const char *
sweep_level(const struct kernel *k, const char *number, struct starts starts, const char *columns)
{
	return EXPAND(k, k->access, "levels",
		{ "one", "1" }, { "loop", "" }, { "up", "" }, { "down", "" }, { "first", "" }, { "end", "" }, { "last", "" },
		{ "number", number },
		{ "base", macro_if(starts.base) },
		{ "cells", macro_if(starts.cells) },
		{ "edges", macro_if(starts.edges) },
		{ "vertices", macro_if(starts.vertices) },
		{ "columns", columns });
}

/* The same for one level, which loads what others load ahead. */
static struct starts
starts_of_level(const struct kernel *k, const struct levels_of_loop *level)
{
	struct starts starts = starts_of(k, level->plan);
	const struct starts loads = !k->ahead ? (struct starts){ 0 } : starts_of_loads(k, level);

	starts.base |= loads.base;
	starts.cells |= loads.cells;
	starts.edges |= loads.edges;
	starts.vertices |= loads.vertices;
	return starts;
}

static const char *
one_level(const struct kernel *k, const struct levels_of_loop *level)
{
	const struct starts starts = starts_of_level(k, level);
	const char *body = body_text(k, level);

	return !*body ? "" : sweep_level(k, needs_level(k, level->plan, starts) ? level_text(k->arena, level->first, 0) : "", starts,
		columns_text(k, level->plan, body));
}

struct use {
	const struct temp *temp;
	bool found;
};

static void
find_use(void *context, const struct expr *e)
{
	struct use *use = context;

	use->found |= e->kind == EXPR_TEMP && e->u.read.temp == use->temp;
}

static bool
is_carry(const struct column_loop *loop, const struct instance *i)
{
	const struct field *f = loop->carried;

	if (i->stmt->kind != STMT_ASSIGN || !i->stmt->u.assign.field)
		return false;
	for (int n = 0; n < loop->carried_count; n++, f = f->next)
		if (f == i->stmt->u.assign.field)
			return true;
	return false;
}

/* Whether the level itself reads what an instance carries to the next one. */
static bool
is_used_besides(const struct column_loop *loop, const struct plan *plan, const struct instance *carry)
{
	const struct expr *value = carry->stmt->u.assign.value;
	struct use use = { value->kind == EXPR_TEMP ? value->u.read.temp : NULL, value->kind != EXPR_TEMP };

	for (const struct instance *i = plan->instances; i && !use.found; i = i->next)
		if (!is_carry(loop, i))
			plan_walk(i, find_use, &use);
	return use.found;
}

/* The plan of the last level of a sweep, which carries nothing on. */
static const struct plan *
without_carries(const struct kernel *k, const struct column_loop *loop, const struct plan *plan)
{
	struct plan *last = arena_new(k->arena, struct plan);
	struct instance **end = &last->instances;

	*last = *plan;
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (!is_carry(loop, i) || !is_used_besides(loop, plan, i)) {
			*end = arena_new(k->arena, struct instance);
			**end = *i;
			end = &(*end)->next;
		}
	*end = NULL;
	return last;
}

static const char *
segment_text(const struct kernel *k, const struct column_loop *loop, struct levels_of_loop levels)
{
	const char *lowest = level_text(k->arena, levels.first, 0), *above = level_text(k->arena, levels.end, 0);
	const char *highest = level_text(k->arena, levels.end, -1);
	const struct plan *plan = levels.plan;
	const struct starts starts = starts_of(k, plan);

	levels.several = count_levels(levels.first, levels.end) != 1;
	if (!levels.several) {
		levels.plan = levels.last ? without_carries(k, loop, plan) : plan;
		return one_level(k, &levels);
	}
	levels.last = false;
	if (kernel_has_vectors(k))
		return k->kind->sweep->vectors_of_levels(k, loop->order, plan, lowest, above, highest);
	if (loads_ahead(k, &levels))
		return ahead_loop(k, &levels, starts, columns_text(k, plan, body_text(k, &levels)));
	return EXPAND(k, k->access, "levels",
		{ "one", "" }, { "loop", "1" }, { "number", "" },
		{ "up", macro_if(loop->order == SWEEP_UP) },
		{ "down", macro_if(loop->order != SWEEP_UP) },
		{ "first", lowest },
		{ "end", above },
		{ "last", highest },
		{ "base", macro_if(starts.base) },
		{ "cells", macro_if(starts.cells) },
		{ "edges", macro_if(starts.edges) },
		{ "vertices", macro_if(starts.vertices) },
		{ "columns", columns_text(k, plan, body_text(k, &levels)) });
}

static bool
reads_field(const struct plan *plan, const struct field *field)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field == field)
			return true;
	return false;
}

/* Whether a level hands a variable on to another. */
static bool
is_carried(const struct column_loop *loop, const struct field *variable)
{
	for (int i = 0; i < loop->count; i++)
		if (reads_field(loop->segments[i].plan, variable))
			return true;
	return false;
}

/* The declaration of a column variable: a CPU has one for each column of a block. */
static const char *
variable_text(const struct kernel *k, const struct field *variable, const char *name)
{
	return targets[k->variant->target].blocks ? arena_printf(k->arena, variable->cleared ? "%s = 0" : "%s", name)
		: arena_printf(k->arena, variable->cleared ? "%s[COLUMNS] = { 0 }" : "%s[COLUMNS]", name);
}

/* Declarations of column variables but those that are declared already, or of what a loop carries; a line for those of a
 * type that come one after the other. */
static const char *
variables_text(const struct kernel *k, const struct plan *names, const struct field *first, int count, const bool *declared,
	const struct column_loop *loop)
{
	struct text lines = { .arena = k->arena };
	struct list list = { .text.arena = k->arena };

	for (const struct field *f = first; count > 0; f = f->next, count--) {
		if (loop ? is_carried(loop, f) : !declared[f->index])
			list_add(&list, variable_text(k, f, names->names.fields[f->index]));
		if (!list.text.length || (count > 1 && f->next->type == f->type))
			continue;
		lines_add(&lines, arena_printf(k->arena, "%s %s;", type_name(f->type), list_text(&list)));
		list = (struct list){ .text.arena = k->arena };
	}
	return text_of(&lines);
}

/* What is done on the levels of a segment, as if they were several. */
static const char *
segment_body(const struct kernel *k, const struct segment *s)
{
	return body_text(k, &(struct levels_of_loop){ .plan = s->plan, .first = s->first, .end = s->end, .several = true });
}

/* Segments in the order of the sweep; those in which the same is done are one. */
static const char *
sweep_text(const struct kernel *k, const struct column_loop *loop)
{
	const bool up = loop->order == SWEEP_UP;
	const char *text = "";

	for (int i = 0; i < loop->count; ) {
		int n = 1;
		const struct segment *s = &loop->segments[up ? i : loop->count - 1 - i], *t = s;
		const char *body = segment_body(k, s), *before = before_columns(k, s->plan);

		for (; i + n < loop->count; n++) {
			const struct segment *next = &loop->segments[up ? i + n : loop->count - 1 - i - n];

			/* Two bodies may call different values by one name. */
			if (strcmp(body, segment_body(k, next)) != 0 || strcmp(before, before_columns(k, next->plan)) != 0)
				break;
			t = next;
		}
		if (*body)
			text = join_lines(k->arena, text, segment_text(k, loop, (struct levels_of_loop){ .plan = s->plan,
				.first = up ? s->first : t->first, .end = up ? t->end : s->end, .last = i + n == loop->count }));
		i += n;
	}
	return text;
}

/* A sweep with what it loads ahead. */
static const char *
sweep_with_loads(const struct kernel *k, const char *variables, const char *text)
{
	const char *start = ahead_start(k), *first = k->ahead->loop->order == SWEEP_UP ? "0" : "depth - 1";

	return ahead_sweep(k, variables, !*start ? "" : sweep_level(k, first, ahead_starts(k), start), text);
}

static const char *
loop_text(const struct kernel *k, const struct column_loop *loop)
{
	const bool up = loop->order == SWEEP_UP;
	const char *variables, *start, *text;
	struct kernel own = *k;

	if (loop->order == SWEEP_NONE) {
		own.flat = true;
		return loop->count ? segment_body(&own, loop->segments) : "";
	}
	own.ahead = ahead_find(k, loop);
	variables = !loop->carried ? "" : variables_text(k, loop->segments->plan, loop->carried, loop->carried_count, NULL, loop);
	start = !loop->start ? "" : one_level(k, &(struct levels_of_loop){ .plan = loop->start, .first = { up ? 0 : 1, !up } });
	text = join_lines(k->arena, start, sweep_text(&own, loop));
	if (!*text)
		return "";
	return EXPAND(k, k->common, "sweep",
		{ "up", macro_if(up && !loop->points) },
		{ "down", macro_if(!up && !loop->points) },
		{ "all", macro_if(loop->points) },
		{ "statements", !own.ahead ? join_lines(k->arena, variables, text)
			: sweep_with_loads(&own, variables, text) });
}

static const struct plan *
some_body(const struct columns *columns)
{
	for (int l = 0; l < columns->count; l++)
		if (columns->loops[l].count)
			return columns->loops[l].segments->plan;
	return NULL;
}

/* The column variable that a text assigns first of all, or NULL. */
static const struct field *
assigned_variable(const struct columns *columns, const struct names *names, const char *text)
{
	const struct field *f = columns->variables;

	for (int n = 0; n < columns->variable_count; n++, f = f->next) {
		const size_t length = strlen(names->fields[f->index]);

		if (!strncmp(text, names->fields[f->index], length) && !strncmp(text + length, " = ", 3))
			return f;
	}
	return NULL;
}

static bool
has_variable(const struct column_loop *loop, const struct field *variable)
{
	for (int i = 0; i < loop->count; i++)
		if (reads_field(loop->segments[i].plan, variable)
				|| assigns_field(loop->segments[i].plan->stencil->statements, variable))
			return true;
	return false;
}

static bool
is_first_with(const struct columns *columns, const struct column_loop *loop, const struct field *variable)
{
	for (const struct column_loop *before = columns->loops; before < loop; before++)
		if (has_variable(before, variable))
			return false;
	return true;
}

/* What is done once a column: it declares the column variable that gets its first value there. */
static const char *
once_text(const struct kernel *k, const struct column_loop *loop, bool *declared)
{
	const char *text = loop_text(k, loop);
	const struct field *f = loop->count
		? assigned_variable(k->plan->sweeps, &loop->segments->plan->names, text) : NULL;

	if (!f || declared[f->index] || !is_first_with(k->plan->sweeps, loop, f))
		return text;
	declared[f->index] = true;
	return arena_printf(k->arena, "%s %s", type_name(f->type), text);
}

static bool
is_done_once(const struct columns *columns, int loop)
{
	return loop < columns->count && columns->loops[loop].order == SWEEP_NONE;
}

static bool
finds_columns(const struct kernel *k, const struct column_loop *loop)
{
	return template_uses(k->access, "columns", "indices") && loop->count && k->kind->sweep->finds_columns(loop->segments->plan);
}

static const struct plan *
plan_of_once(const struct column_loop *loop, const struct plan *otherwise)
{
	return loop->count ? loop->segments->plan : otherwise;
}

/* What is done once a column by loops one after the other, as far as they do not find columns of their own. Moves to the last. */
static const char *
once_texts(const struct kernel *k, int *loop, bool *declared)
{
	const struct columns *columns = k->plan->sweeps;
	const struct column_loop *first = &columns->loops[*loop];
	const struct plan *plan = plan_of_once(first, NULL);
	const char *text = once_text(k, first, declared);

	while (is_done_once(columns, *loop + 1) && !finds_columns(k, first) && !finds_columns(k, &columns->loops[*loop + 1])) {
		text = join_lines(k->arena, text, once_text(k, &columns->loops[++*loop], declared));
		plan = plan_of_once(&columns->loops[*loop], plan);
	}
	return *text ? columns_text(k, plan, text) : "";
}

/* Variables that no loop has are not declared. */
static void
leave_out_unused(const struct columns *columns, bool *declared)
{
	const struct field *f = columns->variables;

	for (int n = 0; n < columns->variable_count; n++, f = f->next) {
		declared[f->index] = true;
		for (int l = 0; l < columns->count && declared[f->index]; l++)
			declared[f->index] = !has_variable(&columns->loops[l], f);
	}
}

/* Casts to void: column variables that loops assign but nothing reads, and the column of a thread that updates nothing. */
static const char *
unread_text(const struct kernel *k, const struct plan *names, const char *statements)
{
	const struct columns *columns = k->plan->sweeps;
	const struct field *f = columns->variables;
	const char *text = *statements ? "" : targets[k->variant->target].blocks ? arena_printf(k->arena, "(void)%s;", k->kind->sweep->column(k)) : "(void)to;";

	for (int n = 0; n < columns->variable_count; n++, f = f->next) {
		bool assigned = false, read = false;

		for (int l = 0; l < columns->count; l++) {
			read |= is_carried(&columns->loops[l], f);
			assigned |= has_variable(&columns->loops[l], f);
		}
		if (assigned && !read)
			text = join_lines(k->arena, text, arena_printf(k->arena, "(void)%s;", names->names.fields[f->index]));
	}
	return text;
}

const char *
sweep_statements(const struct kernel *k)
{
	const struct columns *columns = k->plan->sweeps;
	const struct plan *body = some_body(columns);
	bool *declared = arena_array(k->arena, bool, body->stencil->field_count + 1);
	struct kernel once = *k; /* whose loops share one over columns, and no place before it */
	const char *text = "";

	once.needs.hoists = false;
	leave_out_unused(columns, declared);
	for (int l = 0; l < columns->count; l++)
		text = join_paragraphs(k->arena, text,
			is_done_once(columns, l) ? once_texts(&once, &l, declared) : loop_text(k, &columns->loops[l]));
	text = join_lines(k->arena, text, unread_text(k, body, text));
	return join_paragraphs(k->arena,
		variables_text(k, body, columns->variables, columns->variable_count, declared, NULL), text);
}
