#include "runtime/device/recorded_call.h"

#include <string.h>

/* Where the parts of a call begin, in bytes, and where it ends. */
struct parts {
	size_t relations, fields, params, blocks, end;
};

static size_t
place_bytes(const struct recorded_shape *shape)
{
	return recorded_padded(shape->on_mesh ? sizeof (struct stencil_mesh) : sizeof (struct stencil_grid));
}

static struct parts
parts_of(const struct recorded_shape *shape)
{
	const size_t all_fields = (size_t)shape->fields + shape->has_workspace;
	struct parts p = { .relations = place_bytes(shape) };

	p.fields = p.relations + (size_t)shape->relations*sizeof (struct stencil_relation);
	p.params = p.fields + all_fields*sizeof (void *);
	p.blocks = p.params + (size_t)shape->params*sizeof (double);
	p.end = p.blocks + recorded_padded((size_t)shape->blocks*sizeof (struct stencil_block));
	return p;
}

size_t
call_bytes(const struct recorded_shape *shape)
{
	return parts_of(shape).end;
}

void
call_write_place(const struct recorded_shape *shape, const void *place, void *memory)
{
	memcpy(memory, place, shape->on_mesh ? sizeof (struct stencil_mesh) : sizeof (struct stencil_grid));
}

void
call_write(const struct recorded_shape *shape, const struct call *call, void *memory)
{
	const struct parts p = parts_of(shape);
	char *to = memory;

	call_write_place(shape, call->grid, memory);
	if (shape->on_mesh)
		memcpy(to + p.relations, ((const struct stencil_mesh_view *)call->grid)->relations, p.fields - p.relations);
	memcpy(to + p.fields, call->fields, p.params - p.fields);
	if (call->params)
		memcpy(to + p.params, call->params, p.blocks - p.params);
	for (int i = 0; i < shape->blocks; i++)
		((struct stencil_block *)(to + p.blocks))[i] = call->blocks ? call->blocks[i] : call->block;
}

void
call_place(const struct recorded_shape *shape, void *memory, struct recording *recording)
{
	const struct parts p = parts_of(shape);
	char *at = memory;

	recording->grid = shape->on_mesh ? NULL : memory;
	recording->mesh = shape->on_mesh ? memory : NULL;
	recording->relations = (void *)(at + p.relations);
	recording->fields = (void *)(at + p.fields);
	recording->params = (void *)(at + p.params);
	recording->blocks = (void *)(at + p.blocks);
}
