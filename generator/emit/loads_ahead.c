#include "generator/emit/loads_ahead.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"

int
ahead_levels(const struct kernel *k)
{
	return tunable_of(TUNABLE_ahead, k->variant);
}

static bool
is_up(const struct column_loop *loop)
{
	return loop->order == SWEEP_UP;
}

int
ahead_lead(const struct loads_ahead *ahead, const struct value_ahead *value)
{
	return is_up(ahead->loop) ? value->high : value->low;
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
	return !read->offset.x && !read->offset.y && read->neighbor == OWN_ELEMENT && (is_up(loop) ? read->offset.z >= 0 : read->offset.z <= 0);
}

/* Whether a thread knows where to load it before it comes to the level: of an element that is there, and is looked up once. */
static bool
is_known(const struct plan *plan, const struct reference *read)
{
	const struct mesh_neighbor *neighbor = !plan->neighbors ? NULL : &plan->neighbors->list[read->neighbor];

	return !neighbor || read->neighbor == OWN_ELEMENT
		|| (!neighbor->loop && !neighbor->may_lack && !plan->neighbors->stencil->all_elements);
}

static bool
is_in_memory(const struct reference *read)
{
	return read->field->shape == SHAPE_POINT && !read->field->local;
}

/* Neighbors with the same element have one number, but for fields on slots, which differ. */
static int
neighbor_of(const struct plan *plan, const struct reference *read)
{
	return !plan->neighbors ? 0 : read->field->where.relation ? read->neighbor : plan->neighbors->list[read->neighbor].same;
}

bool
ahead_has_read(const struct plan *plan, const struct value_ahead *v, const struct reference *read)
{
	return v->field->index == read->field->index && v->at.x == read->offset.x && v->at.y == read->offset.y
		&& v->neighbor == neighbor_of(plan, read);
}

/* Which of two values comes first: by fields, columns and elements, and if each level has its own, by levels. */
static int
compare(const struct value_ahead *a, const struct value_ahead *b, bool by_level)
{
	const int column = offset_compare(a->at, b->at);

	return a->field != b->field ? a->field->index - b->field->index : column ? column
		: a->neighbor != b->neighbor || !by_level ? a->neighbor - b->neighbor : a->low - b->low;
}

/* The value that a read belongs to, which is added in order. */
static struct value_ahead *
find_or_add(struct loads_ahead *ahead, const struct plan *plan, const struct reference *read, bool by_level)
{
	const struct value_ahead value = { .field = read->field, .at = { read->offset.x, read->offset.y, 0 },
		.neighbor = neighbor_of(plan, read), .low = read->offset.z, .high = read->offset.z };
	int place = 0;

	while (place < ahead->count && compare(&ahead->values[place], &value, by_level) < 0)
		place++;
	if (place < ahead->count && !compare(&ahead->values[place], &value, by_level))
		return &ahead->values[place];
	for (int i = ahead->count++; i > place; i--)
		ahead->values[i] = ahead->values[i - 1];
	ahead->values[place] = value;
	return &ahead->values[place];
}

/* More levels than any mark counts. */
enum { MANY = 1 << 20 };

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
find_levels(const struct column_loop *loop, int least, const struct value_ahead *v, struct span_of_levels *levels)
{
	int first = MANY, end = -MANY;

	*levels = (struct span_of_levels){ { -MANY, true }, { -MANY, false } };
	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r; r = r->next) {
			const struct level_mark from = shifted(loop->segments[s].first, r->offset.z);
			const struct level_mark to = shifted(loop->segments[s].end, r->offset.z);

			if (r->field != v->field || !ahead_has_read(loop->segments[s].plan, v, r))
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

/* Sets from where on a value is loaded; false if what the first level carries may not be there. A loop over half levels begins above
 * the full ones, unless it reads one there. */
static bool
set_limit(const struct column_loop *loop, int least, bool half, struct value_ahead *v)
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
	v->misses_top = half && !v->field->where.half && !v->low && level_in(levels.end, least) < least;
	v->needed = level_in(levels.end, least) - least;
	return least + v->low >= level_in(levels.first, least);
}

/* Whether one mark is never above another, in a loop of some levels or more. */
static bool
is_at_most(struct level_mark low, struct level_mark high, int least)
{
	return level_in(low, least) <= level_in(high, least) && level_in(low, MANY) <= level_in(high, MANY);
}

enum presence
ahead_presence(const struct loads_ahead *ahead, int least, const struct value_ahead *v, struct level_mark first, struct level_mark end)
{
	const struct level_mark top = { .level = 1, .from_top = true };

	if (is_up(ahead->loop))
		return is_at_most(end, v->limit, least) ? PRESENT : is_at_most(v->limit, first, least) ? ABSENT : PRESENT_ON_SOME;
	if (is_at_most(end, v->limit, least) || (v->misses_top && is_at_most(top, first, least)))
		return ABSENT;
	return is_at_most(v->limit, first, least) && (!v->misses_top || is_at_most(end, top, least)) ? PRESENT : PRESENT_ON_SOME;
}

bool
ahead_starts_with(const struct loads_ahead *ahead, const struct value_ahead *v, int z)
{
	return z != ahead_lead(ahead, v) && (is_up(ahead->loop) ? z >= v->needed : z <= v->needed);
}

