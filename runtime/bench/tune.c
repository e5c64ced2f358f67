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

void
tune_widen(struct arguments *a)
{
	if (!a->fields)
		a->fields = "all";
	if (!a->block)
		a->block = "sweep";
	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (!a->tunables[c])
			a->tunables[c] = tunables[c].tried;
}

bool
tune_open(const struct bench *bench, struct tuning *tuning, struct error *error)
{
	struct arena *arena = &bench->tool->arena;
	const char *path = bench->arguments->tune;
	struct tuning_fact **last = &tuning->facts;

	*tuning = (struct tuning){ .path = path };
	if (!access(path, F_OK)) {
		const bool good = tuning_read(arena, path, tuning, error);
		const char *differs = good ? tuning_differs(arena, tuning, bench->environment) : NULL;

		if (good && !differs)
			return true;
		if (!bench->arguments->force)
			return good && error_set(error, EXIT_ERRORS, "%s; --force replaces it", differs);
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
	return true;
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
			|| strcmp((*at)->order, tuned->order) || strcmp((*at)->decision, tuned->decision)
			|| tuned_steps(*at) != tuned_steps(tuned)))
		at = &(*at)->next;
	tuned->next = *at ? (*at)->next : NULL;
	*at = tuned;
}

static void
note(struct arena *arena, struct tuning *tuning, const struct candidate *winner)
{
	const char *texts[] = { winner->unit->source.text, NULL };
	const struct row *row = winner->row;
	const struct storage_decision *decision = &winner->unit->decision;
	const bool by_choice = strcmp(kept_by_choice(winner->plan), "-");
	struct tuned *tuned = arena_new(arena, struct tuned);

	*tuned = (struct tuned){
		.stencil = row->stencil, .text = content_hash(arena, texts),
		.size = triple_text(arena, winner->size), .precision = row->precision,
		.order = row->order, .storage = row->storage, .access = row->access, .fields = row->fields,
		.levels = row->levels, .decision = kept_by_choice(winner->plan),
		.store = by_choice && decision->store ? decision->store : "-",
		.place = by_choice && decision->place == PLACE_SHARED ? place_words.names[PLACE_SHARED] : "-",
		.block = row->block, .median = arena_printf(arena, "%.3f", 1e6*candidate_median(winner)),
	};
	for (int t = 0; t < TUNABLE_COUNT; t++)
		tuned->tunables[t] = winner->kernel->variant.tunables[t] == TUNABLE_NONE ? TUNABLE_NONE : row->tunables[t];
	put(tuning, tuned);
	printf("best of %s %s %s%s%s%s%s: %s %s fields %s levels %s block %s constants %s: %s us\n", row->stencil,
		tuned->size, row->precision, strcmp(row->order, "-") ? " order " : "",
		strcmp(row->order, "-") ? row->order : "", by_choice ? " with " : "", by_choice ? tuned->decision : "", row->storage, row->access, row->fields, row->levels,
		row->block, row_tunables(arena, row), tuned->median);
}

/* Whether all others were slower, however uncertain the times are. */
static bool
is_clearly_fastest(const struct candidate *winner, const struct candidate *candidates, int count)
{
	const double high = row_time(winner->row)->high;

	for (const struct candidate *c = candidates; c < candidates + count; c++)
		if (c->row && c->row != winner->row && candidate_is_measured(c) && row_time(c->row)->low <= high)
			return false;
	return true;
}

/* Stores the fastest candidate for a task. Counts the task as noisy instead if noise hides which one that is. */
static bool
play_finals(const struct bench *bench, struct tuning *tuning, const struct candidate *first, int *noisy, struct error *error)
{
	struct arguments arguments = *bench->arguments;
	struct bench finals = *bench;
	struct candidate *finalists, *winner;
	const char *noise = NULL;
	const int count = find_finalists(bench, first, &finalists);

	arguments.baseline = NULL;
	finals.arguments = &arguments;
	finals.journal = NULL;
	finals.progress = (struct progress){ 0 };
	finals.sampling.runs *= FINAL_RUNS;
	for (int i = 0; i < count; i++)
		finalists[i].row = NULL;
	if (!bench_problem(&finals, finalists, count, error))
		return false;
	winner = candidates_fastest(finalists, count);
	if (!winner)
		return true;
	if (!tune_blocks(&finals, &winner, error))
		return false;
	if (!bench->arguments->force && !is_clearly_fastest(winner, finalists, count))
		noise = row_noise(&bench->tool->arena, winner->row);
	if (noise) {
		fprintf(stderr, "%s: no kernel is stored for %s at %s: the times of the fastest, %s, are noise: %s; try again on an"
			" idle machine, or accept them with --force\n", bench->tool->name, winner->row->stencil,
			row_size(&bench->tool->arena, winner->row), winner->row->kernel, noise);
		++*noisy;
	} else
		note(&bench->tool->arena, tuning, winner);
	return true;
}

static bool
save(const struct tuning *tuning, struct error *error)
{
	struct printed text;

	if (!printed_open(&text))
		return error_no_memory(error);
	tuning_write(tuning, text.out);
	return printed_finish(&text, true, tuning->path, error);
}

bool
tune(const struct bench *bench, struct tuning *tuning, struct error *error)
{
	const struct candidates *candidates = &bench->candidates;
	int noisy = 0;
	bool good = true;

	putchar('\n');
	for (int i = 0; i < candidates->count && good && !interrupted(); i++) {
		const struct candidate *candidate = &candidates->items[i];
		bool seen = !candidate_is_measured(candidate);

		for (int j = 0; j < i && !seen; j++)
			seen = candidate_is_measured(&candidates->items[j]) && same_task(&candidates->items[j], candidate);
		if (!seen)
			good = play_finals(bench, tuning, candidate, &noisy, error);
	}
	if (!good)
		return false;
	if (!tuning->best && !noisy)
		return error_set(error, EXIT_ERRORS, "nothing was measured: %s is unchanged", tuning->path);
	if (tuning->best && !interrupted() && !save(tuning, error))
		return false;
	return !noisy || error_reported(error, EXIT_ERRORS);
}
