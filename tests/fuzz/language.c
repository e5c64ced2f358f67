/* Feeds any bytes to the compiler: scanner, parser, checker and planner in both
 * precisions, and for what is small one kernel. Nothing may crash, hang or end
 * the program. */

#include "generator/check/check.h"
#include "generator/emit/emitter.h"
#include "generator/language/grid_kind.h"
#include "generator/language/parse.h"
#include "generator/variants/choose.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 2000, MOST_BYTES = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* One of all the kernels that the stencil can have, chosen by the bytes. */
static void
emit_one(struct templates *templates, const struct source *source, const struct plan *plan,
	enum type precision, unsigned seed)
{
	const struct choice choice = {
		.layout = (enum layout)(seed/7 % LAYOUT_COUNT), .target = (enum target)(seed % TARGET_COUNT),
		.precision = precision, .dim = 1 + (int)(seed % 5), .level = 1 + (int)(seed/5 % 4), .padded = seed % 2,
	};
	struct error error = { .text = "" };
	int count = 0;
	const struct variant *variants = choose_variants(templates->arena, plan, &choice, &count, &error);

	if (!variants && !*error.text)
		abort();
	if (variants && count) {
		const struct variant *variant = &variants[seed/64 % (unsigned)count];

		plan->stencil->kind->kernel(templates, source, plan, variant);
		plan->stencil->kind->header(templates, source, plan, variants, count);
	}
}

static void
compile(const struct source *source, enum type precision, unsigned seed)
{
	struct arena arena = { NULL };
	struct templates templates = { .arena = &arena, .diagnostics = source->diagnostics };
	struct stencil *stencils = parse_stencils(&arena, source);

	check_stencils(&arena, source, stencils, precision);
	for (const struct stencil *s = stencils; s; s = s->next)
		ast_dump(nowhere(), s);
	for (const struct stencil *s = stencils; s && !source->diagnostics->errors; s = s->next) {
		const struct plan *plan = plan_stencil(&arena, source, s);

		if (!plan)
			break;
		plan_dump(nowhere(), plan);
		if (source->size <= SMALL)
			emit_one(&templates, source, plan, precision, seed);
		if (source->diagnostics->errors)
			abort(); /* a template is wrong for a stencil that is right */
	}
	arena_free(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const enum type precisions[] = { TYPE_DOUBLE, TYPE_FLOAT };
	unsigned seed = 0;

	if (size > MOST_BYTES)
		return 0;
	for (size_t i = 0; i < size; i++)
		seed = 31*seed + bytes[i];
	for (int i = 0; i < 2; i++) {
		struct diagnostics diagnostics = {
			.out = nowhere(), .max_errors = 20, .color = seed % 2,
			.form = seed/2 % 4 ? DIAGNOSTIC_TEXT : DIAGNOSTIC_JSON,
		};
		/* Not a byte of what is behind the text may be read. */
		char *text = malloc(size + !size);
		const struct source source = { .path = "fuzz", .text = text, .size = size, .diagnostics = &diagnostics, .low_is_float = seed % 2 };

		if (!text)
			abort();
		if (size)
			memcpy(text, bytes, size);
		compile(&source, precisions[i], seed/8);
		diagnostics_finish(&diagnostics);
		free(text);
	}
	return 0;
}
