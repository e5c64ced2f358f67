#include "runtime/bench/forecast.h"

#include "generator/cli/catalogue.h"
#include "generator/text/expand.h"
#include "runtime/device/device_status.h"

#include <math.h>
#include <string.h>

/* Candidates that are predicted to take so many times the least prediction wait for the measured times of the others. */
#define MUCH_LONGER 1.25

static const char waits[] = "it waits", is_slower[] = "another one is faster than it is predicted to be";

enum { SAMPLES = 10 };

/* The shortest of some samples: what the machine can do. */
static bool
least_seconds(const struct bench *bench, const struct call *call, double *seconds, struct error *error)
{
	const struct device *device = bench->backend.device;
	const bool cold = bench->sampling.caches[CACHE_COLD];
	struct sample samples[SAMPLES];
	int status = device->run(call); /* which loads the kernel */

	if (!status)
		status = device->time(call, cold, SAMPLES, samples);
	*seconds = INFINITY;
	for (int i = 0; i < SAMPLES && !status; i++)
		*seconds = fmin(*seconds, samples[i].seconds);
	return !device_failed(device, status, "measure the machine", error);
}

static bool
measure_copy(const struct session *session, struct machine *machine, struct error *error)
{
	enum { PAIR = 2*sizeof (double), ARRAYS = 2 };
	const struct call *copy = &session->reference_copies.calls[REFERENCE_COPY];
	double seconds;

	if (!least_seconds(session->bench, copy, &seconds, error))
		return false;
	machine->copy = seconds > 0 ? ARRAYS*PAIR**copy->params/seconds : 0;
	return true;
}

/* Products and sums per second, of numbers of a precision. */
static bool
measure_flops(const struct session *session, enum type precision, struct machine *machine, struct error *error)
{
	enum { THREADS = 256, CHAINS = 1 << 14, OPERATIONS = 2, MANY = 2048, FEW = 64 };
	struct bench *bench = session->bench;
	const struct backend *backend = &bench->backend;
	struct templates *templates = &bench->tool->templates;
	struct arena *arena = templates->arena;
	const struct template *template = template_find(templates, arena_printf(arena, "%s/peak", targets[backend->target].folder));
	struct plain_kernel kernel = { "peak", NULL, NULL };
	double params[] = { backend_is_gpu(backend) ? MANY : FEW, (double)CHAINS*backend->info.processors, 0.5, 1 }, seconds;
	void *fields[] = { session->reference_copies.memory };
	struct call call = { .fields = fields, .params = params, .block = { THREADS, 1, 1 } };

	if (!template)
		return error_set(error, EXIT_IO, "the templates have errors");
	kernel.text = template_expand(arena, template, "file", (const struct macro[]){ { "type", type_name(precision) } }, 1);
	if (!kernels_build_plain(backend, &kernel, 1, error))
		return false;
	call.run = kernel.run;
	if (!least_seconds(bench, &call, &seconds, error))
		return false;
	machine->flops = seconds > 0 ? params[0]*params[1]*OPERATIONS/seconds : 0;
	return true;
}

/* A multiprocessor's data path has 32 banks of 4 bytes. */
static void
describe_gpu(const struct device_info *info, struct machine *machine)
{
	enum { BYTES_PER_CLOCK = 32*4 };

	if (!info->threads)
		return;
	machine->processors = info->processors;
	machine->on_chip = (double)info->processors*BYTES_PER_CLOCK*info->clock;
}

static bool
same_task(const struct candidate *a, const struct candidate *b)
{
	return storages[a->kernel->variant.storage].regular == storages[b->kernel->variant.storage].regular && a->numbering == b->numbering
		&& !memcmp(&a->order, &b->order, sizeof a->order);
}

static bool
may_be_measured(const struct candidate *candidate)
{
	return !candidate->dropped || candidate->dropped == waits;
}

/* The least prediction of a task. */
static double
least_prediction(const struct candidate *of, const struct candidate *candidates, int count)
{
	double least = INFINITY;

	for (const struct candidate *c = candidates; c < candidates + count; c++)
		if (may_be_measured(c) && same_task(c, of))
			least = fmin(least, c->prediction.seconds);
	return least;
}

void
forecast_wait(struct candidate *candidates, int count, const struct candidate *baseline)
{
	for (struct candidate *c = candidates; c < candidates + count; c++)
		if (!c->row && !c->dropped && c != baseline && c->prediction.seconds > MUCH_LONGER*least_prediction(c, candidates, count))
			c->dropped = waits;
}

