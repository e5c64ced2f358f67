#include "runtime/partition/structured.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/problem/plane_wrap.h"

/* The cell of a problem's arrays, or of the whole grid's along a periodic axis, that a cell of a subdomain is. */
static int
cell_there(const struct problem *own, const struct problem *there, int axis, bool wraps, int cell)
{
	const int place = own->place[axis] - there->place[axis] + cell;

	return wraps ? plane_wrapped(there, axis, place) : place;
}

/* Adds the cells of a row, which ends where the period does. */
static void
add_row(struct runs *runs, const struct problem *own, const struct problem *there, bool wraps, int y, int y_there, int begin, int end)
{
	for (int x = begin, next; x < end; x = next) {
		const int from = cell_there(own, there, 0, wraps, x);

		next = x + 1;
		while (next < end && cell_there(own, there, 0, wraps, next) == from + next - x)
			next++;
		runs->items[runs->count++] = (struct run){ (size_t)y*(size_t)own->size[0] + (size_t)x,
			(size_t)y_there*(size_t)there->size[0] + (size_t)from, (size_t)(next - x) };
	}
}

/* The cells begin..end - 1 of a problem in another one. */
static struct runs
runs_of_box(struct arena *arena, const struct problem *own, const struct problem *there, const int wraps[2], const int begin[2],
	const int end[2])
{
	const size_t width = (size_t)(end[0] - begin[0]), height = (size_t)(end[1] - begin[1]);
	struct runs runs = { arena_array(arena, struct run, (wraps[0] ? width : 1)*height + 1), 0,
		(size_t)own->size[0]*(size_t)own->size[1], (size_t)there->size[0]*(size_t)there->size[1] };

	for (int y = begin[1]; y < end[1]; y++)
		add_row(&runs, own, there, wraps[0], y, cell_there(own, there, 1, wraps[1], y), begin[0], end[0]);
	return runs;
}

/* What a box gives, in cells of its own arrays. */
static void
find_given(const struct subdomain *s, int begin[2], int end[2])
{
	const struct problem *own = structured_subdomain(s)->problem;

	for (int axis = 0; axis < 2; axis++) {
		begin[axis] = box_has_neighbor(&s->box, axis, -1) ? own->halo.low[axis] : 0;
		end[axis] = own->size[axis] - (box_has_neighbor(&s->box, axis, 1) ? own->halo.high[axis] : 0);
	}
}

struct runs
structured_runs(struct arena *arena, const struct partition *p, const struct subdomain *s, bool owned, const struct problem *window)
{
	static const int none[2] = { 0, 0 };
	const struct structured *g = structured_of(p);
	const struct problem *own = structured_subdomain(s)->problem;
	int begin[2] = { 0, 0 }, end[2] = { own->size[0], own->size[1] };

	if (owned)
		find_given(s, begin, end);
	return runs_of_box(arena, own, window ? window : g->problem, window ? none : g->rectangles.periodic, begin, end);
}

void
structured_gives(const struct subdomain *s, int begin[2], int end[2])
{
	const struct problem *own = structured_subdomain(s)->problem;

	find_given(s, begin, end);
	for (int axis = 0; axis < 2; axis++) {
		begin[axis] += own->place[axis];
		end[axis] += own->place[axis];
	}
}

bool
structured_write(const struct subdomain *s, const char *path, const struct array *whole, struct error *error)
{
	int begin[2], end[2];
	struct npy_rows rows;

	structured_gives(s, begin, end);
	rows = (struct npy_rows){ .end = 1, .from = begin[0], .to = end[0] };
	if (whole->ndim > 1) {
		rows.begin = begin[1];
		rows.end = end[1];
	}
	return npy_write_rows(path, whole, &rows, whole->data, error);
}

void
structured_counts(const struct partition *p, const struct subdomain *s, int begin[2], int end[2])
{
	const struct structured *g = structured_of(p);
	const struct stencil_rectangle *box = &s->box;

	for (int axis = 0; axis < 2; axis++) {
		const bool is_last = box->end[axis] == g->rectangles.inner[axis];

		begin[axis] = box->begin[axis] ? g->problem->halo.low[axis] + box->begin[axis] : 0;
		end[axis] = is_last ? g->problem->size[axis] : g->problem->halo.low[axis] + box->end[axis];
		if (p->has) {
			begin[axis] = 0;
			end[axis] = s == p->subdomains ? g->problem->size[axis] : 0;
		}
	}
}
