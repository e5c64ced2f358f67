#include "generator/emit/interface/fortran.h"
#include "generator/text/wrap.h"
#include "generator/variants/sparse_variants.h"

#include <string.h>

static const char *
size(const struct kernel *k, const struct template *template, const char *stencil, const struct field *f)
{
	return fortran_section(k, template, stencil,
		!f->probe ? "coefficients" : f->role == ROLE_IN ? "coordinates" : "values");
}

static const char *
upload(const struct variant *v)
{
	return sparse_accesses[v->access].parents == PARENTS_TABLE ? "stencil_fill" : NULL;
}

/* The grid is known here: it needs no procedures. */
static const char *
section(const struct kernel *k, const struct template *template, const char *stencil, const char *what)
{
	const struct sparse_grid *grid = k->variant->sparse;

	return strcmp(what, "constants") ? "" : EXPAND(k, template, "sparse_grid",
		{ "stencil", stencil },
		{ "dim", int_text(k->arena, grid->dim) },
		{ "level", int_text(k->arena, grid->level) },
		{ "elements", int_text(k->arena, grid->group[grid->level]) });
}

const char *
sparse_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	const bool probes = sparse_is_evaluation(plan->stencil);
	const struct fortran_family family = {
		.probes = probes, .check = probes ? "evaluation_check" : "sweep_check", .size = size, .upload = upload, .section = section,
	};

	return fortran_module(&family, templates, source, plan, variants, count);
}
