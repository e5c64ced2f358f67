#include "runtime/rows/counters.h"

#include "runtime/formats/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct counter_info counters[] = {
#define COUNTER(column, label, metric) { #column, label, metric },
#include "runtime/rows/counters.def"
};
const int counter_count = sizeof counters/sizeof *counters;

/* "1,234.5" with or without commas; NAN for "n/a" and the like. */
static double
read_number(const char *text)
{
	char plain[64], *end;
	size_t length = 0;
	double value;

	for (; *text && length < sizeof plain - 1; text++)
		if (*text != ',')
			plain[length++] = *text;
	plain[length] = '\0';
	value = strtod(plain, &end);
	return end == plain || *end ? NAN : value;
}

/* The factor from a unit to its base: bytes, nanoseconds, or itself. */
static double
unit_factor(const char *unit)
{
	static const struct {
		const char *unit;
		double factor;
	} units[] = {
		{ "usecond", 1e3 }, { "us", 1e3 }, { "msecond", 1e6 }, { "ms", 1e6 },
		{ "second", 1e9 }, { "s", 1e9 }, { "Kbyte", 1e3 }, { "Mbyte", 1e6 }, { "Gbyte", 1e9 },
	};

	for (size_t i = 0; i < sizeof units/sizeof *units; i++)
		if (!strcmp(units[i].unit, unit))
			return units[i].factor;
	return 1;
}

/* The name without parameters: "f" of "f(int, double *)". */
static const char *
function_name(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strcspn(text, "("));
}

static struct launch *
read_launch(struct arena *arena, const struct csv *csv, int row)
{
	struct launch *launch = arena_new(arena, struct launch);
	char end;

	launch->kernel = function_name(arena, csv_text(csv, row, "Kernel Name"));
	if (sscanf(csv_text(csv, row, "Block Size"), "(%9d, %9d, %9d%c", &launch->block[0], &launch->block[1],
			&launch->block[2], &end) != 4)
		return NULL;
	launch->values = arena_array(arena, double, counter_count);
	for (int i = 0; i < counter_count; i++)
		launch->values[i] = read_number(csv_text(csv, row, counters[i].metric))
			*unit_factor(csv_text(csv, 0, counters[i].metric));
	return launch;
}

/* The lines of CSV among those of the program and of ncu. */
static const char *
only_csv(struct arena *arena, const char *text)
{
	struct text lines = { .arena = arena };

	while (*text) {
		const size_t length = strcspn(text, "\n");

		if (*text == '"')
			text_add(&lines, arena_printf(arena, "%.*s\n", (int)length, text));
		text += length + (text[length] == '\n');
	}
	return text_of(&lines);
}

bool
counters_parse(struct arena *arena, const char *text, const struct launch **launches, struct error *error)
{
	const struct csv *csv = csv_parse(arena, only_csv(arena, text), error);

	*launches = NULL;
	if (!csv || csv_column(csv, "Kernel Name") < 0 || csv_column(csv, "Block Size") < 0
			|| csv_column(csv, "Metric Name") >= 0 || !csv->row_count)
		return error_set(error, EXIT_IO, "ncu printed no table of launches, a column a metric");
	/* The first row has the units. */
	for (int r = 1; r < csv->row_count; r++) {
		struct launch *launch = read_launch(arena, csv, r);

		if (!launch)
			return error_set(error, EXIT_IO, "'%s' is no block size", csv_text(csv, r, "Block Size"));
		*launches = launch;
		launches = &launch->next;
	}
	return true;
}

const struct launch *
counters_find(const struct launch *launches, const char *kernel, const int block[3])
{
	for (; launches; launches = launches->next)
		if (!strcmp(launches->kernel, kernel) && launches->block[0] == block[0]
				&& launches->block[1] == block[1] && launches->block[2] == block[2])
			return launches;
	return NULL;
}

static bool
is_sum(const struct counter_info *counter)
{
	const char *end = strrchr(counter->metric, '.');

	return end && !strcmp(end, ".sum");
}

/* How long a launch took; 1 if ncu does not say. */
static double
duration_of(const struct launch *launch)
{
	for (int i = 0; i < counter_count; i++)
		if (!strcmp(counters[i].column, "ncu_duration_ns") && launch->values[i] > 0)
			return launch->values[i];
	return 1;
}

/* The sum over several launches, or their mean weighted by time; NAN if none has the counter. */
static double
combine(const struct launch *const *launches, int count, int counter)
{
	const bool sum = is_sum(&counters[counter]);
	double total = 0, weights = 0;

	for (int l = 0; l < count; l++) {
		const double value = launches[l]->values[counter];
		const double weight = sum ? 1 : duration_of(launches[l]);

		if (isnan(value))
			continue;
		total += weight*value;
		weights += weight;
	}
	return weights > 0 ? total/(sum ? 1 : weights) : NAN;
}

static void
take(struct arena *arena, struct row *row, const struct launch *const *launches, int count)
{
	struct counter **last = &row->counters;

	for (int i = 0; i < counter_count; i++) {
		const double value = combine(launches, count, i);

		if (isnan(value))
			continue;
		*last = arena_new(arena, struct counter);
		**last = (struct counter){ counters[i].metric, value, NULL };
		last = &(*last)->next;
	}
	*last = NULL;
}

bool
row_take_counters(struct arena *arena, struct row *row, const struct launch **launches)
{
	const int count = row->facts.launches > 1 ? row->facts.launches : 1;
	const struct launch **found = arena_array(arena, const struct launch *, count), *next = *launches;
	int block[3];

	if (row->outcome > OUTCOME_VERIFIED)
		return true;
	if (sscanf(row->block, "%9dx%9dx%9d", &block[0], &block[1], &block[2]) != 3)
		return false;
	for (int l = 0; l < count; l++) {
		found[l] = counters_find(next, row->kernel, block);
		if (!found[l])
			return false;
		next = found[l]->next;
	}
	take(arena, row, found, count);
	*launches = next;
	return true;
}
