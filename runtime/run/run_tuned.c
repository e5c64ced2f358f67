#include "runtime/run/run_tuned.h"

#include "generator/base/hash.h"
#include "generator/variants/choose.h"
#include "generator/variants/variant_words.h"
#include "runtime/partition/processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
refuse(const char *why, struct error *error)
{
	return error_set(error, EXIT_ERRORS, "%s; --force uses it anyway", why);
}

/* An order with its width or seed, as files have it; other texts unchanged. */
static const char *
full_order(struct arena *arena, const char *text)
{
	struct order order;

	return text && order_parse(text, &order) ? order_format(arena, &order) : text;
}

/* Which kernels there are if those that keep other temporaries count, too. */
static const char *
kept_otherwise(const struct job *job, struct wish wish)
{
	const struct tuned *other;

	wish.decision = NULL;
	other = tuning_find(job->tuning, &wish);
	return !other ? "" : strcmp(other->decision, "-")
		? arena_printf(&job->tool->arena, "; it has one whose name ends in _%s: give the --store and --place of that"
			" name", other->decision)
		: "; it has one without stored intermediates: give --store none";
}

/* Whether no option says what is kept, or where. */
static bool
keeps_anything(const struct arguments *o)
{
	return !o->store && o->place == PLACE_ANY;
}

/* The fastest that fits a wish; where anything may be kept, of those that tell what they keep. */
static const struct tuned *
find_fastest(const struct job *job, const struct wish *wish)
{
	const struct tuning fastest = tuning_fastest(&job->tool->arena, job->tuning);
	struct wish any = *wish;
	const struct tuned *found;

	if (!keeps_anything(job->options))
		return tuning_find(job->tuning, wish);
	any.decision = NULL;
	found = tuning_find(&fastest, &any);
	return found ? found : tuning_find(job->tuning, wish);
}

/* Lets the stencil's kernels keep what the tuned ones do. */
static bool
keep(struct job *job, const struct tuned *tuned, struct error *error)
{
	struct storage_decision decision;
	const struct plan *plan;

	if (!strcmp(tuned->decision, kept_by_choice(job->plan)) || !tuned_decision(tuned, &decision))
		return true;
	plan = compile_storing(&job->tool->arena, job->tool->templates.directory, &job->unit, job->stencil, &decision);
	if (!plan) {
		diagnostics_finish(&job->tool->diagnostics);
		return error_reported(error, diagnostics_status(&job->tool->diagnostics));
	}
	job->plan = plan;
	job->unit.decision = decision;
	return true;
}

static int
common_divisor(int a, int b)
{
	return b ? common_divisor(b, a % b) : a;
}

/* Launches of several steps end with every step whose results are wanted, and the last one with the run. */
static void
wish_steps(const struct job *job, struct wish *wish)
{
	const struct arguments *o = job->options;
	const char *given = o->tunables[TUNABLE_steps_per_launch];

	if (given)
		wish->steps = atoi(given);
	else {
		wish->most_steps = o->steps;
		wish->multiple = common_divisor(common_divisor(o->save_every, o->save_state_every), o->check_every);
	}
}

/* The kernel for this stencil and grid that agrees with the other options. */
static bool
find(const struct job *job, const int size[3], const char *order, const struct tuned **tuned, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const struct arguments *o = job->options;
	const char *texts[] = { job->unit.source.text, NULL };
	struct wish wish = {
		.stencil = job->stencil->name, .precision = precision_name(job->stencil, job->precision),
		.size = arena_printf(arena, "%dx%dx%d", size[0], size[1], size[2]),
		.storage = o->storage, .access = o->access, .fields = o->fields,
		.levels = o->levels, .order = order, .decision = kept_by_choice(job->plan),
	};

	wish_steps(job, &wish);
	*tuned = find_fastest(job, &wish);
	if (!*tuned) {
		const char *why = arena_printf(arena, "%s has no kernel of '%s' for %s, %s, that agrees with"
			" the other options", o->tuned, wish.stencil, wish.size, wish.precision);

		wish.size = wish.precision = NULL;
		*tuned = find_fastest(job, &wish);
		if (!*tuned)
			return error_set(error, EXIT_ERRORS, "%s%s", why, kept_otherwise(job, wish));
		if (!o->force)
			return error_set(error, EXIT_ERRORS, "%s; --force uses that for %s, %s", why,
				(*tuned)->size, (*tuned)->precision);
	}
	return o->force || !strcmp((*tuned)->text, content_hash(arena, texts))
		|| refuse(arena_printf(arena, "%s has changed since %s was made", job->unit.source.path, o->tuned), error);
}

