#include "runtime/scaling/scaling.h"

#include "generator/base/printed.h"
#include "runtime/cli/interrupt.h"
#include "runtime/partition/transport.h"
#include "runtime/scaling/ping.h"
#include "runtime/scaling/scaled_mesh.h"
#include "runtime/scaling/scaling_cells.h"
#include "runtime/scaling/scaling_decompositions.h"
#include "runtime/scaling/scaling_journal.h"
#include "runtime/scaling/scaling_model.h"
#include "runtime/scaling/scaling_rows.h"

#include <string.h>

/* The size of the whole grid: of weak scaling that of a part is given. Parts that are not given are those with the shortest
 * halos; of weak scaling of the smallest grid. */
static bool
choose_size(const struct scaling_rows *rows, const struct candidate *c, struct decomposition *decomposition, int size[3],
	struct error *error)
{
	const struct extents *border = &c->plan->stencil->border;
	const int given[3] = { c->size.x, c->size.y, c->size.z };
	struct problem *problem;

	if (scaled_is_on_mesh(c))
		decomposition->ranks[1] = 1;
	if (!decomposition->ranks[1]) {
		problem = problem_create(c->plan, given);
		if (!problem)
			return error_no_memory(error);
		decomposition_choose(decomposition, problem);
		problem_free(problem);
	}
	for (int axis = 0; axis < 3; axis++) {
		const long long halo = border->low[axis] + border->high[axis];
		const long long whole = scaled_is_on_mesh(c) || rows->strong || axis == 2 ? given[axis]
			: (given[axis] - halo)*decomposition->ranks[axis] + halo;

		if (whole > INT_MAX)
			return error_set(error, EXIT_USAGE, "--ranks: the whole grid is too large");
		size[axis] = (int)whole;
	}
	return true;
}

/* The time of the same kernel in one part, measured before. */
static double
time_of_one(const struct scaling_rows *rows, const struct scaling_row *row)
{
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		if (scaling_are_alike(rows, r, row) && scaling_parts(r) == 1 && r->timed)
			return scaling_shares(rows, r).step;
	return 0;
}

static bool
measure_row(struct scaling *s, struct scaling_row *row, struct error *error)
{
	struct scaled scaled;
	bool good;

	if (!scaling_bits(s, row->candidate, &row->decomposition, &row->bits, error))
		return false;
	if (row->bits == BITS_DIFFER || s->arguments->no_time)
		return true;
	good = scaled_open(&scaled, s, row->candidate, &row->decomposition, row->size, error)
		&& scaling_time(&scaled, &row->times, error);
	if (good) {
		row->timed = true;
		row->traffic = scaled_traffic(&scaled);
		row->devices = s->processes.count > 1 ? s->processes.count : scaled_devices(&scaled);
		row->points = scaled_points(&scaled);
	}
	scaled_close(&scaled);
	return good;
}

/* Takes it from the journal, if that has it. */
static bool
fill_row(struct scaling_rows *rows, const struct scaling_journal *journal, struct scaling_row *row, struct error *error)
{
	struct scaling *s = rows->scaling;
	const char *kernel = row->candidate->kernel->name;
	bool is_kept;

	if (!scaling_journal_find(journal, rows, row, &is_kept, error))
		return false;
	rows->reused += is_kept;
	/* An interruption also ends a compiler that is running, which is no error. */
	if (!is_kept && !measure_row(s, row, error))
		return interrupted() ? error_reported(error, EXIT_INTERRUPTED) : error_prefix(error, "%s: ", kernel);
	row->first = scaling_parts(row) == 1 ? scaling_shares(rows, row).step : time_of_one(rows, row);
	return is_kept || scaling_journal_add(journal, rows, row, error);
}

static void
report_wrong(struct scaling_rows *rows, const struct scaling_row *row)
{
	struct error error;

	error_set(&error, EXIT_ERRORS, "%s in %s subdomains has other bits than in one", row->candidate->kernel->name,
		scaling_ranks_text(&rows->scaling->tool->arena, row));
	rows->wrong = tool_report(rows->scaling->tool, &error);
}

