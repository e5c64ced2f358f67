#include "tests/campaign/campaign.h"

#include "generator/variants/defaults.h"
#include "generator/split/parts.h"
#include "runtime/partition/columns.h"
#include "runtime/partition/step.h"
#include "runtime/partition/structured.h"

#include <stdlib.h>
#include <string.h>

/* Steps of a grid that is decomposed, as stencilrun --ranks has them. */

enum { TRIES = 6 };

/* Parts that are tried, and how. */
struct cut_run {
	const struct steps_run *steps;
	const struct built *kernel;
	struct decomposition decomposition;
	const char *partition; /* NULL: rectangles of the grid's arrays */
	struct partition parts;
};

static int
launch_steps(const struct steps_run *r)
{
	return r->at_once ? r->at_once : 1;
}

static const bool *
find_exchanged(const struct cut_run *c)
{
	const struct stencil *stencil = c->steps->problem->plan->stencil;
	bool *exchanged = arena_array(c->steps->trial->arena, bool, stencil->field_count + 1);

	for (const struct field *f = stencil->fields; f; f = f->next) {
		bool carried = false;

		for (int i = 0; i < c->steps->carried.count; i++)
			carried |= c->steps->carried.outs[i] == f || c->steps->carried.ins[i] == f;
		exchanged[f->index] = decomposition_exchanges(&c->decomposition, stencil, f, carried);
	}
	return exchanged;
}

/* Columns that are looked up in tables have any owner. */
static bool
share_columns(struct cut_run *c)
{
	static const char *const partitions[] = { "curve", "rectangles", "random:1", "random:2" };
	struct trial *t = c->steps->trial;
	struct error error;

	c->partition = c->kernel->plan->program ? "rectangles" : partitions[trial_pick(t, 4)];
	if (strcmp(c->partition, "rectangles") != 0) {
		c->decomposition.ranks[0] *= c->decomposition.ranks[1];
		c->decomposition.ranks[1] = 1;
	}
	c->decomposition.owners = columns_owners(t->arena, c->steps->problem, c->decomposition.periodic, &c->kernel->variant,
		c->partition, c->decomposition.ranks, &error);
	return c->decomposition.owners;
}

/* Of columns a part may be thin, but no period. */
static const char *
find_thinness(const struct cut_run *c)
{
	struct stencil_rectangles parts;
	struct decomposition domain = c->decomposition;

	if (c->decomposition.owners) {
		domain.ranks[0] = domain.ranks[1] = 1;
		domain.every = 1;
	}
	parts = decomposition_rectangles(&domain, c->steps->problem, &c->kernel->variant);
	return decomposition_thinness(c->steps->trial->arena, &parts, c->steps->problem->plan->stencil);
}

static const char *
find_refusal(const struct cut_run *c)
{
	struct arena *arena = c->steps->trial->arena;
	const char *why = decomposition_refusal(arena, &c->decomposition, c->steps->problem->plan, &c->kernel->variant);

	for (int i = 0; i < c->steps->carried.count && !why; i++) {
		why = decomposition_refuses_swap(arena, &c->decomposition, c->steps->carried.outs[i], c->steps->carried.ins[i]);
		if (!why)
			why = decomposition_refuses_swap(arena, &c->decomposition, c->steps->carried.ins[i],
				c->steps->carried.outs[i]);
	}
	return why;
}

/* NULL, or why the grid or the kernel cannot be decomposed so. */
static const char *
pick_cut(struct cut_run *c)
{
	static const int ranks[][2] = { { 2, 1 }, { 2, 2 }, { 1, 2 }, { 3, 1 }, { 1, 3 }, { 2, 2 }, { 2, 1 }, { 3, 2 } };
	static const int alone[2] = { 1, 1 };
	struct trial *t = c->steps->trial;
	const struct plan *plan = plan_of_variant(c->steps->problem->plan, &c->kernel->variant);
	const int *chosen = ranks[trial_pick(t, 8)];
	const bool is_constant = storages[c->kernel->variant.storage].constant;
	const char *why;

	/* Constant memory holds one table. */
	if ((c->steps->periodic[0] || c->steps->periodic[1]) && (is_constant || !trial_pick(t, 8)))
		chosen = alone;
	c->partition = NULL;
	c->decomposition = (struct decomposition){
		.ranks = { chosen[0], chosen[1] }, .every = trial_pick(t, 3) ? 1 : 2 + trial_pick(t, 2), .overlap = trial_pick(t, 4) > 0,
		.periodic = { c->steps->periodic[0], c->steps->periodic[1] },
	};
	if (c->decomposition.every % launch_steps(c->steps))
		c->decomposition.every = launch_steps(c->steps);
	c->decomposition.exchanges_within = plan->program && c->kernel->run_part && trial_pick(t, 2);
	decomposition_find_reach(t->arena, &c->decomposition, plan);
	/* One subdomain runs a program that reduces as a whole. */
	if (chosen == alone && c->decomposition.reach && c->decomposition.reach->sums && c->decomposition.inside.count) {
		c->decomposition.inside = (struct exchange_rows){ 0 };
		c->decomposition.reach = program_reach(t->arena, plan);
	}
	why = find_refusal(c);
	if (why)
		return why;
	if (columns_can_have_owners(plan, &c->kernel->variant) && !share_columns(c))
		return "columns cannot be shared out so";
	return find_thinness(c);
}

