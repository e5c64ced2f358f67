#include "generator/variants/variants.h"

#include <string.h>

const struct storage_info storages[STORAGE_COUNT] = {
#define STORAGE(name, regular, table, compressed, constant) \
	{ #name, regular, table, compressed, constant },
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct access_info accesses[ACCESS_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, template, gpu, openmp, regular, unstructured, shares, block, tile) \
	{ #name, #template, { [TARGET_cuda] = gpu, [TARGET_hip] = gpu, [TARGET_openmp] = openmp }, \
		regular, unstructured, shares, block, tile },
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct layout_info layouts[LAYOUT_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, form, points, outputs) { #name, #form, points, outputs },
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct target_info targets[TARGET_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ending, accesses, lanes) { #name, ending, #accesses, lanes, \
	"whole warps are needed: x*y*z a multiple of " #lanes \
	", and x*y a multiple or a divisor of " #lanes },
#include "generator/variants/variants.def"
};

#define FIND(table, count) \
	for (int i = 0; i < (count); i++) \
		if (!strcmp((table)[i].name, name)) \
			return i; \
	return -1

int
find_storage(const char *name)
{
	FIND(storages, STORAGE_COUNT);
}

int
find_access(const char *name)
{
	FIND(accesses, ACCESS_COUNT);
}

int
find_layout(const char *name)
{
	FIND(layouts, LAYOUT_COUNT);
}

int
find_target(const char *name)
{
	FIND(targets, TARGET_COUNT);
}

bool
layout_in_struct(enum layout layout, const struct field *field)
{
	return layouts[layout].points && field->shape == SHAPE_POINT
		&& (field->role == ROLE_IN || layouts[layout].outputs);
}

int
layout_arrays(const struct stencil *stencil, enum layout layout, int *array)
{
	int count = 0;

	for (int out = 0; out < 2; out++) {
		bool found = false;

		for (const struct field *f = stencil->fields; f; f = f->next)
			if (layout_in_struct(layout, f) && (f->role != ROLE_IN) == out) {
				array[f->index] = count;
				found = true;
			}
		count += found;
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (!layout_in_struct(layout, f))
			array[f->index] = count++;
	return count;
}

const char *
layout_suffix(struct arena *arena, enum layout layout)
{
	return layouts[layout].points ? arena_printf(arena, "_%s", layouts[layout].name) : "";
}
