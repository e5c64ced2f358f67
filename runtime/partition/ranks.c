#include "runtime/partition/ranks.h"

#include "generator/base/cleanup.h"
#include "generator/base/exit.h"
#include "generator/base/hash.h"
#include "runtime/streams/cpu_team.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/process.h"
#include "runtime/toolchain/toolchain.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_RANKS = 1 << 20, USUAL_SECONDS = 300 };

/* What launchers of Open MPI, MPICH and Slurm leave: ranks, this one, those of the node, and this one's number there. */
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

/* Standard error becomes a file that nobody sees. */
static void
hold_back(struct ranks *ranks)
{
	FILE *held = tmpfile();

	if (!held)
		return;
	fflush(stderr);
	ranks->spoken = dup(STDERR_FILENO);
	dup2(fileno(held), STDERR_FILENO);
	fclose(held);
}

/* Says what was held back, under the rank's name. */
static void
speak(struct ranks *ranks)
{
	char bytes[4096];
	ssize_t got;
	int held;

	if (ranks->spoken < 0)
		return;
	fflush(stderr);
	held = dup(STDERR_FILENO);
	dup2(ranks->spoken, STDERR_FILENO);
	close(ranks->spoken);
	ranks->spoken = -1;
	lseek(held, 0, SEEK_SET);
	fprintf(stderr, "rank %d: ", ranks->rank);
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
ranks_find(struct ranks *ranks, const char *program)
{
	*ranks = (struct ranks){ .program = program, .count = 1, .spoken = -1, .seconds = USUAL_SECONDS };
	for (int i = 0; i < LAUNCHERS && ranks->count == 1; i++) {
		const int count = number_of(launchers[i].count), rank = number_of(launchers[i].rank);
		const int local = number_of(launchers[i].local);

		if (count < 2 || rank < 0 || rank >= count)
			continue;
		ranks->count = count;
		ranks->rank = rank;
		ranks->neighbours = local > 0 ? local : count;
		ranks->local = number_of(launchers[i].number);
		if (ranks->local < 0 || ranks->local >= ranks->neighbours)
			ranks->local = rank % ranks->neighbours;
		share_cores(ranks->neighbours);
	}
	if (ranks->rank)
		hold_back(ranks);
}

static int
fail(const struct ranks *ranks, int status, const char *message)
{
	fprintf(stderr, "%s: %s\n", ranks->program, message);
	return status;
}

/* Compiles the engine and loads it. NULL with an error. */
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

/* Launchers end all ranks when the first one fails: rank 0, which speaks, is to be that. */
static void
let_speak(const struct ranks *ranks)
{
	enum { SECONDS = 2 };

	if (ranks->rank)
		sleep(SECONDS);
}

int
ranks_join(struct ranks *ranks, struct arena *arena, double seconds)
{
	struct error error;
	const struct stencil_mpi *mpi;
	int rank = 0, count = 0;

	if (ranks->count == 1)
		return EXIT_GOOD;
	mpi = load(arena, &error);
	if (!mpi) {
		let_speak(ranks);
		return fail(ranks, EXIT_IO, error.text);
	}
	ranks->seconds = seconds;
	if (mpi->open(seconds, &rank, &count))
		return fail(ranks, EXIT_IO, "MPI does not start");
	if (count != ranks->count || rank != ranks->rank) {
		error_set(&error, EXIT_IO, "the launcher started %d ranks, but this MPI (%s) sees %d: it is another MPI;"
			" set MPICC", ranks->count, compiler_words(arena, "MPICC", "mpicc")[0], count);
		mpi->close();
		return fail(ranks, EXIT_USAGE, error.text);
	}
	ranks->mpi = mpi;
	return EXIT_GOOD;
}

/* What MPI says of a call between ranks that failed: no others can be asked then. */
static int
lose(struct ranks *ranks, int status)
{
	const char *text = ranks->mpi->error(status);

	fail(ranks, EXIT_IO, text ? text : "other ranks are lost");
	ranks_abort(ranks, EXIT_IO);
	return EXIT_IO;
}

int
ranks_agree(struct ranks *ranks, int status)
{
	/* The largest status, and by the largest number the lowest rank that failed. */
	const long long own[] = { status, status ? ranks->count - ranks->rank : 0 };
	long long all[2];
	int result;

	if (!ranks->mpi)
		return status;
	result = ranks->mpi->largest(own, all, 2);
	if (result)
		return lose(ranks, result);
	if (all[1] && ranks->count - all[1] == ranks->rank)
		speak(ranks);
	return (int)all[0];
}

const char *
ranks_differ(struct ranks *ranks, const struct ranks_text *texts, int count)
{
	const char *name = NULL;

	/* All take part for all texts, also when one has differed. */
	for (int i = 0; i < count && ranks->mpi; i++) {
		struct hash own = hash_begin(), first;
		int status;

		hash_add(&own, texts[i].text, strlen(texts[i].text));
		first = own;
		status = ranks->mpi->broadcast(&first, sizeof first);
		if (status)
			lose(ranks, status);
		if (!name && memcmp(&own, &first, sizeof own))
			name = texts[i].name;
	}
	return name;
}

void
ranks_abort(struct ranks *ranks, int status)
{
	if (!ranks->mpi)
		return;
	let_speak(ranks);
	speak(ranks);
	fflush(stderr);
	cleanup_remove_all();
	ranks->mpi->abort(status);
}

static char late[256];

static void
give_up(int signal)
{
	const ssize_t written = write(STDERR_FILENO, late, strlen(late));

	(void)signal;
	(void)written;
	cleanup_remove_all(); // NOLINT(bugprone-signal-handler,cert-sig30-c): calls getpid, unlink and rmdir only
	_exit(EXIT_IO);
}

void
ranks_limit(const struct ranks *ranks, const char *what)
{
	const unsigned seconds = ranks->seconds > 1 ? (unsigned)ranks->seconds : 1;

	if (what) {
		snprintf(late, sizeof late, "%s: no progress for %u s: other ranks do not %s\n", ranks->program, seconds, what);
		signal(SIGALRM, give_up);
	}
	alarm(what ? seconds : 0);
}

void
ranks_leave(struct ranks *ranks)
{
	if (ranks->mpi)
		ranks->mpi->close();
	ranks->mpi = NULL;
}

bool
ranks_fault(const struct ranks *ranks, int step)
{
	const char *fault = getenv("STENCILGEN_FAULT");
	char kind[8];
	int rank, at;

	if (!fault || sscanf(fault, "%9d:%9d:%7s", &rank, &at, kind) != 3 || rank != ranks->rank || at != step)
		return false;
	if (!strcmp(kind, "kill"))
		raise(SIGKILL);
	if (!strcmp(kind, "exit"))
		_exit(EXIT_IO);
	while (!strcmp(kind, "hang"))
		pause();
	return !strcmp(kind, "error");
}
