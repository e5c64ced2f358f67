#include "generator/variants/variants.h"

#include "generator/cli/command_line.h"

#include <string.h>

const struct tunable_info tunables[TUNABLE_COUNT] = {
#define TUNABLE(id, name, accesses, usual, least, most, axis, tried, powers, help) \
	{ name, "," accesses ",", usual, least, most, axis, tried, powers },
#include "generator/variants/tunables.def"
};

bool
tunable_fits(int tunable, int value)
{
	if (value == TUNABLE_NONE)
		return !tunables[tunable].least;
	return value >= 1 && value <= tunables[tunable].most
		&& !(tunables[tunable].powers && value & (value - 1));
}

bool
tunable_read(int tunable, const char *text, int *value)
{
	const bool none = !tunables[tunable].least && !strcmp(text, "0");

	if (none)
		*value = TUNABLE_NONE;
	return none || whole_number(text, tunables[tunable].most, value);
}

int
tunable_number(int value)
{
	return value == TUNABLE_NONE ? 0 : value;
}

bool
tunable_applies(int tunable, const struct variant *variant)
{
	const struct access_info *access = &accesses[variant->access];
	const bool innermost = variant->levels == LEVELS_INNERMOST;
	const char *name = access->name, *suffix = innermost && access->unstructured ? "_innermost" : "";
	const char *list = tunables[tunable].accesses, *const folder = variant->family == GRID_mesh ? "mesh/" : "";
	const size_t length = strlen(name), whole = length + strlen(suffix), inside = strlen(folder);

	if (tunable == TUNABLE_ahead && !targets[variant->target].blocks)
		return false;
	if (tunable == TUNABLE_registers_per_thread && variant->target != TARGET_cuda)
		return false;
	/* On structured grids persistent blocks update a column a thread at a time. */
	if (tunable == TUNABLE_columns_per_thread && variant->family == GRID_plane && variant->tunables[TUNABLE_blocks_per_launch])
		return false;

	/* On a CPU a loop goes along the levels. */
	while ((!innermost || targets[variant->target].blocks) && (list = strchr(list, ','))) {
		list += 1 + (!strncmp(list + 1, folder, inside) ? inside : 0);
		if (!strncmp(list, name, length) && !strncmp(list + length, suffix, whole - length) && list[whole] == ',')
			return true;
	}
	return false;
}

bool
variant_has_steps(const struct variant *variant)
{
	return variant->family == GRID_plane && tunable_applies(TUNABLE_steps_per_launch, variant);
}

const char *
tunable_tried(int tunable, const struct variant *variant)
{
	static const char *const tried[TUNABLE_COUNT][ACCESS_COUNT] = {
#define TRIED(tunable, access, numbers) [TUNABLE_##tunable][ACCESS_##access] = numbers,
#include "generator/variants/tried.def"
	};

	return variant->family == GRID_plane && variant->levels == LEVELS_OUTERMOST ? tried[tunable][variant->access] : NULL;
}

int
tunable_of(int tunable, const struct variant *variant)
{
	const int value = variant->tunables[tunable];

	if (!tunable_applies(tunable, variant))
		return 0;
	return value ? tunable_number(value) : tunables[tunable].usual;
}
