#include "runtime/bench/count.h"

#include "generator/base/list.h"
#include "runtime/bench/counters_collect.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The command line of this process with --profile added, for a profiler to run. */
static const char **
own_command(struct arena *arena, const struct arguments *arguments)
{
	char path[4096];
	const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
	const int count = count_texts(arguments->given);
	const char **command;

	if (length < 0)
		return NULL;
	command = arena_array(arena, const char *, count + 3);
	command[0] = arena_strndup(arena, path, (size_t)length);
	memcpy(command + 1, arguments->given, (size_t)count*sizeof *command);
	command[count + 1] = "--profile";
	return command;
}

static const char **
stencil_names(struct arena *arena, const struct candidates *candidates)
{
	const char **names = arena_array(arena, const char *, candidates->count + 1);
	int count = 0;

	for (int i = 0; i < candidates->count; i++) {
		const char *name = candidates->items[i].plan->stencil->name;

		if (!count || strcmp(names[count - 1], name))
			names[count++] = name;
	}
	return names;
}

bool
bench_can_count(const struct bench *bench, struct error *error)
{
	if (bench->backend.kind != BACKEND_CUDA)
		return error_set(error, EXIT_IO, "--ncu needs backend cuda, not %s: leave it out",
			backend_names[bench->backend.kind]);
	return counters_find_ncu(&bench->tool->arena, error) || error_prefix(error, "--ncu: ");
}

static bool
add_counters(struct bench *bench, struct error *error)
{
	struct arena *arena = &bench->tool->arena;
	const char **command = own_command(arena, bench->arguments);
	const struct launch *launches;
	int without = 0;

	if (!command)
		return error_set(error, EXIT_IO, "--ncu: cannot find the path of this program: start it by its full path");
	if (!counters_collect(arena, command, stencil_names(arena, &bench->candidates), &launches, error))
		return error_prefix(error, "--ncu: ");
	for (int i = 0; i < bench->candidates.count; i++)
		if (bench->candidates.items[i].row)
			without += !row_take_counters(arena, bench->candidates.items[i].row, &launches);
	if (without)
		fprintf(stderr, "%s: ncu reported no counters for %d of the rows\n", bench->tool->name, without);
	return true;
}

void
bench_count(struct bench *bench)
{
	struct error error;

	if (!add_counters(bench, &error))
		bench->uncounted = tool_report(bench->tool, &error);
}
