#include "runtime/data/outputs.h"

#include "generator/base/list.h"
#include "runtime/data/mesh_svg.h"
#include "runtime/data/plane_svg.h"
#include "runtime/formats/npy_write.h"
#include "runtime/formats/netcdf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file at the path, which several may share if the format lets them. */
static struct output_file *
find_file(struct outputs *all, const struct output *output)
{
	for (int i = 0; i < all->count; i++)
		if (output->place->format != FORMAT_NPY && !format_is_picture(output->place->format) && !strcmp(all->files[i].path, output->place->path))
			return &all->files[i];
	return NULL;
}

static bool
has_variable(const struct output_file *file, const char *name)
{
	for (int i = 0; i < file->count; i++)
		if (!strcmp(file->outputs[i]->place->variable, name))
			return true;
	return false;
}

/* What cannot be written to. */
static bool
refuse_place(const struct place *place, struct error *error)
{
	if (place->format != FORMAT_NETCDF)
		return false;
	if (place->selections)
		error_set(error, EXIT_USAGE, "%s: an index is for input only, an output is a whole variable: leave out the"
			" brackets", place->text);
	else if (!strncmp(place->path, "file://", 7))
		error_set(error, EXIT_USAGE, "%s: Zarr is for input only: write a .nc or .npy file", place->text);
	else if (strchr(place->variable, '/'))
		error_set(error, EXIT_USAGE, "%s: variables in groups are for input only: name a variable without a group", place->text);
	else
		return false;
	return true;
}

bool
outputs_begin(struct outputs *all, struct arena *arena, struct output *outputs, int count, struct error *error)
{
	*all = (struct outputs){ .arena = arena, .files = arena_array(arena, struct output_file, count + 1) };
	for (int i = 0; i < count; i++) {
		struct output *output = &outputs[i];
		struct output_file *file = find_file(all, output);

		if (refuse_place(output->place, error))
			return false;
		if (!file) {
			file = &all->files[all->count++];
			*file = (struct output_file){ .path = output->place->path, .format = output->place->format,
				.outputs = arena_array(arena, struct output *, count + 1), .temp_file.file = -1, .records = { .file = -1, .temp_file.file = -1 } };
		} else if (has_variable(file, output->place->variable))
			return error_set(error, EXIT_USAGE, "%s: two fields would be written here: name another file or variable",
				output->place->text);
		file->outputs[file->count++] = output;
	}
	return true;
}

/* Opens temporary files of all series of records, or of all other files. */
static bool
open_all(struct outputs *all, bool series, struct error *error)
{
	for (int i = 0; i < all->count; i++) {
		struct output_file *file = &all->files[i];

		if (series_is_of(&all->series, file) != series)
			continue;
		if (!array_temp_file_open(&file->temp_file, file->path, error))
			return false;
		for (int j = 0; j < i; j++)
			if (array_temp_file_clash(&file->temp_file, &all->files[j].temp_file))
				return error_set(error, EXIT_IO, "%s: two fields would be written here: name another file or variable", file->path);
	}
	return true;
}

static bool
write_netcdf(struct outputs *all, struct output_file *file, struct error *error)
{
	const struct netcdf_output *outputs = output_variables(all->arena, file);
	void *bytes;
	size_t length;
	int reason;

	if (!netcdf_write(file->path, outputs, file->count, &bytes, &length, error))
		return false;
	reason = temp_file_write(&file->temp_file, bytes, length);
	if (!reason)
		reason = temp_file_close(&file->temp_file, true);
	free(bytes);
	return array_temp_file_result(reason, file->path, error);
}

/* What the file that a result is like has of its coordinates, where that has the same shape, and of its unit. */
static bool
find_coordinates(struct outputs *all, const struct output *o, struct coordinates *coordinates, struct error *error)
{
	const char *unit;

	*coordinates = (struct coordinates){ .ndim = 0 };
	if (o->like && !netcdf_coordinates(all->arena, o->like, coordinates, error))
		return false;
	unit = o->same ? coordinates->unit : NULL;
	if (coordinates->ndim != o->array.ndim || memcmp(coordinates->shape, o->array.shape, (size_t)o->array.ndim*sizeof *o->array.shape) != 0)
		*coordinates = (struct coordinates){ .ndim = 0 };
	coordinates->unit = unit;
	return true;
}

