#include "runtime/bench/counters_collect.h"

#include "generator/base/cleanup.h"
#include "generator/base/files.h"
#include "generator/base/hash.h"
#include "runtime/toolchain/cache.h"
#include "runtime/toolchain/cache_entries.h"
#include "runtime/toolchain/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *
counters_find_ncu(struct arena *arena, struct error *error)
{
	const char *own = getenv("NCU"), *home = getenv("CUDA_HOME");
	const char *ncu = find_program(arena, own && *own ? own : "ncu");

	if (!ncu && home)
		ncu = find_program(arena, arena_printf(arena, "%s/bin/ncu", home));
	if (!ncu)
		ncu = find_program(arena, "/usr/local/cuda/bin/ncu");
	if (!ncu)
		error_set(error, EXIT_IO, "ncu is neither in PATH nor in CUDA_HOME/bin: install Nsight Compute, which CUDA has");
	return ncu;
}

static const char *
join(struct arena *arena, const char *const *words, const char *between)
{
	const char *joined = "";

	for (; *words; words++)
		joined = arena_printf(arena, "%s%s%s", joined, *joined ? between : "", *words);
	return joined;
}

/* The names of the known counters, separated by commas. */
static const char *
metric_list(struct arena *arena, const bool *known)
{
	const char **metrics = arena_array(arena, const char *, counter_count + 1);
	int count = 0;

	for (int i = 0; i < counter_count; i++)
		if (known[i])
			metrics[count++] = counters[i].metric;
	return join(arena, metrics, ",");
}

static int
run_ncu(struct arena *arena, const char *ncu, const bool *known, const char *const *program,
	const char *const *stencils, const char *log)
{
	const char *options[] = {
		"env", "LC_ALL=C", ncu, "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base",
		"--metrics", metric_list(arena, known),
		"--kernel-name", arena_printf(arena, "regex:^(%s)_", join(arena, stencils, "|")), NULL,
	};
	enum { OPTIONS = sizeof options/sizeof *options - 1 };
	const char **command;
	int words = 0;

	while (program[words])
		words++;
	command = arena_array(arena, const char *, OPTIONS + words + 1);
	memcpy(command, options, OPTIONS*sizeof *command);
	memcpy(command + OPTIONS, program, (size_t)words*sizeof *command);
	return program_run(command, log);
}

/* Removes the counters that ncu reports as unknown. Returns whether there are any. */
static bool
leave_out_unknown(struct arena *arena, const char *log, bool *known)
{
	bool found = false;

	while (*log) {
		const size_t length = strcspn(log, "\n");
		const char *line = arena_strndup(arena, log, length);

		for (int i = 0; i < counter_count && !strncmp(line, "==ERROR==", 9); i++)
			if (known[i] && strstr(line, counters[i].metric)) {
				known[i] = false;
				found = true;
			}
		log += length + (log[length] == '\n');
	}
	return found;
}

/* The first error in the output of ncu. */
static const char *
complaint(struct arena *arena, const char *log)
{
	const char *line = strstr(log, "==ERROR== ");

	if (!line)
		return "it printed no error";
	line += strlen("==ERROR== ");
	return arena_strndup(arena, line, strcspn(line, "\n"));
}

/* Runs ncu until it knows all counters that it is asked for, and reads what it printed. */
static bool
collect(struct arena *arena, const char *ncu, const char *const *program, const char *const *stencils, const char *log,
	const struct launch **launches, struct error *error)
{
	bool *known = arena_array(arena, bool, counter_count);
	const char *text = "";
	size_t size;
	int status;

	for (int i = 0; i < counter_count; i++)
		known[i] = true;
	do {
		status = run_ncu(arena, ncu, known, program, stencils, log);
		if (!file_read(arena, log, &text, &size, error))
			return false;
	} while (status && leave_out_unknown(arena, text, known));
	if (status)
		return error_set(error, EXIT_IO, "ncu ended with status %d: %s", status, complaint(arena, text));
	return counters_parse(arena, text, launches, error);
}

bool
counters_collect(struct arena *arena, const char *const *program, const char *const *stencils,
	const struct launch **launches, struct error *error)
{
	const char *ncu = counters_find_ncu(arena, error);
	const char *cache = ncu ? cache_open(arena, error) : NULL, *log;
	char *folder;
	bool good;
	int claim;

	*launches = NULL;
	if (!cache)
		return false;
	folder = arena_printf(arena, "%s/%s.XXXXXX", cache, content_hash(arena, (const char *const[]){ "ncu", NULL }));
	if (!cleanup_create_folder(folder))
		return error_set(error, EXIT_IO, "cannot make a folder in %s: %s", cache, strerror(errno));
	claim = cache_claim(folder);
	log = arena_printf(arena, "%s/ncu.csv", folder);
	cleanup_add(log);
	good = collect(arena, ncu, program, stencils, log, launches, error);
	cache_remove(folder);
	cleanup_forget(log);
	cleanup_forget(folder);
	if (claim >= 0)
		close(claim);
	return good;
}
