#include "runtime/partition/halo.h"

/* marks[location][element]: 0, or from 1 on how many relations away it is, counted from 1. */
static void
new_marks(struct arena *arena, const struct graph *graph, int *marks[LOCATIONS])
{
	for (int l = 0; l < LOCATIONS; l++)
		marks[l] = arena_array(arena, int, graph->count[l] + 1);
}

static bool
reads_nothing(const struct owners *o, enum location location, int element)
{
	return o->owner[location] && o->owner[location][element] < 0;
}

/* Marks with layer + 1 the neighbors of elements that are marked with the layer. */
static void
mark_neighbors(const struct owners *o, const struct graph_relation *r, int layer, int *marks[LOCATIONS])
{
	for (int e = 0; e < o->graph.count[r->from]; e++) {
		if (marks[r->from][e] != layer || reads_nothing(o, r->from, e))
			continue;
		for (int s = 0; s < r->slots; s++) {
			const int neighbor = r->neighbor(&o->graph, r, e, s);

			if (neighbor >= 0 && !marks[r->to][neighbor])
				marks[r->to][neighbor] = layer + 1;
		}
	}
}

/* Marks with layer + 1 the elements that have a neighbor with a mark up to the layer. */
static void
mark_readers(const struct owners *o, const struct graph_relation *r, int layer, int *marks[LOCATIONS])
{
	for (int e = 0; e < o->graph.count[r->from]; e++)
		for (int s = 0; s < r->slots && !marks[r->from][e] && !reads_nothing(o, r->from, e); s++) {
			const int neighbor = r->neighbor(&o->graph, r, e, s);

			if (neighbor >= 0 && marks[r->to][neighbor] && marks[r->to][neighbor] <= layer)
				marks[r->from][e] = layer + 1;
		}
}

/* Numbers what is marked. */
static struct subset
number(struct arena *arena, const int *marks, int count, const int *order)
{
	int *at = arena_array(arena, int, count + 1);
	struct subset own = { 0, at, arena_array(arena, int, count + 1), arena_array(arena, int, count + 1) };

	for (int e = 0; e < count; e++)
		at[order ? order[e] : e] = e;
	for (int i = 0; i < count; i++) {
		const int e = at[i];

		own.local[e] = marks[e] ? own.count : -1;
		if (!marks[e])
			continue;
		own.layer[own.count] = marks[e] - 1;
		own.global[own.count++] = e;
	}
	return own;
}

void
halo_find(struct arena *arena, const struct owners *o, int rank, int every, int *const order[LOCATIONS],
	struct subset at[LOCATIONS])
{
	const struct graph *graph = &o->graph;
	struct arena scratch = { NULL };
	int *marks[LOCATIONS];

	new_marks(&scratch, graph, marks);
	for (int l = 0; l < LOCATIONS; l++)
		for (int e = 0; e < graph->count[l] && o->owner[l]; e++)
			marks[l][e] = o->owner[l][e] == rank;
	for (int layer = 1; layer <= every*graph->depth; layer++)
		for (int r = 0; r < graph->relation_count; r++)
			mark_neighbors(o, &graph->relations[r], layer, marks);
	for (int l = 0; l < LOCATIONS; l++)
		at[l] = number(arena, marks[l], graph->count[l], order ? order[l] : NULL);
	arena_free(&scratch);
}

/* Marks the elements that others own, and those that one step computes from such. */
static void
find_readers(struct arena *arena, const struct owners *o, int rank, int *marks[LOCATIONS])
{
	const struct graph *graph = &o->graph;

	new_marks(arena, graph, marks);
	for (int l = 0; l < LOCATIONS; l++)
		for (int e = 0; e < graph->count[l] && o->owner[l]; e++)
			marks[l][e] = o->owner[l][e] >= 0 && o->owner[l][e] != rank;
	for (int layer = 1; layer <= graph->depth; layer++)
		for (int r = 0; r < graph->relation_count; r++)
			mark_readers(o, &graph->relations[r], layer, marks);
}

static bool
others_have(const struct owners *o, int rank, const struct subset *const *has, enum location location, int element)
{
	for (int other = 0; other < o->count; other++)
		if (other != rank && has[other][location].local[element] >= 0)
			return true;
	return false;
}

