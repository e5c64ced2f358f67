#include "generator/emit/plane/tile.h"
#include "generator/plan/names.h"
#include "generator/plan/offset.h"

struct builder {
	struct arena *arena;
	struct tile *tile;
	struct strip **last;
};

static int
floor_to(int x, int multiple)
{
	return x - (x % multiple + multiple) % multiple;
}

bool
strip_is_loaded(const struct strip *strip, int row)
{
	return strip->field->role != ROLE_OUT && strip->needed[row + MAX_OFFSET] && !strip->carried[row + MAX_OFFSET];
}

bool
strip_is_carried(const struct strip *strip, int row)
{
	return strip->carried[row + MAX_OFFSET];
}

bool
strip_is_carried_at_all(const struct strip *strip)
{
	for (int row = strip->low; row < strip->high; row++)
		if (strip_is_carried(strip, row))
			return true;
	return false;
}

bool
strip_is_scalar(const struct strip *strip)
{
	return strip->local || strip->high - strip->low == 1;
}

bool
strip_is_immediate(const struct strip *strip)
{
	return !strip->local && strip_is_scalar(strip) && !strip_is_carried_at_all(strip)
		&& (strip->field ? strip->field->role != ROLE_OUT : strip->temp->stmt->kind == STMT_ASSIGN);
}

static struct strip *
find_strip(const struct tile *tile, const struct field *field, const struct temp *temp, int x, int z)
{
	for (struct strip *s = tile->strips; s; s = s->next)
		if (s->field == field && s->temp == temp && s->z == z && s->x <= x && x < s->x + s->width)
			return s;
	return NULL;
}

/* Inserts a strip behind those of other fields and temporaries, by z and x. */
static struct strip *
add_strip(struct builder *b, const struct strip *strip)
{
	struct strip **list = b->last, *added;

	while (*list && ((*list)->z < strip->z || ((*list)->z == strip->z && (*list)->x < strip->x)))
		list = &(*list)->next;
	added = arena_new(b->arena, struct strip);
	*added = *strip;
	added->next = *list;
	return *list = added;
}

/* Later strips are appended. */
static void
end_set(struct builder *b)
{
	while (*b->last)
		b->last = &(*b->last)->next;
}

static void
need_row(struct strip *strip, int row)
{
	const bool first = strip->low == strip->high;

	strip->needed[row + MAX_OFFSET] = true;
	if (first || row < strip->low)
		strip->low = row;
	if (first || row >= strip->high)
		strip->high = row + 1;
}

/* The elements of the vector at x that are read, a bit each. */
static unsigned
components(const struct tile *tile, const struct field *field, int x)
{
	unsigned set = 0;

	for (const struct reference *r = tile->plan->reads; r; r = r->next)
		if (r->field == field && x <= r->offset.x && r->offset.x < x + tile->shape.points)
			set |= 1u << (r->offset.x - x);
	return set;
}

/* Loads a vector, or a scalar if only one element is read. */
static void
add_read(struct builder *b, const struct reference *read)
{
	const struct tile *tile = b->tile;
	const int vector = floor_to(read->offset.x, tile->shape.points);
	const unsigned set = components(tile, read->field, vector);
	const bool alone = !(set & (set - 1));
	struct strip *strip = find_strip(tile, read->field, NULL, read->offset.x, read->offset.z);

	if (!strip)
		strip = add_strip(b, &(struct strip){
			.field = read->field, .type = read->field->type, .z = read->offset.z,
			.x = alone ? read->offset.x : vector, .width = alone ? 1 : tile->shape.points,
		});
	need_row(strip, read->offset.y);
}

static void
add_results(struct builder *b, const struct field *field)
{
	struct strip *strip = add_strip(b, &(struct strip){
		.field = field, .type = field->type, .width = b->tile->shape.points,
	});

	for (int y = 0; y < b->tile->shape.rows; y++)
		need_row(strip, y);
}

static void
add_fields(struct builder *b)
{
	for (const struct field *f = b->tile->plan->stencil->fields; f; f = f->next) {
		if (f->role != ROLE_IN)
			add_results(b, f);
		for (const struct reference *r = b->tile->plan->reads; r; r = r->next)
			if (r->field == f && f->role == ROLE_IN && f->shape != SHAPE_PROFILE)
				add_read(b, r);
		end_set(b);
	}
}

