#include "runtime/run/run_input.h"

#include "runtime/data/array_file.h"
#include "runtime/data/state_file.h"
#include "runtime/partition/processes.h"
#include "runtime/problem/values.h"
#include "runtime/run/mesh_axes.h"
#include "runtime/run/run_nonfinite.h"
#include "runtime/run/run_state.h"
#include "runtime/run/runner.h"

#include <stdlib.h>
#include <string.h>

/* "a, b and 3 more" */
static const char *
names_of_stencils(const struct job *job)
{
	enum { MOST = 8 };
	struct arena *arena = &job->tool->arena;
	const int more = job->unit.count - MOST;
	const char *names = "";
	int n = 0;

	for (const struct stencil *s = job->unit.stencils; s && n < MOST; s = s->next, n++)
		names = arena_printf(arena, "%s%s%s", names, n ? ", " : "", s->name);
	return more > 0 ? arena_printf(arena, "%s and %d more", names, more) : names;
}

static bool
choose_stencil(struct job *job, struct error *error)
{
	const char *name = job->options->stencil;

	job->stencil = compile_named(&job->unit, name);
	if (!job->stencil && name)
		return error_set(error, EXIT_USAGE, "%s has no stencil '%s': name one of %s", job->unit.source.path, name,
			names_of_stencils(job));
	if (!job->stencil)
		return error_set(error, EXIT_USAGE, "%s has %d stencils: choose one with --stencil, of %s", job->unit.source.path, job->unit.count,
			names_of_stencils(job));
	job->plan = compile_plan_of(&job->unit, job->stencil);
	return true;
}

/* What --in gives a field, or NULL. */
static const char *
given_place(const struct job *job, const struct field *field)
{
	const struct texts *ins = &job->options->ins;
	const size_t length = strlen(field->name);

	for (int i = 0; i < ins->count; i++)
		if (!strncmp(ins->items[i], field->name, length) && ins->items[i][length] == '='
				&& ins->items[i][length + 1])
			return ins->items[i] + length + 1;
	return NULL;
}

/* Whether halos of files may stay where parts have neighbours, which lie at the opposite side. */
static bool
is_periodic(const struct job *job)
{
	for (const struct field *f = job->stencil ? job->stencil->fields : NULL; f; f = f->next)
		for (int a = 0; a < 2; a++)
			if (f->edges[a].kind == EDGE_PERIODIC)
				return true;
	return false;
}

/* Of several processes each reads later what it needs. */
static bool
read_array(const struct job *job, const struct place *place, int element, bool whole, struct array *array,
	struct error *error)
{
	return (job->processes->count > 1 && job->runner && job->runner->part_files && !is_periodic(job) && !job->options->convert
		? array_file_open : array_file_read)(place, element, whole, array, error);
}

/* Sets the precision to that of the first real field with a file of float or double. What is no
 * regular file can be read only once: its array is kept. */
static bool
find_precision(struct job *job, const struct stencil *stencil, struct error *error)
{
	job->precision = TYPE_DOUBLE;
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const char *text = f->declared == TYPE_REAL ? given_place(job, f) : NULL;
		struct array *array = &job->arrays[f->index];
		struct place place;
		int element = f->declared == TYPE_REAL ? run_state_element(job, f) : 0;

		if (element) {
			job->precision = element == sizeof (float) ? TYPE_FLOAT : TYPE_DOUBLE;
			break;
		}
		if (!text || *text == '@' || is_number(text))
			continue;
		if (!place_read(&job->tool->arena, text, f->name, &place, error))
			return false;
		if (!array_file_peek(&place, &element)) {
			if (!read_array(job, &place, sizeof (double), false, array, error))
				return false;
			element = array->element;
		}
		if (element) {
			job->precision = element == sizeof (float) ? TYPE_FLOAT : TYPE_DOUBLE;
			break;
		}
	}
	return true;
}

/* Without options that choose kernels, what is worth it is stored. */
static const char *
find_store(const struct job *job)
{
	const struct arguments *o = job->options;
	bool free = !o->access && !o->storage && !o->fields && !o->levels && !o->order && !o->block && !o->tuned && !o->ranks && !o->partition
		&& !o->write_graph && !o->periodic && o->place == PLACE_ANY && job->processes->count == 1;

	for (int t = 0; t < TUNABLE_COUNT; t++)
		free = free && !o->tunables[t];
	return o->store ? o->store : free ? "auto" : NULL;
}

/* Params that are fixed change which fields a stencil has: arrays that were read before stay with their fields. */
static void
move_arrays(struct job *job, const struct stencil *stencil, const char *const *names, int count)
{
	struct array *arrays = arena_array(&job->tool->arena, struct array, count + 1);

	for (const struct field *f = stencil->fields; f; f = f->next)
		for (int i = 0; i < count; i++)
			if (!strcmp(names[i], f->name))
				arrays[f->index] = job->arrays[i];
	job->arrays = arrays;
}

