#ifndef STENCIL_ENGINE
#define STENCIL_ENGINE

#include "exchange.h"
#include "lane.h"

/* A message to another rank and one from it. send and receive are offsets in the buffers, in bytes. */
struct stencil_message {
    int peer;
    size_t send, send_bytes;
    size_t receive, receive_bytes;
};

/* The exchanges that communicate: those with one number, of all ranks. */
struct stencil_channel {
    struct stencil_channel *next;
    int number;
    struct stencil_exchange *exchanges[]; /* [rank]; NULL: not planned yet, or of another process */
};

struct stencil_exchange {
    struct stencil_engine *engine;
    struct stencil_channel *channel; /* NULL: not attached */
    void *own;                       /* data of the transport, from attach to detach */
    const struct stencil_lane *lane;
    int rank;
    struct stencil_message *messages; /* one per peer, which may be the rank itself */
    int message_count;
    struct stencil_packing sends, receives;
    void *send, *receive; /* buffers, in the memory space */
    void **fields;        /* those of stencil_exchange_begin */
    int field_count;
    int in_flight;
};

/* A transport: moves packed buffers between ranks, but not from a rank to itself. Functions return 0 or an error. */
struct stencil_engine {
    int ranks;
    struct stencil_channel *channels; /* by number */
    int (*attach)(struct stencil_exchange *exchange); /* the buffers are allocated, and the exchange is in its channel */
    void (*detach)(struct stencil_exchange *exchange); /* also after attach failed */
    int (*ready)(struct stencil_exchange *exchange);  /* before packing: makes both buffers free */
    int (*send)(struct stencil_exchange *exchange, void *stream);
    int (*receive)(struct stencil_exchange *exchange, void *stream);
    int (*unpacked)(struct stencil_exchange *exchange, void *stream); /* after unpacking; NULL: nothing to do */
    int (*renew)(struct stencil_exchange *exchange, void *stream); /* records all events again; NULL: there are none */
    int (*check)(struct stencil_engine *engine); /* returns the error of an operation that streams wait for; NULL: there is none */
    void (*abort)(struct stencil_engine *engine); /* ends all operations that streams wait for; NULL: there are none */
    const char *(*error)(int status); /* returns NULL for an error of others */
    void (*free)(struct stencil_engine *engine);
};

#endif
