#include "generator/emit/plane/column_sums.h"

#include "generator/plan/names.h"
#include "generator/text/wrap.h"

bool
sums_columns(const struct kernel *k)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->reduction)
			return true;
	return false;
}

const char *
column_sum_name(const struct kernel *k, const struct field *field)
{
	struct scope scope = scope_of_kernel(k->arena, k->plan, k->plan->stencil->field_count);
	const char *name = "";

	for (const struct field *f = k->plan->stencil->fields; f && f->index <= field->index; f = f->next)
		if (f->reduction)
			name = scope_add(&scope, f->name);
	return name;
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
	const char *text = "";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->reduction)
			text = join_lines(k->arena, text, EXPAND(k, k->access, section,
				{ "type", type_name(f->type) },
				{ "name", column_sum_name(k, f) },
				{ "field", k->plan->names.fields[f->index] }));
	return text;
}

const char *
column_sums_declared(const struct kernel *k)
{
	return !sums_columns(k) ? "" : EXPAND(k, k->access, "sums", { "definitions", of_each(k, "sum") });
}

const char *
column_sums_kept(const struct kernel *k)
{
	return of_each(k, "sum_kept");
}
