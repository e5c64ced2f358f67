#include "runtime/bench/round_run.h"

#include "runtime/bench/bench_row.h"
#include "runtime/bench/round.h"
#include "runtime/bench/verify.h"
#include "runtime/cli/interrupt.h"

#include <stdlib.h>

static struct statistics
statistics_of(const struct contender *contender, int cache)
{
	const struct samples *samples = &contender->series[cache].good;

	return statistics(samples->seconds, samples->count);
}

static double
median_of(const struct contender *contender, int cache)
{
	return contender ? statistics_of(contender, cache).median : 0;
}

static void
compare_with_baseline(const struct contender *baseline, struct row *row, int cache)
{
	const struct statistics s = statistics_of(baseline, cache);

	row->difference[cache] = statistics_compare(&row->time[cache], &s);
	row->relative[cache] = s.samples ? row->time[cache].median/s.median : 0;
}

/* What becomes of reference copies for a kernel alone, which moves fewer bytes, or more. */
static double
reference_copy_scale(const struct round *round, const struct row *row)
{
	const double whole = round->session->work.bytes;

	return !row->part ? 1 : whole > 0 ? row->bytes/whole : 0;
}

static void
set_times(const struct round *round, const struct entry *entry, struct row *row, int cache)
{
	row->series[cache] = entry->itself->series[cache];
	row->time[cache] = statistics_of(entry->itself, cache);
	for (int y = 0; y < REFERENCE_COUNT; y++)
		row->reference_copy[y][cache] = median_of(round->reference_copies[y], cache)*reference_copy_scale(round, row);
	row->floor[cache] = median_of(entry->floor, cache);
	if (round->baseline && row->time[cache].samples)
		compare_with_baseline(round->baseline, row, cache);
}

/* Turns an entry's samples into its row's times. Returns whether the samples are complete. */
static bool
finish(const struct round *round, const struct entry *entry)
{
	const struct bench *bench = round->session->bench;
	struct row *row = entry->candidate->row;
	bool complete = true;

	if (entry->itself->status) {
		row->outcome = OUTCOME_FAILED;
		row->note = arena_printf(&bench->tool->arena, "%s",
			bench->backend.device->error(entry->itself->status));
		return true;
	}
	row->outcome = OUTCOME_MEASURED;
	for (int c = 0; c < CACHE_COUNT; c++) {
		if (!bench->sampling.caches[c])
			continue;
		set_times(round, entry, row, c);
		complete &= row->series[c].complete;
		if (row->series[c].complete && row->series[c].good.count < bench->sampling.runs)
			row->note = "throttled";
	}
	if (!complete)
		row->note = "interrupted";
	return complete;
}

static bool
note(struct bench *bench, struct row *row, struct error *error)
{
	bench->measured++;
	return !bench->journal || journal_add(bench->journal, row, error);
}

static int
count_taken(const struct series *series)
{
	return series->good.count + series->disturbed.count + series->discarded;
}

/* The samples that count as progress: no more than are wanted at least. */
static int
work_of(const struct bench *bench, int samples)
{
	return samples < bench->sampling.runs ? samples : bench->sampling.runs;
}

static const struct entry *
find_entry(const struct round *round, const struct contender *contender)
{
	for (int i = 0; i < round->entry_count; i++)
		if (round->entries[i].itself == contender)
			return &round->entries[i];
	return NULL;
}

/* Adds a turn of an entry to the progress and to the journal. */
static void
note_turn(void *context, const struct contender *contender, enum cache cache, const struct series *taken)
{
	struct round *round = context;
	struct bench *bench = round->session->bench;
	const struct entry *entry = find_entry(round, contender);
	const int all = count_taken(&contender->series[cache]);

	if (!entry)
		return;
	progress_add(&bench->progress, work_of(bench, all) - work_of(bench, all - count_taken(taken)));
	if (bench->journal && !round->error.status)
		journal_add_turn(bench->journal, entry->candidate->row->key, cache, taken, &round->error);
}

/* Goes on from the samples that the journal has. */
static void
recall_turns(struct bench *bench, const char *key, struct contender *contender)
{
	for (int c = 0; c < CACHE_COUNT && bench->journal; c++) {
		const struct series *turns = journal_find_turns(bench->journal, key, (enum cache)c);

		if (!turns || !bench->sampling.caches[c])
			continue;
		contender->series[c] = *turns;
		progress_add(&bench->progress, work_of(bench, count_taken(turns)));
	}
}

