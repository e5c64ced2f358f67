#include "generator/check/check.h"
#include "generator/check/places.h"
#include "generator/check/type_rules.h"
#include "generator/language/definitions.h"

#include <stdlib.h>
#include <string.h>

static void
report_duplicate(const struct checker *c, const char *name, struct span second, struct span first)
{
	error_at(c->source, second, "'%s' is declared twice: use another name", name);
	note_at(c->source, first, "declared here first");
}

/* Whether the end of a range is a value of its field's type. */
static bool
check_end(const struct checker *c, const struct field *f, const char *text)
{
	if (f->type == TYPE_BOOL && strcmp(text, "0") && strcmp(text, "1"))
		error_at(c->source, f->range_span, "the range of a bool field has only 0 and 1: write 0..1");
	else if (f->type == TYPE_INT && strpbrk(text, ".eE"))
		error_at(c->source, f->range_span, "the range of an int field needs whole numbers: write as in 0..3");
	else
		return check_number(c, f->range_span, text, f->type == TYPE_BOOL ? TYPE_INT : f->type);
	return false;
}

/* The range of the values that tools fill a field with. */
static void
check_values(const struct checker *c, const struct field *f)
{
	const double low = strtod(f->low, NULL), high = strtod(f->high, NULL);

	if (f->role == ROLE_OUT)
		error_at(c->source, f->range_span, "output '%s' is not filled, so it has no range: leave the range out", f->name);
	else if (!check_end(c, f, f->low) || !check_end(c, f, f->high))
		return;
	else if (low > high)
		error_at(c->source, f->range_span, "the range of '%s' begins above its end: write the smaller number first", f->name);
	else if (f->probe && (low < 0 || high > 1))
		error_at(c->source, f->range_span, "range %s..%s of '%s': probes are coordinates, so write a range between 0 and 1",
			f->low, f->high, f->name);
}

static void
check_fields(struct checker *c)
{
	for (struct field *f = c->stencil->fields; f; f = f->next) {
		struct symbol *symbol = find_symbol(c, f->name);

		f->type = declared_type(c, f->declared);
		if (symbol->field)
			report_duplicate(c, f->name, f->span, symbol->field->span);
		else
			*symbol = (struct symbol){ .name = f->name, .field = f };
		if (f->low)
			check_values(c, f);
		if (f->role != ROLE_IN && (f->shape == SHAPE_PROFILE || (f->shape == SHAPE_COLUMN && !c->kind->has_sides)))
			error_at(c->source, f->span, "'%s' is written, so it needs a value at every point%s", f->name,
				c->kind->has_sides ? ": leave 'profile' out, or write 'column'" : ": leave 'profile' or 'column' out");
	}
}

static void
check_params(struct checker *c)
{
	for (struct param *p = c->stencil->params; p; p = p->next) {
		struct symbol *symbol = find_symbol(c, p->name);

		p->type = declared_type(c, p->declared);
		if (symbol->name)
			report_duplicate(c, p->name, p->span,
				symbol->field ? symbol->field->span : symbol->param->span);
		else
			*symbol = (struct symbol){ .name = p->name, .param = p };
		if (!p->value)
			continue;
		if (p->type == TYPE_INT && strpbrk(p->value, ".eE"))
			error_at(c->source, p->value_span, "int param '%s' needs a whole number, not %s", p->name, p->value);
		else if (p->type == TYPE_INT && labs(strtol(p->value, NULL, 10)) > MAX_INT_PARAM)
			error_at(c->source, p->value_span, "%s is out of range for int param '%s': write -%d to %d", p->value,
				p->name, MAX_INT_PARAM, MAX_INT_PARAM);
		else
			check_number(c, p->value_span, p->value, p->type);
	}
}

static void
check_neighbors(const struct checker *c)
{
	for (const struct neighbor *n = c->stencil->neighbors; n; n = n->next) {
		for (const struct neighbor *m = c->stencil->neighbors; m != n; m = m->next)
			if (!strcmp(m->name, n->name)) {
				report_duplicate(c, n->name, n->span, m->span);
				break;
			}
		if (find_predeclared(c, n->name))
			error_at(c->source, n->span, "neighbor '%s' is predeclared: use another name", n->name);
	}
}

/* An unknown grid is checked as a plane. */
static void
check_grid(struct checker *c)
{
	struct stencil *stencil = c->stencil;
	const char *names[GRID_NAME_COUNT], *meant, *list = "";

	c->kind = stencil->kind = grid_kinds[stencil->family];
	if (!strcmp(stencil->grid, grid_names[stencil->grid_name].name))
		return;
	for (int k = 0; k < GRID_NAME_COUNT; k++) {
		names[k] = grid_names[k].name;
		list = arena_printf(c->arena, "%s%s%s", list, k ? ", " : "", names[k]);
	}
	meant = suggest(stencil->grid, names, GRID_NAME_COUNT);
	if (meant)
		error_at(c->source, stencil->grid_span, "unknown grid '%s'; did you mean '%s'?", stencil->grid, meant);
	else
		error_at(c->source, stencil->grid_span, "unknown grid '%s' (there are: %s)", stencil->grid, list);
}

