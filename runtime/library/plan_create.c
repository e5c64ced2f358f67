#include "runtime/library/stencil_plan.h"

#include "runtime/device/device_status.h"
#include "runtime/device/recorded.h"
#include "runtime/library/plan_call.h"
#include "runtime/library/plan_error.h"
#include "runtime/library/plan_mesh.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

#define GRID(name, domain) [GRID_##name] = &domain##_planner,
static const struct planner *const planners[GRID_COUNT] = {
#include "generator/language/grids.def"
};

enum { MOST_ERRORS = 20 };

static struct stencil_plan *
plan_new(unsigned flags, struct stencil_error *error)
{
	struct stencil_plan *plan = calloc(1, sizeof *plan);

	if (!plan)
		return NULL;
	plan->error = error;
	plan->flags = flags;
	plan->diagnostics = (struct diagnostics){ .max_errors = MOST_ERRORS };
	plan->templates = (struct templates){ .arena = &plan->arena, .diagnostics = &plan->diagnostics };
	return plan;
}

/* Reads the file, or the text if there is no path, and checks it, for the stencil of a name. */
static bool
compile(struct stencil_plan *plan, const char *path, const char *text, const char *name)
{
	struct unit *unit = &plan->unit;
	struct fixes *fixes = arena_new(&plan->arena, struct fixes);
	const bool low_is_float = plan_low_is_float(&plan->options);
	struct error error;
	bool good;

	if (!plan_read_fixes(&plan->arena, &plan->options, fixes, &error))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", error.text);
	if (!path) {
		*unit = (struct unit){ .source = { .path = "text", .diagnostics = &plan->diagnostics,
			.low_is_float = low_is_float } };
		unit->source.text = arena_strndup(&plan->arena, text, strlen(text));
		unit->source.size = strlen(text);
	}
	if (!printed_open(&plan->said))
		return plan_fail(plan, STENCIL_CODE_MEMORY, "out of memory");
	plan->diagnostics.out = plan->said.out;
	good = path ? compile_read(&plan->arena, &plan->diagnostics, path, low_is_float, unit)
		: compile_parse(&plan->arena, unit);
	unit->fixes = fixes;
	compile_choose(unit, name, plan_storage_decision(&plan->arena, &plan->options));
	good = compile_check(&plan->arena, plan_precision(&plan->options), unit) && compile_plan(&plan->arena, unit) && good;
	plan->diagnostics.out = NULL;
	if (!printed_close(&plan->said))
		return plan_fail(plan, STENCIL_CODE_MEMORY, "out of memory");
	if (!good)
		plan_fail(plan, plan->diagnostics.unreadable ? STENCIL_CODE_UNAVAILABLE : STENCIL_CODE_SOURCE,
			"%s", plan->said.text);
	free(plan->said.text);
	if (good && !plan_check_fixes(&plan->arena, fixes, &error))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", error.text);
	return good;
}

static bool
choose_stencil(struct stencil_plan *plan, const char *name)
{
	const struct unit *unit = &plan->unit;
	const char *names = "";

	plan->stencil = compile_named(unit, name);
	if (plan->stencil) {
		plan->plan = compile_plan_of(unit, plan->stencil);
		plan->planner = planners[plan->stencil->family];
		return true;
	}
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		names = arena_printf(&plan->arena, "%s%s%s", names, s == unit->stencils ? "" : ", ", s->name);
	return name ? plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s has no stencil '%s' (there are: %s)",
		unit->source.path, name, names)
		: plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s has %d stencils, choose one: %s", unit->source.path,
			unit->count, names);
}

/* Sets params to their defaults. */
static void
open_params(struct stencil_plan *plan)
{
	const int params = plan->stencil->param_count + 1;

	plan->params = arena_array(&plan->arena, double, params);
	plan->param_set = arena_array(&plan->arena, bool, params);
	for (const struct param *p = plan->stencil->params; p; p = p->next) {
		plan->params[p->index] = param_default(p);
		plan->param_set[p->index] = p->value;
		plan->params_missing += !p->value;
	}
}

static enum stencil_type
type_of(const struct field *field)
{
	switch (field->type) {
	case TYPE_BOOL:  return STENCIL_TYPE_BOOL;
	case TYPE_INT:   return STENCIL_TYPE_INT;
	case TYPE_FLOAT: return STENCIL_TYPE_FLOAT;
	default:         return STENCIL_TYPE_DOUBLE;
	}
}

static void
describe_fields(struct stencil_plan *plan)
{
	const int fields = plan->stencil->field_count;

	plan->fields = arena_array(&plan->arena, struct stencil_field, fields + 1);
	plan->bound = arena_array(&plan->arena, void *, fields + 1);
	plan->fields_missing = fields;
	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		struct stencil_field *to = &plan->fields[f->index];
		long long elements = 1;

		*to = (struct stencil_field){
			.name = f->name, .role = (int)f->role, .alignment = field_element(f),
			.type = type_of(f), .location = -1, .half = shapes[f->shape].axes[2] && f->where.half,
		};
		plan->planner->describe(plan, f, to);
		if (to->dimensions)
			elements = to->shape[0]*to->strides[0];
		to->bytes = (size_t)elements*field_element(f);
	}
}

