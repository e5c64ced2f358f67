#include "generator/emit/plane/column_sums.h"

#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/defaults.h"

/* The names that all sums have before those of others, then others. */
static const char *
name_of_sum(const struct kernel *k, const struct field *field, const char *others)
{
	struct scope scope = scope_of_kernel(k->arena, k->plan, 2*k->plan->stencil->field_count);
	const char *name = "";

	for (int round = 0; round < (others ? 2 : 1); round++)
		for (const struct field *f = k->plan->stencil->fields; f; f = f->next) {
			const char *wanted = !round ? f->name : arena_printf(k->arena, "%s%s", f->name, others);
			const char *given = f->reduction ? scope_add(&scope, wanted) : "";

			name = f == field ? given : name;
		}
	return name;
}

const char *
column_sum_name(const struct kernel *k, const struct field *field)
{
	return name_of_sum(k, field, NULL);
}

const char *
column_sum(const struct kernel *k, const struct field *field, const char *value)
{
	static const char *const sections[REDUCTIONS] = {
		[REDUCTION_SUM] = "sum_added", [REDUCTION_MIN] = "sum_lesser", [REDUCTION_MAX] = "sum_greater",
	};

	return !field->reduction ? value : EXPAND(k, k->access, sections[field->reduction],
		{ "value", value }, { "name", column_sum_name(k, field) });
}

/* A section of the access for each sum. */
static const char *
of_each(const struct kernel *k, const char *section)
{
	static const char *const pairs[REDUCTIONS] = {
		[REDUCTION_SUM] = "pair_added", [REDUCTION_MIN] = "pair_lesser", [REDUCTION_MAX] = "pair_greater",
	};
	const char *text = "";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next) {
		const char *columns;

		if (!f->reduction)
			continue;
		columns = name_of_sum(k, f, "_columns");
		text = join_lines(k->arena, text, EXPAND(k, k->access, section,
			{ "type", type_name(f->type) },
			{ "name", column_sum_name(k, f) },
			{ "columns", columns },
			{ "pair", template_uses(k->access, section, "pair")
				? EXPAND(k, k->access, pairs[f->reduction], { "columns", columns }) : "" },
			{ "field", k->plan->names.fields[f->index] }));
	}
	return text;
}

const char *
column_sums_declared(const struct kernel *k)
{
	return !plan_sums_columns(k->plan) ? "" : EXPAND(k, k->access, "sums", { "definitions", of_each(k, "sum") });
}

const char *
column_sums_kept(const struct kernel *k)
{
	return of_each(k, "sum_kept");
}

bool
sums_blocks(const struct kernel *k)
{
	return variant_sums_blocks(k->plan, k->variant);
}

const char *
block_sums_declared(const struct kernel *k)
{
	return of_each(k, "block_sum");
}

const char *
block_sums_put(const struct kernel *k)
{
	return of_each(k, "block_sum_put");
}

const char *
block_sums_paired(const struct kernel *k)
{
	return of_each(k, "block_sum_paired");
}

const char *
block_sums_kept(const struct kernel *k)
{
	return of_each(k, "block_sum_kept");
}
