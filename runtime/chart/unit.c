#include "runtime/chart/panel.h"

#include <math.h>
#include <string.h>

#define LARGE_COUNT 1e6

struct unit
unit_of(const char *label)
{
	static const struct unit units[] = {
		{ "ns", "s", -9, 0 }, { "µs", "s", -6, 0 }, { "ms", "s", -3, 0 }, { "s", "s", 0, 0 },
		{ "GB", "B", 9, 0 }, { "GB/s", "B/s", 9, 0 }, { "%", "%", 0, 0 },
		{ "millions", "", 6, 0 }, { "billions", "", 9, 0 },
	};
	const char *comma = strrchr(label, ',');
	struct unit unit = { "", "", 0, strlen(label) };

	for (size_t i = 0; comma && comma[1] == ' ' && i < sizeof units/sizeof *units; i++)
		if (!strcmp(comma + 2, units[i].name)) {
			unit = units[i];
			unit.length = (size_t)(comma - label);
		}
	return unit;
}

int
unit_power(const struct unit *unit, double most, double large)
{
	int power = unit->power;

	if (*unit->base == '%' || !(most > 0) || isinf(most))
		return power;
	if (!*unit->base && !power)
		large = LARGE_COUNT;
	if (most >= large)
		for (; most >= 1000 && power < 12; most /= 1000)
			power += 3;
	for (; most < 0.1 && *unit->base && power > -9; most *= 1000)
		power -= 3;
	return power;
}

const char *
quantity_text(const struct unit *unit, int power, double value, char text[48])
{
	static const char *const prefixes[] = { "n", "µ", "m", "", "k", "M", "G", "T" };
	const char *prefix = *unit->base == '%' ? "" : prefixes[power/3 + 3];
	const char *base = value != 0 ? unit->base : "";
	char number[32];

	number_text(value*pow(10, unit->power - power), number);
	if (value == 0)
		prefix = "";
	snprintf(text, 48, "%s%s%s%s", number, *prefix || *base ? " " : "", prefix, base);
	return text;
}

const char *
value_text(const struct unit *unit, int power, double value, char text[48])
{
	const double shown = value*pow(10, unit->power - power);

	snprintf(text, 48, fabs(shown) >= 1000 && fabs(shown) < 1e6 ? "%.0f" : "%.3g", shown);
	return text;
}
