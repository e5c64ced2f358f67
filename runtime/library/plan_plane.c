#include "runtime/library/plan_table.h"

#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/variant_words.h"
#include "runtime/problem/plane_layout.h"
#include "runtime/problem/values.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

enum { MOST_CELLS = 1 << 30 };

static bool
check_axis(struct stencil_plan *plan, int a)
{
	const struct extents *border = &plan->stencil->border;
	const struct stencil_shape *s = &plan->shape;
	const int most = a == 2 ? MAX_LEVELS : MOST_CELLS;

	if (s->size[a] < 1 || s->size[a] > most)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the size in %c is %d, expected 1 to %d", "xyz"[a],
			s->size[a], most);
	if (s->low[a] < border->low[a] || s->high[a] < border->high[a])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the halo in %c is %d and %d, but '%s' needs %d and %d",
			"xyz"[a], s->low[a], s->high[a], plan->stencil->name, border->low[a], border->high[a]);
	if (a == 2 && stores_levels(plan->stencil) && (s->low[a] != border->low[a] || s->high[a] != border->high[a]))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the halo in z is %d and %d, but '%s' reads temporaries at levels by value, so it needs"
			" %d and %d", s->low[a], s->high[a], plan->stencil->name, border->low[a], border->high[a]);
	if ((long long)s->low[a] + s->high[a] >= s->size[a])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "nothing to compute: the size in %c is %d, all of it"
			" halo (%d + %d)", "xyz"[a], s->size[a], s->low[a], s->high[a]);
	if (s->size[a] - s->low[a] - s->high[a] < plan->stencil->least[a])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the domain of '%s' needs at least %d %s; it has %d",
			plan->stencil->name, plan->stencil->least[a], axis_cells[a], s->size[a] - s->low[a] - s->high[a]);
	return true;
}

/* As regular arrays of the caller lie. */
static bool
lay_out_regular(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;
	const long long row = s->row ? s->row : s->size[0];
	const long long level = s->level ? s->level : row*s->size[1];
	struct stencil_grid *g = &plan->view;

	if (row < s->size[0] || level < (s->size[1] - 1)*row + s->size[0])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "rows of %d and levels of %dx%d points overlap: they are"
			" %lld and %lld elements apart", s->size[0], s->size[0], s->size[1], row, level);
	if (level > INT_MAX/(1 + (s->low[2] > s->high[2] ? s->low[2] : s->high[2])))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "levels are %lld elements apart: distances to those in"
			" the halo must fit an int", level);
	*g = (struct stencil_grid){
		.first = (int)(s->low[1]*row + s->low[0]), .width = s->size[0] - s->low[0] - s->high[0],
		.height = s->size[1] - s->low[1] - s->high[1], .row = (int)row, .stride = (int)level,
		.bottom = s->low[2], .top = s->size[2] - s->high[2], .levels = s->size[2],
	};
	g->end = g->first + (g->height - 1)*g->row + g->width;
	return true;
}

static bool
check_pitch(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;

	if (plan_levels(&plan->options) != LEVELS_INNERMOST)
		return !s->pitch || plan_fail(plan, STENCIL_CODE_ARGUMENT, "the pitch is %d, but levels are outermost: a pitch"
			" is for the option levels=innermost", s->pitch);
	if (s->table && plan_pitch(plan) < s->size[2] + has_half_levels(plan->stencil))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "columns of %d levels overlap: they are %d elements apart",
			s->size[2] + has_half_levels(plan->stencil), s->pitch);
	if (s->table && s->size[0] > PTRDIFF_MAX/(long long)sizeof (double)/plan_pitch(plan))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%d columns that are %d elements apart are too large for memory",
			s->size[0], s->pitch);
	return true;
}

static bool
check_shape(struct stencil_plan *plan)
{
	static const int none[3] = { 0, 0, 0 };
	struct stencil_shape *s = &plan->shape;

	if (!memcmp(s->low, none, sizeof none) && !memcmp(s->high, none, sizeof none)) {
		memcpy(s->low, plan->stencil->border.low, sizeof s->low);
		memcpy(s->high, plan->stencil->border.high, sizeof s->high);
	}
	/* A table knows which columns are updated. */
	if (s->table)
		return check_axis(plan, 2) && check_pitch(plan);
	return check_axis(plan, 0) && check_axis(plan, 1) && check_axis(plan, 2) && check_pitch(plan)
		&& lay_out_regular(plan);
}

