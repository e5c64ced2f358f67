#ifndef STREAMS_H
#define STREAMS_H

#include "generator/base/error.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/exchange_clock.h"
#include "runtime/partition/processes.h"

/* What a subdomain has enqueued. Each step enqueues its boundary regions and all messages on `boundary`. An interior that
 * overlaps with messages, and steps without an exchange, are on `interior`. Boundary regions read the interior of the last
 * step, and the interior reads the boundary regions of the last step. Each writes what the other one read then. An interior
 * reads no halo. */
struct streams {
	const struct device_streams *device; /* NULL: kernels have ended when their calls return */
	int number;                          /* of the device */
	void *boundary, *interior;
	void *boundary_done, *interior_done, *halos_done; /* events: of the last step; halos were filled last */
	struct stencil_exchange **exchanges;              /* of halos, on `boundary`: those of all rows of the partition */
	int exchange_count;                               /* 0: nothing is exchanged */
	struct exchange_clock *clock;
	struct stream_wait *wait; /* NULL: the host waits as long as it takes */
};

/* The streams of all subdomains. This process has the subdomains first..end-1: all, or one if there are several processes. */
struct local_streams {
	const struct device *device;
	const struct processes *processes;
	struct stencil_engine *engine; /* which the caller sets, opens and frees; NULL: nothing is exchanged */
	struct streams *items;         /* by subdomain; zeros if another process has it */
	int first, end;
};

/* Allocates the list, without streams. Ends with local_streams_free in any case. That frees exchanges, too. */
bool local_streams_allocate(struct local_streams *all, const struct processes *processes, const struct device *device,
	int subdomains, struct error *error);
void local_streams_free(struct local_streams *all);

/* Creates a subdomain's streams on the device of this number, which is selected, after all uploads. If messages wait for other
 * ranks in streams, as NCCL's do, the host never waits longer than the processes' limit without progress: it polls events
 * and the engine, and is only some steps ahead. Does nothing on a device without streams. */
bool streams_open(struct local_streams *all, int subdomain, int number, struct error *error);

/* Functions on the streams of one subdomain return a status of the device. */

/* Selects the subdomain's device. */
int streams_select(const struct streams *streams);

/* Before a step with an exchange: boundary regions and interior wait for each other's last step. */
int streams_wait_for_last_step(const struct streams *streams);

/* Of several kernels only the last one on the grid has boundary regions and an interior. Earlier and later kernels are on
 * `boundary` and wait for the last interior. The interior then waits for the earlier ones. */
int streams_wait_for_interior(const struct streams *streams);
int streams_fork(const struct streams *streams);

/* What it sends in exchanges of all rows. */
struct stencil_traffic streams_traffic(const struct streams *streams);

/* Records all events again, before and after a capture, which has events of its own. */
int streams_renew(const struct streams *streams);

/* This number of steps is enqueued: waits for steps long ago, if messages wait for other ranks. False with an error on failure,
 * which ends all messages. */
bool local_streams_mark(const struct local_streams *all, int step, struct error *error);

/* Waits for all that is enqueued. False with an error, as before. */
bool local_streams_finish(const struct local_streams *all, struct error *error);

/* The step in which another rank made no progress; 0: none. */
int local_streams_stuck(const struct local_streams *all);

/* Times some of this number of exchanges of each subdomain between steps. */
bool local_streams_time(const struct local_streams *all, int exchanges, struct error *error);

/* After finish: seconds of all exchanges of the subdomain that needs most. Without streams, subdomains follow each other: the
 * sum of all. */
bool local_streams_spent(const struct local_streams *all, double *seconds, struct error *error);

#endif
