#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/text/wrap.h"

#include <string.h>

bool
mesh_has_levels(const struct kernel *k, const struct field *field)
{
	return k->plan->fields[field->index] && field->shape == SHAPE_POINT && !field->local;
}

const char *
mesh_seek(const struct kernel *k)
{
	const char *text = "";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (mesh_has_levels(k, f))
			text = join_lines(k->arena, text, EXPAND(k, k->access, "seek",
				{ "outermost", macro_if(k->variant->levels == LEVELS_OUTERMOST) },
				{ "innermost", macro_if(k->variant->levels == LEVELS_INNERMOST) },
				{ "field", k->plan->names.fields[f->index] },
				{ "stride", mesh_stride(k, f) }));
	return text;
}

/* A kernel takes fields from where its first level begins on, if its launcher launches some levels at a time, or it counts them from
 * there. */
static const char *
operand(const struct kernel *k, const struct field *field)
{
	const bool outermost = k->variant->levels == LEVELS_OUTERMOST;
	const char *name = k->plan->names.fields[field->index];

	if (scalar_by_value(k, field))
		return arena_printf(k->arena, "%s[0]", name);
	if (!mesh_has_levels(k, field) || !targets[k->variant->target].blocks || !(outermost || k->sweeps))
		return name;
	return arena_printf(k->arena, "%s + %s", name, outermost ? mesh_level_start(k, field) : "mesh->bottom");
}

const char *
mesh_operands(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	if (k->needs.bottom)
		list_add(&list, k->sweeps ? "mesh->bottom" : "bottom");
	if (k->plan->reads_levels)
		list_add(&list, "mesh->levels");
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (k->plan->fields[f->index])
			list_add(&list, operand(k, f));
	return arena_printf(k->arena, "%s%s", list_text(&list), kernel_more_operands(k));
}

const char *
mesh_parameters(const struct kernel *k)
{
	const char *text = kernel_values(k);

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next) {
		const char *name = k->plan->names.fields[f->index], *at;
		const char *declared = arena_printf(k->arena, "__restrict__ %s,\n", name);

		if (!f->where.relation || f->shape == SHAPE_POINT || !(at = strstr(text, declared)))
			continue;
		at += strlen(declared) - 1;
		text = arena_printf(k->arena, "%.*s // %s%s", (int)(at - text), text, mesh_shape(k, name, f->where.relation), at);
	}
	return mesh_aligned(k, text);
}

/* Loads, with those of slots; flops are of one iteration of each loop. */
const char *
mesh_costs(const struct kernel *k)
{
	const struct plan *plan = k->plan;
	bool loops = false;
	const char *text = arena_printf(k->arena, "Per point: loads %d, stores %d, flops %d, bytes %d",
		plan->loads + plan->column_loads, plan->stores, plan->flops, plan->bytes);

	for (int s = 1; s < plan->neighbors->count; s++)
		loops = loops || (k->lookups->neighbors[s] && plan->neighbors->list[s].loop);
	return arena_printf(k->arena, "%s; look-ups %d%s", text, k->lookups->entries,
		loops ? ".  Loops count once" : "");
}
