#include "tests/unit/runtime/problem/laid_out.h"
#include "runtime/device/cpu.h"

#include <check.h>
#include <string.h>

struct task fake_task;

size_t
memory_elements(const struct plane_device *x)
{
	return x->layout.grid->elements;
}

size_t
memory_place(const struct plane_device *e, int x, int y, int z)
{
	const struct stencil_grid *view = &e->layout.grid->view;
	const size_t column = (size_t)e->layout.grid->position[y*e->layout.grid->spec.size[0] + x];

	return view->pitch ? column*(size_t)view->pitch + (size_t)z : (size_t)z*(size_t)view->stride + column;
}

/* Whether a field lies in a struct, if only as its one member. */
static bool
in_struct(const struct plane_device *x, const struct field *f)
{
	const bool outputs = x->layout.kind == LAYOUT_aos || x->layout.kind == LAYOUT_aosoa;

	return x->layout.kind != LAYOUT_soa && f->shape == SHAPE_POINT && (f->role == ROLE_IN || outputs);
}

/* Whether two fields lie in one array, as a struct's members or as the same. */
static bool
together(const struct plane_device *x, const struct field *f, const struct field *g)
{
	return f == g || (in_struct(x, f) && in_struct(x, g)
		&& (f->role == ROLE_IN) == (g->role == ROLE_IN));
}

/* Which array a field lies in, and as which of how many members of a struct. */
struct home {
	size_t array, member, members;
};

static struct home
home_of(const struct plane_device *x, const struct field *f)
{
	struct home home = { 0, 0, 0 };
	bool has_in = false, has_out = false;

	for (const struct field *g = x->layout.problem->plan->stencil->fields; g; g = g->next) {
		home.member += together(x, f, g) && g->index < f->index;
		home.members += together(x, f, g);
		has_in |= g->role == ROLE_IN && in_struct(x, g);
		has_out |= g->role != ROLE_IN && in_struct(x, g);
		home.array += !in_struct(x, f) && !in_struct(x, g) && g->index < f->index;
	}
	home.array += in_struct(x, f) ? f->role != ROLE_IN && has_in : has_in + has_out;
	return home;
}

static void *
element_at(const struct plane_device *x, void *const *fields, const struct field *f, struct home home, size_t i)
{
	if (x->layout.kind == LAYOUT_aosoa || x->layout.kind == LAYOUT_aosoa_in)
		i = i/32*32*home.members + 32*home.member + i % 32;
	else
		i = i*home.members + home.member;
	return (char *)fields[home.array] + i*field_element(f);
}

void *
memory_element(const struct plane_device *x, void *const *fields, const struct field *f, size_t i)
{
	return element_at(x, fields, f, home_of(x, f), i);
}

static void
write_expected(const struct plane_device *x, void *const *fields, const struct field *f)
{
	const int *size = x->layout.problem->size;
	const char *expected = x->layout.problem->expected[f->index];
	const struct home home = home_of(x, f);
	const size_t bytes = field_element(f);

	for (int k = 0; k < size[2]; k++)
		for (int j = 0; j < size[1]; j++)
			for (int i = 0; i < size[0]; i++, expected += bytes)
				memcpy(element_at(x, fields, f, home, memory_place(x, i, j, k)), expected, bytes);
}

static int
fake_kernel(const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream)
{
	const struct plane_device *x = fake_task.on;

	(void)params, (void)block, (void)stream;
	ck_assert_ptr_eq(grid, &x->view);
	for (const struct field *f = x->layout.problem->plan->stencil->fields; f && !fake_task.idle; f = f->next)
		if (f->role != ROLE_IN)
			write_expected(x, fields, f);
	if (fake_task.field)
		memcpy(memory_element(x, fields, fake_task.field, fake_task.element), fake_task.bytes,
			field_element(fake_task.field));
	return 0;
}

struct verdict
run_and_compare(struct plane_device *x)
{
	const struct call call = binding_call(&x->binding, &(struct built){ .run = fake_kernel }, (struct stencil_block){ 1, 1, 1 });
	struct verdict verdict;
	struct error error = { 0 };

	fake_task.on = x;
	ck_assert_msg(binding_reset(&x->binding, &error), "%s", error.text);
	ck_assert_int_eq(x->binding.device->run(&call), 0);
	ck_assert_msg(binding_compare(&x->binding, &verdict, &error), "%s", error.text);
	return verdict;
}

