#include "tests/campaign/campaign.h"

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
choose_handed_on(struct trial *trial, const struct stencil *stencil)
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
hand_on_one(const struct stencil *stencil)
{
	const struct field *first = stencil->fields, *second = first->next;

	return first->role == ROLE_OUT ? (struct carried){ 1, { first }, { second } }
		: (struct carried){ 1, { second }, { first } };
}

void
hand_on_arrays(const void *carried, void **fields)
{
	const struct carried *h = carried;

	for (int i = 0; i < h->count; i++) {
		void *kept = fields[h->outs[i]->index];

		fields[h->outs[i]->index] = fields[h->ins[i]->index];
		fields[h->ins[i]->index] = kept;
	}
}
