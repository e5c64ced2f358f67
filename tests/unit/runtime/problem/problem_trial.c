#include "tests/unit/runtime/problem/problem_trial.h"

#include <check.h>
#include <stdlib.h>

void
open_trial(struct trial *t, const char *stencil, enum type precision, int x, int y, int z)
{
	const char *folder = getenv("STENCILS");

	*t = (struct trial){ .diagnostics = { .out = stderr, .max_errors = 20 } };
	ck_assert(compile_file(&t->arena, &t->diagnostics, arena_printf(&t->arena, "%s/%s.stencil",
		folder ? folder : "stencils", stencil), precision, &t->unit));
	t->plan = t->unit.plans[0];
	t->stencil = t->plan->stencil;
	t->problem = problem_create(t->plan, (const int[]){ x, y, z });
	ck_assert_ptr_nonnull(t->problem);
}

void
close_trial(struct trial *t)
{
	problem_free(t->problem);
	arena_free(&t->arena);
}

double
element_number(const struct field *f, const void *array, size_t i)
{
	switch (f->type) {
	case TYPE_BOOL:  return ((const unsigned char *)array)[i];
	case TYPE_INT:   return ((const int *)array)[i];
	case TYPE_FLOAT: return ((const float *)array)[i];
	default:         return ((const double *)array)[i];
	}
}
