#include "heat.h"

void
heat_add(struct heat *heat, const char *name, const struct call *call)
{
	heat->contenders[heat->count++] = (struct contender){ .name = name, .call = *call };
}

struct call
heat_call(const struct candidate *candidate, const struct execution *x)
{
	const struct triple block = candidate->block;

	return execution_call(x, candidate->kernel->run, (struct stencil_block){ block.x, block.y, block.z });
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
		heat_add(heat, yardstick_names[i], &w->yardsticks.calls[i]);
	if (baseline && !find_place(w, baseline))
		status = open_place(w, baseline);
	if (baseline && !status) {
		struct execution *x = find_place(w, baseline)->execution;
		const struct call call = heat_call(baseline, x);
		char message[512];

		if (!execution_fill_constant(x, baseline->kernel->upload, message, sizeof message))
			return tool_fail(w->bench->tool, EXIT_ERRORS, "the baseline: %s", message);
		heat_add(heat, baseline->kernel->name, &call);
	}
	heat->first_runner = heat->count;
	return status;
}

static double
median_of(const struct series *series)
{
	return statistics(series->seconds, series->count).median;
}

/* What a runner's samples say, beside those of the others. Returns whether they
 * are all there. */
static bool
finish(const struct heat *heat, const struct contender *contender, struct row *row)
{
	const struct bench *bench = heat->workplace->bench;
	const struct contender *baseline = heat->workplace->baseline
		? &heat->contenders[YARDSTICK_COUNT] : NULL;

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
			row->yardstick[y][c] = median_of(&heat->contenders[y].series[c]);
		if (baseline && row->time[c].samples) {
			const struct statistics s = statistics(baseline->series[c].seconds,
				baseline->series[c].count);

			row->judgement[c] = statistics_judge(&row->time[c], &s);
			row->relative[c] = s.samples ? row->time[c].median/s.median : 0;
		}
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
	int status = EXIT_GOOD;

	if (heat->count > heat->first_runner)
		measure(&bench->tool->arena, bench->backend.device, heat->contenders, heat->count,
			&bench->sampling);
	for (int i = 0; i < heat->judged_count && !status; i++)
		status = note(bench, heat->judged[i]->row);
	for (int i = heat->first_runner; i < heat->count && !status; i++) {
		struct candidate *runner = heat->runners[i - heat->first_runner];

		if (finish(heat, &heat->contenders[i], runner->row))
			status = note(bench, runner->row);
		else
			runner->row = NULL;
	}
	return status;
}
