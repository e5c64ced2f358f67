#include "tests/campaign/features.h"

#include "generator/split/parts.h"
#include "generator/variants/mesh_variants.h"

#include <string.h>

const char *const feature_names[FEATURE_COUNT] = {
#define FEATURE(id, name, ...) [FEATURE_##id] = name,
#include "tests/campaign/features.def"
};

/* How many steps a chain goes. */
static void
add_chain(struct features *f, const struct relation_chain *chain)
{
	features_add_if(f, FEATURE_chain, chain && chain->count > 1);
}

static void
add_offset(struct features *f, struct offset at)
{
	features_add_if(f, FEATURE_other_level, at.z != 0);
	features_add_if(f, FEATURE_beside, at.x || at.y);
	features_add_if(f, FEATURE_far, at.x > 2 || at.x < -2 || at.y > 2 || at.y < -2);
}

static void add_expr(struct features *f, const struct expr *e, int loops);

static void
add_reduce(struct features *f, const struct expr *e, int loops)
{
	features_add(f, FEATURE_mesh_reduction);
	features_add_if(f, FEATURE_nested_reduction, loops > 0);
	for (const struct binding *b = e->u.reduce.bindings; b; b = b->next)
		add_chain(f, b->chain);
	add_expr(f, e->u.reduce.body, loops + 1);
}

