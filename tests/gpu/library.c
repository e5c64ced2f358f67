/* library : plans of libstencil on a GPU, with arrays of cudaMalloc and on a stream, against the interpreter bit for bit;
 * what stencil_execute takes more than the kernel's launcher; and the time from an empty cache to the first result.
 * All of it with nvcc, and again with NVRTC, or `library nvrtc`: with that alone. Says "ok" or "FAILED" for each. */

#include "runtime/library/stencil_plan.h"
#include "runtime/problem/plane_problem.h"
#include "runtime/problem/values.h"

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { X = 67, Y = 29, Z = 9, PAD = 5 };

static struct stencil_error error;
static int passed, failed;
static const char *compiler = "nvcc";

static void
tell(bool good, const char *what, const char *more)
{
	printf("%s  %s %s\n", good ? "ok    " : "FAILED", what, more);
	passed += good;
	failed += !good;
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9*(double)time.tv_nsec;
}

/* A problem's array as the plan's field lies; the rest is 0x7f. To be freed. */
static char *
lay_out(const struct stencil_plan *plan, const struct field *f, const void *from)
{
	const int *positions = stencil_plan_positions(plan);
	const size_t size = field_element(f), plane = shapes[f->shape].axes[0] ? X*Y : 1;
	const size_t levels = shapes[f->shape].axes[2] ? Z : 1;
	struct stencil_field info;
	size_t column = 1;
	int innermost = 0;
	char *to;

	stencil_plan_field(plan, f->index, &info);
	if (info.dimensions == 2 && info.axes[0] == -1) {
		innermost = 1;
		column = (size_t)info.strides[0];
	}
	to = malloc(info.bytes);
	memset(to, 0x7f, info.bytes);
	for (size_t z = 0; z < levels; z++)
		for (size_t c = 0; c < plane; c++) {
			const size_t row = plane == 1 ? 0 : positions ? (size_t)positions[c]*column
				: c/X*(size_t)info.strides[info.dimensions - 2] + c % X;

			memcpy(to + ((levels == 1 ? 0 : z*(size_t)info.strides[innermost]) + row)*size,
				(const char *)from + (z*plane + c)*size, size);
		}
	return to;
}

/* Uploads the fields and binds them. */
static bool
bind_all(struct stencil_plan *plan, const struct stencil *stencil, const struct problem *problem, void **arrays)
{
	for (const struct field *f = stencil->fields; f; f = f->next) {
		char *laid = lay_out(plan, f, problem->fields[f->index]);
		struct stencil_field info;

		stencil_plan_field(plan, f->index, &info);
		if (cudaMalloc(&arrays[f->index], info.bytes)
				|| cudaMemcpy(arrays[f->index], laid, info.bytes, cudaMemcpyHostToDevice)
				|| stencil_plan_bind(plan, f->name, arrays[f->index], info.bytes, &error))
			return false;
		free(laid);
	}
	for (const struct param *p = stencil->params; p; p = p->next)
		stencil_plan_param(plan, p->name, problem->params[p->index], NULL);
	return true;
}

static bool
is_equal(const struct stencil_plan *plan, const struct stencil *stencil, const struct problem *problem, void **arrays)
{
	bool equal = true;

	for (const struct field *f = stencil->fields; f; f = f->next) {
		char *laid = lay_out(plan, f, f->role == ROLE_IN ? problem->fields[f->index] : problem->expected[f->index]);
		struct stencil_field info;
		char *got;

		stencil_plan_field(plan, f->index, &info);
		got = malloc(info.bytes);
		equal = !cudaMemcpy(got, arrays[f->index], info.bytes, cudaMemcpyDeviceToHost)
			&& !memcmp(got, laid, info.bytes) && equal;
		free(got);
		free(laid);
	}
	return equal;
}

static bool captured; /* plans are executed as graphs */

static int
execute(const struct stencil_plan *plan, cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t ready;
	int status;

	if (!captured)
		return stencil_execute(plan, stream);
	status = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if (!status)
		status = stencil_execute(plan, stream);
	if (cudaStreamEndCapture(stream, &graph) || status)
		return status ? status : 1;
	status = cudaGraphInstantiateWithFlags(&ready, graph, 0);
	if (!status)
		status = cudaGraphLaunch(ready, stream);
	cudaStreamSynchronize(stream);
	cudaGraphExecDestroy(ready);
	cudaGraphDestroy(graph);
	return status;
}

