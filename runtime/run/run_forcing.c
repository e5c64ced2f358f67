#include "runtime/run/run_forcing.h"

#include "generator/check/named.h"
#include "runtime/formats/csv.h"
#include "runtime/formats/netcdf.h"
#include "runtime/run/run_input.h"
#include "runtime/run/run_nonfinite.h"
#include "runtime/run/run_steps.h"

#include <string.h>

struct forcing {
	const struct param *param;
	double *values; /* of the steps of this run */
	struct forcing *next;
};

/* A record of a field. Its array's data is NULL if it was not read. */
struct record {
	int number;
	struct array array;
};

struct forced_field {
	const struct field *field; /* of the stencil as it was when options were read */
	const struct place *place;
	struct record records[2]; /* the one of a step, and for values between two the next one */
	int step;                 /* of the run, from 1: what the array has; 0: anything */
	bool changed;             /* in that step */
	int reported;             /* the last record whose NaN and Inf were reported */
	struct forced_field *next;
};

bool
run_forcing_is(const char *text)
{
	const size_t length = strlen(text);

	return strchr(text, '=') && length > 4 && !strcmp(text + length - 4, ".csv");
}

/* The column of a param's values; NULL: there is none. */
static const char *
column_of(const struct csv *csv, const struct param *param)
{
	return csv_column(csv, param->name) >= 0 ? param->name : csv->column_count == 1 ? csv->columns[0] : NULL;
}

bool
run_forcing_read(struct job *job, const char *text, double *params, bool *given, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const size_t length = strcspn(text, "=");
	const char *path = text + length + 1, *column;
	const struct param *param = find_param_named(job->stencil, text, length);
	const int steps = job->options->steps;
	struct forcing *forcing = arena_new(arena, struct forcing);
	struct csv *csv;

	if (!param)
		return error_set(error, EXIT_USAGE, "--param %s: '%s' has no param '%.*s'", text, job->stencil->name, (int)length, text);
	csv = csv_read(arena, path, error);
	if (!csv)
		return false;
	column = column_of(csv, param);
	if (column && is_number(column) && strcmp(column, param->name))
		return error_set(error, EXIT_ERRORS, "%s begins with the value %s: write the name '%s' in the first line", path, column,
			param->name);
	if (!column)
		return error_set(error, EXIT_ERRORS, "%s has several columns, and none is named '%s'", path, param->name);
	if (csv->row_count < job->done + steps)
		return error_set(error, EXIT_ERRORS, "%s has %d values of '%s', but the last step is %d", path, csv->row_count, param->name,
			job->done + steps);
	*forcing = (struct forcing){ .param = param, .values = arena_array(arena, double, steps), .next = job->forcing };
	for (int step = 0; step < steps; step++) {
		forcing->values[step] = csv_number(csv, job->done + step, column);
		if (!param_takes(param, forcing->values[step], error))
			return error_append(error, ", not '%s', value %d of %s", csv_text(csv, job->done + step, column), job->done + step + 1, path);
	}
	job->forcing = forcing;
	params[param->index] = *forcing->values;
	given[param->index] = true;
	return true;
}

/* The record that a step takes, and the share of the next one, in units of 1/every. */
static int
record_of(const struct job *job, int step, int *share)
{
	const int every = job->options->every ? job->options->every : 1, before = job->done + step - 1;

	*share = job->options->linear ? before % every : 0;
	return before/every;
}

/* The place of a record, which is the n-th. */
static struct place
place_of(struct arena *arena, const struct place *records, int number)
{
	const size_t length = strcspn(records->text, "[");
	struct place place = *records;

	place.selections = NULL;
	for (const struct selection *s = records->selections; s; s = s->next) {
		struct selection *copy = arena_new(arena, struct selection);

		*copy = (struct selection){ s->dimension, s == records->records ? number : s->index, place.selections };
		place.selections = copy;
	}
	place.text = arena_printf(arena, "%.*s[%s=%d]", (int)length, records->text, records->records->dimension, number);
	return place;
}

static bool
check_role(const struct job *job, const struct field *field, const struct place *place, struct error *error)
{
	if (field->role != ROLE_IN)
		return error_set(error, EXIT_USAGE, "--in %s=%s: steps compute this inout field: choose one record, as [%s=0]", field->name,
			place->text, place->records->dimension);
	return !job->options->linear || field->type == TYPE_FLOAT || field->type == TYPE_DOUBLE
		|| error_set(error, EXIT_USAGE, "--linear interpolates float and double, but field '%s' is %s", field->name,
		type_name(field->type));
}

/* Registers a field whose place has records; the place is then that of the first. */
static bool
open_field(struct job *job, const struct field *field, struct place *place, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	struct forced_field *forced = arena_new(arena, struct forced_field);
	struct place *records = arena_new(arena, struct place), last;
	int share, element, most;

	if (!check_role(job, field, place, error))
		return false;
	*records = *place;
	most = record_of(job, job->options->steps, &share);
	last = place_of(arena, records, most + (share > 0));
	if (!netcdf_peek(&last, &element, error))
		return error_append(error, "; step %d needs this record", job->done + job->options->steps);
	*place = place_of(arena, records, record_of(job, 1, &share));
	*forced = (struct forced_field){ .field = field, .place = records, .reported = record_of(job, 1, &share), .next = job->forced };
	job->forced = forced;
	return true;
}

