#include "generator/variants/tunables.h"

#include <stddef.h>
#include <string.h>

const struct constant_info constants[CONSTANT_COUNT] = {
#define CONSTANT(id, name, accesses, usual, most, axis, tried) \
	{ name, "," accesses ",", usual, most, axis, tried, offsetof(struct variant, id) },
#include "generator/variants/tunables.def"
};

static int *
place(enum constant constant, const struct variant *variant)
{
	return (int *)((char *)variant + constants[constant].place);
}

bool
constant_applies(enum constant constant, enum access access)
{
	const char *name = accesses[access].name, *list = constants[constant].accesses;
	const size_t length = strlen(name);

	while ((list = strchr(list, ','))) {
		list++;
		if (!strncmp(list, name, length) && list[length] == ',')
			return true;
	}
	return false;
}

int
constant_of(enum constant constant, const struct variant *variant)
{
	const int value = *place(constant, variant);

	if (!constant_applies(constant, variant->access))
		return 0;
	return value ? value : constants[constant].usual;
}

void
constant_set(enum constant constant, struct variant *variant, int value)
{
	*place(constant, variant) = value;
}

void
constants_settle(const struct plan *plan, struct variant *variant)
{
	struct tile_shape shape;

	if (!accesses[variant->access].tile)
		return;
	shape = variant_tile(plan, variant);
	variant->points_per_thread = shape.points;
	variant->rows_per_thread = shape.rows;
	variant->levels_per_thread = shape.levels;
}
