#include "runtime/partition/structured.h"

#include "generator/variants/defaults.h"
#include "runtime/partition/reduce.h"
#include "runtime/partition/regions.h"
#include "runtime/partition/table_lists.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/problem/plane_wrap.h"

#include <stdlib.h>
#include <string.h>

/* Columns around a box towards a neighbor, which has some: those that messages fill, and what several kernels read. */
static int
halo_towards(const struct partition *p, int axis, int side)
{
	const struct structured *g = structured_of(p);

	return stencil_halo(&g->rectangles, axis, side)
		+ (decomposition_goes_beyond(&p->decomposition) ? decomposition_margin(&p->decomposition, &g->rectangles,
		g->problem->plan, axis, side) : 0);
}

/* The problem of a box and its halo: where it has no neighbors, the border. */
static struct problem *
problem_of_box(const struct partition *p, const struct stencil_rectangle *box)
{
	const struct structured *g = structured_of(p);
	const struct problem *whole = g->problem;
	struct extents halo = whole->halo;
	int size[AXES] = { 0, 0, whole->size[2] };
	struct problem *own;

	for (int axis = 0; axis < 2; axis++) {
		if (box_has_neighbor(box, axis, -1))
			halo.low[axis] = halo_towards(p, axis, -1);
		if (box_has_neighbor(box, axis, 1))
			halo.high[axis] = halo_towards(p, axis, 1);
		size[axis] = halo.low[axis] + box->end[axis] - box->begin[axis] + halo.high[axis];
	}
	own = problem_create(whole->plan, size);
	for (int axis = 0; axis < 2 && own; axis++) {
		own->place[axis] = whole->halo.low[axis] + box->begin[axis] - halo.low[axis];
		own->before[axis] = box->begin[axis];
		own->after[axis] = g->rectangles.inner[axis] - box->end[axis];
	}
	if (own)
		own->halo = halo;
	return own;
}

/* The problem of columns: (z, 1, columns). */
static struct problem *
problem_of_columns(const struct partition *p, int rank)
{
	const struct problem *whole = structured_of(p)->problem;
	struct problem *own = problem_create(whole->plan, (const int[]){ p->has[rank][CELL].count, 1, whole->size[2] });

	if (!own)
		return NULL;
	own->halo = whole->halo;
	for (int axis = 0; axis < 2; axis++)
		own->halo.low[axis] = own->halo.high[axis] = 0;
	return own;
}

/* How the columns of a subdomain are stored. */
static struct column_list
list_of(struct partition *p, int rank)
{
	const struct subset *own = &p->has[rank][CELL];
	const int *zones[LOCATIONS];
	struct column_list list = { .plane = p->decomposition.owners->graph.domain, .global = own->global, .local = own->local,
		.zones = halo_zone_count(p->decomposition.every),
		.place = structured_of(p)->places };

	halo_zones(&p->arena, p->decomposition.owners, rank, p->decomposition.every, p->has, zones);
	list.zone = zones[CELL];
	for (int i = 0; i < own->count; i++)
		list.own += !own->layer[i];
	return list;
}

/* Columns outside the domain have places after all others. */
static const int *
find_places(struct partition *p, const struct order *order, struct error *error)
{
	const struct graph *graph = &p->decomposition.owners->graph;
	const int *inner = column_places(&p->arena, graph->domain, order, error);
	int *places = arena_array(&p->arena, int, graph->count[CELL]), outer = graph->inner_count;

	for (int c = 0, i = 0; c < graph->count[CELL] && inner; c++)
		places[c] = i < graph->inner_count && graph->inner[i] == c ? inner[i++] : outer++;
	return inner ? places : NULL;
}

