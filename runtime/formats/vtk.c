#include "runtime/formats/vtk.h"

#include "runtime/formats/vtk_writer.h"

#include <errno.h>

bool
vtk_draft_write(struct draft *draft, const char *path, const struct vtk_field *fields, int count,
	char *message, size_t size)
{
	struct vtk_writer *w = vtk_writer_open(draft);
	long long last[ARRAY_DIMENSIONS] = { 0 }; /* x, y, z */
	uint64_t offset = 0;

	if (!w)
		return array_draft_result(ENOMEM, path, message, size);
	for (int d = 0; d < fields->array.ndim; d++)
		last[d] = fields->array.shape[fields->array.ndim - 1 - d] - 1;
	vtk_print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\""
		" header_type=\"UInt64\">\n");
	vtk_print(w, "  <ImageData WholeExtent=\"0 %lld 0 %lld 0 %lld\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n",
		last[0], last[1], last[2]);
	vtk_print(w, "    <Piece Extent=\"0 %lld 0 %lld 0 %lld\">\n      <PointData Scalars=\"%s\">\n",
		last[0], last[1], last[2], fields->name);
	for (int i = 0; i < count; i++) {
		vtk_print(w, "        <DataArray type=\"Float%d\" Name=\"%s\" format=\"appended\" offset=\"%llu\"/>\n",
			8*fields[i].array.element, fields[i].name, (unsigned long long)offset);
		offset += vtk_digits(array_bytes(&fields[i].array));
	}
	vtk_print(w, "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"base64\">\n_");
	for (int i = 0; i < count; i++)
		vtk_put_array(w, fields[i].array.data, array_bytes(&fields[i].array));
	vtk_print(w, "\n  </AppendedData>\n</VTKFile>\n");
	return vtk_writer_finish(w, path, message, size);
}

bool
vtk_series_draft_write(struct draft *draft, const char *path, const struct vtk_step *steps, int count,
	char *message, size_t size)
{
	struct vtk_writer *w = vtk_writer_open(draft);

	if (!w)
		return array_draft_result(ENOMEM, path, message, size);
	vtk_print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
		"  <Collection>\n");
	for (int i = 0; i < count; i++) {
		vtk_print(w, "    <DataSet timestep=\"%d\" part=\"0\" file=\"", steps[i].time);
		vtk_put_escaped(w, steps[i].file);
		vtk_print(w, "\"/>\n");
	}
	vtk_print(w, "  </Collection>\n</VTKFile>\n");
	return vtk_writer_finish(w, path, message, size);
}
