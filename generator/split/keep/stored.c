#include "generator/split/split.h"

#include "generator/gather/gather.h"
#include "generator/plan/lookups.h"
#include "generator/plan/names.h"

#include <string.h>

/* Stencils on meshes that store temporaries: a kernel for each, over all elements of its location, then one for the
 * outputs. */
struct storing {
	struct arena *arena;
	const struct source *source;
	const struct stencil *stencil;
	struct program *program;
	bool *named;                /* by temp index: --store names it */
	const struct temp **temps;  /* that are stored, in the order of the text */
	int count;
	bool *wanted;               /* by temp index: a kernel reads it */
	struct extents *levels;     /* likewise: how far above and below the updated levels */
};

/* Whether a temporary can have a kernel of its own, or else is computed where it is needed: arrays on meshes have real numbers. */
static bool
can_be_stored(const struct temp *t, struct error *error)
{
	if (t->stmt->kind != STMT_ASSIGN)
		return error_set(error, EXIT_ERRORS, "it is assigned inside of an 'if'");
	if (t->where.relation)
		return error_set(error, EXIT_ERRORS, "it has a value for each slot");
	if (t->uniform)
		return error_set(error, EXIT_ERRORS, "it is made of params only, so there is nothing to keep");
	if (t->written.read)
		return error_set(error, EXIT_ERRORS, "it is made of what the stencil writes");
	return t->type == TYPE_FLOAT || t->type == TYPE_DOUBLE || error_set(error, EXIT_ERRORS, "it is no real number");
}

bool
split_is_stored(const struct temp *t)
{
	return t->stmt->kind == STMT_ASSIGN && t->stmt->u.assign.stored && t->used && can_be_stored(t, NULL);
}

/* Marks all versions of a name. */
static bool
name_stored(const struct storing *s, const char *name)
{
	bool found = false;

	for (const struct temp *t = s->stencil->temps; t; t = t->next) {
		struct error error;

		if (strcmp(t->name, name) != 0)
			continue;
		if (!can_be_stored(t, &error)) {
			error_at(s->source, t->span, "--store %s: %s", name, error.text);
			return false;
		}
		found = s->named[t->index] = true;
	}
	if (!found)
		store_report_unknown(s->arena, s->source, s->stencil, name);
	return found;
}

/* Reads NAME+NAME. */
static bool
read_names(const struct storing *s, const char *store)
{
	const char *all = store;

	if (!*store_suffix(s->arena, store))
		return true;
	for (;; store++) {
		const size_t length = strcspn(store, "+/");

		if (!length || store[length] == '/') {
			error_at(s->source, s->stencil->span, !length ? "--store %s: a name is missing"
				: "--store %s: on a mesh each temporary has a kernel of its own, NAME+NAME", all);
			return false;
		}
		if (!name_stored(s, arena_strndup(s->arena, store, length)))
			return false;
		store += length;
		if (!*store)
			return true;
	}
}

/* A field of a part that holds a temporary. */
static struct field *
new_kept_field(const struct storing *s, const struct temp *t, bool assigned)
{
	struct field *field = arena_new(s->arena, struct field);

	*field = (struct field){
		.name = version_name(s->arena, t), .span = t->span, .role = assigned ? ROLE_OUT : ROLE_IN, .assigned = assigned,
		.used = true, .shape = SHAPE_POINT, .declared = t->type, .type = t->type, .where = t->where,
	};
	return field;
}

static struct field *
new_field(const struct storing *s, const struct field *like, const struct temp *stored)
{
	struct field *field = arena_new(s->arena, struct field);

	*field = *like;
	if (stored)
		field->role = ROLE_IN;
	field->assigned = field->role != ROLE_IN;
	return field;
}

/* The fields of a part: those of the whole, then what is stored, but for those that the plan of all of them, if there is
 * one, does without. */
static void
add_fields(const struct storing *s, struct part *part, const struct temp *stored, const struct plan *all,
	struct field **fields, struct field **kept)
{
	struct stencil *stencil = part->stencil;
	struct field **last = &stencil->fields;
	int number = 0;

	stencil->fields = NULL;
	stencil->field_count = 0;
	part->origins = arena_array(s->arena, struct origin, s->stencil->field_count + s->count + 1);
	for (const struct field *f = s->stencil->fields; f; f = f->next) {
		struct field *own = fields[f->index] = new_field(s, f, stored);

		if (all && !all->fields[number++])
			continue;
		part->origins[own->index = stencil->field_count++] = (struct origin){ .field = f };
		*last = own;
		last = &own->next;
	}
	for (int i = 0; i < s->count; i++) {
		struct field *own = kept[s->temps[i]->index] = new_kept_field(s, s->temps[i], s->temps[i] == stored);

		if (all && !all->fields[number++])
			continue;
		part->origins[own->index = stencil->field_count++] = (struct origin){ .kept = &s->program->kept[i] };
		*last = own;
		last = &own->next;
	}
	*last = NULL;
}

