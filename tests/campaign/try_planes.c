#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "generator/plan/exact.h"
#include "generator/variants/legal.h"
#include "runtime/problem/plane_compare.h"

#include <stdlib.h>
#include <string.h>

enum { SIZES = 3, ORDERS = 2, BLOCKS = 3, MOST_THREADS = 256 };

/* A problem laid out as some of a trial's kernels need it. */
struct layout_trial {
	struct trial *trial;
	struct plane_device *device;
	const int *size;
	const char *order;
};

/* On a CPU threads run one by one, in an order of this kind. */
const char *
choose_threads(struct trial *trial)
{
	const char *text = "forward";

	switch (trial_pick(trial, 4)) {
	case 0: break;
	case 1: text = "reverse"; break;
	default: text = arena_printf(trial->arena, "shuffle:%d", 1 + trial_pick(trial, 1000));
	}
	setenv("STENCIL_HOST_ORDER", text, 1);
	return text;
}

/* Where CUDA text runs on a CPU, streams do all at once, or in an order of this seed; without the waits for an event that the environment names, as in
 * STENCIL_HOST_STREAMS=1:boundary, which is a fault to be found. */
void
choose_streams(struct trial *trial)
{
	const char *given = getenv("STENCIL_HOST_STREAMS"), *event = given ? strchr(given, ':') : NULL;
	const int seed = trial_pick(trial, 20);

	if (!targets[trial->place->backend.target].blocks)
		unsetenv("STENCIL_HOST_STREAMS");
	else if (seed % 2 || event)
		setenv("STENCIL_HOST_STREAMS", arena_printf(trial->arena, "%d%s", 1 + seed, event ? event : ""), 1);
	else
		unsetenv("STENCIL_HOST_STREAMS");
}

/* One that the access can have. */
struct stencil_block
choose_block(struct trial *trial, const struct variant *variant)
{
	static const int widths[] = { 32, 8, 64, 1, 16, 5, 33, 128 };
	struct stencil_block block = { 1, 1, 1 };

	for (int tries = 0; tries < 100 && targets[variant->target].blocks; tries++) {
		const int shape[] = { widths[trial_pick(trial, 8)], 1 + trial_pick(trial, 4),
			trial_pick(trial, 3) ? 1 : 1 << trial_pick(trial, 6) };

		block = (struct stencil_block){ shape[0], shape[1], shape[2] };
		if (shape[0]*shape[1]*shape[2] <= MOST_THREADS
				&& block_is_legal(variant, shape, NULL))
			return block;
		block = (struct stencil_block){ 32, variant->access == ACCESS_planes ? 4 : 1, 1 };
	}
	return block;
}

