#include "generator/variants/patch.h"

enum { KB = 1024 };

bool
is_staged(const struct plan *plan, const struct field *field)
{
	for (const struct read *r = plan->reads; r; r = r->next)
		if (r->field == field && field->shape == SHAPE_POINT && field->role == ROLE_IN)
			return true;
	return false;
}

bool
is_staged_with_ring(const struct plan *plan, const struct field *field)
{
	for (const struct read *r = plan->reads; r; r = r->next)
		if (r->field == field && (r->at.x || r->at.y))
			return is_staged(plan, field);
	return false;
}

int
staged_bytes(const struct field *field, const struct variant *variant)
{
	return element_size(field->declared == TYPE_REAL ? variant->precision : field->declared);
}

static int
widest_staged(const struct plan *plan, const struct variant *variant)
{
	int widest = 1;

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (is_staged(plan, f) && staged_bytes(f, variant) > widest)
			widest = staged_bytes(f, variant);
	return widest;
}

/* The patch of such a side, and what it takes with such chunks. */
static struct patch
patch_of(const struct plan *plan, const struct variant *variant, int side, int chunk)
{
	struct patch patch = { .side = side, .chunk = chunk };
	int east = 0, south = 0, bytes = 0;

	for (int i = 0; i < plan->column_count; i++) {
		const struct offset at = plan->columns[i];

		patch.west = -at.x > patch.west ? -at.x : patch.west;
		patch.north = -at.y > patch.north ? -at.y : patch.north;
		east = at.x > east ? at.x : east;
		south = at.y > south ? at.y : south;
	}
	patch.across = patch.west + side + east;
	patch.down = patch.north + side + south;
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		bytes += is_staged(plan, f) ? staged_bytes(f, variant) : 0;
	/* So many columns that every field is aligned. */
	patch.bytes = 2*chunk*bytes*((patch.across*patch.down + 3)/4*4);
	return patch;
}

/* Whether a multiprocessor has room for two blocks, so that one computes while the other one waits. */
static bool
has_room(const struct plan *plan, const struct variant *variant, int side, int chunk)
{
	const int room = targets[variant->target].shared_kb*KB - 2*KB;

	return 2*patch_of(plan, variant, side, chunk).bytes <= room;
}

/* Not measured yet. Of a column 128 bytes, so that nothing is loaded twice, or what there is room for down to 32, which the
 * second cache delivers at once; then a smaller patch, though it has more ring for its columns. */
struct patch
variant_patch(const struct plan *plan, const struct variant *variant)
{
	enum { LINE_BYTES = 128, SECTOR_BYTES = 32, USUAL_SIDE = 16, LEAST_SIDE = 4 };
	const int given_side = variant->tunables[TUNABLE_patch_side], given_chunk = variant->tunables[TUNABLE_chunk_levels];
	const int widest = widest_staged(plan, variant), load = tunable_of(TUNABLE_levels_per_load, variant);
	const int least = SECTOR_BYTES/widest > load ? SECTOR_BYTES/widest : load;
	int side = given_side ? given_side : USUAL_SIDE, chunk = given_chunk ? given_chunk : LINE_BYTES/widest;

	while (!given_chunk && chunk > least && !has_room(plan, variant, side, chunk))
		chunk /= 2;
	while (!given_side && side > LEAST_SIDE && !has_room(plan, variant, side, chunk))
		side /= 2;
	return patch_of(plan, variant, side, chunk);
}
