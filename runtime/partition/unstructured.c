#include "runtime/partition/unstructured.h"

#include "generator/split/parts.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/reduce.h"
#include "runtime/partition/unstructured_data.h"
#include "runtime/problem/mesh_zones.h"

#include <stdlib.h>

struct unstructured_subdomain {
	struct mesh mesh;            /* how many elements there are, and their rows */
	struct mesh_problem problem; /* of its own elements */
};

static struct unstructured_subdomain *
own_of(const struct subdomain *s)
{
	return s->own;
}

/* The rows of the own elements; what they lead to that is not here is not needed. */
static struct mesh_table
table_of(struct arena *arena, const struct subdomain *s, const struct relation *relation, const struct mesh_table *whole)
{
	const struct subset *from = &s->at[relation->from], *to = &s->at[relation->to];
	const size_t slots = (size_t)whole->slots;
	int *at = arena_array(arena, int, (size_t)from->count*slots + 1);

	for (int e = 0; e < from->count; e++)
		for (size_t i = 0; i < slots; i++) {
			const int neighbor = whole->at[(size_t)from->global[e]*slots + i];

			at[(size_t)e*slots + i] = neighbor < 0 ? -1 : to->local[neighbor];
		}
	return (struct mesh_table){ whole->slots, at };
}

static struct mesh_table *
tables_of(struct arena *arena, const struct subdomain *s, const struct mesh_problem *whole)
{
	struct mesh_table *tables;
	int count = 0;

	for (const struct relation *r = whole->stencil->relations; r; r = r->next)
		count = r->index >= count ? r->index + 1 : count;
	tables = arena_array(arena, struct mesh_table, count + 1);
	for (const struct relation *r = whole->stencil->relations; r; r = r->next)
		tables[r->index] = whole->tables[r->index].at ? table_of(arena, s, r, &whole->tables[r->index]) : whole->tables[r->index];
	return tables;
}

static void
take_elements(struct mesh *mesh, struct arena *arena, const struct subdomain *s, const struct mesh *whole)
{
	*mesh = (struct mesh){ .arena = arena };
	for (int l = 0; l < LOCATIONS; l++) {
		mesh->count[l] = s->at[l].count;
		if (!whole->row[l])
			continue;
		mesh->row[l] = arena_array(arena, int, mesh->count[l] + 1);
		for (int e = 0; e < mesh->count[l]; e++)
			mesh->row[l][e] = whole->row[l][s->at[l].global[e]];
	}
}

/* Which elements of a location with outputs a subdomain updates, and how many of its own. */
static void
take_domain(const struct partition *p, const struct subdomain *s, struct arena *arena, enum location location)
{
	struct mesh_problem *own = &own_of(s)->problem;
	const struct mesh_problem *whole = unstructured_problem(p);
	const struct subset *elements = &s->at[location];

	own->inside[location] = arena_array(arena, bool, elements->count + 1);
	own->updated[location] = 0;
	for (int e = 0; e < elements->count; e++) {
		own->inside[location][e] = whole->inside[location][elements->global[e]] && own->zone[location][e] >= 0;
		own->updated[location] += own->inside[location][e] && !elements->layer[e];
	}
}

/* A problem of what a subdomain has, without data yet. */
static void
take_problem(struct partition *p, int rank)
{
	struct subdomain *s = &p->subdomains[rank];
	struct unstructured_subdomain *own = own_of(s);
	const struct mesh_problem *whole = unstructured_problem(p);
	const int fields = p->stencil->field_count;

	take_elements(&own->mesh, &p->arena, s, whole->mesh);
	own->problem = *whole;
	own->problem.mesh = &own->mesh;
	own->problem.tables = tables_of(&p->arena, s, whole);
	s->arrays = own->problem.fields = arena_array(&p->arena, void *, fields + 1);
	s->expected = own->problem.expected = arena_array(&p->arena, void *, fields + 1);
	s->bounds = own->problem.bounds = arena_array(&p->arena, double *, fields + 1);
	halo_zones(&p->arena, p->decomposition.owners, rank, p->decomposition.every, p->has, own->problem.zone);
	own->problem.zones = halo_zone_count(p->decomposition.every);
	for (int l = 0; l < LOCATIONS; l++)
		if (whole->inside[l])
			take_domain(p, s, &p->arena, (enum location)l);
}

/* Whether a kernel of a program updates nothing in a region. What stores temporaries does so at all elements. */
static bool
is_idle(const struct mesh_layout *layout, const struct part *part, int first, int end)
{
	const enum location location = part->stencil->location;

	if (part->kind == KERNEL_scalar)
		return false;
	if (part->stencil->all_elements)
		return !layout->problem->mesh->count[location];
	return layout->zones[location][first] == layout->zones[location][end];
}

/* Finds the kernels that update nothing. A region is empty if the others only store temporaries. */
static void
find_idle(struct partition *p, const struct mesh_layout *layout, struct launch_region *region, int first, int end)
{
	bool *idle = arena_array(&p->arena, bool, p->program->part_count), any = false;

	region->is_empty = true;
	for (int k = 0; k < p->program->part_count; k++) {
		const struct part *part = &p->program->parts[k];

		any |= idle[k] = is_idle(layout, part, first, end);
		region->is_empty &= idle[k] || part->stencil->all_elements;
	}
	region->idle = any ? idle : NULL;
}

