#include "runtime/run/run_log.h"

#include "runtime/formats/array_temp_file.h"
#include "runtime/partition/copy.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_time.h"
#include "runtime/run/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_logged(const struct field *field)
{
	return field->shape == SHAPE_SCALAR && field->role != ROLE_IN;
}

/* A file that cannot be written is found before a series replaces one. */
static bool
check_place(const char *path, struct error *error)
{
	struct temp_file temp_file = { .file = -1 };
	struct stat status;
	bool good;

	if (!stat(path, &status) && !S_ISREG(status.st_mode))
		return true;
	good = array_temp_file_open(&temp_file, path, error);
	temp_file_discard(&temp_file);
	return good;
}

bool
run_log_check(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const char *path = o->log;
	bool used = path && ((o->save_state && !strcmp(o->save_state, path)) || (o->load_state && !strcmp(o->load_state, path)));

	for (int i = 0; i < job->stencil->field_count && path; i++)
		used |= place_is_in(&job->ins[i], path) || place_is_in(&job->outs[i], path);
	if (used)
		return error_set(error, EXIT_USAGE, "--log %s: the run reads or writes this file otherwise: name another file", path);
	return !path || job->processes->rank || check_place(path, error);
}

/* "step,time,NAME...\n" */
static const char *
first_line(const struct job *job, struct arena *arena)
{
	struct text text = { .arena = arena };

	text_add(&text, run_time_is_known(job) ? "step,time" : "step");
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (is_logged(f))
			text_add(&text, arena_printf(arena, ",%s", f->name));
	text_add(&text, "\n");
	return text_of(&text);
}

/* Appends a line, or leaves the file as it was. */
static bool
append(const char *path, const char *line, int flags, struct error *error)
{
	const int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | flags, 0666);
	struct stat status = { 0 };
	int reason = file < 0 || fstat(file, &status) ? errno : 0;

	for (size_t at = 0, length = strlen(line); at < length && !reason; ) {
		const ssize_t count = write(file, line + at, length - at);

		if (count < 0 && errno != EINTR)
			reason = errno;
		else if (count > 0)
			at += (size_t)count;
	}
	if (reason && S_ISREG(status.st_mode) && ftruncate(file, status.st_size))
		reason = errno;
	if (file >= 0 && close(file) && !reason)
		reason = errno;
	return array_temp_file_result(reason, path, error);
}

/* Finds where the lines of later steps than the state's begin, and the step of the line before that. */
static long
find_end(FILE *file, int loaded, int *last)
{
	long end = ftell(file), step = 0;
	int c;

	*last = 0;
	while (fscanf(file, "%ld", &step) == 1 && step <= loaded) {
		while ((c = getc(file)) != '\n' && c != EOF)
			continue;
		if (c == EOF)
			break;
		*last = (int)step;
		end = ftell(file);
	}
	return end;
}

/* Removes the lines of later steps, and one that is incomplete. */
static bool
resume(const struct job *job, const char *header, FILE *file, struct error *error)
{
	const char *path = job->options->log;
	const size_t length = strlen(header);
	char *begin = calloc(length + 1, 1);
	const bool same = begin && fread(begin, 1, length, file) == length && !strcmp(begin, header);
	int last = 0;
	long end;

	free(begin);
	if (!same)
		return error_set(error, EXIT_ERRORS, "%s: its first line is not that of this run: name another file", path);
	end = find_end(file, job->done, &last);
	if (job->done - last >= job_steps_at_once(job))
		return error_set(error, EXIT_ERRORS, "%s: it has no line of step %d, of which the state is: name another file", path, job->done);
	return array_temp_file_result(truncate(path, end) ? errno : 0, path, error);
}

bool
run_log_begin(const struct job *job, struct error *error)
{
	struct arena scratch = { NULL };
	const char *path = job->options->log, *header;
	struct stat status;
	FILE *file;
	bool good;

	if (!path)
		return true;
	header = first_line(job, &scratch);
	if (job->loaded && !stat(path, &status)) {
		file = S_ISREG(status.st_mode) ? fopen(path, "r+") : NULL;
		good = file ? resume(job, header, file, error) : array_temp_file_result(S_ISREG(status.st_mode) ? errno : EINVAL, path, error);
		if (file)
			fclose(file);
	} else {
		good = append(path, header, O_CREAT | O_TRUNC, error);
	}
	arena_free(&scratch);
	return good;
}

bool
run_log_step(const struct job *job, int step, double time, struct error *error)
{
	struct arena scratch = { NULL };
	struct text line = { .arena = &scratch };
	bool good = true;

	text_add(&line, arena_printf(&scratch, "%d", job->done + step));
	if (run_time_is_known(job))
		text_add(&line, arena_printf(&scratch, ",%.17g", time));
	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		struct array array;

		if (!is_logged(f))
			continue;
		good = partition_fetch(&job->run->partition, f, error);
		array = job->runner->result(job, f);
		if (good)
			text_add(&line, arena_printf(&scratch, array.element == sizeof (double) ? ",%.17g" : ",%.9g", array_number(&array, 0)));
	}
	text_add(&line, "\n");
	good = good && (job->processes->rank || append(job->options->log, text_of(&line), 0, error));
	arena_free(&scratch);
	return good;
}
