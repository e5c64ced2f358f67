#include "runtime/bench/bench_run.h"

#include "runtime/bench/bench_row.h"
#include "runtime/bench/forecast.h"
#include "runtime/bench/round_run.h"
#include "runtime/cli/interrupt.h"

#include <string.h>

/* Whether a candidate is what --baseline names: STORAGE_ACCESS...[@BLOCK]. */
static bool
is_named(const struct bench *bench, const struct candidate *candidate, const char *name)
{
	const size_t length = strcspn(name, "@");
	const char *stem = candidate->kernel->name + strlen(candidate->plan->stencil->name) + 1;

	return !candidate->part && strlen(stem) == length && !memcmp(stem, name, length) && (!name[length]
		|| !strcmp(name + length + 1, candidate_blocks(&bench->tool->arena, candidate)));
}

static bool
find_baseline(const struct bench *bench, const struct candidate *candidates, int count,
	const struct candidate **baseline, struct error *error)
{
	const char *name = bench->arguments->baseline;

	*baseline = NULL;
	for (int i = 0; name && i < count && !*baseline; i++)
		if (is_named(bench, &candidates[i], name))
			*baseline = &candidates[i];
	if (name && !*baseline)
		return error_set(error, EXIT_USAGE, "no '%s' is measured for '%s', so it can be no"
			" baseline: name a kernel of the table", name, candidates->plan->stencil->name);
	for (int i = 0; *baseline && (*baseline)->kernel->upload && i < count; i++)
		if (candidates[i].kernel == (*baseline)->kernel
				&& memcmp(&candidates[i].order, &(*baseline)->order, sizeof (struct order)))
			return error_set(error, EXIT_USAGE, "'%s' has its table in constant memory: it can be a baseline for one order"
				" only: give one --order", name);
	return true;
}

static bool
is_waiting(const struct candidate *candidate)
{
	return !candidate->row && !candidate->dropped;
}

static double
work_of_candidate(const struct bench *bench)
{
	int caches = 0;

	for (int c = 0; c < CACHE_COUNT && !bench->arguments->no_time; c++)
		caches += bench->sampling.caches[c];
	return VERIFICATION_WORK + bench->sampling.runs*caches;
}

static bool
run_rounds(struct session *session, struct candidate *candidates, int count, struct error *error)
{
	bool good = true;

	for (int done = 0, consumed; done < count && good && !interrupted(); done += consumed)
		good = round_run(session, candidates + done, count - done, &consumed, error);
	return good;
}

/* The fastest by prediction first. Their times show which of the others cannot be faster. */
static bool
run_by_forecast(struct session *session, struct candidate *candidates, int count, struct error *error)
{
	struct bench *bench = session->bench;
	const int before = bench->left_out.count;

	if (!forecast(session, candidates, count, error) || !run_rounds(session, candidates, count, error))
		return false;
	forecast_drop(bench, candidates, count, &bench->left_out);
	progress_add(&bench->progress, (bench->left_out.count - before)*work_of_candidate(bench));
	return run_rounds(session, candidates, count, error);
}

bool
bench_problem(struct bench *bench, struct candidate *candidates, int count, struct error *error)
{
	struct session session = { .bench = bench };
	bool good = find_baseline(bench, candidates, count, &session.baseline, error);
	int waiting = 0;

	for (int i = 0; i < count; i++)
		waiting += is_waiting(&candidates[i]);
	if (!waiting || !good)
		return good;
	good = session_open(&session, candidates, error)
		&& (bench->predicts ? run_by_forecast : run_rounds)(&session, candidates, count, error);
	session_close(&session);
	return good;
}

/* Takes complete rows from the journal. Returns their count. */
static int
reuse(struct bench *bench)
{
	int reused = 0;

	for (int i = 0; i < bench->candidates.count && bench->journal; i++) {
		struct candidate *candidate = &bench->candidates.items[i];
		const struct row *fresh = row_create(bench, candidate);
		struct row *row = candidate->dropped ? NULL : journal_find(bench->journal, fresh->key);

		candidate->row = row;
		if (row) {
			row->report = fresh->report;
			row->levels = fresh->levels; /* which older journals do not have */
			row->mesh = fresh->mesh;     /* nor this */
			row->decision = fresh->decision; /* nor this */
			row->part = fresh->part;     /* nor these */
			row->assigns = fresh->assigns;
			row->unusual = fresh->unusual;
		}
		reused += row != NULL;
		bench->wrong += row && (row->outcome == OUTCOME_WRONG || row->outcome == OUTCOME_FAILED);
	}
	return reused;
}

/* Reports how many candidates are measured completely, and how many in part. */
static void
report_interrupt(const struct bench *bench, int reused, int all)
{
	int partial = 0;

	for (int i = 0; i < bench->candidates.count; i++) {
		const struct row *row = bench->candidates.items[i].row;

		partial += row && row_is_partial(row);
	}
	fprintf(stderr, "%s: interrupted: %d of %d are measured", bench->tool->name,
		reused + bench->measured, all);
	if (partial)
		fprintf(stderr, ", %d in part", partial);
	fputs(bench->journal ? "; the same command goes on from there\n" : "\n", stderr);
}

static bool
measure_candidates(struct bench *bench, struct error *error)
{
	const struct candidates *candidates = &bench->candidates;
	const int reused = reuse(bench);
	int waiting = 0;
	bool good = true;

	for (int i = 0; i < candidates->count; i++)
		waiting += is_waiting(&candidates->items[i]);
	watch_for_interrupt();
	progress_stage(&bench->progress, bench->arguments->no_time ? "verifying" : "measuring",
		waiting*work_of_candidate(bench));
	for (int i = 0, count; i < candidates->count && good && !interrupted(); i += count) {
		count = 1;
		while (i + count < candidates->count
				&& same_problem(&candidates->items[i], &candidates->items[i + count]))
			count++;
		good = bench_problem(bench, candidates->items + i, count, error);
	}
	progress_close(&bench->progress);
	if (interrupted())
		report_interrupt(bench, reused, reused + waiting);
	if (reused)
		fprintf(stderr, "%s: %d of %d are from the journal\n", bench->tool->name, reused,
			reused + waiting);
	return good;
}

bool
bench_run(struct bench *bench, struct results *results, struct error *error)
{
	const struct arguments *a = bench->arguments;
	bool good;

	if (a->journal && !a->profile) {
		bench->journal = journal_open(a->journal, results, error);
		if (!bench->journal)
			return false;
	}
	bench->predicts = a->tune && !a->no_time;
	good = measure_candidates(bench, error);
	bench->predicts = false;
	results->left_out = left_out_text(&bench->tool->arena, &bench->left_out);
	journal_close(bench->journal);
	bench->journal = NULL;
	for (int i = 0; i < bench->candidates.count; i++)
		if (bench->candidates.items[i].row)
			results_add(results, bench->candidates.items[i].row);
	return good;
}

bool
bench_finish(const struct bench *bench, struct error *error)
{
	const int status = bench->uncounted ? bench->uncounted : interrupted() ? EXIT_INTERRUPTED
		: bench->wrong ? EXIT_ERRORS : EXIT_GOOD;

	return !status || error_reported(error, status);
}