bool
run_forcing_open(struct job *job, struct error *error)
{
	const struct arguments *o = job->options;

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->ins[f->index].records && !open_field(job, f, &job->ins[f->index], error))
			return false;
	return (!o->every && !o->linear) || job->forced || error_set(error, EXIT_USAGE, "--%s is for fields with several records: give"
		" --in FIELD=FILE.nc:NAME[time]", o->every ? "every" : "linear");
}

bool
run_forcing_check(const struct job *job, int at_once, struct error *error)
{
	const char *option = job->options->graph ? "--graph" : at_once > 1 ? "--steps-per-launch" : NULL, *swap;

	for (const struct forced_field *f = job->forced; f; f = f->next)
		if ((swap = swaps_text(&job->run->swaps, f->field)))
			return error_set(error, EXIT_USAGE, "--in %s=%s: --swap %s gives the field new values: choose one record, as [%s=0]",
				f->field->name, f->place->text, swap, f->place->records->dimension);
	if (job->forced && job->layout != LAYOUT_soa)
		return error_set(error, EXIT_USAGE, "--in %s=%s changes between steps: leave out --fields", job->forced->field->name,
			job->forced->place->text);
	if (job->forced && option)
		return error_set(error, EXIT_USAGE, "--in %s=%s changes between steps: leave out %s", job->forced->field->name,
			job->forced->place->text, option);
	for (const struct forcing *f = job->forcing; f; f = f->next)
		if (zones_end_at(job->stencil->statements, f->param))
			return error_set(error, EXIT_USAGE, "--param %s=FILE.csv: zones end at '%s', so it is the same in all steps: give a number",
				f->param->name, f->param->name);
	return !job->forcing || !option || error_set(error, EXIT_USAGE, "--param %s=FILE.csv changes between steps: leave out %s",
		job->forcing->param->name, option);
}

/* Reads a record, unless it is there or the other one, which then changes places with it. */
static bool
read_record(const struct job *job, struct forced_field *f, int which, int number, struct error *error)
{
	struct record *record = &f->records[which], *other = &f->records[!which], former = *record;
	struct place place;

	if (record->array.data && record->number == number)
		return true;
	if (other->array.data && other->number == number) {
		*record = *other;
		*other = former;
		return true;
	}
	array_free(&record->array);
	place = place_of(&job->tool->arena, f->place, number);
	record->number = number;
	if (!run_input_read(job, f->field, &place, &record->array, error))
		return false;
	if (number > f->reported)
		run_nonfinite(job, f->field, &place, &record->array);
	f->reported = number > f->reported ? number : f->reported;
	return true;
}

/* Values on the line from one array to another, of which `share` is passed. */
static void
interpolate(const struct array *from, const struct array *to, double share, void *values)
{
	const struct array between = { .element = from->element, .data = values };
	const size_t count = array_elements(from);

	for (size_t i = 0; i < count; i++)
		array_set_number(&between, i, (1 - share)*array_number(from, i) + share*array_number(to, i));
}

/* Whether a step takes other values than an earlier one. */
static bool
differs(const struct job *job, int step, int other)
{
	int share, other_share;

	return !other || record_of(job, step, &share) != record_of(job, other, &other_share) || share != other_share;
}

static bool
set_field(const struct job *job, struct forced_field *f, int step, void *values, struct error *error)
{
	int share;
	const int number = record_of(job, step, &share);

	if (!read_record(job, f, 0, number, error) || (share && !read_record(job, f, 1, number + 1, error)))
		return false;
	if (share)
		interpolate(&f->records[0].array, &f->records[1].array, (double)share/job->options->every, values);
	else
		memcpy(values, f->records[0].array.data, array_bytes(&f->records[0].array));
	f->step = step;
	return true;
}

bool
run_forcing_set(const struct job *job, int step, double *params, void *const *arrays, struct error *error)
{
	for (const struct forcing *f = job->forcing; f; f = f->next)
		params[f->param->index] = f->values[step - 1];
	for (struct forced_field *f = job->forced; f; f = f->next) {
		f->changed = differs(job, step, f->step);
		if (f->changed && !set_field(job, f, step, arrays[f->field->index], error))
			return false;
	}
	return true;
}

bool
run_forcing_changed(const struct job *job, const struct field *field)
{
	for (const struct forced_field *f = job->forced; f; f = f->next)
		if (f->field->index == field->index)
			return f->changed;
	return false;
}

void
run_forcing_forget(const struct job *job)
{
	for (struct forced_field *f = job->forced; f; f = f->next)
		f->step = 0;
}

void
run_forcing_free(const struct job *job)
{
	for (struct forced_field *f = job->forced; f; f = f->next)
		for (int i = 0; i < 2; i++)
			array_free(&f->records[i].array);
}
