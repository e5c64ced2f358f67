#include "tests/campaign/campaign.h"

#include "generator/variants/steps.h"

/* What a step leaves for the next one. */

static bool
are_alike(const struct field *a, const struct field *b)
{
	return a->type == b->type && a->shape == b->shape && a->where.location == b->where.location
		&& a->where.relation == b->where.relation && a->where.half == b->where.half;
}

static bool
is_taken(const struct carried *h, const struct field *in)
{
	for (int i = 0; i < h->count; i++)
		if (h->ins[i] == in)
			return true;
	return false;
}

/* Halos that a step fills are not carried: several parts refuse that. */
struct carried
choose_carried(struct trial *trial, const struct stencil *stencil)
{
	struct carried h = { 0 };

	for (const struct field *out = stencil->fields; out && h.count < 4; out = out->next) {
		const struct field *chosen = NULL;

		if (out->role != ROLE_OUT || out->has_boundary)
			continue;
		for (const struct field *in = stencil->fields; in; in = in->next)
			if (in->role == ROLE_IN && !in->low && are_alike(in, out) && !is_taken(&h, in) && (!chosen || trial_pick(trial, 2)))
				chosen = in;
		if (chosen) {
			h.outs[h.count] = out;
			h.ins[h.count++] = chosen;
		}
	}
	return h;
}

struct carried
carried_within(const struct plan *plan, const struct variant *variant)
{
	struct carried h = { 0 };

	for (const struct field *f = NULL; (f = next_updated(plan, variant, f)) && h.count < 4;) {
		h.outs[h.count] = step_source(plan, variant, f);
		h.ins[h.count++] = f;
	}
	return h;
}

const char *
carried_text(struct arena *arena, const struct carried *carried)
{
	const char *text = NULL;

	for (int i = 0; i < carried->count; i++)
		text = arena_printf(arena, "%s%s%s:%s", text ? text : "", text ? "," : "", carried->outs[i]->name, carried->ins[i]->name);
	return text;
}

void
carry_arrays(const void *carried, void **fields)
{
	const struct carried *h = carried;

	for (int i = 0; i < h->count; i++) {
		void *kept = fields[h->outs[i]->index];

		fields[h->outs[i]->index] = fields[h->ins[i]->index];
		fields[h->ins[i]->index] = kept;
	}
}
