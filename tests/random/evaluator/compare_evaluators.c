/* Applies stencils by the interpreter and by the second evaluator to the same data and
 * compares the bits: compare_evaluators [--classes | --first] FILE... Status 1 where they differ. --classes: prints how many stencils
 * reached which classes of input, and fails where none reached one. --first: ends with the first one that differs. */

#include "generator/compile.h"
#include "generator/base/files.h"
#include "generator/check/named.h"
#include "generator/interpret/interpret.h"
#include "tests/random/evaluator/compare_meshes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 2 };

struct data {
	struct arena arena;
	struct unit unit;
	size_t counts[4]; /* elements of fields by enum shape */
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

/* Fields on half levels have one level more. */
static size_t
elements_of(const struct data *data, const struct field *f)
{
	return data->counts[f->shape] + (!f->where.half ? 0 : f->shape == SHAPE_POINT ? data->counts[SHAPE_COLUMN] : 1);
}

static void
make_fields(struct data *data)
{
	const struct stencil *stencil = data->unit.stencils;
	uint64_t state = 42;

	data->first = arena_array(&data->arena, void *, stencil->field_count + 1);
	data->second = arena_array(&data->arena, void *, stencil->field_count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const size_t count = elements_of(data, f);
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
	const struct data *data = context;
	const struct field *f = find_field_named(data->unit.stencils, name, strlen(name));

	return f ? data->second[f->index] : NULL;
}

/* Whether what an element holds is not said. */
static bool
is_unsure(const struct data *data, const struct evaluation *e, const struct field *f, size_t i)
{
	const int at[] = { (int)(i % (size_t)e->size[0]), (int)(i/(size_t)e->size[0] % (size_t)e->size[1]),
		(int)(i/((size_t)e->size[0]*(size_t)e->size[1])) };
	bool unsure = false, beyond = false;

	for (int u = 0; u < e->unsure_count; u++)
		unsure |= e->unsure[u] == data->second[f->index];
	for (int a = 0; a < (f->shape == SHAPE_POINT ? 3 : 2); a++)
		beyond |= at[a] < e->first[a] || at[a] > e->last[a] + (a == 2 && f->where.half);
	return unsure && beyond;
}

static int
count_differences(const struct data *data, const struct evaluation *e, const struct field *f)
{
	const size_t size = (size_t)element_size(f->type);
	const char *a = data->first[f->index], *b = data->second[f->index];
	int count = 0;

	for (size_t i = 0; f->role != ROLE_IN && i < elements_of(data, f); i++)
		count += !is_unsure(data, e, f, i) && !same_value(f->type, a + i*size, b + i*size);
	return count;
}

/* Whether checker and interpreter, which find it by themselves, have the same domain. */
static bool
same_domain(const struct stencil *stencil, const struct evaluation *e)
{
	int low[3], high[3];
	bool large = true, same = true;

	interpret_domain(stencil, e->size, low, high);
	for (int a = 0; a < 3; a++) {
		const int cells = e->size[a] - stencil->border.low[a] - stencil->border.high[a];

		large = large && cells > 0 && cells >= stencil->least[a];
		same = same && low[a] == stencil->border.low[a] && high[a] == e->size[a] - stencil->border.high[a];
		same = same && low[a] == e->first[a] && high[a] == e->last[a] + 1;
	}
	return same && (large == !e->refused || (e->few_levels && !large));
}

static bool
same_fields(struct data *data, const struct evaluation *e, const char *path, const char *what)
{
	bool good = true;

	for (const struct field *f = data->unit.stencils->fields; f; f = f->next) {
		const int count = count_differences(data, e, f);

		if (count)
			fprintf(stderr, "%s: %s: %d elements of %s differ\n", path, what, count, f->name);
		good = good && !count;
	}
	return good;
}

/* A step on what the last one left. */
static bool
step(struct data *data, const char *path, enum type precision, bool low, const int size[3], const double *params, struct evaluation *e)
{
	const struct stencil *stencil = data->unit.stencils;
	const bool done = interpret(&(struct interpretation){ .stencil = stencil, .size = { size[0], size[1], size[2] },
		.fields = data->first, .params = params });
	const char *error;
	char what[80];

	*e = (struct evaluation){ .text = data->unit.source.text, .single = precision == TYPE_FLOAT, .single_low = low,
		.size = { size[0], size[1], size[2] }, .find = find_array, .context = data };
	error = evaluate_stencil(e);
	snprintf(what, sizeof what, "%s%s, %d x %d x %d", type_name(precision), low ? " with low of floats" : "", size[0], size[1], size[2]);
	if (error)
		fprintf(stderr, "%s: second evaluator: expected %s\n", path, error);
	else if (done == e->refused)
		fprintf(stderr, "%s: %s: %s\n", path, what, done ? "the second evaluator refuses the grid" : "only the interpreter refuses the grid");
	else if (!same_domain(stencil, e))
		fprintf(stderr, "%s: %s: the second evaluator's domain is %d..%d, %d..%d, %d..%d%s; checker, interpreter and second evaluator have different domains\n",
			path, what, e->first[0], e->last[0], e->first[1], e->last[1], e->first[2], e->last[2], e->refused ? ", too small" : "");
	return !error && done != e->refused && same_domain(stencil, e) && same_fields(data, e, path, what);
}

static bool
accepted(const char *path)
{
	struct arena arena = { NULL };
	struct unit unit;
	const bool good = compile_low(&arena, path, TYPE_DOUBLE, false, &unit);

	arena_free(&arena);
	return good;
}

static bool
compare(const char *path, enum type precision, bool low, const int size[3], bool reached[CLASSES])
{
	const size_t x = (size_t)size[0], y = (size_t)size[1], z = (size_t)size[2];
	struct data data = { .counts = { [SHAPE_POINT] = x*y*z, [SHAPE_COLUMN] = x*y, [SHAPE_PROFILE] = z, [SHAPE_SCALAR] = 1 } };
	struct evaluation e;
	double *params;
	bool good = compile_low(&data.arena, path, precision, low, &data.unit);

	if (!good) {
		fprintf(stderr, "%s: stencilgen refuses it\n", path);
	} else {
		const struct stencil *stencil = data.unit.stencils;

		make_fields(&data);
		params = arena_array(&data.arena, double, stencil->param_count + 1);
		for (const struct param *p = stencil->params; p; p = p->next)
			params[p->index] = p->value ? strtod(p->value, NULL) : 1;
		for (int i = 0; good && i < STEPS; i++) {
			good = step(&data, path, precision, low, size, params, &e);
			for (int c = 0; c < CLASSES; c++)
				reached[c] |= e.reached[c];
		}
	}
	arena_free(&data.arena);
	return good;
}

/* Where the type low occurs it is also float. Grids of various sizes: one is small, one has more than 1024 columns, for sums. */
static bool
compare_sizes(const char *path, bool reached[CLASSES])
{
	static const int sizes[][3] = { { 9, 8, 6 }, { 7, 7, 4 }, { 12, 11, 7 }, { 45, 37, 4 } };
	bool good = true;

	const bool mesh = is_on_mesh(path);

	for (int m = 0; mesh && m < 2; m++)
		good = compare_meshes(path, TYPE_DOUBLE, false, m, reached) && compare_meshes(path, TYPE_FLOAT, false, m, reached)
			&& (!reached[C_LOW] || compare_meshes(path, TYPE_DOUBLE, true, m, reached)) && good;
	for (int s = 0; s < 4 && !mesh; s++) {
		if (s == 3 && !reached[C_SUM] && !reached[C_MIN] && !reached[C_MAX])
			break;
		good = compare(path, TYPE_DOUBLE, false, sizes[s], reached) && (s == 3 || compare(path, TYPE_FLOAT, false, sizes[s], reached))
			&& (!reached[C_LOW] || compare(path, TYPE_DOUBLE, true, sizes[s], reached)) && good;
	}
	return good;
}

static bool
print_classes(const int counts[CLASSES])
{
#define TEXT(name, text) text,
	static const char *const texts[] = { EVALUATOR_CLASSES(TEXT) };
#undef TEXT
	bool good = true;

	printf("stencils that reached each class:\n");
	for (int c = 0; c < CLASSES; c++) {
		printf("%7d  %s%s\n", counts[c], texts[c], counts[c] ? "" : ": NONE");
		good = good && counts[c];
	}
	return good;
}

int
main(int argc, char **argv)
{
	const bool classes = argc > 1 && !strcmp(argv[1], "--classes"), first = argc > 1 && !strcmp(argv[1], "--first");
	int counts[CLASSES] = { 0 };
	int passed = 0, failed = 0, refused = 0;

	for (int i = 1 + classes + first; i < argc && !(first && failed); i++) {
		bool reached[CLASSES] = { false }, good;

		if (!accepted(argv[i])) {
			refused++;
			continue;
		}
		good = compare_sizes(argv[i], reached);
		for (int c = 0; c < CLASSES; c++)
			counts[c] += good && reached[c];
		passed += good;
		failed += !good;
	}
	if (refused)
		printf("%d stencils refused by stencilgen\n", refused);
	if (8*refused > argc) {
		printf("too many stencils refused\n");
		failed++;
	}
	if (classes && !print_classes(counts)) {
		printf("a class of input was never reached\n");
		failed++;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