static bool
are_vectors_aligned(const struct stencil_plan *plan, const struct variant *variant)
{
	const struct stencil_grid *g = &plan->view;

	return (g->first | g->row | g->stride) % variant_vector_points(plan->plan, variant) == 0;
}

/* Whether columns of the caller's lie apart as vectors of levels do; other ones do. */
static bool
are_columns_aligned(const struct stencil_plan *plan, const struct variant *variant)
{
	return !plan->shape.table || variant->levels != LEVELS_INNERMOST
		|| plan_pitch(plan) % plan_vector_levels(plan, variant) == 0;
}

/* Whether cells are to lie row by row. */
static bool
is_regular(const struct stencil_plan *plan)
{
	const struct plan_options *o = &plan->options;

	return !plan->shape.table && !o->order && plan_levels(o) == LEVELS_OUTERMOST && (!o->storage || !strcmp(o->storage, USUAL_STORAGE));
}

/* Whether a kernel can do with the caller's arrays: how they lie, and that the table is not shared. */
static bool
fits(const struct stencil_plan *plan, const struct variant *variant)
{
	const struct plan_options *o = &plan->options;
	const struct storage_info *storage = &storages[variant->storage];
	const bool regular = is_regular(plan);

	return storage->regular == regular && !storage->constant && !(plan->shape.table && storage->compressed)
		&& variant->levels == plan_levels(o) && are_columns_aligned(plan, variant)
		&& (!regular || are_vectors_aligned(plan, variant));
}

/* The columns that are updated. */
static long long
count_columns(const struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;

	return s->table ? s->table->end - s->table->first
		: (long long)(s->size[0] - s->low[0] - s->high[0])*(s->size[1] - s->low[1] - s->high[1]);
}

/* On a table the fastest access known, and its numbers, if no option says otherwise; none that needs more of arrays than idxvar. */
static void
choose_fastest(struct stencil_plan *plan, struct plan_options *usual)
{
	const struct plan_options *o = &plan->options;
	const int storage = o->storage ? catalogue_find(&storage_words, o->storage) : -1, levels = plan->shape.size[2];
	struct choice choice = {
		.storages = o->storage, .levels = plan_levels(o), .target = plan->backend.target, .precision = plan_precision(o),
	};
	int *load = &usual->tunables[TUNABLE_levels_per_load];

	if (storage < 0 || storages[storage].regular || o->access || o->block)
		return;
	memcpy(choice.tunables, o->tunables, sizeof choice.tunables);
	choice.accesses = usual->access;
	if (choice.levels == LEVELS_INNERMOST)
		choose_fastest_access(&plan->arena, plan->plan, levels, &choice);
	if (plan->backend.kind == BACKEND_CUDA)
		choose_blocks_per_launch(plan->plan, count_columns(plan), levels, plan->backend.info.processors, &choice);
	choose_clusters_outermost(&plan->arena, plan->plan, count_columns(plan), levels, backend_multiprocessors(&plan->backend), &choice);
	usual->access = choice.accesses;
	memcpy(usual->tunables, choice.tunables, sizeof usual->tunables);
	while (*load && plan->shape.table && plan_pitch(plan) % *load)
		*load /= 2;
}

/* Of a table of the caller's clusters are there once it is taken: with few of them the access is idxvar, as if nothing had been chosen for the
 * plan. */
static bool
choose_by_table(struct stencil_plan *plan, const int given[TUNABLE_COUNT])
{
	if (!plan_take_table(plan))
		return false;
	if (plan_has_clusters(plan))
		return true;
	plan_leave_clusters(plan);
	plan->options.access = USUAL_ACCESS;
	memcpy(plan->options.tunables, given, sizeof plan->options.tunables);
	return plan_choose(plan);
}

/* Never one that needs arrays of a larger alignment than their elements. */
static const char *
usual_access_of(const struct stencil_plan *plan)
{
	const struct choice choice = {
		.storages = is_regular(plan) ? USUAL_STORAGE : NULL, .levels = plan_levels(&plan->options), .target = plan->backend.target,
	};
	const char *usual = usual_access(plan->plan, &choice, plan->shape.size);

	return usual ? usual : USUAL_ACCESS;
}

