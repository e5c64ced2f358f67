/* What transport nccl needs of NCCL, within one process: sends and receives of a group are matched when it ends, in their order, and
 * copied at once or, where there are streams, when both have come to it. Anything that NCCL would not do, or hang at, is an error. FAKE_NCCL=init, send or end
 * fails there, later when messages are on their way; lost: they do not arrive. FAKE_NCCL_BLOCKS is how many blocks it is to be told of, else 16;
 * FAKE_NCCL_VERSION is its own. */

#include "runtime/host/host_stream.h"
#include "tests/ranks/fake_nccl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMOTE_ERROR = 6, MOST = 64 };

struct nccl_communicator {
    int rank, ranks;
};

struct call {
    struct nccl_communicator *from;
    int peer, type;
    size_t count;
    char *buffer;
    void *stream;
    int done;
};

static struct call sends[MOST], receives[MOST];
static int send_count, receive_count, depth, started;

static int
fails(const char *where)
{
    const char *wanted = getenv("FAKE_NCCL");

    return wanted && !strcmp(wanted, where);
}

int
ncclGetUniqueId(struct unique_id *id)
{
    memset(id, 7, sizeof *id);
    return 0;
}

/* Of one process for all ranks, which would wait for each other outside of a group; of several: see fake_nccl_mpi.c. */
int
ncclCommInitRankConfig(struct nccl_communicator **own, int count, struct unique_id id, int rank, const struct config *config)
{
    if (!depth || id.bytes[127] != 7 || rank < 0 || rank >= count || !config_is_good(config) || fails("init"))
        return WRONG_USAGE;
    *own = malloc(sizeof **own);
    **own = (struct nccl_communicator){ rank, count };
    started++;
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

/* A device fails after a while. */
int
ncclCommGetAsyncError(struct nccl_communicator *c, int *result)
{
    static int asked;

    (void)c;
    *result = fails("later") && asked++ > 20 ? REMOTE_ERROR : 0;
    return 0;
}

int
ncclGroupStart(void)
{
    return depth++ ? WRONG_USAGE : 0;
}

static int
add(struct call *calls, int *count, struct call call)
{
    if (!depth || *count == MOST || call.peer < 0 || call.peer >= call.from->ranks || fails("send"))
        return WRONG_USAGE;
    calls[(*count)++] = call;
    return 0;
}

int
ncclSend(const void *buffer, size_t count, int type, int peer, struct nccl_communicator *c, void *stream)
{
    return add(sends, &send_count, (struct call){ c, peer, type, count, (char *)buffer, stream, 0 });
}

int
ncclRecv(void *buffer, size_t count, int type, int peer, struct nccl_communicator *c, void *stream)
{
    return add(receives, &receive_count, (struct call){ c, peer, type, count, buffer, stream, 0 });
}

/* The first receive that a send is for. */
static struct call *
partner(const struct call *send)
{
    for (int r = 0; r < receive_count; r++)
        if (!receives[r].done && receives[r].from->rank == send->peer && receives[r].peer == send->from->rank)
            return &receives[r];
    return NULL;
}

struct message {
    char *to;
    const char *from;
    size_t bytes;
};

static int
copy(void *work)
{
    const struct message *message = work;

    memcpy(message->to, message->from, message->bytes);
    return 0;
}

static int
carry(const struct call *send, const struct call *receive)
{
    struct message message = { receive->buffer, send->buffer, send->count }, *kept;
    struct host_stream *stream = receive->stream;

    if (fails("lost"))
        return 0;
    if (!stream || !send->stream)
        return copy(&message);
    kept = malloc(sizeof *kept);
    *kept = message;
    return stream->keep_both(stream, send->stream, copy, free, kept) ? WRONG_USAGE : 0;
}

int
ncclGroupEnd(void)
{
    int result = (fails("end") && !started) || !depth || send_count != receive_count ? WRONG_USAGE : 0;

    for (int s = 0; s < send_count && !result; s++) {
        struct call *receive = partner(&sends[s]);

        if (!receive || receive->count != sends[s].count || receive->type != sends[s].type || sends[s].type > 1)
            result = WRONG_USAGE;
        else {
            result = carry(&sends[s], receive);
            receive->done = 1;
        }
    }
    if (getenv("FAKE_NCCL_LOG") && !started)
        fprintf(stderr, "group\n");
    depth = send_count = receive_count = started = 0;
    return result;
}

const char *
ncclGetErrorString(int status)
{
    return status == WRONG_USAGE ? "wrong usage" : status == REMOTE_ERROR ? "remote error" : "no error";
}
