#include "tests/campaign/campaign.h"

#include "generator/base/files.h"
#include "generator/compile.h"
#include "generator/emit/emitter.h"
#include "generator/language/grid_kind.h"
#include "generator/emit/interface/header.h"
#include "generator/variants/choose.h"
#include "generator/variants/legal.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/process.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* So many of a class's stencil are tried, chosen at random. */
enum { USUAL_KERNELS = 3, INNERMOST_KERNELS = 2, MOST_STEPS_A_LAUNCH = 3, MOST_AHEAD = 5 };

/* Kernels while they are collected; headers are files of their own. */
struct collection {
	struct trial *trial;
	struct templates *templates;
	const char **texts;
	int room;
};

static bool
fail(struct trial *trial, const char *what, const char *why)
{
	error_set(&trial->error, EXIT_ERRORS, "%s: %s", what, why);
	return false;
}

static bool
write_file(struct trial *trial, const char *name, const char *text)
{
	struct error error;

	return file_write(arena_printf(trial->arena, "%s/%s", trial->folder, name), text, strlen(text), &error) != WRITE_FAILED
		|| fail(trial, name, error.text);
}

/* A number that is the default makes the same kernel again. */
static bool
has_kernel(const struct trial *trial, const char *name)
{
	for (int k = 0; k < trial->kernel_count; k++)
		if (!strcmp(trial->kernels[k].name, name))
			return true;
	return false;
}

static bool
add_kernels(struct collection *c, const struct unit *unit, const struct choice *choice, int most)
{
	struct trial *trial = c->trial;
	const struct plan *plan = unit->plans[0];
	const struct grid_kind *kind = plan->stencil->kind;
	struct error error;
	int count = 0;
	struct variant *variants = choose_variants(trial->arena, plan, choice, &count, &error);

	if (variants)
		count = trial_sample(trial, variants, count, most);
	if (!variants || trial->kernel_count + count > c->room) {
		trial->refused = trial->campaign->class != CLASS_NONE ? !variants : strstr(error.text, "there are no kernels for that yet") != NULL;
		return fail(trial, "no kernels", variants ? "too many" : error.text);
	}
	for (int v = 0; v < count && trial->campaign->legal_only; v++)
		trial_note(trial, &(struct built){ .plan = plan, .variant = variants[v] }, &(struct features){ { 0 } });
	for (int v = 0; v < count && !trial->campaign->legal_only; v++) {
		struct built *kernel = &trial->kernels[trial->kernel_count];
		struct emitted emitted;

		*kernel = (struct built){ .plan = plan, .variant = variants[v],
			.name = variant_name(trial->arena, plan, &variants[v]) };
		if (has_kernel(trial, kernel->name))
			continue;
		emitted = kind->kernel(c->templates, &unit->source, plan, &variants[v]);
		c->texts[trial->kernel_count++] = emitted.text;
		if (emitted.vectors && !write_file(trial, LEVELS_HEADER, template_text(c->templates, LEVELS_HEADER)))
			return false;
		/* On meshes storages have headers of their own. */
		if ((v == 0 || variants[v].family == GRID_mesh) && !write_file(trial, header_name(trial->arena, plan, &variants[v]),
				kind->header(c->templates, &unit->source, plan, &variants[v], 1)))
			return false;
	}
	return true;
}

/* An access of which a launch does several steps, if the stencil can have it. */
static bool
add_temporal(struct collection *c, const struct unit *unit, const struct choice *choice, enum access access)
{
	struct choice several = *choice;
	struct carried carried;
	int count;

	if (c->trial->campaign->class != CLASS_STRUCTURED && c->trial->campaign->class != CLASS_PARTS)
		return true;
	several.accesses = accesses[access].name;
	several.tunables[TUNABLE_steps_per_launch] = 1 + trial_pick(c->trial, MOST_STEPS_A_LAUNCH);
	carried = choose_carried(c->trial, unit->plans[0]->stencil);
	do {
		several.swaps = carried_text(c->trial->arena, &carried);
		if (choose_variants(c->trial->arena, unit->plans[0], &several, &count, NULL))
			return add_kernels(c, unit, &several, 1);
	} while (--carried.count > 0);
	return true;
}

/* Sweeps that load as many levels ahead. */
static bool
add_ahead(struct collection *c, const struct unit *unit, const struct choice *choice)
{
	struct choice ahead = *choice;
	int levels;

	if (c->trial->campaign->class == CLASS_NONE || !unit->stencils->has_sweeps || !targets[choice->target].blocks)
		return true;
	ahead.accesses = accesses[ACCESS_zloop].name;
	levels = trial_pick(c->trial, MOST_AHEAD + 1);
	ahead.tunables[TUNABLE_ahead] = levels ? levels : TUNABLE_NONE;
	return add_kernels(c, unit, &ahead, 1);
}

