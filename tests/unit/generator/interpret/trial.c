#include "tests/unit/generator/interpret/trial.h"

#include "generator/check/check.h"
#include "generator/language/parse.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int trial_size[3] = { 13, 9, 5 };

double
trial_noise(const struct field *field, size_t i)
{
	uint64_t h = ((uint64_t)field->index + 1) << 40 | i;

	h = (h ^ h >> 30)*0xbf58476d1ce4e5b9;
	h = (h ^ h >> 27)*0x94d049bb133111eb;
	h ^= h >> 31;
	return field->type == TYPE_FLOAT ? (double)(int64_t)(h >> 40)*0x1p-23 - 1 + 0x1p-24
		: (double)(int64_t)(h >> 11)*0x1p-52 - 1 + 0x1p-53;
}

size_t
trial_count(const struct trial *t, const struct field *field)
{
	size_t count = 1;

	for (int a = 0; a < AXES; a++)
		count *= shapes[field->shape].axes[a] ? (size_t)t->size[a] : 1;
	return count;
}

void
trial_put(const struct trial *t, const struct field *field, size_t i, double value)
{
	if (field->type == TYPE_FLOAT)
		((float *)t->fields[field->index])[i] = (float)value;
	else
		((double *)t->fields[field->index])[i] = value;
}

double
trial_get(const struct trial *t, const struct field *field, size_t i)
{
	if (field->type == TYPE_FLOAT)
		return (double)((float *)t->fields[field->index])[i];
	return ((double *)t->fields[field->index])[i];
}

static void
prepare_fields(struct trial *t)
{
	for (const struct field *f = t->stencil->fields; f; f = f->next) {
		const size_t count = trial_count(t, f);

		t->fields[f->index] = f->type == TYPE_FLOAT
			? (void *)arena_array(&t->memory, float, count)
			: (void *)arena_array(&t->memory, double, count);
		t->bounds[f->index] = arena_array(&t->memory, double, count);
		for (size_t i = 0; i < count; i++)
			trial_put(t, f, i, trial_noise(f, i));
	}
	for (const struct param *p = t->stencil->params; p; p = p->next)
		t->params[p->index] = strtod(p->value, NULL);
}

static struct trial *
prepare_text(const char *text, enum type precision, const int size[3])
{
	struct trial *t = calloc(1, sizeof *t);
	struct diagnostics diagnostics = { .out = stderr, .quiet = true };
	const struct source source = {
		.path = "trial", .text = text, .size = strlen(text), .diagnostics = &diagnostics,
	};
	struct stencil *stencil;

	ck_assert_ptr_nonnull(t);
	stencil = parse_stencils(&t->memory, &source);
	ck_assert_int_eq(diagnostics.errors, 0);
	ck_assert(check_stencils(&t->memory, &source, stencil, precision));
	t->stencil = stencil;
	for (int a = 0; a < 3; a++) {
		t->size[a] = size[a];
		t->point[a] = size[a]/2;
	}
	prepare_fields(t);
	return t;
}

struct trial *
trial_of_text(const char *text, enum type precision)
{
	return prepare_text(text, precision, trial_size);
}

static struct trial *
prepare_body(const char *body, enum type precision, const int size[3])
{
	struct arena memory = { NULL };
	struct trial *t = prepare_text(arena_printf(&memory, "stencil s { %s }", body), precision, size);

	arena_free(&memory);
	return t;
}

struct trial *
trial_new_in(enum type precision, const char *body)
{
	return prepare_body(body, precision, trial_size);
}

struct trial *
trial_sized(const char *body, const int size[3])
{
	return prepare_body(body, TYPE_DOUBLE, size);
}

struct trial *
trial_new(const char *body)
{
	return trial_new_in(TYPE_DOUBLE, body);
}

struct trial *
trial_of_file(const char *name, enum type precision, const int size[3])
{
	struct arena memory = { NULL };
	char *text = arena_array(&memory, char, 1 << 16);
	FILE *file = fopen(arena_printf(&memory, "stencils/%s.stencil", name), "r");
	struct trial *t;

	ck_assert_ptr_nonnull(file);
	ck_assert(fread(text, 1, (1 << 16) - 1, file) > 0);
	fclose(file);
	t = prepare_text(text, precision, size);
	arena_free(&memory);
	return t;
}

bool
trial_run(struct trial *t)
{
	const struct interpretation run = {
		.stencil = t->stencil,
		.size = { t->size[0], t->size[1], t->size[2] },
		.fields = t->fields,
		.params = t->params,
		.bounds = t->bounded ? t->bounds : NULL,
	};

	return interpret(&run);
}

void
trial_free(struct trial *t)
{
	arena_free(&t->memory);
	free(t);
}

const struct field *
trial_field(const struct trial *t, const char *name)
{
	const struct field *f = t->stencil->fields;

	while (f && strcmp(f->name, name))
		f = f->next;
	ck_assert_ptr_nonnull(f);
	return f;
}

size_t
trial_index(const struct trial *t, const struct field *f, int dx, int dy, int dz)
{
	const int x = t->point[0] + dx, y = t->point[1] + dy, z = t->point[2] + dz;

	if (f->shape == SHAPE_PROFILE)
		return (size_t)z;
	if (f->shape == SHAPE_SCALAR)
		return 0;
	return (size_t)(((f->shape == SHAPE_COLUMN ? 0 : z)*t->size[1] + y)*t->size[0] + x);
}

double
trial_at(const struct trial *t, const char *name, int dx, int dy, int dz)
{
	const struct field *f = trial_field(t, name);

	return trial_get(t, f, trial_index(t, f, dx, dy, dz));
}

double
trial_before(const struct trial *t, const char *name)
{
	const struct field *f = trial_field(t, name);

	return trial_noise(f, trial_index(t, f, 0, 0, 0));
}

double
trial_bound(const struct trial *t, const char *name)
{
	const struct field *f = trial_field(t, name);

	return t->bounds[f->index][trial_index(t, f, 0, 0, 0)];
}

void
trial_set(const struct trial *t, const char *name, double value)
{
	const struct field *f = trial_field(t, name);

	trial_put(t, f, trial_index(t, f, 0, 0, 0), value);
}

double
trial_result_in(enum type precision, const char *body)
{
	struct trial *t = trial_new_in(precision, body);
	double o;

	ck_assert(trial_run(t));
	o = trial_at(t, "o", 0, 0, 0);
	trial_free(t);
	return o;
}

double
trial_result(const char *body, double a, double b)
{
	struct trial *t = trial_new(body);
	double o;

	trial_set(t, "a", a);
	trial_set(t, "b", b);
	ck_assert(trial_run(t));
	o = trial_at(t, "o", 0, 0, 0);
	trial_free(t);
	return o;
}

bool
same_number(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

bool
trial_next(struct trial *t, bool first)
{
	int low[3], high[3], axis = 0;

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	if (first) {
		memcpy(t->point, low, sizeof low);
		return true;
	}
	while (axis < 3 && ++t->point[axis] == high[axis])
		t->point[axis] = low[axis], axis++;
	return axis < 3;
}
