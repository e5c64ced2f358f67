#include "backend.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "measure.h"
#include "toolchain.h"

enum { ALIGNMENT = 256, WARM_UP = 1 };
enum { NO_MEMORY = -1 };

/* The copy that time_copy measures; compiled as kernels are. */
static int (*copy)(double *to, const double *from, long count);

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
	return 0;
}

static int
allocate(void **memory, size_t bytes)
{
	*memory = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1)/ALIGNMENT*ALIGNMENT);
	return *memory ? 0 : NO_MEMORY;
}

static int
transfer(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
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
	return call->run(call->grid, call->fields, call->params, call->block, NULL);
}

static int
time_call(const struct call *call, int samples, double *seconds)
{
	for (int i = -WARM_UP; i < samples; i++) {
		const double start = now();
		const int status = run_call(call);

		if (status)
			return status;
		if (i >= 0)
			seconds[i] = now() - start;
	}
	return 0;
}

static int
plain_copy(double *to, const double *from, long count)
{
	memcpy(to, from, (size_t)count*sizeof *to);
	return 0;
}

static int
time_transfer(int (*move)(double *, const double *, long), size_t bytes, int samples, double *seconds)
{
	const long count = (long)(bytes/2/sizeof (double));
	void *to = NULL, *from = NULL;
	int status = allocate(&to, (size_t)count*sizeof (double));

	if (!status)
		status = allocate(&from, (size_t)count*sizeof (double));
	if (!status) {
		memset(from, 0, (size_t)count*sizeof (double));
		for (int i = -WARM_UP; i < samples; i++) {
			const double start = now();

			move(to, from, count);
			if (i >= 0)
				seconds[i] = now() - start;
		}
	}
	free(to);
	free(from);
	return status;
}

static int
time_copy(size_t bytes, int samples, double *seconds)
{
	return time_transfer(copy, bytes, samples, seconds);
}

static int
time_memcpy(size_t bytes, int samples, double *seconds)
{
	return time_transfer(plain_copy, bytes, samples, seconds);
}

static const char *
error(int status)
{
	return status == NO_MEMORY ? "out of memory" : "the launcher refused the block or the grid";
}

const struct device cpu_device = {
	.open = open_cpu, .allocate = allocate, .release = free, .upload = transfer,
	.download = transfer, .copy = transfer, .compare = compare, .run = run_call, .time_call = time_call, .time_copy = time_copy,
	.time_memcpy = time_memcpy, .error = error,
};

bool
cpu_prepare(struct backend *backend, char *message, size_t room)
{
	static const char *const sources[] = { "copy.c", NULL };
	const struct build_file files[] = {
		{ "copy.c", (const char *)embedded_find("runtime/kernels/copy.c")->text }, { NULL, NULL },
	};
	struct build build = { .files = files, .sources = sources };
	void *object;

	copy = plain_copy;
	if (backend->kind == BACKEND_HOST)
		return true;
	if (!toolchain_build(backend->toolchain, &build, 1, message, room))
		return false;
	object = dlopen(build.object, RTLD_NOW | RTLD_LOCAL);
	if (!object) {
		snprintf(message, room, "cannot load %s: %s", build.object, dlerror());
		return false;
	}
	*(void **)&copy = dlsym(object, "run_copy");
	return true;
}