/* Several steps per launch: a point per thread if arrays are not aligned for more. */
static void
choose_steps(const struct stencil_plan *plan, struct plan_options *usual)
{
	const struct plan_options *o = &plan->options;
	struct choice choice = { .target = plan->backend.target, .precision = plan_precision(o), .swaps = o->swap };
	struct variant variant = { .storage = STORAGE_regular, .access = ACCESS_temporal_warp, .target = plan->backend.target,
		.precision = choice.precision, .swaps = o->swap };

	if (!o->tunables[TUNABLE_steps_per_launch] || o->access || !is_regular(plan))
		return;
	memcpy(choice.tunables, o->tunables, sizeof choice.tunables);
	memcpy(variant.tunables, o->tunables, sizeof variant.tunables);
	usual->access = o->block ? accesses[ACCESS_temporal].name : steps_access(plan->plan, &choice);
	if (!strcmp(usual->access, accesses[ACCESS_temporal_warp].name) && !are_vectors_aligned(plan, &variant))
		usual->tunables[TUNABLE_points_per_thread] = 1;
}

static bool
choose(struct stencil_plan *plan)
{
	struct plan_options usual = { .storage = USUAL_STORAGE, .access = usual_access_of(plan), .order = USUAL_ORDER };
	const struct plan_options given = plan->options;
	const struct storage_info *storage;

	choose_fastest(plan, &usual);
	choose_steps(plan, &usual);
	if (!plan_complete(plan, fits, &usual) || !plan_choose(plan) || !plan_choose_place(plan, plan->shape.size[2]))
		return false;
	storage = &storages[plan->kernel.variant.storage];
	if (storage->constant)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "storage %s stores its table in constant memory, which "
			"plans would have to share", storage->name);
	if (plan->shape.table && storage->regular)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "storage regular has no table of neighbors");
	if (storage->regular && !are_vectors_aligned(plan, &plan->kernel.variant))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "access %s loads %d points at once: the first inner point, rows"
			" and levels must start at multiples of that, not at %d, %d and %d",
			accesses[plan->kernel.variant.access].name, variant_vector_points(plan->plan, &plan->kernel.variant),
			plan->view.first, plan->view.row, plan->view.stride);
	if (plan->shape.table && !given.access && !plan->has_wisdom && variant_has_clusters(&plan->kernel.variant)
			&& !choose_by_table(plan, given.tunables))
		return false;
	return plan_resolve_vector(plan, plan->shape.table ? plan_pitch(plan) : 0) && plan_choose_block(plan, plan->shape.size[2]);
}

static bool
lay_out(struct stencil_plan *plan)
{
	plan_set_grid(plan, &plan->view);
	if (storages[plan->kernel.variant.storage].regular)
		return true;
	return (plan->own_table || (plan->shape.table ? plan_take_table(plan) : plan_number(plan))) && plan_place_table(plan);
}

static void
add_axis(struct stencil_field *to, int axis, long long size, long long stride)
{
	to->axes[to->dimensions] = axis;
	to->shape[to->dimensions] = size;
	to->strides[to->dimensions++] = stride;
}

/* On an unstructured grid columns take the place of x and y, before levels or after them. */
static void
describe(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to)
{
	const struct stencil_grid *g = &plan->view;
	const int *size = plan->shape.size;
	const bool *axes = shapes[field->shape].axes;
	const bool listed = plan->has_shape && !storages[plan->kernel.variant.storage].regular;

	if (listed && g->pitch && axes[0] && axes[2]) {
		add_axis(to, -1, g->stride, g->pitch);
		add_axis(to, 2, size[2] + field->where.half, 1);
		to->alignment *= (size_t)plan_vector_levels(plan, &plan->kernel.variant);
		return;
	}
	if (axes[2])
		add_axis(to, 2, size[2] + field->where.half, axes[0] ? g->stride : 1);
	if (axes[1] && !listed)
		add_axis(to, 1, size[1], g->row);
	if (axes[0])
		add_axis(to, listed ? -1 : 0, listed ? g->stride : size[0], 1);
	if (axes[0])
		to->alignment *= (size_t)variant_vector_points(plan->plan, &plan->kernel.variant);
}

const struct planner plane_planner = {
	.check = check_shape, .choose = choose, .lay_out = lay_out, .describe = describe,
};
