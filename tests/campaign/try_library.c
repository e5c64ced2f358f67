#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_variants.h"
#include "tests/campaign/library_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Plans of libstencil, by its public header, against the interpreter, over all memory of what they write. */

enum { TRIES = 6, SHAPES_TRIED = 2, MOST_STEPS = 3, ALIGNMENT = 256 };

/* Not all that has a name may be kept, or can be where it is read. */
static bool
can_store(const struct library_run *r, const char *name)
{
	struct trial *t = r->trial;
	const struct storage_decision decision = { .store = name };
	struct unit *unit = arena_new(t->arena, struct unit);
	struct diagnostics diagnostics = { .quiet = true, .max_errors = 1 };
	char *said = NULL;
	size_t length = 0;
	bool can;

	diagnostics.out = open_memstream(&said, &length);
	can = compile_file_storing(t->arena, &diagnostics, arena_printf(t->arena, "%s/smith.stencil", t->folder), r->precision,
		&decision, unit);
	fclose(diagnostics.out);
	free(said);
	return can;
}

/* One of the temporaries, for the option store; NULL: none. */
static const char *
choose_store(const struct library_run *r, const struct stencil *stencil)
{
	for (const struct temp *temp = stencil->temps; temp && !stencil->has_sweeps; temp = temp->next)
		if (!temp->uniform && !temp->scalar && !trial_pick(r->trial, 5))
			return can_store(r, temp->name) ? temp->name : NULL;
	return NULL;
}

/* Kernels of access temporal, of which a launch does several steps, or all others. */
static struct variant *
choose_kernels(const struct library_run *r, const struct choice *choice, int *count)
{
	struct trial *t = r->trial;
	struct choice several = *choice;
	struct variant *variants = NULL;

	several.accesses = accesses[ACCESS_temporal].name;
	several.tunables[TUNABLE_steps_per_launch] = 1 + trial_pick(t, MOST_STEPS);
	if (plan_checked(r->plan)->family == GRID_plane && choice->levels == LEVELS_OUTERMOST && trial_pick(t, 3))
		variants = choose_variants(t->arena, r->plan, &several, count, NULL);
	return variants ? variants : choose_variants(t->arena, r->plan, choice, count, NULL);
}

/* One of an access that few stencils have, else the first. Fewest have wide, which needs rows that vectors divide. */
static const struct variant *
choose_rare(struct trial *t, const struct variant *variants, int count)
{
	static const int weights[ACCESS_COUNT] = {
		[ACCESS_warp] = 1, [ACCESS_tile] = 1, [ACCESS_tile_ordered] = 1, [ACCESS_wide] = 4, [ACCESS_planes] = 4, [ACCESS_rows] = 1,
	};
	const struct variant *chosen = &variants[0];
	int sum = 0;

	for (int v = 0; v < count; v++) {
		const int weight = weights[variants[v].access];

		sum += weight;
		if (weight && trial_pick(t, sum) < weight)
			chosen = &variants[v];
	}
	return chosen;
}

/* A kernel that the caller's arrays can have, as options. NULL: nothing is said of it. */
static void
choose_options(struct library_run *r)
{
	static const char *const orders[] = { "row", "hilbert", "zcurve:4", "random:3" };
	struct trial *t = r->trial;
	const struct stencil *stencil = plan_checked(r->plan);
	const bool is_mesh = stencil->family == GRID_mesh;
	struct choice choice = { .storages = is_mesh ? "all" : NULL, .target = t->place->backend.target, .precision = r->precision,
		.levels = trial_pick(t, 3) ? LEVELS_OUTERMOST : LEVELS_INNERMOST };
	const char *store = choose_store(r, stencil);
	int count = 0;
	struct variant *variants = choose_kernels(r, &choice, &count);

	r->options = arena_printf(t->arena, "backend=%s precision=%s", t->place->name, type_name(r->precision));
	r->variant = NULL;
	r->at_once = 0;
	r->features = (struct features){ { 0 } };
	if (!count)
		return;
	trial_sample(t, variants, count, 1);
	r->variant = !is_mesh && trial_pick(t, 3) ? choose_rare(t, variants, count) : &variants[0];
	r->at_once = r->variant->tunables[TUNABLE_steps_per_launch];
	r->listed = !is_mesh && !storages[r->variant->storage].regular;
	r->own_table = r->listed && trial_pick(t, 2) && r->variant->access != ACCESS_cluster;
	r->options = arena_printf(t->arena, "%s storage=%s access=%s levels=%s", r->options,
		is_mesh ? mesh_storages[r->variant->storage] : storages[r->variant->storage].name, accesses[r->variant->access].name,
		levels_names[choice.levels]);
	if (r->at_once)
		r->options = arena_printf(t->arena, "%s steps-per-launch=%d", r->options, r->at_once);
	if (r->listed && !r->own_table)
		r->options = arena_printf(t->arena, "%s order=%s", r->options, orders[trial_pick(t, 4)]);
	if (store)
		r->options = arena_printf(t->arena, "%s store=%s", r->options, store);
	features_add_if(&r->features, FEATURE_stored, store);
	features_add_if(&r->features, FEATURE_own_table, r->own_table);
}

