#include "runtime/bench/grid_family.h"

#include "generator/base/hash.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t asked_to_stop;

static void
ask_to_stop(int signal_number)
{
	(void)signal_number;
	asked_to_stop = 1;
}

bool
interrupted(void)
{
	return asked_to_stop;
}

/* The first Ctrl-C ends the run at the next sample, a second one at once. */
static void
watch_for_interrupt(void)
{
	struct sigaction action = { .sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND };

	sigaction(SIGINT, &action, NULL);
}

const struct family *
family_of(const struct candidate *candidate)
{
	return candidate->kernel->sparse ? &sparse_family : &plane_family;
}

/* All that a measurement depends on. */
static const char *
row_key(const struct bench *bench, const struct row *row, const struct candidate *candidate)
{
	struct arena *arena = &bench->tool->arena;
	const struct arguments *a = bench->arguments;
	struct text text = { .arena = arena };
	const char *texts[] = { NULL, candidate->kernel->key, NULL };

	for (const struct environment_entry *e = bench->environment; e->name; e++)
		text_add(&text, arena_printf(arena, "%s=%s\n", e->name, e->value));
	text_add(&text, arena_printf(arena,
		"%s %dx%dx%d %s %s runs %d cold %d hot %d timed %d align %d baseline %s%s%s",
		row->kernel, row->size[0], row->size[1], row->size[2], row->order, row->block, a->runs,
		bench->sampling.caches[CACHE_COLD], bench->sampling.caches[CACHE_HOT], !a->no_time, a->align,
		a->baseline ? a->baseline : "-", a->graph ? " graph" : "",
		family_of(candidate)->key(bench, candidate)));
	for (int i = 0; i < a->params.count; i++)
		text_add(&text, arena_printf(arena, " %s", a->params.items[i]));
	texts[0] = text_of(&text);
	return content_hash(arena, texts);
}

struct row *
row_create(const struct bench *bench, const struct candidate *candidate)
{
	struct row *row = arena_new(&bench->tool->arena, struct row);

	*row = (struct row){
		.kernel = candidate->kernel->name, .stencil = candidate->plan->stencil->name,
		.graph = bench->arguments->graph, .note = "",
	};
	family_of(candidate)->describe(bench, candidate, row);
	row->key = row_key(bench, row, candidate);
	return row;
}

int
bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params)
{
	struct arena *arena = &bench->tool->arena;
	const struct words *words = &bench->arguments->params;
	bool *given = arena_array(arena, bool, stencil->param_count + 1);
	const char *message;

	for (int i = 0; i < words->count; i++)
		if (!read_param(arena, stencil, words->items[i], params, given, &message))
			return tool_fail(bench->tool, EXIT_USAGE, "%s", message);
	return EXIT_GOOD;
}

/* Whether a candidate is what --baseline names: STORAGE_ACCESS...[@BLOCK]. */
static bool
is_named(const struct bench *bench, const struct candidate *candidate, const char *name)
{
	const size_t length = strcspn(name, "@");
	const char *stem = candidate->kernel->name + strlen(candidate->plan->stencil->name) + 1;

	return strlen(stem) == length && !memcmp(stem, name, length) && (!name[length]
		|| !strcmp(name + length + 1, triple_text(&bench->tool->arena, candidate->block)));
}

static int
find_baseline(const struct bench *bench, const struct candidate *candidates, int count,
	const struct candidate **baseline)
{
	const char *name = bench->arguments->baseline;

	*baseline = NULL;
	for (int i = 0; name && i < count && !*baseline; i++)
		if (is_named(bench, &candidates[i], name))
			*baseline = &candidates[i];
	if (name && !*baseline)
		return tool_fail(bench->tool, EXIT_USAGE, "no '%s' is measured for '%s', so it can be no"
			" baseline", name, candidates->plan->stencil->name);
	for (int i = 0; *baseline && (*baseline)->kernel->upload && i < count; i++)
		if (candidates[i].kernel == (*baseline)->kernel
				&& memcmp(&candidates[i].order, &(*baseline)->order, sizeof (struct order)))
			return tool_fail(bench->tool, EXIT_USAGE, "'%s' has its table in constant memory: it can be"
				" a baseline for one order only", name);
	return EXIT_GOOD;
}

static bool
is_waiting(const struct candidate *candidate)
{
	return !candidate->row && !candidate->dropped;
}

/* Data, what to expect of them, and what to compare times with. */
static int
open_workplace(struct workplace *w, const struct candidate *first)
{
	struct bench *bench = w->bench;
	struct row work = { 0 };
	char message[512];
	int status;

	w->family = family_of(first);
	status = w->family->open_problem(bench, first, &w->problem);
	if (status || bench->arguments->no_time)
		return status;
	w->family->measure_work(w->problem, &work);
	return yardsticks_open(&w->yardsticks, &bench->backend, &bench->tool->templates, first->plan,
		work.bytes, message, sizeof message) ? EXIT_GOOD
		: tool_fail(bench->tool, EXIT_IO, "%s", message);
}

static void
close_workplace(struct workplace *w)
{
	workplace_clear(w, NULL);
	yardsticks_close(&w->yardsticks);
	if (w->family)
		w->family->close_problem(w->problem);
}

int
bench_problem(struct bench *bench, struct candidate *candidates, int count)
{
	struct workplace w = { .bench = bench };
	int done = 0, status = find_baseline(bench, candidates, count, &w.baseline);

	while (done < count && !is_waiting(&candidates[done]))
		done++;
	if (done == count || status)
		return status;
	status = open_workplace(&w, candidates);
	while (done < count && !status && !interrupted())
		done += heat_run(&w, candidates + done, count - done, &status);
	close_workplace(&w);
	return status;
}

/* Rows that the journal has already. */
static int
reuse(struct bench *bench)
{
	int reused = 0;

	for (int i = 0; i < bench->sweep.count && bench->journal; i++) {
		struct candidate *candidate = &bench->sweep.candidates[i];
		const struct row *fresh = row_create(bench, candidate);
		struct row *row = candidate->dropped ? NULL : journal_find(bench->journal, fresh->key);

		candidate->row = row;
		if (row)
			row->unusual = fresh->unusual;
		reused += row != NULL;
		bench->wrong += row && (row->outcome == OUTCOME_WRONG || row->outcome == OUTCOME_FAILED);
	}
	return reused;
}

int
bench_run(struct bench *bench)
{
	const struct sweep *sweep = &bench->sweep;
	const int reused = reuse(bench);
	int waiting = 0, status = EXIT_GOOD;

	for (int i = 0; i < sweep->count; i++)
		waiting += is_waiting(&sweep->candidates[i]);
	watch_for_interrupt();
	progress_open(&bench->progress, bench->tool->name, waiting, reused, bench->arguments->verbose);
	for (int i = 0, count; i < sweep->count && !status && !interrupted(); i += count) {
		count = 1;
		while (i + count < sweep->count
				&& same_problem(&sweep->candidates[i], &sweep->candidates[i + count]))
			count++;
		status = bench_problem(bench, sweep->candidates + i, count);
	}
	progress_close(&bench->progress);
	if (interrupted())
		fprintf(stderr, "%s: interrupted: %d of %d are measured%s\n", bench->tool->name,
			reused + bench->progress.done, reused + waiting,
			bench->journal ? "; the same command goes on from there" : "");
	if (reused)
		fprintf(stderr, "%s: %d of %d are from the journal\n", bench->tool->name, reused,
			reused + waiting);
	return status;
}
