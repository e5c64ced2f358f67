#include "runtime/scaling/scaled.h"

#include "generator/variants/defaults.h"
#include "generator/variants/steps.h"
#include "runtime/device/device_status.h"
#include "runtime/partition/columns.h"
#include "runtime/problem/mesh_work.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/scaling/scaled_mesh.h"

#include <limits.h>
#include <string.h>

/* Whether a field is read elsewhere than at the point. */
static bool
is_read_around(const struct plan *plan, const struct field *field)
{
	for (const struct reference *r = plan_first_read(plan); r; r = plan_next_read(plan, r))
		if (r->field->index == field->index && (plan->neighbors ? r->neighbor != OWN_ELEMENT : r->offset.x || r->offset.y))
			return true;
	return false;
}

static bool
are_alike(const struct field *a, const struct field *b)
{
	return a->type == b->type && a->shape == b->shape && a->where.location == b->where.location && a->where.half == b->where.half
		&& a->where.relation == b->where.relation;
}

static bool
is_taken(const struct carried *carried, int count, const struct field *field)
{
	for (int i = 0; i < count; i++)
		if (carried[i].in == field || carried[i].out == field)
			return true;
	return false;
}

static bool
read_swap(const struct stencil *stencil, const char *text, struct carried *carried, int count,
	struct error *error)
{
	const char *rest = text;
	bool is_alone, ends = false;
	const struct field *out = next_swapped(stencil, &rest, &is_alone), *in = is_alone ? NULL : next_swapped(stencil, &rest, &ends);

	if (!out || !in || !ends || strchr(text, ',') || out->role != ROLE_OUT || in->role != ROLE_IN || !are_alike(out, in)
			|| is_taken(carried, count, out) || is_taken(carried, count, in))
		return error_set(error, EXIT_USAGE, "--swap %s: write OUT:IN, an out and an in field of '%s', of one type and"
			" shape, each once", text, stencil->name);
	carried[count] = (struct carried){ out, in };
	return true;
}

/* The in field that an out field becomes. */
static const struct field *
partner_of(const struct plan *plan, const struct field *out, const struct carried *carried, int count)
{
	for (const struct field *f = plan_checked(plan)->fields; f; f = f->next)
		if (f->role == ROLE_IN && are_alike(f, out) && is_read_around(plan, f) && !is_taken(carried, count, f))
			return f;
	return NULL;
}

static bool
updates_in_place(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->role == ROLE_INOUT && f->assigned)
			return true;
	return false;
}

bool
scaled_carried(const struct scaling *s, const struct plan *plan, const struct carried **result, int *count, struct error *error)
{
	const struct stencil *stencil = plan_checked(plan);
	const struct texts *swaps = &s->arguments->swaps;
	struct carried *carried = arena_array(&s->tool->arena, struct carried, stencil->field_count + swaps->count + 1);
	bool good = true;

	*result = carried;
	*count = 0;
	for (int i = 0; i < swaps->count && good; i++, ++*count)
		good = read_swap(stencil, swaps->items[i], carried, *count, error);
	for (const struct field *f = stencil->fields; f && !swaps->count; f = f->next) {
		const struct field *in = f->role == ROLE_OUT ? partner_of(plan, f, carried, *count) : NULL;

		if (in)
			carried[(*count)++] = (struct carried){ f, in };
	}
	if (!good || *count || updates_in_place(stencil))
		return good;
	return error_set(error, EXIT_USAGE, "'%s' has no out field like an in field that it reads around the point:"
		" name with --swap OUT:IN what a step passes to the next one", stencil->name);
}

