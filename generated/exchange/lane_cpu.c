/* A CPU's memory, where streams mean nothing: all is done at once. */

#include "exchange.h"
#include "lane.h"

#include <stdlib.h>
#include <string.h>

static int
allocate(const struct stencil_lane *lane, void **memory, size_t bytes)
{
	(void)lane;
	*memory = malloc(bytes + !bytes);
	return *memory ? 0 : STENCIL_NO_MEMORY;
}

static void
release(const struct stencil_lane *lane, void *memory)
{
	(void)lane;
	free(memory);
}

static int
copy(const struct stencil_lane *lane, const void *from, const struct stencil_lane *other, void *to, size_t bytes, void *stream)
{
	(void)lane;
	(void)other;
	(void)stream;
	memcpy(to, from, bytes);
	return 0;
}

/* Copies a box between its field and the buffer, row by row. */
static void
copy_box(const struct stencil_box *box, char *field, char *buffer, int unpack)
{
	const size_t bytes = (size_t)box->width*(size_t)box->bytes;

	buffer += box->offset;
	for (int level = 0; level < box->levels; level++)
		for (int y = 0; y < box->height; y++, buffer += bytes) {
			const size_t element = (size_t)level*(size_t)box->stride + (size_t)box->first + (size_t)y*(size_t)box->row;
			char *row = field + element*(size_t)box->bytes;

			memcpy(unpack ? row : buffer, unpack ? buffer : row, bytes);
		}
}

static int
pack(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields, void *buffer,
	void *stream)
{
	(void)lane;
	(void)stream;
	for (int b = 0; b < packing->count; b++)
		copy_box(&packing->boxes[b], fields[packing->boxes[b].field], buffer, 0);
	return 0;
}

static int
unpack(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields, const void *buffer,
	void *stream)
{
	(void)lane;
	(void)stream;
	for (int b = 0; b < packing->count; b++)
		copy_box(&packing->boxes[b], fields[packing->boxes[b].field], (char *)buffer, 1);
	return 0;
}

static const char *
error(const struct stencil_lane *lane, int status)
{
	(void)lane;
	(void)status;
	return NULL;
}

const struct stencil_lane stencil_lane_cpu = {
	.allocate = allocate, .release = release, .copy = copy, .pack = pack, .unpack = unpack, .error = error,
};
