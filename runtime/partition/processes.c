#include "runtime/partition/processes.h"

#include "generator/base/cleanup.h"
#include "generator/base/exit.h"
#include "generator/base/hash.h"
#include "runtime/device/cpu_team.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/process.h"
#include "runtime/toolchain/toolchain.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_RANKS = 1 << 20, DEFAULT_SECONDS = 300, LEAST_SECONDS = 2 };

/* Variables of Open MPI, MPICH and Slurm: ranks, this one, those of the node, and this one's number there. */
static const struct {
	const char *count, *rank, *local, *number;
} launchers[] = {
	{ "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK" },
	{ "PMI_SIZE", "PMI_RANK", "MPI_LOCALNRANKS", "MPI_LOCALRANKID" },
	{ "SLURM_NTASKS", "PMIX_RANK", "SLURM_NTASKS_PER_NODE", "SLURM_LOCALID" },
};
enum { LAUNCHERS = sizeof launchers/sizeof *launchers };

/* A whole number of the environment, or -1. */
static int
number_of(const char *variable)
{
	const char *text = getenv(variable);
	char *end;
	const long number = text ? strtol(text, &end, 10) : -1;

	return text && end != text && !*end && number >= 0 && number <= MOST_RANKS ? (int)number : -1;
}

/* Standard error becomes a temporary file. */
static void
hold_errors(struct processes *processes)
{
	FILE *held = tmpfile();

	if (!held)
		return;
	fflush(stderr);
	processes->held_stderr = dup(STDERR_FILENO);
	dup2(fileno(held), STDERR_FILENO);
	fclose(held);
}

/* Prints what was held back, under the rank's name. */
static void
print_held(struct processes *processes)
{
	char bytes[4096];
	ssize_t got;
	int held;

	if (processes->held_stderr < 0)
		return;
	fflush(stderr);
	held = dup(STDERR_FILENO);
	dup2(processes->held_stderr, STDERR_FILENO);
	close(processes->held_stderr);
	processes->held_stderr = -1;
	lseek(held, 0, SEEK_SET);
	fprintf(stderr, "rank %d: ", processes->rank);
	fflush(stderr);
	while ((got = read(held, bytes, sizeof bytes)) > 0)
		fwrite(bytes, 1, (size_t)got, stderr);
	close(held);
}

static void
share_cores(int ranks)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);

	cpu_team_share(cores > ranks && ranks > 0 ? (int)(cores/ranks) : 1);
}

void
processes_find(struct processes *processes, const char *program)
{
	*processes = (struct processes){ .program = program, .count = 1, .held_stderr = -1, .seconds = DEFAULT_SECONDS };
	for (int i = 0; i < LAUNCHERS && processes->count == 1; i++) {
		const int count = number_of(launchers[i].count), rank = number_of(launchers[i].rank);
		const int local = number_of(launchers[i].local);

		if (count < 2 || rank < 0 || rank >= count)
			continue;
		processes->count = count;
		processes->rank = rank;
		processes->neighbours = local > 0 ? local : count;
		processes->local = number_of(launchers[i].number);
		if (processes->local < 0 || processes->local >= processes->neighbours)
			processes->local = rank % processes->neighbours;
		share_cores(processes->neighbours);
	}
	if (processes->rank)
		hold_errors(processes);
}

static int
fail(const struct processes *processes, int status, const char *message)
{
	fprintf(stderr, "%s: %s\n", processes->program, message);
	return status;
}