bool
scaled_check(const struct scaling *s, const struct candidate *candidate, const struct decomposition *decomposition,
	const int size[3],
	const struct carried *carried, int count, struct error *error)
{
	struct arena *arena = &s->tool->arena;
	struct problem *problem = scaled_is_on_mesh(candidate) ? NULL : problem_create(candidate->plan, size);
	const struct variant *variant = &candidate->kernel->variant;
	struct stencil_rectangles parts;
	const char *why;
	bool good;

	if (scaled_is_on_mesh(candidate))
		return true; /* owners_find refuses too many subdomains */
	if (!problem)
		return error_no_memory(error);
	why = variant_has_steps(variant) ? "subdomains are measured with single steps: leave out --steps-per-launch"
		: decomposition_refusal(arena, decomposition, candidate->plan, variant);
	for (int i = 0; i < count && !why; i++)
		why = decomposition_refuses_swap(arena, decomposition, carried[i].out, carried[i].in);
	good = why || problem_has_points(problem, error);
	if (good && !why && !decomposition_is_none(decomposition)) {
		parts = decomposition_rectangles(decomposition, problem, variant);
		why = decomposition_thinness(arena, &parts, candidate->plan->stencil);
	}
	problem_free(problem);
	return good && (!why || error_set(error, EXIT_USAGE, "%s", why));
}

/* By field index. */
static const bool *
exchanged_fields(const struct scaled *s, const struct decomposition *decomposition)
{
	const struct stencil *stencil = plan_checked(s->candidate->plan);
	bool *exchanged = arena_array(&s->scaling->tool->arena, bool, stencil->field_count + 1);

	for (const struct field *f = stencil->fields; f; f = f->next) {
		bool carried = false;

		for (int i = 0; i < s->carried_count; i++)
			carried |= s->carried[i].out == f;
		exchanged[f->index] = decomposition_exchanges(decomposition, stencil, f, carried);
	}
	return exchanged;
}

/* Outs begin as what they become, and halos are periodic where the grid is. */
static void
complete(const struct scaled *s, const struct decomposition *decomposition)
{
	for (const struct field *f = s->candidate->plan->stencil->fields; f; f = f->next)
		if (f->role != ROLE_OUT)
			plane_wrap(s->problem, f, field_element(f), s->problem->fields[f->index], decomposition->periodic);
	for (int i = 0; i < s->carried_count; i++)
		memcpy(s->problem->fields[s->carried[i].out->index], s->problem->fields[s->carried[i].in->index],
			problem_elements(s->problem, s->carried[i].in)*field_element(s->carried[i].in));
}

static bool
fill(const struct scaled *s, struct error *error)
{
	const struct stencil *stencil = s->candidate->plan->stencil;

	if (!read_params(&s->scaling->tool->arena, stencil, &s->scaling->arguments->params, s->problem->params, NULL, error))
		return false;
	problem_fill(s->problem, 1);
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (!s->problem->fields[f->index])
			return error_no_memory(error);
	return true;
}

/* Columns that are looked up in tables belong to rectangles, too, but have interiors. */
static bool
share_columns(const struct scaled *s, struct decomposition *decomposition, struct error *error)
{
	const struct plan *plan = s->candidate->plan;
	const struct variant *variant = &s->candidate->kernel->variant;

	if (decomposition->ranks[0]*decomposition->ranks[1] == 1 || !columns_can_have_owners(plan_of_variant(plan, variant),
			variant))
		return true;
	decomposition->owners = columns_owners(&s->scaling->tool->arena, s->problem, decomposition->periodic, variant, "rectangles",
		decomposition->ranks, error);
	return decomposition->owners;
}

static bool
open_grid(struct scaled *s, struct decomposition *decomposition, const struct partition_setup *setup, const int size[3],
	struct error *error)
{
	s->problem = problem_create(s->candidate->plan, size);
	if (!s->problem)
		return error_no_memory(error);
	if (!fill(s, error) || !share_columns(s, decomposition, error))
		return false;
	complete(s, decomposition);
	return structured_open(&s->parts, setup, s->problem, &s->candidate->order,
		arena_array(&s->scaling->tool->arena, struct field_file, s->candidate->plan->stencil->field_count + 1), error);
}

