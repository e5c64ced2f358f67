#include "generator/emit/sparse/sparse_text.h"
#include "generator/emit/needs.h"
#include "generator/emit/statements.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/sparse_header.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

#include <string.h>

/* A sweep reads a point and its parents. */
static const char *
sparse_element(const struct kernel *k, const struct site *site, const struct reference *to)
{
	const int x = to->offset.x;

	(void)site;
	return x < 0 ? "left" : x > 0 ? "right" : arena_printf(k->arena, "%s[%s]",
		k->plan->names.fields[to->field->index], kernel_section(k, k->access, "point"));
}

static const struct spelling spelling = {
	.element = sparse_element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

static const struct shape_kind kind = { .spelling = &spelling, .columns = true }; /* there are no levels */

/* A kernel's line in a list of kernels. */
static const char *
kernel_line(struct arena *arena, const struct plan *plan, const struct variant *v)
{
	return arena_printf(arena, "SPARSE(%s, %s, %s, %s, %d, %d, %s, %d)\n", plan->stencil->name,
		sparse_accesses[v->access].name, targets[v->target].name, type_name(v->precision),
		v->sparse->dim, v->sparse->level, v->sparse->padded ? "padded" : "compact",
		v->sparse->points);
}

struct emitted
emit_on_sparse(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	const struct sparse_access_info *access = &sparse_accesses[variant->access];
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = plan, .variant = variant,
		.templates = templates, .kind = &kind, .name = variant_name(templates->arena, plan, variant),
	};

	k.file = sparse_template(&k, "file");
	k.access = sparse_template(&k, access->templates[variant->target]);
	k.common = template_find(templates, "common");
	if (!kernel_read_layout(&k) || !k.file || !k.access || !k.common
			|| (sparse_has_tiles(&k) && !sparse_tile_library(&k)))
		return (struct emitted){ "", "", false };
	kernel_find_needs(&k);
	sparse_find_library(&k);
	return (struct emitted){
		arena_printf(k.arena, "%s\n", sparse_expand_with(&k, k.file, "file",
			&(struct macro){ "library", sparse_library(&k) })),
		kernel_line(k.arena, plan, variant), false,
	};
}
