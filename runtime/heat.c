#include "heat.h"

#include <stdlib.h>
#include <string.h>

/* Of a device's memory, grids may fill so much. */
#define MEMORY_SHARE 0.6

static bool
same_grid(const struct candidate *a, const struct candidate *b)
{
	const struct storage_info *s = &storages[a->kernel->variant.storage];
	const struct storage_info *t = &storages[b->kernel->variant.storage];

	return s->regular == t->regular && s->table == t->table && s->compressed == t->compressed
		&& a->kernel->variant.layout == b->kernel->variant.layout
		&& (s->regular || !memcmp(&a->order, &b->order, sizeof a->order));
}

struct place *
find_place(const struct workplace *w, const struct candidate *candidate)
{
	struct place *place = w->places;

	while (place && !same_grid(place->first, candidate))
		place = place->next;
	return place;
}

/* Of what is written there are two more copies. */
static double
bytes_needed(const struct problem *problem)
{
	double bytes = 0;

	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		bytes += (double)problem_elements(problem, f)*(double)field_element(f)
			*(f->role == ROLE_IN ? 1 : 3);
	return bytes;
}

static bool
has_room(const struct workplace *w)
{
	double bytes = 2*bytes_needed(w->problem);

	for (const struct place *place = w->places; place; place = place->next)
		bytes += place->bytes;
	return bytes < MEMORY_SHARE*(double)w->bench->backend.info.memory;
}

void
workplace_clear(struct workplace *w, const struct place *kept)
{
	struct place *next;

	for (struct place *place = w->places; place; place = next) {
		next = place->next;
		place->next = NULL;
		if (place != kept)
			execution_free(place->execution);
	}
	w->places = (struct place *)kept;
}

int
open_place(struct workplace *w, const struct candidate *candidate)
{
	struct tool *tool = w->bench->tool;
	const struct variant *variant = &candidate->kernel->variant;
	struct place *place = arena_new(&tool->arena, struct place);
	char message[512];
	struct grid *grid = execution_grid(&tool->arena, w->problem, variant, &candidate->order,
		w->bench->arguments->align, message, sizeof message);

	place->first = candidate;
	place->bytes = bytes_needed(w->problem);
	place->execution = grid ? execution_create(w->bench->backend.device, w->problem, variant->layout,
		grid, message, sizeof message) : NULL;
	if (!place->execution)
		return tool_fail(tool, EXIT_ERRORS, "%s: %s", candidate->kernel->name, message);
	place->next = w->places;
	w->places = place;
	return EXIT_GOOD;
}

/* A kernel has but one constant memory, so it cannot run on two grids by turns. */
static bool
is_elsewhere(const struct heat *heat, const struct candidate *candidate, const struct place *place)
{
	for (int i = 0; i < heat->count - heat->first_runner; i++)
		if (candidate->kernel->upload && heat->runners[i]->kernel == candidate->kernel
				&& (!place || heat->grids[i] != place->execution))
			return true;
	return false;
}

/* Whether the heat is to end before the candidate. Makes room where that is enough. */
static bool
must_wait(struct heat *heat, const struct candidate *candidate)
{
	struct workplace *w = heat->workplace;
	struct place *place = find_place(w, candidate);
	const bool empty = heat->count == heat->first_runner;

	if (heat->count - heat->first_runner == MOST_RUNNERS || heat->judged_count == MOST_RUNNERS
			|| is_elsewhere(heat, candidate, place))
		return true;
	if (place || has_room(w))
		return false;
	if (empty)
		workplace_clear(w, w->baseline ? find_place(w, w->baseline) : NULL);
	return !empty;
}

/* Runs a kernel once, for whoever watches. */
static void
run_once(struct bench *bench, const struct execution *x, const struct call *call, struct row *row)
{
	const int status = x->device->run(call);

	row->outcome = status ? OUTCOME_FAILED : OUTCOME_VERIFIED;
	if (!status)
		return;
	fprintf(stderr, "%s: %s: %s\n", bench->tool->name, row->kernel, x->device->error(status));
	bench->wrong++;
}

