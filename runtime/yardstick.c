#include "yardstick.h"

#include <stdio.h>

enum { ALIGNMENT = 256, PAIR = 2*sizeof (double), THREADS = 256 };

static int
element(const struct field *field)
{
	return field->type == TYPE_FLOAT ? sizeof (float) : sizeof (double);
}

void
stream_mix(const struct plan *plan, int *reads, int *writes)
{
	int unit = sizeof (double), written = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT) {
			unit = element(f) < unit ? element(f) : unit;
			written += f->role == ROLE_IN ? 0 : element(f);
		}
	*writes = written/unit;
	*reads = plan->bytes/unit - *writes;
}

/* A stream of so many arrays over memory that has the bytes. */
static bool
open_stream(struct yardsticks *y, enum yardstick which, struct backend *backend,
	struct templates *templates, int reads, int writes, double bytes, char *message, size_t room)
{
	struct arena *arena = templates->arena;
	const struct template *template = templates_get(templates,
		backend->target == TARGET_openmp ? "openmp/stream" : "cuda/stream");
	const size_t length = (size_t)(bytes/(reads + writes))/ALIGNMENT*ALIGNMENT;
	void **fields = arena_array(arena, void *, reads + writes);
	double *params = arena_new(arena, double);
	struct call *call = &y->calls[which];
	const char *text;

	if (!template) {
		snprintf(message, room, "the templates have errors");
		return false;
	}
	text = template_expand(arena, template, "file", (const struct macro[]){
		{ "reads", arena_printf(arena, "%d", reads) },
		{ "writes", arena_printf(arena, "%d", writes) },
		{ "places", arena_printf(arena, "%d", reads ? reads : 1) },
	}, 3);
	for (int i = 0; i < reads + writes; i++)
		fields[i] = (char *)y->memory + (size_t)i*length;
	*params = (double)(length/PAIR);
	*call = (struct call){ .fields = fields, .params = params, .block = { THREADS, 1, 1 } };
	return backend_build_text(backend, "stream", text, &call->run, message, room);
}

static void
open_memcpy(struct yardsticks *y, struct arena *arena, double bytes)
{
	const size_t half = (size_t)(bytes/2)/ALIGNMENT*ALIGNMENT;
	void **fields = arena_array(arena, void *, 2);
	double *params = arena_new(arena, double);

	fields[0] = y->memory;
	fields[1] = (char *)y->memory + half;
	*params = (double)half;
	y->calls[YARDSTICK_MEMCPY] = (struct call){
		.run = y->device->copy_thunk, .fields = fields, .params = params, .block = { 1, 1, 1 },
	};
}

bool
yardsticks_open(struct yardsticks *y, struct backend *backend, struct templates *templates,
	const struct plan *plan, double bytes, char *message, size_t room)
{
	const double least = ALIGNMENT*(double)(plan->bytes + 2);
	int reads, writes, status;

	*y = (struct yardsticks){ .device = backend->device };
	bytes = bytes > least ? bytes : least;
	status = y->device->allocate(&y->memory, (size_t)bytes);
	if (!status)
		status = y->device->clear(y->memory, (size_t)bytes);
	if (status) {
		snprintf(message, room, "no memory for the yardsticks: %s", y->device->error(status));
		return false;
	}
	stream_mix(plan, &reads, &writes);
	open_memcpy(y, templates->arena, bytes);
	return open_stream(y, YARDSTICK_COPY, backend, templates, 1, 1, bytes, message, room)
		&& open_stream(y, YARDSTICK_STREAM, backend, templates, reads, writes, bytes, message, room);
}

void
yardsticks_close(struct yardsticks *y)
{
	if (y->memory)
		y->device->release(y->memory);
	y->memory = NULL;
}
