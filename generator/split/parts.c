#include "generator/split/split.h"

#include "generator/plan/names.h"

#include <string.h>

struct part_maker {
	struct clone clone;
	const struct program *program;
	const struct kernel_needs *needs;
	struct part *part;
	struct stmt **last_statement;
	struct temp **last_temp;
	struct field **last_field;
};

static struct field *
add_field(struct part_maker *m, struct field field, struct origin origin)
{
	struct stencil *stencil = m->part->stencil;
	struct field *own = arena_new(m->clone.split->arena, struct field);

	*own = field;
	own->index = stencil->field_count++;
	own->used = true;
	own->next = NULL;
	m->part->origins[own->index] = origin;
	*m->last_field = own;
	m->last_field = &own->next;
	return own;
}

/* An out of the program that is read, or assigned in some elements only, has values by then, of an earlier kernel too; an inout that is
 * written everywhere unread might as well be an out. */
static enum role
role_in_part(const struct part_maker *m, const struct field *field)
{
	const struct split *split = m->clone.split;
	bool assigned = false, everywhere = true, before = false;

	for (int s = 0; s < split->count; s++) {
		struct stmt own = *split->statements[s];

		own.next = NULL;
		if (!assigns_field(&own, field))
			continue;
		before |= split->group_of[s] >= 0 && split->group_of[s] < m->clone.kernel;
		if (split->group_of[s] != m->clone.kernel)
			continue;
		assigned = true;
		everywhere &= own.kind == STMT_ASSIGN;
	}
	if (assigned && m->part->kind == KERNEL_columns)
		return field->role;
	if (assigned && split->stencil->kind->stores_apart)
		return before && (m->needs->read[field->index] || !everywhere) ? ROLE_INOUT : field->role;
	return !assigned ? ROLE_IN : everywhere && !m->needs->read[field->index] ? ROLE_OUT : ROLE_INOUT;
}

/* Without levels, columns are points. */
static enum shape
shape_in_part(const struct part_maker *m, enum shape shape)
{
	return m->clone.flat && shape == SHAPE_COLUMN ? SHAPE_POINT : shape;
}

static void
add_fields(struct part_maker *m)
{
	const struct program *program = m->program;

	for (const struct field *f = program->stencil->fields; f; f = f->next)
		if (m->needs->fields[f->index]) {
			struct field own = *f;

			own.role = role_in_part(m, f);
			own.shape = shape_in_part(m, f->shape);
			own.assigned = own.role != ROLE_IN;
			m->clone.fields[f->index] = add_field(m, own, (struct origin){ .field = f });
		}
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++) {
		const struct temp *t = k->temp;
		const bool lives = k->first <= m->clone.kernel && m->clone.kernel <= k->last;
		const bool stored = lives && m->needs->stored[t->index] && !(k->shape == SHAPE_SCALAR && split_is_reduced(t));

		if (stored && k->shape == SHAPE_POINT && m->part->kind == KERNEL_columns)
			continue; /* its kernel has an array for it */
		/* Arrays of another kernel alone are of temporaries with numbers of its own. */
		if (stored || (lives && m->needs->fetched[t->index] && !k->reduction))
			m->clone.kept_fields[t->index] = add_field(m, (struct field){
				.name = version_name(m->clone.split->arena, t),
				.span = t->span, .role = stored ? ROLE_OUT : ROLE_IN, .assigned = stored,
				.shape = shape_in_part(m, k->shape),
				.reduction = m->part->kind == KERNEL_points && k->shape == SHAPE_COLUMN ? k->reduction : REDUCTION_NONE,
				.declared = k->type, .type = k->type,
				.where = k->shape == SHAPE_SCALAR ? (struct where){ .location = LOCATIONS } : t->where,
			}, (struct origin){ .kept = k });
	}
}

static void
add_params(struct part_maker *m)
{
	struct stencil *stencil = m->part->stencil;
	struct param **last = &stencil->params;

	for (const struct param *p = m->program->stencil->params; p; p = p->next) {
		struct param *own;

		if (!m->needs->params[p->index] && !stencil->kind->stores_apart)
			continue;
		own = arena_new(m->clone.split->arena, struct param);
		*own = *p;
		own->index = stencil->param_count++;
		own->next = NULL;
		*last = own;
		last = &own->next;
		m->clone.params[p->index] = own;
	}
}

