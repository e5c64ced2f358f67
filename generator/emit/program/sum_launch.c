#include "generator/emit/program/program_text.h"

#include "generator/emit/parameters.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

/* Adds a name to others; a line is rather broken elsewhere. */
static void
add_name(struct text *names, const char *name)
{
	text_add(names, names->length ? ",\2 " : "");
	text_add(names, name);
}

/* A call that reduces arrays. */
static const char *
reduce_text(const struct program_text *text, const int *numbers, int count)
{
	const struct kernel *k = &text->whole;
	const struct kept *first = &text->program->kept[numbers[0]];
	const struct reducer reducer = { first->reduction, first->type };
	struct text values = { .arena = k->arena }, results = { .arena = k->arena };

	for (int i = 0; i < count; i++) {
		add_name(&values, text->kept[numbers[i]]);
		add_name(&results, text->kept[text->program->kept[numbers[i]].result - text->program->kept]);
	}
	if (!text->gpu)
		return arena_printf(k->arena, "*%s = %s_%s(%s, %s, columns)", text_of(&results), k->name,
			program_operation(text, &reducer), program_grid_of_sum(text, first), text_of(&values));
	return arena_printf(k->arena, "%s_%s(%s, {{ %s },\1 { %s }}, %d,\1 (%s *)columns, stream)", k->name,
		program_operation(text, &reducer), program_grid_of_sum(text, first), text_of(&values), text_of(&results), count,
		type_name(first->type));
}

const char *
program_reductions(const struct program_text *text, int part)
{
	struct text lines = { .arena = text->whole.arena };
	int numbers[MOST_TOGETHER], count;

	for (int i = 0; i < text->program->kept_count; i++)
		if (text->program->kept[i].first == part && (count = program_reduced_together(text, i, numbers)) > 0)
			lines_add(&lines, program_call(text, wrap(lines.arena, reduce_text(text, numbers, count), LINE_WIDTH, 4)));
	return text_of(&lines);
}

const char *
program_scalar_kernel(const struct program_text *text, int part)
{
	const struct kernel *k = &text->kernels[part];

	return EXPAND(k, text->sums, "scalar_kernel",
		{ "kernel", k->name },
		{ "values", kernel_values(k) },
		{ "statements", statements_text(k, LINE_WIDTH) });
}

const char *
program_scalar_start(const struct program_text *text, int part)
{
	const struct kernel launcher = kernel_launcher(&text->kernels[part]);
	const char *operands = kernel_operands(&launcher);
	const struct launch launch = { .kernel = launcher.name, .threads = "dim3(1)", .blocks = "dim3(1)", .arguments = operands };

	return EXPAND(&launcher, text->sums, "start",
		{ "kernel", launcher.name },
		{ "fields", launcher_fields(&launcher) },
		{ "uniforms", launcher_uniforms(&launcher) },
		{ "operands", operands },
		{ "launch", program_launch(text, &launch, "return") });
}