/* Beside plain arrays one other layout, chosen at random, or all. */
static bool
add_layouts(struct collection *c, const struct unit *unit, struct choice *choice)
{
	struct trial *trial = c->trial;
	const int other = trial->campaign->class == CLASS_PARTS ? LAYOUT_soa : 1 + trial_pick(trial, LAYOUT_COUNT - 1);
	bool good;

	for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
		choice->layout = (enum layout)layout;
		if (layout != LAYOUT_soa && (unit->plans[0]->program || (!trial->campaign->all_layouts && layout != other)
				|| !layout_is_legal(unit->plans[0]->stencil, choice->layout, choice->precision, NULL)))
			continue;
		if (!add_kernels(c, unit, choice, layout == LAYOUT_soa ? USUAL_KERNELS : 1))
			return false;
	}
	choice->layout = LAYOUT_soa;
	if (!add_ahead(c, unit, choice) || !add_temporal(c, unit, choice, ACCESS_temporal) || !add_temporal(c, unit, choice, ACCESS_temporal_warp))
		return false;
	choice->levels = LEVELS_INNERMOST;
	good = add_kernels(c, unit, choice, INNERMOST_KERNELS);
	choice->levels = LEVELS_OUTERMOST;
	return good;
}

/* Kernels of a program that divide as many levels. */
static bool
add_slices(struct collection *c, const struct unit *unit, const struct choice *choice)
{
	enum { MOST_LEVELS = 40 };
	struct choice slices = *choice;

	if (!unit->plans[0]->program || !targets[choice->target].blocks)
		return true;
	slices.accesses = accesses[ACCESS_zslice].name;
	slices.tunables[TUNABLE_levels_per_thread] = 1 + trial_pick(c->trial, MOST_LEVELS);
	return add_kernels(c, unit, &slices, 1);
}

/* Levels outermost and innermost, of all storages; in shared memory only the former. Some have a limit of registers. */
static bool
add_on_mesh(struct collection *c, const struct unit *unit, struct choice *choice)
{
	enum { SOME = 3, REGISTERS = 64 };
	bool good;

	choice->storages = "all";
	choice->tunables[TUNABLE_registers_per_thread] = choice->target == TARGET_cuda && !trial_pick(c->trial, SOME) ? REGISTERS : 0;
	good = add_kernels(c, unit, choice, USUAL_KERNELS) && add_ahead(c, unit, choice) && add_slices(c, unit, choice);
	if (compile_plan_of(unit, unit->stencils)->place == PLACE_SHARED)
		return good;
	choice->levels = LEVELS_INNERMOST;
	if (c->trial->campaign->class == CLASS_NONE)
		good = good && add_kernels(c, unit, choice, c->room);
	if (targets[choice->target].blocks && (c->trial->campaign->class == CLASS_NONE || !trial_pick(c->trial, 3)))
		choice->tunables[TUNABLE_blocks_per_launch] = 3;
	good = good && (c->trial->campaign->class == CLASS_NONE && !targets[choice->target].blocks
		? true : add_kernels(c, unit, choice, INNERMOST_KERNELS));
	choice->levels = LEVELS_OUTERMOST;
	choice->tunables[TUNABLE_blocks_per_launch] = 0;
	return good;
}

static void
choose_grid(struct trial *trial, struct choice *choice)
{
	static const int highest[] = { 9, 7, 6, 5, 4, 4, 3, 3, 3, 2 };

	choice->dim = 1 + trial_pick(trial, (int)(sizeof highest/sizeof *highest));
	choice->level = 1 + trial_pick(trial, highest[choice->dim - 1]);
	choice->padded = trial_pick(trial, 3) == 0;
}

/* Temporaries that are kept by choice: some of them, chosen at random; NULL: none. */
static const char *
choose_store(struct trial *trial, const struct stencil *stencil)
{
	const char *store = NULL;

	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (!t->uniform && trial_pick(trial, 5) == 0)
			store = arena_printf(trial->arena, "%s%s%s", store ? store : "",
				!store ? "" : trial_pick(trial, 3) ? "+" : "/", t->name);
	return store;
}

/* The same stencil with other kernels: what may be kept, and where, is not said by the language, so it may be refused. */
static void
plan_storing_more(struct trial *trial, const char *path, enum type precision, const struct unit *like)
{
	const struct stencil *stencil = like->stencils;
	const struct storage_decision decision = {
		.store = stencil->family == GRID_sparse || stencil->has_sweeps ? NULL : choose_store(trial, stencil),
		.place = stencil->has_sweeps ? PLACE_SHARED : PLACE_GLOBAL,
	};
	char *said = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&said, &length);
	struct diagnostics diagnostics = { .out = out, .quiet = true, .max_errors = 1 };

	if ((decision.store || (decision.place && targets[trial->place->backend.target].blocks))
			&& compile_file_storing(trial->arena, &diagnostics, path, precision, &decision,
				&trial->units[trial->unit_count]))
		trial->unit_count++;
	fclose(out);
	free(said);
}

