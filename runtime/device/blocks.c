#include "runtime/device/blocks.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

#include <stdio.h>
#include <string.h>

static int
count_slashes(const char *text)
{
	int count = 0;

	while ((text = strchr(text, '/'))) {
		text++;
		count++;
	}
	return count;
}

/* Reads one and moves past it. */
static bool
read_block(const char **text, struct stencil_block *block)
{
	int end = 0;

	if (sscanf(*text, "%4dx%4dx%4d%n", &block->x, &block->y, &block->z, &end) != 3 || !end)
		return false;
	*text += end;
	return block->x > 0 && block->y > 0 && block->z > 0;
}

bool
blocks_read(struct arena *arena, const char *text, struct blocks *blocks)
{
	const int count = count_slashes(text) + 1;
	struct stencil_block *items = arena_array(arena, struct stencil_block, count);

	*blocks = (struct blocks){ items, count };
	if (text[strspn(text, "0123456789x/")])
		return false;
	for (int i = 0; i < count; i++)
		if (!read_block(&text, &items[i]) || *text++ != (i + 1 < count ? '/' : '\0'))
			return false;
	return true;
}

const char *
blocks_text(struct arena *arena, const struct blocks *blocks)
{
	const char *text = "";

	for (const struct stencil_block *b = blocks->items; b < blocks->items + blocks->count; b++)
		text = arena_printf(arena, "%s%s%dx%dx%d", text, *text ? "/" : "", b->x, b->y, b->z);
	return text;
}

/* Those of programs are all the same unless some of the kernels need shared memory. */
struct blocks
usual_blocks(struct arena *arena, const struct plan *plan, const struct variant *variant, int levels)
{
	const int count = plan->program && plan->place == PLACE_SHARED ? plan->program->part_count : 1;
	struct stencil_block *blocks = arena_array(arena, struct stencil_block, count);
	int shape[3];

	for (int i = 0; i < count; i++) {
		if (count > 1)
			usual_block_of_part(plan, variant, &plan->program->parts[i], levels, shape);
		else
			usual_block(plan, variant, levels, shape);
		blocks[i] = (struct stencil_block){ shape[0], shape[1], shape[2] };
	}
	return (struct blocks){ blocks, count };
}

bool
blocks_fit(const struct plan *plan, const struct variant *variant, const struct blocks *blocks, int levels, struct error *error)
{
	const int kernels = plan->program ? plan->program->part_count : 1;

	if (blocks->count > 1 && blocks->count != kernels)
		return error_set(error, EXIT_USAGE, "it needs one block size, or one for each of %d kernel%s, not"
			" %d", kernels, kernels == 1 ? "" : "s",
			blocks->count);
	for (const struct stencil_block *b = blocks->items; b < blocks->items + blocks->count; b++) {
		const struct part *part = blocks->count > 1 ? &plan->program->parts[b - blocks->items] : NULL;

		if (!block_fits(plan, variant, part, (const int[]){ b->x, b->y, b->z }, levels, error))
			return false;
	}
	return true;
}

void
call_take_blocks(struct call *call, const struct built *kernel, const struct blocks *blocks)
{
	call->block = *blocks->items;
	call->run_blocks = kernel->run_blocks;
	call->blocks = blocks->count > 1 && (kernel->run_blocks || kernel->recorded) ? blocks->items : NULL;
}
