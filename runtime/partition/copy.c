#include "runtime/partition/copy.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/structured.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

enum copy_way { COPY_TO_WHOLE, COPY_FROM_WHOLE };

/* Copies all levels of runs, whose elements have `size` bytes. */
static void
copy_runs(const struct runs *runs, size_t levels, size_t size, void *own, void *whole, enum copy_way way)
{
	for (size_t k = 0; k < levels; k++)
		for (const struct run *r = runs->items; r < runs->items + runs->count; r++) {
			char *a = (char *)whole + (k*runs->whole + r->whole)*size, *b = (char *)own + (k*runs->own + r->own)*size;

			memcpy(way == COPY_TO_WHOLE ? a : b, way == COPY_TO_WHOLE ? b : a, r->count*size);
		}
}

/* The elements of a list, or only those that its subdomain owns, of so many in the whole domain. */
static struct runs
runs_of_list(struct arena *arena, const struct subset *list, size_t whole, bool owned)
{
	struct runs runs = { arena_array(arena, struct run, list->count + 1), 0, (size_t)list->count, whole };

	for (int i = 0, next; i < list->count; i = next) {
		next = i + 1;
		if (owned && list->layer[i])
			continue;
		while (next < list->count && list->global[next] == list->global[i] + next - i && !(owned && list->layer[next]))
			next++;
		runs.items[runs.count++] = (struct run){ (size_t)i, (size_t)list->global[i], (size_t)(next - i) };
	}
	return runs;
}

/* The elements of a field in the whole domain, or in a window of it. Profiles and scalars are the same everywhere. */
static struct runs
runs_of(struct arena *arena, const struct partition *p, const struct subdomain *s, const struct field *field, bool owned,
	const struct problem *window)
{
	const enum location location = partition_location(field);
	struct runs one = { arena_new(arena, struct run), 1, 1, 1 };

	one.items->count = 1;
	if (location == LOCATIONS)
		return one;
	return p->has ? runs_of_list(arena, &s->at[location], (size_t)p->cells[location], owned)
		: structured_runs(arena, p, s, owned, window);
}

static void
copy_field(const struct partition *p, const struct subdomain *s, const struct field *field, bool owned, size_t size, void *own,
	const struct problem *window, void *whole, enum copy_way way)
{
	const struct field_extent *extent = &p->extents[field->index];
	struct arena arena = { NULL };
	const struct runs runs = runs_of(&arena, p, s, field, owned, window);

	copy_runs(&runs, (size_t)extent->levels, (size_t)extent->slots*size, own, whole, way);
	arena_free(&arena);
}

/* Copies what a subdomain owns into an array of the whole domain. */
static void
give(const struct partition *p, const struct subdomain *s, const struct field *field, void *own, void *whole)
{
	copy_field(p, s, field, true, field_element(field), own, NULL, whole, COPY_TO_WHOLE);
}

/* Values of a field in a subdomain, which may be another process'. */
static size_t
values_of(const struct partition *p, const struct subdomain *s, const struct field *field)
{
	const enum location location = partition_location(field);
	const struct field_extent *extent = &p->extents[field->index];

	return (location == LOCATIONS ? 1 : s->cells[location])*(size_t)extent->levels*(size_t)extent->slots;
}

void
subdomain_copy(const struct partition *p, const struct subdomain *s, const struct field *field)
{
	copy_field(p, s, field, false, field_element(field), s->arrays[field->index], NULL, p->arrays[field->index], COPY_FROM_WHOLE);
}

bool
subdomain_fill(const struct partition *p, struct subdomain *s, struct error *error)
{
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		s->arrays[f->index] = malloc(values_of(p, s, f)*field_element(f) + 1);
		if (!s->arrays[f->index])
			return error_no_memory(error);
		subdomain_copy(p, s, f);
	}
	return true;
}

static bool
is_here(const struct partition *p, int rank)
{
	return rank >= p->first && rank < p->end;
}

static bool
fetch(const struct partition *p, const struct subdomain *s, const struct field *field, struct error *error)
{
	return !device_failed(p->device, streams_select(s->streams), "select a device", error)
		&& s->binding->kind->fetch(s->binding, field, s->arrays[field->index], error);
}

/* Sends an array of a subdomain of another process to the first one, which makes room for it. */
static bool
gather(const struct partition *p, int rank, size_t bytes, void **array, struct error *error)
{
	const struct processes *all = p->processes;
	int status = 0;

	if (!rank || all->count == 1)
		return true;
	if (all->rank == rank) {
		status = all->mpi->send(*array, bytes, 0);
	} else if (!all->rank) {
		*array = malloc(bytes + 1);
		if (!*array)
			return error_no_memory(error);
		status = all->mpi->receive(*array, bytes, rank);
	}
	return !processes_failed(all, status, error);
}

