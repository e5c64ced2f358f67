#include "generator/check/checker.h"

static const struct neighbor directions[] = {
#define DIRECTION(word, x, y, z) { .name = #word, .offset = { x, y, z } },
#include "generator/language/neighbors.def"
};

static bool
check(struct checker *c)
{
	if (c->stencil->sweep)
		error_at(c->source, c->stencil->sweep_span, "'sweep' is for stencils on sparse grids only");
	for (const struct field *f = c->stencil->fields; f; f = f->next)
		if (f->probe)
			error_at(c->source, f->span, "probe field '%s': probes are for stencils on sparse grids"
				" only", f->name);
	return true;
}

const struct grid_rules plane_rules = {
	.predeclared = directions, .predeclared_count = sizeof directions/sizeof *directions,
	.check = check, .refer = refer_by_offset, .has_domain = true, .has_sides = true,
};