static bool
compile_fixed(struct job *job, const struct stencil *stencil, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const int count = stencil ? stencil->field_count : 0;
	const char **names = arena_array(arena, const char *, count + 1);

	for (const struct field *f = stencil ? stencil->fields : NULL; f; f = f->next)
		names[f->index] = f->name;
	if (!compile_check(arena, job->precision ? job->precision : TYPE_DOUBLE, &job->unit) || !compile_plan(arena, &job->unit)) {
		diagnostics_finish(&job->tool->diagnostics);
		return error_reported(error, diagnostics_status(&job->tool->diagnostics));
	}
	if (stencil)
		move_arrays(job, stencil, names, count);
	return fixes_known(job->unit.fixes, error);
}

static bool
compile(struct job *job, const char *path, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const char *store = find_store(job);
	const bool parsed = compile_read(arena, &job->tool->diagnostics, path, job->options->low, &job->unit);
	const struct stencil *stencil = compile_choose(&job->unit, job->options->stencil,
		(struct storage_decision){ store, job->options->place,
		backend_processor(arena, job->options->backend ? job->options->backend : job->defaults->backend, store) });

	if (stencil)
		job->arrays = arena_array(arena, struct array, stencil->field_count + 1);
	if (!job->precision && parsed && stencil && !find_precision(job, stencil, error))
		return false;
	job->unit.fixes = arena_new(arena, struct fixes);
	if (!fixes_read(arena, &job->options->fixed, job->unit.fixes, error) || !compile_fixed(job, stencil, error))
		return false;
	compile_name(arena, job->tool->templates.directory, &job->unit);
	return choose_stencil(job, error);
}

/* Reads FIELD=FILE into places[field], or FIELD=NUMBER as a formula. Fields of the other role have none. */
static bool
read_place(struct job *job, const char *option, const char *text, enum role other, struct place *places,
	struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const size_t length = strcspn(text, "=");
	const char *name = arena_strndup(arena, text, length);
	const struct field *field = find_field_named(job->stencil, name, length);

	if (!text[length] || !text[length + 1])
		return error_set(error, EXIT_USAGE, "%s %s: write FIELD=FILE", option, text);
	if (!field)
		return error_set(error, EXIT_USAGE, "%s: '%s' has no field '%s'%s", option,
			job->stencil->name, name, suggest_field(arena, job->stencil, name));
	if (field->role == other)
		return error_set(error, EXIT_USAGE, "%s: '%s' is an %s field", option, name,
			other == ROLE_IN ? "in" : "out");
	if (other == ROLE_OUT && job->restored[field->index])
		return error_set(error, EXIT_USAGE, "%s %s: '%s' is in the state of --load-state: leave out this option",
			option, text, name);
	if (places[field->index].text)
		return error_set(error, EXIT_USAGE, "%s: '%s' is given twice: leave one out", option, name);
	if (text[length + 1] == '@' && other == ROLE_OUT) {
		job->own[field->index] = arena_printf(arena, "%s", text + length + 2);
		places[field->index].text = option;
		return true;
	}
	if (other == ROLE_OUT && is_number(text + length + 1)) {
		job->formulas[field->index] = arena_printf(arena, "%s", text + length + 1);
		places[field->index].text = option;
		return true;
	}
	return place_read(arena, text + length + 1, field->name, &places[field->index], error) && (!places[field->index].records
		|| other == ROLE_OUT || error_set(error, EXIT_USAGE, "%s %s: results are not written to records of a file: leave out [%s]", option,
		text, places[field->index].records->dimension));
}

/* Reads FIELD=EXPR. */
static bool
read_formula(struct job *job, const char *text, struct error *error)
{
	const size_t length = strcspn(text, "=");
	const struct field *field = find_field_named(job->stencil, text, length);

	if (!text[length] || !text[length + 1])
		return error_set(error, EXIT_USAGE, "--formula %s: write FIELD=EXPR", text);
	if (!field || field->probe)
		return error_set(error, EXIT_USAGE, "--formula %s: '%s' has no such field of the grid", text,
			job->stencil->name);
	if (job->ins[field->index].text)
		return error_set(error, EXIT_USAGE, "--formula %s: the field is given twice: leave one out", text);
	job->formulas[field->index] = text + length + 1;
	job->ins[field->index].text = "--formula";
	return true;
}

static bool
read_places(struct job *job, const char *option, const struct texts *texts, enum role other, struct place *places,
	struct error *error)
{
	bool good = true;

	for (int i = 0; i < texts->count && good; i++)
		good = read_place(job, option, texts->items[i], other, places, error);
	return good;
}