/* Where a program keeps what its kernels leave to others. */
static bool
make_workspace(struct stencil_plan *plan)
{
	const size_t *bytes = &plan->workspace_bytes;
	struct error error;

	if (!built_workspace(&plan->kernel, plan->grids[0], &plan->workspace_bytes, &error))
		return plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "%s", error.text);
	return !*bytes || plan->flags & STENCIL_PLAN_NO_WORKSPACE || !device_failed(plan->backend.device, plan->backend.device->allocate(&plan->workspace, *bytes),
			"allocate the workspace", &error)
		|| plan_fail(plan, STENCIL_CODE_MEMORY, "%s", error.text);
}

/* NVRTC's launchers are called for each grid. */
static bool
keep_recordings(struct stencil_plan *plan)
{
	return !plan->kernel.recorded || recorded_keep(plan->kernel.recorded, plan->grid_count)
		|| plan_fail(plan, STENCIL_CODE_MEMORY, "out of memory");
}

static bool
build(struct stencil_plan *plan)
{
	const char *backend = plan->options.backend ? plan->options.backend : "auto";
	struct error error;

	if (!plan->planner->check(plan))
		return false;
	if (!backend_open(&plan->arena, backend, plan->flags & STENCIL_PLAN_EXACT || plan->planner->strict,
			&plan->backend, &error))
		return plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "%s", error.text);
	if (!plan->planner->choose(plan))
		return false;
	if (!kernels_build(&plan->backend, &plan->templates, &plan->unit.source, &plan->kernel, 1, &error))
		return plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "%s", error.text);
	return plan->planner->lay_out(plan) && keep_recordings(plan) && make_workspace(plan);
}

/* What a plan is made from. */
struct request {
	struct stencil_plan *plan;
	const char *path, *text, *name, *options;
	const struct stencil_shape *shape;
	bool good;
};

static void
make(void *context)
{
	struct request *r = context;
	struct stencil_plan *plan = r->plan;
	struct error error;

	r->good = (plan_options_read(&plan->arena, r->options, &plan->options, &error)
			|| plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", error.text))
		&& compile(plan, r->path, r->text, r->name) && choose_stencil(plan, r->name);
	if (r->good)
		open_params(plan);
	if (r->good && r->shape) {
		plan->has_shape = true;
		plan->shape = *r->shape;
		r->good = build(plan);
	}
	if (r->good)
		describe_fields(plan);
}

static stencil_plan *
create(struct request r, unsigned flags, struct stencil_error *error)
{
	struct stencil_error unwanted;

	error = error ? error : &unwanted;
	r.plan = plan_new(flags, error);
	if (!r.plan || !plan_call(make, &r)) {
		stencil_error_set(error, STENCIL_CODE_MEMORY, "out of memory");
		r.good = false;
	}
	if (!r.good) {
		stencil_plan_destroy(r.plan);
		return NULL;
	}
	stencil_error_set(error, STENCIL_CODE_GOOD, "%s", "");
	return r.plan;
}

stencil_plan *
stencil_plan_create(const char *path, const char *name, const struct stencil_shape *shape,
	const char *options, unsigned flags, struct stencil_error *error)
{
	if (path) /* "-" is a file here, not the caller's input */
		return create((struct request){
			.path = strcmp(path, "-") ? path : "./-", .name = name, .shape = shape, .options = options,
		}, flags, error);
	stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the path is a null pointer: pass that of a stencil");
	return NULL;
}

stencil_plan *
stencil_plan_create_text(const char *text, const char *name, const struct stencil_shape *shape,
	const char *options, unsigned flags, struct stencil_error *error)
{
	if (text)
		return create((struct request){ .text = text, .name = name, .shape = shape, .options = options }, flags,
			error);
	stencil_error_set(error, STENCIL_CODE_ARGUMENT, "the text is a null pointer: pass that of a stencil");
	return NULL;
}

static void
release(const struct stencil_plan *plan, void *memory)
{
	if (memory)
		plan->backend.device->release(memory);
}

void
stencil_plan_destroy(stencil_plan *plan)
{
	if (!plan)
		return;
	if (plan->said.out)
		printed_discard(&plan->said);
	kernel_close(&plan->kernel);
	for (size_t i = 0; i < sizeof plan->placed/sizeof *plan->placed; i++)
		release(plan, plan->placed[i]);
	release(plan, plan->workspace);
	mesh_plan_free(plan);
	grid_free(plan->numbered);
	free(plan->own_table);
	free(plan->own_cells);
	clusters_free(&plan->own_clusters);
	arena_free(&plan->arena);
	free(plan);
}