/* The axes of the field with the most dimensions: by coordinates that are even, else by indices. NULL with an error. */
static const struct vtk_axis *
find_axes(struct outputs *all, const struct output_file *file, struct error *error)
{
	struct vtk_axis *axes = arena_array(all->arena, struct vtk_axis, ARRAY_DIMENSIONS);
	const struct output *most = file->outputs[0];
	struct coordinates coordinates;

	for (int i = 1; i < file->count; i++)
		if (file->outputs[i]->array.ndim > most->array.ndim)
			most = file->outputs[i];
	if (!find_coordinates(all, most, &coordinates, error))
		return NULL;
	for (int a = 0; a < ARRAY_DIMENSIONS; a++) {
		const int d = coordinates.ndim - 1 - a;

		axes[a] = (struct vtk_axis){ 0, 1 };
		if (d >= 0 && coordinate_is_even(&coordinates, d, &axes[a].step))
			axes[a].origin = coordinates.dimensions[d].values[0];
		else
			axes[a].step = 1;
	}
	return axes;
}

static bool
write_vti(struct outputs *all, struct output_file *file, struct temp_file *temp_file, const char *path, struct error *error)
{
	struct vtk_field *fields = arena_array(all->arena, struct vtk_field, file->count);

	if (!file->axes)
		file->axes = find_axes(all, file, error);
	for (int i = 0; i < file->count; i++)
		fields[i] = (struct vtk_field){ file->outputs[i]->field, file->outputs[i]->array, file->outputs[i]->scalar };
	return file->axes && vtk_file_write(temp_file, path, file->axes, fields, file->count, error);
}

/* A field as VTK's grid of the mesh has it; its data are to be freed, and NULL: out of memory. */
static struct vtk_grid_field
picture_field(const struct mesh_picture *picture, const struct output *o)
{
	struct vtk_grid_field field = { .name = o->field, .of_points = o->location == VERTEX };

	field.array = mesh_picture_values(picture, &o->array, field.of_points);
	return field;
}

static bool
write_picture(struct outputs *all, const struct output_file *file, struct temp_file *temp_file, const char *path, struct error *error)
{
	const struct mesh_picture *picture = file->picture;
	struct vtk_grid_field *fields = arena_array(all->arena, struct vtk_grid_field, file->count);
	struct coordinates coordinates = { .unit = NULL };
	bool good = true;

	if (format_is_picture(file->format) && !find_coordinates(all, file->outputs[0], &coordinates, error))
		return false;
	for (int i = 0; i < file->count; i++) {
		fields[i] = picture_field(picture, file->outputs[i]);
		good = good && fields[i].array.data;
	}
	if (!good)
		array_temp_file_result(ENOMEM, path, error);
	else if (format_is_picture(file->format))
		good = mesh_svg_file_write(temp_file, file->format, path, &picture->grid, fields, coordinates.unit, error);
	else
		good = vtk_grid_file_write(temp_file, path, &picture->grid, fields, file->count, error);
	for (int i = 0; i < file->count; i++)
		free(fields[i].array.data);
	return good;
}

/* NULL: the mesh has no coordinates. */
static const struct mesh_picture *
find_picture(struct outputs *all, const struct output_file *file)
{
	struct mesh_picture *picture = arena_new(all->arena, struct mesh_picture);

	return mesh_picture_open(all->mesh, all->arena, file->outputs[0]->location == EDGE, picture) ? picture : NULL;
}

static bool
write_on_mesh(struct outputs *all, struct output_file *file, struct temp_file *temp_file, const char *path, struct error *error)
{
	if (!file->picture)
		file->picture = find_picture(all, file);
	if (file->picture)
		return write_picture(all, file, temp_file, path, error);
	return error_set(error, EXIT_IO, "%s: the mesh has no coordinates of its vertices: name a .npy file", path);
}

/* One of VTK's files, of its kind. */
static bool
write_vtk(struct outputs *all, struct output_file *file, struct temp_file *temp_file, const char *path, struct error *error)
{
	return (all->mesh ? write_on_mesh : write_vti)(all, file, temp_file, path, error);
}

static bool
write_plane(struct outputs *all, struct output_file *file, struct error *error)
{
	const struct output *o = file->outputs[0];
	struct coordinates coordinates;

	return find_coordinates(all, o, &coordinates, error)
		&& plane_svg_file_write(&file->temp_file, o->place, o->field, &o->array, &coordinates, error);
}

static bool
write_file(struct outputs *all, struct output_file *file, struct error *error)
{
	switch (file->format) {
	case FORMAT_NPY:
		if (file->outputs[0]->in_parts)
			return npy_file_begin(&file->temp_file, file->path, &file->outputs[0]->array, error);
		return npy_file_write(&file->temp_file, file->path, &file->outputs[0]->array, error);
	case FORMAT_NETCDF:
		return write_netcdf(all, file, error);
	case FORMAT_VTI:
	case FORMAT_VTU:
		if (!all->mesh == (file->format == FORMAT_VTI))
			return write_vtk(all, file, &file->temp_file, file->path, error);
		return error_set(error, EXIT_IO, "%s: unstructured grids (.vtu) are for meshes, image data (.vti) for structured grids",
			file->path);
	case FORMAT_PVD:
		return vtk_series_file_write(&file->temp_file, file->path, file->steps, file->step_count, error);
	case FORMAT_SVG:
	case FORMAT_PNG:
		return all->mesh ? write_on_mesh(all, file, &file->temp_file, file->path, error) : write_plane(all, file, error);
	}
	return false;
}

