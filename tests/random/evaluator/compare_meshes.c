#include "tests/random/evaluator/compare_meshes.h"

#include "generator/compile.h"
#include "generator/check/named.h"
#include "runtime/mesh/mesh_open.h"
#include "runtime/problem/mesh_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6, STEPS = 2 };

struct data {
	struct arena arena;
	struct unit unit;
	struct mesh mesh;
	struct mesh_problem problem;
	void **second;
};

bool
compile_low(struct arena *arena, const char *path, enum type precision, bool low, struct unit *unit)
{
	static struct diagnostics diagnostics;

	diagnostics = (struct diagnostics){ .out = stderr, .quiet = true };
	return compile_read(arena, &diagnostics, path, low, unit) && compile_check(arena, precision, unit) && compile_plan(arena, unit);
}

bool
is_on_mesh(const char *path)
{
	struct arena arena = { NULL };
	struct unit unit;
	const bool on = compile_low(&arena, path, TYPE_DOUBLE, false, &unit) && unit.stencils->family == GRID_mesh;

	arena_free(&arena);
	return on;
}

static const char *
choose(const struct stencil *stencil, int mesh)
{
	static const char *const meshes[][2] = {
		{ "icosahedron:R1B2", "plane:7x6" },
		{ "dual:icosahedron:R1B2", "cap:50:dual:icosahedron:R1B2" },
		{ "dual:flips:8x4:1", "cap:50:dual:icosahedron:R1B2" },
	};

	return meshes[stencil->grid_name == GRID_NAME_triangles ? 0 : stencil->grid_name == GRID_NAME_hexagons ? 1 : 2][mesh];
}

static void *
find_array(void *context, const char *name)
{
	const struct data *data = context;
	const struct field *f = find_field_named(data->unit.stencils, name, strlen(name));

	return f ? data->second[f->index] : NULL;
}

static const int *
find_table(void *context, const char *location, const char *relation, int *slots)
{
	struct data *data = context;

	for (const struct relation *r = data->unit.stencils->relations; r; r = r->next)
		if (!strcmp(location_names[r->from], location) && !strcmp(r->name, relation)) {
			*slots = data->problem.tables[r->index].slots;
			return data->problem.tables[r->index].at;
		}
	return NULL;
}

/* Runs of neighbors that hold numbers which rounding and order tell apart: zeros of both signs, one, huge ones. */
static void
add_odd_numbers(void *array, enum type type, size_t count)
{
	static const double odd[] = { -0.0, 0.0, 1, 1e6 };

	for (size_t i = 0; i < count; i++) {
		const size_t run = i/24;

		if (run % 3 || type == TYPE_INT || type == TYPE_BOOL)
			continue;
		if (type == TYPE_FLOAT)
			((float *)array)[i] = (float)odd[run/3 % 4];
		else
			((double *)array)[i] = odd[run/3 % 4];
	}
}

static void
copy_fields(struct data *data)
{
	const struct mesh_problem *problem = &data->problem;

	data->second = arena_array(&data->arena, void *, data->unit.stencils->field_count + 1);
	for (const struct field *f = data->unit.stencils->fields; f; f = f->next) {
		const size_t bytes = mesh_problem_elements(problem, f)*(size_t)element_size(f->type);

		add_odd_numbers(problem->fields[f->index], f->type, mesh_problem_elements(problem, f));
		data->second[f->index] = arena_array(&data->arena, double, bytes/sizeof(double) + 1);
		memcpy(data->second[f->index], problem->fields[f->index], bytes);
	}
}

bool
same_value(enum type type, const void *a, const void *b)
{
	const double x = type == TYPE_FLOAT ? (double)*(const float *)a : type == TYPE_DOUBLE ? *(const double *)a : 0;
	const double y = type == TYPE_FLOAT ? (double)*(const float *)b : type == TYPE_DOUBLE ? *(const double *)b : 0;

	return !memcmp(a, b, (size_t)element_size(type)) || (isnan(x) && isnan(y));
}

