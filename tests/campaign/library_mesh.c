#include "tests/campaign/library_run.h"

#include "runtime/mesh/mesh_open.h"
#include "runtime/problem/mesh_work.h"

#include <stdlib.h>
#include <string.h>

/* Meshes: one that the library makes, or one of tables. */

struct mesh_state {
	struct mesh mesh;
	struct mesh_problem problem;
	stencil_plan_mesh *library;
};

static bool
place_values(struct library_run *r, const struct field *field, const void *values, void *array)
{
	const struct mesh_state *s = r->state;
	const struct stencil_field *info = &r->infos[field->index];
	const size_t size = field_element(field);
	const int levels = field->shape == SHAPE_COLUMN ? 1 : s->problem.levels[field->index], count = mesh_problem_count(&s->problem, field);

	if (field->where.relation)
		return !stencil_plan_arrange(r->library, field->index, values, array, NULL);
	for (int k = 0; k < levels; k++)
		for (int e = 0; e < count; e++) {
			long long at = 0;

			for (int d = 0; d < info->dimensions; d++)
				at += info->strides[d]*(info->axes[d] == 2 ? k : e);
			if (((size_t)at + 1)*size > info->bytes)
				return false;
			memcpy((char *)array + (size_t)at*size, (const char *)values + ((size_t)k*(size_t)count + (size_t)e)*size, size);
		}
	return true;
}

static void
close_mesh(struct library_run *r)
{
	struct mesh_state *s = r->state;

	stencil_mesh_destroy(s->library);
	mesh_problem_free(&s->problem);
}

static stencil_plan_mesh *
make_of_tables(const struct mesh *mesh, struct stencil_error *error)
{
	struct stencil_mesh_relation relations[RELATIONS];
	struct stencil_mesh_tables tables = { .relations = relations };

	for (int l = 0; l < LOCATIONS; l++) {
		tables.count[l] = mesh->count[l];
		tables.rows[l] = mesh->row[l];
	}
	for (int r = 0; r < RELATIONS; r++)
		if (mesh->relations[r].at)
			relations[tables.relation_count++] = (struct stencil_mesh_relation){ relation_kinds[r].full, mesh->relations[r].width,
				mesh->relations[r].at };
	return stencil_mesh_create(&tables, error);
}

bool
library_mesh_open(struct library_run *r)
{
	struct trial *t = r->trial;
	const struct stencil *stencil = plan_checked(r->plan);
	struct mesh_state *s = arena_new(t->arena, struct mesh_state);
	const int levels = 1 + trial_pick(t, 5);
	const bool own = trial_pick(t, 2);
	struct stencil_error error;
	struct error why;

	*s = (struct mesh_state){ .library = NULL };
	r->state = s;
	r->place_values = place_values;
	r->close = close_mesh;
	r->what = choose_mesh(t, stencil);
	r->refused = true; /* nothing may be updated there */
	if (!mesh_open(&s->mesh, t->arena, r->what, false, &why)
			|| !mesh_problem_open(&s->problem, t->arena, stencil, r->plan, &s->mesh, &why)) {
		error_set(&t->error, EXIT_ERRORS, "%s%s", text_of(&s->mesh.findings->faults), why.text);
		return false;
	}
	for (const struct param *p = stencil->params; p; p = p->next)
		s->problem.params[p->index] = param_default(p);
	if (!mesh_problem_fill(&s->problem, levels, 1 + (uint64_t)trial_pick(t, 1000))
			|| !mesh_problem_find_domain(&s->problem, &why) || !mesh_problem_solve(&s->problem, r->steps, NULL, false, NULL))
		return false;
	r->refused = false;
	s->library = own ? make_of_tables(&s->mesh, &error) : stencil_mesh_open(r->what, NULL, &error);
	if (!s->library) {
		error_set(&t->error, EXIT_ERRORS, "%s, %s: %.500s", r->what, own ? "tables" : "opened", error.text);
		return false;
	}
	features_add_if(&r->features, FEATURE_own_mesh, own);
	r->shape.mesh = s->library;
	r->shape.size[2] = levels;
	if (r->variant && r->variant->levels == LEVELS_INNERMOST)
		r->shape.pitch = levels + trial_pick(t, 4);
	r->values = s->problem.fields;
	r->expected = s->problem.expected;
	return true;
}
