#include "runtime/mesh/mesh_order.h"

#include "generator/base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct keyed {
	uint64_t key;
	int element;
};

static int
compare(const void *a, const void *b)
{
	const struct keyed *one = a, *two = b;

	return one->key != two->key ? (one->key > two->key) - (one->key < two->key)
		: (one->element > two->element) - (one->element < two->element);
}

void
mesh_order_rank(const uint64_t *keys, int count, int *place)
{
	struct arena arena = { NULL };
	struct keyed *sorted = arena_array(&arena, struct keyed, (size_t)count + 1);

	for (int e = 0; e < count; e++)
		sorted[e] = (struct keyed){ keys[e], e };
	qsort(sorted, (size_t)count, sizeof *sorted, compare);
	for (int i = 0; i < count; i++)
		place[sorted[i].element] = i;
	arena_free(&arena);
}

enum { BITS = 20 }; /* of each coordinate */

/* How far along the curve a point is: Skilling, "Programming the Hilbert curve", 2004. */
static uint64_t
hilbert_key(uint32_t x[3])
{
	uint32_t turn = 0;
	uint64_t key = 0;

	for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
		for (int a = 0; a < 3; a++) {
			const uint32_t low = bit - 1, swap = (x[0] ^ x[a]) & low;

			if (x[a] & bit) {
				x[0] ^= low;
			} else {
				x[0] ^= swap;
				x[a] ^= swap;
			}
		}
	for (int a = 1; a < 3; a++)
		x[a] ^= x[a - 1];
	for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
		if (x[2] & bit)
			turn ^= bit - 1;
	for (int a = 0; a < 3; a++)
		x[a] ^= turn;
	for (int bit = BITS - 1; bit >= 0; bit--)
		for (int a = 0; a < 3; a++)
			key = key << 1 | (x[a] >> bit & 1);
	return key;
}

/* The least cube that holds all points. */
static double
find_cube(const double *xyz, int count, int dimensions, double low[3])
{
	double side = 0;

	for (int a = 0; a < dimensions; a++) {
		double high = low[a] = xyz[a];

		for (int e = 0; e < count; e++) {
			const double x = xyz[(size_t)e*(size_t)dimensions + (size_t)a];

			low[a] = x < low[a] ? x : low[a];
			high = x > high ? x : high;
		}
		side = high - low[a] > side ? high - low[a] : side;
	}
	return side > 0 ? side : 1;
}

void
mesh_order_hilbert(const struct mesh *mesh, const double *centres, int *place)
{
	const int count = mesh->count[CELL], dimensions = mesh->dimensions;
	struct arena arena = { NULL };
	uint64_t *keys = arena_array(&arena, uint64_t, (size_t)count + 1);
	double low[3] = { 0 };
	const double side = find_cube(centres, count, dimensions, low);

	for (int e = 0; e < count; e++) {
		uint32_t x[3] = { 0 };

		for (int a = 0; a < dimensions; a++) {
			const double part = (centres[(size_t)e*(size_t)dimensions + (size_t)a] - low[a])/side;

			x[a] = part >= 1 ? (1u << BITS) - 1 : (uint32_t)(part*(1u << BITS));
		}
		keys[e] = hilbert_key(x);
	}
	mesh_order_rank(keys, count, place);
	arena_free(&arena);
}

void
mesh_order_random(int *place, int count, uint64_t *seed)
{
	for (int e = 0; e < count; e++)
		place[e] = e;
	for (int e = count - 1; e > 0; e--) {
		const int other = (int)(random_next(seed)%((uint64_t)e + 1)), number = place[e];

		place[e] = place[other];
		place[other] = number;
	}
}
