#include "runtime/bench/axes.h"
#include "generator/variants/legal.h"
#include "generator/variants/variant_words.h"
#include "runtime/device/backend.h"

#include <limits.h>
#include <string.h>

enum { LEAST_THREADS = 32, MOST_THREADS = 1024, WARP = 32, MOST_BLOCKS = 128 };

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

static bool
read_grids(struct axes *axes, struct arena *arena, const struct arguments *a, struct error *error)
{
	const char **items = a->grid ? split(arena, a->grid) : NULL;

	if (a->grid && (a->dim || a->level || a->pad))
		return error_set(error, EXIT_USAGE, "--grid says dimensions, levels and padding: give no --dim,"
			" --level or --pad with it");
	axes->grids = arena_array(arena, struct sparse_size, items ? length_of(items) : 1);
	if (!items) {
		*axes->grids = (struct sparse_size){ a->dim, a->level, a->pad };
		axes->grid_count = 1;
	}
	for (; items && *items; items++)
		if (!read_grid(*items, &axes->grids[axes->grid_count++]))
			return error_set(error, EXIT_USAGE, "'%s' is no sparse grid: write DIMENSIONS:LEVELS as 10:7, or 10:7:pad with"
				" padding", *items);
	return true;
}

static bool
is_legal(const struct variant *variant, struct triple block)
{
	const int shape[] = { block.x, block.y, block.z };

	return block_is_legal(variant, shape, NULL);
}

int
sweep_blocks(struct arena *arena, const struct variant *variant, struct triple **blocks)
{
	static const struct triple narrow[] = { { 1, 1, 32 }, { 8, 1, 32 }, { 4, 2, 8 } };
	/* Along levels, of which there may be few. */
	const int least = variant->levels == LEVELS_INNERMOST ? 1 : WARP;
	int count = 0;

	*blocks = arena_array(arena, struct triple, MOST_BLOCKS);
	for (int threads = LEAST_THREADS; threads <= MOST_THREADS; threads *= 2)
		for (int x = threads; x >= least; x /= 2)
			for (int y = threads/x; y; y /= 2) {
				const struct triple block = { x, y, threads/x/y };

				if (is_legal(variant, block))
					(*blocks)[count++] = block;
			}
	for (size_t i = 0; i < sizeof narrow/sizeof *narrow; i++)
		if (accesses[variant->access].block == BLOCK_OF_WARPS && is_legal(variant, narrow[i]))
			(*blocks)[count++] = narrow[i];
	return count;
}

static bool
read_blocks_of(struct arena *arena, const char *text, struct blocks *blocks, struct error *error)
{
	return blocks_read(arena, text, blocks) || error_set(error, EXIT_USAGE,
		"'%s' is no block size: write it as 64x2x1, or as 64x2x1/32x4x1 for two kernels", text);
}

static bool
read_blocks(struct axes *axes, struct arena *arena, const char *list, struct error *error)
{
	const char **items = split(arena, list ? list : "");
	bool good = true;

	axes->usual_blocks = !list;
	if (!list)
		return true;
	axes->blocks = arena_array(arena, struct blocks, length_of(items));
	for (; *items && good; items++)
		if (!strcmp(*items, "sweep"))
			axes->sweeps_blocks = true;
		else
			good = read_blocks_of(arena, *items, &axes->blocks[axes->block_count++], error);
	return good;
}

bool
axes_read_orders(struct axes *axes, struct arena *arena, const char *list, struct error *error)
{
	const char **items = split(arena, list);
	bool good = true;

	axes->orders = arena_array(arena, struct order, length_of(items));
	for (; *items && good; items++)
		good = read_order(*items, &axes->orders[axes->order_count++], error);
	return good;
}

static bool
read_layouts(struct axes *axes, struct arena *arena, const char *list, struct error *error)
{
	const char **items = split(arena, list);
	bool good = true;

	axes->all_layouts = !strcmp(list, "all");
	axes->layouts = arena_array(arena, enum layout, length_of(items) + LAYOUT_COUNT);
	for (int l = 0; l < LAYOUT_COUNT && axes->all_layouts; l++)
		axes->layouts[axes->layout_count++] = (enum layout)l;
	for (; *items && good && !axes->all_layouts; items++)
		good = read_layout(arena, *items, &axes->layouts[axes->layout_count++], error);
	return good;
}

static bool
read_levels_list(struct axes *axes, struct arena *arena, const char *list, struct error *error)
{
	const char **items;
	bool good = true;

	axes->all_levels = !strcmp(list, "all");
	items = split(arena, axes->all_levels ? "outermost,innermost" : list);
	axes->levels = arena_array(arena, enum levels, length_of(items));
	for (; *items && good; items++)
		good = read_levels(arena, *items, &axes->levels[axes->levels_count++], error);
	return good;
}

