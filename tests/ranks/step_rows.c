/* step_rows STENCIL COLUMNSxROWS EVERY STEPS TRANSPORT BACKEND STORAGE [AXES]: steps of a program of several kernels on a structured grid in
 * parts. Before its last kernel messages fill the halos of what earlier kernels assigned and this one reads beside its points, so these
 * kernels are launched for the parts alone. Compares with the interpreter, and prints how far kernels reach with these messages and
 * without. Alone, or as ranks of MPI. With AXES the grid is periodic, as stencilrun --periodic has it. */

#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "runtime/cli/tool.h"
#include "runtime/device/kernel_build.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/decomposition_text.h"
#include "runtime/partition/step.h"
#include "runtime/partition/structured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2, SECONDS = 100 };

struct trial {
	struct tool tool;
	struct processes processes;
	struct unit unit;
	struct backend backend;
	struct built kernel;
	struct problem *problem;
	struct exchange_row row;
	bool *exchanged;
	struct decomposition decomposition;
	struct partition partition;
	int steps;
};

static const struct program *
program_of(const struct trial *t)
{
	return t->unit.plans[0]->program;
}

/* Whether a kernel assigns a field of the program. */
static bool
assigns(const struct part *part, const struct field *field)
{
	for (const struct field *f = part->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && part->origins[f->index].field == field)
			return true;
	return false;
}

static bool
reads_beside(const struct part *part, const struct field *field)
{
	for (const struct reference *r = part->plan->reads; r; r = r->next)
		if ((r->offset.x || r->offset.y) && part->origins[r->field->index].field == field)
			return true;
	return false;
}

/* The row before the last kernel. */
static bool
find_row(struct trial *t, struct error *error)
{
	const struct program *program = program_of(t);
	const int last = program ? program->part_count - 1 : 0;
	bool *fields = arena_array(&t->tool.arena, bool, t->unit.stencils->field_count + 1), any = false;

	for (const struct field *f = t->unit.stencils->fields; f && last; f = f->next)
		for (int k = 0; k < last; k++)
			any |= fields[f->index] |= assigns(&program->parts[k], f) && reads_beside(&program->parts[last], f);
	t->row = (struct exchange_row){ last, fields };
	return any || error_set(error, EXIT_ERRORS, "no kernel reads beside its points what an earlier one assigned");
}

static bool
build(struct trial *t, char **argv, struct error *error)
{
	struct choice choice = { .storages = argv[7], .accesses = "naive", .precision = TYPE_DOUBLE };
	struct variant *variants;
	int count;

	if (!backend_open(&t->tool.arena, argv[6], true, &t->backend, error) || !backend_prepare(&t->backend, false, error))
		return false;
	choice.target = t->backend.target;
	if (!compile_file(&t->tool.arena, &t->tool.diagnostics, argv[1], TYPE_DOUBLE, &t->unit) || !find_row(t, error))
		return false;
	variants = choose_variants(&t->tool.arena, t->unit.plans[0], &choice, &count, error);
	if (!variants)
		return false;
	t->kernel = (struct built){ .plan = t->unit.plans[0], .variant = variants[0],
		.name = variant_name(&t->tool.arena, t->unit.plans[0], &variants[0]) };
	return kernels_build(&t->backend, &t->tool.templates, &t->unit.source, &t->kernel, 1, error);
}

static bool
decompose(struct trial *t, char **argv, struct error *error)
{
	struct decomposition *d = &t->decomposition;
	const struct program_reach *without = program_reach(&t->tool.arena, t->unit.plans[0]);
	const char *why;

	*d = (struct decomposition){ .every = atoi(argv[3]), .overlap = true, .inside = { &t->row, 1 },
		.transport = { .nccl = !strcmp(argv[5], "nccl"), .staged = true, .blocks = 16 } };
	d->reach = program_reach_between(&t->tool.arena, t->unit.plans[0], &d->inside);
	t->exchanged = arena_array(&t->tool.arena, bool, t->unit.stencils->field_count + 1);
	for (const struct field *f = t->unit.stencils->fields; f; f = f->next)
		t->exchanged[f->index] = decomposition_exchanges(d, t->unit.stencils, f, false);
	if (!decomposition_read_ranks(argv[2], d->ranks))
		return error_set(error, EXIT_USAGE, "no ranks: %s", argv[2]);
	if (argv[8] && !decomposition_read_periodic(argv[8], d->periodic))
		return error_set(error, EXIT_USAGE, "no axes: %s", argv[8]);
	why = decomposition_refusal(&t->tool.arena, d, t->unit.plans[0], &t->kernel.variant);
	if (why)
		return error_set(error, EXIT_USAGE, "%s", why);
	if (!t->processes.rank)
		printf("kernel %d: halo %d, launched %d beyond; without messages %d, %d\n", t->row.before, d->reach->halo.high[0],
			d->reach->region.high[0], without->halo.high[0], without->region.high[0]);
	return transport_prepare(&d->transport, &t->processes, d->ranks[0]*d->ranks[1], false, &t->tool.templates, &t->backend, error);
}