/* Finds what each subdomain has, so that each process knows where the others' are. */
static bool
decompose(struct partition *p, struct error *error)
{
	struct structured *g = p->whole;

	if (p->decomposition.owners)
		partition_find_elements(p, NULL);
	g->places = p->has ? find_places(p, g->order, error) : NULL;
	if (p->has && !g->places)
		return false;
	for (int rank = 0; rank < p->count; rank++) {
		struct subdomain *s = &p->subdomains[rank];
		struct structured_subdomain *own = s->own;

		if (!p->has)
			s->box = stencil_rectangle(&g->rectangles, rank);
		own->problem = p->has ? problem_of_columns(p, rank) : problem_of_box(p, &s->box);
		if (!own->problem)
			return error_no_memory(error);
		memcpy(own->problem->params, g->problem->params, (size_t)p->stencil->param_count*sizeof *g->problem->params);
	}
	return true;
}

/* What a problem gives to its subdomain. */
static void
take_problem(struct subdomain *s)
{
	const struct problem *own = structured_subdomain(s)->problem;

	s->cells[CELL] = (size_t)own->size[0]*(size_t)own->size[1];
	s->arrays = own->fields;
	s->expected = own->expected;
	s->bounds = own->bounds;
}

/* Where columns are stored in any order, no region is taken out of them: the grid's inner columns are all that a step may compute. */
static struct grid *
open_grid(const struct partition *p, const struct subdomain *s, const struct built *kernel, struct extents *around, struct error *error)
{
	struct problem shape = *structured_subdomain(s)->problem;
	struct arena scratch = { NULL };
	struct grid *grid;

	*around = (struct extents){ { 0 }, { 0 } };
	if (p->streams.engine && !p->has && !storages[kernel->variant.storage].regular)
		*around = region_around(p, s, p->decomposition.every - 1);
	for (int axis = 0; axis < 2; axis++) {
		shape.halo.low[axis] -= around->low[axis];
		shape.halo.high[axis] -= around->high[axis];
	}
	grid = plane_grid(&scratch, &shape, &kernel->variant, structured_of(p)->order, USUAL_ALIGNMENT, error);
	arena_free(&scratch);
	return grid;
}

/* The device has all columns around a subdomain that a step computes, or reads. */
static bool
place(struct partition *p, int rank, const struct built *kernel, struct error *error)
{
	struct subdomain *s = &p->subdomains[rank];
	const struct problem *problem = structured_subdomain(s)->problem;
	struct extents around;
	struct grid *grid = open_grid(p, s, kernel, &around, error);
	struct plane_device *x = grid ? plane_device_create(p->device, problem, kernel->variant.layout, grid, error) : NULL;

	if (!x)
		return false;
	s->binding = &x->binding;
	x->view.west = problem->before[0] - around.low[0];
	x->view.east = problem->after[0] - around.high[0];
	x->view.north = problem->before[1] - around.low[1];
	x->view.south = problem->after[1] - around.high[1];
	x->largest.width += problem->halo.low[0] + problem->halo.high[0];
	x->largest.height += problem->halo.low[1] + problem->halo.high[1];
	regions_find(p, s);
	return true;
}

static int
plan_exchange(struct partition *p, int rank, int row, const struct stencil_exchanged *fields, int count)
{
	struct subdomain *s = &p->subdomains[rank];
	const struct plane_device *x = plane_device_of(s);
	const struct grid *grid = x->layout.grid;
	struct stored_levels levels = { .place = { [CELL] = grid->position }, .stride = { [CELL] = grid->view.stride }, .height = grid->view.pitch };
	struct stencil_columns lists;
	struct arena scratch = { NULL };
	int status = 0;

	if (grid->spec.regular)
		return stencil_exchange_rectangles(&s->streams->exchanges[row], p->streams.engine, &s->space.lane,
			&structured_of(p)->rectangles, rank, &x->view, fields, count);
	if (!p->has) {
		status = table_lists(&scratch, p, rank, &lists);
		levels.lists = &lists;
	}
	if (!status)
		status = partition_plan_lists(p, rank, row, &levels, fields, count);
	arena_free(&scratch);
	return status;
}

static void
wrap(const struct partition *p, const struct field *field, void *array)
{
	plane_wrap(structured_of(p)->problem, field, field_element(field), array, p->decomposition.periodic);
}

