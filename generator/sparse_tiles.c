#include "sparse_tiles.h"

/* Warps of a block of threads; bytes of shared memory that let four blocks share a
 * multiprocessor; points of a tile that a block is done with as soon as others are with
 * theirs; a run of 2^RUN points is worth a larger tile; chains that a warp does in time. */
enum { WARPS = 8, SLICE = 6656, BLOCK = WARPS*SLICE, AGREEABLE = 4096, RUN = 3,
	MOST_CHAINS = 10 };

/* Points that keep a warp busy. */
enum { LINE_POINTS = 8192 };

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

/* Numbers the tiles. With the largest sum a tile's own levels are 0: there is nothing to
 * update. */
static void
number_tiles(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	for (int m = 0; m < grid->level; m++)
		tiles->first[m + 1] = tiles->first[m] + (m > 0 && m + 1 == grid->level ? 0
			: count_others(grid, tiles, m) << (m - tiles->bits[m]));
}

void
sparse_tiles_of_lines(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	*tiles = (struct sparse_tiles){ .fused = 1, .width = 5 };
	count_blocks(grid, tiles);
	for (int m = 0; m < grid->level; m++)
		while (tiles->bits[m] < m
				&& (long long)tiles->points[grid->level - m] << (tiles->bits[m] + 1) <= LINE_POINTS)
			tiles->bits[m]++;
	number_tiles(grid, tiles);
}

/* Of shared memory, for a tile whose other levels have the sum m, and the places of the
 * chains that so many warps do. */
static long long
bytes_of(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m, int bits,
	int element, int warps)
{
	const int depth = grid->level - m;
	const long long bytes = ((long long)tiles->points[depth] << bits)*element
		+ (tiles->blocks[depth] + warps*grid->level)*(long long)sizeof (int);

	return (bytes + 15)/16*16;
}

static int
most_bits(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m, int element,
	int warps, int room)
{
	int bits = 0;

	while (bits < m && bytes_of(grid, tiles, m, bits + 1, element, warps) <= room)
		bits++;
	return bits;
}

/* The tiles of few other levels are large; from some sum on a warp does one. */
static void
choose_bits(const struct sparse_grid *grid, int element, struct sparse_tiles *tiles)
{
	bool large = true;

	for (int m = 0; m < grid->level; m++) {
		const int run = m < RUN ? m : RUN;
		int bits = most_bits(grid, tiles, m, element, 1, SLICE);

		large = large && (bits < run || bytes_of(grid, tiles, m, bits, element, 1) > SLICE
			|| tiles->blocks[grid->level - m] - tiles->blocks[grid->level - m - 1] > MOST_CHAINS);
		if (large)
			bits = most_bits(grid, tiles, m, element, WARPS, BLOCK);
		tiles->bits[m] = bits;
		number_tiles(grid, tiles);
		if (large)
			tiles->large = tiles->first[m + 1];
		if (!large) {
			const int bytes = (int)bytes_of(grid, tiles, m, bits, element, 1);

			tiles->slice = bytes > tiles->slice ? bytes : tiles->slice;
		}
		if (large || WARPS*tiles->slice > tiles->bytes) {
			const int bytes = large ? (int)bytes_of(grid, tiles, m, bits, element, WARPS)
				: WARPS*tiles->slice;

			tiles->bytes = bytes > tiles->bytes ? bytes : tiles->bytes;
		}
	}
}

bool
sparse_tiles_make(const struct sparse_grid *grid, int element, struct sparse_tiles *tiles)
{
	struct sparse_tiles next = { .width = grid->level > 16 ? 5 : 4 };
	int groups;

	*tiles = next;
	for (next.fused = 1; next.fused <= grid->dim && next.fused*next.width < 32; next.fused++) {
		count_blocks(grid, &next);
		if (bytes_of(grid, &next, 0, 0, element, WARPS) > BLOCK
				|| (next.fused > 2 && next.points[grid->level] > AGREEABLE))
			break;
		tiles->fused = next.fused;
	}
	if (!tiles->fused)
		return false;
	groups = (grid->dim + tiles->fused - 1)/tiles->fused;
	tiles->fused = (grid->dim + groups - 1)/groups;
	count_blocks(grid, tiles);
	choose_bits(grid, element, tiles);
	for (int t = 0; t < grid->dim; t += tiles->fused) {
		const int most = grid->dim - tiles->fused;

		tiles->tilings[tiles->tiling_count++] = (struct sparse_tiling){
			.t = t < most ? t : most, .from = t < most ? 0 : t - most,
		};
	}
	return true;
}
