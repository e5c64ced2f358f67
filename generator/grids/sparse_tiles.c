#include "generator/grids/sparse_tiles.h"

/* Of a block of threads, as in the templates. */
enum { WARPS = 8 };

/* Points that keep a warp busy, or a block of threads; bytes of them that a thread has
 * registers for. A block does the largest tile alone, and should be done with it when
 * others are with theirs: it may have so many points, or such a part of the grid's. All
 * measured on an H200. */
enum { WARP_POINTS = 8192, BLOCK_POINTS = 12288, REGISTER_BYTES = 200, AGREEABLE = 2048, PART = 768 };

static void
count_blocks(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	for (int n = 0; n < grid->level; n++) {
		const int count = grid->vectors[tiles->fused - 1][n];

		tiles->blocks[n + 1] = tiles->blocks[n] + count;
		tiles->points[n + 1] = tiles->points[n] + (count << n);
	}
}

/* How many level vectors the other dimensions have with the sum m. */
static int
count_others(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m)
{
	const int others = grid->dim - tiles->fused;

	return others ? grid->vectors[others - 1][m] : m == 0;
}

/* Chooses how many indices a tile has whose other levels have the sum m, for so many
 * points, and numbers the tiles. With the largest sum a tile's own levels are 0: there is
 * nothing to update. */
static void
cut_tiles(const struct sparse_grid *grid, struct sparse_tiles *tiles, int m, int most)
{
	int bits = 0;

	while (bits < m && (long long)tiles->points[grid->level - m] << (bits + 1) <= most)
		bits++;
	tiles->bits[m] = bits;
	tiles->first[m + 1] = tiles->first[m] + (m > 0 && m + 1 == grid->level ? 0
		: count_others(grid, tiles, m) << (m - bits));
}

/* As many dimensions as make a tile agreeable, the same in each launch if that does. */
static void
choose_fused(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	const struct sparse_tiles empty = { .width = grid->level > 16 ? 5 : 4 };
	struct sparse_tiles next = empty;
	const int most = grid->points/PART > AGREEABLE ? grid->points/PART : AGREEABLE;
	int groups;

	*tiles = empty;
	for (next.fused = 1; next.fused <= grid->dim && next.fused*next.width < 32; next.fused++) {
		count_blocks(grid, &next);
		if (next.fused > 1 && next.points[grid->level] > most)
			break;
		tiles->fused = next.fused;
	}
	groups = (grid->dim + tiles->fused - 1)/tiles->fused;
	tiles->fused = (grid->dim + groups - 1)/groups;
	count_blocks(grid, tiles);
}

static void
cut_lines(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	*tiles = (struct sparse_tiles){ .fused = 1, .width = 5 };
	count_blocks(grid, tiles);
	for (int m = 0; m < grid->level; m++)
		cut_tiles(grid, tiles, m, WARP_POINTS);
}

static void
cut_fused(const struct sparse_grid *grid, int element, struct sparse_tiles *tiles)
{
	int blocks;

	choose_fused(grid, tiles);
	for (int m = 0; m < grid->level; m++) {
		const bool small = tiles->points[grid->level - m]*element <= REGISTER_BYTES;

		if (small && !tiles->small_depth) {
			tiles->large = tiles->first[m];
			tiles->small_depth = grid->level - m;
		}
		cut_tiles(grid, tiles, m, small ? WARP_POINTS : BLOCK_POINTS);
	}
	blocks = (tiles->first[grid->level] - tiles->large + WARPS - 1)/WARPS;
	tiles->turns = blocks < tiles->large ? blocks : tiles->large;
	for (int t = 0; t < grid->dim; t += tiles->fused) {
		const int most = grid->dim - tiles->fused;

		tiles->tilings[tiles->tiling_count++] = (struct sparse_tiling){
			.t = t < most ? t : most, .from = t < most ? 0 : t - most,
		};
	}
}

/* The deeper a grid, the more of the time goes to reading points and the less to finding
 * out which: threads have room for more of them, and there are fewer. */
static const struct room {
	int level; /* up to this one */
	int at_once, resident;
} rooms[2][3] = {
	{ { 8, 4, 5 }, { 12, 16, 4 }, { SPARSE_LEVELS, 32, 2 } },
	{ { 8, 4, 2 }, { 12, 8, 2 }, { SPARSE_LEVELS, 16, 2 } }, /* of double */
};

void
sparse_tiles_make(const struct sparse_grid *grid, bool fused, int element,
	struct sparse_tiles *tiles)
{
	const struct room *room = rooms[element == 8];

	while (grid->level > room->level)
		room++;
	if (fused)
		cut_fused(grid, element, tiles);
	else
		cut_lines(grid, tiles);
	/* Small tiles need their registers, too. */
	tiles->at_once = fused ? room->at_once/2 : room->at_once;
	tiles->resident = !fused ? room->resident : element == 8 ? 2 : 3;
}
