#ifndef TRIAL_H
#define TRIAL_H

#include "generator/interpret/interpret.h"

enum { MOST = 16 }; /* fields or params of a stencil here */

extern const int trial_size[3]; /* odd numbers */

/* A stencil and its data. */
struct trial {
	struct arena memory;
	const struct stencil *stencil;
	int size[3];
	int point[3]; /* where trial_at() and the like look */
	void *fields[MOST];
	double params[MOST];
	double *bounds[MOST];
	bool bounded; /* ask for bounds */
};

/* A number in (-1,1) that two neighbours do not share. */
double trial_noise(const struct field *field, size_t i);

size_t trial_count(const struct trial *t, const struct field *field);

void trial_put(const struct trial *t, const struct field *field, size_t i, double value);

double trial_get(const struct trial *t, const struct field *field, size_t i);

struct trial *trial_new_in(enum type precision, const char *body);

struct trial *trial_new(const char *body);

struct trial *trial_sized(const char *body, const int size[3]);

/* Of a whole file's text, its first stencil. */
struct trial *trial_of_text(const char *text, enum type precision);

struct trial *trial_of_file(const char *name, enum type precision, const int size[3]);

bool trial_run(struct trial *t);

void trial_free(struct trial *t);

const struct field *trial_field(const struct trial *t, const char *name);

/* The index at an offset from the point. */
size_t trial_index(const struct trial *t, const struct field *f, int dx, int dy, int dz);

/* A value there: now, before the run, and the bound of one. */
double trial_at(const struct trial *t, const char *name, int dx, int dy, int dz);

double trial_before(const struct trial *t, const char *name);

double trial_bound(const struct trial *t, const char *name);

void trial_set(const struct trial *t, const char *name, double value);

/* Does a body; what output o is at the point. */
double trial_result_in(enum type precision, const char *body);

/* The result where a and b have these values. */
double trial_result(const char *body, double a, double b);

bool same_number(double a, double b);

/* Goes on to the next point of the domain; false after the last. */
bool trial_next(struct trial *t, bool first);

/* Does a body, with bounds or without, then asserts that a property of the
 * trial t holds at every point of the domain. */
#define TRIAL(name, with_bounds, body, property) \
	START_TEST(name) \
	{ \
		struct trial *t = trial_new(body); \
		t->bounded = with_bounds; \
		ck_assert(trial_run(t)); \
		for (bool more = trial_next(t, true); more; more = trial_next(t, false)) \
			ck_assert(property); \
		trial_free(t); \
	} \
	END_TEST

/* For these: a value at the point and at an offset from it. */
#define HERE(name) trial_at(t, name, 0, 0, 0)
#define AT(name, dx, dy, dz) trial_at(t, name, dx, dy, dz)

#define LOOP(tests, test, count) tcase_add_loop_test(tests, test, 0, (int)(count))
#define COUNT(array) (sizeof array/sizeof *array)

#endif
