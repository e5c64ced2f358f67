#include "generator/emit/plane/ring.h"
#include "generator/plan/names.h"
#include "generator/plan/offset.h"

int
ring_levels(const struct kernel *k)
{
	return !k->plan->sweeps ? 0 : tunable_of(TUNABLE_ahead, k->variant);
}

enum type
ring_type(const struct kernel *k)
{
	const struct field *f = k->plan->stencil->fields;

	if (k->plan->sweeps->shared_count)
		return k->plan->sweeps->shared_type;
	while (f->next && (f->shape != SHAPE_POINT || (f->type != TYPE_FLOAT && f->type != TYPE_DOUBLE)))
		f = f->next;
	return f->type;
}

static bool
is_up(const struct column_loop *loop)
{
	return loop->order == SWEEP_UP;
}

int
ring_lead(const struct ring *ring, const struct ring_value *value)
{
	return is_up(ring->loop) ? value->high : value->low;
}

static bool
assigns(const struct stmt *stmt, const struct field *field)
{
	struct stmt own = *stmt;

	own.next = NULL;
	return assigns_field(&own, field);
}

/* Looks for reads of a field. */
struct search {
	const struct field *field;
	bool found;
};

static void
note_field(void *context, const struct expr *e)
{
	struct search *search = context;

	search->found |= e->kind == EXPR_FIELD && e->u.read.field == search->field;
}

/* Whether a level reads a field after it has assigned it. */
static bool
reads_own_result(const struct plan *plan, const struct field *field)
{
	bool assigned = false;

	for (const struct instance *i = plan->instances; i; i = i->next) {
		struct search search = { field, false };
		const bool here = assigns(i->stmt, field);

		plan_walk(i, note_field, &search);
		if (search.found && (assigned || (here && i->stmt->kind == STMT_IF)))
			return true;
		assigned |= here;
	}
	return false;
}

static bool
is_assigned(const struct column_loop *loop, const struct field *field)
{
	for (int s = 0; s < loop->count; s++)
		if (assigns_field(loop->segments[s].plan->stencil->statements, field))
			return true;
	return false;
}

/* What the loop itself assigns later is loaded before that; but not what it has assigned. */
static bool
can_be_early(const struct column_loop *loop, const struct reference *read)
{
	if (!is_assigned(loop, read->field))
		return true;
	for (int s = 0; s < loop->count; s++)
		if (reads_own_result(loop->segments[s].plan, read->field))
			return false;
	return !read->offset.x && !read->offset.y && (is_up(loop) ? read->offset.z >= 0 : read->offset.z <= 0);
}

static bool
is_in_memory(const struct kernel *k, const struct reference *read)
{
	return read->field->shape == SHAPE_POINT && !read->field->local && read->field->type == ring_type(k);
}

/* The value that a read belongs to, which is added in the order of fields and columns. */
static struct ring_value *
find_or_add(struct ring *ring, const struct reference *read)
{
	const struct offset at = { read->offset.x, read->offset.y, 0 };
	int place = 0;

	while (place < ring->count && (ring->values[place].field->index < read->field->index
			|| (ring->values[place].field == read->field && offset_compare(ring->values[place].at, at) < 0)))
		place++;
	if (place < ring->count && ring->values[place].field == read->field && offset_equal(ring->values[place].at, at))
		return &ring->values[place];
	for (int i = ring->count++; i > place; i--)
		ring->values[i] = ring->values[i - 1];
	ring->values[place] = (struct ring_value){ .field = read->field, .at = at, .low = read->offset.z, .high = read->offset.z };
	return &ring->values[place];
}

/* A mark as a number, where there are so many levels. */
static int
level_in(struct level_mark mark, int levels)
{
	return mark.from_top ? levels - mark.level : mark.level;
}

static struct level_mark
shifted(struct level_mark mark, int levels)
{
	mark.level += mark.from_top ? -levels : levels;
	return mark;
}

/* The levels of a value that are read: from one mark to below the other. */
struct span_of_levels {
	struct level_mark first, end;
};

/* Looks at the fewest levels that there can be, and at many: what comes first in both does so always. False if none does. */
static bool
find_levels(const struct column_loop *loop, int least, const struct ring_value *v, struct span_of_levels *levels)
{
	enum { MANY = 1 << 20 };
	int first = MANY, end = -MANY;

	*levels = (struct span_of_levels){ { -MANY, true }, { -MANY, false } };
	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r; r = r->next) {
			const struct level_mark from = shifted(loop->segments[s].first, r->offset.z);
			const struct level_mark to = shifted(loop->segments[s].end, r->offset.z);

			if (r->field != v->field || r->offset.x != v->at.x || r->offset.y != v->at.y)
				continue;
			first = level_in(from, least) < first ? level_in(from, least) : first;
			end = level_in(to, least) > end ? level_in(to, least) : end;
			if (level_in(from, MANY) < level_in(levels->first, MANY))
				levels->first = from;
			if (level_in(to, MANY) > level_in(levels->end, MANY))
				levels->end = to;
		}
	return level_in(levels->first, least) == first && level_in(levels->end, least) == end;
}