/* Every other seed is in float, a file in both precisions; and perhaps with temporaries that are kept. */
static bool
compile(struct trial *trial, struct diagnostics *diagnostics)
{
	const char *path = arena_printf(trial->arena, "%s/smith.stencil", trial->folder);
	const bool both = trial->campaign->both || trial->number < trial->campaign->file_count;

	trial->units = arena_array(trial->arena, struct unit, 4);
	for (int p = 0; p < 2; p++) {
		const enum type precision = p ? TYPE_FLOAT : TYPE_DOUBLE;
		struct unit *unit = &trial->units[trial->unit_count];

		if (!both && p != trial->seed % 2)
			continue;
		if (!compile_file(trial->arena, diagnostics, path, precision, unit))
			return false;
		trial->precisions[trial->unit_count++] = precision;
		trial->precisions[trial->unit_count] = precision;
		plan_storing_more(trial, path, precision, unit);
	}
	return true;
}

static bool
emit(struct trial *trial, struct templates *templates)
{
	struct collection c = { .trial = trial, .templates = templates, .room = 1000 };
	struct choice choice = { .target = trial->place->backend.target };
	const enum grid_family family = trial->units[0].stencils->family;
	bool good = true;

	c.texts = arena_array(trial->arena, const char *, c.room);
	trial->kernels = arena_array(trial->arena, struct built, c.room);
	if (family == GRID_sparse)
		choose_grid(trial, &choice);
	for (int u = 0; u < trial->unit_count && good; u++) {
		choice.precision = trial->precisions[u];
		good = family == GRID_sparse ? add_kernels(&c, &trial->units[u], &choice, c.room)
			: family == GRID_mesh ? add_on_mesh(&c, &trial->units[u], &choice) : add_layouts(&c, &trial->units[u], &choice);
	}
	return good && (templates->diagnostics->errors ? fail(trial, "templates", "have errors")
		: write_file(trial, arena_printf(trial->arena, "kernels.%s", targets[choice.target].ending),
			merge_texts(trial->arena, c.texts, trial->kernel_count, trial->place->is_gpu)));
}

static bool
run_compiler(struct trial *trial, const char *object)
{
	struct arena *arena = trial->arena;
	const char *log = arena_printf(arena, "%s/log", trial->folder);
	const char **words = append_words(arena, NULL, trial->place->command), *text = "", *line;
	struct error error;
	size_t size;

	if (trial->campaign->keep && !access(object, R_OK))
		return true;
	words = APPEND_WORDS(arena, words, "-o", object, arena_printf(arena, "%s/kernels.%s", trial->folder,
		targets[trial->place->backend.target].ending));
	words = append_words(arena, words, trial->place->backend.toolchain->libraries);
	if (program_run(words, log) == 0)
		return true;
	if (!file_read(arena, log, &text, &size, &error))
		text = error.text;
	line = strstr(text, "error");
	while (line && line > text && line[-1] != '\n')
		line--;
	if (line)
		text = arena_strndup(arena, line, strcspn(line, "\n"));
	return fail(trial, "the compiler", text);
}

static bool
load(struct trial *trial, const char *object)
{
	const char *suffix = targets[trial->place->backend.target].suffix;
	void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		return fail(trial, "cannot load", dlerror());
	for (int k = 0; k < trial->kernel_count; k++) {
		struct built *kernel = &trial->kernels[k];
		void *run = dlsym(handle, arena_printf(trial->arena, "run_%s%s", kernel->name, suffix));
		void *upload = dlsym(handle, arena_printf(trial->arena, "upload_%s%s", kernel->name, suffix));
		void *workspace = dlsym(handle, arena_printf(trial->arena, "workspace_%s%s", kernel->name, suffix));
		void *run_part = dlsym(handle, arena_printf(trial->arena, "run_part_%s%s", kernel->name, suffix));
		void *kept = dlsym(handle, arena_printf(trial->arena, "kept_%s%s", kernel->name, suffix));

		if (!run)
			return fail(trial, kernel->name, "has no thunk");
		*(void **)&kernel->run = run;
		*(void **)&kernel->upload = upload;
		*(void **)&kernel->workspace = workspace;
		*(void **)&kernel->run_part = run_part;
		*(void **)&kernel->kept = kept;
	}
	if (!trial->campaign->keep)
		unlink(object);
	return true;
}

bool
trial_build(struct trial *trial)
{
	char *said = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&said, &length);
	struct diagnostics diagnostics = { .out = out, .quiet = true, .max_errors = 5 };
	struct templates templates = {
		.arena = trial->arena, .diagnostics = &diagnostics, .directory = trial->campaign->templates,
	};
	/* Nothing that is loaded yet may have its name. */
	const char *object = arena_printf(trial->arena, "%s/objects/%s-%s.so", trial->campaign->folder,
		name_of(trial->campaign, trial->arena, trial->number), trial->place->name);
	bool good = compile(trial, &diagnostics) || fail(trial, "stencilgen", "refuses it");

	good = good && emit(trial, &templates);
	fclose(out);
	if (diagnostics.errors) {
		fail(trial, "stencilgen", said);
		trial->refused = trial->campaign->class != CLASS_NONE ? !trial->kernels : strstr(said, "must be stored") != NULL;
	}
	free(said);
	return good && (trial->campaign->legal_only || (run_compiler(trial, object) && load(trial, object)));
}
