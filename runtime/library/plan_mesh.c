#include "runtime/library/plan_mesh.h"

#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_defaults.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/library/plan_error.h"
#include "runtime/problem/mesh_degrees.h"
#include "runtime/problem/mesh_device.h"
#include "runtime/problem/mesh_zones.h"

#include <string.h>

/* The most levels that a field or a sweep has. */
static int
most_levels(const struct stencil_plan *plan)
{
	const struct mesh_problem *p = &plan->mesh->problem;
	int most = plan->shape.size[2] + has_half_levels(plan->stencil);

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		most = p->levels[f->index] > most ? p->levels[f->index] : most;
	return most;
}

/* How far elements are apart with levels innermost, else 0. */
static int
height_of(const struct stencil_plan *plan)
{
	if (plan_levels(&plan->options) != LEVELS_INNERMOST)
		return 0;
	return plan->shape.pitch ? plan->shape.pitch : most_levels(plan);
}

static bool
take_levels(struct stencil_plan *plan)
{
	enum { MOST_LEVELS = 1 << 24 };
	const struct stencil_shape *s = &plan->shape;
	int *levels = plan->mesh->problem.levels;

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		const int given = s->field_levels ? s->field_levels[f->index] : 0;

		levels[f->index] = !shapes[f->shape].axes[2] ? 1 : given ? given : s->size[2] + f->where.half;
		if (levels[f->index] < 1 || levels[f->index] > MOST_LEVELS)
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "field '%s' has %d levels, expected 1 to %d", f->name,
				levels[f->index], MOST_LEVELS);
	}
	return true;
}

static bool
check_pitch(struct stencil_plan *plan)
{
	const int pitch = plan->shape.pitch, levels = most_levels(plan);

	if (pitch && plan_levels(&plan->options) != LEVELS_INNERMOST)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the pitch is %d, but levels are outermost: a pitch is for the option"
			" levels=innermost", pitch);
	return !pitch || pitch >= levels || plan_fail(plan, STENCIL_CODE_ARGUMENT, "columns of %d levels overlap: they are"
		" %d elements apart", levels, pitch);
}

static bool
check_members(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;

	if (!s->mesh)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is on a mesh (%s): set mesh of the shape", plan->stencil->name,
			plan->stencil->grid);
	if (s->size[0] || s->size[1] || s->row || s->level || s->table || s->dimensions || s->levels || s->probes)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is on a mesh, which has the sizes: set only mesh, size[2], "
			"field_levels and pitch of a shape", plan->stencil->name);
	for (const struct param *p = plan->stencil->params; p; p = p->next)
		if (zones_end_at(plan->stencil->statements, p))
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' has zones that end at the param '%s', which is not known before a call: "
				"write a number", plan->stencil->name, p->name);
	return !plan->options.order || plan_fail(plan, STENCIL_CODE_ARGUMENT, "option order: the order of a mesh is set when it"
		" is opened: leave it out");
}

/* Finds the stencil's relations in the mesh, and what is updated. */
static bool
check_shape(struct stencil_plan *plan)
{
	struct mesh *mesh;
	struct error error;

	if (!check_members(plan))
		return false;
	plan->mesh = arena_new(&plan->arena, struct mesh_plan);
	mesh = &plan->mesh->mesh;
	*mesh = plan->shape.mesh->mesh;
	mesh->arena = &plan->arena;
	mesh->findings = findings_open(&plan->arena);
	if (!mesh_problem_open(&plan->mesh->problem, &plan->arena, plan->stencil, plan->plan, mesh, &error))
		return mesh_fail_plan(mesh, &error, plan->error);
	return take_levels(plan) && check_pitch(plan)
		&& (mesh_problem_find_domain(&plan->mesh->problem, &error) || mesh_fail_plan(mesh, &error, plan->error));
}

/* What is fastest for levels as they are, where no option says otherwise. */
static struct plan_options
usual_options(const struct stencil_plan *plan)
{
	const struct plan_options *o = &plan->options;
	const struct mesh_problem *problem = &plan->mesh->problem;
	struct plan_options usual = { .access = USUAL_ACCESS };
	struct choice choice = {
		.accesses = o->access || !o->block ? o->access : USUAL_ACCESS, .levels = plan_levels(o), .target = plan->backend.target,
		.precision = plan_precision(o),
	};

	memcpy(choice.tunables, o->tunables, sizeof choice.tunables);
	choose_slices_on_mesh(plan->plan, mesh_problem_updated(problem), problem->top - problem->bottom, backend_multiprocessors(&plan->backend), &choice);
	usual.access = choice.accesses;
	memcpy(usual.tunables, choice.tunables, sizeof usual.tunables);
	return usual;
}

/* Whether the caller has arrays whose shape depends on how a relation of any degree is stored. */
static bool
has_values_of_rows(const struct stencil *stencil)
{
	for (const struct field *field = stencil->fields; field; field = field->next)
		if (field->where.relation && field->where.relation->degree.kind == DEGREE_ANY)
			return true;
	return false;
}