static void
check_statement(struct checker *c, struct stmt *stmt, struct footprint *outputs)
{
	c->statement = stmt;
	c->statement_temps = NULL;
	memcpy(c->assigned_before, c->assigned, (size_t)c->stencil->field_count*sizeof *c->assigned);
	sweep_distances(c);
	check_names(c);
	if (too_many_errors(c->source)) /* names are left unresolved */
		return;
	check_columns(c);
	if (!check_types(c))
		return;
	check_scalars(c);
	check_ranges(c);
	check_extents(c, outputs);
}

static void
check_outputs(const struct checker *c)
{
	bool any = false;

	for (const struct field *f = c->stencil->fields; f; f = f->next) {
		any |= f->role != ROLE_IN;
		if (f->role == ROLE_OUT && !f->assigned)
			error_at(c->source, f->span, "output '%s' is never assigned: assign it, or leave it out", f->name);
		else if (f->role == ROLE_OUT && !c->assigned[f->index])
			error_at(c->source, f->span, "output '%s' is not assigned on every path;"
				" declare it 'inout' to keep the old value elsewhere", f->name);
		else if (f->role == ROLE_INOUT && !f->assigned && !f->has_boundary)
			error_at(c->source, f->span, "inout '%s' is never assigned; declare it 'in'", f->name);
	}
	if (!any)
		error_at(c->source, c->stencil->span, "stencil '%s' has no output: declare an 'out' or 'inout' field", c->stencil->name);
}

static void
warn_unused(const struct checker *c)
{
	for (const struct field *f = c->stencil->fields; f; f = f->next)
		if (!f->used && f->role == ROLE_IN)
			warning_at(c->source, f->span, "field '%s' is never used: leave it out", f->name);
	for (const struct param *p = c->stencil->params; p; p = p->next)
		if (!p->used)
			warning_at(c->source, p->span, "param '%s' is never used: leave it out", p->name);
	for (const struct neighbor *n = c->stencil->neighbors; n; n = n->next)
		if (!n->used)
			warning_at(c->source, n->span, "neighbor '%s' is never used: leave it out", n->name);
	for (const struct relation *r = c->stencil->relations; r; r = r->next)
		if (!r->used && r->span.end)
			warning_at(c->source, r->span, "relation '%s' is never used: leave it out", r->name);
	for (const struct temp *t = c->stencil->temps; t; t = t->next)
		if (!t->used)
			warning_at(c->source, t->span, "the value of '%s' is never used: leave it out", t->name);
}

static bool
too_many_neighbors(const struct stencil *stencil)
{
	int count = 0;

	for (const struct neighbor *n = stencil->neighbors; n && count < MAX_NAMES; n = n->next)
		count++;
	return count == MAX_NAMES;
}

static void
check_stencil(struct checker *c)
{
	struct stencil *stencil = c->stencil;
	struct footprint outputs = { 0 };

	if (stencil->field_count + stencil->param_count >= MAX_NAMES || too_many_neighbors(stencil)) {
		error_at(c->source, stencil->span, "more than %d names in a stencil: split it into several", MAX_NAMES - 1);
		return;
	}
	memset(c->symbols, 0, SYMBOLS*sizeof *c->symbols);
	c->scope = arena_new(c->arena, struct scope);
	c->by_value = arena_new(c->arena, struct levels_by_value);
	check_grid(c);
	check_fields(c);
	check_params(c);
	check_neighbors(c);
	check_boundaries(c);
	if (!check_sweep_places(c) || !c->kind->check(c))
		return;
	c->names = arena_array(c->arena, struct name_state, MAX_NAMES);
	if (!collect_temps(c, stencil->statements) || !check_sums(c))
		return;
	c->assigned = arena_array(c->arena, bool, stencil->field_count + 2*c->name_count + 1);
	c->assigned_before = arena_array(c->arena, bool, stencil->field_count + 1);
	c->last_temp = &stencil->temps;
	for (struct stmt *stmt = stencil->statements; stmt && !too_many_errors(c->source); stmt = stmt->next)
		check_statement(c, stmt, &outputs);
	if (stencil->complete)
		check_outputs(c);
	stencil->least[2] = outputs.least[2];
	if (c->kind->has_domain)
		check_domain(c, &outputs);
	check_levels_by_value(c, &outputs);
	check_filled(c);
	if (c->source->diagnostics->errors)
		return;
	find_needed(c);
	warn_unused(c);
	check_conditions(c, &outputs);
}

bool
check_expanded(struct arena *arena, const struct source *source, struct stencil *stencils, enum type precision)
{
	struct symbol *symbols = arena_array(arena, struct symbol, SYMBOLS);
	int count = 0;

	for (struct stencil *s = stencils; s && !too_many_errors(source); s = s->next) {
		struct checker c = {
			.arena = arena, .source = source, .stencil = s, .precision = precision,
			.symbols = symbols,
		};

		if (++count == MAX_NAMES) {
			error_at(source, s->span, "more than %d stencils in a file: use several files", MAX_NAMES - 1);
			break;
		}
		for (const struct stencil *t = stencils; t != s; t = t->next)
			if (!strcmp(s->name, t->name)) {
				report_duplicate(&c, s->name, s->span, t->span);
				break;
			}
		check_stencil(&c);
	}
	if (!source->diagnostics->errors)
		warn_unused_definitions(source, stencils);
	return source->diagnostics->errors == 0;
}

bool
check_stencils(struct arena *arena, const struct source *source, struct stencil *stencils, enum type precision)
{
	expand_definitions(arena, source, stencils);
	return check_expanded(arena, source, stencils, precision);
}