/* An array with a field's values, its gaps marked, as the plan has it. */
static bool
lay_out(struct library_run *r, const struct field *field, const void *values, void **array)
{
	const struct stencil_field *info = &r->infos[field->index];

	if (!*array && posix_memalign(array, ALIGNMENT, info->bytes + ALIGNMENT))
		return false;
	mark_unwritten(*array, info->bytes/field_element(field), field_element(field));
	return r->place_values(r, field, values, *array);
}

static bool
lay_out_all(struct library_run *r)
{
	bool good = true;

	for (const struct field *f = plan_checked(r->plan)->fields; f && good; f = f->next) {
		good = stencil_plan_field(r->library, f->index, &r->infos[f->index]) == STENCIL_CODE_GOOD
			&& !strcmp(r->infos[f->index].name, f->name) && lay_out(r, f, r->values[f->index], &r->arrays[f->index]);
		if (good && f->role != ROLE_IN)
			good = lay_out(r, f, r->expected[f->index], &r->wanted[f->index]);
	}
	return good || error_set(&r->trial->error, EXIT_ERRORS, "%s: arrays are not described", r->options);
}

/* By one of the three calls. */
static int
execute(struct library_run *r, int how, void *workspace)
{
	switch (how) {
	case 0:  return stencil_execute(r->library, NULL);
	case 1:  return stencil_execute_on(r->library, r->arrays, NULL, NULL);
	default: return stencil_execute_in(r->library, r->arrays, NULL, workspace, NULL);
	}
}

static bool
bind_all(struct library_run *r)
{
	struct stencil_error error;

	for (const struct field *f = plan_checked(r->plan)->fields; f; f = f->next)
		if (stencil_plan_bind(r->library, f->name, r->arrays[f->index], r->infos[f->index].bytes, &error)) {
			error_set(&r->trial->error, EXIT_ERRORS, "%s: bind %s: %.300s", r->options, f->name, error.text);
			return false;
		}
	for (const struct param *p = plan_checked(r->plan)->params; p; p = p->next)
		if (!p->value && stencil_plan_param(r->library, p->name, 1, &error))
			return false;
	return true;
}

static bool
run_steps(struct library_run *r)
{
	const size_t bytes = stencil_plan_workspace(r->library);
	int how = trial_pick(r->trial, 3), status = 0;
	void *workspace = NULL;

	if (!bind_all(r))
		return false;
	how = how == 2 && !bytes ? 1 : how;
	if (how == 2 && posix_memalign(&workspace, ALIGNMENT, bytes))
		return false;
	if (workspace)
		mark_unwritten(workspace, bytes/sizeof (double), sizeof (double));
	features_add_if(&r->features, FEATURE_other_arrays, how > 0);
	features_add_if(&r->features, FEATURE_own_workspace, how == 2);
	for (int step = 0; step < r->steps && !status; step++) {
		choose_threads(r->trial);
		status = execute(r, how, workspace);
	}
	free(workspace);
	if (status)
		error_set(&r->trial->error, EXIT_ERRORS, "%s: %s", r->options, stencil_status_text(r->library, status));
	return !status;
}

static double
number_at(const struct field *field, const void *array, size_t i)
{
	return field->type == TYPE_FLOAT ? ((const float *)array)[i] : ((const double *)array)[i];
}

