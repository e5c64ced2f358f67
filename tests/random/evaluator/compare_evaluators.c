/* Applies stencils by the interpreter and by the second evaluator to the same data and
 * compares the bits: compare_evaluators FILE... Status 1 where they differ. */

#include "generator/compile.h"
#include "generator/base/files.h"
#include "generator/interpret/interpret.h"
#include "tests/random/evaluator/evaluator.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct data {
	struct arena arena;
	struct unit unit;
	size_t counts[3]; /* elements of point, column and profile fields */
	void **first, **second;
};

static uint64_t
next_random(uint64_t *state)
{
	*state = *state*UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 33;
}

/* Numbers between -2 and 2, and some that are equal, huge, zero or negative zero. */
static double
some_number(uint64_t *state)
{
	static const double odd[] = { 0.0, -0.0, 1, -1, 0.5, 1e6, -3, 1e-5 };
	const uint64_t which = next_random(state) % 40;

	return which < 8 ? odd[which] : (double)next_random(state)/(1 << 29) - 2;
}

/* Fills an array, which has room for doubles. */
static void
fill(enum type type, void *array, size_t count, uint64_t *state)
{
	for (size_t i = 0; i < count; i++)
		if (type == TYPE_FLOAT)
			((float *)array)[i] = (float)some_number(state);
		else if (type == TYPE_INT)
			((int32_t *)array)[i] = (int32_t)(next_random(state) % 4 ? next_random(state) % 5 - 1 : next_random(state) << 1);
		else if (type == TYPE_BOOL)
			((unsigned char *)array)[i] = next_random(state) % 2 ? 0 : (unsigned char)(1 + next_random(state) % 255);
		else
			((double *)array)[i] = some_number(state);
}

static void
make_fields(struct data *data)
{
	const struct stencil *stencil = data->unit.stencils;
	uint64_t state = 42;

	data->first = arena_array(&data->arena, void *, stencil->field_count + 1);
	data->second = arena_array(&data->arena, void *, stencil->field_count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const size_t count = data->counts[f->shape];
		void *array = arena_array(&data->arena, double, count), *copy = arena_array(&data->arena, double, count);

		fill(f->type, array, count, &state);
		memcpy(copy, array, count*sizeof(double));
		data->first[f->index] = array;
		data->second[f->index] = copy;
	}
}

static void *
find_array(void *context, const char *name)
{
	struct data *data = context;

	for (const struct field *f = data->unit.stencils->fields; f; f = f->next)
		if (!strcmp(f->name, name))
			return data->second[f->index];
	return NULL;
}

/* How many elements differ; any NaN equals any other. */
static int
count_differences(const struct data *data, const struct field *f)
{
	const double *a = data->first[f->index], *b = data->second[f->index];
	const float *c = data->first[f->index], *d = data->second[f->index];
	int count = 0;

	for (size_t i = 0; f->role != ROLE_IN && i < data->counts[f->shape]; i++)
		if (f->type == TYPE_FLOAT)
			count += memcmp(&c[i], &d[i], sizeof *c) && !(isnan(c[i]) && isnan(d[i]));
		else
			count += memcmp(&a[i], &b[i], sizeof *a) && !(isnan(a[i]) && isnan(b[i]));
	return count;
}

/* Whether checker and interpreter, which find it by themselves, have the same domain. */
static bool
same_domain(const struct stencil *stencil, const int size[3])
{
	int low[3], high[3];
	bool same = true, large = true;

	for (int a = 0; a < 3; a++) {
		const int cells = size[a] - stencil->border.low[a] - stencil->border.high[a];

		large = large && cells > 0 && cells >= stencil->least[a];
	}
	if (interpret_domain(stencil, size, low, high) != large)
		return false;
	for (int a = 0; a < 3; a++)
		same = same && low[a] == stencil->border.low[a] && high[a] == size[a] - stencil->border.high[a];
	return same;
}

static bool
compare(const char *path, enum type precision, const int size[3])
{
	struct diagnostics diagnostics = { .out = stderr, .quiet = true };
	struct data data = { .counts = { (size_t)(size[0]*size[1]*size[2]), (size_t)(size[0]*size[1]),
		(size_t)size[2] } };
	double *params;
	const char *error;
	bool good = compile_file(&data.arena, &diagnostics, path, precision, &data.unit);

	if (good) {
		const struct stencil *stencil = data.unit.stencils;

		make_fields(&data);
		params = arena_array(&data.arena, double, stencil->param_count + 1);
		for (const struct param *p = stencil->params; p; p = p->next)
			params[p->index] = p->value ? strtod(p->value, NULL) : 1;
		interpret(&(struct interpretation){ .stencil = stencil,
			.size = { size[0], size[1], size[2] }, .fields = data.first, .params = params });
		error = evaluate_stencil(data.unit.source.text, precision == TYPE_FLOAT, size, find_array, &data);
		if (error)
			fprintf(stderr, "%s: second evaluator: expected %s\n", path, error);
		good = !error && same_domain(stencil, size);
		if (!error && !good)
			fprintf(stderr, "%s: checker and interpreter have different domains\n", path);
		for (const struct field *f = stencil->fields; !error && f; f = f->next) {
			const int count = count_differences(&data, f);

			if (count)
				fprintf(stderr, "%s: %s: %d elements of %s differ\n", path,
					type_name(precision), count, f->name);
			good = good && !count;
		}
	}
	arena_free(&data.arena);
	return good;
}

int
main(int argc, char **argv)
{
	static const int sizes[][3] = { { 9, 8, 6 }, { 7, 7, 4 } };
	int passed = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		bool good = true;

		for (int s = 0; s < 2; s++)
			good = compare(argv[i], TYPE_DOUBLE, sizes[s]) && compare(argv[i], TYPE_FLOAT, sizes[s]) && good;
		passed += good;
		failed += !good;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
