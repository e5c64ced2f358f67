/* Names of columns and of variables, and how kernels find columns. */

#include "generator/plan/names.h"
#include "generator/variants/variants.h"
#include "tests/unit/generator/plans.h"
#include "generator/variants/relations.h"

#include <check.h>
#include <limits.h>
#include <string.h>

Suite *names_suite(void);

/* The columns that are read; and found: by chasing, and directly. */
static const struct { const char *body, *read, *chasing, *slots, *direct_slots; } ways[] = {
	{ "in u; out d; d = u;", "c", "c", "", "" },
	{ "in u; out d; d = u[above];", "c", "c", "", "" },
	{ "in u; out d; d = u[east] + u[west];", "c w e", "c w e", "W E", "W E" },
	{ "in u; out d; d = u[2,0];", "c ee", "c e ee", "E", "EE" },
	{ "in u; out d; d = u[1,1];", "c se", "c s se", "E S", "SE" },
	{ "in u; out d; d = u[-1,-1];", "c nw", "c n nw", "N W", "NW" },
	{ "in u; out d; d = u[3,0] + u[0,-1];", "c n eee", "c n e ee eee", "N E", "N EEE" },
	{ "in u; out d; d = u[-5,0];", "c w5", "c w ww www wwww w5", "W", "W5" },
	{ "in u; in profile p; out d; t = p; d = u + t[west];", "c", "c", "", "" },
	{ "in u; in column h; out d; d = u + h[north];", "c n", "c n", "N", "N" },
};

static const char *
slot_names(struct arena *arena, const struct plan *plan, enum table table)
{
	struct offset *relations;
	const int count = variant_relations(arena, plan, table, &relations);
	const char *text = "";

	for (int i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", slot_name(arena, relations[i]));
	return text;
}

START_TEST(ways_lead_to_columns)
{
	struct arena arena = { NULL };
	const struct plan *plan = plan_of_body(&arena, ways[_i].body);
	struct offset *columns;
	int count;

	ck_assert_str_eq(column_names(&arena, plan->columns, plan->column_count), ways[_i].read);
	count = variant_columns(&arena, plan, TABLE_CHASING, &columns);
	ck_assert_str_eq(column_names(&arena, columns, count), ways[_i].chasing);
	count = variant_columns(&arena, plan, TABLE_DIRECT, &columns);
	ck_assert_str_eq(column_names(&arena, columns, count), ways[_i].read);
	ck_assert_str_eq(slot_names(&arena, plan, TABLE_CHASING), ways[_i].slots);
	ck_assert_str_eq(slot_names(&arena, plan, TABLE_DIRECT), ways[_i].direct_slots);
	arena_free(&arena);
}
END_TEST

START_TEST(names_of_columns_differ)
{
	struct arena arena = { NULL };
	enum { FAR = 7, SIDE = 2*FAR + 1 };
	const char *names[SIDE*SIDE];

	for (int i = 0; i < SIDE*SIDE; i++) {
		names[i] = column_name(&arena, (struct offset){ i % SIDE - FAR, i/SIDE - FAR, 0 });
		for (int j = 0; j < i; j++)
			ck_assert_str_ne(names[i], names[j]);
	}
	arena_free(&arena);
}
END_TEST

/* Whatever a user calls things, names in a kernel end, and differ. */
static const char *const difficult[] = {
	"launch", "launch_", "launch_x", "cuda", "cudaMalloc", "hip", "hipFree", "power", "power2",
	"powerful", "INT_MAX",
	"W_A", "_", "__", "_A", "__x", "c", "n", "s5", "W", "pc", "new", "int4", "k", "linux", "y0",
	"NULL", "main", "c_", "c__", "u_A", "u__x",
};

static void
expect_own_name(const struct stencil *stencil, const struct names *names, const struct field *field)
{
	const char *name = names->fields[field->index];

	for (const struct field *other = stencil->fields; other != field; other = other->next)
		ck_assert_str_ne(name, names->fields[other->index]);
	ck_assert(strncmp(name, "__", 2) != 0);
}

START_TEST(difficult_names_become_others)
{
	struct arena arena = { NULL };
	const char *text = "in plain; out d;";
	const struct plan *plan;
	const struct field *field;

	for (int i = 0; i < COUNT(difficult); i++)
		text = arena_printf(&arena, "%s in %s;", text, difficult[i]);
	text = arena_printf(&arena, "%s d = plain;", text);
	plan = plan_of_body(&arena, text);
	field = plan->stencil->fields->next->next;
	for (int i = 0; i < COUNT(difficult); i++, field = field->next) {
		ck_assert_str_eq(field->name, difficult[i]);
		expect_own_name(plan->stencil, &plan->names, field);
		expect_own_name(plan->stencil, &plan->launcher_names, field);
	}
	arena_free(&arena);
}
END_TEST

/* What a launcher calls fields: as users do, unless it has such a name itself. */
static const struct {
	const char *name, *launcher_name;
} in_launchers[] = {
	{ "w", "w" }, { "ne", "ne" }, { "pc", "pc" }, { "base", "base" }, { "stride", "stride" },
	{ "N", "N_" }, { "new", "new_" }, { "grid", "grid_" }, { "depth", "depth_" },
	{ "stencil_ceil_div", "stencil_ceil_div_" }, { "lesser", "lesser_" },
	{ "s", "s" }, { "s_regular", "s_regular" }, { "s_regular_naive", "s_regular_naive_" },
	{ "s_float_launcher", "s_float_launcher_" }, { "regular_naive", "regular_naive" },
};

START_TEST(launchers_keep_names)
{
	struct arena arena = { NULL };
	const char *text = arena_printf(&arena, "in %s; out d; d = %s;", in_launchers[_i].name,
		in_launchers[_i].name);
	const struct plan *plan = plan_of_body(&arena, text);

	ck_assert_str_eq(plan->launcher_names.fields[0], in_launchers[_i].launcher_name);
	arena_free(&arena);
}
END_TEST

Suite *
names_suite(void)
{
	Suite *suite = suite_create("names");
	TCase *tests = tcase_create("names");

	tcase_add_loop_test(tests, ways_lead_to_columns, 0, COUNT(ways));
	tcase_add_test(tests, names_of_columns_differ);
	tcase_add_test(tests, difficult_names_become_others);
	tcase_add_loop_test(tests, launchers_keep_names, 0, COUNT(in_launchers));
	suite_add_tcase(suite, tests);
	return suite;
}
