#include "generator/grids/sparse_tiles.h"

/* In a block of threads, as in the templates. */
enum { WARPS = 8 };

/* WARP_POINTS keep a warp busy and BLOCK_POINTS a block of threads; a thread has registers for
 * REGISTER_BYTES of points. One block does the largest tile and should not be the last to finish: that
 * tile may have AGREEABLE points, or one in PART of the grid's: runtime/results/h200/sparse. */
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

/* The number of level vectors of the other dimensions with the sum m. */
static int
count_others(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m)
{
	const int others = grid->dim - tiles->fused;

	return others ? grid->vectors[others - 1][m] : m == 0;
}

/* Chooses how many indices a tile has whose other levels have the sum m, so that it has at most `most`
 * points, and numbers the tiles. With the largest sum a tile's own levels are 0: there is nothing to
 * update. */
static void
make_tiles(const struct sparse_grid *grid, struct sparse_tiles *tiles, int m, int most)
{
	int bits = 0;

	while (bits < m && (long long)tiles->points[grid->level - m] << (bits + 1) <= most)
		bits++;
	tiles->bits[m] = bits;
	tiles->first[m + 1] = tiles->first[m] + (m > 0 && m + 1 == grid->level ? 0
		: count_others(grid, tiles, m) << (m - bits));
}

/* Fuses as many dimensions as the largest tile allows, or fewer if each launch can then have the same
 * number. */
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
tile_lines(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	*tiles = (struct sparse_tiles){ .fused = 1, .width = 5 };
	count_blocks(grid, tiles);
	for (int m = 0; m < grid->level; m++)
		make_tiles(grid, tiles, m, WARP_POINTS);
}

static void
tile_fused(const struct sparse_grid *grid, int element, struct sparse_tiles *tiles)
{
	int blocks;

	choose_fused(grid, tiles);
	for (int m = 0; m < grid->level; m++) {
		const bool small = tiles->points[grid->level - m]*element <= REGISTER_BYTES;

		if (small && !tiles->small_depth) {
			tiles->large = tiles->first[m];
			tiles->small_depth = grid->level - m;
		}
		make_tiles(grid, tiles, m, small ? WARP_POINTS : BLOCK_POINTS);
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

/* In deeper grids more of the time goes into reading points than into finding them: there threads hold
 * more points, and fewer threads are resident. */
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
		tile_fused(grid, element, tiles);
	else
		tile_lines(grid, tiles);
	/* Small tiles need registers of their own. */
	tiles->at_once = fused ? room->at_once/2 : room->at_once;
	tiles->resident = !fused ? room->resident : element == 8 ? 2 : 3;
}
