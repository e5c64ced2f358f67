#include "runtime/planeparts/part_file.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/problem/plane_wrap.h"

/* Cells of an axis of the whole grid's arrays. */
struct cells {
	int begin, end;
};

/* Those that a part has: two runs, if it goes beyond a period. Returns how many. */
static int
find_runs(const struct plane_parts *parts, const struct problem *own, int axis, struct cells runs[2])
{
	const struct problem *whole = parts->whole;
	const int low = whole->halo.low[axis], high = whole->size[axis] - whole->halo.high[axis];
	const int first = own->place[axis], size = own->size[axis];
	const int begin = parts->cut.periodic[axis] ? plane_wrapped(whole, axis, first) : first;

	if (parts->cut.periodic[axis] && size >= high - low) {
		runs[0] = (struct cells){ low, high };
		return 1;
	}
	runs[0] = (struct cells){ begin, begin + size };
	if (!parts->cut.periodic[axis] || begin + size <= high)
		return 1;
	runs[1] = (struct cells){ low, low + begin + size - high };
	runs[0].end = high;
	return 2;
}

bool
part_file_read(const struct plane_parts *parts, const struct problem *own, const struct field *field, struct error *error)
{
	const struct part_file *file = &parts->fields.files[field->index];
	void *data = parts->whole->fields[field->index];
	struct cells x[2] = { { 0, 1 } }, y[2] = { { 0, 1 } };
	int along_x = 1, along_y = 1;

	if (!file->path)
		return true;
	if (shapes[field->shape].axes[0]) {
		along_x = find_runs(parts, own, 0, x);
		along_y = file->header->ndim > 1 ? find_runs(parts, own, 1, y) : 1;
	} else {
		x[0].end = (int)file->header->shape[0];
	}
	for (int j = 0; j < along_y; j++)
		for (int i = 0; i < along_x; i++)
			if (!npy_read_rows(file->path, file->header, &(struct npy_rows){ y[j].begin, y[j].end, x[i].begin, x[i].end },
					data, error))
				return false;
	return true;
}

void
part_file_share(const struct plane_parts *parts, const struct plane_part *part, int begin[2], int end[2])
{
	const struct problem *whole = parts->whole;

	for (int axis = 0; axis < 2; axis++) {
		const bool is_last = part->rectangle.end[axis] == parts->rectangles.inner[axis];

		begin[axis] = part->rectangle.begin[axis] ? whole->halo.low[axis] + part->rectangle.begin[axis] : 0;
		end[axis] = is_last ? whole->size[axis] : whole->halo.low[axis] + part->rectangle.end[axis];
		if (parts->has) {
			begin[axis] = 0;
			end[axis] = part == parts->ranks ? whole->size[axis] : 0;
		}
	}
}
