#include "generator/emit/target.h"

const struct template *
target_template(struct templates *templates, enum target target)
{
	return template_find(templates, arena_printf(templates->arena, "target/%s", targets[target].name));
}

const char *
target_suffix(const struct kernel *kernel)
{
	return targets[kernel->variant->target].suffix;
}

const char *
target_title(const struct kernel *kernel)
{
	return kernel_section(kernel, kernel->target, "title");
}

const char *
target_runtime(const struct kernel *kernel)
{
	return kernel_section(kernel, kernel->target, "runtime");
}

const char *
target_success(const struct kernel *kernel)
{
	return kernel_section(kernel, kernel->target, "success");
}

const char *
target_workspace_alignment(const struct kernel *kernel)
{
	return kernel_section(kernel, kernel->target, "workspace_alignment");
}

static const char *
shared_memory(const struct kernel *kernel, const struct launch *launch)
{
	return !launch->bytes ? kernel_section(kernel, kernel->target, "no_shared_memory")
		: EXPAND(kernel, kernel->target, "shared_memory", { "bytes", launch->bytes });
}

const char *
target_configuration(const struct kernel *kernel, const struct launch *launch)
{
	return !template_has(kernel->target, "configuration") ? "" : EXPAND(kernel, kernel->target, "configuration",
		{ "blocks", launch->blocks },
		{ "threads", launch->threads },
		{ "shared_memory", shared_memory(kernel, launch) });
}

const char *
target_launch(const struct kernel *kernel, const struct launch *launch, const char *result)
{
	return !targets[kernel->variant->target].blocks ? "" : EXPAND(kernel, kernel->target, "launch",
		{ "result", result ? result : arena_printf(kernel->arena, "const %s status =", kernel_section(kernel, kernel->target, "error")) },
		{ "kernel", launch->kernel },
		{ "blocks", launch->blocks },
		{ "threads", launch->threads },
		{ "shared_memory", shared_memory(kernel, launch) },
		{ "arguments", launch->arguments });
}
