/* Emission: the parts of a kernel's text can be written in any order. */

#include "generator/base/files.h"
#include "generator/check/check.h"
#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/language/parse.h"
#include "generator/variants/legal.h"

#include <check.h>
#include <string.h>

Suite *emit_suite(void);

static const char *const files[] = {
	"stencils/fastwaves.stencil", "stencils/hdiff.stencil", "stencils/star25.stencil",
	"tests/golden/level-and-levels.stencil", "tests/golden/helpers-are-emitted-once.stencil",
	"tests/golden/params-only-values-in-the-launcher.stencil",
	"tests/golden/columns-and-profiles.stencil", "tests/golden/if-becomes-if.stencil",
};

/* What is set up for a stencil. */
struct fixture {
	struct arena arena;
	struct diagnostics diagnostics;
	struct source source;
	struct templates templates;
	const struct plan *plan;
};

static void
open_stencil(struct fixture *f, const char *file)
{
	struct stencil *stencil;
	struct error error;

	*f = (struct fixture){ .diagnostics = { .out = stderr, .quiet = true } };
	f->source = (struct source){ .path = file, .diagnostics = &f->diagnostics };
	f->templates = (struct templates){ .arena = &f->arena, .diagnostics = &f->diagnostics };
	ck_assert_msg(file_read(&f->arena, file, &f->source.text, &f->source.size, &error), "%s", error.text);
	stencil = parse_stencils(&f->arena, &f->source);
	ck_assert(check_stencils(&f->arena, &f->source, stencil, TYPE_DOUBLE));
	f->plan = plan_stencil(&f->arena, &f->source, stencil);
	ck_assert(f->plan);
}

/* The same macros, backwards from the one with number `from` on. */
static struct providers
turned(struct arena *arena, const struct providers *providers, int from)
{
	struct provider *rows = arena_array(arena, struct provider, providers->count);

	for (int i = 0; i < providers->count; i++)
		rows[i] = providers->rows[(from + providers->count - i) % providers->count];
	return (struct providers){ rows, providers->count, providers->further, providers->required };
}

static int
compare_orders(struct fixture *f, const struct variant *variant)
{
	const struct emitted usual = emit_on_plane(&f->templates, &f->source, f->plan, variant);

	ck_assert_int_eq(f->diagnostics.errors, 0);
	ck_assert_uint_gt(strlen(usual.text), 500);
	for (int from = 0; from < plane_file_macros.count; from += 7) {
		const struct providers of_kernel = turned(&f->arena, &plane_kernel_macros, from);
		const struct providers of_file = turned(&f->arena, &plane_file_macros, from);
		const struct emitted other = plane_emit(&f->templates, &f->source, f->plan, variant,
			&of_kernel, &of_file);

		ck_assert_str_eq(usual.text, other.text);
		ck_assert_int_eq(0, strcmp(usual.line, other.line));
	}
	return 1;
}

START_TEST(order_of_macros_is_free)
{
	int compared = 0;

	for (int n = 0; n < STORAGE_COUNT*ACCESS_COUNT*TARGET_COUNT; n++) {
		const struct variant variant = {
			.storage = (enum storage)(n % STORAGE_COUNT),
			.access = (enum access)(n/STORAGE_COUNT % ACCESS_COUNT),
			.target = (enum target)(n/STORAGE_COUNT/ACCESS_COUNT), .precision = TYPE_DOUBLE,
		};
		struct fixture f;

		open_stencil(&f, files[_i]);
		if (variant_is_legal(f.plan, &variant, NULL))
			compared += compare_orders(&f, &variant);
		arena_free(&f.arena);
	}
	ck_assert_int_gt(compared, 5);
}
END_TEST

Suite *
emit_suite(void)
{
	Suite *suite = suite_create("emit");
	TCase *tests = tcase_create("emit");

	tcase_add_loop_test(tests, order_of_macros_is_free, 0, sizeof files/sizeof *files);
	suite_add_tcase(suite, tests);
	return suite;
}
