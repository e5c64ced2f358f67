#include "generator/emit/kernel.h"
#include "generator/text/wrap.h"

const char *
kernel_section(const struct kernel *kernel, const struct template *template, const char *section)
{
	return template_has(template, section)
		? template_expand(kernel->arena, template, section, NULL, 0) : "";
}

/* An access counts levels from 0 or from the lowest updated one: its level is then a
 * sum. */
static const char *
level_section(const struct kernel *kernel)
{
	return template_has(kernel->access, "level_sum") ? "level_sum" : "level";
}

struct kernel
kernel_launcher(const struct kernel *kernel)
{
	struct plan *plan = arena_new(kernel->arena, struct plan);
	struct kernel launcher = *kernel;

	*plan = *kernel->plan;
	plan->names = plan->launcher_names;
	launcher.plan = plan;
	return launcher;
}

bool
kernel_marches(const struct kernel *kernel)
{
	return kernel->tile && kernel->shape.levels > 1;
}

const char *
kernel_level(const struct kernel *kernel, int z)
{
	return index_add(kernel->arena, EXPAND(kernel, kernel->access, level_section(kernel),
		{ "bottom", "bottom" }), z, NULL);
}

bool
kernel_level_is_sum(const struct kernel *kernel, int z)
{
	return z || template_has(kernel->access, "level_sum");
}

bool
kernel_level_has_bottom(const struct kernel *kernel)
{
	return template_uses(kernel->access, level_section(kernel), "bottom");
}