static bool
has_interior(const struct partition *parts)
{
	for (int rank = parts->first; rank < parts->end && partition_overlaps(parts); rank++)
		if (!parts->subdomains[rank].interior.is_empty)
			return true;
	return false;
}

static bool
step_parts(struct cut_run *c, struct stencil_block block, struct features *features, struct error *error)
{
	const struct steps_run *r = c->steps;
	const bool interior = has_interior(&c->parts);
	struct verdict verdict = { 0 };

	const int at_once = launch_steps(r);

	for (int n = at_once; n <= r->steps; n += at_once) {
		const struct group_step step = partition_step_of(&c->parts, n, at_once, r->steps);

		if (!partition_step(&c->parts, c->kernel, &(struct blocks){ &block, 1 }, &step, error))
			return false;
		for (int i = 0; i < r->carried.count && n < r->steps; i++)
			partition_swap(&c->parts, r->carried.outs[i], r->carried.ins[i]);
		r->trial->outcome->interiors += interior && step.exchanges;
		features_add_if(features, FEATURE_interior, interior && step.exchanges);
	}
	if (!local_streams_finish(&c->parts.streams, error) || !partition_compare(&c->parts, &verdict, error))
		return false;
	if (!verdict_is_good(&verdict))
		error_set(error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	return verdict_is_good(&verdict);
}

/* With arrays exchanged an odd number of times, fields of the whole problem are where the last step leaves them. */
static void
carry_whole(const struct steps_run *r)
{
	for (int n = launch_steps(r); n < r->steps; n += launch_steps(r))
		carry_arrays(&r->carried, r->problem->fields);
}

static bool
run_cut(struct cut_run *c)
{
	const struct steps_run *r = c->steps;
	struct trial *t = r->trial;
	struct diagnostics diagnostics = { .out = stderr };
	struct templates templates = { .arena = t->arena, .diagnostics = &diagnostics, .directory = t->campaign->templates };
	const struct order order = { ORDER_ROW, 0, 0 };
	struct processes alone = { .count = 1 };
	const struct partition_setup setup = { &alone, &templates, &t->place->backend, c->kernel, &c->decomposition,
		find_exchanged(c) };
	struct features features = r->features;
	struct error error = { 0 };
	struct stencil_block block;
	bool good;

	if (!choose_block_of(t, c->kernel, &block))
		return true;
	choose_threads(t);
	choose_streams(t);
	good = structured_open(&c->parts, &setup, r->problem, &order,
		arena_array(t->arena, struct field_file, r->problem->plan->stencil->field_count + 1), &error);
	carry_whole(r);
	good = good && step_parts(c, block, &features, &error);
	carry_whole(r);
	partition_close(&c->parts);
	features_add_if(&features, FEATURE_in_parts, c->decomposition.ranks[0]*c->decomposition.ranks[1] > 1);
	features_add_if(&features, FEATURE_group_of_steps, c->decomposition.every > 1);
	features_add_if(&features, FEATURE_partition, c->decomposition.owners);
	t->runs++;
	trial_note(t, c->kernel, &features);
	if (!good)
		error_set(&t->error, EXIT_ERRORS, "%s on %dx%dx%d in %dx%d parts%s%s, periodic %d %d, %d steps%s, every %d, overlap %d, exchanges between %d kernels: %s",
			c->kernel->name, r->problem->size[0], r->problem->size[1], r->problem->size[2], c->decomposition.ranks[0],
			c->decomposition.ranks[1],
			c->decomposition.owners ? ", " : "", c->decomposition.owners ? c->partition
			: "", r->periodic[0], r->periodic[1], r->steps,
			r->carried.count ? ", swapped" : "", c->decomposition.every, c->decomposition.overlap,
			c->decomposition.inside.count, error.text);
	return good;
}

bool
try_plane_parts(const struct steps_run *r, const struct built *kernel)
{
	struct cut_run c = { .steps = r, .kernel = kernel };
	const char *why = NULL;

	for (int tries = 0; tries < TRIES; tries++) {
		why = pick_cut(&c);
		if (!why)
			return run_cut(&c);
	}
	error_set(&r->trial->error, EXIT_ERRORS, "no parts: %s", why);
	return true;
}
