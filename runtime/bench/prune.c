#include "runtime/bench/prune.h"

#include "generator/variants/defaults.h"
#include "runtime/bench/families.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum reason { IDLE, FEW_BLOCKS, TAIL, OCCUPANCY, REASON_COUNT };

static const char *const reasons[REASON_COUNT] = {
	[IDLE] = "more than half of the threads would be beyond the domain",
	[FEW_BLOCKS] = "fewer blocks than multiprocessors",
	[TAIL] = "few waves of blocks, and the last one nearly empty",
	[OCCUPANCY] = "an eighth of the threads that a multiprocessor can have, or less",
};

/* The limits of the rules. */
#define IDLE_SHARE 0.5
#define TAIL_LOSS 1.4
#define LEAST_OCCUPANCY 0.125

const char *
prune_reason(const struct launch *l, const struct device_info *info)
{
	const double waves = l->blocks/((double)info->processors*(l->resident ? l->resident : 1));

	if (l->threads < IDLE_SHARE*l->started)
		return reasons[IDLE];
	if (l->blocks < info->processors)
		return reasons[FEW_BLOCKS];
	if (l->resident && l->occupancy <= LEAST_OCCUPANCY)
		return reasons[OCCUPANCY];
	if (l->resident && waves > 1 && ceil(waves)/waves > TAIL_LOSS)
		return reasons[TAIL];
	return NULL;
}

/* The number of threads that a candidate needs along an axis. */
static double
threads_needed(const struct candidate *candidate, int axis)
{
	const struct extents *border = &candidate->plan->stencil->border;
	struct variant resolved = candidate->kernel->variant;
	const int size[] = { candidate->size.x, candidate->size.y, candidate->size.z };
	double cells = size[axis] - border->low[axis] - border->high[axis];

	if (variant_has_clusters(&resolved))
		tunables_resolve(candidate->plan, &resolved);
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		const int value = tunable_of(c, &resolved);

		if (value && tunables[c].axis == axis)
			cells = ceil(cells/value);
	}
	if (axis == 2 && accesses[resolved.access].block == BLOCK_FLAT)
		return 1;
	return cells > 1 ? cells : 1;
}

/* The columns, or clusters, that a thread updates one after the other. */
static int
columns_in_turn(const struct variant *resolved)
{
	const int columns = tunable_of(TUNABLE_columns_per_thread, resolved);

	return columns ? columns : 1;
}

/* Levels innermost: x goes along levels, from a vector's first one on, and y along columns or clusters
 * of them, of which a thread walks several. */
static void
innermost_threads(const struct candidate *candidate, double needed[3])
{
	const struct extents *border = &candidate->plan->stencil->border;
	struct variant resolved = candidate->kernel->variant;
	const struct triple *size = &candidate->size;
	const double columns = (double)(size->x - border->low[0] - border->high[0])*(size->y - border->low[1] - border->high[1]);
	int levels, together, below; /* vectors of levels below the domain */

	tunables_resolve(candidate->plan, &resolved);
	levels = tunable_of(TUNABLE_levels_per_load, &resolved);
	together = columns_in_turn(&resolved)*cluster_columns(&resolved);
	below = border->low[2]/levels;
	needed[0] = ceil((size->z - border->high[2])/(double)levels) - below;
	needed[1] = ceil(columns/together);
	needed[2] = 1;
	for (int a = 0; a < 3; a++)
		needed[a] = fmax(needed[a], 1);
}

/* Whether columns, or elements, are stored in an order, not in rows. */
static bool
is_numbered(const struct candidate *candidate)
{
	return candidate->numbering || !storages[candidate->kernel->variant.storage].regular;
}