/* Compiles the stencil for tables of slots, where the mesh has few neighbors and no option requests rows. Without the option, arrays
 * of callers stay as they are. */
static bool
choose_slots(struct stencil_plan *plan)
{
	const struct plan_options *o = &plan->options;
	const bool wanted = (o->storage || !has_values_of_rows(plan->stencil))
		&& mesh_wants_slots(&plan->arena, plan->plan, o->storage, plan_levels(o));
	const struct unit *unit = wanted
		? mesh_unit_with_slots(&plan->arena, NULL, &plan->unit, &plan->mesh->problem, plan_precision(o), o->storage != NULL) : NULL;
	struct error error;

	if (!unit)
		return true;
	plan->unit = *unit;
	plan->stencil = unit->stencils;
	plan->plan = *unit->plans;
	return mesh_problem_set_plan(&plan->mesh->problem, &plan->arena, plan->stencil, plan->plan, &error)
		|| mesh_fail_plan(&plan->mesh->mesh, &error, plan->error);
}

static bool
choose(struct stencil_plan *plan)
{
	const struct mesh_problem *problem = &plan->mesh->problem;
	struct plan_options usual;

	if (!choose_slots(plan))
		return false;
	usual = usual_options(plan);
	if (!plan_complete(plan, NULL, &usual) || !plan_choose(plan) || !plan_choose_place(plan, problem->top)
			|| !plan_resolve_vector(plan, height_of(plan)))
		return false;
	plan->mesh->top = !plan_may_pad(&plan->options) ? problem->top
		: mesh_top_of_sectors(problem, &plan->kernel.variant, height_of(plan));
	return plan_choose_block(plan, plan->mesh->top);
}

static int
count_runs(const struct mesh_problem *p, enum location location)
{
	const bool *inside = p->inside[location];
	int runs = 0;

	for (int e = 0; inside && e < p->mesh->count[location]; e++)
		runs += inside[e] && (!e || !inside[e - 1]);
	return runs;
}

/* Sets the range of the n-th view to the n-th run of a location. */
static void
set_runs(const struct mesh_problem *p, enum location location, struct stencil_mesh_view *views)
{
	const bool *inside = p->inside[location];
	const int count = p->mesh->count[location];

	for (int e = 0; inside && e < count; e++) {
		const int first = e;

		if (!inside[e])
			continue;
		while (e < count && inside[e])
			e++;
		mesh_set_range(&views++->mesh, p->stencil, location, first, e);
	}
}

/* A view for each run of elements that are updated; the last ones lack runs of locations that have fewer. */
static void
find_runs(struct stencil_plan *plan)
{
	const struct mesh_problem *p = &plan->mesh->problem;
	const struct stencil_relation *relations = plan->mesh->placed ? plan->mesh->placed : plan->mesh->layout.relations;
	struct stencil_mesh_view *views;

	for (int l = 0; l < LOCATIONS; l++)
		plan->grid_count = count_runs(p, (enum location)l) > plan->grid_count ? count_runs(p, (enum location)l) : plan->grid_count;
	views = arena_array(&plan->arena, struct stencil_mesh_view, plan->grid_count);
	plan->grids = arena_array(&plan->arena, const void *, plan->grid_count);
	for (int i = 0; i < plan->grid_count; i++) {
		views[i] = (struct stencil_mesh_view){ plan->mesh->layout.mesh, relations };
		plan->grids[i] = &views[i];
	}
	for (int l = 0; l < LOCATIONS; l++)
		set_runs(p, (enum location)l, views);
}

/* Programs on several runs of elements go kernel by kernel. */
static bool
find_kernels(struct stencil_plan *plan)
{
	const struct program *program = plan->plan->program;

	if (!program || plan->grid_count == 1)
		return true;
	if (program->sums)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' reduces over the mesh, and the elements that it updates are in %d ranges:"
			" order the mesh so that they are one", plan->stencil->name, plan->grid_count);
	if (!plan->kernel.run_part)
		return !program_updates_again(program) || plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "'%s' has several kernels that assign "
			"fields, and the elements that it updates are in %d ranges: without nvcc they must be one", plan->stencil->name,
			plan->grid_count);
	plan->kernel_blocks = arena_array(&plan->arena, struct stencil_block, program->part_count);
	plan->kernel_grids = arena_array(&plan->arena, int, program->part_count);
	for (int k = 0; k < program->part_count; k++) {
		const struct stencil *part = program->parts[k].stencil;

		plan->kernel_blocks[k] = plan->blocks.items[plan->blocks.count > 1 ? k : 0];
		plan->kernel_grids[k] = part->all_elements ? 1 : count_runs(&plan->mesh->problem, part->location);
	}
	return true;
}

