/*
 * Exchanges halos between the subdomains of a regular grid. The columns of the grid are decomposed into rectangles, one
 * per rank: a process, or one of several in a process. Each rank has arrays of its subdomain and a halo around it, and
 * a struct stencil_grid whose inner columns are the subdomain. Each subdomain has all levels.
 *
 * A group of `every` steps follows each exchange. A step updates regions: copies of the grid with other bounds, which
 * any launcher accepts:
 *
 *     for further = every - 1 ... 1:
 *         launch on stencil_extended(parts, rank, &grid, further), swap pointers
 *     count = stencil_strips(parts, rank, &grid, regions)
 *     launch on regions[0] ... regions[count - 2]
 *     stencil_exchange_begin(exchange, fields, stream)
 *     launch on regions[count - 1], the interior, while messages are in flight
 *     stencil_exchange_end(exchange, stream), swap pointers
 *
 * The results have the bits of one rank, for any decomposition and `every`: each point is computed from the same values
 * in the same order.
 *
 * Sizes and offsets are in columns or elements unless bytes are named. Callers own fields, grids and lists; an exchange
 * owns its buffers. Functions return 0, a stencil_refusal, a stencil_exchange_refusal, or an error of the memory space
 * (struct stencil_lane) or the transport (struct stencil_engine). stencil_exchange_text returns the message of each.
 */
#ifndef STENCIL_EXCHANGE
#define STENCIL_EXCHANGE

#include "stencil_launch.h"

#include "stencil_grid.h"

