#include "runtime/formats/vtk.h"

#include "runtime/formats/vtk_writer.h"

#include <errno.h>
#include <math.h>

/* The grid's last point in x, y and z: that of the field with the most dimensions. */
static void
find_extent(const struct vtk_field *fields, int count, long long last[ARRAY_DIMENSIONS])
{
	int most = 0;

	for (int i = 0; i < count; i++) {
		const struct array *array = &fields[i].array;

		if (fields[i].scalar || array->ndim <= most)
			continue;
		most = array->ndim;
		for (int d = 0; d < most; d++)
			last[d] = array->shape[most - 1 - d] - 1;
	}
}

/* How often an array is repeated along the axes that it lacks. */
static uint64_t
copies_of(const struct vtk_field *field, const long long last[ARRAY_DIMENSIONS])
{
	uint64_t copies = 1;

	for (int d = field->array.ndim; d < ARRAY_DIMENSIONS && !field->scalar; d++)
		copies *= (uint64_t)last[d] + 1;
	return copies;
}

/* Scalars or fields of points, which begin at an offset in the appended data. Returns the next offset. */
static uint64_t
declare(struct vtk_writer *w, const struct vtk_field *fields, int count, bool scalars, const long long last[ARRAY_DIMENSIONS],
	uint64_t offset)
{
	for (int i = 0; i < count; i++) {
		const struct vtk_field *field = &fields[i];

		if (field->scalar != scalars)
			continue;
		vtk_print(w, "%s<DataArray type=\"%s\" Name=\"%s\"%s format=\"appended\" offset=\"%llu\"/>\n",
			scalars ? "      " : "        ", vtk_type(&field->array), field->name,
			scalars ? " NumberOfTuples=\"1\"" : "", (unsigned long long)offset);
		offset += vtk_digits(array_bytes(&field->array)*copies_of(field, last));
	}
	return offset;
}

static const struct vtk_field *
first_field(const struct vtk_field *fields, int count, bool scalar)
{
	for (int i = 0; i < count; i++)
		if (fields[i].scalar == scalar)
			return &fields[i];
	return NULL;
}

/* Spacings are positive: an axis that falls has the opposite direction, which VTK reads since version 9. */
static void
declare_axes(struct vtk_writer *w, const struct vtk_axis axes[ARRAY_DIMENSIONS])
{
	bool falls = false;

	vtk_print(w, " Origin=\"%.17g %.17g %.17g\" Spacing=\"%.17g %.17g %.17g\"", axes[0].origin, axes[1].origin, axes[2].origin,
		fabs(axes[0].step), fabs(axes[1].step), fabs(axes[2].step));
	for (int a = 0; a < ARRAY_DIMENSIONS; a++)
		falls |= axes[a].step < 0;
	if (falls)
		vtk_print(w, " Direction=\"%d 0 0 0 %d 0 0 0 %d\"", axes[0].step < 0 ? -1 : 1, axes[1].step < 0 ? -1 : 1,
			axes[2].step < 0 ? -1 : 1);
}

static void
declare_image(struct vtk_writer *w, const struct vtk_axis axes[ARRAY_DIMENSIONS], const struct vtk_field *fields, int count,
	const long long last[ARRAY_DIMENSIONS])
{
	const struct vtk_field *shown = first_field(fields, count, false);
	uint64_t offset = 0;

	vtk_print(w, "  <ImageData WholeExtent=\"0 %lld 0 %lld 0 %lld\"", last[0], last[1], last[2]);
	declare_axes(w, axes);
	vtk_print(w, ">\n");
	if (first_field(fields, count, true)) {
		vtk_print(w, "    <FieldData>\n");
		offset = declare(w, fields, count, true, last, offset);
		vtk_print(w, "    </FieldData>\n");
	}
	vtk_print(w, "    <Piece Extent=\"0 %lld 0 %lld 0 %lld\">\n", last[0], last[1], last[2]);
	if (shown) {
		vtk_print(w, "      <PointData Scalars=\"%s\">\n", shown->name);
		declare(w, fields, count, false, last, offset);
		vtk_print(w, "      </PointData>\n");
	}
	vtk_print(w, "    </Piece>\n  </ImageData>\n");
}

static void
append(struct vtk_writer *w, const struct vtk_field *fields, int count, bool scalars, const long long last[ARRAY_DIMENSIONS])
{
	for (int i = 0; i < count; i++)
		if (fields[i].scalar == scalars)
			vtk_put_array(w, fields[i].array.data, array_bytes(&fields[i].array), copies_of(&fields[i], last));
}

bool
vtk_file_write(struct temp_file *temp_file, const char *path, const struct vtk_axis axes[ARRAY_DIMENSIONS],
	const struct vtk_field *fields, int count, struct error *error)
{
	struct vtk_writer *w = vtk_writer_open(temp_file);
	long long last[ARRAY_DIMENSIONS] = { 0 };

	if (!w)
		return array_temp_file_result(ENOMEM, path, error);
	find_extent(fields, count, last);
	vtk_print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\""
		" header_type=\"UInt64\">\n");
	declare_image(w, axes, fields, count, last);
	vtk_print(w, "  <AppendedData encoding=\"base64\">\n_");
	append(w, fields, count, true, last);
	append(w, fields, count, false, last);
	vtk_print(w, "\n  </AppendedData>\n</VTKFile>\n");
	return vtk_writer_finish(w, path, error);
}

bool
vtk_series_file_write(struct temp_file *temp_file, const char *path, const struct vtk_step *steps, int count, struct error *error)
{
	struct vtk_writer *w = vtk_writer_open(temp_file);

	if (!w)
		return array_temp_file_result(ENOMEM, path, error);
	vtk_print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
		"  <Collection>\n");
	for (int i = 0; i < count; i++) {
		vtk_print(w, "    <DataSet timestep=\"%d\" part=\"0\" file=\"", steps[i].time);
		vtk_put_escaped(w, steps[i].file);
		vtk_print(w, "\"/>\n");
	}
	vtk_print(w, "  </Collection>\n</VTKFile>\n");
	return vtk_writer_finish(w, path, error);
}
