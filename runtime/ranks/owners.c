#include "runtime/ranks/owners.h"

#include <stdio.h>
#include <string.h>

static bool
read_all(const struct owners *owners, int *owner, const char *path, FILE *file, struct error *error)
{
	const int count = owners->count;
	long long rank;

	for (int i = 0; i < count; i++) {
		if (fscanf(file, "%18lld", &rank) != 1)
			return error_set(error, EXIT_ERRORS, "%s: line %d: expected the rank of a %s, of which there are %d", path, i + 1,
				owners->what, count);
		if (rank < 0 || rank >= owners->ranks)
			return error_set(error, EXIT_ERRORS, "%s: line %d: rank %lld is none of 0 to %d", path, i + 1, rank,
				owners->ranks - 1);
		owner[i] = (int)rank;
	}
	return fscanf(file, "%18lld", &rank) != 1
		|| error_set(error, EXIT_ERRORS, "%s has more ranks than there are %ss: %d", path, owners->what, count);
}

bool
owners_read(const struct owners *owners, int *owner, const char *path, struct error *error)
{
	FILE *file = fopen(path, "r");
	bool good;

	if (!file)
		return error_set(error, EXIT_USAGE, "cannot read '%s'", path);
	good = read_all(owners, owner, path, file, error);
	fclose(file);
	return good;
}

bool
owners_check(const struct owners *owners, struct error *error)
{
	struct arena arena = { NULL };
	int *owned = arena_array(&arena, int, (size_t)owners->ranks), empty = -1;

	for (int i = 0; i < owners->count; i++)
		owned[owners->owner[i]]++;
	for (int rank = owners->ranks; rank-- > 0; )
		empty = owned[rank] ? empty : rank;
	arena_free(&arena);
	if (empty >= 0)
		error_set(error, EXIT_ERRORS, "rank %d gets no %s: take fewer ranks than %d", empty, owners->what, owners->ranks);
	return empty < 0;
}

/* A file may have any other name. */
bool
owners_are_random(const char *partition)
{
	const char *seed = partition + strlen("random:");

	return !strcmp(partition, "random")
		|| (!strncmp(partition, "random:", strlen("random:")) && *seed && !seed[strspn(seed, "0123456789")]);
}

/* Lists grow with each peer. */
struct lists {
	int *rank, *sends, *receives, *send, *receive;
	int peers, sent, received;
};

static int
place_of(const int *place, int own)
{
	return place ? place[own] : own;
}

static void
add_peer(const struct owners *owners, const int *const *has, const int *place, int rank, int peer, struct lists *lists)
{
	const int sent = lists->sent, received = lists->received;

	for (int i = 0; i < owners->count; i++) {
		if (owners->owner[i] == rank && has[peer][i] >= 0)
			lists->send[lists->sent++] = place_of(place, has[rank][i]);
		if (owners->owner[i] == peer && has[rank][i] >= 0)
			lists->receive[lists->received++] = place_of(place, has[rank][i]);
	}
	if (lists->sent == sent && lists->received == received)
		return;
	lists->rank[lists->peers] = peer;
	lists->sends[lists->peers] = lists->sent - sent;
	lists->receives[lists->peers++] = lists->received - received;
}

/* How many are sent to all others. */
static size_t
count_sent(const struct owners *owners, const int *const *has, int rank)
{
	size_t count = 0;

	for (int peer = 0; peer < owners->ranks; peer++)
		for (int i = 0; i < owners->count && peer != rank; i++)
			count += owners->owner[i] == rank && has[peer][i] >= 0;
	return count;
}

struct stencil_columns
owners_columns(struct arena *arena, const struct owners *owners, const int *const *has, const int *place, int rank)
{
	struct lists lists = {
		.rank = arena_array(arena, int, owners->ranks), .sends = arena_array(arena, int, owners->ranks),
		.receives = arena_array(arena, int, owners->ranks), .receive = arena_array(arena, int, (size_t)owners->count + 1),
		.send = arena_array(arena, int, count_sent(owners, has, rank) + 1),
	};

	for (int peer = 0; peer < owners->ranks; peer++)
		if (peer != rank)
			add_peer(owners, has, place, rank, peer, &lists);
	return (struct stencil_columns){
		.peers = lists.peers, .rank = lists.rank, .sends = lists.sends, .receives = lists.receives, .send = lists.send,
		.receive = lists.receive,
	};
}