/* Zones first..end - 1. */
static struct launch_region
region_of(struct partition *p, const struct subdomain *s, int first, int end)
{
	const struct mesh_layout *layout = &unstructured_device(s)->layout;
	struct launch_region region = { .view = { .mesh = unstructured_device(s)->view }, .is_empty = true };

	for (int l = 0; l < LOCATIONS; l++) {
		const int *zones = layout->zones[l];

		if (!zones)
			continue;
		mesh_set_range(&region.view.mesh.mesh, p->stencil, (enum location)l, zones[first], zones[end]);
		region.is_empty &= zones[first] == zones[end];
	}
	if (p->program)
		find_idle(p, layout, &region, first, end);
	return region;
}

static void
find_regions(struct partition *p, struct subdomain *s)
{
	const int every = p->decomposition.every, boundary = halo_zone(every, REGION_BOUNDARY, 0),
		interior = halo_zone(every, REGION_INTERIOR, 0);

	s->all = arena_array(&p->arena, struct launch_region, every);
	s->all->view.mesh = unstructured_device(s)->view;
	if (p->is_whole)
		return;
	for (int further = 0; further < every; further++)
		s->all[further] = region_of(p, s, boundary - further, halo_zone_count(every));
	s->boundary[0] = region_of(p, s, boundary, boundary + 1);
	s->boundary_count = 1;
	s->interior = region_of(p, s, interior, interior + 1);
}

static void
take_whole(struct subdomain *s, const struct mesh_problem *whole)
{
	struct mesh_problem *own = &own_of(s)->problem;

	*own = *whole;
	s->arrays = own->fields;
	s->expected = own->expected;
	s->bounds = own->bounds;
}

static bool
place(struct partition *p, int rank, const struct built *kernel, struct error *error)
{
	const struct unstructured *whole = p->whole;
	const struct binding_spec spec = { .variant = &kernel->variant, .numbering = p->is_whole ? whole->numbering : NULL };
	struct subdomain *s = &p->subdomains[rank];

	if (p->is_whole)
		take_whole(s, whole->problem);
	else
		take_problem(p, rank);
	if (!p->is_whole && !subdomain_fill(p, s, error))
		return false;
	s->binding = mesh_domain.place(p->device, &own_of(s)->problem, &spec, error);
	if (s->binding)
		find_regions(p, s);
	return s->binding;
}

static int
plan_exchange(struct partition *p, int rank, int row, const struct stencil_exchanged *fields, int count)
{
	const struct mesh_layout *layout = &unstructured_device(&p->subdomains[rank])->layout;
	const int strides[LOCATIONS] = { layout->mesh.cell_stride, layout->mesh.edge_stride, layout->mesh.vertex_stride };
	struct stored_levels levels = { .height = layout->mesh.height };

	for (int l = 0; l < LOCATIONS; l++) {
		levels.place[l] = layout->place[l];
		levels.stride[l] = strides[l];
	}
	return partition_plan_lists(p, rank, row, &levels, fields, count);
}

static void
close_all(struct partition *p)
{
	reduce_close(p);
	for (int rank = 0; rank < p->count; rank++) {
		struct unstructured_subdomain *own = own_of(&p->subdomains[rank]);

		if (own->problem.fields && !p->is_whole)
			mesh_problem_free(&own->problem);
	}
}

static const struct partition_kind kind = {
	.place = place, .plan_exchange = plan_exchange, .reductions = &unstructured_reductions, .close = close_all,
};

static const struct field_extent *
find_extents(struct partition *p, const struct mesh_problem *problem)
{
	struct field_extent *extents = arena_array(&p->arena, struct field_extent, p->stencil->field_count + 1);

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		extents[f->index] = (struct field_extent){ problem->levels[f->index], mesh_problem_slots(problem, f) };
	return extents;
}

static bool
exchanges(const struct partition *p)
{
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (p->rows.items->fields[f->index])
			return true;
	return p->rows.count > 1;
}

/* Whether the last kernel on the mesh may be launched region by region: nothing is reduced after it. */
static bool
splits(const struct program *program, const struct built *kernel)
{
	const int last = program ? program_last_on_grid(program) : 0;

	return !program || (kernel->run_part && last >= 0 && program_number_without_sums(program, last) == last);
}

bool
unstructured_open(struct partition *p, const struct partition_setup *setup, struct mesh_problem *problem,
	const struct mesh_numbering *numbering, struct error *error)
{
	struct unstructured *whole;

	if (!partition_begin(p, &kind, setup, error))
		return false;
	p->whole = whole = arena_new(&p->arena, struct unstructured);
	*whole = (struct unstructured){ problem, numbering };
	p->stencil = problem->stencil;
	p->program = problem->plan->program;
	p->extents = find_extents(p, problem);
	for (int l = 0; l < LOCATIONS; l++)
		p->cells[l] = (size_t)problem->mesh->count[l];
	p->arrays = problem->fields;
	p->expected = problem->expected;
	p->bounds = problem->bounds;
	for (int rank = 0; rank < p->count; rank++)
		p->subdomains[rank].own = arena_new(&p->arena, struct unstructured_subdomain);
	p->is_whole = decomposition_is_none(&p->decomposition);
	if (p->is_whole)
		return partition_place(p, setup, error);
	partition_find_elements(p, numbering ? numbering->place : NULL);
	p->splits = splits(p->program, setup->kernel);
	return partition_connect(p, setup, reduces_on_devices(p), exchanges(p), error) && partition_place(p, setup, error)
		&& reduce_open(p, error);
}
