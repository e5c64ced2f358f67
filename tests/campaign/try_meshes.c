#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "runtime/mesh/mesh_open.h"
#include "runtime/problem/mesh_device.h"
#include "runtime/problem/mesh_work.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/step.h"
#include "runtime/partition/unstructured.h"
#include "runtime/partition/unstructured_data.h"

#include <stdlib.h>
#include <string.h>

/* Open and closed ones, with few elements. */
enum { MESH_COUNT = 6, MOST_STEPS = 3, MOST_LEVELS = 5 };
static const char *const meshes[][MESH_COUNT] = {
	{ "plane:5x4", "icosahedron:R1B1", "torus:4x3", "cap:60:icosahedron:R1B2", "icosahedron:R1B2", "plane:9x6" },
	{ "cap:50:dual:icosahedron:R1B2", "dual:icosahedron:R1B1", "dual:torus:4x3", "dual:icosahedron:R1B2", "dual:torus:6x5",
		"cap:70:dual:icosahedron:R1B2" },
	{ "cap:50:dual:icosahedron:R1B2", "dual:flips:8x4:1", "dual:flips:9x5:2", "dual:icosahedron:R1B1", "dual:flips:6x6:3",
		"cap:70:dual:icosahedron:R1B2" },
};

struct mesh_run {
	struct trial *trial;
	struct mesh mesh;
	const char *what; /* the mesh */
	struct mesh_problem problem;
	struct carried carried;
	struct features features;
	int steps;
};

static bool
fail(const struct mesh_run *r, const struct built *kernel, const char *how, const char *message)
{
	error_set(&r->trial->error, EXIT_ERRORS, "%s on %s, %d levels, %d steps%s%s, threads %s: %s", kernel->name, r->what,
		r->problem.top - r->problem.bottom, r->steps, r->carried.count ? ", swapped" : "", how,
		getenv("STENCIL_HOST_ORDER"), message);
	return false;
}

/* Outs that a swap carries to the next step begin as what they become. */
static void
begin_carried(const struct mesh_run *r)
{
	for (int i = 0; i < r->carried.count; i++)
		memcpy(r->problem.fields[r->carried.outs[i]->index], r->problem.fields[r->carried.ins[i]->index],
			mesh_problem_elements(&r->problem, r->carried.ins[i])*field_element(r->carried.ins[i]));
}

const char *
choose_mesh(struct trial *t, const struct stencil *stencil)
{
	return meshes[stencil->grid_name == GRID_NAME_triangles ? 0 : stencil->grid_name == GRID_NAME_hexagons ? 1 : 2][trial_pick(t, MESH_COUNT)];
}

static void
carry_before(void *carried, int step, void **fields)
{
	if (step > 1)
		carry_arrays(carried, fields);
}

/* A mesh on which something is updated, with data and results. */
static bool
open_problem(struct mesh_run *r, const struct plan *plan)
{
	const struct stencil *stencil = plan_checked(plan);
	struct trial *t = r->trial;

	for (int tries = 0; tries < 6; tries++) {
		struct error why;

		r->what = choose_mesh(t, stencil);
		r->mesh = (struct mesh){ 0 };
		if (!mesh_open(&r->mesh, t->arena, r->what, false, &why)
				|| !mesh_problem_open(&r->problem, t->arena, stencil, plan, &r->mesh, &why)) {
			error_set(&t->error, EXIT_ERRORS, "%s: %s%s", r->what, text_of(&r->mesh.findings->faults), why.text);
			return false;
		}
		for (const struct param *p = stencil->params; p; p = p->next)
			r->problem.params[p->index] = param_default(p);
		if (!mesh_problem_fill(&r->problem, 1 + trial_pick(t, MOST_LEVELS), 1 + (uint64_t)trial_pick(t, 1000)))
			return false;
		if (mesh_problem_find_domain(&r->problem, &why)) {
			begin_carried(r);
			return mesh_problem_solve(&r->problem, r->steps, carry_before, true, &r->carried);
		}
		mesh_problem_free(&r->problem);
	}
	t->refused = true;
	error_set(&t->error, EXIT_ERRORS, "no mesh has points that it updates");
	return false;
}

