#include "runtime/bench/round.h"

#include <stdlib.h>
#include <string.h>

/* Of a device's memory, grids may fill so much. */
#define MEMORY_SHARE 0.6

struct place *
find_place(const struct workplace *w, const struct candidate *candidate)
{
	struct place *place = w->places;

	while (place && !w->family->same_place(place->first, candidate))
		place = place->next;
	return place;
}

static bool
has_room(const struct workplace *w)
{
	double bytes = 2*w->family->bytes_needed(w->problem);

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
			w->family->close_place(place->execution);
	}
	w->places = (struct place *)kept;
}

int
open_place(struct workplace *w, const struct candidate *candidate)
{
	struct tool *tool = w->bench->tool;
	struct place *place = arena_new(&tool->arena, struct place);
	char message[512];

	place->first = candidate;
	place->bytes = w->family->bytes_needed(w->problem);
	place->execution = w->family->open_place(w->bench, w->problem, candidate, message, sizeof message);
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
	for (const struct runner *r = heat->runners; r < heat->runners + heat->runner_count; r++)
		if (candidate->kernel->upload && r->candidate->kernel == candidate->kernel && r->place != place)
			return true;
	return false;
}

/* Whether the heat is to end before the candidate. Makes room where that is enough. */
static bool
must_wait(struct heat *heat, const struct candidate *candidate)
{
	struct workplace *w = heat->workplace;
	struct place *place = find_place(w, candidate);
	const bool empty = !heat->runner_count;

	if (heat->runner_count == MOST_RUNNERS || heat->judged_count == MOST_RUNNERS
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
run_once(struct bench *bench, const struct call *call, struct row *row)
{
	const int status = bench->backend.device->run(call);

	row->outcome = status ? OUTCOME_FAILED : OUTCOME_VERIFIED;
	if (!status)
		return;
	fprintf(stderr, "%s: %s: %s\n", bench->tool->name, row->kernel, bench->backend.device->error(status));
	bench->wrong++;
}

static void
tell_wrong(struct bench *bench, struct row *row, const struct verdict *verdict)
{
	fprintf(stderr, "%s: %s is wrong: %.0f of %.0f points differ, %.0f skipped; %s\n",
		bench->tool->name, row->kernel, verdict->different, verdict->points, verdict->skipped,
		verdict->first);
	row->note = "wrong";
	bench->wrong++;
}

/* Runs a kernel once and compares. Returns a status. */
static int
verify(const struct workplace *w, void *execution, const struct call *call, struct row *row)
{
	struct bench *bench = w->bench;
	const struct device *device = bench->backend.device;
	char message[512];
	struct verdict verdict;
	int status;

	if (!w->family->reset(execution, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "%s", message);
	row->outcome = OUTCOME_FAILED;
	status = device->run(call);
	if (status) {
		row->note = arena_printf(&bench->tool->arena, "%s", device->error(status));
		bench->wrong++;
		return EXIT_GOOD;
	}
	if (!w->family->compare(execution, &verdict, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "%s", message);
	row->outcome = verdict_is_good(&verdict) ? OUTCOME_VERIFIED : OUTCOME_WRONG;
	row->skipped = verdict.skipped;
	if (row->outcome == OUTCOME_WRONG)
		tell_wrong(bench, row, &verdict);
	return EXIT_GOOD;
}

/* Verifies what is to be timed, also when it is replayed. */
static int
verify_all(const struct workplace *w, void *execution, const struct built *kernel, struct call *call,
	struct row *row)
{
	const long before = kernel->launched ? *kernel->launched : 0;
	const struct device *device = w->bench->backend.device;
	int status = verify(w, execution, call, row);

	if (!row->facts.launches && kernel->launched)
		row->facts.launches = (int)(*kernel->launched - before);
	call->launches = row->facts.launches;
	if (status || row->outcome != OUTCOME_VERIFIED || !row->graph)
		return status;
	status = device->record(call);
	if (!status)
		return verify(w, execution, call, row);
	row->outcome = OUTCOME_FAILED;
	row->note = arena_printf(&w->bench->tool->arena, "%s", device->error(status));
	w->bench->wrong++;
	return EXIT_GOOD;
}

/* What is known of a row before it runs. Returns false if it cannot. */
static bool
describe(const struct workplace *w, void *execution, const struct candidate *candidate,
	const struct call *call)
{
	struct row *row = candidate->row;
	char message[512];

	w->family->measure_work(w->problem, row);
	row->table_bytes = w->family->table_bytes(execution);
	row->outcome = OUTCOME_IMPOSSIBLE;
	if (!w->family->fill_constant(execution, candidate->kernel, message, sizeof message)) {
		row->note = arena_printf(&w->bench->tool->arena, "%s", message);
		return false;
	}
	row->facts = backend_facts(candidate->kernel, call);
	/* Some launchers choose their blocks. */
	if (row->facts.threads && !strcmp(row->block, "-"))
		row->block = arena_printf(&w->bench->tool->arena, "%lldx1x1", row->facts.threads);
	if (row->facts.launches && !row->facts.resident) {
		row->note = "a block needs more registers or shared memory than there are";
		return false;
	}
	return true;
}

/* Verifies a candidate and lines it up. Returns a status. */
static int
enter(struct heat *heat, struct candidate *candidate)
{
	const struct workplace *w = heat->workplace;
	struct bench *bench = w->bench;
	const struct place *place = find_place(w, candidate);
	struct call call = heat_call(w, candidate);
	struct row *row = candidate->row;
	int status = EXIT_GOOD;

	if (describe(w, place->execution, candidate, &call)) {
		if (bench->arguments->profile)
			run_once(bench, &call, row);
		else
			status = verify_all(w, place->execution, candidate->kernel, &call, row);
	}
	if (!status && row->outcome == OUTCOME_VERIFIED && !bench->arguments->no_time) {
		heat->runners[heat->runner_count++] = (struct runner){
			.candidate = candidate, .place = place, .itself = heat_add(heat, row->kernel, &call),
		};
		return EXIT_GOOD;
	}
	if (call.recording)
		bench->backend.device->forget(&call);
	if (!status)
		heat->judged[heat->judged_count++] = candidate;
	return status;
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
	heat_clear(heat);
	free(heat);
	return done;
}
