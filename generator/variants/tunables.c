#include "generator/variants/variants.h"

#include <string.h>

const struct tunable_info tunables[TUNABLE_COUNT] = {
#define TUNABLE(id, name, accesses, usual, most, axis, tried, powers, help) \
	{ name, "," accesses ",", usual, most, axis, tried, powers },
#include "generator/variants/tunables.def"
};

bool
tunable_fits(int tunable, int value)
{
	return value >= 1 && value <= tunables[tunable].most
		&& !(tunables[tunable].powers && value & (value - 1));
}

bool
tunable_applies(int tunable, const struct variant *variant)
{
	const char *name = accesses[variant->access].name, *list = tunables[tunable].accesses;
	const size_t length = strlen(name);

	while ((list = strchr(list, ','))) {
		list++;
		if (!strncmp(list, name, length) && list[length] == ',')
			return true;
	}
	return false;
}

int
tunable_of(int tunable, const struct variant *variant)
{
	const int value = variant->tunables[tunable];

	if (!tunable_applies(tunable, variant))
		return 0;
	return value ? value : tunables[tunable].usual;
}
