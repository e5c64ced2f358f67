#include "runtime/scaling/scaling.h"

#include "generator/base/printed.h"
#include "runtime/cli/interrupt.h"
#include "runtime/ranks/part_engine.h"
#include "runtime/scaling/ping.h"
#include "runtime/scaling/scaling_cells.h"
#include "runtime/scaling/scaling_cuts.h"
#include "runtime/scaling/scaling_journal.h"
#include "runtime/scaling/scaling_model.h"
#include "runtime/scaling/scaling_rows.h"

#include <string.h>

/* The size of the whole grid: of weak scaling that of a part is given. Parts that are not given are those with the shortest
 * halos; of weak scaling of the smallest grid. */
static int
choose_size(const struct scaling_rows *rows, const struct candidate *c, struct cut *cut, int size[3])
{
	const struct extents *border = &c->plan->stencil->border;
	const int given[3] = { c->size.x, c->size.y, c->size.z };
	struct problem *problem;

	if (!cut->ranks[1]) {
		problem = problem_create(c->plan, given);
		if (!problem)
			return tool_fail(rows->scaling->tool, EXIT_IO, "out of memory");
		cut_choose(cut, problem);
		problem_free(problem);
	}
	for (int axis = 0; axis < 3; axis++) {
		const long long halo = border->low[axis] + border->high[axis];
		const long long whole = rows->strong || axis == 2 ? given[axis] : (given[axis] - halo)*cut->ranks[axis] + halo;

		if (whole > INT_MAX)
			return tool_fail(rows->scaling->tool, EXIT_USAGE, "--ranks: the whole grid is too large");
		size[axis] = (int)whole;
	}
	return EXIT_GOOD;
}

/* The time of the same kernel in one part, measured before. */
static double
time_of_one(const struct scaling_rows *rows, const struct candidate *c)
{
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		if (r->candidate == c && scaling_parts(r) == 1 && r->timed)
			return scaling_shares(rows, r).step;
	return 0;
}

static bool
measure_row(struct scaling *s, struct scaling_row *row, struct error *error)
{
	struct scaled scaled;
	bool good;

	if (!scaling_bits(s, row->candidate, &row->cut, &row->bits, error))
		return false;
	if (row->bits == BITS_DIFFER || s->arguments->no_time)
		return true;
	good = scaled_open(&scaled, s, row->candidate, &row->cut, row->size, error)
		&& scaling_time(&scaled, &row->times, error);
	if (good) {
		row->timed = true;
		row->traffic = scaled_traffic(&scaled);
		row->devices = s->processes.count > 1 ? s->processes.count : scaled_devices(&scaled);
		row->points = problem_points(scaled.problem);
	}
	scaled_close(&scaled);
	return good;
}

/* Takes it from the journal, if that has it. */
static int
fill_row(struct scaling_rows *rows, const struct scaling_journal *journal, struct scaling_row *row)
{
	struct scaling *s = rows->scaling;
	const char *kernel = row->candidate->kernel->name;
	struct error error;
	bool is_kept;
	int status = scaling_journal_find(journal, rows, row, &is_kept);

	if (status)
		return status;
	rows->reused += is_kept;
	if (!is_kept && !measure_row(s, row, &error))
		return interrupted() ? EXIT_INTERRUPTED : tool_fail(s->tool, EXIT_IO, "%s: %s", kernel, error.text);
	row->first = scaling_parts(row) == 1 ? scaling_shares(rows, row).step : time_of_one(rows, row->candidate);
	return is_kept ? EXIT_GOOD : scaling_journal_add(journal, rows, row);
}