static void
compare(const char *name, const char *options)
{
	struct arena arena = { 0 };
	struct diagnostics diagnostics = { .out = stderr };
	struct stencil_shape shape = { .size = { X, Y, Z } };
	char path[128], title[256];
	void *arrays[32] = { NULL };
	struct problem *problem;
	struct stencil_plan *plan;
	struct unit unit;
	cudaStream_t stream;
	int status;

	snprintf(path, sizeof path, "stencils/%s.stencil", name);
	snprintf(title, sizeof title, "%s, %s, %s%s:", compiler, name, options, captured ? ", captured" : "");
	if (!compile_file(&arena, &diagnostics, path, strstr(options, "float") ? TYPE_FLOAT : TYPE_DOUBLE, &unit))
		exit(1);
	problem = problem_create(unit.plans[0], shape.size);
	problem_fill(problem, 11);
	if (!problem_solve(problem, false, NULL))
		exit(1);
	if (!strstr(options, "storage"))
		shape.row = X + PAD;
	plan = stencil_plan_create(path, NULL, &shape, options, STENCIL_PLAN_EXACT, &error);
	if (!plan || !bind_all(plan, unit.stencils, problem, arrays) || cudaStreamCreate(&stream)) {
		tell(false, title, error.text);
		return;
	}
	status = execute(plan, stream);
	cudaStreamSynchronize(stream);
	tell(!status && is_equal(plan, unit.stencils, problem, arrays), title, stencil_status_text(plan, status));
	cudaStreamDestroy(stream);
	for (int i = 0; i < unit.stencils->field_count; i++)
		cudaFree(arrays[i]);
	stencil_plan_destroy(plan);
	problem_free(problem);
	arena_free(&arena);
}

