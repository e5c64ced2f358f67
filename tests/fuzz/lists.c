/* What options are given: lists of numbers and sizes, orders, blocks, counts, params. The text is
 * given to each reader; numbers that are read are in range. */

#include "generator/cli/command_line.h"
#include "runtime/bench/axes.h"
#include "runtime/cli/lists.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
read_lists(struct arena *arena, const char *text)
{
	struct triple *sizes;
	int *numbers, count = 1, size[3];

	for (int i = read_numbers(arena, text, 1, 1024, &numbers); i-- > 0;)
		if (numbers[i] < 1 || numbers[i] > 1024)
			abort();
	for (int i = read_sizes(arena, text, &sizes); i-- > 0;)
		if (sizes[i].x < 1 || sizes[i].y < 1 || sizes[i].z < 1)
			abort();
	if (read_size(text, size) && (size[0] < 1 || size[1] < 1 || size[2] < 1))
		abort();
	if (whole_number(text, 100, &count) && (count < 1 || count > 100))
		abort();
	for (const char **item = split(arena, text); *item; item++)
		if (strchr(*item, ','))
			abort();
}

static void
read_order_of(struct arena *arena, const char *text)
{
	struct order order, again;
	const char *full;

	if (!order_parse(text, &order))
		return;
	full = order_format(arena, &order);
	if (!order_parse(full, &again))
		abort();
	if (strcmp(full, order_format(arena, &again)))
		abort();
}

static void
take_param(struct arena *arena, const char *text)
{
	struct param whole = { .name = "n", .type = TYPE_INT };
	struct param real = { .name = "p", .type = TYPE_DOUBLE, .index = 1, .next = &whole };
	const struct stencil stencil = { .name = "s", .params = &real, .param_count = 2 };
	double values[2] = { 0, 0 };
	bool given[2] = { false, false };
	struct error error = { .text = "" };

	if (!read_param(arena, &stencil, text, values, given, &error) && !*error.text)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	char *text;

	if (size > 4096)
		return 0;
	text = scratch_text(bytes, size);
	read_lists(&arena, text);
	read_order_of(&arena, text);
	take_param(&arena, text);
	arena_free(&arena);
	free(text);
	return 0;
}
