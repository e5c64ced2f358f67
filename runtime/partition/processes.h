#ifndef PROCESSES_H
#define PROCESSES_H

#include "generator/base/error.h"
#include "runtime/cli/tool.h"
#include "runtime/exchange/mpi_table.h"

#include <stdbool.h>

/* Processes that a launcher of MPI started together; this is one of them. Only rank 0 prints errors at once. The errors of other
 * ranks are held back until it is known which rank is to print. */
struct processes {
	const char *program;
	int rank, count;               /* 0 and 1: it is alone */
	int local, neighbours;         /* of several: its number on its node, and the number of processes there */
	const struct stencil_mpi *mpi; /* NULL: not joined */
	double seconds;                /* the limit of waits for other ranks */
	int held_stderr;               /* the descriptor of standard error while errors are held back; or -1 */
};

/* Reads what launchers leave in the environment, and divides cores among the ranks of the node. From now on ranks other than 0
 * are silent. */
void processes_find(struct processes *processes, const char *program);

/* The number of a subdomain's device. In one process neighbors in the order of ranks share a device if there are too few.
 * Each process of a node has one device. */
int processes_device(const struct processes *processes, int rank, int subdomains, int devices);

/* Whether all ranks are good. One that is not reports its error first: the lowest of them prints. The error then has the largest exit
 * status of all. */
bool processes_agree(struct processes *processes, const struct tool *tool, bool good, struct error *error);

/* Compiles what calls MPI with mpicc, loads it, and joins the other ranks, if any. `seconds` is the limit of waits for them. No
 * process may be started afterwards. Agrees on whether what came before is good. */
bool processes_join(struct processes *processes, struct tool *tool, double seconds, bool good, struct error *error);

/* A text that must be the same on all ranks, and its name. */
struct processes_text {
	const char *name, *text;
};

/* Whether all ranks have the texts that rank 0 has; they agree on it. */
bool processes_compare(struct processes *processes, const struct tool *tool, const struct processes_text *texts, int count,
	struct error *error);

/* Whether a call of MPI failed. Sets the error then. */
bool processes_failed(const struct processes *processes, int status, struct error *error);

/* After a failure of this rank alone, while others wait for it: reports its error and ends all ranks, if it has joined. Rank 0 is
 * first, as several ranks may have failed. Returns false. */
bool processes_abort(struct processes *processes, const struct tool *tool, struct error *error);

/* Before calls of a library that waits for other ranks without a limit: after the limit of waits this process ends, and reports
 * what the others do not do. NULL ends the limit. */
void processes_limit(const struct processes *processes, const char *what);

/* After no progress within the limit: asks the other ranks whether they wait, too. The error names those that do not. */
void processes_find_silent(const struct processes *processes, struct error *error);

/* Leaves the others. */
void processes_leave(struct processes *processes);

/* For tests: STENCILGEN_FAULT=RANK:STEP:kill, exit, hang or error. Returns true if this step is to fail. */
bool processes_fault(const struct processes *processes, int step);

#endif