static int
compare_numbers(const void *a, const void *b)
{
	return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

/* A batch of calls on an idle GPU, whose queue has room for all; nanoseconds a call. */
static double
time_calls(const struct stencil_plan *plan, bool bare)
{
	enum { CALLS = 200 };
	double start;

	cudaDeviceSynchronize();
	start = now();
	for (int i = 0; i < CALLS; i++)
		if (bare)
			plan->kernel.run(plan->grids[0], plan->bound, plan->params, *plan->blocks.items, NULL);
		else
			stencil_execute(plan, NULL);
	return 1e9*(now() - start)/CALLS;
}

static void
measure_overhead(void)
{
	enum { TURNS = 501 };
	static double bare[TURNS], ours[TURNS], more[TURNS];
	const struct stencil_shape shape = { .size = { 8, 8, 1 } };
	struct stencil_plan *plan = stencil_plan_create("stencils/copy.stencil", NULL, &shape, "backend=cuda", 0, &error);
	struct stencil_field field;
	char text[256];
	void *memory;

	for (int i = 0; plan && i < stencil_plan_field_count(plan); i++) {
		stencil_plan_field(plan, i, &field);
		cudaMalloc(&memory, field.bytes);
		stencil_plan_bind(plan, field.name, memory, field.bytes, NULL);
	}
	if (!plan || stencil_execute(plan, NULL)) {
		tell(false, "overhead:", error.text);
		return;
	}
	for (int i = 0; i < TURNS; i++) {
		bare[i] = time_calls(plan, true);
		ours[i] = time_calls(plan, false);
		more[i] = ours[i] - bare[i];
	}
	qsort(bare, TURNS, sizeof *bare, compare_numbers);
	qsort(ours, TURNS, sizeof *ours, compare_numbers);
	qsort(more, TURNS, sizeof *more, compare_numbers);
	snprintf(text, sizeof text, "stencil_execute %.0f ns, bare launch %.0f ns, median difference %.1f ns", ours[TURNS/2],
		bare[TURNS/2], more[TURNS/2]);
	tell(more[TURNS/2] < 1000, "overhead:", text);
	stencil_plan_destroy(plan);
}

/* Twice, with a cache that is empty at first. */
static void
measure_start(void)
{
	const struct stencil_shape shape = { .size = { 64, 64, 8 } };
	void *memory[2];
	char text[128];

	cudaMalloc(&memory[0], 64*64*8*sizeof (double));
	cudaMalloc(&memory[1], 64*64*8*sizeof (double));
	for (int i = 0; i < 2; i++) {
		const double start = now();
		struct stencil_plan *plan = stencil_plan_create("stencils/laplap.stencil", NULL, &shape, "backend=cuda", 0, &error);
		const int status = plan ? stencil_execute_on(plan, memory, NULL, NULL) : 1;

		cudaDeviceSynchronize();
		snprintf(text, sizeof text, "%s, %.3f s", compiler, now() - start);
		tell(!status, i ? "warm start:" : "cold start:", plan ? text : error.text);
		stencil_plan_destroy(plan);
	}
}

/* What stencil_execute takes if arrays are known, and if they change each time, so that the launcher runs on the GPU. */
static void
measure_recording(void)
{
	enum { CALLS = 1000, SETS = 5 };
	const struct stencil_shape shape = { .size = { 8, 8, 1 } };
	struct stencil_plan *plan = stencil_plan_create("stencils/copy.stencil", NULL, &shape, "backend=cuda", 0, &error);
	void *arrays[SETS][2] = { { NULL } };
	double known, changing;
	int status = !plan;
	char text[128];

	for (int i = 0; i < 2*SETS; i++)
		status = status || cudaMalloc(&arrays[i/2][i % 2], 8*8*sizeof (double));
	known = -now();
	for (int i = 0; i < CALLS && !status; i++)
		status = stencil_execute_on(plan, arrays[0], NULL, NULL);
	known += now();
	changing = -now();
	for (int i = 0; i < CALLS && !status; i++)
		status = stencil_execute_on(plan, arrays[i % SETS], NULL, NULL);
	changing += now();
	snprintf(text, sizeof text, "stencil_execute_on %.0f ns with arrays that were recorded, %.0f ns with others",
		1e9*known/CALLS, 1e9*changing/CALLS);
	tell(!status && !cudaDeviceSynchronize(), "recording:", text);
	for (int i = 0; i < 2*SETS; i++)
		cudaFree(arrays[i/2][i % 2]);
	stencil_plan_destroy(plan);
}

/* Several kernels, halos, sums, sweeps in memory and in shared memory, of more than a kernel may have unasked. */
static void
compare_programs(void)
{
	compare("programs/shallow", "backend=cuda block=32x4x1/16x2x1");
	compare("programs/wave", "backend=cuda");
	compare("programs/cg", "backend=cuda");
	compare("programs/cg", "backend=cuda precision=float");
	compare("programs/vadv", "backend=cuda place=global");
	compare("programs/vadv", "backend=cuda place=shared block=64x2x1");
	compare("programs/vadv", "backend=cuda storage=chasing levels=innermost");
	compare("programs/tridiagonal", "backend=cuda precision=float");
	compare("hdiff", "backend=cuda store=lap+flux_x/flux_y");
	compare("hdiff", "backend=cuda storage=chasing levels=innermost store=lap");
}

static void
compare_all(void)
{
	static const char *const kernels[] = {
		"", "precision=float", "access=zslice block=32x4x2", "access=tile precision=float",
		"storage=chasing order=hilbert", "storage=chasing precision=float",
	};
	char options[128];

	for (size_t i = 0; i < sizeof kernels/sizeof *kernels; i++) {
		snprintf(options, sizeof options, "backend=cuda %s", kernels[i]);
		compare("laplap", options);
		compare("hdiff", options);
		compare("sponge", options);
		compare("fastwaves", options);
	}
	compare("fastwaves", "backend=cuda access=shared");
	compare("laplap", "backend=cuda storage=direct_compressed order=random:3");
	compare("sponge", "backend=cuda storage=chasing levels=innermost");
	compare("fastwaves", "backend=cuda storage=chasing_compressed levels=innermost order=row");
	compare("laplap", "backend=cuda storage=direct levels=innermost access=cluster");
	compare_programs();
	captured = true;
	compare_programs();
	captured = false;
}

static void
compare_by_nvcc(void)
{
	measure_start();
	measure_overhead();
	compare_all();
}

int
main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	if (cudaFree(NULL)) { /* the context is there before times are taken */
		puts("no GPU: nothing is tested");
		return 77;
	}
	if (argc < 2 || strcmp(argv[1], "nvrtc"))
		compare_by_nvcc();
	setenv("NVCC", "nvrtc", 1);
	compiler = "NVRTC";
	measure_start();
	measure_recording();
	compare_all();
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
