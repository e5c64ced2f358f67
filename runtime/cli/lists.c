#include "runtime/cli/lists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 4096 };

const char *
triple_text(struct arena *arena, struct triple shape)
{
	return arena_printf(arena, "%dx%dx%d", shape.x, shape.y, shape.z);
}

bool
read_number(const char **text, int most, int *number)
{
	char *end;
	long value;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	value = strtol(*text, &end, 10);
	if (errno || value < 1 || value > most)
		return false;
	*text = end;
	*number = (int)value;
	return true;
}

/* One item: N, A..B, A..B+STEP or A..BxFACTOR; adds to the numbers. */
static bool
read_range(const char *text, int least, int most, int *numbers, int *count)
{
	int first, last, step = 1;
	char how = '+';

	if (!least && *text == '0') {
		text++;
		first = 0;
	} else if (!read_number(&text, most, &first)) {
		return false;
	}
	last = first;
	if (!strncmp(text, "..", 2)) {
		text += 2;
		if (!read_number(&text, most, &last) || last < first)
			return false;
		if (*text == '+' || *text == 'x') {
			how = *text++;
			if (!read_number(&text, most, &step) || (how == 'x' && step < 2))
				return false;
		}
	}
	if (*text)
		return false;
	for (long n = first; n <= last; n = how == 'x' ? n*step : n + step) {
		if (*count == MOST_NUMBERS)
			return false;
		numbers[(*count)++] = (int)n;
	}
	return true;
}

int
read_numbers(struct arena *arena, const char *list, int least, int most, int **numbers)
{
	int count = 0;

	*numbers = arena_array(arena, int, MOST_NUMBERS);
	for (const char **item = split(arena, list); *item; item++)
		if (!read_range(*item, least, most, *numbers, &count))
			return 0;
	return count;
}

static bool
read_triple(const char *text, struct triple *shape)
{
	int size[3];

	if (!read_size(text, size))
		return false;
	*shape = (struct triple){ size[0], size[1], size[2] };
	return true;
}

static int
grown(int cells, int end)
{
	return cells > end/2 ? end : 2*cells;
}

/* One item: a size, or two with .. between. */
static bool
read_size_range(struct arena *arena, const char *text, struct triple *sizes, int *count)
{
	const char *dots = strstr(text, "..");
	struct triple size, end;

	if (!read_triple(dots ? arena_strndup(arena, text, (size_t)(dots - text)) : text, &size))
		return false;
	end = size;
	if (dots && (!read_triple(dots + 2, &end) || end.x < size.x || end.y < size.y || end.z < size.z))
		return false;
	for (;;) {
		if (*count == MOST_NUMBERS)
			return false;
		sizes[(*count)++] = size;
		if (size.x == end.x && size.y == end.y && size.z == end.z)
			return true;
		size = (struct triple){ grown(size.x, end.x), grown(size.y, end.y), grown(size.z, end.z) };
	}
}

int
read_sizes(struct arena *arena, const char *list, struct triple **sizes)
{
	int count = 0;

	*sizes = arena_array(arena, struct triple, MOST_NUMBERS);
	for (const char **item = split(arena, list); *item; item++)
		if (!read_size_range(arena, *item, *sizes, &count))
			return 0;
	return count;
}

bool
read_order(const char *text, struct order *order, struct error *error)
{
	if (!order_parse(text, order))
		return error_set(error, EXIT_USAGE, "'%s' is no order: use row, zcurve[:WIDTH], hilbert or random[:SEED]", text);
	return true;
}

bool
read_block(const char *text, struct triple *block, struct error *error)
{
	if (!read_triple(text, block))
		return error_set(error, EXIT_USAGE, "'%s' is no block size: write it as 64x2x1", text);
	return true;
}
