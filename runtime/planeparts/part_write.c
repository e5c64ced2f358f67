#include "runtime/planeparts/part_write.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/planeparts/part_arrays.h"

bool
part_write(const struct plane_part *part, const char *path, const struct array *whole, char *message, size_t room)
{
	int begin[2], end[2];
	struct npy_rows rows;

	part_gives(part, begin, end);
	rows = (struct npy_rows){ .end = 1, .from = begin[0], .to = end[0] };
	if (whole->ndim > 1) {
		rows.begin = begin[1];
		rows.end = end[1];
	}
	return npy_write_rows(path, whole, &rows, whole->data, message, room);
}