#ifdef __cplusplus
extern "C" {
#endif

enum stencil_exchange_refusal {
    STENCIL_NO_PARTS = -101,
    STENCIL_THIN_PARTS = -102,
    STENCIL_NO_MEMORY = -103,
    STENCIL_LARGE_MESSAGE = -104,
    STENCIL_IN_FLIGHT = -105,
    STENCIL_NOT_BEGUN = -106,
    STENCIL_PEERS_BEHIND = -107,
    STENCIL_ENGINE_TAKEN = -108,
    STENCIL_NO_PROGRESS = -109,
    STENCIL_MANY_FIELDS = -110
};

/* A decomposition of a grid into subdomains. Arrays are x, y. */
struct stencil_rectangles {
    int ranks[2];        /* number of subdomains along each axis */
    int periodic[2];     /* whether the grid is periodic */
    int inner[2];        /* updated columns of the whole grid */
    int low[2], high[2]; /* columns that a step reads: to the west and north; to the east and south */
    int every;           /* steps of a group */
    int corners;         /* whether some read has an offset along both axes */
    int vector;          /* columns that a kernel loads at once, else 1: regions begin at multiples of it */
    int alignment;       /* interiors begin at multiples of it; a multiple of vector */
};

/* A subdomain. That of rank y*ranks[0] + x is number x along x and y along y. */
struct stencil_rectangle {
    int begin[2], end[2];   /* columns begin..end-1, counted from the first inner one of the whole grid */
    int low[2], high[2];    /* halo columns that steps need from neighbors; 0: no neighbor */
    int neighbour[3][3];    /* [dy + 1][dx + 1]: a rank, or -1 */
};

/* Checks that subdomains are at least as wide as the halos of their neighbors. Returns 0, STENCIL_NO_PARTS or
 * STENCIL_THIN_PARTS. */
int stencil_rectangles_check(const struct stencil_rectangles *parts);

/* Return the width of the narrowest subdomain along an axis, and the width that it needs, in columns. */
int stencil_part_width(const struct stencil_rectangles *parts, int axis);
int stencil_part_needs(const struct stencil_rectangles *parts, int axis);

/* Returns the halo columns on the lower (side -1) or higher (1) side of a subdomain that has a neighbor there. */
int stencil_halo(const struct stencil_rectangles *parts, int axis, int side);

/* Returns the subdomain of a rank. Call stencil_rectangles_check first. */
struct stencil_rectangle stencil_rectangle(const struct stencil_rectangles *parts, int rank);

/* Returns the region of columns x0..x1-1, y0..y1-1, counted from the first inner column of a regular grid. Its west, east,
 * north and south follow from those of the grid, which the caller sets. */
struct stencil_grid stencil_region(const struct stencil_grid *grid, int x0, int y0, int x1, int y1);

/* Returns the subdomain of a rank, extended towards its neighbors by the columns that `further` more steps of the group
 * read. */
struct stencil_grid stencil_extended(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    int further);

/* Divides the subdomain of a rank into boundary regions, which contain all columns that are sent, and then the interior,
 * which reads no halo of neighbors. Returns the number of regions, at most STENCIL_REGIONS; 1 if there is no neighbor or
 * no room for an interior. */
enum { STENCIL_REGIONS = 5 };
int stencil_strips(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    struct stencil_grid regions[STENCIL_REGIONS]);

/* A field that is exchanged. */
struct stencil_exchanged {
    int bytes;  /* of an element: 1, 4 or 8 */
    int levels; /* those of the grid; 1 for a column field */
};

struct stencil_lane;     /* a memory space: lane.h */
struct stencil_engine;   /* a transport of messages: engine.h */
struct stencil_exchange; /* of one rank */

extern const struct stencil_lane stencil_lane_cpu;

/* The largest number of exchanges that each rank may have on a transport. A new exchange gets the least number that is
 * free on its rank, and the exchanges of all ranks with one number communicate. So all ranks must plan their exchanges in
 * the same order. Several can be in flight; all processes must begin and end them in the same order. */
enum { STENCIL_EXCHANGES = 1024 };

/* Creates the transport for ranks that are all in this process, by copies between their memory spaces. One thread makes
 * the calls of all ranks. Free it by stencil_engine_free, after its exchanges. */
int stencil_engine_peer(int ranks, struct stencil_engine **engine);
void stencil_engine_free(struct stencil_engine *engine);

/* Plans the exchange of some fields of a rank and allocates its buffers in the memory space `lane`, where the fields are
 * stored. On failure *exchange is NULL. Ranks may plan in any order, but all before the first one begins. Returns
 * STENCIL_ENGINE_TAKEN if the rank has STENCIL_EXCHANGES already. Free it by stencil_exchange_free. */
int stencil_exchange_rectangles(struct stencil_exchange **exchange, struct stencil_engine *engine,
    const struct stencil_lane *lane, const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    const struct stencil_exchanged *fields, int field_count);

/* Elements of arrays in any order that a rank sends to other ranks, its peers, and receives from them. Two peers list the
 * elements that one sends and the other receives in the same order, such as that of their global numbers. */
struct stencil_columns {
    int peers;                  /* number of peers */
    const int *rank;            /* rank[peer] */
    const int *sends, *receives; /* [peer]: number of elements sent to it, and received from it */
    const int *send, *receive;  /* numbers of these elements within a level, one peer after the other */
    int stride;                 /* levels outermost: elements from one level to the next */
    const int *heights;         /* [field]: levels innermost: elements of the array from one column to the next; else 0 */
};

/* The same for such lists, which it copies. */
int stencil_exchange_columns(struct stencil_exchange **exchange, struct stencil_engine *engine,
    const struct stencil_lane *lane, const struct stencil_columns *columns, int rank,
    const struct stencil_exchanged *fields, int field_count);

/* The same for fields on several locations of a mesh: field f is exchanged by lists[list_of[f]]. All lists have the same
 * peers in the same order. */
int stencil_exchange_lists(struct stencil_exchange **exchange, struct stencil_engine *engine,
    const struct stencil_lane *lane, const struct stencil_columns *lists, const int *list_of, int rank,
    const struct stencil_exchanged *fields, int field_count);

/* Packs the fields after the earlier work of `stream`, and sends them. Pointers are in the order of the plan. They may
 * differ between calls and must stay valid until stencil_exchange_end. All ranks of a process must begin before the first
 * one ends. */
int stencil_exchange_begin(struct stencil_exchange *exchange, void *const *fields, void *stream);

/* Receives and unpacks: later work of `stream` reads filled halos. All exchanges of a rank must use one stream, or streams
 * that the caller orders. */
int stencil_exchange_end(struct stencil_exchange *exchange, void *stream);

/* For streams that are captured as a graph: call it before the first captured exchange, and again before the first one that
 * is not captured. It records the events that exchanges wait for anew. No exchange may be in flight. */
int stencil_exchange_renew(struct stencil_exchange *exchange, void *stream);

/* Returns the messages that a rank sends in an exchange. */
struct stencil_traffic {
    int messages;             /* to other ranks */
    unsigned long long bytes; /* in these */
};
struct stencil_traffic stencil_exchange_traffic(const struct stencil_exchange *exchange);

/* Returns the message of a status that a function returned, which the caller must not free. exchange may be NULL. */
const char *stencil_exchange_text(const struct stencil_exchange *exchange, int status);
void stencil_exchange_free(struct stencil_exchange *exchange);

#ifdef __cplusplus
}
#endif

#endif