/* Times the entries and finishes their rows. Of an entry that was interrupted the row tells what is
 * known, if there are samples, and is not noted. */
static bool
time_entries(struct round *round, struct error *error)
{
	struct bench *bench = round->session->bench;
	struct sampling sampling = bench->sampling;
	bool good = round_add_floors(round, error);

	sampling.turn = note_turn;
	sampling.context = round;
	if (round->entry_count && good)
		measure(&bench->tool->arena, bench->backend.device, round->contenders, round->count, &sampling);
	if (good && round->error.status) {
		*error = round->error;
		good = false;
	}
	for (int i = 0; i < round->untimed_count && good; i++)
		good = note(bench, round->untimed[i]->row, error);
	for (int i = 0; i < round->entry_count && good; i++) {
		struct candidate *candidate = round->entries[i].candidate;

		if (finish(round, &round->entries[i]))
			good = note(bench, candidate->row, error);
		else if (!row_time(candidate->row))
			candidate->row = NULL;
	}
	return good;
}

/* A kernel has one constant memory, so it cannot run on two grids in turns. */
static bool
is_elsewhere(const struct round *round, const struct candidate *candidate, const struct placement *placement)
{
	const struct built *kernel = candidate->kernel;

	for (const struct entry *e = round->entries; e < round->entries + round->entry_count; e++)
		if (kernel->upload && e->candidate->kernel == kernel && e->placement != placement)
			return true;
	return false;
}

/* Whether the round must end before the candidate. An empty round makes room for it. */
static bool
must_wait(struct round *round, const struct candidate *candidate)
{
	struct session *session = round->session;
	struct placement *placement = session_find(session, candidate);
	const bool empty = !round->entry_count;

	if (round->entry_count == MOST_ENTRIES || round->untimed_count == MOST_ENTRIES
			|| is_elsewhere(round, candidate, placement))
		return true;
	if (placement || session_has_room(session))
		return false;
	if (empty)
		session_clear(session, session->baseline ? session_find(session, session->baseline) : NULL);
	return !empty;
}

/* Verifies a candidate and enters it in the round. */
static bool
enter(struct round *round, struct candidate *candidate, struct error *error)
{
	const struct session *session = round->session;
	struct bench *bench = session->bench;
	const struct placement *placement = session_find(session, candidate);
	struct call call = session_call(session, candidate);
	const bool good = verify_candidate(session, placement, candidate, &call, error);

	progress_add(&bench->progress, VERIFICATION_WORK);
	if (good && candidate->row->outcome == OUTCOME_VERIFIED && !bench->arguments->no_time) {
		struct contender *itself = round_add(round, candidate->row->kernel, &call);

		recall_turns(bench, candidate->row->key, itself);
		round->entries[round->entry_count++] = (struct entry){
			.candidate = candidate, .placement = placement, .itself = itself,
		};
		return true;
	}
	if (call.recording)
		bench->backend.device->forget(&call);
	if (good)
		round->untimed[round->untimed_count++] = candidate;
	return good;
}

/* Enters candidates until the round is full. Counts the candidates consumed. */
static bool
fill(struct round *round, struct candidate *candidates, int count, int *done, struct error *error)
{
	struct session *session = round->session;

	for (; *done < count && !interrupted(); ++*done) {
		struct candidate *candidate = &candidates[*done];

		if (candidate->row || candidate->dropped)
			continue;
		if (must_wait(round, candidate))
			break;
		if (!session_find(session, candidate) && !session_place(session, candidate, error))
			return false;
		candidate->row = row_create(session->bench, candidate);
		if (!enter(round, candidate, error))
			return false;
	}
	return true;
}

bool
round_run(struct session *session, struct candidate *candidates, int count, int *done, struct error *error)
{
	struct round *round = malloc(sizeof *round);
	bool good;

	*done = 0;
	if (!round)
		return error_no_memory(error);
	good = round_open(round, session, error) && fill(round, candidates, count, done, error) && time_entries(round, error);
	round_close(round);
	free(round);
	return good;
}