/* What the interpreter makes of the whole grid; its fields then have again what they had. */
static bool
solve(struct trial *t, struct error *error)
{
	struct problem *p = t->problem;
	const struct stencil *stencil = p->plan->stencil;
	void **original = arena_array(&t->tool.arena, void *, stencil->field_count + 1);
	bool good = true;

	for (const struct field *f = stencil->fields; f; f = f->next) {
		const size_t bytes = problem_elements(p, f)*field_element(f);

		original[f->index] = p->fields[f->index];
		p->fields[f->index] = memcpy(malloc(bytes), original[f->index], bytes);
	}
	for (int step = 1; step <= t->steps && good; step++) {
		good = problem_solve(p, false, error);
		for (const struct field *f = stencil->fields; f && good && step < t->steps; f = f->next)
			if (p->expected[f->index]) {
				free(p->fields[f->index]);
				p->fields[f->index] = p->expected[f->index];
				p->expected[f->index] = NULL;
			}
	}
	for (int i = 0; i < stencil->field_count; i++) {
		free(p->fields[i]);
		p->fields[i] = original[i];
	}
	return good;
}

static bool
step(struct trial *t, struct error *error)
{
	struct stencil_block block = { 32, 4, 1 };
	struct verdict verdict = { 0 };
	bool good = true;

	for (int n = 1; n <= t->steps && good; n++) {
		const struct group_step at = partition_step_of(&t->partition, n, 1, t->steps);

		good = partition_step(&t->partition, &t->kernel, &(struct blocks){ &block, 1 }, &at, error)
			&& local_streams_mark(&t->partition.streams, n, error);
	}
	if (!good || !local_streams_finish(&t->partition.streams, error) || !partition_compare(&t->partition, &verdict, error))
		return false;
	return verdict_is_good(&verdict) || error_set(error, EXIT_ERRORS, "%.0f of %.0f points differ; %s", verdict.different,
		verdict.points, verdict.first);
}

static bool
run(struct trial *t, struct error *error)
{
	const struct partition_setup setup = { &t->processes, &t->tool.templates, &t->backend, &t->kernel, &t->decomposition, t->exchanged };
	const struct order order = { ORDER_ROW, 0, 0 };
	const struct field_file *files = arena_array(&t->tool.arena, struct field_file, t->unit.stencils->field_count + 1);

	return structured_open(&t->partition, &setup, t->problem, &order, files, error) && step(t, error);
}

static bool
try_all(struct trial *t, char **argv, struct error *error)
{
	const int size[3] = { 61, 47, 3 };
	bool good = build(t, argv, error) && decompose(t, argv, error);

	t->steps = atoi(argv[4]);
	if (t->processes.count > 1)
		good = processes_join(&t->processes, &t->tool, SECONDS, good, error);
	if (!good)
		return false;
	t->problem = problem_create(t->unit.plans[0], size);
	if (!t->problem)
		return error_no_memory(error);
	problem_fill(t->problem, 1);
	good = solve(t, error);
	for (int round = 0; round < ROUNDS && good; round++) {
		good = run(t, error);
		partition_close(&t->partition);
	}
	if (t->processes.count > 1)
		good = processes_agree(&t->processes, &t->tool, good, error);
	problem_free(t->problem);
	return good;
}

int
main(int argc, char **argv)
{
	struct trial t = { .steps = 0 };
	struct error error = { 0 };
	bool good;

	tool_open(&t.tool, "step_rows");
	processes_find(&t.processes, t.tool.name);
	good = argc == 8 || argc == 9 ? try_all(&t, argv, &error) : error_set(&error, EXIT_USAGE, "wrong arguments");
	if (!good)
		tool_report(&t.tool, &error);
	processes_leave(&t.processes);
	return tool_close(&t.tool, good ? 0 : 1);
}
