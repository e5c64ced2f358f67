#include "runtime/scaling/scaled_mesh.h"

#include "runtime/bench/mesh_sizes.h"
#include "runtime/partition/unstructured.h"
#include "runtime/problem/mesh_read.h"
#include "runtime/problem/mesh_work.h"

#include <stdlib.h>
#include <string.h>

static const struct mesh_size *
size_of(const struct scaled *s)
{
	return s->candidate->grid;
}

static bool
fill(struct scaled *s, struct error *error)
{
	const struct stencil *stencil = plan_checked(s->candidate->plan);
	struct arena *arena = &s->scaling->tool->arena;
	struct mesh_problem *p = s->mesh;

	if (!mesh_problem_open(p, arena, stencil, s->candidate->plan, size_of(s)->mesh, error))
		return mesh_fail(s->scaling->tool, size_of(s)->what, false, size_of(s)->mesh, error);
	p->align = s->scaling->arguments->align;
	for (const struct param *param = stencil->params; param; param = param->next)
		p->params[param->index] = param_default(param);
	if (!read_params(arena, stencil, &s->scaling->arguments->params, p->params, NULL, error))
		return false;
	if (!mesh_problem_fill(p, size_of(s)->levels, 1))
		return error_no_memory(error);
	return mesh_problem_find_domain(p, error) || mesh_error(size_of(s)->what, error);
}

static bool
find_owners(const struct scaled *s, struct decomposition *decomposition, struct error *error)
{
	struct arena *arena = &s->scaling->tool->arena;
	struct owners *owners = arena_new(arena, struct owners);

	if (decomposition_is_none(decomposition))
		return true;
	owners->graph = graph_of_mesh(arena, s->mesh, decomposition->reach);
	decomposition->owners = owners;
	return owners_find(owners, arena, "curve", decomposition->ranks, error) || mesh_error(size_of(s)->what, error);
}

/* Outs begin as what they become. */
static void
complete(const struct scaled *s)
{
	for (int i = 0; i < s->carried_count; i++)
		memcpy(s->mesh->fields[s->carried[i].out->index], s->mesh->fields[s->carried[i].in->index],
			mesh_problem_elements(s->mesh, s->carried[i].in)*field_element(s->carried[i].in));
}

bool
scaled_mesh_open(struct scaled *s, struct decomposition *decomposition, const struct partition_setup *setup, struct error *error)
{
	s->mesh = calloc(1, sizeof *s->mesh);
	if (!s->mesh)
		return error_no_memory(error);
	if (!fill(s, error) || !find_owners(s, decomposition, error))
		return false;
	complete(s);
	return unstructured_open(&s->parts, setup, s->mesh, s->candidate->numbering, error) || mesh_error(size_of(s)->what, error);
}

void
scaled_mesh_close(struct scaled *s)
{
	if (s->mesh)
		mesh_problem_free(s->mesh);
	free(s->mesh);
}

/* Candidates of the first stencil, on the first mesh, are first. */
int
scaled_mesh_number(const struct candidates *all, const struct candidate *candidate)
{
	return (int)((const struct mesh_size *)candidate->grid - (const struct mesh_size *)all->items->grid);
}

int
scaled_mesh_count(const struct candidates *all)
{
	int most = 0;

	for (int i = 0; i < all->count; i++)
		most = scaled_mesh_number(all, &all->items[i]) > most ? scaled_mesh_number(all, &all->items[i]) : most;
	return most + 1;
}

const char *
scaled_mesh_name(const struct candidate *candidate)
{
	return scaled_is_on_mesh(candidate) ? ((const struct mesh_size *)candidate->grid)->what : NULL;
}

const char *
scaled_mesh_key(struct arena *arena, const struct candidate *candidate)
{
	const int *count = ((const struct mesh_size *)candidate->grid)->mesh->count;

	return arena_printf(arena, " mesh %s %d %d %d order %s", scaled_mesh_name(candidate), count[CELL], count[EDGE], count[VERTEX],
		candidate->numbering->order);
}