/* What a part reads of other parts has to be there on these levels. */
static void
want(const struct storing *s, const struct part *part, const struct temp *stored)
{
	const struct extents none = { .low = { 0 } }, *own = stored ? &s->levels[stored->index] : &none;

	for (const struct reference *r = part->plan->reads; r; r = r->next) {
		const struct kept *kept = part->origins[r->field->index].kept;
		struct extents *levels;

		if (!kept || kept->temp == stored)
			continue;
		s->wanted[kept->temp->index] = true;
		levels = &s->levels[kept->temp->index];
		if (own->low[2] - r->offset.z > levels->low[2])
			levels->low[2] = own->low[2] - r->offset.z;
		if (own->high[2] + r->offset.z > levels->high[2])
			levels->high[2] = own->high[2] + r->offset.z;
	}
}

/* Plans the kernel of what is stored, or of the outputs: with all fields, then with those that it needs. */
static bool
make_part(const struct storing *s, struct part *part, const struct temp *stored)
{
	struct field **fields = arena_array(s->arena, struct field *, s->stencil->field_count + 1);
	struct field **kept = arena_array(s->arena, struct field *, s->stencil->temp_count + 1);
	const struct gathering gathering = { stored, fields, kept };

	part->kind = KERNEL_points;
	part->plan = NULL;
	for (int pass = 0; pass < 2; pass++) {
		part->stencil = arena_new(s->arena, struct stencil);
		*part->stencil = *s->stencil;
		part->stencil->location = stored ? stored->where.location : s->stencil->location;
		add_fields(s, part, stored, part->plan, fields, kept);
		part->plan = plan_gathered(s->arena, s->source, part->stencil, &gathering);
		if (!part->plan)
			return false;
	}
	if (stored)
		part->stencil->widening = s->levels[stored->index];
	want(s, part, stored);
	return true;
}

/* The names of what a kernel assigns. */
static void
name_part(const struct storing *s, struct part *part)
{
	const char *text = "";

	for (const struct field *f = part->stencil->fields; f; f = f->next)
		if (f->assigned) {
			text = arena_printf(s->arena, "%s%s%s", text, *text ? ", " : "", f->name);
			part->name = part->name ? part->name : f->name;
		}
	part->assigns = text;
}

/* The last kernel is planned first: it tells what those before it have to store. */
static bool
make_parts(struct storing *s)
{
	struct program *program = s->program;
	struct part *parts = arena_array(s->arena, struct part, s->count + 1);
	int first = s->count;

	if (!make_part(s, &parts[s->count], NULL))
		return false;
	for (int i = s->count - 1; i >= 0; i--)
		if (s->wanted[s->temps[i]->index] && !make_part(s, &parts[--first], s->temps[i]))
			return false;
	program->parts = parts + first;
	program->part_count = s->count + 1 - first;
	for (int p = 0; p < program->part_count; p++)
		name_part(s, &program->parts[p]);
	return true;
}

static void
find_stored(struct storing *s)
{
	const struct stencil *stencil = s->stencil;

	s->temps = arena_array(s->arena, const struct temp *, stencil->temp_count + 1);
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (split_is_stored(t) || (s->named[t->index] && t->used))
			s->temps[s->count++] = t;
	s->wanted = arena_array(s->arena, bool, stencil->temp_count + 1);
	s->levels = arena_array(s->arena, struct extents, stencil->temp_count + 1);
	s->program->stencil = stencil;
	s->program->kept = arena_array(s->arena, struct kept, s->count + 1);
	for (int i = 0; i < s->count; i++)
		s->program->kept[i] = (struct kept){ .temp = s->temps[i], .shape = SHAPE_POINT, .type = s->temps[i]->type };
	s->program->kept_count = s->count;
}

/* A kernel reads a stored constant from neighbours that the whole plan has no need to look up. */
static void
find_parts_that_look_up_more(struct storing *s, struct plan *plan)
{
	const struct lookups whole = find_lookups(s->arena, plan);
	const struct plan **parts = arena_array(s->arena, const struct plan *, s->program->part_count + 1);
	bool more = false;

	for (int p = 0; p < s->program->part_count; p++) {
		const struct lookups own = find_lookups(s->arena, s->program->parts[p].plan);

		parts[p] = s->program->parts[p].plan;
		for (int i = 0; i < own.count; i++)
			more |= !lookups_table(&whole, own.tables[i].relation);
	}
	plan->parts = more ? parts : NULL;
}

bool
split_store_on_mesh(struct arena *arena, const struct source *source, const struct stencil *stencil, const char *store,
	struct plan *plan)
{
	struct storing s = {
		.arena = arena, .source = source, .stencil = stencil, .program = arena_new(arena, struct program),
		.named = arena_array(arena, bool, stencil->temp_count + 1),
	};

	if (!read_names(&s, store))
		return false;
	find_stored(&s);
	if (!s.count)
		return true;
	if (!make_parts(&s))
		return false;
	if (s.program->part_count > 1) {
		plan->program = s.program;
		find_parts_that_look_up_more(&s, plan);
	}
	return true;
}
