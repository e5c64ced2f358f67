#include "generator/text/expand.h"
#include "runtime/bench/reference_copy.h"

#include "runtime/device/device_status.h"

#include <stdio.h>

enum { ALIGNMENT = 256, PAIR = 2*sizeof (double), THREADS = 256 };

static const char *
stream_text(struct arena *arena, const struct template *template, struct mix mix)
{
	return template_expand(arena, template, "file", (const struct macro[]){
		{ "reads", arena_printf(arena, "%d", mix.reads) },
		{ "writes", arena_printf(arena, "%d", mix.writes) },
		{ "places", arena_printf(arena, "%d", mix.reads ? mix.reads : 1) },
	}, 3);
}

/* A call on `arrays` arrays of equal length that share the memory. */
static struct call
stream_call(const struct reference_copies *y, struct arena *arena, int arrays, double bytes)
{
	const size_t length = (size_t)(bytes/arrays)/ALIGNMENT*ALIGNMENT, pairs = length/PAIR;
	void **fields = arena_array(arena, void *, arrays);
	double *params = arena_new(arena, double);

	for (int i = 0; i < arrays; i++)
		fields[i] = (char *)y->memory + (size_t)i*length;
	*params = (double)pairs;
	return (struct call){ .fields = fields, .params = params, .block = { THREADS, 1, 1 } };
}

/* Builds both kernels; a copy is a stream that reads one array and writes one. */
static bool
open_streams(struct reference_copies *y, struct backend *backend, struct templates *templates,
	struct mix mix, double bytes, struct error *error)
{
	struct arena *arena = templates->arena;
	const struct template *template = template_find(templates,
		arena_printf(arena, "%s/stream", targets[backend->target].folder));
	struct plain_kernel kernels[] = { { "stream", NULL, NULL }, { "stream", NULL, NULL } };
	const int count = mix.writes ? 2 : 1;

	if (!template)
		return error_set(error, EXIT_IO, "the templates have errors");
	kernels[0].text = stream_text(arena, template, (struct mix){ 1, 1 });
	if (count > 1)
		kernels[1].text = stream_text(arena, template, mix);
	if (!kernels_build_plain(backend, kernels, count, error))
		return false;
	y->calls[REFERENCE_COPY] = stream_call(y, arena, 2, bytes);
	y->calls[REFERENCE_COPY].run = kernels[0].run;
	if (count == 1)
		return true;
	y->calls[REFERENCE_STREAM] = stream_call(y, arena, mix.reads + mix.writes, bytes);
	y->calls[REFERENCE_STREAM].run = kernels[1].run;
	return true;
}

/* A CPU has no launches. */
static bool
open_empty(struct reference_copies *y, struct backend *backend, struct templates *templates, struct error *error)
{
	struct plain_kernel kernel = { "empty", NULL, NULL };
	const struct template *template;

	if (!targets[backend->target].blocks)
		return true;
	template = template_find(templates, "cuda/empty");
	if (!template)
		return error_set(error, EXIT_IO, "the templates have errors");
	kernel.text = template_expand(templates->arena, template, "file", NULL, 0);
	if (!kernels_build_plain(backend, &kernel, 1, error))
		return false;
	y->empty = kernel.run;
	return true;
}

struct call
reference_copies_floor(const struct reference_copies *y, struct arena *arena, int launches)
{
	double *params = arena_new(arena, double);

	*params = launches;
	return (struct call){
		.run = launches > 0 ? y->empty : NULL, .params = params, .block = { THREADS, 1, 1 },
		.launches = launches,
	};
}

static void
open_memcpy(struct reference_copies *y, struct arena *arena, double bytes)
{
	const size_t half = (size_t)(bytes/2)/ALIGNMENT*ALIGNMENT;
	void **fields = arena_array(arena, void *, 2);
	double *params = arena_new(arena, double);

	fields[0] = y->memory;
	fields[1] = (char *)y->memory + half;
	*params = (double)half;
	y->calls[REFERENCE_MEMCPY] = (struct call){
		.run = y->device->copy_thunk, .fields = fields, .params = params, .block = { 1, 1, 1 },
	};
}

/* Runs each once: a first launch loads the kernel, which cannot happen during a recording. */
static bool
load_all(const struct reference_copies *y, struct arena *arena, struct error *error)
{
	const struct call empty = reference_copies_floor(y, arena, 1);
	int status = empty.run ? y->device->run(&empty) : 0;

	for (int i = 0; i < REFERENCE_COUNT && !status; i++)
		status = y->calls[i].run ? y->device->run(&y->calls[i]) : 0;
	return !device_failed(y->device, status, "run a reference copy", error);
}

bool
reference_copies_open(struct reference_copies *y, struct backend *backend, struct templates *templates,
	struct mix mix, double bytes, struct error *error)
{
	const double least = ALIGNMENT*(double)(mix.reads + mix.writes + 2);
	int status;

	*y = (struct reference_copies){ .device = backend->device };
	bytes = bytes > least ? bytes : least;
	status = y->device->allocate(&y->memory, (size_t)bytes);
	if (!status)
		status = y->device->clear(y->memory, (size_t)bytes);
	if (status)
		return error_set(error, EXIT_IO, "no memory for the reference copies: %s", y->device->error(status));
	open_memcpy(y, templates->arena, bytes);
	return open_streams(y, backend, templates, mix, bytes, error)
		&& open_empty(y, backend, templates, error)
		&& load_all(y, templates->arena, error);
}

void
reference_copies_close(struct reference_copies *y)
{
	if (y->memory)
		y->device->release(y->memory);
	y->memory = NULL;
}
