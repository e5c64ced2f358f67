#include "generator/base/exit.h"
#include "generator/base/files.h"
#include "generator/base/program.h"
#include "generator/emit/interface/exchange_files.h"
#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "generator/variants/legal.h"
#include "generator/compile.h"
#include "generator/options.h"
#include "generator/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
usage_error(const char *message)
{
	fprintf(stderr, "stencilgen: %s\n", message);
	return EXIT_USAGE;
}

static void
dump(const struct options *options, const struct unit *unit)
{
	for (int i = 0; i < unit->count; i++)
		if (!strcmp(options->dump, "ast"))
			ast_dump(stdout, plan_checked(unit->plans[i]));
		else if (!strcmp(options->dump, "split"))
			program_dump(stdout, unit->plans[i]);
		else if (!strcmp(options->dump, "ir"))
			plan_dump(stdout, unit->plans[i]);
		else
			plan_csv(stdout, unit->plans[i]);
}

/* Why what is asked for cannot be dumped; NULL: it can. */
static const char *
why_no_dump(const struct options *options, struct arena *arena, const struct unit *units)
{
	for (int i = 0; strcmp(options->dump, "ast") && i < options->file_count; i++)
		for (int j = 0; j < units[i].count; j++)
			if (units[i].plans[j]->no_kernel)
				return why_no_kernel(arena, units[i].plans[j]);
	return NULL;
}

static void
list(const struct plan *plan, struct arena *arena, const struct variant *variants, int count)
{
	for (int i = 0; i < count; i++)
		puts(variant_name(arena, plan, &variants[i]));
}

/* Says what may be worth to be stored: the compiler stores nothing by itself. */
static void
remark(const struct plan *plan, struct arena *arena, const struct source *source)
{
	enum { WORTH = 125 };
	int percent = 0;
	const char *names = plan_worth_storing(arena, source, plan, &percent);

	if (names && percent > WORTH)
		fprintf(stderr, "stencilgen: remark: '%s' should take %.1f times as long as with --store %s\n",
			plan->stencil->name, percent/100., names);
}

static const char *
one_file(const struct options *options, struct arena *arena)
{
	return arena_printf(arena, "-o %s is one file, but there are several kernels: choose a storage"
		" and an access", options->file);
}

/* Why a stencil's kernels have no Fortran module; NULL if they have one. */
static const char *
why_no_module(struct arena *arena, const struct plan *plan, const struct variant *variants, int count)
{
	if (plan->program && plan->spots)
		return arena_printf(arena, "--fortran: '%s' has several kernels, and on meshes modules are for one kernel",
			plan->stencil->name);
	for (int i = 0; i < count; i++)
		if (variants[i].layout != LAYOUT_soa)
			return arena_printf(arena, "--fortran: kernel %s has its fields in structs, and modules are for"
				" arrays (--fields soa)", variant_name(arena, plan, &variants[i]));
	return NULL;
}

/* Makes the outputs of one plan of a stencil. Returns an exit status. */
static int
generate_plan(const struct options *options, struct templates *templates, const struct unit *unit, const struct plan *plan,
	const struct tuning *tuning, struct output_list *outputs, struct text *kernels)
{
	struct arena *arena = templates->arena;
	const struct output_place place = { options->folder, options->file, options->fortran };
	const char *message = NULL;
	int count = 0;
	struct variant *variants;

	variants = tuning
		? choose_tuned(arena, plan, &unit->source, &options->choice, tuning, options->force,
			&count, &message)
		: choose_variants(arena, plan, &options->choice, &count, &message);
	if (!variants || (!count && message))
		return usage_error(message);
	if (options->list) {
		list(plan, arena, variants, count);
		if (options->verbose)
			remark(plan, arena, &unit->source);
		return EXIT_GOOD;
	}
	if (options->file && (count > 1 || outputs->first))
		return usage_error(one_file(options, arena));
	message = options->fortran ? why_no_module(arena, plan, variants, count) : NULL;
	if (message)
		return usage_error(message);
	output_stencil(outputs, templates, &unit->source, plan, variants, count, &place, kernels);
	return EXIT_GOOD;
}

static bool
keeps_same(const struct tuned *a, const struct tuned *b)
{
	return !strcmp(a->stencil, b->stencil) && !strcmp(a->precision, b->precision) && !strcmp(a->kept, b->kept);
}

/* The same for each choice of what is kept that was the fastest on some grid. */
static int
generate_fastest(const struct options *options, struct templates *templates, struct unit *unit, const struct plan *plan,
	const struct tuning *tuning, struct output_list *outputs, struct text *kernels)
{
	const struct tuning fastest = tuning_fastest(templates->arena, tuning);
	const struct stencil *stencil = plan_checked(plan);
	int status = EXIT_GOOD, found = 0;

	for (const struct tuned *t = fastest.best; t && !status; t = t->next) {
		const struct plan *own = plan;
		const struct tuned *first = fastest.best;
		struct keeping keeping;

		while (!keeps_same(first, t))
			first = first->next;
		if (first != t || strcmp(t->stencil, stencil->name) || strcmp(t->precision, type_name(options->choice.precision)))
			continue;
		if (tuned_keeping(t, &keeping) && strcmp(t->kept, kept_by_choice(plan)))
			own = compile_keeping(templates->arena, options->templates, unit, stencil, &keeping);
		if (!own)
			return EXIT_ERRORS;
		found++;
		status = generate_plan(options, templates, unit, own, &fastest, outputs, kernels);
	}
	return found ? status : generate_plan(options, templates, unit, plan, &fastest, outputs, kernels);
}

