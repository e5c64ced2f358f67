#include "runtime/run/mesh_axes.h"

#include <stdlib.h>
#include <string.h>

#define USUAL_AXES "level,element"
#define TURNED_AXES "element,level"

const char *
mesh_option(const struct arguments *o)
{
	return o->mesh ? "mesh" : o->axes ? "axes" : o->size_levels ? "size-levels" : o->relations.count ? "relation" : NULL;
}

bool
mesh_axes_check(const struct job *job, struct error *error)
{
	const char *axes = job->options->axes;

	return !axes || !strcmp(axes, USUAL_AXES) || !strcmp(axes, TURNED_AXES)
		|| error_set(error, EXIT_USAGE, "--axes accepts " USUAL_AXES " or " TURNED_AXES ", not '%s'", axes);
}

bool
mesh_axes_are_turned(const struct job *job, const struct field *field)
{
	return job->options->axes && !strcmp(job->options->axes, TURNED_AXES) && field->shape == SHAPE_POINT;
}

struct array
mesh_axes_turn(const struct array *array)
{
	const size_t rows = (size_t)array->shape[0], columns = (size_t)array->shape[1];
	const size_t size = (size_t)array->element*(size_t)(array->ndim > 2 ? array->shape[2] : 1);
	struct array turned = *array;

	turned.shape[0] = array->shape[1];
	turned.shape[1] = array->shape[0];
	turned.names[0] = array->names[1];
	turned.names[1] = array->names[0];
	turned.data = malloc(rows*columns*size);
	for (size_t i = 0; turned.data && i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			memcpy((char *)turned.data + (j*rows + i)*size, (const char *)array->data + (i*columns + j)*size, size);
	return turned;
}