/* Copies what a subdomain owns, of an array of its own that the first process may not have yet. */
static bool
give_gathered(const struct partition *p, int rank, const struct field *field, void *own, void *whole, struct error *error)
{
	const struct subdomain *s = &p->subdomains[rank];
	void *array = own;
	const bool good = gather(p, rank, values_of(p, s, field)*field_element(field), &array, error);

	if (good && array)
		give(p, s, field, array, whole);
	if (array != own)
		free(array);
	return good;
}

static void
wrap(const struct partition *p, const struct field *field, void *array)
{
	if (p->kind->wrap)
		p->kind->wrap(p, field, array);
}

bool
partition_store(const struct partition *p, const struct field *field, struct error *error)
{
	wrap(p, field, p->arrays[field->index]);
	for (int rank = p->first; rank < p->end; rank++) {
		const struct subdomain *s = &p->subdomains[rank];

		if (!p->is_whole)
			subdomain_copy(p, s, field);
		if (device_failed(p->device, streams_select(s->streams), "select a device", error)
				|| !s->binding->kind->store(s->binding, field, error))
			return false;
	}
	return true;
}

bool
partition_fetch(const struct partition *p, const struct field *field, struct error *error)
{
	void *whole = p->arrays[field->index];

	for (int rank = 0; rank < p->count; rank++) {
		const struct subdomain *s = &p->subdomains[rank];

		if (is_here(p, rank) && !fetch(p, s, field, error))
			return false;
		if (!p->is_whole && !give_gathered(p, rank, field, is_here(p, rank) ? s->arrays[field->index] : NULL, whole, error))
			return false;
	}
	wrap(p, field, whole);
	return true;
}

bool
partition_fetch_own(const struct partition *p, const struct field *field, struct error *error)
{
	for (int rank = p->first; rank < p->end; rank++) {
		const struct subdomain *s = &p->subdomains[rank];

		if (!fetch(p, s, field, error))
			return false;
		if (!p->is_whole)
			give(p, s, field, s->arrays[field->index], p->arrays[field->index]);
	}
	return true;
}

bool
partition_fetch_expected(const struct partition *p, const struct field *field, void *whole, struct error *error)
{
	for (int rank = 0; rank < p->count; rank++) {
		void *own = is_here(p, rank) ? p->subdomains[rank].expected[field->index] : NULL;

		if (!give_gathered(p, rank, field, own, whole, error))
			return false;
	}
	wrap(p, field, whole);
	return true;
}

/* A subdomain is expected to have what it has, but for what it owns. */
static bool
expect(const struct partition *p, const struct subdomain *s, const struct field *field, struct error *error)
{
	const struct problem *window = s->window;
	const int i = field->index;
	void *expected = window ? window->expected[i] : p->expected[i];
	double *bounds = window ? window->bounds[i] : p->bounds[i];
	const size_t count = values_of(p, s, field), size = field_element(field);

	if (!fetch(p, s, field, error))
		return false;
	s->expected[i] = malloc(count*size + 1);
	s->bounds[i] = bounds ? calloc(count + 1, sizeof *s->bounds[i]) : NULL;
	if (!s->expected[i] || (bounds && !s->bounds[i]))
		return error_no_memory(error);
	memcpy(s->expected[i], s->arrays[i], count*size);
	copy_field(p, s, field, true, size, s->expected[i], window, expected, COPY_FROM_WHOLE);
	if (bounds)
		copy_field(p, s, field, true, sizeof *bounds, s->bounds[i], window, bounds, COPY_FROM_WHOLE);
	return true;
}

static bool
compare_subdomain(const struct partition *p, const struct subdomain *s, struct verdict *verdict, struct error *error)
{
	struct verdict own;

	for (const struct field *f = p->stencil->fields; f && !p->is_whole; f = f->next)
		if (f->role != ROLE_IN && !expect(p, s, f, error))
			return false;
	if (device_failed(p->device, streams_select(s->streams), "select a device", error)
			|| !s->binding->kind->compare(s->binding, &own, error))
		return false;
	verdict_add(verdict, &own);
	return true;
}

bool
partition_compare(const struct partition *p, struct verdict *verdict, struct error *error)
{
	bool good = true;

	*verdict = (struct verdict){ 0 };
	for (int rank = p->first; rank < p->end && good; rank++)
		good = compare_subdomain(p, &p->subdomains[rank], verdict, error);
	return good;
}