/* Makes the outputs of one file. Returns an exit status. */
static int
generate(const struct options *options, struct templates *templates, struct unit *unit,
	const struct tuning *tuning, struct output_list *outputs, struct text *kernels)
{
	const bool any = tuning && !options->keeping.store && options->keeping.place == PLACE_ANY;
	int status = EXIT_GOOD;

	for (int i = 0; i < unit->count && !status; i++)
		status = any ? generate_fastest(options, templates, unit, unit->plans[i], tuning, outputs, kernels)
			: generate_plan(options, templates, unit, unit->plans[i], tuning, outputs, kernels);
	return status;
}

static void
add_dependencies(const struct options *options, struct output_list *outputs, const char *path)
{
	const char *rule = output_dependencies(outputs, path);
	const char *header = outputs->first->path;

	output_add(outputs, options->dependency_file ? options->dependency_file
		: arena_printf(outputs->arena, "%.*sd", (int)strlen(header) - 1, header), rule);
}

/* With -o - the kernels' texts, without the header. */
static bool
print(const struct output_list *outputs)
{
	for (const struct output *o = outputs->first; o; o = o->next)
		if (strcmp(o->path + strlen(o->path) - 2, ".h"))
			fputs(o->text, stdout);
	return true;
}

/* The list of kernels is a file also if they go to standard output. */
static int
finish(const struct options *options, const struct output_list *outputs, const struct output_list *lists)
{
	const bool good = (options->to_stdout ? print(outputs) : output_write(outputs, options->verbose))
		&& output_write(lists, options->verbose);

	if (fflush(stdout) || ferror(stdout)) {
		fputs("stencilgen: cannot write standard output\n", stderr);
		return EXIT_IO;
	}
	return good ? EXIT_GOOD : EXIT_IO;
}

/* The library that exchanges halos. */
static void
add_exchange(const struct options *options, struct templates *templates, struct output_list *outputs)
{
	const struct exchange_file *files = exchange_files(templates);

	for (; files && files->name; files++)
		output_add(outputs, arena_printf(outputs->arena, "%s/exchange/%s", options->folder, files->name), files->text);
}

/* Two stencils of one name would become the same files. */
static void
check_stencil_names(const struct unit *units, int count)
{
	for (const struct unit *unit = units; unit < units + count; unit++)
		for (const struct unit *before = units; before < unit; before++)
			for (const struct stencil *s = unit->stencils; s; s = s->next)
				for (const struct stencil *t = before->stencils; t; t = t->next)
					if (!strcmp(s->name, t->name)) {
						error_at(&unit->source, s->span, "'%s' is declared twice", s->name);
						note_at(&before->source, t->span, "declared here first");
					}
}

static int
compile_all(const struct options *options, struct arena *arena, struct diagnostics *diagnostics)
{
	struct unit *units = arena_array(arena, struct unit, options->file_count);
	struct templates templates = {
		.arena = arena, .diagnostics = diagnostics, .directory = options->templates,
	};
	struct output_list outputs = { .arena = arena }, lists = { .arena = arena };
	struct text kernels = { .arena = arena };
	struct keeping keeping = options->keeping;
	struct tuning tuning;
	char problem[512];
	int tuned = options->tuned ? tuning_read(arena, options->tuned, &tuning, problem, sizeof problem)
		: EXIT_GOOD;

	if (tuned != EXIT_GOOD) {
		fprintf(stderr, "stencilgen: %s\n", problem);
		return tuned;
	}
	if (keeping.place == PLACE_ANY)
		keeping.place = PLACE_GLOBAL;
	for (int i = 0; i < options->file_count; i++)
		if (compile_file_keeping(arena, diagnostics, options->files[i], options->choice.precision, &keeping, &units[i]))
			compile_for_templates(arena, options->templates, &units[i]);
	check_stencil_names(units, options->file_count);
	if (diagnostics->errors)
		return diagnostics_status(diagnostics);
	if (options->dump && why_no_dump(options, arena, units))
		return usage_error(why_no_dump(options, arena, units));
	if (options->dump && !strcmp(options->dump, "costs"))
		plan_csv_header(stdout);
	for (int i = 0; i < options->file_count; i++) {
		struct output_list own = { .arena = arena };
		int status = EXIT_GOOD;

		if (options->dump)
			dump(options, &units[i]);
		else
			status = generate(options, &templates, &units[i],
				options->tuned ? &tuning : NULL, &own, &kernels);
		if (status)
			return status;
		if (options->dependencies && own.first)
			add_dependencies(options, &own, options->files[i]);
		for (const struct output *o = own.first; o; o = o->next)
			output_add(&outputs, o->path, o->text);
	}
	if (options->exchange && !options->list && !options->dump)
		add_exchange(options, &templates, &outputs);
	if (diagnostics->errors)
		return diagnostics_status(diagnostics);
	if (options->kernels)
		output_add(&lists, options->kernels, text_of(&kernels));
	return finish(options, &outputs, &lists);
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
	status = compile_all(&options, &arena, &diagnostics);
	diagnostics_finish(&diagnostics);
	arena_free(&arena);
	return status;
}