static bool
add_row(struct scaling_rows *rows, const struct scaling_journal *journal, const struct candidate *c,
	const struct decomposition *decomposition,
	struct error *error)
{
	struct scaling *s = rows->scaling;
	struct scaling_row *row = arena_new(&s->tool->arena, struct scaling_row);
	int carried_count;
	const struct carried *carried;

	*row = (struct scaling_row){ .candidate = c, .decomposition = *decomposition };
	row->decomposition.reach = program_reach(&s->tool->arena, c->plan);
	if (!scaled_carried(s, c->plan, &carried, &carried_count, error) || !choose_size(rows, c, &row->decomposition, row->size,
			error))
		return false;
	if (!scaled_check(s, c, &row->decomposition, row->size, carried, carried_count, error))
		return error_prefix(error, "--ranks %dx%d of %s: ", row->decomposition.ranks[0], row->decomposition.ranks[1],
			c->kernel->name);
	if (!transport_check_devices(&row->decomposition.transport, &s->processes, scaling_parts(row), s->backend, error)
			|| !fill_row(rows, journal, row, error))
		return false;
	*rows->last = row;
	rows->last = &row->next;
	if (row->bits == BITS_DIFFER)
		report_wrong(rows, row);
	return true;
}

static bool
save_as(const struct scaling_rows *rows, void (*put)(const struct scaling_rows *rows, FILE *out), const char *path,
	struct error *error)
{
	struct printed text;

	if (!path)
		return true;
	if (!printed_open(&text))
		return error_no_memory(error);
	put(rows, text.out);
	return printed_finish(&text, true, path, error);
}

static bool
save_chart(const struct scaling_rows *rows, const char *path, struct error *error)
{
	struct printed text;

	if (!path)
		return true;
	if (!printed_open(&text))
		return error_no_memory(error);
	return printed_finish(&text, scaling_chart(rows, text.out) || error_no_memory(error), path, error);
}

static bool
save(const struct scaling_rows *rows, struct error *error)
{
	const struct arguments *a = rows->scaling->arguments;

	return save_as(rows, scaling_csv, a->csv, error) && save_as(rows, scaling_json, a->json, error)
		&& save_chart(rows, a->svg, error);
}

/* Of weak scaling on meshes each number of subdomains has a mesh of its own. */
static bool
is_measured(const struct scaling_rows *rows, const struct candidate *c, int decomposition)
{
	return rows->strong || !scaled_is_on_mesh(c) || scaled_mesh_number(rows->scaling->candidates, c) == decomposition;
}

static bool
check_meshes(const struct scaling_rows *rows, const struct decompositions *decompositions, struct error *error)
{
	const struct candidates *all = rows->scaling->candidates;

	if (rows->strong || !rows->scaling->arguments->mesh || scaled_mesh_count(all) == decompositions->count)
		return true;
	return error_set(error, EXIT_USAGE, "--scaling weak needs a mesh for each number of subdomains: --mesh and --size-levels list %d,"
		" --ranks %d", scaled_mesh_count(all), decompositions->count);
}

static int
count_all(const struct scaling_rows *rows, const struct decompositions *decompositions)
{
	const struct candidates *all = rows->scaling->candidates;
	int count = 0;

	for (int c = 0; c < all->count; c++)
		for (int i = 0; i < decompositions->count; i++)
			count += is_measured(rows, &all->items[c], i);
	return count;
}

/* All rows; of wrong ones the rest is measured all the same. */
static bool
measure_all(struct scaling_rows *rows, const struct scaling_journal *journal, const struct decompositions *decompositions,
	struct error *error)
{
	const struct candidates *all = rows->scaling->candidates;

	for (int c = 0; c < all->count; c++)
		for (int i = 0; i < decompositions->count; i++) {
			if (!is_measured(rows, &all->items[c], i))
				continue;
			if (interrupted())
				return error_reported(error, EXIT_INTERRUPTED);
			if (!add_row(rows, journal, &all->items[c], &decompositions->items[i], error))
				return false;
		}
	return true;
}

