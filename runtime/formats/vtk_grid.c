#include "runtime/formats/vtk_grid.h"

#include "runtime/formats/vtk_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* An array that is declared, and comes behind what is declared before. */
struct piece {
	const void *bytes;
	uint64_t size;
};

struct pieces {
	struct vtk_writer *w;
	struct piece *list;
	int count;
	uint64_t offset;
};

static void
declare(struct pieces *p, const char *type, const char *name, long long components, const void *bytes, uint64_t size)
{
	vtk_print(p->w, "        <DataArray type=\"%s\" Name=\"", type);
	vtk_put_escaped(p->w, name);
	vtk_print(p->w, "\" NumberOfComponents=\"%lld\" format=\"appended\" offset=\"%llu\"/>\n", components,
		(unsigned long long)p->offset);
	p->list[p->count++] = (struct piece){ bytes, size };
	p->offset += vtk_digits(size);
}

static void
declare_fields(struct pieces *p, const char *element, const struct vtk_grid_field *fields, int count, bool of_points)
{
	vtk_print(p->w, "      <%s>\n", element);
	for (int i = 0; i < count; i++) {
		const struct array *array = &fields[i].array;

		if (fields[i].of_points == of_points)
			declare(p, vtk_type(array), fields[i].name, array->ndim > 1 ? array->shape[1] : 1,
				array->data, array_bytes(array));
	}
	vtk_print(p->w, "      </%s>\n", element);
}

static void
declare_cells(struct pieces *p, const struct vtk_grid *grid, const unsigned char *types)
{
	const uint64_t cells = (uint64_t)grid->cells, corners = (uint64_t)grid->ends[grid->cells - 1];

	vtk_print(p->w, "      <Points>\n");
	declare(p, "Float64", "Points", 3, grid->places, (uint64_t)grid->points*3*sizeof *grid->places);
	vtk_print(p->w, "      </Points>\n      <Cells>\n");
	declare(p, "Int64", "connectivity", 1, grid->corners, corners*sizeof *grid->corners);
	declare(p, "Int64", "offsets", 1, grid->ends, cells*sizeof *grid->ends);
	declare(p, "UInt8", "types", 1, types, cells);
	vtk_print(p->w, "      </Cells>\n");
}

static void
write_grid(struct pieces *p, const struct vtk_grid *grid, const struct vtk_grid_field *fields, int count,
	const unsigned char *types)
{
	vtk_print(p->w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\""
		" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <UnstructuredGrid>\n"
		"    <Piece NumberOfPoints=\"%lld\" NumberOfCells=\"%lld\">\n", grid->points, grid->cells);
	declare_fields(p, "PointData", fields, count, true);
	declare_fields(p, "CellData", fields, count, false);
	declare_cells(p, grid, types);
	vtk_print(p->w, "    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"base64\">\n_");
	for (int i = 0; i < p->count; i++)
		vtk_put_array(p->w, p->list[i].bytes, p->list[i].size, 1);
	vtk_print(p->w, "\n  </AppendedData>\n</VTKFile>\n");
}

bool
vtk_grid_file_write(struct temp_file *temp_file, const char *path, const struct vtk_grid *grid,
	const struct vtk_grid_field *fields, int count, struct error *error)
{
	enum { OWN_ARRAYS = 4 };
	unsigned char *types = malloc((size_t)grid->cells);
	struct pieces p = {
		.w = vtk_writer_open(temp_file), .list = malloc(((size_t)count + OWN_ARRAYS)*sizeof *p.list),
	};
	bool good = types && p.w && p.list;

	if (good) {
		memset(types, grid->shape, (size_t)grid->cells);
		write_grid(&p, grid, fields, count, types);
		good = vtk_writer_finish(p.w, path, error);
	} else {
		free(p.w);
		array_temp_file_result(ENOMEM, path, error);
	}
	free(types);
	free(p.list);
	return good;
}
