#include "runtime/run/runner.h"

#include "generator/plan/exact.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/cli/lists.h"
#include "runtime/problem/mesh_degrees.h"
#include "runtime/problem/mesh_read.h"
#include "runtime/problem/mesh_work.h"
#include "runtime/partition/unstructured.h"
#include "runtime/run/mesh_decomposition.h"
#include "runtime/run/mesh_values.h"
#include "runtime/run/run_forcing.h"
#include "runtime/run/run_tuned.h"
#include "runtime/run/run_verdict.h"

#include <string.h>

struct mesh_run {
	struct mesh mesh;
	struct mesh_problem problem;
	struct mesh_numbering numbering;
	struct stencil_block block;
};

static bool
check_options(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;

	if (!o->mesh)
		return error_set(error, EXIT_USAGE, "'%s' is on a mesh (%s): give one with --mesh", job->stencil->name,
			job->stencil->grid);
	if (o->dim || o->level || o->pad)
		return error_set(error, EXIT_USAGE, "--%s is for stencils on sparse grids: leave it out",
			o->dim ? "dim" : o->level ? "level" : "pad");
	if (o->size)
		return error_set(error, EXIT_USAGE, "--size is for stencils on structured grids: on meshes give --size-levels");
	return true;
}

static bool
needs_geometry(const struct job *job)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->own[f->index])
			return true;
	return false;
}

/* A tuning is for as many elements of the outputs' location, and for as many levels as the highest field has. */
static bool
take_tuned(struct job *job, const struct mesh_problem *p, struct error *error)
{
	int size[3] = { p->mesh->count[p->stencil->location], 1, 1 };

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		size[2] = p->levels[f->index] > size[2] ? p->levels[f->index] : size[2];
	return run_tuned_take(job, size, job->options->order, error)
		&& (!job->options->levels || read_levels(&job->tool->arena, job->options->levels, &job->levels, error));
}

/* What is to be swapped begins as its partner, where no step computes it. */
static bool
begin_as_partners(const struct job *job, const struct mesh_run *r, struct error *error)
{
	const struct mesh_problem *p = &r->problem;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct field *partner = job->run->swaps.partners[f->index];

		if (partner && !job->restored[f->index] && p->levels[partner->index] != p->levels[f->index])
			return error_set(error, EXIT_ERRORS, "--swap: '%s' has %d levels, '%s' %d", f->name, p->levels[f->index],
				partner->name, p->levels[partner->index]);
		if (partner && !job->restored[f->index])
			memcpy(p->fields[f->index], p->fields[partner->index], mesh_problem_elements(p, f)*field_element(f));
	}
	return true;
}

static bool
open_mesh(struct job *job, struct error *error)
{
	struct mesh_run *r = arena_new(&job->tool->arena, struct mesh_run);
	const struct mesh_source source = {
		.what = job->options->mesh, .relations = job->options->relations, .rebuild = job->options->rebuild,
		.geometry = needs_geometry(job), .quiet = job->options->quiet,
	};
	const char *order = job->options->order ? job->options->order : "given";

	if (!check_options(job, error) || !swaps_read(job, &job->run->swaps, error) || !mesh_read(job->tool, &source, &r->mesh, error))
		return false;
	job->state = r;
	job->mesh = &r->mesh;
	if (!mesh_problem_open(&r->problem, &job->tool->arena, job->stencil, job->plan, &r->mesh, error))
		return mesh_fail(job->tool, job->options->mesh, job->options->quiet, &r->mesh, error);
	if (!job_read_params(job, r->problem.params, error) || !mesh_values_fill(job, &r->problem, error)
			|| !begin_as_partners(job, r, error))
		return false;
	if (!mesh_problem_find_domain(&r->problem, error))
		return mesh_error(job->options->mesh, error);
	return take_tuned(job, &r->problem, error) && (mesh_number(&r->mesh, &job->tool->arena, order, &r->numbering, error)
		|| mesh_error(job->options->mesh, error));
}

static bool
find_graph(const struct job *job, struct graph *graph, struct error *error)
{
	(void)error;
	*graph = graph_of_mesh(&job->tool->arena, &((const struct mesh_run *)job->state)->problem, program_reach(&job->tool->arena, job->plan));
	return true;
}

static bool
choose_block(struct job *job, struct mesh_run *r, struct error *error)
{
	struct triple block;
	int shape[3];

	usual_block(job->plan, &job->kernel.variant, r->problem.top, shape);
	block = (struct triple){ shape[0], shape[1], shape[2] };
	if (job->options->block && !read_block(job->options->block, &block, error))
		return false;
	r->block = (struct stencil_block){ block.x, block.y, block.z };
	job->run->blocks = (struct blocks){ &r->block, 1 };
	return true;
}