/* All of them, and what became of it. */
static void
report(const struct scaling_rows *rows, bool complete, int all)
{
	const struct scaling *s = rows->scaling;
	int done = 0;

	for (const struct scaling_row *r = rows->first; r; r = r->next)
		done++;
	if (!complete)
		fprintf(stderr, "%s: interrupted: %d of %d are measured%s\n", s->tool->name, done, all,
			s->arguments->journal ? "; the same command goes on from there" : "");
	if (rows->reused)
		fprintf(stderr, "%s: %d of %d are from the journal\n", s->tool->name, rows->reused, all);
	scaling_table(rows, stdout);
}

static bool
run(struct scaling *s, struct error *error)
{
	struct scaling_rows rows = { .scaling = s, .transport = scaling_engine(s),
		.strong = s->arguments->scaling && !strcmp(s->arguments->scaling, "strong") };
	struct scaling_journal *journal = NULL;
	struct decompositions decompositions;
	bool good = scaling_decompositions(s, &decompositions, error) && check_meshes(&rows, &decompositions, error) && processes_agree(&s->processes, s->tool,
		scaling_journal_open(s, &journal, error), error);

	rows.last = &rows.first;
	/* Launchers end several processes themselves. */
	if (s->processes.count == 1)
		watch_for_interrupt();
	good = good && measure_all(&rows, journal, &decompositions, error);
	scaling_journal_close(journal);
	if (!good && error->status != EXIT_INTERRUPTED)
		return false;
	if (!s->processes.rank) {
		report(&rows, good, count_all(&rows, &decompositions));
		good = save(&rows, error) && good;
	}
	return good && (!rows.wrong || error_reported(error, EXIT_ERRORS));
}

/* Before others are joined. */
static bool
prepare(struct scaling *s, struct error *error)
{
	const struct arguments *a = s->arguments;
	bool sums = false;

	s->transport = transport_read(a);
	if (!s->backend->device->streams)
		return error_set(error, EXIT_USAGE, "the backend %s has no streams", backend_names[s->backend->kind]);
	if (a->graph && !targets[s->backend->target].blocks)
		return error_set(error, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[s->backend->kind]);
	/* One that takes sums stands for all. On meshes the host combines them, between processes by messages of MPI. */
	for (int i = 0; i < s->candidates->count && !sums; i++) {
		const struct program_reach *reach = program_reach(&s->tool->arena, s->candidates->items[i].plan);

		sums = reach && reach->sums;
	}
	if (sums && a->mesh && a->graph && s->processes.count > 1)
		return error_set(error, EXIT_USAGE, "--graph: a stencil reduces over the mesh, which processes do by messages of MPI:"
			" start one process, or leave it out");
	return transport_prepare(&s->transport, &s->processes, a->scaling ? 0 : 2, sums && !a->mesh, &s->tool->templates, s->backend, error);
}

/* What all processes must have alike: what is asked for, where, stencils and kernels. */
static bool
check_alike(struct scaling *s, struct error *error)
{
	struct arena *arena = &s->tool->arena;
	struct text sources = { .arena = arena }, kernels = { .arena = arena };

	for (int i = 0; i < s->candidates->count; i++) {
		text_add(&sources, s->candidates->items[i].unit->source.text);
		text_add(&kernels, s->candidates->items[i].kernel->name);
	}
	return processes_compare(&s->processes, s->tool, (struct processes_text[]){ { "the command line", s->arguments->command },
		{ "the backend", backend_names[s->backend->kind] }, { "a stencil", text_of(&sources) }, { "a kernel", text_of(&kernels) } }, 4,
		error);
}

/* Joins the other processes; whether all of them are good, and have the same input. */
static bool
join(struct scaling *s, bool good, struct error *error)
{
	const int seconds = s->arguments->timeout ? s->arguments->timeout : 300;

	return processes_join(&s->processes, s->tool, seconds, good, error) && check_alike(s, error);
}

static bool
measure(struct scaling *s, struct error *error)
{
	return transport_agree(&s->transport, &s->processes, s->arguments, error)
		&& (s->arguments->ping ? ping(s, error) : s->arguments->model ? scaling_model(s, error) : run(s, error));
}

bool
scaling_run(struct scaling *s, bool good, struct error *error)
{
	good = join(s, good && prepare(s, error), error);
	if (good && !measure(s, error))
		good = error->status > EXIT_ERRORS && processes_abort(&s->processes, s->tool, error);
	processes_leave(&s->processes);
	return good;
}
