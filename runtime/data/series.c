#include "runtime/data/series.h"

#include "runtime/data/outputs.h"
#include "runtime/formats/netcdf.h"
#include "runtime/formats/netcdf_record.h"
#include "runtime/formats/npy_write.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_HEADER = 1 << 24 };

bool
series_is_of(const struct record_series *series, const struct output_file *file)
{
	return series->every && (file->format == FORMAT_NPY || file->format == FORMAT_NETCDF);
}

static bool
refuse(const struct output_file *file, const char *what, struct error *error)
{
	return error_set(error, EXIT_ERRORS, "%s: %s: name another file, or remove this one", file->path, what);
}

static struct record_count
count_of(const struct output_file *file, long long count)
{
	const struct output *o = file->outputs[0];

	return file->format == FORMAT_NPY ? npy_record_count(&o->array, o->scalar, count) : netcdf_record_count(&file->layout, count);
}

static bool
create_npy(struct output_file *file, struct error *error)
{
	const struct record_count header = count_of(file, 0);

	return record_file_create(&file->records, header.bytes, header.size, error);
}

static bool
create_netcdf(const struct record_series *series, struct arena *arena, struct output_file *file, struct error *error)
{
	const struct netcdf_output *outputs = output_variables(arena, file);
	size_t length;
	void *bytes;
	bool good;

	if (!netcdf_write_header(file->path, outputs, file->count, &series->netcdf, &bytes, &length, error))
		return false;
	good = netcdf_record_read(arena, bytes, length, &file->layout)
		|| error_set(error, EXIT_IO, "%s: cannot write: libnetcdf made a header of another format", file->path);
	if (good) {
		file->records.begin = file->layout.begin;
		file->records.size = file->layout.size;
		if ((long long)length > file->records.begin)
			length = (size_t)file->records.begin;
		good = record_file_create(&file->records, bytes, length, error);
	}
	free(bytes);
	return good;
}

static void
set_records(struct output_file *file)
{
	file->records = (struct record_file){ .path = file->path, .temp_file.file = -1, .file = -1 };
	if (file->format == FORMAT_NPY) {
		file->records.begin = NPY_HEADER_BYTES;
		file->records.size = (long long)array_bytes(&file->outputs[0]->array);
	}
}

/* Fails if the file is no series of these arrays. Else the number of records is known. */
static bool
find_npy(struct output_file *file, const char *header, size_t size, struct error *error)
{
	const struct output *o = file->outputs[0];

	file->records.count = size < NPY_HEADER_BYTES ? -1 : npy_record_find(&o->array, o->scalar, header);
	return file->records.count >= 0 || refuse(file, "it is no series of arrays of this shape and type", error);
}

static bool
is_variable_of(const struct netcdf_record_variable *v, const struct output *o)
{
	return v && v->type == netcdf_type(&o->array)
		&& v->ndim == (o->scalar ? 0 : o->array.ndim) && !memcmp(v->shape, o->array.shape, (size_t)v->ndim*sizeof *v->shape);
}

static bool
find_netcdf(struct arena *arena, struct output_file *file, const char *header, size_t size, struct error *error)
{
	struct netcdf_record *layout = &file->layout;
	const struct netcdf_record_variable *time, *step;

	if (!netcdf_record_read(arena, header, size, layout))
		return refuse(file, "it is no series of --save-every", error);
	time = netcdf_record_find(layout, NETCDF_TIME);
	step = netcdf_record_find(layout, NETCDF_STEP);
	if (!time || time->type != NETCDF_DOUBLE || time->ndim || !step || step->type != NETCDF_INT || step->ndim)
		return refuse(file, "it is no series of --save-every", error);
	for (int i = 0; i < file->count; i++)
		if (!is_variable_of(netcdf_record_find(layout, file->outputs[i]->place->variable), file->outputs[i]))
			return error_set(error, EXIT_ERRORS, "%s: the file has no such variable of this shape and type with records: name another file",
				file->outputs[i]->place->text);
	if (layout->variable_count != file->count + 2)
		return refuse(file, "it has records of other variables, too", error);
	file->records.begin = layout->begin;
	file->records.size = layout->size;
	file->records.count = layout->count;
	return true;
}

/* The step of a record. */
static bool
read_step(const struct output_file *file, long long record, int *step, struct error *error)
{
	const long long at = file->records.begin + record*file->records.size + netcdf_record_find(&file->layout, NETCDF_STEP)->at;
	int32_t bytes;

	if (pread(file->records.file, &bytes, sizeof bytes, (off_t)at) != sizeof bytes)
		return error_set(error, EXIT_IO, "%s: cannot read", file->path);
	netcdf_record_copy(step, &bytes, 1, sizeof bytes);
	return true;
}

/* Counts the records of NetCDF up to the step of the state. Whether the step of the next one follows that. A file that began with a
 * restarted run may have none. */
