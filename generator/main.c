#include "generator/base/exit.h"
#include "generator/base/program.h"
#include "generator/dump_units.h"
#include "generator/generate_units.h"

#include <string.h>

/* Two stencils of one name would become the same files. */
static void
check_stencil_names(const struct unit *units, int count)
{
	for (const struct unit *unit = units; unit < units + count; unit++)
		for (const struct unit *before = units; before < unit; before++)
			for (const struct stencil *s = unit->stencils; s; s = s->next)
				for (const struct stencil *t = before->stencils; t; t = t->next)
					if (!strcmp(s->name, t->name)) {
						error_at(&unit->source, s->span, "'%s' is declared twice: use another name", s->name);
						note_at(&before->source, t->span, "declared here first");
					}
}

static int
compile_all(struct options *options, struct arena *arena, struct diagnostics *diagnostics, struct unit *units)
{
	struct error error;

	for (int i = 0; i < options->file_count; i++) {
		struct unit *unit = &units[i];

		compile_read(arena, diagnostics, options->files[i], options->low, unit);
		unit->fixes = &options->fixes;
		unit->decision = options->decision;
		unit->decision.processor = target_processor(options->choice.target);
		if (unit->decision.place == PLACE_ANY)
			unit->decision.place = PLACE_GLOBAL;
		compile_selected(arena, options->templates, options->choice.precision, options->stencil, unit);
	}
	check_stencil_names(units, options->file_count);
	if (diagnostics_status(diagnostics) || (compile_found(units, options->file_count, options->stencil, &error)
			&& fixes_known(&options->fixes, &error)))
		return diagnostics_status(diagnostics);
	fprintf(stderr, "stencilgen: %s\n", error.text);
	return error.status;
}

static int
read_tuning(const struct options *options, struct arena *arena, struct tuning *tuning)
{
	struct error error;

	if (!options->tuned || tuning_read(arena, options->tuned, tuning, &error))
		return EXIT_GOOD;
	fprintf(stderr, "stencilgen: %s\n", error.text);
	return error.status;
}

/* With -o - the kernels' texts, without headers. */
static void
print(const struct output_list *outputs)
{
	for (const struct output *o = outputs->first; o; o = o->next)
		if (o->is_kernel)
			fputs(o->text, stdout);
}

/* The list of kernels is a file also if they go to standard output. */
static int
write_all(const struct options *options, struct output_list *outputs, struct output_list *lists)
{
	struct output_list *const all[] = { lists, outputs };
	const bool is_for_text = options->to_stdout || options->list || options->dump;
	bool good;

	if (options->to_stdout)
		print(outputs);
	good = output_write(all, options->to_stdout ? 1 : 2, options->verbose);
	if (good && !options->quiet && !options->verbose && !is_for_text) {
		output_report(outputs);
		output_report(lists);
	}
	if (fflush(stdout) || ferror(stdout)) {
		fputs("stencilgen: cannot write standard output\n", stderr);
		return EXIT_IO;
	}
	return good ? EXIT_GOOD : EXIT_IO;
}

/* All is made before anything is written. */
static int
run(struct options *options, struct arena *arena, struct diagnostics *diagnostics)
{
	struct unit *units = arena_array(arena, struct unit, options->file_count);
	struct templates templates = { .arena = arena, .diagnostics = diagnostics, .directory = options->templates };
	struct output_list outputs = { .arena = arena }, lists = { .arena = arena };
	struct tuning tuning;
	int status = read_tuning(options, arena, &tuning);

	if (!status)
		status = compile_all(options, arena, diagnostics, units);
	if (!status)
		status = options->dump ? dump_units(options, units)
			: generate_units(options, &templates, units, options->tuned ? &tuning : NULL, &outputs, &lists);
	if (!status)
		status = diagnostics_status(diagnostics);
	return status ? status : write_all(options, &outputs, &lists);
}

int
main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct options options = { 0 };
	struct diagnostics diagnostics;
	int status;

	program_begin("stencilgen");
	if (!options_read(&options, &arena, argc, argv, &status)) {
		arena_free(&arena);
		return status;
	}
	diagnostics = (struct diagnostics){
		.out = stderr, .form = options.form, .color = options.color, .quiet = options.quiet,
		.max_errors = options.max_errors,
	};
	status = run(&options, &arena, &diagnostics);
	diagnostics_finish(&diagnostics);
	arena_free(&arena);
	return status;
}
