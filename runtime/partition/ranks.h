#ifndef RANKS_H
#define RANKS_H

#include "generator/base/arena.h"
#include "runtime/exchange/mpi_table.h"

#include <stdbool.h>

/* Processes that a launcher of MPI started together, of which this is one. Rank 0 speaks: what the others say is held
 * back until it is known that they alone have something to say. */
struct ranks {
	const char *program;
	int rank, count;                 /* 0 and 1: it is alone */
	int local, neighbours;           /* of several: its number among those of its node, and how many these are */
	const struct stencil_mpi *mpi;   /* NULL: not joined */
	double seconds;                  /* that the others are waited for at most */
	int spoken;                      /* the standard error of old, while this rank's is held back; or -1 */
};

/* Looks at what launchers leave in the environment. From here on other ranks than 0 are silent. Cores are divided among
 * the ranks of the node. */
void ranks_find(struct ranks *ranks, const char *program);

/* Loads MPI, which is compiled against what mpicc finds, and joins the other ranks; `seconds` is how long to wait for
 * them at most. Nothing may be started as a process afterwards. Returns an exit status; problems are reported. */
int ranks_join(struct ranks *ranks, struct arena *arena, double seconds);

/* The largest exit status of all ranks. One that failed speaks, the lowest of them. */
int ranks_agree(struct ranks *ranks, int status);

/* Some text that all ranks should have alike, and what it is to be called. */
struct ranks_text {
	const char *name, *text;
};

/* The name of the first text that is not what rank 0 has; NULL: all are. */
const char *ranks_differ(struct ranks *ranks, const struct ranks_text *texts, int count);

/* If it has joined others, which wait for it, and fails: speaks, and ends them all. Rank 0 comes first, for others may have failed
 * alike. */
void ranks_abort(struct ranks *ranks, int status);

/* Where a library that knows no limit waits for others: if it takes longer than these are waited for at most, the process ends, and says
 * what they do not do. NULL: it has taken less. */
void ranks_limit(const struct ranks *ranks, const char *what);

/* Leaves the others. */
void ranks_leave(struct ranks *ranks);

/* For tests: STENCILGEN_FAULT=RANK:STEP:kill, exit, hang or error. Returns true if this step is to fail. */
bool ranks_fault(const struct ranks *ranks, int step);

#endif
