#include "runtime/bench/round.h"

struct contender *
heat_add(struct heat *heat, const char *name, const struct call *call)
{
	struct contender *contender = &heat->contenders[heat->count++];

	*contender = (struct contender){ .name = name, .call = *call };
	return contender;
}

void
heat_clear(struct heat *heat)
{
	const struct device *device = heat->workplace->bench->backend.device;

	for (int i = 0; i < heat->count; i++)
		if (heat->contenders[i].call.recording)
			device->forget(&heat->contenders[i].call);
	heat->count = heat->runner_count = 0;
}

struct call
heat_call(const struct workplace *w, const struct candidate *candidate)
{
	return w->family->call(find_place(w, candidate)->execution, &w->bench->tool->arena, candidate);
}

/* Records a call, which must have been loaded before. */
static int
record(const struct workplace *w, struct call *call)
{
	const struct device *device = w->bench->backend.device;
	int status = device->run(call);

	if (!status)
		status = device->record(call);
	return status ? tool_fail(w->bench->tool, EXIT_IO, "cannot record launches: %s",
		device->error(status)) : EXIT_GOOD;
}

int
heat_line_up(struct heat *heat)
{
	struct workplace *w = heat->workplace;
	const struct candidate *baseline = w->baseline;
	int status = EXIT_GOOD;

	if (w->bench->arguments->no_time)
		return EXIT_GOOD;
	for (int i = 0; i < YARDSTICK_COUNT; i++)
		if (w->yardsticks.calls[i].run)
			heat->yardsticks[i] = heat_add(heat, yardstick_names[i], &w->yardsticks.calls[i]);
	if (baseline && !find_place(w, baseline))
		status = open_place(w, baseline);
	if (baseline && !status) {
		struct call call = heat_call(w, baseline);
		char message[512];

		if (!w->family->fill_constant(find_place(w, baseline)->execution, baseline->kernel, message,
				sizeof message))
			return tool_fail(w->bench->tool, EXIT_ERRORS, "the baseline: %s", message);
		call.launches = backend_facts(baseline->kernel, &call).launches;
		if (w->bench->arguments->graph)
			status = record(w, &call);
		heat->baseline = heat_add(heat, baseline->kernel->name, &call);
	}
	return status;
}

/* The contender that only launches, as often as a runner does. Runners share it. */
static int
find_floor(struct heat *heat, struct runner *runner)
{
	const struct workplace *w = heat->workplace;
	const int launches = runner->candidate->row->facts.launches;
	struct call call = yardsticks_floor(&w->yardsticks, &w->bench->tool->arena, launches);
	int status = EXIT_GOOD;

	for (int i = 0; i < heat->runner_count && call.run; i++) {
		runner->floor = heat->runners[i].floor;
		if (runner->floor && runner->floor->call.launches == launches)
			return EXIT_GOOD;
	}
	runner->floor = NULL;
	if (!call.run)
		return EXIT_GOOD;
	if (w->bench->arguments->graph)
		status = record(w, &call);
	runner->floor = heat_add(heat, "launches", &call);
	return status;
}

static int
find_floors(struct heat *heat)
{
	const struct workplace *w = heat->workplace;
	int status = EXIT_GOOD;

	for (int i = 0; i < heat->runner_count && !status; i++)
		if (w->family->launches_matter || w->bench->arguments->graph)
			status = find_floor(heat, &heat->runners[i]);
	return status;
}

static double
median_of(const struct contender *contender, int cache)
{
	const struct series *series = contender ? &contender->series[cache] : NULL;

	return series ? statistics(series->seconds, series->count).median : 0;
}

static void
judge(const struct contender *baseline, struct row *row, int cache)
{
	const struct series *series = &baseline->series[cache];
	const struct statistics s = statistics(series->seconds, series->count);

	row->judgement[cache] = statistics_judge(&row->time[cache], &s);
	row->relative[cache] = s.samples ? row->time[cache].median/s.median : 0;
}

/* What a runner's samples say, beside those of the others. Returns whether they
 * are all there. */
static bool
finish(const struct heat *heat, const struct runner *runner)
{
	const struct bench *bench = heat->workplace->bench;
	const struct contender *contender = runner->itself;
	struct row *row = runner->candidate->row;

	if (contender->status) {
		row->outcome = OUTCOME_FAILED;
		row->note = arena_printf(&bench->tool->arena, "%s",
			bench->backend.device->error(contender->status));
		return true;
	}
	row->outcome = OUTCOME_MEASURED;
	for (int c = 0; c < CACHE_COUNT; c++) {
		row->series[c] = contender->series[c];
		row->time[c] = statistics(row->series[c].seconds, row->series[c].count);
		for (int y = 0; y < YARDSTICK_COUNT; y++)
			row->yardstick[y][c] = median_of(heat->yardsticks[y], c);
		row->floor[c] = median_of(runner->floor, c);
		if (heat->baseline && row->time[c].samples)
			judge(heat->baseline, row, c);
		if (!bench->sampling.caches[c] || row->series[c].count >= bench->sampling.runs)
			continue;
		if (!row->series[c].discarded)
			return false;
		row->note = "throttled";
	}
	return true;
}

static int
note(struct bench *bench, struct row *row)
{
	char message[512];

	progress_add(&bench->progress, 1);
	if (bench->journal && !journal_add(bench->journal, row, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "%s", message);
	return EXIT_GOOD;
}

int
heat_time(struct heat *heat)
{
	struct bench *bench = heat->workplace->bench;
	int status = find_floors(heat);

	if (heat->runner_count && !status)
		measure(&bench->tool->arena, bench->backend.device, heat->contenders, heat->count,
			&bench->sampling);
	for (int i = 0; i < heat->judged_count && !status; i++)
		status = note(bench, heat->judged[i]->row);
	for (int i = 0; i < heat->runner_count && !status; i++) {
		struct candidate *candidate = heat->runners[i].candidate;

		if (finish(heat, &heat->runners[i]))
			status = note(bench, candidate->row);
		else
			candidate->row = NULL;
	}
	return status;
}
