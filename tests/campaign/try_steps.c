#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/problem/plane_wrap.h"

#include <stdlib.h>
#include <string.h>

/* Several steps of a stencil on one grid, or in parts as try_plane_parts has them. */

enum { MOST_POINTS = 400, MOST_STEPS = 3 };

static bool
takes_sums(const struct stencil *stencil)
{
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		if (s->kind == STMT_ASSIGN && s->u.assign.reduction)
			return true;
	return false;
}

/* Few points, no multiple of anything; sums are of several blocks of columns at times. In parts there are interiors. */
void
choose_plane_size(struct trial *t, const struct stencil *stencil, bool interiors, int size[3])
{
	const struct extents *halo = &stencil->border;

	do {
		size[0] = 1 + trial_pick(t, trial_pick(t, 3) ? 16 : 70);
		size[1] = 1 + trial_pick(t, trial_pick(t, 3) ? 8 : 40);
		size[2] = 1 + trial_pick(t, 6);
	} while (size[0]*size[1]*size[2] > MOST_POINTS);
	if (takes_sums(stencil) && !trial_pick(t, 6)) {
		size[0] = 30 + trial_pick(t, 40);
		size[1] = 20 + trial_pick(t, 40);
		size[2] = 1 + trial_pick(t, 3);
	}
	if (interiors) {
		size[0] = 41;
		size[1] = 37;
		size[2] = 1 + trial_pick(t, 3);
	}
	for (int i = 0; i < 3; i++) {
		if (size[i] < stencil->least[i])
			size[i] = stencil->least[i];
		size[i] += halo->low[i] + halo->high[i];
	}
}

void
steps_begin(const struct steps_run *r)
{
	for (int i = 0; i < r->carried.count; i++)
		memcpy(r->problem->fields[r->carried.outs[i]->index], r->problem->fields[r->carried.ins[i]->index],
			problem_elements(r->problem, r->carried.ins[i])*field_element(r->carried.ins[i]));
}

/* Periodic halos are filled before and behind each. */
bool
solve_plane_steps(const struct steps_run *r)
{
	struct problem *problem = r->problem;
	const struct stencil *stencil = problem->plan->stencil;
	void **original = arena_array(r->trial->arena, void *, stencil->field_count + 1);
	bool good = true;

	for (const struct field *f = stencil->fields; f; f = f->next) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		plane_wrap(problem, f, field_element(f), problem->fields[f->index], r->periodic);
		original[f->index] = problem->fields[f->index];
		problem->fields[f->index] = malloc(bytes);
		memcpy(problem->fields[f->index], original[f->index], bytes);
	}
	for (int step = 1; step <= r->steps && good; step++) {
		good = problem_solve(problem, false, &r->trial->error);
		for (const struct field *f = stencil->fields; f && good; f = f->next) {
			if (!problem->expected[f->index])
				continue;
			plane_wrap(problem, f, field_element(f), problem->expected[f->index], r->periodic);
			if (step == r->steps)
				continue;
			free(problem->fields[f->index]);
			problem->fields[f->index] = problem->expected[f->index];
			problem->expected[f->index] = NULL;
		}
		if (step < r->steps)
			carry_arrays(&r->carried, problem->fields);
	}
	for (int i = 0; i < stencil->field_count; i++) {
		free(problem->fields[i]);
		problem->fields[i] = original[i];
	}
	return good;
}

/* Constant memory has no room for the tables of many columns. */
static bool
has_room(const struct problem *problem, const struct built *kernel)
{
	enum { MANY = 1000 };

	return !storages[kernel->variant.storage].constant || problem->size[0]*problem->size[1] < MANY;
}

/* A block of access temporal, whose tile is wider than what all steps of a launch read at its rim. False: no block is large enough. */
static bool
choose_tile(struct trial *t, const struct built *kernel, struct stencil_block *block)
{
	enum { ROWS = 2, MOST_THREADS = 512 };
	const struct extents *reach = &kernel->plan->stencil->extents;
	const int steps = kernel->variant.tunables[TUNABLE_steps_per_launch];
	const int width = steps*(reach->low[0] + reach->high[0]) + 1, rows = steps*(reach->low[1] + reach->high[1])/ROWS + 1;

	*block = (struct stencil_block){ width + trial_pick(t, 20), rows + trial_pick(t, 4), 1 };
	if (block->x*block->y > MOST_THREADS)
		*block = (struct stencil_block){ width, rows, 1 };
	return width*rows <= MOST_THREADS;
}

bool
choose_block_of(struct trial *t, const struct built *kernel, struct stencil_block *block)
{
	*block = choose_block(t, &kernel->variant);
	return kernel->variant.access != ACCESS_temporal || choose_tile(t, kernel, block);
}

static bool
step_whole(const struct steps_run *r, struct plane_device *device, const struct built *kernel, struct stencil_block block,
	struct error *error)
{
	struct trial *t = r->trial;
	const struct call call = binding_call(&device->binding, kernel, block);

	for (int step = 0; step < r->steps; step += r->at_once ? r->at_once : 1) {
		int status;

		for (int i = 0; step && i < r->carried.count; i++)
			binding_swap(&device->binding, r->carried.outs[i]->index, r->carried.ins[i]->index);
		choose_threads(t);
		status = t->place->backend.device->run(&call);
		if (status)
			return error_set(error, EXIT_IO, "%s", t->place->backend.device->error(status));
	}
	return true;
}

