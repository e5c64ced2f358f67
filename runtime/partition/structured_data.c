#include "runtime/partition/structured.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/problem/plane_wrap.h"

#include <string.h>

/* Cells of an axis of the whole grid's arrays. */
struct cells {
	int begin, end;
};

/* Those that a problem has: two runs, if it goes past the end of a period. Returns how many. */
static int
find_runs(const struct partition *p, const struct problem *own, int axis, struct cells runs[2])
{
	const struct problem *whole = structured_of(p)->problem;
	const int low = whole->halo.low[axis], high = whole->size[axis] - whole->halo.high[axis];
	const int first = own->place[axis], size = own->size[axis];
	const int begin = p->decomposition.periodic[axis] ? plane_wrapped(whole, axis, first) : first;

	if (p->decomposition.periodic[axis] && size >= high - low) {
		runs[0] = (struct cells){ low, high };
		return 1;
	}
	runs[0] = (struct cells){ begin, begin + size };
	if (!p->decomposition.periodic[axis] || begin + size <= high)
		return 1;
	runs[1] = (struct cells){ low, low + begin + size - high };
	runs[0].end = high;
	return 2;
}

/* Reads what a problem has of a field into the whole grid's array, if that is still in a file. */
static bool
read_field(const struct partition *p, const struct problem *own, const struct field *field, struct error *error)
{
	const struct field_file *file = &structured_of(p)->files[field->index];
	struct cells x[2] = { { 0, 1 } }, y[2] = { { 0, 1 } };
	int along_x = 1, along_y = 1;

	if (!file->path)
		return true;
	if (shapes[field->shape].axes[0]) {
		along_x = find_runs(p, own, 0, x);
		along_y = file->header->ndim > 1 ? find_runs(p, own, 1, y) : 1;
	} else {
		x[0].end = (int)file->header->shape[0];
	}
	for (int j = 0; j < along_y; j++)
		for (int i = 0; i < along_x; i++)
			if (!npy_read_rows(file->path, file->header, &(struct npy_rows){ y[j].begin, y[j].end, x[i].begin, x[i].end },
					p->arrays[field->index], error))
				return false;
	return true;
}

bool
structured_read(const struct partition *p, const struct problem *own, struct error *error)
{
	const struct problem *whole = structured_of(p)->problem;

	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		if (!read_field(p, p->has ? whole : own, f, error))
			return false;
		if (p->has && structured_of(p)->files[f->index].path)
			plane_wrap(whole, f, field_element(f), whole->fields[f->index], p->decomposition.periodic);
	}
	return true;
}

/* So many cells on the lower or higher side of a box are spoilt within some steps. A step of one kernel spoils as many as it reads, but
 * the border has some of them the first time. */
static long long
spoilt(const struct partition *p, int axis, bool high, int steps)
{
	const struct plan *plan = structured_of(p)->problem->plan;
	const struct program_reach *reach = p->decomposition.reach;
	const struct extents reads = reach ? reach->step : decomposition_reads(&p->decomposition, plan), *border = &plan->stencil->border;
	const int cells = high ? reads.high[axis] : reads.low[axis], had = high ? border->high[axis] : border->low[axis];

	return (long long)steps*cells - (reach ? 0 : cells < had ? cells : had);
}

/* Where the window of a box is along an axis, in cells of the whole grid's arrays: around the box is what steps spoil, where it is not
 * the grid that ends; the border is not computed at all. */
static void
find_extent(const struct partition *p, const struct stencil_rectangle *box, int axis, int steps, int *begin, int *end)
{
	const struct structured *g = structured_of(p);
	const struct problem *whole = g->problem;
	const bool periodic = g->rectangles.periodic[axis];
	const long long first = whole->halo.low[axis] + box->begin[axis], last = whole->halo.low[axis] + box->end[axis];
	const long long from = first - spoilt(p, axis, false, steps) - whole->halo.low[axis];
	const long long to = last + spoilt(p, axis, true, steps) + whole->halo.high[axis];
	const int size = whole->size[axis], inner = size - whole->halo.low[axis] - whole->halo.high[axis];

	*begin = 0;
	*end = size;
	if (decomposition_verifies_whole(&p->decomposition, whole->plan))
		return;
	if (periodic ? to - from >= inner : from <= 0 && to >= size)
		return;
	*begin = from > 0 || periodic ? (int)from : 0;
	*end = to < size || periodic ? (int)to : size;
}

/* A window as a subdomain that has its arrays; `own` is to last as long. */
static struct subdomain
subdomain_of(struct problem *window, struct structured_subdomain *own)
{
	own->problem = window;
	return (struct subdomain){ .arrays = window->fields, .own = own,
		.cells = { [CELL] = (size_t)window->size[0]*(size_t)window->size[1] } };
}

void
structured_window_copy(const struct partition *p, struct problem *window, const struct field *field)
{
	struct structured_subdomain own;
	const struct subdomain s = subdomain_of(window, &own);

	subdomain_copy(p, &s, field);
}

struct problem *
structured_window(const struct partition *p, const struct subdomain *s, int steps, bool periodic[2], struct error *error)
{
	const struct problem *whole = structured_of(p)->problem;
	int size[AXES] = { 0, 0, whole->size[2] }, place[2];
	struct problem *window;
	struct structured_subdomain own;
	struct subdomain subdomain;

	for (int axis = 0; axis < 2; axis++) {
		int end;

		find_extent(p, &s->box, axis, steps, &place[axis], &end);
		size[axis] = end - place[axis];
		periodic[axis] = p->decomposition.periodic[axis] && size[axis] == whole->size[axis] && !place[axis];
	}
	window = problem_create(whole->plan, size);
	if (!window) {
		error_no_memory(error);
		return NULL;
	}
	for (int axis = 0; axis < 2; axis++) {
		window->place[axis] = window->before[axis] = place[axis];
		window->after[axis] = whole->size[axis] - place[axis] - size[axis];
	}
	memcpy(window->params, whole->params, (size_t)whole->plan->stencil->param_count*sizeof *whole->params);
	subdomain = subdomain_of(window, &own);
	if (structured_read(p, window, error) && subdomain_fill(p, &subdomain, error))
		return window;
	problem_free(window);
	return NULL;
}