/* All memory, gaps included; a NaN equals another one, but for what was never written. */
static bool
compare(struct library_run *r, const struct field *field)
{
	const size_t size = field_element(field), count = r->infos[field->index].bytes/size;
	const char *got = r->arrays[field->index], *wanted = r->wanted[field->index];
	size_t different = 0, first = 0;

	for (size_t i = 0; i < count; i++) {
		if (!memcmp(got + i*size, wanted + i*size, size))
			continue;
		if (isnan(number_at(field, got, i)) && isnan(number_at(field, wanted, i)) && !is_unwritten(got + i*size, size)
				&& !is_unwritten(wanted + i*size, size))
			continue;
		first = different++ ? first : i;
	}
	if (different)
		error_set(&r->trial->error, EXIT_ERRORS, "%s (%s) on %s, %d steps: %zu of %zu values of %s differ; the first at %zu:"
			" got %.17g, expected %.17g", r->options, stencil_plan_kernel(r->library), r->what, r->steps, different, count,
			field->name, first, number_at(field, got, first), number_at(field, wanted, first));
	return !different;
}

static void
note(struct library_run *r)
{
	const struct features plan = features_of_plan(r->plan, r->precision);
	struct features all = features_with(r->features, &plan);

	features_add(&all, !strcmp(r->trial->place->name, "host") ? FEATURE_host : FEATURE_openmp);
	features_add_if(&all, FEATURE_several_steps, r->steps > 1);
	if (r->variant) {
		const struct features kernel = features_of_kernel(r->plan, r->variant, r->trial->place->name);

		all = features_with(all, &kernel);
	}
	outcome_add(r->trial->outcome, &all);
}

static bool
run_plan(struct library_run *r)
{
	bool good = lay_out_all(r) && run_steps(r);

	for (const struct field *f = plan_checked(r->plan)->fields; f && good; f = f->next)
		good = f->role == ROLE_IN || compare(r, f);
	r->trial->runs++;
	note(r);
	return good;
}

static void
close_run(struct library_run *r)
{
	for (int i = 0; i < plan_checked(r->plan)->field_count; i++) {
		free(r->arrays[i]);
		free(r->wanted[i]);
	}
	stencil_plan_destroy(r->library);
	r->close(r);
}

/* What cannot be a plan is no argument of another one. */
static bool
make_plan(struct library_run *r, const char *path)
{
	struct stencil_error error = { .code = STENCIL_CODE_GOOD };

	r->library = stencil_plan_create(path, NULL, &r->shape, r->options, 0, &error);
	if (!r->library)
		error_set(&r->trial->error, EXIT_ERRORS, "%s: %.900s", r->options, error.text);
	r->refused = !r->library && error.code == STENCIL_CODE_ARGUMENT;
	return r->library;
}

/* On one shape; refused: with no options that were tried there is a plan. */
static bool
try_shape(struct library_run *r, const char *path)
{
	const int count = plan_checked(r->plan)->field_count;
	bool good;

	r->infos = arena_array(r->trial->arena, struct stencil_field, count + 1);
	r->arrays = arena_array(r->trial->arena, void *, count + 1);
	r->wanted = arena_array(r->trial->arena, void *, count + 1);
	r->shape = (struct stencil_shape){ .size = { 0 } };
	r->library = NULL;
	good = (plan_checked(r->plan)->family == GRID_mesh ? library_mesh_open : library_plane_open)(r)
		&& make_plan(r, path) && run_plan(r);
	close_run(r);
	return good;
}

bool
try_library(struct trial *t)
{
	const char *path = arena_printf(t->arena, "%s/smith.stencil", t->folder);
	struct library_run r = { .trial = t, .precision = t->seed % 2 ? TYPE_FLOAT : TYPE_DOUBLE, .steps = 1 + trial_pick(t, MOST_STEPS) };
	struct unit *unit = arena_new(t->arena, struct unit);
	struct diagnostics diagnostics = { .quiet = true, .max_errors = 1 };
	char *said = NULL;
	size_t length = 0;
	bool good = false;

	diagnostics.out = open_memstream(&said, &length);
	t->refused = !compile_file(t->arena, &diagnostics, path, r.precision, unit);
	fclose(diagnostics.out);
	if (t->refused)
		error_set(&t->error, EXIT_ERRORS, "%.900s", said);
	free(said);
	if (t->refused)
		return false;
	r.plan = unit->plans[0];
	for (int tries = 0; tries < TRIES && !good; tries++) {
		choose_options(&r);
		good = try_shape(&r, path);
		if (!good && !r.refused)
			return false;
	}
	for (int shape = 1; shape < SHAPES_TRIED && good; shape++)
		good = try_shape(&r, path) || r.refused;
	t->kernel_count = good;
	t->refused = !good && r.refused;
	return good;
}