static int
add_row(struct scaling_rows *rows, const struct scaling_journal *journal, const struct candidate *c, const struct cut *cut)
{
	struct scaling *s = rows->scaling;
	struct scaling_row *row = arena_new(&s->tool->arena, struct scaling_row);
	int status, handed_count;
	const struct handed *handed;
	struct error error;
	const char *why;

	*row = (struct scaling_row){ .candidate = c, .cut = *cut };
	row->cut.reach = program_reach(&s->tool->arena, c->plan);
	status = scaled_handed(s, c->plan, &handed, &handed_count);
	if (!status)
		status = choose_size(rows, c, &row->cut, row->size);
	if (status)
		return status;
	why = scaled_refusal(s, c, &row->cut, row->size, handed, handed_count);
	if (why)
		return tool_fail(s->tool, EXIT_USAGE, "--ranks %dx%d of %s: %s", row->cut.ranks[0], row->cut.ranks[1],
			c->kernel->name, why);
	if (!parts_check_devices(&s->processes, &row->cut, s->backend, &error))
		return tool_report(s->tool, &error);
	status = fill_row(rows, journal, row);
	if (status)
		return status;
	*rows->last = row;
	rows->last = &row->next;
	return row->bits == BITS_DIFFER ? tool_fail(s->tool, EXIT_ERRORS, "%s in %dx%d parts has other bits than in one",
		c->kernel->name, row->cut.ranks[0], row->cut.ranks[1]) : EXIT_GOOD;
}

static int
save_as(const struct scaling_rows *rows, void (*put)(const struct scaling_rows *rows, FILE *out), const char *path)
{
	const struct tool *tool = rows->scaling->tool;
	struct printed text;
	struct error error;

	if (!printed_open(&text))
		return tool_fail(tool, EXIT_IO, "out of memory");
	put(rows, text.out);
	return printed_save(&text, path, &error) ? EXIT_GOOD
		: tool_fail(tool, EXIT_IO, "cannot write %s: %s", path, error.text);
}

static int
save(const struct scaling_rows *rows)
{
	const struct arguments *a = rows->scaling->arguments;
	const struct tool *tool = rows->scaling->tool;
	struct printed text;
	struct error error;
	int status = a->csv ? save_as(rows, scaling_csv, a->csv) : EXIT_GOOD;

	if (!status && a->json)
		status = save_as(rows, scaling_json, a->json);
	if (status || !a->svg)
		return status;
	if (!printed_open(&text) || !scaling_chart(rows, text.out))
		return tool_fail(tool, EXIT_IO, "out of memory");
	return printed_save(&text, a->svg, &error) ? EXIT_GOOD
		: tool_fail(tool, EXIT_IO, "cannot write %s: %s", a->svg, error.text);
}

/* All rows; of wrong ones the rest is measured all the same. */
static int
measure_all(struct scaling_rows *rows, const struct scaling_journal *journal, const struct cuts *cuts)
{
	const struct candidates *all = rows->scaling->candidates;
	int worst = EXIT_GOOD;

	for (int c = 0; c < all->count; c++)
		for (int i = 0; i < cuts->count; i++) {
			const int status = interrupted() ? EXIT_INTERRUPTED : add_row(rows, journal, &all->items[c], &cuts->items[i]);

			if (status > EXIT_ERRORS)
				return status;
			worst = status ? status : worst;
		}
	return worst;
}

/* All of them, and what became of it. */
static void
report(const struct scaling_rows *rows, int status, int all)
{
	const struct scaling *s = rows->scaling;
	int done = 0;

	for (const struct scaling_row *r = rows->first; r; r = r->next)
		done++;
	if (status == EXIT_INTERRUPTED)
		fprintf(stderr, "%s: interrupted: %d of %d are measured%s\n", s->tool->name, done, all,
			s->arguments->journal ? "; the same command goes on from there" : "");
	if (rows->reused)
		fprintf(stderr, "%s: %d of %d are from the journal\n", s->tool->name, rows->reused, all);
	scaling_table(rows, stdout);
}