static bool
read_precisions(struct axes *axes, struct arena *arena, const char *list, struct error *error)
{
	const char **items = split(arena, strcmp(list, "all") ? list : "double,float");
	bool good = true;

	axes->precisions = arena_array(arena, enum type, length_of(items));
	for (; *items && good; items++)
		good = read_precision(arena, *items, &axes->precisions[axes->precision_count++], error);
	return good;
}

/* The words of --place are known. */
static bool
read_decisions(struct axes *axes, struct arena *arena, const struct arguments *arguments, struct error *error)
{
	const bool all = arguments->places && !strcmp(arguments->places, "all");
	const char **stores = split(arena, arguments->store ? arguments->store : "none");
	const char **places = split(arena, all ? "global,shared" : arguments->places ? arguments->places : "global");

	axes->decisions = arena_array(arena, struct storage_decision, length_of(stores)*length_of(places));
	for (const char **store = stores; *store; store++)
		for (const char **place = places; *place; place++)
			axes->decisions[axes->decision_count++] = (struct storage_decision){
				*store, (enum kept_place)catalogue_find(&place_words, *place),
				backend_processor(arena, arguments->backend, *store),
			};
	return axes->decision_count || error_set(error, EXIT_USAGE, "--store is empty: give the names of intermediates, or none");
}

/* The words are known to be cold, hot, both or all. */
static void
read_caches(struct axes *axes, const char *list)
{
	for (int c = 0; c < CACHE_COUNT; c++)
		axes->caches[c] = strstr(list, "both") || !strcmp(list, "all") || strstr(list, cache_names[c]);
}

static bool
read_tunables(struct axes *axes, struct arena *arena, const struct arguments *arguments, struct error *error)
{
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		const char *list = arguments->tunables[c];

		if (!list)
			continue;
		axes->tunables_asked[c] = list != tunables[c].tried;
		axes->tunable_counts[c] = read_numbers(arena, list, tunables[c].least, tunables[c].most,
			&axes->tunables[c]);
		if (!axes->tunable_counts[c])
			return error_set(error, EXIT_USAGE, "--%s accepts numbers from %d to %d and ranges, as"
				" 1,4..6,8..64x2, not '%s'", tunables[c].name, tunables[c].least, tunables[c].most, list);
		for (int i = 0; i < axes->tunable_counts[c]; i++)
			if (!axes->tunables[c][i])
				axes->tunables[c][i] = TUNABLE_NONE;
	}
	return true;
}

bool
axes_read(struct axes *axes, struct arena *arena, const struct arguments *arguments, struct error *error)
{
	*axes = (struct axes){ .usual_access = arguments->usual_access, .tries = arguments->tune };
	axes->size_count = read_sizes(arena, arguments->size ? arguments->size : USUAL_SIZE,
		&axes->sizes);
	if (!axes->size_count)
		return error_set(error, EXIT_USAGE, "'%s' is no size: write it as 512x512x64, or a range as"
			" 64x64x64..512x512x64", arguments->size);
	if (arguments->cache)
		read_caches(axes, arguments->cache);
	return read_grids(axes, arena, arguments, error)
		&& read_blocks(axes, arena, arguments->block, error) && read_layouts(axes, arena, arguments->fields, error)
		&& read_levels_list(axes, arena, arguments->levels, error) && read_precisions(axes, arena, arguments->precision, error)
		&& read_decisions(axes, arena, arguments, error) && read_tunables(axes, arena, arguments, error);
}

void
axes_suit_backend(struct axes *axes, struct arena *arena, const struct arguments *arguments, const struct backend *backend)
{
	enum { BLOCKS_OF_PROCESSOR = 4, TUNABLE = TUNABLE_blocks_per_launch };
	static const struct triple cpu_size = { 256, 256, 64 }; /* larger than the caches of most */
	int *blocks;

	if (!arguments->size && !backend_is_gpu(backend))
		*axes->sizes = cpu_size;
	if (!arguments->tune || backend->target != TARGET_cuda || axes->tunable_counts[TUNABLE])
		return;
	blocks = arena_array(arena, int, 2);
	blocks[0] = 0; /* no limit */
	blocks[1] = BLOCKS_OF_PROCESSOR*backend->info.processors;
	axes->tunables[TUNABLE] = blocks;
	axes->tunable_counts[TUNABLE] = blocks[1] <= tunables[TUNABLE].most ? 2 : 1;
}
