#include "runtime/run/run_forcing.h"

#include "generator/check/named.h"
#include "runtime/formats/csv.h"

#include <string.h>

struct forcing {
	const struct param *param;
	double *values; /* of the steps of this run */
	struct forcing *next;
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

bool
run_forcing_check(const struct job *job, int at_once, struct error *error)
{
	const char *option = job->options->graph ? "--graph" : at_once > 1 ? "--steps-per-launch" : NULL;

	return !job->forcing || !option || error_set(error, EXIT_USAGE, "--param %s=FILE.csv changes between steps: leave out %s",
		job->forcing->param->name, option);
}

void
run_forcing_set(const struct job *job, int step, double *params)
{
	for (const struct forcing *f = job->forcing; f; f = f->next)
		params[f->param->index] = f->values[step - 1];
}