/* All names in the kernel's scope, to which those of variables are added. */
static struct scope
open_scope(const struct kernel *k, const struct loads_ahead *ahead)
{
	const struct plan *body = ahead->loop->segments->plan;
	const struct stencil *frame = body->stencil;
	const int neighbors = body->neighbors ? body->neighbors->count : 0;
	int room = frame->field_count + frame->param_count + neighbors + 1;
	struct scope scope = { .arena = k->arena, .plan = body, .of = NAMES_OF_KERNEL };

	for (int s = 0; s < ahead->loop->count; s++)
		for (const struct instance *i = ahead->loop->segments[s].plan->instances; i; i = i->next)
			for (const struct value *v = i->values; v; v = v->next)
				room++;
	for (int n = 0; n < ahead->count; n++)
		room += ahead->values[n].high - ahead->values[n].low + 1;
	scope.names = arena_array(k->arena, const char *, room);
	for (int f = 0; f < frame->field_count; f++)
		scope.names[scope.count++] = body->names.fields[f];
	for (int p = 0; p < frame->param_count; p++)
		scope.names[scope.count++] = body->names.params[p];
	for (int n = 0; n < neighbors; n++)
		scope.names[scope.count++] = body->names.neighbors[n];
	for (int s = 0; s < ahead->loop->count; s++)
		for (const struct instance *i = ahead->loop->segments[s].plan->instances; i; i = i->next)
			for (const struct value *v = i->values; v; v = v->next)
				if (v->variable == v)
					scope.names[scope.count++] = v->name;
	return scope;
}

/* What follows the name of the field in the variable of a level of a value. */
static const char *
level_name(const struct kernel *k, const struct value_ahead *v, int z)
{
	const char *point = point_name(k->arena, (struct offset){ v->at.x, v->at.y, z });
	const char *element = !k->plan->neighbors ? "" : k->plan->names.neighbors[v->neighbor];

	return !*element ? point : z ? arena_printf(k->arena, "%s_%s", element, point) : element;
}

static void
name_values(const struct kernel *k, struct loads_ahead *ahead)
{
	struct scope scope = open_scope(k, ahead);

	for (struct value_ahead *v = ahead->values; v < ahead->values + ahead->count; v++) {
		v->names = arena_array(k->arena, const char *, v->high - v->low + 1);
		for (int z = v->low; z <= v->high; z++)
			v->names[z - v->low] = scope_add(&scope, arena_printf(k->arena, "%s_%s",
				k->plan->names.fields[v->field->index], level_name(k, v, z)));
	}
}

/* Adds what the loop reads and may load early. */
static void
add_values(struct loads_ahead *ahead)
{
	for (int s = 0; s < ahead->loop->count; s++)
		for (const struct reference *r = ahead->loop->segments[s].plan->reads; r; r = r->next)
			if (is_in_memory(r) && is_known(ahead->loop->segments[s].plan, r) && can_be_early(ahead->loop, r)) {
				struct value_ahead *v = find_or_add(ahead, ahead->loop->segments[s].plan, r, false);

				v->low = r->offset.z < v->low ? r->offset.z : v->low;
				v->high = r->offset.z > v->high ? r->offset.z : v->high;
			}
}

const struct loads_ahead *
ahead_find(const struct kernel *k, const struct column_loop *loop)
{
	struct loads_ahead *ahead = arena_new(k->arena, struct loads_ahead);
	int reads = 1, count;

	ahead->loop = loop;
	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r; r = r->next)
			reads++;
	ahead->values = arena_array(k->arena, struct value_ahead, reads);
	if (ahead_levels(k) && loop->order != SWEEP_NONE)
		add_values(ahead);
	count = ahead->count;
	ahead->count = 0;
	for (int n = 0; n < count; n++)
		if (set_limit(loop, k->plan->sweeps->least, k->plan->stencil->half, &ahead->values[n]))
			ahead->values[ahead->count++] = ahead->values[n];
	if (!ahead->count)
		return NULL;
	name_values(k, ahead);
	return ahead;
}

/* A kernel's levels, which may be done in any order. */
static const struct column_loop *
all_levels(const struct kernel *k)
{
	struct column_loop *loop = arena_new(k->arena, struct column_loop);
	struct plan *plan = arena_new(k->arena, struct plan);

	*plan = *k->plan;
	*loop = (struct column_loop){ .order = SWEEP_NONE, .points = true, .segments = arena_new(k->arena, struct segment), .count = 1 };
	*loop->segments = (struct segment){ .plan = plan };
	return loop;
}

const struct loads_ahead *
ahead_of_points(const struct kernel *k)
{
	struct loads_ahead *ahead = arena_new(k->arena, struct loads_ahead);
	int reads = 1;

	for (const struct reference *r = k->plan->reads; r; r = r->next)
		reads++;
	*ahead = (struct loads_ahead){ .loop = all_levels(k), .values = arena_array(k->arena, struct value_ahead, reads) };
	for (const struct reference *r = k->plan->reads; r; r = r->next)
		if (is_in_memory(r) && is_known(k->plan, r) && !is_assigned(ahead->loop, r->field))
			find_or_add(ahead, k->plan, r, true);
	if (!ahead->count)
		return NULL;
	name_values(k, ahead);
	return ahead;
}

const char *
ahead_variable(const struct kernel *k, const struct reference *read)
{
	const struct value_ahead *v = k->ahead ? k->ahead->values : NULL;

	for (; v && v < k->ahead->values + k->ahead->count; v++)
		if (ahead_has_read(k->plan, v, read) && read->offset.z >= v->low && read->offset.z <= v->high)
			return v->names[read->offset.z - v->low];
	return NULL;
}