static void
fill(const char **option, const char *value)
{
	if (!*option && strcmp(value, "-"))
		*option = value;
}

bool
run_tuned_take(struct job *job, const int size[3], const char *order, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	struct arguments *o = job->options;
	const struct tuned *tuned;

	if (!o->tuned)
		return true;
	job->tuning = arena_new(arena, struct tuning);
	if (!tuning_read(arena, o->tuned, job->tuning, error) || !find(job, size, order, &tuned, error) || !keep(job, tuned, error))
		return false;
	fill(&o->storage, tuned->storage);
	fill(&o->access, tuned->access);
	fill(&o->fields, tuned->fields);
	fill(&o->levels, tuned->levels);
	fill(&o->order, tuned->order);
	fill(&o->block, tuned->block);
	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (tuned->tunables[c] && !o->tunables[c])
			o->tunables[c] = arena_printf(arena, "%d", tunable_number(tuned->tunables[c]));
	return true;
}

/* Whether the stencil goes through columns; the access for that is the backend's, which is not known yet. */
static bool
goes_through_columns(const struct job *job)
{
	return only_access(job->plan, TARGET_cuda) != NULL;
}

/* An order of columns, or levels innermost, ask for an unstructured grid. Who chooses an access or a block
 * has a kernel with levels outermost in mind. */
static void
complete_unstructured(struct job *job)
{
	struct arguments *o = job->options;
	const bool chosen = o->access || goes_through_columns(job) || o->block || (o->fields && strcmp(o->fields, layouts[LAYOUT_soa].name));
	const bool innermost = o->levels && !strcmp(o->levels, levels_names[LEVELS_INNERMOST]);
	int storage;

	if (!o->storage && ((o->order && !o->levels && !chosen) || innermost))
		o->storage = usual_table(&job->tool->arena, job->plan);
	storage = o->storage ? catalogue_find(&storage_words, o->storage) : -1;
	job->access_is_free = !o->access && (goes_through_columns(job) || !o->block);
	job->table_access_is_free = storage >= 0 && !storages[storage].regular && !chosen;
	job->levels_are_free = job->table_access_is_free && !o->levels;
}

/* Who gives an order, and no storage, may well think of one that has orders. */
static void
note_order(const struct job *job)
{
	const struct arguments *o = job->options;

	if (o->order && !o->storage && !o->quiet && !job->processes->rank)
		fprintf(stderr, "%s: note: the grid is regular, and --order has no effect: --storage %s has orders\n", job->tool->name,
			usual_table(&job->tool->arena, job->plan));
}

static bool
choose_steps_access(struct job *job, struct error *error)
{
	struct choice choice = { .target = job->backend.target, .precision = job->precision,
		.swaps = arguments_swaps(&job->tool->arena, job->options) };

	if (!job->options->tunables[TUNABLE_steps_per_launch] || job->options->access)
		return true;
	if (!job_read_tunables(job, choice.tunables, error))
		return false;
	/* Other blocks than a warp are for tiles of levels. */
	job->options->access = job->options->block ? accesses[ACCESS_temporal].name : steps_access(job->plan, &choice);
	return true;
}

bool
run_tuned_complete(struct job *job, const int size[3], struct error *error)
{
	if (!run_tuned_take(job, size, full_order(&job->tool->arena, job->options->order), error))
		return false;
	if (!choose_steps_access(job, error))
		return false;
	complete_unstructured(job);
	note_order(job);
	arguments_complete(job->options, job->defaults);
	return read_layout(&job->tool->arena, job->options->fields, &job->layout, error)
		&& read_levels(&job->tool->arena, job->options->levels, &job->levels, error);
}

bool
run_tuned_check(const struct job *job, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const char *why = job->tuning && !job->options->force
		? tuning_differs(arena, job->tuning, environment_describe(arena, &job->backend)) : NULL;

	return !why || refuse(why, error);
}
