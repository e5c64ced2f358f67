#include "generator/emit/plane/plane_costs.h"
#include "generator/emit/plane/tile.h"
#include "generator/text/wrap.h"

#include <string.h>

/* With at most two decimals. */
static const char *
quotient(struct arena *arena, int dividend, int divisor)
{
	char *text = arena_printf(arena, "%.2f", (double)dividend/divisor);
	char *end = text + strlen(text);

	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		end[-1] = '\0';
	return text;
}

struct costs
plane_costs(const struct kernel *k)
{
	const struct tile *tile = k->tile;
	const struct plan *plan = k->cluster ? k->cluster->plan : k->plan;
	const int points = tile || k->cluster ? k->shape.points*k->shape.rows : 1;

	return (struct costs){
		.loads = quotient(k->arena, tile ? tile_load_count(tile) : plan->loads, points),
		/* A plan counts those of one point, of however many it is. */
		.stores = tile ? quotient(k->arena, tile_store_count(tile), points) : int_text(k->arena, plan->stores),
		.flops = quotient(k->arena, plan->flops, points),
		.bytes = k->plan->bytes, .column_bytes = k->plan->column_bytes, .lookups = k->needs.lookups,
	};
}
