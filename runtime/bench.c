#include "bench.h"

#include "hash.h"

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

/* All that a measurement depends on. */
static const char *
row_key(const struct bench *bench, const struct row *row, const char *kernel_key)
{
	struct arena *arena = &bench->tool->arena;
	const struct arguments *a = bench->arguments;
	struct text text = { .arena = arena };
	const char *texts[] = { NULL, kernel_key, NULL };

	for (const struct environment_entry *e = bench->environment; e->name; e++)
		text_add(&text, arena_printf(arena, "%s=%s\n", e->name, e->value));
	text_add(&text, arena_printf(arena,
		"%s %dx%dx%d %s %s runs %d cold %d hot %d timed %d align %d baseline %s",
		row->kernel, row->size[0], row->size[1], row->size[2], row->order, row->block, a->runs,
		bench->sampling.caches[CACHE_COLD], bench->sampling.caches[CACHE_HOT], !a->no_time, a->align,
		a->baseline ? a->baseline : "-"));
	for (int i = 0; i < a->params.count; i++)
		text_add(&text, arena_printf(arena, " %s", a->params.items[i]));
	texts[0] = text_of(&text);
	return content_hash(arena, texts);
}

struct row *
row_create(const struct bench *bench, const struct candidate *candidate)
{
	struct arena *arena = &bench->tool->arena;
	const struct variant *variant = &candidate->kernel->variant;
	struct variant usual = *variant;
	struct row *row = arena_new(arena, struct row);
	char order[40];

	order_format(&candidate->order, order, sizeof order);
	*row = (struct row){
		.kernel = candidate->kernel->name, .stencil = candidate->plan->stencil->name,
		.storage = storages[variant->storage].name, .access = accesses[variant->access].name,
		.fields = layouts[variant->layout].name, .precision = type_name(variant->precision),
		.order = storages[variant->storage].regular ? "-" : arena_printf(arena, "%s", order),
		.block = bench->backend.target == TARGET_openmp ? "-"
			: triple_text(arena, candidate->block),
		.size = { candidate->size.x, candidate->size.y, candidate->size.z },
		.alignment = bench->arguments->align, .note = "",
	};
	for (int c = 0; c < CONSTANT_COUNT; c++) {
		row->constants[c] = constant_of((enum constant)c, variant);
		constant_set((enum constant)c, &usual, 0);
	}
	constants_settle(candidate->plan, &usual);
	for (int c = 0; c < CONSTANT_COUNT; c++)
		row->unusual |= row->constants[c] != constant_of((enum constant)c, &usual);
	row->key = row_key(bench, row, candidate->kernel->key);
	return row;
}

static int
make_problem(const struct bench *bench, const struct candidate *candidate, struct problem **made)
{
	const struct plan *plan = candidate->plan;
	struct tool *tool = bench->tool;
	const bool bounds = bench->backend.kind == BACKEND_CUDA
		&& !(bench->arguments->exact && is_exact(plan));
	bool *given = arena_array(&tool->arena, bool, plan->stencil->param_count + 1);
	const int size[] = { candidate->size.x, candidate->size.y, candidate->size.z };
	struct problem *problem = *made = problem_create(plan, size);
	const struct words *params = &bench->arguments->params;
	const char *text;
	char message[512];

	if (!problem)
		return tool_fail(tool, EXIT_IO, "out of memory");
	for (int i = 0; i < params->count; i++)
		if (!read_param(&tool->arena, plan->stencil, params->items[i], problem->params, given, &text))
			return tool_fail(tool, EXIT_USAGE, "%s", text);
	problem_fill(problem, 1);
	if (!bench->arguments->profile && !problem_solve(problem, bounds, message, sizeof message))
		return tool_fail(tool, EXIT_ERRORS, "%s", message);
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

int
bench_problem(struct bench *bench, struct candidate *candidates, int count)
{
	struct workplace w = { .bench = bench };
	char message[512];
	int done = 0, status = find_baseline(bench, candidates, count, &w.baseline);

	while (done < count && !is_waiting(&candidates[done]))
		done++;
	if (done == count || status)
		return status;
	status = make_problem(bench, candidates, &w.problem);
	if (!status && !bench->arguments->no_time && !yardsticks_open(&w.yardsticks, &bench->backend,
			&bench->tool->templates, candidates->plan, problem_bytes(w.problem), message,
			sizeof message))
		status = tool_fail(bench->tool, EXIT_IO, "%s", message);
	while (done < count && !status && !interrupted())
		done += heat_run(&w, candidates + done, count - done, &status);
	workplace_clear(&w, NULL);
	yardsticks_close(&w.yardsticks);
	problem_free(w.problem);
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