struct launch
launch_of(const struct candidate *candidate)
{
	const struct variant *variant = &candidate->kernel->variant;
	const int block[] = { candidate->block.x, candidate->block.y, candidate->block.z };
	double needed[3];
	struct launch launch = { .threads = 1, .started = 1, .blocks = 1 };

	for (int a = 0; a < 3; a++)
		needed[a] = threads_needed(candidate, a);
	if (variant->levels == LEVELS_INNERMOST)
		innermost_threads(candidate, needed);
	for (int a = 0; a < 3; a++)
		launch.threads *= needed[a];
	/* Columns of unstructured grids, and elements, fill the rows that the blocks make. */
	if (is_numbered(candidate) && variant->levels == LEVELS_OUTERMOST) {
		const double columns = needed[0]*needed[1];

		needed[0] = ceil(needed[0]/block[0])*block[0];
		needed[1] = ceil(columns/needed[0]);
	}
	for (int a = 0; a < 3; a++) {
		launch.blocks *= ceil(needed[a]/block[a]);
		launch.started *= ceil(needed[a]/block[a])*block[a];
	}
	return launch;
}

struct launch
launch_with_facts(struct arena *arena, const struct candidate *candidate)
{
	const struct stencil *stencil = candidate->plan->stencil;
	const struct call call = {
		.grid = family_of(candidate)->empty_grid(arena, candidate), .run = candidate->kernel->run,
		.fields = arena_array(arena, void *, stencil->field_count + 1),
		.params = arena_array(arena, double, stencil->param_count + 1),
		.block = { candidate->block.x, candidate->block.y, candidate->block.z },
	};
	const struct launch_facts facts = kernel_facts(candidate->kernel, &call);
	struct launch launch = launch_of(candidate);

	launch.resident = facts.resident;
	launch.occupancy = facts.occupancy;
	return launch;
}

/* Whether two candidates differ in their blocks only. */
static bool
are_rivals(const struct candidate *a, const struct candidate *b)
{
	return a->kernel == b->kernel && same_problem(a, b) && a->numbering == b->numbering && !memcmp(&a->order, &b->order, sizeof a->order);
}

/* Drops the blocks of one kernel on one grid that cannot be the fastest, but never all. */
static void
prune_rivals(struct candidate *rivals, int count, struct arena *arena, const struct device_info *info)
{
	struct candidate *fullest = rivals;
	double least_idle = INFINITY;

	for (int i = 0; i < count; i++) {
		struct launch launch;

		if (!rivals[i].swept)
			continue;
		launch = launch_with_facts(arena, &rivals[i]);
		rivals[i].dropped = prune_reason(&launch, info);
		if (launch.started/launch.threads < least_idle) {
			least_idle = launch.started/launch.threads;
			fullest = &rivals[i];
		}
	}
	for (int i = 0; i < count; i++)
		if (!rivals[i].dropped)
			return;
	fullest->dropped = NULL;
}

static void
report_dropped(const struct candidates *candidates, const struct tool *tool, bool verbose)
{
	int dropped = 0, counts[REASON_COUNT] = { 0 };
	const char *separator = "";

	for (const struct candidate *c = candidates->items; c < candidates->items + candidates->count; c++) {
		if (!c->dropped)
			continue;
		dropped++;
		for (int r = 0; r < REASON_COUNT; r++)
			counts[r] += c->dropped == reasons[r];
		if (verbose)
			fprintf(stderr, "%s: left out: %s %dx%dx%d: %s\n", tool->name, c->kernel->name,
				c->block.x, c->block.y, c->block.z, c->dropped);
	}
	if (!dropped)
		return;
	fprintf(stderr, "%s: left out %d of %d blocks (--all-blocks measures them): ", tool->name, dropped,
		candidates->count);
	for (int r = 0; r < REASON_COUNT; r++)
		if (counts[r]) {
			fprintf(stderr, "%s%d, %s", separator, counts[r], reasons[r]);
			separator = "; ";
		}
	putc('\n', stderr);
}

void
prune(struct candidates *candidates, struct tool *tool, const struct backend *backend, bool verbose)
{
	for (int i = 0, count; i < candidates->count; i += count) {
		count = 1;
		while (i + count < candidates->count && are_rivals(&candidates->items[i], &candidates->items[i + count]))
			count++;
		prune_rivals(candidates->items + i, count, &tool->arena, &backend->info);
	}
	report_dropped(candidates, tool, verbose);
}