static size_t
count_differences(const struct data *data, const struct field *f)
{
	const size_t elements = mesh_problem_elements(&data->problem, f), size = (size_t)element_size(f->type);
	const char *a = data->problem.fields[f->index], *b = data->second[f->index];
	size_t count = 0;

	for (size_t i = 0; i < elements; i++)
		count += !same_value(f->type, a + i*size, b + i*size);
	return count;
}

static bool
same_domain(const struct data *data, const struct evaluation *e)
{
	bool good = data->problem.bottom == e->first[2] && data->problem.top == e->last[2] + 1;

	for (int l = 0; good && l < LOCATIONS; l++)
		good = !data->problem.inside[l]
			|| !memcmp(data->problem.inside[l], e->inside[l], (size_t)data->mesh.count[l]*sizeof(bool));
	return good;
}

static bool
step(struct data *data, const char *path, enum type precision, bool low, const char *what, struct evaluation *e)
{
	struct mesh_problem *problem = &data->problem;
	const struct stencil *stencil = data->unit.stencils;
	struct mesh_interpretation given = { .stencil = stencil, .tables = problem->tables, .fields = problem->fields,
		.levels = problem->levels, .params = problem->params };
	struct error why;
	const bool done = mesh_problem_find_domain(problem, &why);
	const char *error;
	bool good;

	*e = (struct evaluation){ .text = data->unit.source.text, .single = precision == TYPE_FLOAT, .single_low = low,
		.size = { 1, 1, LEVELS }, .mesh = true, .find = find_array, .find_table = find_table, .context = data };
	for (int l = 0; l < LOCATIONS; l++) {
		given.count[l] = e->count[l] = data->mesh.count[l];
		given.rows[l] = e->rows[l] = data->mesh.row[l];
	}
	if (done && !mesh_interpret(&given))
		return false;
	error = evaluate_stencil(e);
	if (error)
		fprintf(stderr, "%s: second evaluator: expected %s\n", path, error);
	else if (done == e->refused)
		fprintf(stderr, "%s: %s: %s\n", path, what, done ? "the second evaluator refuses the mesh" : "only the interpreter refuses the mesh");
	else if (done && !same_domain(data, e))
		fprintf(stderr, "%s: %s: levels %d..%d, second evaluator %d..%d: the domains differ\n", path, what, problem->bottom, problem->top - 1,
			e->first[2], e->last[2]);
	good = !error && done != e->refused && (!done || same_domain(data, e));
	for (const struct field *f = stencil->fields; good && done && f; f = f->next) {
		const size_t count = count_differences(data, f);

		if (count)
			fprintf(stderr, "%s: %s: %zu elements of %s differ\n", path, what, count, f->name);
		good = good && !count;
	}
	for (int l = 0; l < LOCATIONS; l++)
		free(e->inside[l]);
	return good;
}

bool
compare_meshes(const char *path, enum type precision, bool low, int mesh, bool reached[CLASSES])
{
	struct data data = { .problem = { .stencil = NULL } };
	struct error why;
	const char *what;
	bool good = compile_low(&data.arena, path, precision, low, &data.unit);
	struct evaluation e = { .text = NULL };

	if (!good) {
		fprintf(stderr, "%s: stencilgen refuses it\n", path);
		return false;
	}
	what = choose(data.unit.stencils, mesh);
	good = mesh_open(&data.mesh, &data.arena, what, false, &why)
		&& mesh_problem_open(&data.problem, &data.arena, data.unit.stencils, compile_plan_of(&data.unit, data.unit.stencils), &data.mesh, &why);
	if (!good) {
		fprintf(stderr, "%s: %s: %s\n", path, what, why.text);
	} else {
		for (const struct param *p = data.unit.stencils->params; p; p = p->next)
			data.problem.params[p->index] = p->value ? strtod(p->value, NULL) : 1;
		good = mesh_problem_fill(&data.problem, LEVELS, 7);
		if (good)
			copy_fields(&data);
		for (int i = 0; good && i < STEPS; i++) {
			good = step(&data, path, precision, low,
				arena_printf(&data.arena, "%s%s, %s", type_name(precision), low ? " with low of floats" : "", what), &e);
			for (int c = 0; c < CLASSES; c++)
				reached[c] |= e.reached[c];
		}
	}
	mesh_problem_free(&data.problem);
	arena_free(&data.arena);
	return good;
}
