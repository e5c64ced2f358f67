#include "generator/variants/choose.h"
#include "runtime/data/outputs.h"
#include "runtime/run/save_mesh.h"
#include "runtime/run/run.h"
#include "runtime/toolchain/cache.h"

#include <math.h>
#include <stdlib.h>

/* Writes one array. */
static bool
write_array(struct arena *arena, const struct array *array, const char *text, struct error *error)
{
	struct place place;
	struct output output = { .place = &place, .field = "sample", .array = *array };
	struct outputs files = { 0 };
	bool good;

	if (!place_read(arena, text, output.field, &place, error))
		return false;
	good = outputs_begin(&files, arena, &output, 1, error)
		&& outputs_save(&files, 1, 1, error) && outputs_finish(&files, error);
	outputs_discard(&files);
	return good;
}

static bool
write_sample(struct arena *arena, const char *size_text, const char *path, struct error *error)
{
	struct array array = { .ndim = 3, .element = sizeof (double), .names = { "z", "y", "x" } };
	double *value;
	int size[3];
	bool good;

	if (!read_size(size_text, size))
		return error_set(error, EXIT_USAGE, "'%s' is no size: write it as 512x512x64", size_text);
	for (int a = 0; a < 3; a++)
		array.shape[a] = size[2 - a];
	array.data = value = malloc((size_t)size[0]*(size_t)size[1]*(size_t)size[2]*sizeof *value);
	if (!value)
		return error_no_memory(error);
	/* Waves of several lengths that no axis or level repeats. */
	for (int z = 0; z < size[2]; z++)
		for (int y = 0; y < size[1]; y++)
			for (int x = 0; x < size[0]; x++)
				*value++ = sin(0.05*x + 0.3*z)*cos(0.07*y - 0.2*z) + 0.1*sin(0.9*x*0.37 + 1.3*y);
	good = write_array(arena, &array, path, error);
	free(array.data);
	return good;
}

static bool
run(struct tool *tool, struct arguments *a, const struct arguments *defaults, struct error *error)
{
	if (a->clear_cache)
		return tool_clear_cache(tool, a->quiet, error);
	if ((a->mesh && !a->file_count) || a->save_mesh)
		return save_mesh(tool, a, error);
	if (a->file_count != 1)
		return error_set(error, EXIT_USAGE, a->file_count ? "more than one file" : "no input file");
	if (a->sample)
		return write_sample(&tool->arena, a->sample, *a->files, error);
	tool->templates.directory = a->templates;
	return (!a->no_cache || cache_use_temporary(error)) && run_file(tool, a, defaults, *a->files, error);
}

int
main(int argc, char **argv)
{
	static const struct arguments defaults = {
		.storage = USUAL_STORAGE, .access = USUAL_ACCESS, .fields = "soa", .levels = "outermost",
		.order = USUAL_ORDER, .place = PLACE_ANY, .backend = "auto", .steps = 1, .timeout = 300,
	};
	struct tool tool;
	struct arguments arguments;
	struct error error;
	int status;

	tool_open(&tool, "stencilrun");
	if (arguments_read(&arguments, &defaults, &tool, PROGRAM_RUN, argc, argv, &status))
		status = run(&tool, &arguments, &defaults, &error) ? EXIT_GOOD : tool_report(&tool, &error);
	return tool_close(&tool, status);
}
