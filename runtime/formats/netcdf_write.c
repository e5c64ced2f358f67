#include "runtime/formats/netcdf.h"

#include "runtime/formats/netcdf_record.h"
#include "runtime/formats/netcdf_variable.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A variable of the new file. What it is like is open while the file is written. */
struct copy {
	const struct netcdf_output *output;
	struct netcdf_variable like;
	bool has_like;
	int id, dimensions[1 + ARRAY_DIMENSIONS];
};

/* A coordinate variable: that of the dimension with its name. */
struct copied_coordinate {
	const struct netcdf_variable *from;
	int from_id, id;
	nc_type type;
	size_t length;
};

struct target {
	const struct netcdf_library *nc;
	int file;
	struct copy *copies;
	int count;
	struct copied_coordinate *coordinates;
	int coordinate_count;
	const struct netcdf_series *series; /* the variables have records; NULL: none */
	int time;         /* the dimension */
};

/* The least bytes of a record of a variable that CDF-2 cannot have. */
static const size_t too_large = UINT32_MAX - 3;

/* Those say how numbers were packed or which are valid, or lead to variables that are not copied. */
static const char *const left_out[] = {
	"_FillValue", "missing_value", "scale_factor", "add_offset", "_Unsigned", "valid_min", "valid_max",
	"valid_range", "actual_range", "coordinates", "bounds", "climatology", "cell_measures",
	"ancillary_variables", "grid_mapping",
};
enum { LEFT_OUT = sizeof left_out/sizeof *left_out };

/* Copies attributes; those that the new file's format cannot hold are left out. */
static void
copy_attributes(const struct target *t, const struct netcdf_variable *from, int from_id, int id)
{
	char name[NC_MAX_NAME + 1];
	int count = 0;

	t->nc->inq_var(from->group, from_id, NULL, NULL, NULL, NULL, &count);
	for (int i = 0; i < count; i++) {
		bool wanted = !t->nc->inq_attname(from->group, from_id, i, name);

		for (int k = 0; k < LEFT_OUT && wanted; k++)
			wanted = strcmp(name, left_out[k]);
		if (wanted)
			t->nc->copy_att(from->group, from_id, name, t->file, id);
	}
}

/* The coordinate variable of a dimension comes along, if it has numbers. */
static int
define_coordinate(struct target *t, const struct netcdf_variable *from, const struct netcdf_dimension *dimension,
	int id)
{
	struct copied_coordinate *c = &t->coordinates[t->coordinate_count];
	int ndims, along, status;

	for (int i = 0; i < t->count; i++)
		if (!strcmp(t->copies[i].output->variable, dimension->name))
			return NC_NOERR;
	*c = (struct copied_coordinate){ .from = from, .length = dimension->length };
	if (t->nc->inq_varid(from->group, dimension->name, &c->from_id)
			|| t->nc->inq_var(from->group, c->from_id, NULL, &c->type, &ndims, NULL, NULL) || ndims != 1
			|| c->type == NC_CHAR || c->type >= NC_STRING
			|| t->nc->inq_var(from->group, c->from_id, NULL, NULL, NULL, &along, NULL) || along != dimension->id)
		return NC_NOERR;
	status = t->nc->def_var(t->file, dimension->name, c->type, 1, &id, &c->id);
	if (!status) {
		copy_attributes(t, from, c->from_id, c->id);
		t->coordinate_count++;
	}
	return status;
}

/* Finds a dimension of the new file by name and length, or defines it; a name that means another
 * length gets a number. */
static int
define_dimension(struct target *t, const char *name, size_t length, int *id, bool *is_new)
{
	char text[NC_MAX_NAME + 16];
	size_t found;
	int status;

	snprintf(text, sizeof text, "%s", name);
	*is_new = false;
	for (int n = 2; !t->nc->inq_dimid(t->file, text, id); n++) {
		status = t->nc->inq_dim(t->file, *id, NULL, &found);
		if (status || found == length)
			return status;
		snprintf(text, sizeof text, "%s_%d", name, n);
	}
	*is_new = !strcmp(text, name);
	return t->nc->def_dim(t->file, text, length, id);
}