static const int *
zones_of(struct arena *arena, const struct owners *o, int rank, int every, const struct subset *const *has, enum location location,
	const int *reads_others)
{
	const struct subset *own = &has[rank][location];
	int *zones = arena_array(arena, int, own->count + 1);

	for (int i = 0; i < own->count; i++) {
		const int e = own->global[i], past = own->layer[i] - o->graph.region;
		const int away = past > 0 ? (past - 1)/o->graph.depth + 1 : 0;

		if (o->owner[location][e] < 0 || away >= every)
			zones[i] = -1;
		else if (own->layer[i])
			zones[i] = halo_zone(every, REGION_BOUNDARY, away);
		else
			zones[i] = halo_zone(every, reads_others[e] || others_have(o, rank, has, location, e) ? REGION_BOUNDARY
				: REGION_INTERIOR, 0);
	}
	return zones;
}

void
halo_zones(struct arena *arena, const struct owners *o, int rank, int every, const struct subset *const *has,
	const int *zones[LOCATIONS])
{
	struct arena scratch = { NULL };
	int *marks[LOCATIONS];

	find_readers(&scratch, o, rank, marks);
	for (int l = 0; l < LOCATIONS; l++)
		zones[l] = o->owner[l] ? zones_of(arena, o, rank, every, has, (enum location)l, marks[l]) : NULL;
	arena_free(&scratch);
}

/* Lists grow with each peer. */
struct lists {
	int *sends, *receives, *send, *receive;
	int sent, received;
};

static int
stored_at(const int *place, int own)
{
	return place ? place[own] : own;
}

/* Adds what a peer gets and sends of one location, as its n-th peer. */
static void
add_elements(const int *owner, int count, const struct subset *own, const struct subset *others, const int *place, int rank, int peer,
	int n, struct lists *lists)
{
	const int sent = lists->sent, received = lists->received;

	for (int e = 0; e < count; e++) {
		if (owner[e] == rank && others->local[e] >= 0)
			lists->send[lists->sent++] = stored_at(place, own->local[e]);
		if (owner[e] == peer && own->local[e] >= 0)
			lists->receive[lists->received++] = stored_at(place, own->local[e]);
	}
	lists->sends[n] = lists->sent - sent;
	lists->receives[n] = lists->received - received;
}

/* The elements of one location that other subdomains receive. */
static size_t
count_sent(const struct owners *o, int rank, const struct subset *const *has, enum location location)
{
	size_t count = 0;

	for (int peer = 0; peer < o->count && o->owner[location]; peer++)
		for (int e = 0; e < o->graph.count[location] && peer != rank; e++)
			count += o->owner[location][e] == rank && has[peer][location].local[e] >= 0;
	return count;
}

void
halo_lists(struct arena *arena, const struct owners *o, int rank, const struct subset *const *has, const int *const place[LOCATIONS],
	struct stencil_columns columns[LOCATIONS])
{
	int *ranks = arena_array(arena, int, o->count), peers = 0;
	struct lists lists[LOCATIONS] = { { NULL } };

	for (int l = 0; l < LOCATIONS; l++) {
		lists[l].sends = arena_array(arena, int, o->count);
		lists[l].receives = arena_array(arena, int, o->count);
		lists[l].send = arena_array(arena, int, count_sent(o, rank, has, (enum location)l) + 1);
		lists[l].receive = arena_array(arena, int, has[rank][l].count + 1);
	}
	for (int peer = 0; peer < o->count; peer++) {
		int any = 0;

		for (int l = 0; l < LOCATIONS && peer != rank; l++) {
			if (o->owner[l])
				add_elements(o->owner[l], o->graph.count[l], &has[rank][l], &has[peer][l], place[l], rank, peer, peers, &lists[l]);
			any += lists[l].sends[peers] + lists[l].receives[peers];
		}
		ranks[peers] = peer;
		peers += any > 0;
	}
	for (int l = 0; l < LOCATIONS; l++)
		columns[l] = (struct stencil_columns){ .peers = peers, .rank = ranks, .sends = lists[l].sends, .receives = lists[l].receives,
			.send = lists[l].send, .receive = lists[l].receive };
}
