#include "runtime/run/run_time.h"

#include "runtime/data/nonfinite.h"
#include "runtime/partition/copy.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/runner.h"

#include <math.h>
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

bool
run_time_check(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const char *option = o->time ? "time" : "dt";
	char *end;

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
	return job->options->dt ? "s" : job->options->time ? NULL : "1";
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