static int
put_text(const struct target *t, int id, const char *name, const char *text)
{
	return t->nc->put_att_text(t->file, id, name, strlen(text), text);
}

static int
define_variable(struct target *t, struct copy *c)
{
	const struct array *array = &c->output->array;
	const int ndim = t->series && c->output->scalar ? 0 : array->ndim;
	int status = NC_NOERR, *dimensions = c->dimensions + (t->series != NULL);

	c->dimensions[0] = t->time;
	for (int d = 0; d < ndim && !status; d++) {
		const struct netcdf_dimension *like = c->has_like ? &c->like.dimensions[c->like.kept[d]] : NULL;
		bool is_new;

		status = define_dimension(t, like ? like->name : c->output->array.names[d], (size_t)array->shape[d],
			&dimensions[d], &is_new);
		if (!status && like && is_new && like->length == (size_t)array->shape[d])
			status = define_coordinate(t, &c->like, like, dimensions[d]);
	}
	if (!status)
		status = t->nc->def_var(t->file, c->output->variable, netcdf_type(array),
			ndim + (t->series != NULL), c->dimensions, &c->id);
	if (!status && c->has_like && c->output->same)
		copy_attributes(t, &c->like, c->like.id, c->id);
	else if (!status && t->series)
		status = put_text(t, c->id, "long_name", c->output->variable);
	return status;
}

/* What dates records, by the CF conventions. */
static int
define_time(struct target *t)
{
	const struct netcdf_series *series = t->series;
	const bool dated = series->unit && strchr(series->unit, ' ');
	int status = t->nc->def_dim(t->file, NETCDF_TIME, NC_UNLIMITED, &t->time), time = 0, step = 0;
	const struct {
		const int *id;
		const char *name, *text;
	} texts[] = {
		{ &time, "standard_name", dated ? "time" : NULL }, { &time, "axis", "T" }, { &time, "units", series->unit },
		{ &time, "calendar", dated ? "standard" : NULL }, { &step, "long_name", "number of the step" },
	};

	if (!status)
		status = put_text(t, NC_GLOBAL, "Conventions", "CF-1.8");
	if (!status)
		status = put_text(t, NC_GLOBAL, "title", series->title);
	if (!status)
		status = put_text(t, NC_GLOBAL, "history", "written by stencilrun");
	if (!status)
		status = t->nc->def_var(t->file, NETCDF_TIME, NC_DOUBLE, 1, &t->time, &time);
	if (!status)
		status = t->nc->def_var(t->file, NETCDF_STEP, NC_INT, 1, &t->time, &step);
	for (size_t i = 0; i < sizeof texts/sizeof *texts && !status; i++)
		if (texts[i].text)
			status = put_text(t, *texts[i].id, texts[i].name, texts[i].text);
	return status;
}

static int
copy_coordinate(const struct target *t, const struct copied_coordinate *c)
{
	void *numbers = calloc(c->length, sizeof (double)); /* no type is wider */
	int status = numbers ? t->nc->get_var(c->from->group, c->from_id, numbers) : NC_ENOMEM;

	if (!status)
		status = t->nc->put_var(t->file, c->id, numbers);
	free(numbers);
	return status;
}

static int
write_all(struct target *t)
{
	int status = t->series ? define_time(t) : NC_NOERR, old;

	for (int i = 0; i < t->count && !status; i++)
		status = define_variable(t, &t->copies[i]);
	if (!status)
		status = t->nc->set_fill(t->file, NC_NOFILL, &old);
	if (!status)
		status = t->nc->enddef(t->file);
	for (int i = 0; i < t->coordinate_count && !status; i++)
		status = copy_coordinate(t, &t->coordinates[i]);
	for (int i = 0; i < t->count && !status && !t->series; i++)
		status = t->nc->put_var(t->file, t->copies[i].id, t->copies[i].output->array.data);
	return status;
}

