#include "generator/check/checker.h"

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* A guard that leaves a read out, as the user would write it. */
static void
note_read(const struct checker *c, enum side side, const struct expr *read, int cells, int halo)
{
	static const char *const where[SIDES] = { "to the west", "to the east", "to the north", "to the south",
		"below", "above" };

	if (cells > halo)
		note_at(c->source, read->span, "%d %s are read here, even where a condition around it is false, unless it "
			"tests a distance: %s > %d", cells, where[side], side_names[side], cells - 1);
}

static void
report_small_halo(const struct checker *c, const struct footprint *outputs, const int halo[AXES])
{
	const struct extents *e = &c->stencil->extents;

	error_at(c->source, c->stencil->halo_span, "the halo is smaller than the reads: write at least"
		" halo [%d,%d,%d]", larger(e->low[0], e->high[0]), larger(e->low[1], e->high[1]),
		larger(e->low[2], e->high[2]));
	for (enum side s = 0; s < SIDES; s++)
		note_read(c, s, outputs->absolute.by[s], outputs->absolute.cells[s], halo[side_axis(s)]);
}

struct extents
border_of(const struct stencil *stencil, const struct footprint *outputs)
{
	const int halo[AXES] = { stencil->halo.x, stencil->halo.y, stencil->halo.z };
	struct extents border;

	for (int a = 0; a < AXES; a++) {
		border.low[a] = stencil->has_halo ? halo[a] : outputs->absolute.cells[2*a];
		border.high[a] = stencil->has_halo ? halo[a] : outputs->absolute.cells[2*a + 1];
	}
	return border;
}

void
check_domain(struct checker *c, const struct footprint *outputs)
{
	const int *cells = outputs->absolute.cells;
	struct stencil *stencil = c->stencil;
	const int halo[AXES] = { stencil->halo.x, stencil->halo.y, stencil->halo.z };
	bool covered = true;

	stencil->border = border_of(stencil, outputs);
	for (int a = 0; a < AXES; a++) {
		const int low = cells[2*(size_t)a], high = cells[2*(size_t)a + 1];

		stencil->extents.low[a] = low;
		stencil->extents.high[a] = high;
		stencil->least[a] = outputs->least[a];
		covered = covered && (!stencil->has_halo || (halo[a] >= low && halo[a] >= high));
		if (low > MAX_OFFSET || high > MAX_OFFSET)
			error_at(c->source, stencil->span, "'%s' reads farther than %d cells: split it into several stencils",
				stencil->name, MAX_OFFSET);
	}
	if (!covered)
		report_small_halo(c, outputs, halo);
}