static bool
count_kept(const struct record_series *series, struct output_file *file, int next, bool *follows, struct error *error)
{
	int step = next;

	*follows = true;
	for (file->kept = file->records.count; file->kept; file->kept--) {
		if (!read_step(file, file->kept - 1, &step, error))
			return false;
		*follows = step == (step > series->loaded ? next : next - series->every);
		if (step <= series->loaded)
			break;
	}
	return true;
}

/* Finds the records that the file keeps: of each step that is a multiple, up to the state's. */
static bool
find_kept(const struct record_series *series, struct output_file *file, struct error *error)
{
	const int last = series->loaded - series->loaded % series->every;
	bool follows = true;

	file->kept = series->loaded/series->every;
	if (file->format == FORMAT_NETCDF && !count_kept(series, file, last + series->every, &follows, error))
		return false;
	return (file->kept <= file->records.count && follows) || error_set(error, EXIT_ERRORS, "%s: among its %lld records none is of"
		" step %d, with which the state of step %d continues: name another file", file->path, file->records.count, last, series->loaded);
}

static bool
resume(const struct record_series *series, struct arena *arena, struct output_file *file, struct error *error)
{
	struct record_file *r = &file->records;
	struct stat status = { 0 };
	ssize_t size;
	char *header;
	bool good;

	set_records(file);
	if (!record_file_open(r, error))
		return false;
	header = malloc(MOST_HEADER);
	if (!header)
		return error_no_memory(error);
	size = pread(r->file, header, MOST_HEADER, 0);
	good = size >= 0 || array_temp_file_result(errno, file->path, error);
	if (good)
		good = file->format == FORMAT_NPY ? find_npy(file, header, (size_t)size, error)
			: find_netcdf(arena, file, header, (size_t)size, error);
	free(header);
	if (good && (fstat(r->file, &status) || (status.st_size - r->begin)/r->size < r->count))
		good = refuse(file, "it is damaged: its end is missing", error);
	return good && find_kept(series, file, error);
}

bool
series_begin(const struct record_series *series, struct arena *arena, struct output_file *file, struct error *error)
{
	for (int i = 0; i < file->count && file->format == FORMAT_NETCDF; i++)
		if (!strcmp(file->outputs[i]->place->variable, NETCDF_TIME) || !strcmp(file->outputs[i]->place->variable, NETCDF_STEP))
			return error_set(error, EXIT_USAGE, "%s: a series has this variable for the %s of its records: name another, as %s:NAME",
				file->outputs[i]->place->text, file->outputs[i]->place->variable, file->path);
	if (series->loaded && !access(file->path, F_OK))
		return resume(series, arena, file, error);
	if (series->loaded >= series->every && file->format == FORMAT_NPY)
		return error_set(error, EXIT_ERRORS, "%s: there is no such file to continue, and .npy has no steps: name that of the run that saved"
			" the state, or write a new file FILE.nc", file->path);
	set_records(file);
	return file->format == FORMAT_NPY ? create_npy(file, error) : create_netcdf(series, arena, file, error);
}

/* The bytes of a record in NetCDF, to be freed; NULL: out of memory. */
static char *
make_record(const struct record_series *series, const struct output_file *file)
{
	char *record = calloc(1, (size_t)file->records.size); /* bytes end with padding */
	const struct netcdf_record *layout = &file->layout;

	if (!record)
		return NULL;
	netcdf_record_copy(record + netcdf_record_find(layout, NETCDF_TIME)->at, &series->time, 1, sizeof series->time);
	netcdf_record_copy(record + netcdf_record_find(layout, NETCDF_STEP)->at, &series->step, 1, sizeof series->step);
	for (int i = 0; i < file->count; i++) {
		const struct output *o = file->outputs[i];

		netcdf_record_copy(record + netcdf_record_find(layout, o->place->variable)->at, o->array.data, array_elements(&o->array),
			o->array.element);
	}
	return record;
}

/* Removes records of later steps than the state's. */
static bool
shorten(struct output_file *file, struct error *error)
{
	const struct record_count count = count_of(file, file->kept);

	return file->records.count == file->kept || record_file_shorten(&file->records, file->kept, &count, error);
}

bool
series_append(const struct record_series *series, struct output_file *file, struct error *error)
{
	struct record_file *r = &file->records;
	struct record_count count;
	char *record = NULL;
	bool good;

	if (series->step % series->every)
		return true;
	if (!shorten(file, error))
		return false;
	if (file->format == FORMAT_NETCDF) {
		record = make_record(series, file);
		if (!record)
			return error_no_memory(error);
	}
	count = count_of(file, r->count + 1);
	good = record_file_append(r, record ? record : file->outputs[0]->array.data, &count, error);
	free(record);
	file->kept = r->count;
	return good;
}

bool
series_finish(struct output_file *file, struct error *error)
{
	return shorten(file, error) && record_file_keep(&file->records, error);
}