/* What fills the halo of a field in the whole grid's array, where subdomains have none of their own: along an axis that is decomposed
 * and periodic. */
static enum halo_source
halo_source(const struct partition *p, const struct field *field)
{
	for (int axis = 0; axis < 2; axis++)
		if (decomposition_has_period(&p->decomposition, axis) && field->edges[axis].kind == EDGE_PERIODIC)
			return p->decomposition.reach->sources[field->index];
	return HALO_KEPT;
}

static void
fill_halo(const struct partition *p, const struct field *field)
{
	problem_fill_halo(structured_of(p)->problem, field);
}

static void
close_all(struct partition *p)
{
	for (int rank = 0; rank < p->count; rank++) {
		const struct structured_subdomain *own = structured_subdomain(&p->subdomains[rank]);

		problem_free(p->subdomains[rank].window);
		if (!p->is_whole)
			problem_free(own->problem);
	}
	reduce_close(p);
}

static const struct partition_kind kind = {
	.place = place, .plan_exchange = plan_exchange, .wrap = wrap, .halo_source = halo_source, .fill_halo = fill_halo,
	.reductions = &structured_reductions, .close = close_all,
};

static const struct field_extent *
find_extents(struct partition *p, const struct problem *problem)
{
	struct field_extent *extents = arena_array(&p->arena, struct field_extent, p->stencil->field_count + 1);

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		extents[f->index] = (struct field_extent){ shapes[f->shape].axes[2] ? problem_levels(problem, f) : 1, 1 };
	return extents;
}

static bool
fill(struct partition *p, struct error *error)
{
	bool good = true;

	for (int rank = p->first; rank < p->end && good; rank++) {
		struct structured_subdomain *own = p->subdomains[rank].own;

		if (p->has) {
			own->list = list_of(p, rank);
			own->problem->list = &own->list;
		}
		good = structured_read(p, own->problem, error) && subdomain_fill(p, &p->subdomains[rank], error);
	}
	return good;
}

/* The subdomains, which exchange halos. */
static bool
open_several(struct partition *p, const struct partition_setup *setup, struct error *error)
{
	struct structured *g = p->whole;

	if (!p->decomposition.owners)
		g->rectangles = decomposition_rectangles(&p->decomposition, g->problem, &setup->kernel->variant);
	if (!decompose(p, error))
		return false;
	for (int rank = 0; rank < p->count; rank++)
		take_problem(&p->subdomains[rank]);
	if (!fill(p, error) || !partition_connect(p, setup, reduces_on_devices(p), true, error))
		return false;
	p->splits = regions_split(p, setup->kernel);
	return partition_place(p, setup, error) && reduce_open(p, error);
}

bool
structured_open(struct partition *p, const struct partition_setup *setup, struct problem *problem, const struct order *order,
	const struct field_file *files, struct error *error)
{
	const struct plan *plan = plan_of_variant(setup->kernel->plan, &setup->kernel->variant);
	struct structured *g;

	if (!partition_begin(p, &kind, setup, error))
		return false;
	p->whole = g = arena_new(&p->arena, struct structured);
	*g = (struct structured){ .problem = problem, .files = files, .order = order };
	p->stencil = problem->plan->stencil;
	p->program = plan->program;
	p->extents = find_extents(p, problem);
	p->cells[CELL] = (size_t)problem->size[0]*(size_t)problem->size[1];
	p->arrays = problem->fields;
	p->expected = problem->expected;
	p->bounds = problem->bounds;
	for (int rank = 0; rank < p->count; rank++)
		p->subdomains[rank].own = arena_new(&p->arena, struct structured_subdomain);
	if (!decomposition_is_none(&p->decomposition))
		return open_several(p, setup, error);
	p->is_whole = true;
	((struct structured_subdomain *)p->subdomains->own)->problem = problem;
	take_problem(p->subdomains);
	return partition_place(p, setup, error);
}