/* Compiles the stencil for tables of slots, where the mesh has few neighbors and nothing requests rows. */
static bool
choose_slots(struct job *job, const struct choice *choice, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	struct mesh_problem *p = &((struct mesh_run *)job->state)->problem;
	const bool wanted = mesh_wants_slots(arena, job->plan, choice->storages, choice->levels);
	const struct unit *unit = wanted
		? mesh_unit_with_slots(arena, job->tool->templates.directory, &job->unit, p, job->precision, choice->storages != NULL) : NULL;

	if (!unit)
		return true;
	job->unit = *unit;
	job->stencil = unit->stencils;
	job->plan = *unit->plans;
	if (!mesh_problem_set_plan(p, arena, job->stencil, job->plan, error))
		return mesh_fail(job->tool, job->options->mesh, job->options->quiet, p->mesh, error);
	return swaps_read(job, &job->run->swaps, error);
}

static bool
choose_kernel(struct job *job, struct error *error)
{
	const struct mesh_run *r = job->state;
	const struct arguments *o = job->options;
	struct choice choice = job_choice(job);
	const int levels = r->problem.top - r->problem.bottom;

	if (o->block && !o->access)
		choice.accesses = USUAL_ACCESS;
	if (!job_read_tunables(job, choice.tunables, error))
		return false;
	if (!o->levels && (!choice.accesses || !strcmp(choice.accesses, USUAL_ACCESS))) /* files are the same with either */
		choose_fastest_on_mesh(job->plan, levels, &choice);
	if (!choose_slots(job, &choice, error))
		return false;
	choose_slices_on_mesh(job->plan, mesh_problem_updated(&r->problem)/job->run->decomposition.ranks[0], levels,
		backend_multiprocessors(&job->backend), &choice);
	return job_choose_in_place(job, &choice, r->problem.top, error) && choose_block(job, job->state, error);
}

static bool
choose(struct job *job, struct error *error)
{
	struct mesh_run *r = job->state;

	if (!run_tuned_check(job, error))
		return false;
	r->problem.bounded = backend_is_gpu(&job->backend) && !is_exact(job->plan);
	if (r->problem.bounded && job->options->verify && job->options->swaps.count
			&& job->options->steps > 1)
		return error_set(error, EXIT_USAGE, "'%s' calls functions whose bits differ on GPUs: --verify checks one step only,"
			" --steps 1", job->stencil->name);
	return mesh_decomposition_read(job, &job->run->decomposition, error) && run_steps_check_graph(job, error)
		&& run_forcing_check(job, job_steps_at_once(job), error)
		&& choose_kernel(job, error)
		&& mesh_decomposition_find_owners(job, &job->run->decomposition, &r->problem, error);
}

/* The interpreter's run. */
struct solving {
	struct job *job;
	struct progress progress;
	bool good;
	struct error *error;
};

/* Before each of its steps. */
static void
prepare(void *context, int step, void **fields)
{
	struct solving *s = context;
	const struct mesh_run *r = s->job->state;

	s->good = s->good && run_forcing_set(s->job, step, r->problem.params, fields, s->error);
	if (step > 1 && s->job->options->swaps.count)
		swaps_on_arrays(&s->job->run->swaps, fields);
	if (step > 1)
		progress_add(&s->progress, 1);
}

static bool
place(struct job *job, struct run_results *out, struct error *error)
{
	struct mesh_run *r = job->state;
	struct run_steps *run = job->run;
	const struct partition_setup setup = { job->processes, &job->tool->templates, &job->backend, &job->kernel,
		&run->decomposition, run_steps_exchanged(job) };

	out->points = mesh_problem_points(&r->problem);
	return unstructured_open(&run->partition, &setup, &r->problem, &r->numbering, error) || mesh_error(job->options->mesh, error);
}

static bool
solve(struct job *job, struct error *error)
{
	struct mesh_run *r = job->state;
	struct solving solving = { .job = job, .good = true, .error = error };
	bool good;

	run_steps_show(job, &solving.progress, "verifying");
	good = mesh_problem_solve(&r->problem, job->options->steps, prepare, job->options->swaps.count > 0, &solving);
	progress_close(&solving.progress);
	return solving.good && (good || run_verdict_no_memory(error));
}

static struct array
result(const struct job *job, const struct field *field)
{
	return mesh_values_array(&((const struct mesh_run *)job->state)->problem, field);
}

static void
close_mesh(struct job *job)
{
	struct mesh_run *r = job->state;

	if (r)
		mesh_problem_free(&r->problem);
}

const struct runner mesh_runner = {
	.values = true, .parts = true, .picture = FORMAT_VTU, .name_dimensions = mesh_values_name, .graph = find_graph, .open = open_mesh, .choose = choose,
	.place = place, .solve = solve, .result = result, .close = close_mesh,
};