void
set_task(const struct field *field, size_t element, double value)
{
	const float narrow = (float)value;

	fake_task.field = field;
	fake_task.element = element;
	if (field->type == TYPE_FLOAT)
		memcpy(fake_task.bytes, &narrow, sizeof narrow);
	else
		memcpy(fake_task.bytes, &value, sizeof value);
}

void
expect_difference(struct plane_device *x, const char *first)
{
	const struct verdict v = run_and_compare(x);

	ck_assert_double_eq(v.different, 1);
	ck_assert_double_eq(v.skipped, 0);
	ck_assert(!verdict_is_good(&v));
	ck_assert_msg(!strncmp(v.first, first, strlen(first)), "'%s' instead of '%s'", v.first, first);
}

void
put_number(const struct field *f, void *array, size_t i, double value)
{
	if (f->type == TYPE_FLOAT)
		((float *)array)[i] = (float)value;
	else
		((double *)array)[i] = value;
}

size_t
index_of(const struct problem *p, int x, int y, int z)
{
	return ((size_t)z*(size_t)p->size[1] + (size_t)y)*(size_t)p->size[0] + (size_t)x;
}

static const struct {
	const char *stencil;
	enum type precision;
	const char *order;
	enum layout layout;
} memories[MEMORIES] = {
	{ "laplap", TYPE_DOUBLE, "zcurve", LAYOUT_soa },
	{ "laplap", TYPE_FLOAT, "random:3", LAYOUT_soa },
	{ "hdiff", TYPE_DOUBLE, "hilbert", LAYOUT_soa },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_soa },
	{ "fastwaves", TYPE_FLOAT, "zcurve:4", LAYOUT_soa },
	{ "sponge", TYPE_DOUBLE, "row", LAYOUT_soa },
	{ "upwind", TYPE_DOUBLE, "hilbert", LAYOUT_soa },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_aos },
	{ "sponge", TYPE_FLOAT, "random:3", LAYOUT_aos },
	{ "fastwaves", TYPE_DOUBLE, "hilbert", LAYOUT_aosoa },
	{ "sponge", TYPE_DOUBLE, "row", LAYOUT_aosoa },
	{ "fastwaves", TYPE_FLOAT, "zcurve:4", LAYOUT_aos_in },
	{ "fastwaves", TYPE_DOUBLE, "row", LAYOUT_aosoa_in },
};
struct plane_device *
lay_out(struct trial *t, int i)
{
	const struct variant variant = {
		.storage = (enum storage)(i/MEMORIES), .layout = memories[i % MEMORIES].layout,
	};
	struct error error = { 0 };
	struct order order;
	struct grid *grid;
	struct plane_device *x;

	ck_assert(order_parse(memories[i % MEMORIES].order, &order));
	grid = plane_grid(&t->arena, t->problem, &variant, &order, USUAL_ALIGNMENT, &error);
	ck_assert_msg(grid != NULL, "%s", error.text);
	x = plane_device_create(&cpu_device, t->problem, variant.layout, grid, &error);
	ck_assert_msg(x && binding_save(&x->binding, &error), "%s", error.text);
	memset(&fake_task, 0, sizeof fake_task);
	return x;
}

void
open_memory(struct trial *t, int i, bool bounds)
{
	struct error error = { 0 };

	open_trial(t, memories[i % MEMORIES].stencil, memories[i % MEMORIES].precision, X, Y, Z);
	problem_fill(t->problem, 1);
	ck_assert_msg(problem_solve(t->problem, bounds, &error), "%s", error.text);
}

const struct field *
first_written(const struct trial *t)
{
	const struct field *f = t->stencil->fields;

	while (f->role == ROLE_IN)
		f = f->next;
	return f;
}

const struct field *
last_written(const struct trial *t)
{
	const struct field *last = NULL;

	for (const struct field *f = t->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN)
			last = f;
	return last;
}

const char *
point_text(struct arena *arena, const struct field *f, int x, int y, int z)
{
	return arena_printf(arena, "%s at (%d,%d,%d): got ", f->name, x, y, z);
}
