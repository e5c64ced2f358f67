#include "runtime/bench/tune.h"

#include "generator/base/printed.h"
#include "generator/base/hash.h"
#include "generator/variants/choose.h"
#include "generator/variants/variant_words.h"
#include "runtime/bench/bench_run.h"
#include "runtime/bench/medians.h"
#include "runtime/bench/tune_blocks.h"
#include "runtime/cli/interrupt.h"
#include "runtime/report/grid_report.h"

#include <string.h>
#include <unistd.h>

enum { FINALISTS = 6, FINAL_RUNS = 3 };

int
tune_open(const struct bench *bench, struct tuning *tuning)
{
	struct arena *arena = &bench->tool->arena;
	const char *path = bench->arguments->tune, *why;
	struct tuning_fact **last = &tuning->facts;
	struct error error;

	*tuning = (struct tuning){ .path = path };
	if (!access(path, F_OK)) {
		const bool good = tuning_read(arena, path, tuning, &error);

		why = good ? tuning_differs(arena, tuning, bench->environment) : error.text;
		if (!why)
			return EXIT_GOOD;
		if (!bench->arguments->force)
			return tool_fail(bench->tool, good ? EXIT_ERRORS : (int)error.status, "%s%s", why,
				good ? "; --force replaces it" : "");
		*tuning = (struct tuning){ .path = path };
		last = &tuning->facts;
	}
	for (const struct environment_entry *e = bench->environment; e->name; e++) {
		/* The compiler's options depend on the command line. */
		if (!strcmp(e->name, "command"))
			continue;
		*last = arena_new(arena, struct tuning_fact);
		(*last)->name = e->name;
		(*last)->value = e->value;
		last = &(*last)->next;
	}
	return EXIT_GOOD;
}

/* Whether two were measured on the same grid, in any storage. */
static bool
same_task(const struct candidate *a, const struct candidate *b)
{
	return same_problem(a, b) && !strcmp(a->row->order, b->row->order);
}

/* Copies the fastest few candidates for the same task as this one. Returns their count. */
static int
find_finalists(const struct bench *bench, const struct candidate *first, struct candidate **finalists)
{
	const struct candidates *candidates = &bench->candidates;
	int count = 0;

	*finalists = arena_array(&bench->tool->arena, struct candidate, candidates->count);
	for (int i = 0; i < candidates->count; i++)
		if (candidate_is_measured(&candidates->items[i]) && same_task(first, &candidates->items[i]))
			(*finalists)[count++] = candidates->items[i];
	candidates_sort(*finalists, count);
	return count < FINALISTS ? count : FINALISTS;
}

/* Replaces the entry for the same task that keeps the same, or appends one. */
static void
put(struct tuning *tuning, struct tuned *tuned)
{
	struct tuned **at = &tuning->best;

	while (*at && (strcmp((*at)->stencil, tuned->stencil) || strcmp((*at)->size, tuned->size)
			|| strcmp((*at)->precision, tuned->precision)
			|| strcmp((*at)->order, tuned->order) || strcmp((*at)->kept, tuned->kept)))
		at = &(*at)->next;
	tuned->next = *at ? (*at)->next : NULL;
	*at = tuned;
}

static void
note(struct arena *arena, struct tuning *tuning, const struct candidate *winner)
{
	const char *texts[] = { winner->unit->source.text, NULL };
	const struct row *row = winner->row;
	const struct keeping *keeping = &winner->unit->keeping;
	const bool by_choice = strcmp(kept_by_choice(winner->plan), "-");
	struct tuned *tuned = arena_new(arena, struct tuned);

	*tuned = (struct tuned){
		.stencil = row->stencil, .text = content_hash(arena, texts),
		.size = triple_text(arena, winner->size), .precision = row->precision,
		.order = row->order, .storage = row->storage, .access = row->access, .fields = row->fields,
		.levels = row->levels, .kept = kept_by_choice(winner->plan),
		.store = by_choice && keeping->store ? keeping->store : "-",
		.place = by_choice && keeping->place == PLACE_SHARED ? place_words.names[PLACE_SHARED] : "-",
		.block = row->block, .median = arena_printf(arena, "%.3f", 1e6*candidate_median(winner)),
	};
	memcpy(tuned->tunables, row->tunables, sizeof tuned->tunables);
	put(tuning, tuned);
	printf("best of %s %s %s%s%s%s%s: %s %s fields %s levels %s block %s constants %s: %s us\n", row->stencil,
		tuned->size, row->precision, strcmp(row->order, "-") ? " order " : "",
		strcmp(row->order, "-") ? row->order : "", by_choice ? " with " : "", by_choice ? tuned->kept : "", row->storage, row->access, row->fields, row->levels,
		row->block, row_tunables(arena, row), tuned->median);
}

static int
play_finals(const struct bench *bench, struct tuning *tuning, const struct candidate *first)
{
	struct arguments arguments = *bench->arguments;
	struct bench finals = *bench;
	struct candidate *finalists, *winner;
	const char *noise;
	const int count = find_finalists(bench, first, &finalists);
	int status;

	arguments.baseline = NULL;
	finals.arguments = &arguments;
	finals.journal = NULL;
	finals.progress = (struct progress){ 0 };
	finals.sampling.runs *= FINAL_RUNS;
	for (int i = 0; i < count; i++)
		finalists[i].row = NULL;
	status = bench_problem(&finals, finalists, count);
	winner = status ? NULL : candidates_fastest(finalists, count);
	if (winner)
		status = tune_blocks(&finals, &winner);
	if (!winner || status)
		return status;
	noise = bench->arguments->force ? NULL : row_noise(&bench->tool->arena, winner->row);
	if (noise)
		return tool_fail(bench->tool, EXIT_ERRORS, "nothing is noted: the times of %s at %s are noise:"
			" %s; try again on an idle machine, or take them with --force", winner->row->kernel,
			row_size(&bench->tool->arena, winner->row), noise);
	note(&bench->tool->arena, tuning, winner);
	return status;
}

static int
save(const struct bench *bench, const struct tuning *tuning)
{
	struct error error;
	struct printed text;

	if (!printed_open(&text))
		return tool_fail(bench->tool, EXIT_IO, "out of memory");
	tuning_write(tuning, text.out);
	return printed_save(&text, tuning->path, &error) ? EXIT_GOOD
		: tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", tuning->path, error.text);
}

int
tune(const struct bench *bench, struct tuning *tuning)
{
	const struct candidates *candidates = &bench->candidates;
	int status = EXIT_GOOD;

	putchar('\n');
	for (int i = 0; i < candidates->count && !status && !interrupted(); i++) {
		const struct candidate *candidate = &candidates->items[i];
		bool seen = !candidate_is_measured(candidate);

		for (int j = 0; j < i && !seen; j++)
			seen = candidate_is_measured(&candidates->items[j]) && same_task(&candidates->items[j], candidate);
		if (!seen)
			status = play_finals(bench, tuning, candidate);
	}
	if (!status && !tuning->best)
		status = tool_fail(bench->tool, EXIT_ERRORS, "nothing was measured, so there is nothing to note"
			" in %s", tuning->path);
	return status || interrupted() ? status : save(bench, tuning);
}