/* What is written through comes last: it cannot be undone. */
static bool
write_files(struct outputs *all, bool temporary, struct error *error)
{
	for (int i = 0; i < all->count; i++)
		if (!series_is_of(&all->series, &all->files[i]) && temporary == (all->files[i].temp_file.temporary != NULL)
				&& !write_file(all, &all->files[i], error))
			return false;
	return true;
}

static bool
keep_all(struct outputs *all, struct error *error)
{
	for (int i = 0; i < all->count; i++) {
		struct output_file *file = &all->files[i];

		for (int k = 0; k < file->step_count; k++)
			if (!array_temp_file_keep(&file->temp_files[k], file->steps[k].file, error))
				return false;
		if (series_is_of(&all->series, file) ? !series_finish(file, error)
				: !array_temp_file_keep(&file->temp_file, file->path, error))
			return false;
	}
	return true;
}

/* Makes room for one more step. */
static void
grow(struct arena *arena, struct output_file *file)
{
	int room = file->room;

	file->steps = list_grow(arena, file->steps, sizeof *file->steps, file->step_count, &room);
	file->temp_files = list_grow(arena, file->temp_files, sizeof *file->temp_files, file->step_count, &file->room);
}

/* FOLDER/NAME-012.vti, on a mesh .vtu, for step 12 of FOLDER/NAME.pvd, with as many digits as the last step has. */
static bool
save_step(struct outputs *all, struct output_file *file, int step, int most, struct error *error)
{
	const int stem = (int)(strlen(file->path) - strlen(".pvd"));
	const int digits = snprintf(NULL, 0, "%d", most);
	const char *path = arena_printf(all->arena, "%.*s-%0*d.%s", stem, file->path, digits, step,
		all->mesh ? "vtu" : "vti");
	const char *slash = strrchr(path, '/');
	struct temp_file *temp_file;

	grow(all->arena, file);
	temp_file = &file->temp_files[file->step_count];
	file->steps[file->step_count++] = (struct vtk_step){ .time = step, .file = slash ? slash + 1 : path };
	temp_file->file = -1;
	return array_temp_file_open(temp_file, path, error) && write_vtk(all, file, temp_file, path, error);
}

bool
outputs_begin_series(struct outputs *all, struct error *error)
{
	bool good = open_all(all, true, error);

	for (int i = 0; i < all->count; i++)
		temp_file_discard(&all->files[i].temp_file);
	for (int i = 0; i < all->count && good; i++)
		good = !series_is_of(&all->series, &all->files[i]) || series_begin(&all->series, all->arena, &all->files[i], error);
	for (int i = 0; i < all->count && good && !all->series.late; i++)
		good = record_file_keep(&all->files[i].records, error);
	return good;
}

bool
outputs_save(struct outputs *all, int step, int most, struct error *error)
{
	all->series.step = step;
	for (int i = 0; i < all->count; i++) {
		struct output_file *file = &all->files[i];

		if (series_is_of(&all->series, file) ? !series_append(&all->series, file, error)
				: file->format == FORMAT_PVD && !save_step(all, file, step, most, error))
			return false;
	}
	return true;
}

/* What was written in parts is on the disk. */
static bool
close_parts(struct outputs *all, struct error *error)
{
	for (int i = 0; i < all->count; i++) {
		struct output_file *file = &all->files[i];

		if (file->outputs[0]->in_parts && !array_temp_file_result(temp_file_close(&file->temp_file, true), file->path, error))
			return false;
	}
	return true;
}

static bool
write_parts(struct outputs *all, struct error *error)
{
	return !all->write_parts || (all->write_parts(all, error) && close_parts(all, error));
}

bool
outputs_finish(struct outputs *all, struct error *error)
{
	return open_all(all, false, error) && write_files(all, true, error) && write_parts(all, error)
		&& write_files(all, false, error) && keep_all(all, error);
}

void
outputs_discard(struct outputs *all)
{
	for (int i = 0; i < all->count; i++) {
		for (int k = 0; k < all->files[i].step_count; k++)
			temp_file_discard(&all->files[i].temp_files[k]);
		temp_file_discard(&all->files[i].temp_file);
		record_file_close(&all->files[i].records);
	}
}
