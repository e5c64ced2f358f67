#include "runtime/partition/unstructured_data.h"

#include "generator/split/parts.h"
#include "runtime/partition/copy.h"

static size_t
count(const struct partition *p, enum location location)
{
	return (size_t)unstructured_problem(p)->updated[location];
}

/* By element: how many before it are updated. Reductions are in the order of elements as they are given. */
static int *
find_numbers(struct arena *arena, const struct mesh_problem *whole, enum location location)
{
	int *numbers = arena_array(arena, int, whole->mesh->count[location] + 1), updated = 0;

	for (int e = 0; e < whole->mesh->count[location]; e++) {
		numbers[e] = updated;
		updated += whole->inside[location][e];
	}
	return numbers;
}

/* What a subdomain owns of what is updated. */
static struct runs
columns(struct arena *arena, const struct partition *p, int rank, enum location location)
{
	const struct subdomain *s = &p->subdomains[rank];
	const struct mesh_problem *whole = unstructured_problem(p);
	const struct subset *own = &s->at[location];
	const int *place = s->binding ? unstructured_device(s)->layout.place[location] : NULL;
	struct runs runs = { .items = arena_array(arena, struct run, own->count + 1) };
	struct arena scratch = { NULL };
	const int *numbers = whole->inside[location] ? find_numbers(&scratch, whole, location) : NULL;

	for (int e = 0; e < own->count && numbers; e++) {
		const int element = own->global[e];
		const struct run one = { place ? (size_t)place[e] : 0, (size_t)numbers[element], 1 };
		struct run *last = runs.count ? &runs.items[runs.count - 1] : NULL;

		if (own->layer[e] || !whole->inside[location][element])
			continue;
		if (last && place && last->own + last->count == one.own && last->whole + last->count == one.whole)
			last->count++;
		else
			runs.items[runs.count++] = one;
	}
	arena_free(&scratch);
	return runs;
}

/* Values of columns have one level, and follow one another. */
static struct reduced_array
array(const struct subdomain *s, const struct kept *kept)
{
	const struct stencil_mesh *mesh = &unstructured_device(s)->layout.mesh;
	const enum location location = kept->temp->where.location;
	const int strides[LOCATIONS] = { mesh->cell_stride, mesh->edge_stride, mesh->vertex_stride };
	const size_t elements = (size_t)strides[location], height = (size_t)mesh->height;
	const bool points = kept->shape == SHAPE_POINT;
	const bool half = unstructured_problem_of(s)->plan->program->parts[kept->first].stencil->half;
	const int levels = points ? mesh->top - mesh->bottom + half : 1;

	if (points && height)
		return (struct reduced_array){ (size_t)mesh->bottom, (elements - 1)*height + (size_t)levels, levels, 1, height };
	return (struct reduced_array){ points ? (size_t)mesh->bottom*elements : 0, (size_t)levels*elements, levels, elements, 1 };
}

static void *
stored(const struct subdomain *s, const struct built *kernel, int number)
{
	typedef void *kept(const void *grid, void *workspace, int number);
	const struct mesh_device *x = unstructured_device(s);

	return ((kept *)kernel->kept)(&x->view, x->binding.fields[unstructured_problem_of(s)->stencil->field_count], number);
}

const struct reduction_kind unstructured_reductions = { .count = count, .columns = columns, .array = array, .stored = stored };
