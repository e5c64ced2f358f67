#include "runtime/columnparts/column_parts.h"

#include <string.h>

/* Adds a ring: what columns of the last one read that is not there yet. What lies outside the domain reads nothing. */
static void
add_ring(const struct column_parts *parts, int *rings, int last)
{
	const struct column_plane *plane = &parts->cut->plane;

	for (int c = 0; c < columns_of_plane(plane); c++) {
		if (rings[c] != last || parts->cut->owner[c] < 0)
			continue;
		for (int r = 0; r < parts->read_count; r++) {
			const int there = column_beside(plane, c, parts->reads[r]);

			if (there >= 0 && rings[there] < 0)
				rings[there] = last + 1;
		}
	}
}

/* By column of the plane its ring: 0 of own ones; -1: it is not needed. */
static void
find_rings(const struct column_parts *parts, int rank, int *rings)
{
	for (int c = 0; c < columns_of_plane(&parts->cut->plane); c++)
		rings[c] = parts->cut->owner[c] == rank ? 0 : -1;
	for (int ring = 0; ring < parts->every; ring++)
		add_ring(parts, rings, ring);
}

/* Numbers them as they come in the plane. */
static void
number(struct column_part *part, struct arena *arena, const int *rings, int columns)
{
	part->local = arena_array(arena, int, columns);
	for (int c = 0; c < columns; c++)
		part->local[c] = rings[c] < 0 ? -1 : part->count++;
	part->global = arena_array(arena, int, part->count);
	part->ring = arena_array(arena, int, part->count);
	for (int c = 0; c < columns; c++)
		if (part->local[c] >= 0) {
			part->global[part->local[c]] = c;
			part->ring[part->local[c]] = rings[c];
		}
}

/* Columns outside the domain stand behind all others. */
static bool
find_places(struct column_parts *parts, struct arena *arena, const struct order *order, struct error *error)
{
	const struct column_plane *plane = &parts->cut->plane;
	const int width = column_inner(plane, 0), height = column_inner(plane, 1);
	const int *numbers = column_numbers(arena, width, height, order, error);
	int inner = 0, outer = width*height;

	parts->place = arena_array(arena, int, columns_of_plane(plane));
	for (int c = 0; c < columns_of_plane(plane) && numbers; c++)
		parts->place[c] = column_is_inner(plane, c) ? numbers[inner++] : outer++;
	return numbers;
}

bool
column_parts_find(struct column_parts *parts, struct arena *arena, const struct order *order, struct error *error)
{
	struct arena scratch = { NULL };
	int *rings = arena_array(&scratch, int, columns_of_plane(&parts->cut->plane));

	parts->ranks = arena_array(arena, struct column_part, parts->cut->ranks);
	for (int rank = 0; rank < parts->cut->ranks; rank++) {
		find_rings(parts, rank, rings);
		number(&parts->ranks[rank], arena, rings, columns_of_plane(&parts->cut->plane));
	}
	arena_free(&scratch);
	return find_places(parts, arena, order, error);
}

static bool
others_have(const struct column_parts *parts, int rank, int column)
{
	for (int other = 0; other < parts->cut->ranks; other++)
		if (other != rank && parts->ranks[other].local[column] >= 0)
			return true;
	return false;
}

static bool
reads_others(const struct column_parts *parts, int rank, int column)
{
	for (int r = 0; r < parts->read_count; r++) {
		const int there = column_beside(&parts->cut->plane, column, parts->reads[r]);

		if (there >= 0 && parts->cut->owner[there] >= 0 && parts->cut->owner[there] != rank)
			return true;
	}
	return false;
}

static int
zone_of(const struct column_parts *parts, int rank, int column, int ring)
{
	if (parts->cut->owner[column] < 0 || ring == parts->every)
		return 0;
	if (ring)
		return column_zone(parts->every, COLUMN_SIDES, ring);
	return column_zone(parts->every, others_have(parts, rank, column) || reads_others(parts, rank, column) ? COLUMN_SIDES
		: COLUMN_INTERIOR, 0);
}

void
column_part_list(struct column_parts *parts, struct arena *arena, int rank)
{
	struct column_part *part = &parts->ranks[rank];
	int *zone = arena_array(arena, int, part->count), own = 0;

	for (int i = 0; i < part->count; i++) {
		zone[i] = zone_of(parts, rank, part->global[i], part->ring[i]);
		own += !part->ring[i];
	}
	part->list = (struct column_list){ .plane = &parts->cut->plane, .global = part->global, .local = part->local, .zone = zone,
		.zones = column_zone(parts->every, COLUMN_INTERIOR, 0), .place = parts->place, .own = own };
}