static bool
run_kernel(const struct layout_trial *x, const struct built *kernel)
{
	struct trial *t = x->trial;
	const struct stencil_block block = choose_block(t, &kernel->variant);
	const struct call call = binding_call(&x->device->binding, kernel, block);
	const char *threads = choose_threads(t);
	struct verdict verdict = { 0 };
	struct error error = { 0 };
	int status;

	if (!binding_reset(&x->device->binding, &error))
		return false;
	status = t->place->backend.device->run(&call);
	if (status)
		error_set(&error, EXIT_IO, "%s", t->place->backend.device->error(status));
	else if (binding_compare(&x->device->binding, &verdict, &error) && !verdict_is_good(&verdict))
		error_set(&error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	t->runs++;
	if (!*error.text)
		return true;
	return error_set(&t->error, EXIT_ERRORS, "%s on %dx%dx%d, order %s, block %dx%dx%d, threads %s: %s",
		kernel->name, x->size[0], x->size[1], x->size[2], x->order, block.x, block.y, block.z, threads,
		error.text);
}

/* Constant memory has no room for the tables of many columns. */
static bool
has_room(const struct problem *problem, const struct built *kernel)
{
	enum { MANY = 1000 };

	return !storages[kernel->variant.storage].constant || problem->size[0]*problem->size[1] < MANY;
}

/* Runs all kernels that need what this one needs. */
static bool
try_layout(struct trial *t, struct problem *problem, const struct built *first, const struct order *order)
{
	struct layout_trial x = { .trial = t, .size = problem->size };
	struct grid *grid = plane_grid(t->arena, problem, &first->variant, order, USUAL_ALIGNMENT, &t->error);
	bool good = true;

	x.order = order_format(t->arena, order);
	x.device = grid ? plane_device_create(t->place->backend.device, problem, first->variant.layout, grid, &t->error) : NULL;
	if (!x.device)
		return false;
	good = binding_save(&x.device->binding, &t->error);
	for (const struct built *kernel = first; kernel < t->kernels + t->kernel_count && good; kernel++) {
		if (kernel->plan != first->plan || !plane_lies_alike(&kernel->variant, &first->variant) || !has_room(problem, kernel))
			continue;
		good = binding_prepare(&x.device->binding, kernel, &t->error);
		for (int b = 0; b < (targets[kernel->variant.target].blocks && !t->campaign->quick ? BLOCKS : 1) && good; b++)
			good = run_kernel(&x, kernel);
		if (good && !t->place->is_gpu)
			good = try_parts(t, problem, kernel, choose_block(t, &kernel->variant));
	}
	binding_free(x.device);
	return good;
}

struct order
choose_order(struct trial *trial)
{
	struct order order;

	switch (trial_pick(trial, 4)) {
	case 0:  return (struct order){ ORDER_ROW, 0, 0 };
	case 1:  order_parse("hilbert", &order); return order;
	case 2:  return (struct order){ ORDER_ZCURVE, 2 << trial_pick(trial, 4), 0 };
	default: return (struct order){ ORDER_RANDOM, 0, 1 + (uint64_t)trial_pick(trial, 1000) };
	}
}

/* Whether no kernel before it needs the same. */
static bool
is_first(const struct trial *t, const struct built *kernel)
{
	for (const struct built *k = t->kernels; k < kernel; k++)
		if (k->plan == kernel->plan && plane_lies_alike(&k->variant, &kernel->variant))
			return false;
	return true;
}

static bool
try_problem(struct trial *t, struct problem *problem)
{
	bool good;

	problem_fill(problem, 1 + (uint64_t)trial_pick(t, 1000));
	/* A GPU has functions of its own. */
	good = problem_solve(problem, t->place->is_gpu && !is_exact(problem->plan), &t->error);
	for (int k = 0; k < t->kernel_count && good; k++) {
		const struct built *kernel = &t->kernels[k];
		const bool regular = storages[kernel->variant.storage].regular;

		if (kernel->plan != problem->plan || !is_first(t, kernel))
			continue;
		for (int o = 0; o < (regular || t->campaign->quick ? 1 : ORDERS) && good; o++) {
			const struct order order = choose_order(t);

			good = try_layout(t, problem, kernel, &order);
		}
	}
	return good;
}

static bool
takes_sums(const struct stencil *stencil)
{
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		if (s->kind == STMT_ASSIGN && s->u.assign.reduction)
			return true;
	return false;
}

/* Few points, no multiple of anything, as many as guards need, and a halo around them; sums are of several blocks of columns at times. */
static void
choose_size(struct trial *trial, const struct stencil *stencil, int size[3])
{
	const struct extents *halo = &stencil->border;
	const bool many = takes_sums(stencil) && !trial_pick(trial, 4);

	do {
		size[0] = 1 + trial_pick(trial, trial_pick(trial, 3) ? 16 : 70);
		size[1] = 1 + trial_pick(trial, trial_pick(trial, 3) ? 8 : 40);
		size[2] = 1 + trial_pick(trial, 8);
	} while (size[0]*size[1]*size[2] > 600);
	if (many) {
		size[0] = 30 + trial_pick(trial, 40);
		size[1] = 20 + trial_pick(trial, 40);
		size[2] = 1 + trial_pick(trial, 3);
	}
	for (int i = 0; i < 3; i++) {
		if (size[i] < stencil->least[i])
			size[i] = stencil->least[i];
		size[i] += halo->low[i] + halo->high[i];
	}
}

bool
try_planes(struct trial *trial)
{
	const int sizes = trial->campaign->quick ? 1 : SIZES;
	bool good = true;

	for (int u = 0; u < trial->unit_count; u++)
		for (int n = 0; n < sizes && good; n++) {
			const struct plan *plan = trial->units[u].plans[0];
			struct problem *problem;
			int size[3];

			choose_size(trial, plan->stencil, size);
			problem = problem_create(plan, size);
			good = problem && try_problem(trial, problem);
			if (!problem)
				error_set(&trial->error, EXIT_ERRORS, "out of memory");
			problem_free(problem);
		}
	return good;
}
