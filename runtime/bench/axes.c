#include "runtime/bench/axes.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 4096, LEAST_THREADS = 32, MOST_THREADS = 1024, WARP = 32 };

const char *
triple_text(struct arena *arena, struct triple shape)
{
	return arena_printf(arena, "%dx%dx%d", shape.x, shape.y, shape.z);
}

/* Reads digits and moves past them. */
static bool
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
read_range(const char *text, int most, int *numbers, int *count)
{
	int first, last, step = 1;
	char how = '+';

	if (!read_number(&text, most, &first))
		return false;
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
read_numbers(struct arena *arena, const char *list, int most, int **numbers)
{
	int count = 0;

	*numbers = arena_array(arena, int, MOST_NUMBERS);
	for (const char **item = split(arena, list); *item; item++)
		if (!read_range(*item, most, *numbers, &count))
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

static int
length_of(const char *const *items)
{
	int count = 0;

	while (items[count])
		count++;
	return count;
}

/* "10:7" or "10:7:pad" */
static bool
read_grid(const char *text, struct sparse_size *grid)
{
	if (!read_number(&text, INT_MAX, &grid->dim) || *text++ != ':'
			|| !read_number(&text, INT_MAX, &grid->level))
		return false;
	grid->padded = !strcmp(text, ":pad");
	return grid->padded || !*text;
}

static int
read_grids(struct axes *axes, struct tool *tool, const struct arguments *a)
{
	const char **items = a->grid ? split(&tool->arena, a->grid) : NULL;

	if (a->grid && (a->dim || a->level || a->pad))
		return tool_fail(tool, EXIT_USAGE, "--grid says dimensions, levels and padding: give no --dim,"
			" --level or --pad besides");
	axes->grids = arena_array(&tool->arena, struct sparse_size, items ? length_of(items) : 1);
	if (!items) {
		*axes->grids = (struct sparse_size){ a->dim, a->level, a->pad };
		axes->grid_count = 1;
	}
	for (; items && *items; items++)
		if (!read_grid(*items, &axes->grids[axes->grid_count++]))
			return tool_fail(tool, EXIT_USAGE, "'%s' is no sparse grid; one is 10:7 or 10:7:pad", *items);
	return EXIT_GOOD;
}

int
read_precision(const struct tool *tool, const char *text, enum type *precision)
{
	if (strcmp(text, "double") && strcmp(text, "float"))
		return tool_fail(tool, EXIT_USAGE, "--precision takes double or float, not '%s'", text);
	*precision = *text == 'd' ? TYPE_DOUBLE : TYPE_FLOAT;
	return EXIT_GOOD;
}

int
read_order(const struct tool *tool, const char *text, struct order *order)
{
	if (!order_parse(text, order))
		return tool_fail(tool, EXIT_USAGE, "'%s' is no order; there are row, zcurve[:WIDTH],"
			" hilbert and random[:SEED]", text);
	return EXIT_GOOD;
}

int
read_block(const struct tool *tool, const char *text, struct triple *block)
{
	if (!read_triple(text, block))
		return tool_fail(tool, EXIT_USAGE, "'%s' is no block; one is 64x2x1", text);
	return EXIT_GOOD;
}

static bool
is_legal(enum access access, struct triple block)
{
	const int shape[] = { block.x, block.y, block.z };

	return !why_block_illegal(TARGET_cuda, access, shape);
}

int
sweep_blocks(struct arena *arena, enum access access, struct triple **blocks)
{
	static const struct triple narrow[] = { { 1, 1, 32 }, { 8, 1, 32 }, { 4, 2, 8 } };
	int count = 0;

	*blocks = arena_array(arena, struct triple, MOST_NUMBERS);
	for (int threads = LEAST_THREADS; threads <= MOST_THREADS; threads *= 2)
		for (int x = threads; x >= WARP; x /= 2)
			for (int y = threads/x; y; y /= 2) {
				const struct triple block = { x, y, threads/x/y };

				if (is_legal(access, block))
					(*blocks)[count++] = block;
			}
	for (size_t i = 0; i < sizeof narrow/sizeof *narrow; i++)
		if (accesses[access].block == BLOCK_OF_WARPS && is_legal(access, narrow[i]))
			(*blocks)[count++] = narrow[i];
	return count;
}

static int
read_blocks(struct axes *axes, struct tool *tool, const char *list)
{
	const char **items = split(&tool->arena, list);
	int status = EXIT_GOOD;

	axes->blocks = arena_array(&tool->arena, struct triple, length_of(items));
	for (; *items && !status; items++)
		if (!strcmp(*items, "sweep"))
			axes->sweeps_blocks = true;
		else
			status = read_block(tool, *items, &axes->blocks[axes->block_count++]);
	return status;
}

static int
read_orders(struct axes *axes, struct tool *tool, const char *list)
{
	const char **items = split(&tool->arena, list);
	int status = EXIT_GOOD;

	axes->orders = arena_array(&tool->arena, struct order, length_of(items));
	for (; *items && !status; items++)
		status = read_order(tool, *items, &axes->orders[axes->order_count++]);
	return status;
}

static int
read_layouts(struct axes *axes, struct tool *tool, const char *list)
{
	const char **items = split(&tool->arena, list);
	int status = EXIT_GOOD;

	axes->all_layouts = !strcmp(list, "all");
	axes->layouts = arena_array(&tool->arena, enum layout, length_of(items) + LAYOUT_COUNT);
	for (int l = 0; l < LAYOUT_COUNT && axes->all_layouts; l++)
		axes->layouts[axes->layout_count++] = (enum layout)l;
	for (; *items && !status && !axes->all_layouts; items++)
		status = read_layout(tool, *items, &axes->layouts[axes->layout_count++]);
	return status;
}

static int
read_precisions(struct axes *axes, struct tool *tool, const char *list)
{
	const char **items = split(&tool->arena, strcmp(list, "all") ? list : "double,float");
	int status = EXIT_GOOD;

	axes->precisions = arena_array(&tool->arena, enum type, length_of(items));
	for (; *items && !status; items++)
		status = read_precision(tool, *items, &axes->precisions[axes->precision_count++]);
	return status;
}

static int
read_caches(struct axes *axes, struct tool *tool, const char *list)
{
	for (const char **items = split(&tool->arena, list); *items; items++) {
		int c = 0;

		while (c < CACHE_COUNT && strcmp(cache_names[c], *items))
			c++;
		if (c == CACHE_COUNT)
			return tool_fail(tool, EXIT_USAGE, "--cache takes cold, hot or both, not '%s'", *items);
		axes->caches[c] = true;
	}
	return EXIT_GOOD;
}

static int
read_constants(struct axes *axes, struct tool *tool, const struct arguments *arguments)
{
	for (int c = 0; c < CONSTANT_COUNT; c++) {
		const char *list = arguments->constants[c];

		if (!list)
			continue;
		axes->constant_counts[c] = read_numbers(&tool->arena, list, constants[c].most,
			&axes->constants[c]);
		if (!axes->constant_counts[c])
			return tool_fail(tool, EXIT_USAGE, "--%s takes numbers from 1 to %d and ranges, as"
				" 1,4..6,8..64x2, not '%s'", constants[c].name, constants[c].most, list);
	}
	return EXIT_GOOD;
}

int
axes_read(struct axes *axes, struct tool *tool, const struct arguments *arguments)
{
	int status;

	*axes = (struct axes){ 0 };
	axes->size_count = read_sizes(&tool->arena, arguments->size, &axes->sizes);
	if (!axes->size_count)
		return tool_fail(tool, EXIT_USAGE, "'%s' is no size; one is 512x512x64", arguments->size);
	status = read_grids(axes, tool, arguments);
	if (!status)
		status = read_orders(axes, tool, arguments->order);
	if (!status)
		status = read_blocks(axes, tool, arguments->block);
	if (!status)
		status = read_layouts(axes, tool, arguments->fields);
	if (!status)
		status = read_precisions(axes, tool, arguments->precision);
	if (!status && arguments->cache)
		status = read_caches(axes, tool, strcmp(arguments->cache, "both") ? arguments->cache
			: "cold,hot");
	return status ? status : read_constants(axes, tool, arguments);
}