bool
forecast(const struct session *session, struct candidate *candidates, int count, struct error *error)
{
	struct bench *bench = session->bench;
	struct arena *arena = &bench->tool->arena;
	struct machine machine = { 0 };

	if (!measure_copy(session, &machine, error) || !measure_flops(session, candidates->kernel->variant.precision, &machine, error))
		return false;
	describe_gpu(&bench->backend.info, &machine);
	for (struct candidate *c = candidates; c < candidates + count; c++) {
		struct launch launch = { 0 };
		struct demand demand;

		if (machine.processors && may_be_measured(c))
			launch = launch_with_facts(arena, c);
		demand = demand_of(arena, c, &session->work, &launch);
		c->prediction = predict(&machine, &demand);
	}
	if (!bench->arguments->all_blocks)
		forecast_wait(candidates, count, session->baseline);
	return true;
}

static bool
same_numbers(const struct arguments *a, const struct candidate *one, const struct candidate *other)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (a->tunables[t] && a->tunables[t] != tunables[t].tried && one->kernel->variant.tunables[t] != other->kernel->variant.tunables[t])
			return false;
	return true;
}

/* Whether two have the same of all that options name. */
static bool
same_names(const struct arguments *a, const struct candidate *one, const struct candidate *other)
{
	const struct variant *v = &one->kernel->variant, *w = &other->kernel->variant;

	return (!catalogue_names_some(a->storage) || v->storage == w->storage) && (!catalogue_names_some(a->access) || v->access == w->access)
		&& (!catalogue_names_some(a->fields) || v->layout == w->layout) && (!catalogue_names_some(a->levels) || v->levels == w->levels)
		&& one->swept == other->swept && (one->swept || !memcmp(&one->block, &other->block, sizeof one->block)) && same_numbers(a, one, other);
}

/* Whether no other candidate with the same names is measured, or predicted to be faster. */
static bool
is_best_of_names(const struct arguments *a, const struct candidate *candidate, const struct candidate *candidates, int count)
{
	for (const struct candidate *c = candidates; c < candidates + count; c++)
		if (c != candidate && may_be_measured(c) && same_task(c, candidate) && same_names(a, c, candidate)
				&& (!c->dropped || c->prediction.seconds < candidate->prediction.seconds
					|| (c->prediction.seconds <= candidate->prediction.seconds && c < candidate)))
			return false;
	return true;
}

/* The fastest measured one of a task; INFINITY: none. */
static double
least_time(const struct candidate *of, const struct candidate *candidates, int count)
{
	double least = INFINITY;

	for (const struct candidate *c = candidates; c < candidates + count; c++)
		if (c->row && c->row->outcome == OUTCOME_MEASURED && row_time(c->row) && same_task(c, of))
			least = fmin(least, row_time(c->row)->median);
	return least;
}

int
forecast_drop(const struct bench *bench, struct candidate *candidates, int count, struct left_out *left_out)
{
	const char **decided = arena_array(&bench->tool->arena, const char *, count);
	int waiting = 0;

	for (int i = 0; i < count; i++)
		decided[i] = candidates[i].dropped == waits && candidates[i].prediction.seconds > least_time(&candidates[i], candidates, count)
			&& !is_best_of_names(bench->arguments, &candidates[i], candidates, count) ? is_slower : NULL;
	for (int i = 0; i < count; i++) {
		struct candidate *c = &candidates[i];

		left_out->all += may_be_measured(c);
		if (c->dropped != waits)
			continue;
		c->dropped = decided[i];
		waiting += !decided[i];
		left_out->count += decided[i] != NULL;
		left_out->by[c->prediction.bound] += decided[i] != NULL;
	}
	return waiting;
}

const char *
left_out_text(struct arena *arena, const struct left_out *left_out)
{
	const char *text, *separator = " (";

	if (!left_out->count)
		return NULL;
	text = arena_printf(arena, "%d of %d kernels with a block are left out: others are faster than they are predicted to be", left_out->count,
		left_out->all);
	for (int b = 0; b < BOUND_COUNT; b++)
		if (left_out->by[b]) {
			text = arena_printf(arena, "%s%s%s %d", text, separator, bound_names[b], left_out->by[b]);
			separator = ", ";
		}
	return arena_printf(arena, "%s)", text);
}
