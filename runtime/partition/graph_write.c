#include "runtime/partition/graph.h"

#include "generator/base/printed.h"

#include <stdlib.h>
#include <string.h>

/* An element that is so many relations away from the one whose reads are looked for. */
struct visit {
	enum location at;
	int element, distance;
};

struct search {
	const struct graph *graph;
	int *place;              /* by element of the graph's location: among inner ones; -1: it is none */
	int *visited[LOCATIONS]; /* by element: the last search that found it */
	struct visit *visits;
	int searches;
	int *found;              /* places of what one element reads */
};

/* Neighbors of inner element i: items[starts[i]] up to items[starts[i + 1] - 1]. */
struct neighbors {
	size_t *starts;
	int *items;
};

static struct search
new_search(struct arena *arena, const struct graph *graph)
{
	const int all = graph->count[graph->location];
	struct search s = { .graph = graph, .place = arena_array(arena, int, all + 1), .found = arena_array(arena, int, all + 1) };
	size_t most = 1;

	for (int l = 0; l < LOCATIONS; l++) {
		s.visited[l] = arena_array(arena, int, graph->count[l] + 1);
		most += (size_t)graph->count[l];
	}
	s.visits = arena_array(arena, struct visit, most);
	memset(s.place, -1, (size_t)all*sizeof *s.place);
	for (int i = 0; i < graph->inner_count; i++)
		s.place[graph->inner ? graph->inner[i] : i] = i;
	return s;
}

static void
visit_neighbors(struct search *s, const struct graph_relation *r, struct visit from, int *visits)
{
	for (int slot = 0; slot < r->slots; slot++) {
		const int neighbor = r->neighbor(s->graph, r, from.element, slot);

		if (neighbor < 0 || s->visited[r->to][neighbor] == s->searches)
			continue;
		s->visited[r->to][neighbor] = s->searches;
		s->visits[(*visits)++] = (struct visit){ r->to, neighbor, from.distance + 1 };
	}
}

/* Finds the other inner elements that the update of inner element i reads. Returns their number. */
static int
find_reads(struct search *s, int i)
{
	const struct graph *g = s->graph;
	const int element = g->inner ? g->inner[i] : i;
	int visits = 1, count = 0;

	s->searches++;
	s->visits[0] = (struct visit){ g->location, element, 0 };
	s->visited[g->location][element] = s->searches;
	for (int n = 0; n < visits; n++) {
		const struct visit from = s->visits[n];

		if (n && from.at == g->location && s->place[from.element] >= 0)
			s->found[count++] = s->place[from.element];
		for (int r = 0; r < g->relation_count && from.distance < g->depth; r++)
			if (g->relations[r].from == from.at)
				visit_neighbors(s, &g->relations[r], from, &visits);
	}
	return count;
}

/* Each read makes two elements neighbors, once or, if they read each other, twice. */
static struct neighbors
find_neighbors(struct arena *arena, struct search *s)
{
	const int count = s->graph->inner_count;
	struct neighbors n = { .starts = arena_array(arena, size_t, count + 2) };

	for (int i = 0; i < count; i++)
		for (int k = find_reads(s, i); k-- > 0; ) {
			n.starts[i + 2]++;
			n.starts[s->found[k] + 2]++;
		}
	for (int i = 0; i < count; i++)
		n.starts[i + 2] += n.starts[i + 1];
	n.items = arena_array(arena, int, n.starts[count + 1] + 1);
	for (int i = 0; i < count; i++)
		for (int k = find_reads(s, i); k-- > 0; ) {
			n.items[n.starts[i + 1]++] = s->found[k];
			n.items[n.starts[s->found[k] + 1]++] = i;
		}
	return n;
}

static int
compare(const void *left, const void *right)
{
	const int a = *(const int *)left, b = *(const int *)right;

	return (a > b) - (a < b);
}

/* Sorts the neighbors of an element and drops those that are there already. Returns how many are left. */
static int
sort_once(int *items, size_t count)
{
	int kept = 0;

	qsort(items, count, sizeof *items, compare);
	for (size_t i = 0; i < count; i++)
		if (!kept || items[i] != items[kept - 1])
			items[kept++] = items[i];
	return kept;
}

/* As METIS reads it: the numbers of elements and edges, then for each element a line of its neighbors, from 1 on. */
static void
put(const struct neighbors *n, const int *degrees, int count, long long edges, FILE *out)
{
	fprintf(out, "%d %lld\n", count, edges);
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < degrees[i]; k++)
			fprintf(out, "%s%d", k ? " " : "", n->items[n->starts[i] + (size_t)k] + 1);
		fputc('\n', out);
	}
}

bool
graph_write(const struct graph *graph, const char *path, long long *edges, struct error *error)
{
	struct arena arena = { NULL };
	struct search search = new_search(&arena, graph);
	const struct neighbors n = find_neighbors(&arena, &search);
	int *degrees = arena_array(&arena, int, graph->inner_count + 1);
	struct printed text;
	bool good = printed_open(&text);

	*edges = 0;
	for (int i = 0; i < graph->inner_count; i++) {
		degrees[i] = sort_once(n.items + n.starts[i], n.starts[i + 1] - n.starts[i]);
		*edges += degrees[i];
	}
	*edges /= 2;
	if (good) {
		put(&n, degrees, graph->inner_count, *edges, text.out);
		good = printed_save(&text, path, error);
	} else {
		error_no_memory(error);
	}
	arena_free(&arena);
	return good;
}