static bool
read_paths(struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	bool good = run_state_places(job, error) && read_places(job, "--in", &o->ins, ROLE_OUT, job->ins, error);

	for (int i = 0; i < o->formulas.count && good; i++)
		good = read_formula(job, o->formulas.items[i], error);
	good = good && read_places(job, "--out", &o->outs, ROLE_IN, job->outs, error)
		&& read_places(job, "--difference", &o->differences, ROLE_IN, job->differences, error);
	if (!good)
		return false;
	if (o->differences.count && !o->verify)
		return error_set(error, EXIT_USAGE, "--difference is from the interpreter's result: it needs --verify");
	if (!o->outs.count && !o->write_graph && !o->save_state && !o->log)
		return error_set(error, EXIT_USAGE, "nothing to write: give --out FIELD=FILE");
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (f->role != ROLE_OUT && !f->rows && !job->ins[f->index].text)
			return error_set(error, EXIT_USAGE, "field '%s' is missing: give --in %s=FILE or --formula %s=EXPR", f->name, f->name,
				f->name);
	return true;
}

bool
run_input(struct job *job, const char *path, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	int count;

	if (!run_state_read(job, error) || !compile(job, path, error))
		return false;
	count = job->stencil->field_count + 1;
	job->ins = arena_array(arena, struct place, count);
	job->outs = arena_array(arena, struct place, count);
	job->differences = arena_array(arena, struct place, count);
	job->formulas = arena_array(arena, const char *, count);
	job->restored = arena_array(arena, bool, count);
	job->own = arena_array(arena, const char *, count);
	return read_paths(job, error);
}

/* Turns what a file has by element and level. */
static bool
turn_array(const struct job *job, const struct field *f, struct array *array, struct error *error)
{
	struct array turned;

	if (!mesh_axes_are_turned(job, f) || array->ndim < 2)
		return true;
	turned = mesh_axes_turn(array);
	if (!turned.data)
		return error_no_memory(error);
	array_free(array);
	*array = turned;
	return true;
}

/* With --convert: from float to double or back, rounded to nearest. */
static bool
convert(const struct job *job, const struct field *f, struct array *array, struct error *error)
{
	const int element = (int)field_element(f);
	const size_t count = array_elements(array);
	const bool widens = element == sizeof (double);
	struct array from = *array;

	if (!job->options->convert || array->whole || type_is_whole(f->type) || array->element == element)
		return true;
	array->element = element;
	array->data = malloc(count*(size_t)element + 1);
	for (size_t i = 0; i < count && array->data; i++)
		if (widens)
			((double *)array->data)[i] = ((const float *)from.data)[i];
		else
			((float *)array->data)[i] = (float)((const double *)from.data)[i];
	array_free(&from);
	return array->data || error_no_memory(error);
}

/* Says that an array of another type was converted. */
static void
tell_conversion(const struct job *job, const struct field *f, const struct array *array, int element)
{
	const bool widened = array->element == sizeof (double);

	if (element != array->element && !job->options->quiet && !job->processes->rank)
		fprintf(stderr, "%s: '%s' (%s): %s converted to %s\n", job->tool->name, f->name, job->ins[f->index].text,
			widened ? "float" : "double", widened ? "double" : "float");
}

/* Makes what was read what the stencil needs. */
static bool
adapt(const struct job *job, const struct field *f, struct array *array, struct error *error)
{
	return convert(job, f, array, error) && turn_array(job, f, array, error);
}

/* Reads it, unless it was. */
static bool
read_field(const struct job *job, const struct field *f, const struct place *place, struct array *array, struct error *error)
{
	return array->data || read_array(job, place, element_size(f->type), type_is_whole(f->type), array, error);
}

bool
run_input_read(const struct job *job, const struct field *field, const struct place *place, struct array *array, struct error *error)
{
	return read_field(job, field, place, array, error) && adapt(job, field, array, error);
}

static bool
load_field(struct job *job, const struct field *f, struct error *error)
{
	struct array *array = &job->arrays[f->index];
	int element;

	if (job->restored[f->index])
		return run_state_take(job, f, error);
	if (!read_field(job, f, &job->ins[f->index], array, error))
		return false;
	element = array->element;
	if (!adapt(job, f, array, error))
		return false;
	tell_conversion(job, f, array, element);
	return true;
}

bool
run_input_load(struct job *job, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		struct array *array = &job->arrays[f->index];

		if (!job->ins[f->index].text || job->formulas[f->index] || job->own[f->index])
			continue;
		if (!load_field(job, f, error))
			return false;
		job->runner->name_dimensions(f, array);
		if (!array->later)
			run_nonfinite(job, f, &job->ins[f->index], array);
	}
	return true;
}

void
run_input_free(struct job *job)
{
	const struct stencil *stencil = job->arrays ? compile_named(&job->unit, job->options->stencil) : NULL;

	for (int i = 0; stencil && i < stencil->field_count; i++)
		array_free(&job->arrays[i]);
	if (job->loaded)
		state_free(job->loaded);
}