static void
add_statement(struct part_maker *m, struct stmt *statement)
{
	*m->last_statement = statement;
	m->last_statement = &statement->next;
}

static struct temp *
add_temp(struct part_maker *m, const struct temp *like)
{
	const struct split *split = m->clone.split;
	struct temp *own = arena_new(split->arena, struct temp);

	*own = *like;
	own->index = m->part->stencil->temp_count++;
	own->prior = NULL;
	own->next = NULL;
	if (m->part->kind == KERNEL_columns && !like->uniform
			&& (like->scalar ? !split_is_reduced(like) : split_kind_of(split, split->statement_of[like->index]) == KERNEL_plane))
		own->shape = SHAPE_COLUMN; /* a thread computes it once */
	own->one_valued = like->scalar && !split_is_reduced(like) && split->stencil->kind->has_relations;
	own->scalar = false; /* a sum's part makes the values that are summed up */
	*m->last_temp = own;
	m->last_temp = &own->next;
	return own;
}

/* The version before, which a statement of its own fetches if another kernel made it. */
static const struct temp *
prior_in_part(struct part_maker *m, const struct temp *prior)
{
	struct temp *own;

	if (!prior || m->clone.temps[prior->index])
		return prior ? m->clone.temps[prior->index] : NULL;
	own = add_temp(m, prior);
	add_statement(m, clone_fetch(&m->clone, prior, own));
	return own;
}

static bool
wants_any(const struct part_maker *m, int statement)
{
	const struct split *split = m->clone.split;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && m->needs->wanted[t->index])
			return true;
	return split_assigns_fields_in(split, statement, m->clone.kernel);
}

static bool
is_sum(const struct stmt *stmt)
{
	return stmt->kind == STMT_ASSIGN && stmt->u.assign.reduction;
}

static void
add_fused_reduction(struct part_maker *m, const struct stmt *stmt)
{
	struct temp *sum = add_temp(m, stmt->u.assign.temp);

	add_statement(m, split_fused_reduction(&m->clone, stmt, sum));
	m->clone.temps[stmt->u.assign.temp->index] = sum;
	add_statement(m, clone_store(&m->clone, stmt->u.assign.temp));
}

/* A number that a kernel of its own stores is all that it computes. */
static void
add_stored(struct part_maker *m, const struct stmt *statement)
{
	struct stmt *copy = clone_statement(&m->clone, statement, false);

	copy->u.assign.field = m->clone.kept_fields[statement->u.assign.temp->index];
	add_statement(m, copy);
}

/* Copies a statement, and stores what others need of it. */
static void
add_copy(struct part_maker *m, int statement)
{
	const struct split *split = m->clone.split;
	const struct temp **priors = arena_array(split->arena, const struct temp *, split->stencil->temp_count + 1);
	struct stmt *copy;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && m->needs->wanted[t->index])
			priors[t->index] = prior_in_part(m, t->prior);
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && m->needs->wanted[t->index]) {
			m->clone.temps[t->index] = add_temp(m, t);
			m->clone.temps[t->index]->prior = priors[t->index];
		}
	copy = clone_statement(&m->clone, split->statements[statement],
		split_assigns_fields_in(split, statement, m->clone.kernel));
	add_statement(m, copy);
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && m->needs->wanted[t->index]) {
			m->clone.temps[t->index]->stmt = copy;
			if (m->needs->stored[t->index] && m->clone.kept_fields[t->index])
				add_statement(m, clone_store(&m->clone, t));
		}
}

/* The names of what a kernel assigns, in the order of the text; of outputs that share a kernel in that of declarations. */
static void
name_part(const struct split *split, struct part *part)
{
	bool *named = arena_array(split->arena, bool, part->stencil->field_count + 1);
	const char *text = "";

	for (const struct stmt *s = part->stencil->statements; s; s = s->next)
		for (const struct field *f = part->stencil->fields; f; f = f->next) {
			struct stmt own = *s;

			own.next = part->stencil->kind->stores_apart ? s->next : NULL;
			if (named[f->index] || !assigns_field(&own, f))
				continue;
			named[f->index] = true;
			text = arena_printf(split->arena, "%s%s%s", text, *text ? ", " : "", f->name);
			if (!part->name)
				part->name = f->name;
		}
	part->assigns = text;
}

