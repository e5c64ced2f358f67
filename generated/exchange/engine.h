#ifndef STENCIL_ENGINE
#define STENCIL_ENGINE

#include "exchange.h"
#include "lane.h"

/* All that a rank sends another one and receives from it, as places in its buffers. */
struct stencil_message {
    int peer;
    size_t send, send_bytes;
    size_t receive, receive_bytes;
};

/* The exchanges of all ranks that belong together: of each rank the one with this number. */
struct stencil_channel {
    struct stencil_channel *next;
    int number;
    struct stencil_exchange *exchanges[]; /* by rank; NULL: not planned yet, or of another process */
};

struct stencil_exchange {
    struct stencil_engine *engine;
    struct stencil_channel *channel; /* NULL: not attached */
    void *own;                       /* what the engine has of it, from attach to detach */
    const struct stencil_lane *lane;
    int rank;
    struct stencil_message *messages; /* by peer; one may be to the rank itself */
    int message_count;
    struct stencil_packing sends, receives;
    void *send, *receive; /* buffers, in the lane's memory */
    void **fields;        /* since it began */
    int field_count;
    int in_flight;
};

/* Carries the messages of packed buffers. Messages to oneself never come here. */
struct stencil_engine {
    int ranks;
    struct stencil_channel *channels; /* by number */
    int (*attach)(struct stencil_exchange *exchange); /* buffers are there, and it is in its channel */
    void (*detach)(struct stencil_exchange *exchange); /* also after attach failed */
    int (*ready)(struct stencil_exchange *exchange);  /* before the buffers are packed: both are free */
    int (*send)(struct stencil_exchange *exchange, void *stream);
    int (*receive)(struct stencil_exchange *exchange, void *stream);
    int (*unpacked)(struct stencil_exchange *exchange, void *stream); /* NULL: nothing to do behind it */
    int (*renew)(struct stencil_exchange *exchange, void *stream); /* records all events anew; NULL: there are none */
    int (*check)(struct stencil_engine *engine); /* what streams wait for: whether it failed meanwhile; NULL: they wait for no other rank */
    void (*abort)(struct stencil_engine *engine); /* ends what streams wait for, however far it is; there may be none */
    const char *(*error)(int status); /* NULL: not the engine's */
    void (*free)(struct stencil_engine *engine);
};

#endif
