#include "tests/unit/generator/interpret/mesh_trial.h"

#include "generator/check/check.h"
#include "generator/language/parse.h"

#include "runtime/mesh/mesh_compose.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t
slots_of(const struct mesh_trial *t, const struct field *f)
{
	const struct relation *relation = f->where.relation;

	if (!relation)
		return 1;
	return (size_t)(relation->degree.kind == DEGREE_ANY ? t->tables[relation->index].slots : relation->degree.most);
}

static size_t
index_in(const struct mesh_trial *t, const struct field *f, int element, int slot, int level)
{
	size_t index = f->shape == SHAPE_COLUMN ? 0 : (size_t)level;

	if (f->where.location == LOCATIONS)
		return index;
	index = index*(size_t)t->mesh.count[f->where.location] + (size_t)element;
	return f->where.relation ? index*slots_of(t, f) + (size_t)slot : index;
}

static size_t
size_of(const struct mesh_trial *t, const struct field *f)
{
	const size_t levels = f->shape == SHAPE_COLUMN ? 1 : (size_t)t->levels[f->index];

	return levels*(f->where.location == LOCATIONS ? 1 : (size_t)t->mesh.count[f->where.location]*slots_of(t, f));
}

/* A number in (0.25, 1.25) that two neighbours do not share. */
static double
noise(const struct field *f, size_t i)
{
	return 0.25 + fmod(0.61803398875*(double)(i + 1) + 0.7548776662*(f->index + 1), 1);
}

static void
fill(struct mesh_trial *t, const struct field *f)
{
	const size_t count = size_of(t, f), bytes = count*sizeof(double);
	void *values = arena_array(&t->arena, double, count + 1);

	for (size_t i = 0; i < count; i++)
		if (f->rows)
			((int *)values)[i] = t->mesh.row[f->where.location] ? t->mesh.row[f->where.location][i] : 0;
		else if (f->type == TYPE_FLOAT)
			((float *)values)[i] = (float)noise(f, i);
		else if (f->type == TYPE_INT)
			((int *)values)[i] = (int)(1.5e9*noise(f, i)); /* the sum of two wraps */
		else if (f->type == TYPE_BOOL)
			((unsigned char *)values)[i] = noise(f, i) < 0.75 ? 0 : (unsigned char)i | 1;
		else
			((double *)values)[i] = noise(f, i);
	t->fields[f->index] = values;
	t->before[f->index] = memcpy(arena_array(&t->arena, double, count + 1), values, bytes);
}

static void
make_mesh(struct mesh_trial *t, const char *what)
{
	struct error error;

	ck_assert_msg(mesh_generate(&t->mesh, &t->arena, what, &error), "%s: %s", what, error.text);
}

static void
find_tables(struct mesh_trial *t)
{
	struct error error;

	for (const struct relation *r = t->stencil->relations; r; r = r->next)
		if (r->id < RELATIONS)
			t->tables[r->index] = (struct mesh_table){ t->mesh.relations[r->id].width, t->mesh.relations[r->id].at };
		else if (r->pieces && r->has_table)
			ck_assert_msg(mesh_compose(&t->mesh, r, t->tables, &error), "%s", error.text);
}

struct mesh_trial *
mesh_trial_new(const char *text, const char *name, const char *mesh, int levels, enum type precision)
{
	struct mesh_trial *t = calloc(1, sizeof *t);
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20, .quiet = true };
	const struct source source = {
		.path = "mesh_trial", .text = text, .size = strlen(text), .diagnostics = &diagnostics,
	};
	struct stencil *stencils = parse_stencils(&t->arena, &source);

	ck_assert_msg(check_stencils(&t->arena, &source, stencils, precision), "%s", text);
	t->stencil = stencils;
	while (name && strcmp(t->stencil->name, name))
		t->stencil = t->stencil->next;
	make_mesh(t, mesh);
	find_tables(t);
	for (int l = 0; l < LOCATIONS; l++)
		t->inside[l] = arena_array(&t->arena, bool, (size_t)t->mesh.count[l] + 1);
	for (const struct field *f = t->stencil->fields; f; f = f->next) {
		t->levels[f->index] = levels;
		fill(t, f);
	}
	for (const struct param *p = t->stencil->params; p; p = p->next)
		t->params[p->index] = p->value ? strtod(p->value, NULL) : 0.5;
	return t;
}

const struct field *
mesh_trial_field(const struct mesh_trial *t, const char *name)
{
	const struct field *f = t->stencil->fields;

	while (strcmp(f->name, name))
		f = f->next;
	return f;
}

void
mesh_trial_set_levels(struct mesh_trial *t, const char *name, int levels)
{
	const struct field *f = mesh_trial_field(t, name);

	t->levels[f->index] = levels;
	fill(t, f);
}

static bool
run(struct mesh_trial *t, double *const *bounds)
{
	t->run = (struct mesh_interpretation){
		.stencil = t->stencil, .tables = t->tables, .fields = t->fields, .levels = t->levels, .params = t->params,
		.bounds = bounds,
	};
	for (int l = 0; l < LOCATIONS; l++) {
		t->run.count[l] = t->mesh.count[l];
		t->run.rows[l] = t->mesh.row[l];
	}
	mesh_interpret_domain(&t->run, &t->bottom, &t->top, t->inside);
	return mesh_interpret(&t->run);
}

bool
mesh_trial_run(struct mesh_trial *t)
{
	return run(t, NULL);
}

bool
mesh_trial_run_bounded(struct mesh_trial *t)
{
	for (const struct field *f = t->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN)
			t->bounds[f->index] = arena_array(&t->arena, double, index_in(t, f, 0, 0, t->levels[f->index]) + 1);
	return run(t, t->bounds);
}

double
mesh_trial_bound(const struct mesh_trial *t, const char *name, int element, int level)
{
	const struct field *f = mesh_trial_field(t, name);

	return t->bounds[f->index][index_in(t, f, element, 0, level)];
}

void
mesh_trial_free(struct mesh_trial *t)
{
	struct arena arena = t->arena;

	free(t);
	arena_free(&arena);
}

static double
value_of(const struct field *f, const void *values, size_t i)
{
	switch (f->type) {
	case TYPE_FLOAT: return ((const float *)values)[i];
	case TYPE_INT:   return ((const int *)values)[i];
	case TYPE_BOOL:  return ((const unsigned char *)values)[i] != 0;
	default:         return ((const double *)values)[i];
	}
}

double
mesh_trial_at(const struct mesh_trial *t, const char *name, int element, int slot, int level)
{
	const struct field *f = mesh_trial_field(t, name);

	return value_of(f, t->fields[f->index], index_in(t, f, element, slot, level));
}

double
mesh_trial_before(const struct mesh_trial *t, const char *name, int element, int slot, int level)
{
	const struct field *f = mesh_trial_field(t, name);

	return value_of(f, t->before[f->index], index_in(t, f, element, slot, level));
}
