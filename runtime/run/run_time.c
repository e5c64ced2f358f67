#include "runtime/run/run_time.h"

#include "runtime/partition/copy.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
check_field(const struct job *job, const char *name, struct error *error)
{
	const struct field *field = find_field_named(job->stencil, name, strlen(name));

	if (!field)
		return error_set(error, EXIT_USAGE, "--time: '%s' has no field '%s'%s", job->stencil->name, name,
			suggest_field(&job->tool->arena, job->stencil, name));
	return (field->shape == SHAPE_SCALAR && field->role != ROLE_IN)
		|| error_set(error, EXIT_USAGE, "--time %s: it needs a scalar field that the stencil assigns", name);
}

/* As --since has it: YYYY-MM-DD, and a time hh:mm or hh:mm:ss if it is given. */
static bool
is_date(const char *text)
{
	int year, month, day, hour = 0, minute = 0, second = 0, length = 0;
	const char *rest = text + 10;

	if (strspn(text, "-0123456789") != 10 || sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 || length != 10)
		return false;
	if (*rest && (sscanf(rest, " %2d:%2d%n", &hour, &minute, &length) != 2
			|| (rest[length] && (sscanf(rest, " %2d:%2d:%2d%n", &hour, &minute, &second, &length) != 3 || rest[length]))))
		return false;
	return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0
		&& second < 60;
}

bool
run_time_check(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const char *option = o->time ? "time" : "dt";
	char *end;

	if (o->since && !run_time_is_known(job))
		return error_set(error, EXIT_USAGE, "--since is for times in seconds: give --dt or --time");
	if (o->since && !is_date(o->since))
		return error_set(error, EXIT_USAGE, "--since accepts a date YYYY-MM-DD, and a time hh:mm:ss behind a blank, not '%s'", o->since);
	if (!run_time_is_known(job))
		return true;
	if (o->time && o->dt)
		return error_set(error, EXIT_USAGE, "--time and --dt both give the time: leave out one");
	if (!o->save_every && !o->log)
		return error_set(error, EXIT_USAGE, "--%s is for series and logs: give --save-every or --log", option);
	if (o->time)
		return check_field(job, o->time, error);
	return (isfinite(strtod(o->dt, &end)) && end != o->dt && !*end)
		|| error_set(error, EXIT_USAGE, "--dt accepts a number of seconds, not '%s'", o->dt);
}

bool
run_time_is_known(const struct job *job)
{
	return job->options->time || job->options->dt;
}

const char *
run_time_unit(const struct job *job)
{
	const struct arguments *o = job->options;

	return o->since || o->dt ? arena_printf(&job->tool->arena, "seconds since %s", o->since ? o->since : "1970-01-01")
		: o->time ? NULL : "1";
}

bool
run_time_find(const struct job *job, int step, double *time, struct error *error)
{
	const struct arguments *o = job->options;
	const struct field *field;
	struct array array;

	*time = (o->dt ? strtod(o->dt, NULL) : 1)*(job->done + step);
	if (!o->time)
		return true;
	field = find_field_named(job->stencil, o->time, strlen(o->time));
	if (!partition_fetch(&job->run->partition, field, error))
		return false;
	array = job->runner->result(job, field);
	*time = array_number(&array, 0);
	return true;
}