/* Compiles what calls MPI, and loads it. NULL with an error. */
static const struct stencil_mpi *
load(struct arena *arena, struct error *error)
{
	static const char *const paths[] = {
		"runtime/kernels/exchange_mpi.c", "runtime/kernels/exchange_mpi.h", "runtime/kernels/exchange_mpi_direct.c",
		"runtime/kernels/exchange_mpi_direct.h", "runtime/kernels/exchange_mpi_wait.c", "runtime/kernels/exchange_mpi_wait.h",
		"runtime/kernels/exchange_mpi_table.c", "runtime/exchange/mpi_table.h",
		"runtime/exchange/engine.h", "runtime/exchange/exchange.h", "runtime/exchange/lane.h",
		"templates/stencil_grid.h", "templates/stencil_launch.h", NULL,
	};
	static const char *const sources[] = { "exchange_mpi.c", "exchange_mpi_direct.c", "exchange_mpi_wait.c", "exchange_mpi_table.c", NULL };
	struct build build = { .files = embedded_sources(arena, paths), .sources = sources };
	const char **mpicc = compiler_words(arena, "MPICC", "mpicc");
	struct toolchain *toolchain;
	void *object, *table;

	if (!find_program(arena, mpicc[0])) {
		error_set(error, EXIT_IO, "no MPI: %s is not in PATH; set MPICC", mpicc[0]);
		return NULL;
	}
	toolchain = toolchain_new(arena, mpicc, APPEND_WORDS(arena, mpicc, "-std=gnu11", "-O2", "-fPIC", "-shared", "-w"), "",
		error);
	if (!toolchain || !toolchain_build(toolchain, &build, 1, error))
		return NULL;
	object = dlopen(build.object, RTLD_NOW | RTLD_LOCAL);
	table = object ? dlsym(object, "stencil_mpi") : NULL;
	if (!table)
		error_set(error, EXIT_IO, "cannot load MPI: %s", dlerror());
	return table;
}

/* Launchers end all ranks when the first one fails: rank 0, which prints, must be the first. */
static void
let_rank_0_print(const struct processes *processes)
{
	if (processes->rank)
		sleep(LEAST_SECONDS);
}

bool
processes_failed(const struct processes *processes, int status, struct error *error)
{
	const char *text = status ? processes->mpi->error(status) : NULL;

	if (status)
		error_set(error, EXIT_IO, "%s", text ? text : "other ranks are lost");
	return status != 0;
}

/* Ends all ranks, if they have joined. */
static void
end_all(struct processes *processes, int status)
{
	if (!processes->mpi)
		return;
	let_rank_0_print(processes);
	print_held(processes);
	fflush(stderr);
	cleanup_remove_all();
	processes->mpi->abort(status);
}

/* After a failure between ranks they cannot agree on an exit status. */
static bool
are_lost(struct processes *processes, int status)
{
	struct error error;

	if (!processes_failed(processes, status, &error))
		return false;
	fail(processes, EXIT_IO, error.text);
	end_all(processes, EXIT_IO);
	return true;
}

int
processes_device(const struct processes *processes, int rank, int subdomains, int devices)
{
	return processes->count > 1 ? processes->local % devices : (int)((long long)rank*devices/subdomains);
}

/* The largest exit status of all ranks. The lowest rank that failed prints its errors. */
static int
largest_status(struct processes *processes, int status)
{
	/* The largest status, and by the largest number the lowest rank that failed. */
	const long long own[] = { status, status ? processes->count - processes->rank : 0 };
	long long all[2];

	if (!processes->mpi)
		return status;
	if (are_lost(processes, processes->mpi->largest(own, all, 2)))
		return EXIT_IO;
	if (all[1] && processes->count - all[1] == processes->rank)
		print_held(processes);
	return (int)all[0];
}

bool
processes_agree(struct processes *processes, const struct tool *tool, bool good, struct error *error)
{
	const int status = largest_status(processes, good ? EXIT_GOOD : tool_report(tool, error));

	return !status || error_reported(error, status);
}

/* Returns an exit status. */
static int
join(struct processes *processes, struct arena *arena, double seconds)
{
	struct error error;
	const struct stencil_mpi *mpi = load(arena, &error);
	int rank = 0, count = 0;

	if (!mpi) {
		let_rank_0_print(processes);
		return fail(processes, EXIT_IO, error.text);
	}
	processes->seconds = seconds;
	if (mpi->open(seconds, &rank, &count))
		return fail(processes, EXIT_IO, "MPI does not start");
	if (count != processes->count || rank != processes->rank) {
		error_set(&error, EXIT_IO, "the launcher started %d ranks, but this MPI (%s) sees %d: it is another MPI;"
			" set MPICC", processes->count, compiler_words(arena, "MPICC", "mpicc")[0], count);
		mpi->close();
		return fail(processes, EXIT_USAGE, error.text);
	}
	processes->mpi = mpi;
	return EXIT_GOOD;
}

bool
processes_join(struct processes *processes, struct tool *tool, double seconds, bool good, struct error *error)
{
	int status, joined;

	if (processes->count == 1)
		return good;
	status = good ? EXIT_GOOD : tool_report(tool, error);
	joined = join(processes, &tool->arena, seconds);
	if (!joined)
		status = largest_status(processes, status);
	else if (status < joined)
		status = joined;
	return !status || error_reported(error, status);
}

