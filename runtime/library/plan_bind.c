#include "runtime/library/plan_call.h"
#include "runtime/library/plan_error.h"
#include "runtime/library/stencil_plan.h"

#include "generator/check/named.h"

#include <stdint.h>
#include <string.h>

enum { WORKSPACE_ALIGNMENT = 256 };

static const char *const type_names[] = { "int", "float", "double", "bool" };

/* A name or value that does not fit. */
struct question {
	const struct stencil *stencil;
	const char *name;
	double value;
	struct arena words;
	struct stencil_error *error;
	bool good; /* it does */
};

static void
explain_field(void *context)
{
	struct question *q = context;

	stencil_error_set(q->error, STENCIL_CODE_ARGUMENT, "'%s' has no field '%s'%s", q->stencil->name, q->name,
		suggest_field(&q->words, q->stencil, q->name));
}

static void
judge_param(void *context)
{
	struct question *q = context;
	const struct param *param = find_param_named(q->stencil, q->name, strlen(q->name));
	struct error error;

	q->good = param && param_takes(param, q->value, &error);
	if (!param)
		stencil_error_set(q->error, STENCIL_CODE_ARGUMENT, "'%s' has no param '%s'%s", q->stencil->name, q->name,
			suggest_param(&q->words, q->stencil, q->name));
	else if (!q->good)
		stencil_error_set(q->error, STENCIL_CODE_ARGUMENT, "%s, not %g", error.text, q->value);
}

/* Returns whether the answer is good. */
static bool
ask(void (*answer)(void *), struct question question)
{
	if (!plan_call(answer, &question))
		stencil_error_set(question.error, STENCIL_CODE_MEMORY, "out of memory");
	arena_free(&question.words);
	return question.good;
}

/* The number of a field that can be bound, or -1 with an error. */
static int
find_field(struct stencil_plan *plan, const char *name, const void *pointer, struct stencil_error *error)
{
	const struct field *field = name ? find_field_named(plan->stencil, name, strlen(name)) : NULL;

	if (!name)
		stencil_error_set(error, STENCIL_CODE_ARGUMENT, "no field is named");
	else if (!field)
		ask(explain_field, (struct question){ .stencil = plan->stencil, .name = name, .error = error });
	else if (!plan->has_shape)
		stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the plan was made without a shape");
	else if (!pointer)
		stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s': a null pointer", name);
	else if ((uintptr_t)pointer % plan->fields[field->index].alignment)
		stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s': the pointer is not aligned to %zu bytes", name,
			plan->fields[field->index].alignment);
	else
		return field->index;
	return -1;
}

static int
bind(struct stencil_plan *plan, int field, void *pointer, struct stencil_error *error)
{
	plan->fields_missing -= !plan->bound[field];
	plan->bound[field] = pointer;
	return stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
}

int
stencil_plan_bind(stencil_plan *plan, const char *name, void *pointer, size_t bytes, struct stencil_error *error)
{
	const int field = find_field(plan, name, pointer, error);

	if (field < 0)
		return STENCIL_CODE_ARGUMENT;
	if (bytes != plan->fields[field].bytes)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s': the array has %zu bytes, expected %zu", name,
			bytes, plan->fields[field].bytes);
	return bind(plan, field, pointer, error);
}

int
stencil_plan_bind_array(stencil_plan *plan, const char *name, void *pointer, int type, int dimensions,
	const long long *shape, const long long *strides, struct stencil_error *error)
{
	const int field = find_field(plan, name, pointer, error);
	const struct stencil_field *f;
	long long stride = 1;

	if (field < 0)
		return STENCIL_CODE_ARGUMENT;
	f = &plan->fields[field];
	if (type != f->type)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s' is %s, the array is %s", name,
			type_names[f->type], type < 0 || type > STENCIL_TYPE_BOOL ? "something else" : type_names[type]);
	if (f->dimensions == 0 && dimensions == 1 && shape[0] == 1)
		return bind(plan, field, pointer, error);
	if (dimensions != f->dimensions)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s' has %d dimensions, the array has %d", name,
			f->dimensions, dimensions);
	for (int d = dimensions - 1; d >= 0; stride *= shape[d], d--) {
		const long long given = strides ? strides[d] : stride;

		if (shape[d] != f->shape[d])
			return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s': dimension %d of the array is %lld,"
				" expected %lld", name, d, shape[d], f->shape[d]);
		if (given != f->strides[d] && shape[d] > 1)
			return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "field '%s': in dimension %d elements of the array are"
				" %lld apart, expected %lld", name, d, given, f->strides[d]);
	}
	return bind(plan, field, pointer, error);
}

int
stencil_plan_bind_workspace(stencil_plan *plan, void *memory, size_t bytes, struct stencil_error *error)
{
	if (!plan->has_shape)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the plan was made without a shape");
	if ((uintptr_t)memory % WORKSPACE_ALIGNMENT)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the workspace is not aligned to %d bytes", WORKSPACE_ALIGNMENT);
	if (memory && bytes < plan->workspace_bytes)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the workspace has %zu bytes, needed are %zu", bytes,
			plan->workspace_bytes);
	plan->given_workspace = memory;
	return stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
}

int
stencil_plan_param(stencil_plan *plan, const char *name, double value, struct stencil_error *error)
{
	const struct param *param;

	if (!name)
		return stencil_error_set(error, STENCIL_CODE_ARGUMENT, "no param is named");
	if (!ask(judge_param, (struct question){
			.stencil = plan->stencil, .name = name, .value = value, .error = error }))
		return STENCIL_CODE_ARGUMENT;
	param = find_param_named(plan->stencil, name, strlen(name));
	plan->params_missing -= !plan->param_set[param->index];
	plan->param_set[param->index] = true;
	plan->params[param->index] = value;
	return stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
}
