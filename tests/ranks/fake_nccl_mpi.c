/* What transport nccl needs of NCCL among processes that MPI has joined: the messages of a group go by MPI when a stream has come to
 * them, or at once; what is behind them in the stream waits. Their order among two ranks counts, as with NCCL. FAKE_NCCL=init fails
 * there, wait: all wait there for ever, and asleep: rank 0 without a limit of time, as if it had hung before; connect: when they
 * connect. */

#include "runtime/host/host_stream.h"
#include "tests/ranks/fake_nccl.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 64, TAG = 77 };

struct nccl_communicator {
    int rank, ranks;
};

struct call {
    char *buffer;
    int count, peer, sends;
};

struct group {
    struct call calls[MOST];
    int count, is_on_its_way;
    struct host_stream *stream;
    MPI_Request requests[MOST];
};

static struct group group;
static int depth;

int
ncclGetUniqueId(struct unique_id *id)
{
    memset(id, 7, sizeof *id);
    return 0;
}

int
ncclCommInitRankConfig(struct nccl_communicator **own, int count, struct unique_id id, int rank, const struct config *config)
{
    const char *fails = getenv("FAKE_NCCL");
    int ranks;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (id.bytes[127] != 7 || ranks != count || !config_is_good(config) || (fails && !strcmp(fails, "init")))
        return WRONG_USAGE;
    if (fails && !strcmp(fails, "asleep") && !rank)
        alarm(0);
    while (fails && (!strcmp(fails, "wait") || !strcmp(fails, "asleep")))
        pause();
    *own = malloc(sizeof **own);
    **own = (struct nccl_communicator){ rank, count };
    return 0;
}

int
ncclCommDestroy(struct nccl_communicator *c)
{
    free(c);
    return 0;
}

int
ncclGetVersion(int *version)
{
    *version = version_of_fake();
    return 0;
}

int
ncclCommAbort(struct nccl_communicator *c)
{
    free(c);
    return 0;
}

int
ncclCommGetAsyncError(struct nccl_communicator *c, int *result)
{
    (void)c;
    *result = 0;
    return 0;
}

int
ncclGroupStart(void)
{
    group.count = 0;
    return depth++ ? WRONG_USAGE : 0;
}

static int
add(struct nccl_communicator *c, struct call call, void *stream)
{
    if (!depth || group.count == MOST || call.peer < 0 || call.peer >= c->ranks || call.peer == c->rank)
        return WRONG_USAGE;
    group.stream = stream;
    group.calls[group.count++] = call;
    return 0;
}

int
ncclSend(const void *buffer, size_t count, int type, int peer, struct nccl_communicator *c, void *stream)
{
    return type > 1 ? WRONG_USAGE : add(c, (struct call){ (char *)buffer, (int)count, peer, 1 }, stream);
}

int
ncclRecv(void *buffer, size_t count, int type, int peer, struct nccl_communicator *c, void *stream)
{
    return type > 1 ? WRONG_USAGE : add(c, (struct call){ buffer, (int)count, peer, 0 }, stream);
}

static void
start(struct group *g)
{
    for (int i = 0; i < g->count; i++) {
        const struct call *c = &g->calls[i];

        if (c->sends)
            MPI_Isend(c->buffer, c->count, MPI_BYTE, c->peer, TAG, MPI_COMM_WORLD, &g->requests[i]);
        else
            MPI_Irecv(c->buffer, c->count, MPI_BYTE, c->peer, TAG, MPI_COMM_WORLD, &g->requests[i]);
    }
}

/* Recorded groups go again. */
static int
carry(void *work)
{
    struct group *g = work;
    int done;

    if (!g->is_on_its_way)
        start(g);
    g->is_on_its_way = 1;
    if (MPI_Testall(g->count, g->requests, &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS)
        return WRONG_USAGE;
    g->is_on_its_way = !done;
    return done ? 0 : HOST_STREAM_AGAIN;
}

int
ncclGroupEnd(void)
{
    struct group *kept;

    if (depth-- != 1)
        return WRONG_USAGE;
    if (!group.count || !group.stream) {
        const char *fails = getenv("FAKE_NCCL");
        int status;

        while (fails && !strcmp(fails, "connect"))
            pause();

        do
            status = carry(&group);
        while (status == HOST_STREAM_AGAIN);
        return status;
    }
    kept = malloc(sizeof *kept);
    *kept = group;
    return group.stream->keep(group.stream, carry, free, kept) ? WRONG_USAGE : 0;
}

const char *
ncclGetErrorString(int status)
{
    return status == WRONG_USAGE ? "wrong usage" : "no error";
}
