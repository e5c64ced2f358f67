#include "runtime/device/cpu.h"

#include "generator/base/embedded.h"
#include "runtime/device/core_waits.h"
#include "runtime/device/cpu_streams.h"
#include "runtime/formats/clock.h"
#include "runtime/device/cpu_capture.h"
#include "runtime/device/cpu_order.h"
#include "runtime/device/cpu_team.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALIGNMENT = 256, PAGE = 4096, LARGE = 64*PAGE, NO_MEMORY = -1000, MOST_BLOCK_THREADS = 1024 };

/* Where the size of the cache is unknown. */
enum { USUAL_CACHE = 32 << 20 };

static int
plain_flush(double *memory, long count)
{
	for (long i = 0; i < count; i++)
		memory[i] = (double)i;
	return 0;
}

/* Fills memory on all cores, once it is compiled like a kernel. */
static int (*flush)(double *memory, long count) = plain_flush;

static size_t
cache_size(void)
{
	const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);

	return bytes > 0 ? (size_t)bytes : USUAL_CACHE;
}

static int
open_cpu(struct device_info *info)
{
	char line[256];
	FILE *in = fopen("/proc/cpuinfo", "r");

	snprintf(info->name, sizeof info->name, "CPU");
	while (in && fgets(line, sizeof line, in)) {
		const char *colon = strchr(line, ':');

		if (!strncmp(line, "model name", 10) && colon && colon[1]) {
			snprintf(info->name, sizeof info->name, "%.*s",
				(int)strcspn(colon + 2, "\n"), colon + 2);
			break;
		}
	}
	if (in)
		fclose(in);
	info->processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
	info->block_threads = MOST_BLOCK_THREADS;
	info->cache = cache_size();
	info->memory = (size_t)sysconf(_SC_PHYS_PAGES)*(size_t)sysconf(_SC_PAGESIZE);
	return 0;
}

/* What lies equally far from the start of a page shares a set of the first cache, which has 8 or 12 lines: the fields of a
 * stencil would push each other out at every point. So large arrays begin further within a page than the one before. Small
 * ones are not a byte longer than they must be: sanitizers see what a kernel reads beyond. */
static int
allocate(void **memory, size_t bytes)
{
	static atomic_uint count;
	const size_t lead = bytes < LARGE ? 0 : atomic_fetch_add(&count, 1) % (PAGE/ALIGNMENT)*ALIGNMENT;
	void *page;

	*memory = NULL;
	if (posix_memalign(&page, PAGE, lead + bytes + !bytes))
		return NO_MEMORY;
	*memory = (char *)page + lead;
	return 0;
}

static void
release(void *memory)
{
	free((char *)memory - (uintptr_t)memory % PAGE);
}

static int
transfer(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
	return 0;
}

static int
clear(void *memory, size_t bytes)
{
	memset(memory, 0, bytes);
	return 0;
}

static int
compare(const void *a, const void *b, size_t bytes, int *different)
{
	*different = memcmp(a, b, bytes) != 0;
	return 0;
}

static int
run_call(const struct call *call)
{
	return call->recording ? cpu_capture_run(call->recording) : cpu_launch(call, NULL);
}

bool
cpu_records(void)
{
	return cpu_order_wanted();
}

static int
record_call(struct call *call)
{
	void *stream;
	int status = cpu_streams.create(false, &stream), ended;

	if (!status)
		status = cpu_streams.begin_capture(stream);
	if (status)
		return status;
	status = call_launch(call, stream);
	ended = cpu_streams.end_capture(stream, &call->recording);
	cpu_streams.destroy(stream);
	return status ? status : ended;
}

static void
forget_call(struct call *call)
{
	if (call->recording)
		cpu_streams.forget(call->recording);
	call->recording = NULL;
}

/* Overwrites the last-level cache, on the cores that then compute. */
static int
empty_cache(void)
{
	const long count = (long)(cache_size()/sizeof (double));
	static void *memory;

	if (!memory && allocate(&memory, (size_t)count*sizeof (double)))
		return NO_MEMORY;
	return flush(memory, count);
}

/* Runs a call once. The waits are read outside of what is timed. */
static int
time_once(const struct call *call, struct sample *sample)
{
	static struct core_waits before, after;
	const bool known = core_waits_read(&before, own_threads);
	const double start = now();
	const int status = run_call(call);

	*sample = (struct sample){ .seconds = now() - start };
	if (known && core_waits_read(&after, own_threads))
		sample->waited = core_waits_between(&before, &after);
	return status;
}

static int
time_call(const struct call *call, int cold, int count, struct sample *samples)
{
	int status = cold ? 0 : run_call(call);

	for (int i = 0; i < count && !status; i++) {
		if (call->changed_bytes)
			memcpy(call->changed, call->initial, call->changed_bytes);
		status = cold ? empty_cache() : 0;
		if (!status)
			status = time_once(call, &samples[i]);
	}
	return status;
}

static int
copy_thunk(const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream)
{
	(void)grid;
	(void)block;
	(void)stream;
	return transfer(fields[1], fields[0], (size_t)params[0]);
}

static const char *
error(int status)
{
	const char *refusal = stencil_refusal_text(status);

	if (status == NO_MEMORY)
		return "out of memory";
	if (!refusal)
		refusal = cpu_streams_text(status);
	return refusal ? refusal : "the runtime that stands in for CUDA refused the launch";
}

const struct device cpu_device = {
	.open = open_cpu, .allocate = allocate, .release = release, .upload = transfer,
	.clear = clear, .download = transfer, .copy = transfer, .compare = compare, .run = run_call,
	.time = time_call, .record = record_call, .forget = forget_call, .copy_thunk = copy_thunk, .error = error, .streams = &cpu_streams,
};

bool
cpu_prepare(const struct toolchain *toolchain, struct error *error)
{
	static const char *const sources[] = { "flush.c", NULL };
	const struct build_file files[] = {
		{ "flush.c", (const char *)embedded_find("runtime/kernels/flush.c")->text }, { NULL, NULL },
	};
	struct build build = { .files = files, .sources = sources };
	void *object;

	if (!toolchain_build(toolchain, &build, 1, error))
		return false;
	object = cpu_team_load(build.object);
	if (!object)
		return error_set(error, EXIT_IO, "cannot load %s: %s", build.object, dlerror());
	*(void **)&flush = dlsym(object, "run_flush");
	return true;
}
