#include "generator/emit/plane/level_carries.h"
#include "generator/emit/expression.h"
#include "generator/text/wrap.h"

const char *
carried_definitions(const struct kernel *kernel)
{
	const char *text = "";

	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		const struct site site = { .at = i->at, .before_loop = true };

		if (i->carried)
			text = join_lines(kernel->arena, text, wrap(kernel->arena,
				arena_printf(kernel->arena, "%s %s = %s;", type_name(i->values->temp->type),
					i->values->name, c_expr(kernel, &site, i->stmt->u.assign.value)),
				LINE_WIDTH, 4));
	}
	return text;
}

const char *
carried_updates(const struct kernel *kernel)
{
	const char *text = "";

	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		const struct offset above = { i->at.x, i->at.y, i->at.z + 1 };

		if (i->carried)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "%s = %s;",
				i->values->name, plan_value(kernel->plan, i->values->temp, above)->name));
	}
	return text;
}
