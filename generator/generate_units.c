#include "generator/generate_units.h"

#include "generator/base/exit.h"
#include "generator/emit/interface/exchange_files.h"
#include "generator/split/parts.h"

#include <string.h>

static int
usage_error(const char *message)
{
	fprintf(stderr, "stencilgen: %s\n", message);
	return EXIT_USAGE;
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
		fprintf(stderr, "stencilgen: remark: '%s' is estimated to be %.1f times as fast with --store %s\n",
			plan->stencil->name, percent/100., names);
}

static const char *
one_file(const struct options *options, struct arena *arena)
{
	return arena_printf(arena, "-o %s is one file, but there are several kernels: choose a storage"
		" and an access", options->file);
}

/* Whether a stencil's kernels have a Fortran module. */
static bool
has_module(struct arena *arena, const struct plan *plan, const struct variant *variants, int count, struct error *error)
{
	for (int i = 0; i < count; i++)
		if (variants[i].layout != LAYOUT_soa)
			return error_set(error, EXIT_USAGE, "--fortran: kernel %s has its fields in structs, and modules are for"
				" arrays (--fields soa)", variant_name(arena, plan, &variants[i]));
	return true;
}

/* Makes the outputs of one plan of a stencil. Returns an exit status. */
static int
generate_plan(const struct options *options, struct templates *templates, const struct unit *unit, const struct plan *plan,
	const struct tuning *tuning, struct output_list *outputs, struct text *kernels)
{
	struct arena *arena = templates->arena;
	const struct output_place place = { options->folder, options->file, options->fortran };
	struct error error = { .text = "" };
	int count = 0;
	struct variant *variants;

	variants = tuning
		? choose_tuned(arena, plan, &unit->source, &options->choice, tuning, options->force,
			&count, &error)
		: choose_variants(arena, plan, &options->choice, &count, &error);
	if (!variants || (!count && *error.text))
		return usage_error(error.text);
	if (options->list) {
		list(plan, arena, variants, count);
		if (options->verbose)
			remark(plan, arena, &unit->source);
		return EXIT_GOOD;
	}
	if (options->file && (count > 1 || outputs->first))
		return usage_error(one_file(options, arena));
	if (options->fortran && !has_module(arena, plan, variants, count, &error))
		return usage_error(error.text);
	output_stencil(outputs, templates, &unit->source, plan, variants, count, &place, kernels);
	return EXIT_GOOD;
}

static bool
keeps_same(const struct tuned *a, const struct tuned *b)
{
	return !strcmp(a->stencil, b->stencil) && !strcmp(a->precision, b->precision) && !strcmp(a->decision, b->decision);
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
		struct storage_decision decision;

		while (!keeps_same(first, t))
			first = first->next;
		if (first != t || strcmp(t->stencil, stencil->name) || strcmp(t->precision, precision_name(stencil, options->choice.precision)))
			continue;
		if (tuned_decision(t, &decision) && strcmp(t->decision, kept_by_choice(plan)))
			own = compile_storing(templates->arena, options->templates, unit, stencil, &decision);
		if (!own)
			return EXIT_ERRORS;
		found++;
		status = generate_plan(options, templates, unit, own, &fastest, outputs, kernels);
	}
	return found ? status : generate_plan(options, templates, unit, plan, &fastest, outputs, kernels);
}

/* The same for all plans of one file. */
static int
generate_file(const struct options *options, struct templates *templates, struct unit *unit,
	const struct tuning *tuning, struct output_list *outputs, struct text *kernels)
{
	const bool any = tuning && !options->decision.store && options->decision.place == PLACE_ANY;
	int status = EXIT_GOOD;

	for (int i = 0; i < unit->count && !status; i++)
		status = any ? generate_fastest(options, templates, unit, unit->plans[i], tuning, outputs, kernels)
			: generate_plan(options, templates, unit, unit->plans[i], tuning, outputs, kernels);
	return status;
}

/* All rules are in one file, or each beside the header of its stencil. */
static void
add_dependencies(const struct options *options, struct output_list *outputs, const char *path, struct text *rules)
{
	const char *rule = output_dependencies(outputs, path);
	const char *header = outputs->first->path;

	if (options->dependency_file)
		text_add(rules, rule);
	else
		output_add(outputs, arena_printf(outputs->arena, "%.*sd", (int)strlen(header) - 1, header), rule);
}

static int
check_path(const struct output *output, const struct output *others)
{
	for (const struct output *o = others; o && o != output; o = o->next)
		if (!strcmp(o->path, output->path) && strcmp(o->text, output->text)) {
			fprintf(stderr, "stencilgen: %s is named for two outputs\n", o->path);
			return EXIT_USAGE;
		}
	return EXIT_GOOD;
}

/* No file is written over by another text. */
static int
check_paths(const struct output_list *outputs, const struct output_list *lists)
{
	int status = EXIT_GOOD;

	for (const struct output *o = outputs->first; o && !status; o = o->next)
		status = check_path(o, outputs->first);
	for (const struct output *o = lists->first; o && !status; o = o->next)
		status = check_path(o, outputs->first);
	return status;
}

/* The library that exchanges halos. */
static void
add_exchange(const struct options *options, struct templates *templates, struct output_list *outputs)
{
	const struct exchange_file *files = exchange_files(templates);

	for (; files && files->name; files++)
		output_add(outputs, arena_printf(outputs->arena, "%s/exchange/%s", options->folder, files->name), files->text);
}

int
generate_units(const struct options *options, struct templates *templates, struct unit *units, const struct tuning *tuning,
	struct output_list *outputs, struct output_list *lists)
{
	struct arena *arena = templates->arena;
	struct text kernels = { .arena = arena }, rules = { .arena = arena };

	for (int i = 0; i < options->file_count; i++) {
		struct output_list own = { .arena = arena };
		const int status = generate_file(options, templates, &units[i], tuning, &own, &kernels);

		if (status)
			return status;
		if (options->dependencies && own.first)
			add_dependencies(options, &own, options->files[i], &rules);
		for (const struct output *o = own.first; o; o = o->next)
			output_add(outputs, o->path, o->text)->is_kernel = o->is_kernel;
	}
	if (options->exchange && !options->list)
		add_exchange(options, templates, outputs);
	if (options->kernels && !options->list)
		output_add(lists, options->kernels, text_of(&kernels));
	if (options->dependency_file && outputs->first)
		output_add(lists, options->dependency_file, text_of(&rules));
	return check_paths(outputs, lists);
}