bool
processes_compare(struct processes *processes, const struct tool *tool, const struct processes_text *texts, int count,
	struct error *error)
{
	const char *name = NULL;

	/* All take part for all texts, also when one has differed. */
	for (int i = 0; i < count && processes->mpi; i++) {
		struct hash own = hash_begin(), first;

		hash_add(&own, texts[i].text, strlen(texts[i].text));
		first = own;
		are_lost(processes, processes->mpi->broadcast(&first, sizeof first));
		if (!name && memcmp(&own, &first, sizeof own))
			name = texts[i].name;
	}
	if (name)
		error_set(error, EXIT_ERRORS, "input differs from rank 0: %s; start all ranks with the same input", name);
	return processes_agree(processes, tool, !name, error);
}

bool
processes_abort(struct processes *processes, const struct tool *tool, struct error *error)
{
	error_reported(error, tool_report(tool, error));
	end_all(processes, error->status);
	return false;
}

/* For give_up, which has no arguments of ours. */
static char late[256];
static int late_rank, late_stderr;

static void
give_up(int signal)
{
	ssize_t written;

	(void)signal;
	if (late_rank)
		sleep(LEAST_SECONDS);
	written = write(late_stderr, late, strlen(late));
	(void)written;
	cleanup_remove_all(); // NOLINT(bugprone-signal-handler,cert-sig30-c): calls getpid, unlink and rmdir only
	_exit(EXIT_IO);
}

void
processes_limit(const struct processes *processes, const char *what)
{
	const unsigned seconds = processes->seconds > 1 ? (unsigned)processes->seconds : 1;

	if (what) {
		int length = 0;

		late_rank = processes->rank;
		late_stderr = processes->held_stderr < 0 ? STDERR_FILENO : processes->held_stderr;
		if (late_stderr != STDERR_FILENO)
			length = snprintf(late, sizeof late, "rank %d: ", processes->rank);
		snprintf(late + length, sizeof late - (size_t)length, "%s: no progress for %u s: other ranks do not %s\n",
			processes->program, seconds, what);
		signal(SIGALRM, give_up);
	}
	alarm(what ? seconds : 0);
}

/* Names the ranks that do not wait themselves. */
static void
name_silent(const struct processes *processes, const unsigned char *here, struct error *error)
{
	int silent = 0, said = 0;

	for (int r = 0; r < processes->count; r++)
		silent += !here[r];
	error_set(error, EXIT_IO, "no progress for %g s%s", processes->seconds, silent ? "" : ": all ranks wait for messages");
	for (int r = 0; r < processes->count; r++)
		if (!here[r])
			error_append(error, "%s%d", said++ ? ", " : silent > 1 ? ": waits for ranks " : ": waits for rank ", r);
	error_append(error, "; --timeout waits longer");
}

/* All ranks that wait give up at about the same time, and call the others. The first of them reports it, and ends all. */
void
processes_find_silent(const struct processes *processes, struct error *error)
{
	enum { SHARE = 10 };
	const double grace = processes->seconds/SHARE > LEAST_SECONDS ? processes->seconds/SHARE : LEAST_SECONDS;
	unsigned char *here = processes->mpi ? calloc((size_t)processes->count, sizeof *here) : NULL;
	int first = 0;

	error_set(error, EXIT_IO, "no progress for %g s: no message arrived; --timeout waits longer", processes->seconds);
	if (!here)
		return;
	processes->mpi->roll_call(grace, here);
	name_silent(processes, here, error);
	while (first < processes->rank && !here[first])
		first++;
	if (first < processes->rank)
		sleep(LEAST_SECONDS);
	/* Not freed: an answer may still come. */
}

void
processes_leave(struct processes *processes)
{
	if (processes->mpi)
		processes->mpi->close();
	processes->mpi = NULL;
}

bool
processes_fault(const struct processes *processes, int step)
{
	const char *fault = getenv("STENCILGEN_FAULT");
	char kind[8];
	int rank, at;

	if (!fault || sscanf(fault, "%9d:%9d:%7s", &rank, &at, kind) != 3 || rank != processes->rank || at != step)
		return false;
	if (!strcmp(kind, "kill"))
		raise(SIGKILL);
	if (!strcmp(kind, "exit"))
		_exit(EXIT_IO);
	while (!strcmp(kind, "hang"))
		pause();
	return !strcmp(kind, "error");
}
