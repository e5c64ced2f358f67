#include "generator/emit/plane/tile.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"

struct builder {
	struct arena *arena;
	struct tile *tile;
	struct register_tile **last;
};

static int
floor_to(int x, int multiple)
{
	return x - (x % multiple + multiple) % multiple;
}

bool
register_tile_is_loaded(const struct register_tile *registers, int row)
{
	return registers->field->role != ROLE_OUT && registers->needed[row + MAX_OFFSET] && !registers->carried[row + MAX_OFFSET];
}

bool
register_tile_is_carried(const struct register_tile *registers, int row)
{
	return registers->carried[row + MAX_OFFSET];
}

bool
register_tile_is_carried_at_all(const struct register_tile *registers)
{
	for (int row = registers->low; row < registers->high; row++)
		if (register_tile_is_carried(registers, row))
			return true;
	return false;
}

bool
register_tile_is_scalar(const struct register_tile *registers)
{
	return registers->local || registers->high - registers->low == 1;
}

bool
register_tile_is_immediate(const struct register_tile *registers)
{
	return !registers->local && register_tile_is_scalar(registers) && !register_tile_is_carried_at_all(registers)
		&& (registers->field ? registers->field->role != ROLE_OUT : registers->temp->stmt->kind == STMT_ASSIGN);
}

static struct register_tile *
find_register_tile(const struct tile *tile, const struct field *field, const struct temp *temp, int x, int z)
{
	for (struct register_tile *s = tile->register_tiles; s; s = s->next)
		if (s->field == field && s->temp == temp && s->z == z && s->x <= x && x < s->x + s->width)
			return s;
	return NULL;
}

/* Inserts a register tile behind those of other fields and temporaries, by z and x. */
static struct register_tile *
add_register_tile(struct builder *b, const struct register_tile *registers)
{
	struct register_tile **list = b->last, *added;

	while (*list && ((*list)->z < registers->z || ((*list)->z == registers->z && (*list)->x < registers->x)))
		list = &(*list)->next;
	added = arena_new(b->arena, struct register_tile);
	*added = *registers;
	added->next = *list;
	return *list = added;
}

/* Later register tiles are appended. */
static void
end_set(struct builder *b)
{
	while (*b->last)
		b->last = &(*b->last)->next;
}

static void
need_row(struct register_tile *registers, int row)
{
	const bool first = registers->low == registers->high;

	registers->needed[row + MAX_OFFSET] = true;
	if (first || row < registers->low)
		registers->low = row;
	if (first || row >= registers->high)
		registers->high = row + 1;
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
	struct register_tile *registers = find_register_tile(tile, read->field, NULL, read->offset.x, read->offset.z);

	if (!registers)
		registers = add_register_tile(b, &(struct register_tile){
			.field = read->field, .type = read->field->type, .z = read->offset.z,
			.x = alone ? read->offset.x : vector, .width = alone ? 1 : tile->shape.points,
		});
	need_row(registers, read->offset.y);
}

static void
add_results(struct builder *b, const struct field *field)
{
	struct register_tile *registers = add_register_tile(b, &(struct register_tile){
		.field = field, .type = field->type, .width = b->tile->shape.points,
	});

	for (int y = 0; y < b->tile->shape.rows; y++)
		need_row(registers, y);
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
	struct register_tile *registers = find_register_tile(b->tile, NULL, value->variable->temp, value->at.x, value->at.z);
	const bool local = plan_is_local(instance, value);

	if (!registers)
		registers = add_register_tile(b, &(struct register_tile){
			.temp = value->variable->temp, .type = value->temp->type, .x = value->at.x,
			.z = value->at.z, .width = 1, .local = local,
		});
	need_row(registers, value->at.y);
	registers->local &= local;
	registers->carried[value->at.y + MAX_OFFSET] |= instance->carried;
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

const struct register_tile *
register_tile_above(const struct tile *tile, const struct register_tile *registers)
{
	return find_register_tile(tile, registers->field, registers->temp, registers->x, registers->z + 1);
}

/* A level higher, the points of a field are those that were above. */
static void
carry_fields(struct tile *tile)
{
	for (struct register_tile *s = tile->register_tiles; s; s = s->next) {
		const struct register_tile *above = s->field && s->field->role == ROLE_IN
			? register_tile_above(tile, s) : NULL;

		for (int row = 0; above && row < REGISTER_TILE_ROWS; row++)
			s->carried[row] = s->needed[row] && above->needed[row];
	}
}

static int
count_register_tiles(const struct tile *tile)
{
	int count = 0;

	for (const struct register_tile *s = tile->register_tiles; s; s = s->next)
		count++;
	return count;
}

/* Names register tiles. Fields, params and temporaries keep the names of the plan for one point. */
static void
name_register_tiles(struct arena *arena, struct tile *tile)
{
	const struct plan *plan = tile->plan;
	const struct stencil *stencil = plan->stencil;
	const int most = stencil->field_count + stencil->param_count + stencil->temp_count
		+ count_register_tiles(tile);
	struct scope scope = {
		arena, plan, NAMES_OF_KERNEL, arena_array(arena, const char *, most + 1), 0,
	};

	scope_take_arguments(&scope, plan);
	for (struct register_tile *s = tile->register_tiles; s; s = s->next)
		s->name = scope_add(&scope, arena_printf(arena, "%s_%s",
			s->field ? plan->names.fields[s->field->index] : temp_base_name(arena, plan, s->temp),
			point_name(arena, (struct offset){ s->x, 0, s->z })));
}

bool
tile_marches(const struct variant *variant, const struct tile_shape *shape)
{
	return shape->levels > 1 || variant->access == ACCESS_planes;
}

struct tile *
tile_create(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct tile *tile = arena_new(arena, struct tile);
	struct builder b = { arena, tile, &tile->register_tiles };
	bool marches;

	tile->shape = variant_tile(plan, variant);
	marches = tile_marches(variant, &tile->shape);
	tile->plan = plan_tile(arena, plan, tile->shape.points, tile->shape.rows, marches ? COURSE_UP : COURSE_NONE);
	if (!tile->plan)
		return NULL;
	add_fields(&b);
	add_values(&b);
	if (marches)
		carry_fields(tile);
	name_register_tiles(arena, tile);
	return tile;
}

int
tile_load_count(const struct tile *tile)
{
	int count = 0;

	for (const struct register_tile *s = tile->register_tiles; s && s->field; s = s->next)
		for (int row = s->low; row < s->high; row++)
			count += s->field->shape == SHAPE_POINT && register_tile_is_loaded(s, row);
	return count;
}

int
tile_store_count(const struct tile *tile)
{
	int count = 0;

	for (const struct register_tile *s = tile->register_tiles; s && s->field; s = s->next)
		count += s->field->role == ROLE_IN ? 0 : tile->shape.rows;
	return count;
}

const struct register_tile *
tile_field(const struct tile *tile, const struct field *field, struct offset at, int *component)
{
	const struct register_tile *registers = find_register_tile(tile, field, NULL, at.x, shape_offset(field->shape, at).z);

	*component = registers ? at.x - registers->x : 0;
	return registers;
}

const struct register_tile *
tile_value(const struct tile *tile, const struct temp *temp, struct offset at)
{
	return find_register_tile(tile, NULL, plan_value(tile->plan, temp, at)->variable->temp, at.x, at.z);
}
