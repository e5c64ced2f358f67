#include "sparse_tiles.h"

/* Bytes of shared memory: what a block may have, what lets many blocks share a
 * multiprocessor, and what is worth it to read at least 2^RUN points in a row. */
enum { MOST = 224*1024, USUAL = 16*1024, WORTH = 72*1024, RUN = 3 };

static void
count_blocks(const struct sparse_grid *grid, struct sparse_tiles *tiles)
{
	for (int n = 0; n < grid->level; n++) {
		const int count = grid->vectors[tiles->fused - 1][n];

		tiles->blocks[n + 1] = tiles->blocks[n] + count;
		tiles->points[n + 1] = tiles->points[n] + (count << n);
	}
}

static int
threads_for(long long points)
{
	return points <= 1024 ? 64 : points <= 4096 ? 128 : points <= 16384 ? 256 : 512;
}

/* Of shared memory, for a tile whose other levels have the sum m. */
static long long
bytes_of(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m, int bits,
	int element)
{
	const int depth = grid->level - m;
	const long long points = (long long)tiles->points[depth] << bits;

	return points*element
		+ (2*tiles->blocks[depth] + threads_for(points)/32*grid->level)*(long long)sizeof (int);
}

static int
choose_bits(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m, int element)
{
	int bits = 0;

	while (bits < m && bytes_of(grid, tiles, m, bits + 1, element)
			<= (bits < RUN ? WORTH : USUAL))
		bits++;
	return bits;
}

/* How many level vectors the dimensions outside of a tile have with the sum m. */
static int
count_others(const struct sparse_grid *grid, const struct sparse_tiles *tiles, int m)
{
	const int others = grid->dim - tiles->fused;

	return others ? grid->vectors[others - 1][m] : m == 0;
}

static void
make_batches(const struct sparse_grid *grid, struct sparse_tiles *tiles, int element)
{
	int next = 0;

	/* With the largest sum a tile's own levels are 0: there is nothing to update. */
	for (int m = 0; m == 0 || m + 1 < grid->level; m++) {
		const int bits = tiles->bits[m] = choose_bits(grid, tiles, m, element);
		const int count = count_others(grid, tiles, m) << (m - bits);
		const int bytes = (int)bytes_of(grid, tiles, m, bits, element);
		const int threads = threads_for((long long)tiles->points[grid->level - m] << bits);
		struct sparse_batch *batch = &tiles->batches[tiles->batch_count];

		for (int n = m + 1; n <= grid->level; n++)
			tiles->first[n] = next + count;
		if (!count)
			continue;
		if (tiles->batch_count && batch[-1].threads == threads) {
			batch--;
		} else {
			*batch = (struct sparse_batch){ .first = next, .threads = threads };
			tiles->batch_count++;
		}
		batch->count += count;
		if (bytes > batch->bytes)
			batch->bytes = bytes;
		if (bytes > tiles->bytes)
			tiles->bytes = bytes;
		next += count;
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
		if (bytes_of(grid, &next, 0, 0, element) > MOST)
			break;
		tiles->fused = next.fused;
	}
	if (!tiles->fused)
		return false;
	groups = (grid->dim + tiles->fused - 1)/tiles->fused;
	tiles->fused = (grid->dim + groups - 1)/groups;
	count_blocks(grid, tiles);
	make_batches(grid, tiles, element);
	for (int t = 0; t < grid->dim; t += tiles->fused) {
		const int most = grid->dim - tiles->fused;

		tiles->tilings[tiles->tiling_count++] = (struct sparse_tiling){
			.t = t < most ? t : most, .from = t < most ? 0 : t - most,
		};
	}
	return true;
}