/* The mode that makes a file of the format of the first variable that one is like. */
static int
find_mode(const struct target *t)
{
	int format = NC_FORMAT_NETCDF4;
	bool is_large = false;

	for (int i = 0; i < t->count; i++)
		is_large |= array_bytes(&t->copies[i].output->array) >= too_large;
	if (t->series)
		return is_large ? NC_64BIT_DATA : NC_64BIT_OFFSET;
	for (int i = 0; i < t->count; i++)
		if (t->copies[i].has_like) {
			t->nc->inq_format(t->copies[i].like.file, &format);
			break;
		}
	switch (format) {
	case NC_FORMAT_CLASSIC: return 0;
	case NC_FORMAT_64BIT_OFFSET: return NC_64BIT_OFFSET;
	case NC_FORMAT_64BIT_DATA: return NC_64BIT_DATA;
	case NC_FORMAT_NETCDF4_CLASSIC: return NC_NETCDF4 | NC_CLASSIC_MODEL;
	default: return NC_NETCDF4;
	}
}

static int
make_file(struct target *t, const char *path, void **bytes, size_t *length)
{
	NC_memio image = { 0 };
	size_t begin = 4096;
	int status;

	for (int i = 0; i < t->count && !t->series; i++)
		begin += array_bytes(&t->copies[i].output->array);
	status = t->nc->create_mem(path, find_mode(t), begin, &t->file);
	if (status)
		return status;
	status = write_all(t);
	if (status)
		t->nc->abort(t->file);
	else
		status = t->nc->close_memio(t->file, &image);
	*bytes = image.memory;
	*length = image.size;
	return status;
}

static bool
open_likes(struct target *t, struct error *error)
{
	for (int i = 0; i < t->count; i++) {
		struct copy *c = &t->copies[i];

		if (c->output->like && !netcdf_variable_open(&c->like, c->output->like, error))
			return false;
		c->has_like = c->output->like && c->like.ndim == c->output->array.ndim;
		if (c->output->like && !c->has_like)
			netcdf_variable_close(&c->like);
	}
	return true;
}

/* Writes the file that the target describes. */
static bool
write_target(const char *path, const struct netcdf_output *outputs, int count, struct target t, void **bytes, size_t *length,
	struct error *error)
{
	struct netcdf_library nc;
	int status;
	bool good;

	*bytes = NULL;
	t.nc = &nc;
	t.count = count;
	if (!netcdf_load(&nc, error))
		return false;
	t.copies = calloc((size_t)count, sizeof *t.copies);
	t.coordinates = calloc((size_t)count*ARRAY_DIMENSIONS, sizeof *t.coordinates);
	for (int i = 0; i < count && t.copies; i++)
		t.copies[i].output = &outputs[i];
	good = t.copies && t.coordinates && open_likes(&t, error);
	if (good) {
		status = make_file(&t, path, bytes, length);
		good = netcdf_result(&nc, status, path, "write", error);
	} else if (!t.copies || !t.coordinates) {
		error_set(error, EXIT_IO, "%s: out of memory", path);
	}
	for (int i = 0; i < count && t.copies; i++)
		if (t.copies[i].has_like)
			netcdf_variable_close(&t.copies[i].like);
	free(t.copies);
	free(t.coordinates);
	return good;
}

bool
netcdf_write(const char *path, const struct netcdf_output *outputs, int count, void **bytes, size_t *length,
	struct error *error)
{
	return write_target(path, outputs, count, (struct target){ .count = 0 }, bytes, length, error);
}

bool
netcdf_write_header(const char *path, const struct netcdf_output *outputs, int count, const struct netcdf_series *series,
	void **bytes, size_t *length, struct error *error)
{
	return write_target(path, outputs, count, (struct target){ .series = series }, bytes, length, error);
}