static bool
run_whole(const struct steps_run *r, const struct built *kernel)
{
	struct trial *t = r->trial;
	const struct order order = choose_order(t);
	struct error error = { 0 };
	struct verdict verdict = { 0 };
	struct stencil_block block;
	const bool has_block = choose_block_of(t, kernel, &block);
	struct grid *grid = plane_grid(t->arena, r->problem, &kernel->variant, &order, USUAL_ALIGNMENT, &error);
	struct plane_device *device;
	bool good;

	if (!has_block)
		return true;
	device = grid ? plane_device_create(t->place->backend.device, r->problem, kernel->variant.layout, grid, &error) : NULL;
	good = device && binding_prepare(&device->binding, kernel, &error)
		&& step_whole(r, device, kernel, block, &error)
		&& plane_compare(&device->binding, &verdict, &error);

	if (good && !verdict_is_good(&verdict)) {
		error_set(&error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
		good = false;
	}
	binding_free(device);
	t->runs++;
	trial_note(t, kernel, &r->features);
	if (good)
		return true;
	return error_set(&t->error, EXIT_ERRORS, "%s on %dx%dx%d, %d steps%s, order %s, threads %s: %s", kernel->name, r->problem->size[0],
		r->problem->size[1], r->problem->size[2], r->steps, r->carried.count ? ", swapped" : "",
		order_format(t->arena, &order), getenv("STENCIL_HOST_ORDER"), error.text);
}

/* Whether the steps of a launch carry the same fields as the run. */
static bool
carries_alike(const struct steps_run *r, const struct built *kernel)
{
	const struct carried own = carried_within(kernel->plan, &kernel->variant);
	bool alike = own.count == r->carried.count;

	for (int i = 0; i < own.count && alike; i++)
		alike = own.outs[i] == r->carried.outs[i] && own.ins[i] == r->carried.ins[i];
	return alike;
}

/* Structs of fields are not carried. */
static bool
can_run(const struct steps_run *r, const struct built *kernel)
{
	return kernel->plan == r->problem->plan && has_room(r->problem, kernel)
		&& !(r->carried.count && layouts[kernel->variant.layout].points)
		&& kernel->variant.tunables[TUNABLE_steps_per_launch] == r->at_once && (!r->at_once || carries_alike(r, kernel));
}

static bool
try_steps(struct steps_run *r)
{
	struct trial *t = r->trial;
	bool good;

	problem_fill(r->problem, 1 + (uint64_t)trial_pick(t, 1000));
	steps_begin(r);
	good = solve_plane_steps(r);
	for (int k = 0; k < t->kernel_count && good; k++)
		if (can_run(r, &t->kernels[k]))
			good = t->campaign->class == CLASS_PARTS ? try_plane_parts(r, &t->kernels[k]) : run_whole(r, &t->kernels[k]);
	return good;
}

/* A grid that is periodic by the option, in parts alone: surely along one axis if it is in one part. */
static void
choose_periods(struct steps_run *r, bool whole)
{
	struct trial *t = r->trial;

	for (int a = 0; a < 2; a++)
		r->periodic[a] = t->campaign->class == CLASS_PARTS && !trial_pick(t, 4);
	if (whole)
		r->periodic[trial_pick(t, 2)] = true;
}

/* Tables in constant memory are of few columns, and of one part. */
static bool
has_constant_tables(const struct trial *t, const struct plan *plan)
{
	for (int k = 0; k < t->kernel_count; k++)
		if (t->kernels[k].plan == plan && storages[t->kernels[k].variant.storage].constant)
			return true;
	return false;
}

/* On a grid of its own. */
static bool
try_grid(struct steps_run *r, const struct plan *plan)
{
	const bool in_parts = r->trial->campaign->class == CLASS_PARTS;
	const bool small = in_parts && has_constant_tables(r->trial, plan) && trial_pick(r->trial, 2);
	int size[3];
	bool good;

	choose_periods(r, small);
	features_add_if(&r->features, FEATURE_several_steps, r->steps > 1);
	features_add_if(&r->features, FEATURE_carried, r->carried.count);
	features_add_if(&r->features, FEATURE_periodic_option, r->periodic[0] || r->periodic[1]);
	choose_plane_size(r->trial, plan->stencil, in_parts && !small, size);
	r->problem = problem_create(plan, size);
	good = try_steps(r);
	problem_free(r->problem);
	return good;
}

/* A launch does several steps, so it is all of these, and the out field is carried to the next, once or twice. */
static bool
try_temporal(struct trial *t, const struct plan *plan)
{
	bool good = true;

	for (int k = 0; k < t->kernel_count && good; k++) {
		const int at_once = t->kernels[k].variant.tunables[TUNABLE_steps_per_launch];
		struct steps_run r = { .trial = t, .steps = at_once*(1 + trial_pick(t, 2)), .at_once = at_once };

		if (t->kernels[k].plan != plan || !variant_has_steps(&t->kernels[k].variant))
			continue;
		r.carried = carried_within(plan, &t->kernels[k].variant);
		good = try_grid(&r, plan);
	}
	return good;
}

bool
try_plane_steps(struct trial *t)
{
	bool good = true;

	for (int u = 0; u < t->unit_count && good; u++) {
		const struct plan *plan = t->units[u].plans[0];
		struct steps_run r = { .trial = t, .steps = 1 + trial_pick(t, MOST_STEPS) };

		if (t->campaign->class == CLASS_PARTS && trial_pick(t, 6))
			r.steps = 3;
		if (r.steps > 1 && trial_pick(t, 3))
			r.carried = choose_carried(t, plan->stencil);
		good = try_grid(&r, plan) && try_temporal(t, plan);
	}
	t->refused |= good && !t->runs;
	return good && t->runs;
}