/* Runs a kernel once and compares. Returns a status. */
static int
verify(struct bench *bench, struct execution *x, const struct call *call, struct row *row)
{
	struct tool *tool = bench->tool;
	char message[512];
	struct verdict verdict;
	int status;

	if (!execution_reset(x, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "%s", message);
	row->outcome = OUTCOME_FAILED;
	status = x->device->run(call);
	if (status) {
		row->note = arena_printf(&tool->arena, "%s", x->device->error(status));
		bench->wrong++;
		return EXIT_GOOD;
	}
	if (!execution_compare(x, &verdict, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "%s", message);
	row->outcome = verdict_is_good(&verdict) ? OUTCOME_VERIFIED : OUTCOME_WRONG;
	row->skipped = verdict.skipped;
	if (row->outcome == OUTCOME_WRONG) {
		fprintf(stderr, "%s: %s is wrong: %.0f of %.0f points differ, %.0f skipped; %s\n",
			tool->name, row->kernel, verdict.different, verdict.points, verdict.skipped,
			verdict.first);
		row->note = "wrong";
		bench->wrong++;
	}
	return EXIT_GOOD;
}

/* Verifies a candidate and lines it up. Returns a status. */
static int
enter(struct heat *heat, struct candidate *candidate)
{
	struct bench *bench = heat->workplace->bench;
	struct execution *x = find_place(heat->workplace, candidate)->execution;
	const struct call call = heat_call(candidate, x);
	struct row *row = candidate->row;
	char message[512];
	int status;

	row->points = problem_points(heat->workplace->problem);
	row->bytes = problem_bytes(heat->workplace->problem);
	row->flops = row->points*candidate->plan->flops;
	row->table_bytes = (double)((x->grid->entries + (x->grid->pattern ? (size_t)x->grid->view.stride : 0))
		*sizeof (int));
	if (!execution_fill_constant(x, candidate->kernel->upload, message, sizeof message)) {
		row->outcome = OUTCOME_IMPOSSIBLE;
		row->note = arena_printf(&bench->tool->arena, "%s", message);
		heat->judged[heat->judged_count++] = candidate;
		return EXIT_GOOD;
	}
	row->facts = backend_facts(candidate->kernel, &call);
	if (row->facts.launches && !row->facts.resident) {
		row->outcome = OUTCOME_IMPOSSIBLE;
		row->note = "a block needs more registers or shared memory than there are";
		heat->judged[heat->judged_count++] = candidate;
		return EXIT_GOOD;
	}
	status = EXIT_GOOD;
	if (bench->arguments->profile)
		run_once(bench, x, &call, row);
	else
		status = verify(bench, x, &call, row);
	if (status)
		return status;
	if (row->outcome != OUTCOME_VERIFIED || bench->arguments->no_time) {
		heat->judged[heat->judged_count++] = candidate;
		return EXIT_GOOD;
	}
	heat->runners[heat->count - heat->first_runner] = candidate;
	heat->grids[heat->count - heat->first_runner] = x;
	heat_add(heat, row->kernel, &call);
	return EXIT_GOOD;
}

int
heat_run(struct workplace *w, struct candidate *candidates, int count, int *status)
{
	struct heat *heat = calloc(1, sizeof *heat);
	int done = 0;

	if (!heat) {
		*status = tool_fail(w->bench->tool, EXIT_IO, "out of memory");
		return 0;
	}
	heat->workplace = w;
	*status = heat_line_up(heat);
	for (; done < count && !*status && !interrupted(); done++) {
		struct candidate *candidate = &candidates[done];

		if (candidate->row || candidate->dropped)
			continue;
		if (must_wait(heat, candidate))
			break;
		if (!find_place(w, candidate))
			*status = open_place(w, candidate);
		candidate->row = *status ? NULL : row_create(w->bench, candidate);
		if (candidate->row)
			*status = enter(heat, candidate);
	}
	if (!*status)
		*status = heat_time(heat);
	free(heat);
	return done;
}