/* Sets from where on a value is loaded; false if what the first level carry may not be there. */
static bool
set_limit(const struct column_loop *loop, int least, struct ring_value *v)
{
	struct span_of_levels levels;

	if (!find_levels(loop, least, v, &levels))
		return false;
	if (is_up(loop)) {
		v->high = v->high < 0 ? 0 : v->high;
		v->limit = shifted(levels.end, -v->high);
		v->needed = level_in(levels.first, least);
		return v->high - 1 < level_in(levels.end, least);
	}
	v->low = v->low > 0 ? 0 : v->low;
	v->limit = shifted(levels.first, -v->low);
	v->needed = level_in(levels.end, least) - least;
	return least + v->low >= level_in(levels.first, least);
}

bool
ring_starts_with(const struct ring *ring, const struct ring_value *v, int z)
{
	return z != ring_lead(ring, v) && (is_up(ring->loop) ? z >= v->needed : z <= v->needed);
}

/* All names in the kernel's scope, to which those of variables are added. */
static struct scope
open_scope(const struct kernel *k, const struct ring *ring)
{
	const struct plan *body = ring->loop->segments->plan;
	const struct stencil *frame = body->stencil;
	int room = frame->field_count + frame->param_count + 1;
	struct scope scope = { .arena = k->arena, .plan = body, .of = NAMES_OF_KERNEL };

	for (int s = 0; s < ring->loop->count; s++)
		for (const struct instance *i = ring->loop->segments[s].plan->instances; i; i = i->next)
			for (const struct value *v = i->values; v; v = v->next)
				room++;
	for (int n = 0; n < ring->count; n++)
		room += ring->values[n].high - ring->values[n].low + 1;
	scope.names = arena_array(k->arena, const char *, room);
	for (int f = 0; f < frame->field_count; f++)
		scope.names[scope.count++] = body->names.fields[f];
	for (int p = 0; p < frame->param_count; p++)
		scope.names[scope.count++] = body->names.params[p];
	for (int s = 0; s < ring->loop->count; s++)
		for (const struct instance *i = ring->loop->segments[s].plan->instances; i; i = i->next)
			for (const struct value *v = i->values; v; v = v->next)
				if (v->variable == v)
					scope.names[scope.count++] = v->name;
	return scope;
}

static void
name_values(const struct kernel *k, struct ring *ring)
{
	struct scope scope = open_scope(k, ring);

	for (struct ring_value *v = ring->values; v < ring->values + ring->count; v++) {
		v->names = arena_array(k->arena, const char *, v->high - v->low + 1);
		for (int z = v->low; z <= v->high; z++)
			v->names[z - v->low] = scope_add(&scope, arena_printf(k->arena, "%s_%s",
				k->plan->names.fields[v->field->index], point_name(k->arena, (struct offset){ v->at.x, v->at.y, z })));
	}
}

/* Adds what the loop reads and may load early. */
static void
add_values(const struct kernel *k, struct ring *ring)
{
	for (int s = 0; s < ring->loop->count; s++)
		for (const struct reference *r = ring->loop->segments[s].plan->reads; r; r = r->next)
			if (is_in_memory(k, r) && can_be_early(ring->loop, r)) {
				struct ring_value *v = find_or_add(ring, r);

				v->low = r->offset.z < v->low ? r->offset.z : v->low;
				v->high = r->offset.z > v->high ? r->offset.z : v->high;
			}
}

const struct ring *
ring_find(const struct kernel *k, const struct column_loop *loop)
{
	struct ring *ring = arena_new(k->arena, struct ring);
	int reads = 1, count;

	ring->loop = loop;
	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r; r = r->next)
			reads++;
	ring->values = arena_array(k->arena, struct ring_value, reads);
	if (ring_levels(k) && loop->order != SWEEP_NONE)
		add_values(k, ring);
	count = ring->count;
	ring->count = 0;
	for (int n = 0; n < count; n++)
		if (set_limit(loop, k->plan->sweeps->least, &ring->values[n]))
			ring->values[ring->count++] = ring->values[n];
	if (!ring->count)
		return NULL;
	name_values(k, ring);
	return ring;
}

int
ring_values(const struct kernel *k)
{
	const struct columns *columns = k->plan->sweeps;
	int most = 0;

	for (int l = 0; columns && l < columns->count; l++) {
		const struct ring *ring = ring_find(k, &columns->loops[l]);

		most = ring && ring->count > most ? ring->count : most;
	}
	return most;
}

const char *
ring_variable(const struct kernel *k, const struct field *field, struct offset at)
{
	const struct ring_value *v = k->ring ? k->ring->values : NULL;

	for (; v && v < k->ring->values + k->ring->count; v++)
		if (v->field->index == field->index && v->at.x == at.x && v->at.y == at.y && at.z >= v->low && at.z <= v->high)
			return v->names[at.z - v->low];
	return NULL;
}