static void
add_value(struct builder *b, const struct instance *instance, const struct value *value)
{
	struct strip *strip = find_strip(b->tile, NULL, value->variable->temp, value->at.x, value->at.z);
	const bool local = plan_is_local(instance, value);

	if (!strip)
		strip = add_strip(b, &(struct strip){
			.temp = value->variable->temp, .type = value->temp->type, .x = value->at.x,
			.z = value->at.z, .width = 1, .local = local,
		});
	need_row(strip, value->at.y);
	strip->local &= local;
	strip->carried[value->at.y + MAX_OFFSET] |= instance->carried;
}

static void
add_values(struct builder *b)
{
	const struct stmt *stmt = NULL;

	for (const struct instance *i = b->tile->plan->instances; i; i = i->next) {
		if (i->stmt != stmt)
			end_set(b);
		stmt = i->stmt;
		for (const struct value *v = i->values; v; v = v->next)
			add_value(b, i, v);
	}
}

const struct strip *
strip_above(const struct tile *tile, const struct strip *strip)
{
	return find_strip(tile, strip->field, strip->temp, strip->x, strip->z + 1);
}

/* A level higher, the points of a field are those that were above. */
static void
carry_fields(struct tile *tile)
{
	for (struct strip *s = tile->strips; s; s = s->next) {
		const struct strip *above = s->field && s->field->role == ROLE_IN
			? strip_above(tile, s) : NULL;

		for (int row = 0; above && row < STRIP_ROWS; row++)
			s->carried[row] = s->needed[row] && above->needed[row];
	}
}

static int
count_strips(const struct tile *tile)
{
	int count = 0;

	for (const struct strip *s = tile->strips; s; s = s->next)
		count++;
	return count;
}

/* Names strips. Fields, params and temporaries keep the names of the plan for one point. */
static void
name_strips(struct arena *arena, struct tile *tile)
{
	const struct plan *plan = tile->plan;
	const struct stencil *stencil = plan->stencil;
	const int most = stencil->field_count + stencil->param_count + stencil->temp_count
		+ count_strips(tile);
	struct scope scope = {
		arena, plan, NAMES_OF_KERNEL, arena_array(arena, const char *, most + 1), 0,
	};

	scope_take_arguments(&scope, plan);
	for (struct strip *s = tile->strips; s; s = s->next)
		s->name = scope_add(&scope, arena_printf(arena, "%s_%s",
			s->field ? plan->names.fields[s->field->index] : temp_base_name(arena, plan, s->temp),
			point_name(arena, (struct offset){ s->x, 0, s->z })));
}

struct tile *
tile_create(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct tile *tile = arena_new(arena, struct tile);
	struct builder b = { arena, tile, &tile->strips };
	const bool marches = variant_tile(plan, variant).levels > 1;

	tile->shape = variant_tile(plan, variant);
	tile->plan = plan_tile(arena, plan, tile->shape.points, tile->shape.rows, marches ? COURSE_UP : COURSE_NONE);
	if (!tile->plan)
		return NULL;
	add_fields(&b);
	add_values(&b);
	if (marches)
		carry_fields(tile);
	name_strips(arena, tile);
	return tile;
}

int
tile_load_count(const struct tile *tile)
{
	int count = 0;

	for (const struct strip *s = tile->strips; s && s->field; s = s->next)
		for (int row = s->low; row < s->high; row++)
			count += s->field->shape == SHAPE_POINT && strip_is_loaded(s, row);
	return count;
}

int
tile_store_count(const struct tile *tile)
{
	int count = 0;

	for (const struct strip *s = tile->strips; s && s->field; s = s->next)
		count += s->field->role == ROLE_IN ? 0 : tile->shape.rows;
	return count;
}

const struct strip *
tile_field(const struct tile *tile, const struct field *field, struct offset at, int *component)
{
	const struct strip *strip = find_strip(tile, field, NULL, at.x, shape_offset(field->shape, at).z);

	*component = strip ? at.x - strip->x : 0;
	return strip;
}

const struct strip *
tile_value(const struct tile *tile, const struct temp *temp, struct offset at)
{
	return find_strip(tile, NULL, plan_value(tile->plan, temp, at)->variable->temp, at.x, at.z);
}
