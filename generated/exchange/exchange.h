/*
 * Exchanges halos between the parts of a regular grid. A grid of columns is cut into rectangles, one a rank: a process,
 * or one of several in a process. Each rank has arrays of its part and a halo around it, and a struct stencil_grid
 * whose inner columns are the part. Levels are not cut.
 *
 * A group of `every` steps follows an exchange. What a step updates are regions, changed copies of the grid that any
 * launcher takes:
 *
 *     for further = every - 1 ... 1:
 *         launch on stencil_extended(parts, rank, &grid, further), swap pointers
 *     count = stencil_strips(parts, rank, &grid, regions)
 *     launch on regions[0] ... regions[count - 2]
 *     stencil_exchange_begin(exchange, fields, stream)
 *     launch on regions[count - 1], the interior, while messages are on their way
 *     stencil_exchange_end(exchange, stream), swap pointers
 *
 * The bits are those of one rank, for any ranks and `every`: each point is computed from the same values in the same order.
 *
 * Functions return 0, a stencil_refusal, one of enum stencil_exchange_refusal, or what the memory's owner or the engine
 * returned; stencil_exchange_text has words for all of them.
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

/* How a grid is cut. Arrays are x, y. */
struct stencil_rectangles {
    int ranks[2];        /* parts */
    int periodic[2];     /* whether the grid begins anew where it ends */
    int inner[2];        /* columns that are updated, of the whole grid */
    int low[2], high[2]; /* how far a step reads: to the west and north; to the east and south */
    int every;           /* steps of a group */
    int corners;         /* whether some read goes along both axes */
    int vector;          /* columns that a kernel loads at once, else 1: regions begin at multiples of them */
    int alignment;       /* and interiors at multiples of so many, themselves multiples of the former */
};

/* A rank's part: rank y*ranks[0] + x has the x-th in x and the y-th in y. */
struct stencil_rectangle {
    int begin[2], end[2];   /* its columns, counted from the first inner one of the whole grid */
    int low[2], high[2];    /* columns of halo towards neighbours that steps need, 0 where there is none */
    int neighbour[3][3];    /* [dy + 1][dx + 1]: a rank, or -1 */
};

/* Whether parts are as wide as the halos of their neighbours: 0, STENCIL_NO_PARTS or STENCIL_THIN_PARTS. */
int stencil_rectangles_check(const struct stencil_rectangles *parts);

/* The least width of a part along an axis, and that which it needs. */
int stencil_part_width(const struct stencil_rectangles *parts, int axis);
int stencil_part_needs(const struct stencil_rectangles *parts, int axis);

/* Columns of the halo on a part's lower (-1) or higher (1) side along an axis, if it has a neighbour there. */
int stencil_halo(const struct stencil_rectangles *parts, int axis, int side);

/* The part of a rank, of parts that were checked. */
struct stencil_rectangle stencil_rectangle(const struct stencil_rectangles *parts, int rank);

/* The columns x0..x1-1, y0..y1-1, counted from the first inner column of a regular grid; it knows how far the sides of the
 * domain are, if the grid does: west, east, north and south, which are yours to set. */
struct stencil_grid stencil_region(const struct stencil_grid *grid, int x0, int y0, int x1, int y1);

/* A rank's part and, towards its neighbours, what so many further steps of the group need of this one. */
struct stencil_grid stencil_extended(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    int further);

/* A rank's part in at most 5 regions: strips, which are all that is sent, then the interior, which reads no halo of
 * neighbours. Returns how many they are; 1, if there is no neighbour or a part is too thin for an interior. */
enum { STENCIL_REGIONS = 5 };
int stencil_strips(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    struct stencil_grid regions[STENCIL_REGIONS]);

/* A field that is exchanged. */
struct stencil_exchanged {
    int bytes;  /* of an element: 1, 4 or 8 */
    int levels; /* the grid's; 1 of a column field */
};

struct stencil_lane;     /* whose memory it is: lane.h */
struct stencil_engine;   /* what carries messages: engine.h */
struct stencil_exchange; /* of one rank */

extern const struct stencil_lane stencil_lane_cpu;

/* An engine carries at most this number of exchanges of each rank at once. A new exchange has the least number that no other one of
 * its rank has; those of all ranks with one number exchange with each other. So all ranks plan their exchanges in the same order,
 * each with fields and halos of its own. Several can be in flight; processes begin and end them in the same order. */
enum { STENCIL_EXCHANGES = 1024 };

/* All ranks are in this process, and one thread calls for all of them, whose lanes can be copied between. */
int stencil_engine_peer(int ranks, struct stencil_engine **engine);
void stencil_engine_free(struct stencil_engine *engine);

/* Plans the exchange of some fields of a rank, which lie in the lane, and allocates its buffers there; on failure *exchange
 * is NULL. Ranks do it in any order, all before the first begins. STENCIL_ENGINE_TAKEN: the rank has too many. */
int stencil_exchange_rectangles(struct stencil_exchange **exchange, struct stencil_engine *engine,
    const struct stencil_lane *lane, const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
    const struct stencil_exchanged *fields, int field_count);

/* Elements of arrays of any numbering that a rank sends to others and receives from them. Places count within a level, peer
 * after peer; what one rank sends and another one receives, both have in the same order, of global numbers for one. */
struct stencil_columns {
    int peers;
    const int *rank;            /* of each peer */
    const int *sends, *receives; /* how many for each peer, and from it */
    const int *send, *receive;
    int stride;                 /* from one level to the next, where levels lie outermost */
    const int *heights;         /* by field: from one element to the next, where levels lie innermost; else 0 */
};

/* The same of such lists. */
int stencil_exchange_columns(struct stencil_exchange **exchange, struct stencil_engine *engine,
    const struct stencil_lane *lane, const struct stencil_columns *columns, int rank,
    const struct stencil_exchanged *fields, int field_count);

/* Packs what `stream` has made so far of the fields, and sends it. Pointers are in the order of the plan, may differ
 * from call to call and stay until the end. Of ranks in one process all begin before the first ends. */
int stencil_exchange_begin(struct stencil_exchange *exchange, void *const *fields, void *stream);

/* What `stream` does afterwards sees the halos of the fields filled. Of a rank all streams that begin and end exchanges are
 * one, or ordered by its owner. */
int stencil_exchange_end(struct stencil_exchange *exchange, void *stream);

/* Where streams are captured as a graph: before the first exchange that is, and again before the first one that is not. What
 * exchanges wait for by events is then what is in the stream by now; no exchange is going on. */
int stencil_exchange_renew(struct stencil_exchange *exchange, void *stream);

/* What a rank sends in an exchange. */
struct stencil_traffic {
    int messages;             /* to other ranks */
    unsigned long long bytes; /* in these */
};
struct stencil_traffic stencil_exchange_traffic(const struct stencil_exchange *exchange);

const char *stencil_exchange_text(const struct stencil_exchange *exchange, int status);
void stencil_exchange_free(struct stencil_exchange *exchange);

#ifdef __cplusplus
}
#endif

#endif
