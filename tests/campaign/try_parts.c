#include "tests/campaign/campaign.h"

#include "generator/variants/defaults.h"
#include "runtime/partition/columns.h"
#include "runtime/partition/step.h"
#include "runtime/partition/structured.h"

enum { TRIES = 5 };

/* Columns that are looked up in tables have any owner. */
static bool
share_columns(struct trial *t, const struct problem *problem, const struct built *kernel, struct decomposition *decomposition)
{
	static const char *const partitions[] = { "curve", "rectangles", "random:1", "random:2" };
	struct error error;

	decomposition->owners = columns_owners(t->arena, problem, decomposition->periodic, &kernel->variant,
		partitions[trial_pick(t, 4)], decomposition->ranks, &error);
	return decomposition->owners;
}

/* Parts at random. False: the grid or the kernel cannot have them. */
static bool
pick_cut(struct trial *t, const struct problem *problem, const struct built *kernel, struct decomposition *decomposition)
{
	struct stencil_rectangles parts;

	*decomposition = (struct decomposition){
		.ranks = { 1 + trial_pick(t, 2)*trial_pick(t, 3), 1 + trial_pick(t, 3) }, .every = 1 + trial_pick(t, 2),
		.overlap = trial_pick(t, 2), .reach = program_reach(t->arena, plan_of_variant(problem->plan, &kernel->variant)),
	};
	if (decomposition_is_none(decomposition) || decomposition_refusal(t->arena, decomposition, problem->plan, &kernel->variant))
		return false;
	if (columns_can_have_owners(plan_of_variant(problem->plan, &kernel->variant), &kernel->variant) && trial_pick(t, 3))
		return share_columns(t, problem, kernel, decomposition);
	parts = decomposition_rectangles(decomposition, problem, &kernel->variant);
	return !decomposition_thinness(t->arena, &parts, problem->plan->stencil);
}

static bool
choose_cut(struct trial *t, const struct problem *problem, const struct built *kernel, struct decomposition *decomposition)
{
	for (int i = 0; i < TRIES; i++)
		if (pick_cut(t, problem, kernel, decomposition))
			return true;
	return false;
}

/* One step of all parts: the last of a group, with an exchange, or one before, which computes beyond the parts. */
static bool
run_parts(const struct partition *parts, const struct built *kernel, struct stencil_block block, bool last,
	struct error *error)
{
	const struct group_step step = { .further = !last, .exchanges = last };
	struct verdict verdict;

	if (!partition_step(parts, kernel, &(struct blocks){ &block, 1 }, &step, error) || !partition_compare(parts, &verdict, error))
		return false;
	if (!verdict_is_good(&verdict))
		error_set(error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	return verdict_is_good(&verdict);
}

bool
try_parts(struct trial *t, struct problem *problem, const struct built *kernel, struct stencil_block block)
{
	struct diagnostics diagnostics = { .out = stderr };
	struct templates templates = {
		.arena = t->arena, .diagnostics = &diagnostics, .directory = t->campaign->templates,
	};
	const struct order order = { ORDER_ROW, 0, 0 };
	bool *exchanged = arena_array(t->arena, bool, problem->plan->stencil->field_count + 1), good;
	struct processes alone = { .count = 1 };
	struct decomposition decomposition;
	const struct partition_setup setup = { &alone, &templates, &t->place->backend, kernel, &decomposition, exchanged };
	struct partition parts;
	struct error error = { 0 };

	if (!choose_cut(t, problem, kernel, &decomposition))
		return true;
	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		exchanged[f->index] = f->role != ROLE_IN && shapes[f->shape].axes[0];
	good = structured_open(&parts, &setup, problem, &order,
			arena_array(t->arena, struct field_file, problem->plan->stencil->field_count + 1), &error)
		&& run_parts(&parts, kernel, block, decomposition.every == 1 || trial_pick(t, 2), &error);
	partition_close(&parts);
	t->runs++;
	if (!good)
		error_set(&t->error, EXIT_ERRORS, "%s on %dx%dx%d in %dx%d parts%s, every %d, overlap %d: %s", kernel->name,
			problem->size[0], problem->size[1], problem->size[2], decomposition.ranks[0], decomposition.ranks[1],
			decomposition.owners ? " of columns" : "", decomposition.every, decomposition.overlap,
			error.text);
	return good;
}
