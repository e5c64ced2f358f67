#include "runtime/partition/owners.h"

#include <stdio.h>
#include <string.h>

/* A file may have any other name. */
static bool
is_random(const char *partition)
{
	const char *seed = partition + strlen("random:");

	return !strcmp(partition, "random")
		|| (!strncmp(partition, "random:", strlen("random:")) && *seed && !seed[strspn(seed, "0123456789")]);
}

/* Pieces that differ by an element at most. */
static bool
split_order(const struct owners *o, const char *order, int *ranks, struct error *error)
{
	const int count = o->graph.inner_count;
	const bool good = o->graph.number(&o->graph, order, ranks, error);

	for (int i = 0; i < count && good; i++)
		ranks[i] = (int)((long long)ranks[i]*o->count/count);
	return good;
}

/* The number along an axis of the rectangle that has a column: they begin at inner*number/ranks. */
static int
rectangle_of(int column, int ranks, int inner)
{
	return (int)(((column + 1LL)*ranks - 1)/inner);
}

static bool
split_rectangles(const struct owners *o, const int counts[2], int *ranks)
{
	const int *size = o->graph.size;

	for (int y = 0; y < size[1]; y++)
		for (int x = 0; x < size[0]; x++)
			*ranks++ = rectangle_of(y, counts[1], size[1])*counts[0] + rectangle_of(x, counts[0], size[0]);
	return true;
}

static bool
read_lines(const struct owners *o, const char *path, FILE *file, int *ranks, struct error *error)
{
	const int count = o->graph.inner_count;
	long long rank;

	for (int i = 0; i < count; i++) {
		if (fscanf(file, "%18lld", &rank) != 1)
			return error_set(error, EXIT_ERRORS, "%s: line %d: expected the rank of a %s, of which there are %d", path, i + 1,
				o->graph.element, count);
		if (rank < 0 || rank >= o->count)
			return error_set(error, EXIT_ERRORS, "%s: line %d: rank %lld is none of 0 to %d", path, i + 1, rank, o->count - 1);
		ranks[i] = (int)rank;
	}
	return fscanf(file, "%18lld", &rank) != 1
		|| error_set(error, EXIT_ERRORS, "%s has more ranks than there are %ss: %d", path, o->graph.element, count);
}

static bool
read_file(const struct owners *o, const char *path, int *ranks, struct error *error)
{
	FILE *file = fopen(path, "r");
	bool good;

	if (!file)
		return error_set(error, EXIT_USAGE, "--partition accepts curve, random[:SEED]%s or a file that can be read, not '%s'",
			o->graph.size[0] ? ", rectangles" : "", path);
	good = read_lines(o, path, file, ranks, error);
	fclose(file);
	return good;
}

/* A subdomain without elements has nothing to launch. */
static bool
check_owned(const struct owners *o, const int *ranks, struct error *error)
{
	struct arena arena = { NULL };
	int *owned = arena_array(&arena, int, o->count), empty = -1;

	for (int i = 0; i < o->graph.inner_count; i++)
		owned[ranks[i]]++;
	for (int rank = o->count; rank-- > 0; )
		empty = owned[rank] ? empty : rank;
	arena_free(&arena);
	return empty < 0 || error_set(error, EXIT_ERRORS, "rank %d gets no %s: use fewer ranks than %d", empty, o->graph.element,
		o->count);
}

static bool
find_ranks(const struct owners *o, const char *partition, const int counts[2], int *ranks, struct error *error)
{
	bool good;

	if (!strcmp(partition, "curve") || is_random(partition))
		good = split_order(o, partition, ranks, error);
	else if (!strcmp(partition, "rectangles") && o->graph.size[0])
		good = split_rectangles(o, counts, ranks);
	else
		good = read_file(o, partition, ranks, error);
	return good && check_owned(o, ranks, error);
}

static void
take_owner(int *owner, int element, const int *from, int other)
{
	if (owner[element] < 0)
		owner[element] = from[other];
}

/* Owners of elements of other locations, as far as they follow by one relation, in either direction. */
static void
follow_relation(const struct graph *graph, const struct graph_relation *r, int *owner[LOCATIONS])
{
	for (int e = 0; e < graph->count[r->from]; e++)
		for (int s = 0; s < r->slots; s++) {
			const int neighbor = r->neighbor(graph, r, e, s);

			if (neighbor < 0)
				continue;
			if (r->from != graph->location)
				take_owner(owner[r->from], e, owner[r->to], neighbor);
			if (r->to != graph->location)
				take_owner(owner[r->to], neighbor, owner[r->from], e);
		}
}

/* Elements without any relation are dealt out evenly. */
static void
find_other_owners(struct owners *o, struct arena *arena)
{
	const struct graph *graph = &o->graph;
	int *owner[LOCATIONS];

	for (int l = 0; l < LOCATIONS; l++) {
		owner[l] = l == (int)graph->location ? o->owner[l] : arena_array(arena, int, graph->count[l] + 1);
		for (int e = 0; e < graph->count[l] && l != (int)graph->location; e++)
			owner[l][e] = -1;
	}
	for (int pass = 1; pass < LOCATIONS; pass++)
		for (int r = 0; r < graph->relation_count; r++)
			follow_relation(graph, &graph->relations[r], owner);
	for (int l = 0; l < LOCATIONS; l++)
		for (int e = 0; e < graph->count[l] && graph->updated[l] && l != (int)graph->location; e++) {
			if (owner[l][e] < 0)
				owner[l][e] = (int)((long long)e*o->count/graph->count[l]);
			o->owner[l] = owner[l];
		}
}

bool
owners_find(struct owners *o, struct arena *arena, const char *partition, const int ranks[2], struct error *error)
{
	const int all = o->graph.count[o->graph.location];
	struct arena scratch = { NULL };
	int *found = arena_array(&scratch, int, o->graph.inner_count + 1);
	bool good;

	o->count = ranks[0]*ranks[1];
	for (int l = 0; l < LOCATIONS; l++)
		o->owner[l] = o->graph.updated[l] ? arena_array(arena, int, o->graph.count[l] + 1) : NULL;
	memset(o->owner[o->graph.location], -1, (size_t)all*sizeof **o->owner);
	good = find_ranks(o, partition, ranks, found, error);
	for (int i = 0; i < o->graph.inner_count && good; i++)
		o->owner[o->graph.location][o->graph.inner ? o->graph.inner[i] : i] = found[i];
	if (good && !o->graph.size[0])
		find_other_owners(o, arena);
	arena_free(&scratch);
	return good;
}