bool
scaled_open(struct scaled *s, struct scaling *scaling, const struct candidate *candidate, const struct decomposition *decomposition,
	const int size[3], struct error *error)
{
	struct decomposition own = *decomposition;
	struct partition_setup setup;

	*s = (struct scaled){ .scaling = scaling, .candidate = candidate };
	if (!scaled_carried(scaling, candidate->plan, &s->carried, &s->carried_count, error))
		return false;
	setup = (struct partition_setup){ &scaling->processes, &scaling->tool->templates, scaling->backend, candidate->kernel, &own,
		exchanged_fields(s, decomposition) };
	/* Other parts may have selected another device last. */
	return !device_failed(scaling->backend->device, scaling->backend->device->streams->select(0), "select a device", error)
		&& (scaled_is_on_mesh(candidate) ? scaled_mesh_open(s, &own, &setup, error) : open_grid(s, &own, &setup, size, error))
		/* One subdomain that exchanges nothing has streams too, so that its steps are only enqueued. */
		&& (s->parts.streams.engine || streams_open(&s->parts.streams, 0, 0, error));
}

void
scaled_close(struct scaled *s)
{
	for (int p = 0; p < PHASES; p++)
		step_graph_free(&s->graphs[p]);
	partition_close(&s->parts);
	problem_free(s->problem);
	scaled_mesh_close(s);
}

double
scaled_points(const struct scaled *s)
{
	return s->mesh ? mesh_problem_points(s->mesh) : problem_points(s->problem);
}

static bool
start_step(struct scaled *s, enum phase phase, int n, struct error *error)
{
	const struct candidate *c = s->candidate;
	const struct stencil_block block = { c->block.x, c->block.y, c->block.z };
	const struct blocks one = { &block, 1 };
	const struct group_step step = phase == PHASE_ALONE ? (struct group_step){ .alone = true } : partition_step_of(&s->parts, n, 1, INT_MAX);

	s->parts.decomposition.overlap = phase == PHASE_OVERLAPPED;
	if (!partition_step(&s->parts, c->kernel, c->each.count ? &c->each : &one, &step, error))
		return false;
	for (int i = 0; i < s->carried_count; i++)
		partition_swap(&s->parts, s->carried[i].in, s->carried[i].out);
	return true;
}

static bool
start_steps(struct scaled *s, enum phase phase, int steps, bool captures, struct error *error)
{
	bool good = true;

	for (int n = 1; n <= steps && good; n++) {
		good = phase == PHASE_EXCHANGE ? partition_exchange(&s->parts, error) : start_step(s, phase, n, error);
		good = good && (captures || local_streams_mark(&s->parts.streams, n, error));
	}
	return good;
}

int
scaled_unit(const struct scaled *s)
{
	const int every = s->parts.decomposition.every;

	return s->scaling->arguments->graph ? step_graph_steps(every, 2) : every;
}

bool
scaled_capture(struct scaled *s, enum phase phase, struct error *error)
{
	struct step_graph *graph = &s->graphs[phase];
	const int steps = scaled_unit(s);
	bool good;

	if (!s->scaling->arguments->graph)
		return true;
	if (!start_steps(s, phase, steps, false, error) || !local_streams_finish(&s->parts.streams, error))
		return false;
	good = step_graph_begin(&s->parts.streams, error) && start_steps(s, phase, steps, true, error);
	good = step_graph_end(&s->parts.streams, graph, good ? error : NULL) && good;
	graph->steps = good ? steps : 0;
	return good;
}

bool
scaled_start(struct scaled *s, enum phase phase, int steps, struct error *error)
{
	const struct step_graph *graph = &s->graphs[phase];
	bool good = true;

	if (!graph->steps)
		return start_steps(s, phase, steps, false, error);
	for (int done = 0; done + graph->steps <= steps && good; done += graph->steps)
		good = step_graph_replay(&s->parts.streams, graph, error) && local_streams_mark(&s->parts.streams, done, error);
	return good;
}

struct stencil_traffic
scaled_traffic(const struct scaled *s)
{
	struct stencil_traffic most = { 0, 0 };

	for (int rank = s->parts.first; rank < s->parts.end; rank++) {
		const struct stencil_traffic own = streams_traffic(s->parts.subdomains[rank].streams);

		if (own.bytes > most.bytes)
			most = own;
	}
	return most;
}

int
scaled_devices(const struct scaled *s)
{
	return s->parts.streams.engine ? s->parts.subdomains[s->parts.end - 1].space.number + 1 : 1;
}
