#include "generator/check/checker.h"

static int
positive(int n)
{
	return n > 0 ? n : 0;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
note_read(const struct checker *c, const struct expr *read, int cells, int halo, const char *where)
{
	if (cells > halo)
		note_at(c->source, read->span, "%d %s are read here, whatever a condition around it says",
			cells, where);
}

static void
report_small_halo(const struct checker *c, const struct box *outputs, const int halo[AXES])
{
	static const char *const low[] = { "to the west", "to the north", "below" };
	static const char *const high[] = { "to the east", "to the south", "above" };
	const struct extents *e = &c->stencil->extents;

	error_at(c->source, c->stencil->halo_span, "the halo is smaller than the reads: they need"
		" [%d,%d,%d]", larger(e->low[0], e->high[0]), larger(e->low[1], e->high[1]),
		larger(e->low[2], e->high[2]));
	for (int a = 0; a < AXES; a++) {
		note_read(c, outputs->min_by[a], e->low[a], halo[a], low[a]);
		note_read(c, outputs->max_by[a], e->high[a], halo[a], high[a]);
	}
}

void
check_domain(struct checker *c, const struct box *outputs)
{
	struct stencil *stencil = c->stencil;
	const int halo[AXES] = { stencil->halo.x, stencil->halo.y, stencil->halo.z };
	bool covered = true;

	for (int a = 0; a < AXES; a++) {
		const int low = positive(-outputs->min[a]), high = positive(outputs->max[a]);

		stencil->extents.low[a] = low;
		stencil->extents.high[a] = high;
		stencil->border.low[a] = stencil->has_halo ? halo[a] : low;
		stencil->border.high[a] = stencil->has_halo ? halo[a] : high;
		covered = covered && (!stencil->has_halo || (halo[a] >= low && halo[a] >= high));
		if (low > MAX_OFFSET || high > MAX_OFFSET)
			error_at(c->source, stencil->span, "'%s' reaches farther than %d cells",
				stencil->name, MAX_OFFSET);
	}
	if (!covered)
		report_small_halo(c, outputs, halo);
}
