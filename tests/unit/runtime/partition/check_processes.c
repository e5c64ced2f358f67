/* What launchers of MPI leave in the environment, how many GPUs processes and parts need, and how
 * many steps a graph has. */

#include "generator/base/exit.h"
#include "runtime/partition/step_graph.h"
#include "runtime/partition/transport.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *processes_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { VARIABLES = 4 };
static const struct {
	const char *variables[VARIABLES][2];
	int count, rank, local, neighbours;
} launchers[] = {
	{ { { "OMPI_COMM_WORLD_SIZE", "6" }, { "OMPI_COMM_WORLD_RANK", "4" }, { "OMPI_COMM_WORLD_LOCAL_SIZE", "3" },
		{ "OMPI_COMM_WORLD_LOCAL_RANK", "1" } }, 6, 4, 1, 3 },
	{ { { "PMI_SIZE", "6" }, { "PMI_RANK", "0" }, { "MPI_LOCALNRANKS", "2" }, { "MPI_LOCALRANKID", "0" } }, 6, 0, 0, 2 },
	{ { { "SLURM_NTASKS", "4" }, { "PMIX_RANK", "3" }, { "SLURM_NTASKS_PER_NODE", "2" }, { "SLURM_LOCALID", "1" } }, 4, 3, 1, 2 },
	{ { { "PMI_SIZE", "3" }, { "PMI_RANK", "2" } }, 3, 2, 2, 3 }, /* it says nothing of nodes */
	{ { { "SLURM_NTASKS", "4" } }, 1, 0, 0, 0 },                  /* within a job, but not started by srun */
	{ { { "PMI_SIZE", "1" }, { "PMI_RANK", "0" } }, 1, 0, 0, 0 },
	{ { { "PMI_SIZE", "two" }, { "PMI_RANK", "0" } }, 1, 0, 0, 0 },
	{ { { "PMI_SIZE", "2" }, { "PMI_RANK", "2" } }, 1, 0, 0, 0 },
};

START_TEST(environment_of_launchers)
{
	struct processes ranks;

	for (int i = 0; i < COUNT(launchers); i++)
		for (int v = 0; v < VARIABLES && launchers[i].variables[v][0]; v++)
			unsetenv(launchers[i].variables[v][0]);
	for (int v = 0; v < VARIABLES && launchers[_i].variables[v][0]; v++)
		setenv(launchers[_i].variables[v][0], launchers[_i].variables[v][1], 1);
	processes_find(&ranks, "check");
	ck_assert_int_eq(ranks.count, launchers[_i].count);
	ck_assert_int_eq(ranks.rank, launchers[_i].rank);
	ck_assert_int_eq(ranks.local, launchers[_i].local);
	ck_assert_int_eq(ranks.neighbours, launchers[_i].neighbours);
}
END_TEST

static int
count_two(int *devices)
{
	*devices = 2;
	return 0;
}

static int
count_none(int *devices)
{
	(void)devices;
	return 100;
}

static const char *
error_text(int status)
{
	return status == 100 ? "no CUDA-capable device is detected" : "unknown";
}

static const struct {
	enum backend_kind kind;
	int processes, neighbours, parts;
	bool nccl, share, none;
	int status;
	const char *message; /* the end of it */
} wanted[] = {
	{ BACKEND_CUDA, 4, 4, 4, false, false, false, EXIT_USAGE,
		" has 2 GPUs for 4 ranks: start a rank for each GPU, or give --share-gpus" },
	{ BACKEND_CUDA, 4, 4, 4, false, true, false, EXIT_GOOD, "" },
	{ BACKEND_CUDA, 4, 2, 4, false, false, false, EXIT_GOOD, "" },
	{ BACKEND_HOST, 4, 4, 4, false, false, false, EXIT_GOOD, "" },
	{ BACKEND_CUDA, 1, 0, 3, false, false, false, EXIT_GOOD, "" },
	{ BACKEND_CUDA, 1, 0, 2, true, false, false, EXIT_GOOD, "" },
	{ BACKEND_CUDA, 1, 0, 3, true, true, false, EXIT_USAGE,
		"transport nccl needs a GPU for each subdomain, but there are 2 for 3 subdomains: use --engine peer" },
	{ BACKEND_CUDA, 2, 2, 2, false, false, true, EXIT_IO, "cannot count the devices: no CUDA-capable device is detected" },
};

START_TEST(gpus_of_processes)
{
	const struct device_streams streams = { .count = wanted[_i].none ? count_none : count_two };
	const struct device device = { .streams = &streams, .error = error_text };
	const struct backend backend = { .kind = wanted[_i].kind, .device = &device };
	const struct processes processes = { .count = wanted[_i].processes, .neighbours = wanted[_i].neighbours };
	const struct transport transport = { .nccl = wanted[_i].nccl, .share_gpus = wanted[_i].share };
	struct error error = { 0 };
	const size_t tail = strlen(wanted[_i].message);

	ck_assert_int_eq(transport_check_devices(&transport, &processes, wanted[_i].parts, &backend, &error), !wanted[_i].status);
	ck_assert_int_eq(error.status, wanted[_i].status);
	ck_assert_msg(strlen(error.text) >= tail, "%s", error.text);
	ck_assert_str_eq(error.text + strlen(error.text) - tail, wanted[_i].message);
	ck_assert(tail || !*error.text);
}
END_TEST

static const struct {
	int every, period, steps;
} graphs[] = { { 1, 1, 16 }, { 1, 2, 16 }, { 2, 2, 16 }, { 3, 2, 18 }, { 4, 6, 24 }, { 5, 3, 30 }, { 1, 3, 18 }, { 20, 2, 20 } };

START_TEST(steps_of_a_graph)
{
	ck_assert_int_eq(step_graph_steps(graphs[_i].every, graphs[_i].period), graphs[_i].steps);
}
END_TEST

Suite *
processes_suite(void)
{
	Suite *suite = suite_create("processes");
	TCase *tests = tcase_create("processes");

	tcase_add_loop_test(tests, environment_of_launchers, 0, COUNT(launchers));
	tcase_add_loop_test(tests, gpus_of_processes, 0, COUNT(wanted));
	tcase_add_loop_test(tests, steps_of_a_graph, 0, COUNT(graphs));
	suite_add_tcase(suite, tests);
	return suite;
}
