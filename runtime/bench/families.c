#include "runtime/bench/families.h"

static const struct family *const families[GRID_COUNT] = {
#define GRID(name, domain) [GRID_##name] = &domain##_family,
#include "generator/language/grids.def"
};

const struct family *
family_on(const struct stencil *stencil)
{
	return families[stencil->family];
}

const struct family *
family_of(const struct candidate *candidate)
{
	return families[candidate->kernel->variant.family];
}

static void
report_blockless(const struct builder *b)
{
	for (const struct blockless *l = b->blockless; l; l = l->next) {
		fprintf(stderr, "%s: %s", b->tool->name, l->first);
		if (l->kernels > 1)
			fprintf(stderr, " and %d more have", l->kernels - 1);
		else
			fputs(" has", stderr);
		fprintf(stderr, " no block %s: %s\n", l->block, l->why);
	}
}

bool
candidates_create(struct candidates *candidates, struct tool *tool, const struct axes *axes,
	const struct choice *choice, const struct unit *units, int unit_count, struct backend *backend,
	struct error *error)
{
	struct builder b = {
		.candidates = candidates, .tool = tool, .selection = { tool, units, unit_count },
		.axes = axes, .choice = choice, .backend = backend,
	};
	bool good = true;

	builder_open(&b);
	for (int u = 0; u < unit_count && good; u++)
		for (int s = 0; s < units[u].count && good; s++)
			good = family_on(units[u].plans[s]->stencil)->add_candidates(&b, &units[u],
				units[u].plans[s], axes->precisions[u % axes->precision_count], error);
	report_blockless(&b);
	return good && builder_finish(&b, error);
}
