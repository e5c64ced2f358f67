#include "runtime/partition/halo.h"

#include "runtime/exchange/exchange.h"

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
	return location == o->graph.location && o->owner[element] < 0;
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
	for (int e = 0; e < graph->count[graph->location]; e++)
		marks[graph->location][e] = o->owner[e] == rank;
	for (int layer = 1; layer <= every*graph->depth; layer++)
		for (int r = 0; r < graph->relation_count; r++)
			mark_neighbors(o, &graph->relations[r], layer, marks);
	for (int l = 0; l < LOCATIONS; l++)
		at[l] = number(arena, marks[l], graph->count[l], order ? order[l] : NULL);
	arena_free(&scratch);
}

/* Marks the elements that others own, and those that one step computes from such. */
static const int *
find_readers(struct arena *arena, const struct owners *o, int rank)
{
	const struct graph *graph = &o->graph;
	int *marks[LOCATIONS];

	new_marks(arena, graph, marks);
	for (int e = 0; e < graph->count[graph->location]; e++)
		marks[graph->location][e] = o->owner[e] >= 0 && o->owner[e] != rank;
	for (int layer = 1; layer <= graph->depth; layer++)
		for (int r = 0; r < graph->relation_count; r++)
			mark_readers(o, &graph->relations[r], layer, marks);
	return marks[graph->location];
}

static bool
others_have(const struct owners *o, int rank, const struct subset *const *has, int element)
{
	for (int other = 0; other < o->count; other++)
		if (other != rank && has[other]->local[element] >= 0)
			return true;
	return false;
}

int *
halo_zones(struct arena *arena, const struct owners *o, int rank, int every, const struct subset *const *has)
{
	const struct subset *own = has[rank];
	struct arena scratch = { NULL };
	const int *reads_others = find_readers(&scratch, o, rank);
	int *zones = arena_array(arena, int, own->count + 1);

	for (int i = 0; i < own->count; i++) {
		const int e = own->global[i], past = own->layer[i] - o->graph.region;
		const int away = past > 0 ? (past - 1)/o->graph.depth + 1 : 0;

		if (o->owner[e] < 0 || away >= every)
			zones[i] = -1;
		else if (own->layer[i])
			zones[i] = halo_zone(every, REGION_BOUNDARY, away);
		else
			zones[i] = halo_zone(every, reads_others[e] || others_have(o, rank, has, e) ? REGION_BOUNDARY : REGION_INTERIOR, 0);
	}
	arena_free(&scratch);
	return zones;
}

/* Lists grow with each peer. */
struct lists {
	int *rank, *sends, *receives, *send, *receive;
	int peers, sent, received;
};

static int
stored_at(const int *place, int own)
{
	return place ? place[own] : own;
}

static void
add_peer(const struct owners *o, const struct subset *const *has, const int *place, int rank, int peer, struct lists *lists)
{
	const int *own = has[rank]->local, *others = has[peer]->local;
	const int sent = lists->sent, received = lists->received;

	for (int e = 0; e < o->graph.count[o->graph.location]; e++) {
		if (o->owner[e] == rank && others[e] >= 0)
			lists->send[lists->sent++] = stored_at(place, own[e]);
		if (o->owner[e] == peer && own[e] >= 0)
			lists->receive[lists->received++] = stored_at(place, own[e]);
	}
	if (lists->sent == sent && lists->received == received)
		return;
	lists->rank[lists->peers] = peer;
	lists->sends[lists->peers] = lists->sent - sent;
	lists->receives[lists->peers++] = lists->received - received;
}

/* What is sent to all others. */
static size_t
count_sent(const struct owners *o, int rank, const struct subset *const *has)
{
	size_t count = 0;

	for (int peer = 0; peer < o->count; peer++)
		for (int e = 0; e < o->graph.count[o->graph.location] && peer != rank; e++)
			count += o->owner[e] == rank && has[peer]->local[e] >= 0;
	return count;
}

struct stencil_columns
halo_lists(struct arena *arena, const struct owners *o, int rank, const struct subset *const *has, const int *place)
{
	struct lists lists = {
		.rank = arena_array(arena, int, o->count), .sends = arena_array(arena, int, o->count),
		.receives = arena_array(arena, int, o->count), .receive = arena_array(arena, int, has[rank]->count + 1),
		.send = arena_array(arena, int, count_sent(o, rank, has) + 1),
	};

	for (int peer = 0; peer < o->count; peer++)
		if (peer != rank)
			add_peer(o, has, place, rank, peer, &lists);
	return (struct stencil_columns){
		.peers = lists.peers, .rank = lists.rank, .sends = lists.sends, .receives = lists.receives, .send = lists.send,
		.receive = lists.receive,
	};
}