static const struct mesh_numbering *
choose_numbering(const struct mesh_run *r)
{
	static const char *const orders[] = { "given", "random:1", "random:7", "rcm" };
	struct mesh_numbering *numbering = arena_new(r->trial->arena, struct mesh_numbering);

	return mesh_number(&r->mesh, r->trial->arena, orders[trial_pick(r->trial, 4)], numbering, NULL) ? numbering : NULL;
}

static bool
run_steps(const struct mesh_run *r, struct device_binding *x, const struct built *kernel, struct error *error)
{
	const struct device *device = r->trial->place->backend.device;
	struct verdict verdict = { 0 };

	if (!binding_prepare(x, kernel, error))
		return false;
	for (int step = 0; step < r->steps; step++) {
		const struct call call = binding_call(x, kernel, choose_block(r->trial, &kernel->variant));
		int status;

		if (step)
			carry_arrays(&r->carried, x->fields);
		choose_threads(r->trial);
		status = device->run(&call);
		if (status)
			return error_set(error, EXIT_IO, "%s", device->error(status));
	}
	if (!mesh_domain.compare(x, &verdict, error))
		return false;
	if (!verdict_is_good(&verdict))
		error_set(error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	return verdict_is_good(&verdict);
}

static bool
run_whole(const struct mesh_run *r, const struct built *kernel)
{
	const struct binding_spec spec = { .variant = &kernel->variant, .numbering = choose_numbering(r) };
	struct error error = { 0 };
	struct device_binding *x = mesh_domain.place(r->trial->place->backend.device, (struct mesh_problem *)&r->problem, &spec, &error);
	const bool good = x && run_steps(r, x, kernel, &error);

	binding_free(x);
	r->trial->runs++;
	trial_note(r->trial, kernel, &r->features);
	return good || fail(r, kernel, "", error.text);
}

/* As stencilrun has it: what is read around its elements in the next step, or in one of a group. */
static const bool *
find_exchanged(const struct mesh_run *r, const struct decomposition *decomposition)
{
	const struct stencil *stencil = r->problem.stencil;
	bool *exchanged = arena_array(r->trial->arena, bool, stencil->field_count + 1);

	for (const struct field *f = stencil->fields; f; f = f->next) {
		bool carried = false;

		for (int i = 0; i < r->carried.count; i++)
			carried |= r->carried.outs[i] == f || r->carried.ins[i] == f;
		exchanged[f->index] = r->steps > 1 && decomposition_exchanges(decomposition, stencil, f, carried);
	}
	return exchanged;
}

/* The halo of a field in a subdomain's memory. */
static void
poison(const struct partition *parts, const struct subdomain *s, const struct field *field)
{
	const struct mesh_layout *layout = &unstructured_device(s)->layout;
	const struct stencil_mesh *mesh = &layout->mesh;
	const enum location location = partition_location(field);
	const int strides[LOCATIONS] = { mesh->cell_stride, mesh->edge_stride, mesh->vertex_stride };
	const struct subset *at = &s->at[location];
	const size_t bytes = field_element(field), height = field->shape == SHAPE_POINT ? (size_t)mesh->height : 0;
	char *values = s->binding->fields[field->index];

	for (int e = 0; e < at->count; e++)
		for (int level = 0; level < parts->extents[field->index].levels; level++) {
			const size_t place = (size_t)(layout->place[location] ? layout->place[location][e] : e);

			if (at->layer[e] && parts->decomposition.owners->owner[location][at->global[e]] >= 0)
				memset(values + bytes*(height ? place*height + (size_t)level : (size_t)level*(size_t)strides[location] + place),
					0xff, bytes);
		}
}

/* Makes halos NaN that only messages within a step fill. */
static bool
poison_all(const struct partition *parts, struct error *error)
{
	const struct exchange_rows *rows = &parts->rows;

	if (!local_streams_finish(&parts->streams, error))
		return false;
	for (const struct field *f = parts->stencil->fields; f; f = f->next) {
		bool fills = false;

		for (int i = 1; i < rows->count; i++)
			fills |= rows->items[i].fields[f->index];
		for (int rank = 0; rank < parts->count && fills && !parts->decomposition.reach->fields[f->index]; rank++)
			poison(parts, &parts->subdomains[rank], f);
	}
	return true;
}

static bool
step_parts(const struct mesh_run *r, const struct partition *parts, const struct built *kernel, struct error *error)
{
	const struct stencil_block block = choose_block(r->trial, &kernel->variant);
	const bool poisons = parts->rows.count > 1 && trial_pick(r->trial, 3);
	struct verdict verdict = { 0 };

	for (int n = 1; n <= r->steps; n++) {
		const struct group_step step = partition_step_of(parts, n, 1, r->steps);

		if (poisons && !poison_all(parts, error))
			return false;
		if (!partition_step(parts, kernel, &(struct blocks){ &block, 1 }, &step, error))
			return false;
		for (int i = 0; i < r->carried.count && n < r->steps; i++)
			partition_swap(parts, r->carried.outs[i], r->carried.ins[i]);
		r->trial->outcome->interiors += partition_overlaps(parts) && step.exchanges;
	}
	if (!local_streams_finish(&parts->streams, error) || !partition_compare(parts, &verdict, error))
		return false;
	if (!verdict_is_good(&verdict))
		error_set(error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	return verdict_is_good(&verdict);
}

static bool
run_in_parts(const struct mesh_run *r, const struct built *kernel)
{
	static const char *const partitions[] = { "curve", "random:5", "random:9" };
	struct trial *t = r->trial;
	struct diagnostics diagnostics = { .out = stderr };
	struct templates templates = { .arena = t->arena, .diagnostics = &diagnostics, .directory = t->campaign->templates };
	const int every = 1 + trial_pick(t, 2)*trial_pick(t, 3);
	const char *partition = partitions[trial_pick(t, 3)];
	struct mesh_problem problem = r->problem;
	struct owners owners;
	struct decomposition decomposition = { .ranks = { 2 + trial_pick(t, 4), 1 }, .owners = &owners, .every = every,
		.overlap = trial_pick(t, 4) > 0, .exchanges_within = problem.plan->program && kernel->run_part && trial_pick(t, 2) };
	struct processes alone = { .count = 1 };
	struct partition_setup setup = { &alone, &templates, &t->place->backend, kernel, &decomposition, NULL };
	const struct mesh_numbering *numbering = choose_numbering(r);
	struct features features = r->features;
	struct partition parts = { 0 };
	struct error error = { 0 };
	bool good;

	choose_threads(t);
	choose_streams(t);
	decomposition_find_reach(t->arena, &decomposition, problem.plan);
	owners = (struct owners){ .graph = graph_of_mesh(t->arena, &problem, decomposition.reach) };
	setup.exchanged = find_exchanged(r, &decomposition);
	good = owners_find(&owners, t->arena, partition, decomposition.ranks, &error)
		&& unstructured_open(&parts, &setup, &problem, numbering, &error);
	if (!good && error.status != EXIT_IO) {
		/* It says that such parts cannot be. */
		t->error = error;
		partition_close(&parts);
		return true;
	}
	good = good && step_parts(r, &parts, kernel, &error);
	features_add(&features, FEATURE_in_parts);
	features_add_if(&features, FEATURE_interior, good && partition_overlaps(&parts) && r->steps > every);
	features_add_if(&features, FEATURE_group_of_steps, every > 1);
	features_add_if(&features, FEATURE_partition, strcmp(partition, "curve") != 0);
	partition_close(&parts);
	t->runs++;
	trial_note(t, kernel, &features);
	return good || fail(r, kernel, arena_printf(t->arena, " in %d parts, %s, every %d, overlap %d, exchanges between %d kernels",
		decomposition.ranks[0], partition, every, decomposition.overlap, decomposition.inside.count), error.text);
}

bool
try_meshes(struct trial *t)
{
	const bool in_parts = t->campaign->class == CLASS_PARTS;
	bool good = true;

	for (int u = 0; u < t->unit_count && good; u++) {
		const struct plan *plan = t->units[u].plans[0];
		struct mesh_run r = { .trial = t, .steps = 1 + trial_pick(t, MOST_STEPS) };

		if (r.steps > 1)
			r.carried = choose_carried(t, plan_checked(plan));
		features_add_if(&r.features, FEATURE_several_steps, r.steps > 1);
		features_add_if(&r.features, FEATURE_carried, r.carried.count);
		good = open_problem(&r, plan);
		for (int k = 0; k < t->kernel_count && good; k++)
			if (t->kernels[k].plan == plan)
				good = in_parts ? run_in_parts(&r, &t->kernels[k]) : run_whole(&r, &t->kernels[k]);
		mesh_problem_free(&r.problem);
	}
	t->refused |= good && !t->runs;
	return good && t->runs;
}
