#include "generator/check/places.h"

bool
check_on_plane(struct checker *c)
{
	if (c->stencil->sweep)
		error_at(c->source, c->stencil->sweep_span,
			"'sweep up;' is for stencils on sparse grids only: here write sweep up { ... }");
	for (struct field *f = c->stencil->fields; f; f = f->next) {
		check_half(c, f);
		if (f->probe)
			error_at(c->source, f->span, "probe field '%s': probes are for stencils on sparse grids only; leave 'probe' out",
				f->name);
	}
	return true;
}