static bool
place_relations(struct stencil_plan *plan)
{
	struct mesh_plan *m = plan->mesh;
	struct error error;

	if (!backend_is_gpu(&plan->backend))
		return true;
	m->placed = arena_array(&plan->arena, struct stencil_relation, m->layout.lookups.count + 1);
	return mesh_place_relations(plan->backend.device, &m->layout, m->placed, &error)
		|| plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "%s", error.text);
}

static bool
lay_out(struct stencil_plan *plan)
{
	struct error error;

	if (!mesh_layout_open_plain(&plan->mesh->layout, &plan->mesh->problem, &plan->kernel.variant, height_of(plan),
			plan->mesh->top, &error))
		return plan_fail(plan, error.status == EXIT_IO ? STENCIL_CODE_UNAVAILABLE : STENCIL_CODE_ARGUMENT, "%s", error.text);
	if (!place_relations(plan))
		return false;
	find_runs(plan);
	return find_kernels(plan);
}

void
mesh_plan_free(struct stencil_plan *plan)
{
	struct mesh_plan *m = plan->mesh;

	if (!m)
		return;
	mesh_release_relations(plan->backend.device, &m->layout, m->placed);
	mesh_layout_close(&m->layout);
}

enum { LEVEL = 2, NEITHER = -1 }; /* axes */

static void
add_axis(struct stencil_field *to, int axis, long long size)
{
	to->axes[to->dimensions] = axis;
	to->shape[to->dimensions++] = size;
}

/* Strides of axes that lie one in the other without gaps, but for columns' own `height`. */
static void
add_strides(struct stencil_field *to, int height)
{
	long long stride = 1;

	for (int d = to->dimensions - 1; d >= 0; d--) {
		to->strides[d] = stride;
		stride *= height && to->axes[d] == LEVEL ? height : to->shape[d];
	}
}

static void
describe_axes(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to)
{
	const bool innermost = plan_levels(&plan->options) == LEVELS_INNERMOST;
	const bool has_levels = shapes[field->shape].axes[2], has_elements = shapes[field->shape].axes[0];
	const int *rows = plan->has_shape ? mesh_layout_rows(&plan->mesh->layout, field) : NULL;
	const struct mesh_problem *p = plan->has_shape ? &plan->mesh->problem : NULL;
	const long long levels = p ? p->levels[field->index] : 0, elements = p ? mesh_problem_count(p, field) : 0;
	const long long slots = p ? mesh_problem_slots(p, field) : 0;

	if (has_levels && (!innermost || !has_elements))
		add_axis(to, LEVEL, levels);
	if (rows) {
		add_axis(to, NEITHER, rows[elements]);
	} else {
		if (field->where.relation && !innermost)
			add_axis(to, NEITHER, slots);
		if (has_elements)
			add_axis(to, NEITHER, elements);
		if (field->where.relation && innermost)
			add_axis(to, NEITHER, slots);
	}
	if (has_levels && innermost && has_elements)
		add_axis(to, LEVEL, levels);
}

/* Threads of GPUs load values of several slots of an element at once. */
static size_t
alignment_of_slots(const struct stencil_plan *plan, const struct field *field, size_t element)
{
	const struct relation *relation = field->where.relation;

	return plan_levels(&plan->options) != LEVELS_INNERMOST || !targets[plan->kernel.variant.target].blocks || !relation
		|| relation->degree.kind == DEGREE_ANY ? element : (size_t)mesh_slots_alignment(relation->degree.most, (int)element);
}

static void
describe(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to)
{
	describe_axes(plan, field, to);
	to->location = field->where.location == LOCATIONS ? -1 : (int)field->where.location;
	if (!plan->has_shape)
		return;
	to->slots = field->where.relation ? mesh_problem_slots(&plan->mesh->problem, field) : 0;
	if (field->shape == SHAPE_POINT)
		to->alignment *= (size_t)plan_vector_levels(plan, &plan->kernel.variant);
	else if (field->shape == SHAPE_COLUMN)
		to->alignment = alignment_of_slots(plan, field, to->alignment);
	add_strides(to, field->shape == SHAPE_POINT ? plan->mesh->layout.mesh.height : 0);
}

const struct planner mesh_planner = {
	.strict = true, .check = check_shape, .choose = choose, .lay_out = lay_out, .describe = describe,
};

static const struct field *
field_at(const struct stencil_plan *plan, int number)
{
	const struct field *field = plan->stencil->fields;

	while (field && field->index != number)
		field = field->next;
	return field;
}

const int *
stencil_plan_starts(const stencil_plan *plan, int number)
{
	const struct field *field = field_at(plan, number);

	return field && plan->mesh ? mesh_layout_rows(&plan->mesh->layout, field) : NULL;
}

int
stencil_plan_arrange(const stencil_plan *plan, int number, const void *values, void *array, struct stencil_error *error)
{
	const struct field *field = field_at(plan, number);

	if (!plan->mesh)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the plan is not on a mesh");
	if (!field || !values || !array)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, field ? "a null pointer" : "there is no such field");
	mesh_copy_field(&plan->mesh->layout, field, array, values);
	return stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
}