static bool
make_part(struct split *split, struct program *program, const struct kernel_needs *needs, int kernel)
{
	const struct stencil *whole = split->stencil;
	const int root = split->groups[kernel].roots[0];
	const bool alone = split_is_alone(split, root);
	struct part *part = &program->parts[kernel];
	struct stencil *stencil = arena_new(split->arena, struct stencil);
	struct part_maker m = {
		.clone = {
			.split = split, .kernel = kernel, .flat = split->groups[kernel].kind == KERNEL_plane, .wanted = needs->wanted,
			.fields = arena_array(split->arena, struct field *, whole->field_count + 1),
			.kept_fields = arena_array(split->arena, struct field *, whole->temp_count + 1),
			.params = arena_array(split->arena, struct param *, whole->param_count + 1),
			.temps = arena_array(split->arena, struct temp *, whole->temp_count + 1),
		},
		.program = program, .needs = needs, .part = part, .last_statement = &stencil->statements,
		.last_temp = &stencil->temps, .last_field = &stencil->fields,
	};

	*stencil = (struct stencil){
		.name = whole->name, .span = whole->span, .grid = whole->grid, .family = whole->family, .kind = whole->kind,
		.relations = whole->relations, .has_zone_blocks = whole->has_zone_blocks,
		.complete = true, .widening = split->groups[kernel].widening,
		.extents = whole->border, .border = whole->border, /* what the kernel may read; its plan says what it does */
		.location = split_location_of(split, root), .half = split->statements[root]->half, .all_elements = alone,
		.all_levels = alone && split->all_levels[root],
	};
	stencil->outputs_on[stencil->location] = true;
	memcpy(stencil->least, whole->least, sizeof stencil->least);
	memcpy(stencil->edge_levels, whole->edge_levels, sizeof stencil->edge_levels);
	part->kind = split->groups[kernel].kind;
	part->fills = split_fills_before(split, kernel);
	part->stencil = stencil;
	part->origins = arena_array(split->arena, struct origin, whole->field_count + program->kept_count + whole->temp_count + 1);
	add_fields(&m);
	add_params(&m);
	for (int s = 0; s < split->count; s++)
		if (wants_any(&m, s) && part->kind == KERNEL_columns && is_sum(split->statements[s]))
			add_fused_reduction(&m, split->statements[s]);
		else if (split->group_of[s] == kernel && alone && split->statements[s]->u.assign.temp->type != TYPE_BOOL)
			add_stored(&m, split->statements[s]);
		else if (wants_any(&m, s))
			add_copy(&m, s);
	name_part(split, part);
	if (part->kind == KERNEL_columns)
		return split_plan_columns(&m.clone, program, needs->stored);
	part->plan = plan_stencil(split->arena, split->source, stencil);
	if (part->plan && whole->kind->has_domain && !part->plan->has_guards)
		stencil->extents = stencil->border = part->plan->reach;
	return part->plan != NULL;
}

const char *
part_ending(struct arena *arena, const struct program *program, int part)
{
	const struct part *parts = program->parts;
	int same = 1;

	for (int p = 0; p < part; p++)
		same += !strcmp(parts[p].name, parts[part].name);
	return same == 1 ? arena_printf(arena, "_%s", parts[part].name)
		: arena_printf(arena, "_%s_%d", parts[part].name, same);
}

bool
program_updates_again(const struct program *program)
{
	int count = 0;

	for (const struct part *part = program->parts; part < program->parts + program->part_count; part++) {
		bool updates = false;

		for (const struct field *f = part->stencil->fields; f; f = f->next)
			updates |= f->assigned && part->origins[f->index].field;
		count += updates;
	}
	return count > 1;
}

bool
split_make_parts(struct split *split, struct program *program)
{
	const struct kernel_needs *needs = split_needs(split);

	split_find_kept(split, needs, program);
	split_find_fills(split);
	program->part_count = split->group_count;
	program->parts = arena_array(split->arena, struct part, split->group_count);
	for (int k = 0; k < split->group_count; k++)
		if (!make_part(split, program, &needs[k], k))
			return false;
	return true;
}