static int
run(struct scaling *s)
{
	struct scaling_rows rows = { .scaling = s, .engine = scaling_engine(s),
		.strong = s->arguments->scaling && !strcmp(s->arguments->scaling, "strong") };
	struct scaling_journal *journal = NULL;
	struct cuts cuts;
	int status = scaling_cuts(s, &cuts), saved;

	rows.last = &rows.first;
	if (!status)
		status = ranks_agree(&s->processes, scaling_journal_open(s, &journal));
	/* Launchers end several processes themselves. */
	if (s->processes.count == 1)
		watch_for_interrupt();
	if (!status)
		status = measure_all(&rows, journal, &cuts);
	scaling_journal_close(journal);
	if ((status > EXIT_ERRORS && status != EXIT_INTERRUPTED) || s->processes.rank)
		return status;
	report(&rows, status, s->candidates->count*cuts.count);
	saved = save(&rows);
	return saved ? saved : status;
}

/* Before others are joined. */
static int
prepare(struct scaling *s)
{
	struct cut cut = { .ranks = { 1, s->arguments->scaling ? 0 : 2 }, .carrier = carrier_read(s->arguments->engine, s->arguments->comm_blocks), .share_gpus = s->arguments->share_gpus };
	struct error error;
	bool good;

	if (!s->backend->device->streams)
		return tool_fail(s->tool, EXIT_USAGE, "the backend %s has no streams", backend_names[s->backend->kind]);
	if (cut.carrier.nccl && !targets[s->backend->target].blocks)
		return tool_fail(s->tool, EXIT_USAGE, "--engine nccl is for GPUs, not backend %s", backend_names[s->backend->kind]);
	if (s->arguments->graph && !targets[s->backend->target].blocks)
		return tool_fail(s->tool, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[s->backend->kind]);
	/* One that takes sums stands for all. */
	for (int i = 0; i < s->candidates->count && !(cut.reach && cut.reach->sums); i++)
		cut.reach = program_reach(&s->tool->arena, s->candidates->items[i].plan);
	good = parts_prepare(&s->processes, &cut, &s->tool->templates, s->backend, &error);
	s->carrier = cut.carrier;
	return good ? EXIT_GOOD : tool_report(s->tool, &error);
}

/* What all processes must have alike: what is asked for, where, stencils and kernels. */
static int
check_alike(struct scaling *s)
{
	struct arena *arena = &s->tool->arena;
	struct text sources = { .arena = arena }, kernels = { .arena = arena };
	const char *differs;

	for (int i = 0; i < s->candidates->count; i++) {
		text_add(&sources, s->candidates->items[i].unit->source.text);
		text_add(&kernels, s->candidates->items[i].kernel->name);
	}
	differs = ranks_differ(&s->processes, (struct ranks_text[]){ { "the command line", s->arguments->command },
		{ "the backend", backend_names[s->backend->kind] }, { "a stencil", text_of(&sources) }, { "a kernel", text_of(&kernels) } }, 4);
	return differs ? tool_fail(s->tool, EXIT_ERRORS, "other input than rank 0 has: %s differs", differs) : EXIT_GOOD;
}

/* What carries messages all processes know alike when they have joined. */
static int
agree(struct scaling *s)
{
	const int status = carrier_agree(&s->carrier, &s->processes);
	const char *text = status ? s->processes.mpi->error(status) : NULL;

	if (status)
		return tool_fail(s->tool, EXIT_IO, "%s", text ? text : "other ranks are lost");
	text = carrier_lack(&s->tool->arena, &s->carrier, &s->processes, s->arguments->graph);
	return text ? tool_fail(s->tool, EXIT_USAGE, "%s", text) : EXIT_GOOD;
}

/* All processes do it, or none. */
int
scaling_run(struct scaling *s, int status)
{
	const struct arguments *a = s->arguments;

	if (!status)
		status = prepare(s);
	if (s->processes.count > 1) {
		const int joined = ranks_join(&s->processes, &s->tool->arena, a->timeout ? a->timeout : 300);

		if (joined)
			return status > joined ? status : joined;
		status = ranks_agree(&s->processes, status);
		if (!status)
			status = ranks_agree(&s->processes, check_alike(s));
	}
	if (!status)
		status = agree(s);
	if (!status)
		status = a->ping ? ping(s) : a->model ? scaling_model(s) : run(s);
	if (status > EXIT_ERRORS)
		ranks_abort(&s->processes, status);
	ranks_leave(&s->processes);
	return status;
}