static void
add_expr(struct features *f, const struct expr *e, int loops)
{
	const struct expr *operand;

	if (!e)
		return;
	switch (e->kind) {
	case EXPR_SIDE:   features_add(f, FEATURE_guard); break;
	case EXPR_PARAM:  features_add(f, FEATURE_parameter); break;
	case EXPR_EXISTS: features_add(f, FEATURE_existence); break;
	case EXPR_REDUCE: add_reduce(f, e, loops); return;
	case EXPR_FIELD:
		add_offset(f, e->u.read.offset);
		add_chain(f, e->u.read.chain);
		features_add_if(f, FEATURE_column_field, e->u.read.field->shape == SHAPE_COLUMN && e->u.read.field->role == ROLE_IN);
		features_add_if(f, FEATURE_profile_field, e->u.read.field->shape == SHAPE_PROFILE);
		features_add_if(f, FEATURE_whole_field, e->u.read.field->type == TYPE_INT);
		features_add_if(f, FEATURE_mask_field, e->u.read.field->type == TYPE_BOOL);
		features_add_if(f, FEATURE_slot_field, e->u.read.field->where.relation);
		break;
	case EXPR_TEMP:
		add_offset(f, e->u.read.offset);
		add_chain(f, e->u.read.chain);
		break;
	default: break;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		add_expr(f, operand, loops);
}

static void
add_assignment(struct features *f, const struct stmt *s)
{
	const struct field *field = s->u.assign.field;
	const struct temp *temp = s->u.assign.temp;

	features_add_if(f, FEATURE_reduction, s->u.assign.reduction);
	features_add_if(f, FEATURE_column_variable, temp && temp->shape == SHAPE_COLUMN);
	features_add_if(f, FEATURE_slot_temporary, temp && temp->where.relation);
	features_add_if(f, FEATURE_column_output, field && field->shape == SHAPE_COLUMN);
	features_add_if(f, FEATURE_scalar_output, field && field->shape == SHAPE_SCALAR && field->role == ROLE_OUT);
	features_add_if(f, FEATURE_scalar_update, field && field->shape == SHAPE_SCALAR && field->role == ROLE_INOUT);
	features_add_if(f, FEATURE_inout, field && field->shape != SHAPE_SCALAR && field->role == ROLE_INOUT);
}

static void
add_statements(struct features *f, const struct stmt *list)
{
	for (const struct stmt *s = list; s; s = s->next) {
		features_add_if(f, FEATURE_branch, s->kind == STMT_IF);
		features_add_if(f, FEATURE_sweep, s->kind == STMT_SWEEP);
		if (s->kind == STMT_ASSIGN)
			add_assignment(f, s);
		add_expr(f, stmt_expr(s), 0);
		for (int n = 0; n < MOST_NESTED; n++)
			add_statements(f, stmt_nested(s, n));
	}
}

static void
add_program(struct features *f, const struct program *program)
{
	bool wider = false, columns = false;

	features_add_if(f, FEATURE_several_kernels, program->part_count > 1);
	for (int p = 0; p < program->part_count; p++) {
		const struct part *part = &program->parts[p];

		for (int a = 0; a < AXES; a++)
			wider |= part->stencil->widening.low[a] || part->stencil->widening.high[a];
		columns |= part->kind == KERNEL_columns;
	}
	features_add_if(f, FEATURE_wider_kernel, wider);
	features_add_if(f, FEATURE_columns_kernel, columns);
	for (int k = 0; k < program->kept_count; k++)
		features_add_if(f, FEATURE_kept_temporary, program->kept[k].shape != SHAPE_SCALAR && !program->kept[k].reduction);
}

static int
count_references(const struct plan *plan)
{
	int most = plan->neighbors ? plan->neighbors->count : 0;

	for (int p = 0; plan->program && p < plan->program->part_count; p++) {
		const int count = count_references(plan->program->parts[p].plan);

		most = count > most ? count : most;
	}
	return most;
}

/* Sweeps on meshes are a feature of their own: one kernel has all accesses. */
static void
features_drop_sweeps(struct features *f)
{
	static const enum feature of_sweeps[] = { FEATURE_sweep, FEATURE_guard, FEATURE_column_variable, FEATURE_column_output,
		FEATURE_columns_kernel };

	for (size_t i = 0; i < sizeof of_sweeps/sizeof *of_sweeps; i++)
		features_drop_if(f, of_sweeps[i], true);
}

/* Of guards in what nothing reads nothing is left. */
static bool
uses_sides(const struct plan *plan)
{
	bool asks = false;

	for (int s = 0; s < SIDES; s++)
		asks |= plan->sides[s];
	for (int p = 0; plan->program && p < plan->program->part_count; p++)
		asks |= uses_sides(plan->program->parts[p].plan);
	return asks;
}

struct features
features_of_plan(const struct plan *plan, enum type precision)
{
	const struct stencil *stencil = plan_checked(plan);
	struct features f = { { 0 } };
	const int references = count_references(plan);

	add_statements(&f, stencil->statements);
	features_drop_if(&f, FEATURE_guard, !uses_sides(plan));
	features_add_if(&f, FEATURE_float_precision, precision == TYPE_FLOAT);
	features_add_if(&f, FEATURE_declared_halo, stencil->has_halo);
	features_add_if(&f, FEATURE_boundary, stencil->boundaries);
	features_add_if(&f, FEATURE_function_call, stencil->definitions);
	features_add_if(&f, FEATURE_zones, stencil->has_zones || stencil->has_zone_blocks);
	features_add_if(&f, FEATURE_stored, plan->suffix && strstr(plan->suffix, "_store"));
	features_add_if(&f, FEATURE_shared_place, plan->place == PLACE_SHARED);
	features_add_if(&f, FEATURE_columns_kernel, plan->sweeps);
	if (plan->program)
		add_program(&f, plan->program);
	if (stencil->family != GRID_mesh)
		return f;
	features_drop_sweeps(&f);
	features_drop_if(&f, FEATURE_wider_kernel, true); /* of planes: on meshes only levels are more */
	features_add_if(&f, FEATURE_mesh_sweep, stencil->has_sweeps);
	features_add_if(&f, FEATURE_half_levels, has_half_fields(stencil));
	features_add_if(&f, FEATURE_several_locations, has_several_locations(stencil));
	features_add(&f, stencil->grid_name == GRID_NAME_triangles ? FEATURE_triangles : stencil->grid_name == GRID_NAME_hexagons ? FEATURE_hexagons
		: FEATURE_polygons);
	features_add(&f, stencil->location == CELL ? FEATURE_on_cells : stencil->location == EDGE ? FEATURE_on_edges
		: FEATURE_on_vertices);
	features_add_if(&f, FEATURE_over_14, references > 14);
	features_add_if(&f, FEATURE_over_16, references > 16);
	features_add_if(&f, FEATURE_over_32, references > 32);
	features_add_if(&f, FEATURE_over_64, references > 64);
	return f;
}

static enum feature
feature_named(const char *name)
{
	int f = 0;

	while (f < FEATURE_COUNT && strcmp(feature_names[f], name) != 0)
		f++;
	return (enum feature)f;
}

struct features
features_of_kernel(const struct plan *plan, const struct variant *variant, const char *backend)
{
	static const enum feature mesh[MESH_STORAGES] = { FEATURE_mesh_chasing, FEATURE_mesh_direct, FEATURE_mesh_rows };
	struct features f = { { 0 } };
	const bool is_mesh = plan_checked(plan)->family == GRID_mesh;

	features_add(&f, !strcmp(backend, "host") ? FEATURE_host : FEATURE_openmp);
	features_add_if(&f, FEATURE_innermost, variant->levels == LEVELS_INNERMOST);
	features_add_if(&f, FEATURE_structs, layouts[variant->layout].points);
	features_add(&f, feature_named(accesses[variant->access].name));
	features_add(&f, is_mesh ? mesh[variant->storage] : feature_named(storages[variant->storage].name));
	return f;
}

struct features
features_with(struct features a, const struct features *b)
{
	for (int w = 0; w < FEATURE_WORDS; w++)
		a.words[w] |= b->words[w];
	return a;
}
