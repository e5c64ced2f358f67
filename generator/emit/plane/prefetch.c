#include "generator/emit/plane/prefetch.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/stretches.h"
#include "generator/text/wrap.h"

const char *
kernel_line(const struct kernel *k)
{
	enum { LINE_BYTES = 64 };
	int widest = sizeof (float);

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->type == TYPE_DOUBLE)
			widest = sizeof (double);
	return int_text(k->arena, LINE_BYTES/widest);
}

/* Of several kernels in a file each has one of its own. */
static const char *
function_name(const struct kernel *k)
{
	return k->ending ? EXPAND(k, k->access, "own_prefetch_name", { "kernel", k->name })
		: kernel_section(k, k->access, "prefetch_name");
}

const char *
kernel_ahead(const struct kernel *k)
{
	return !*kernel_corners(k) ? "" : EXPAND(k, k->access, "ahead",
		{ "prefetch", function_name(k) },
		{ "operands", kernel_section(k, k->storage, "operands") },
		{ "fields", kernel_corner_fields(k, "corner_argument") });
}

const char *
kernel_prefetch(const struct kernel *k)
{
	return !template_has(k->access, "prefetch") || !*kernel_corners(k) ? "" : EXPAND(k, k->access, "prefetch",
		{ "prefetch", function_name(k) },
		{ "parameters", kernel_table_section(k, "parameters", "row_name") },
		{ "fields", kernel_corner_fields(k, "corner_field") },
		{ "indices", kernel_corner_indices(k) },
		{ "corners", kernel_corners(k) },
		{ "line", kernel_line(k) });
}
