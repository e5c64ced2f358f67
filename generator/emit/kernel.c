#include "generator/emit/kernel.h"
#include "generator/emit/wrap.h"

const char *
kernel_section(const struct kernel *kernel, const struct template *template, const char *section)
{
	return template_has(template, section)
		? template_expand(kernel->arena, template, section, NULL, 0) : "";
}

const char *
kernel_levels(const struct kernel *kernel)
{
	return int_text(kernel->arena, kernel->shape.levels);
}

const char *
kernel_rows(const struct kernel *kernel)
{
	return int_text(kernel->arena, kernel->shape.rows);
}

const char *
kernel_points(const struct kernel *kernel)
{
	return int_text(kernel->arena, kernel->shape.points);
}

bool
kernel_marches(const struct kernel *kernel)
{
	return kernel->tile && kernel->shape.levels > 1;
}
