#include "runtime/bench/session.h"

#include "runtime/bench/families.h"

/* The share of a device's memory that grids may fill. */
#define MEMORY_SHARE 0.6

bool
session_open(struct session *session, const struct candidate *first, struct error *error)
{
	struct bench *bench = session->bench;

	session->family = family_of(first);
	if (!session->family->open_problem(bench, first, &session->problem, error))
		return false;
	session->work = session->family->domain->work(session->problem, NULL, 0);
	return bench->arguments->no_time || reference_copies_open(&session->reference_copies, &bench->backend,
		&bench->tool->templates, session->work.mix, session->work.bytes, error);
}

void
session_close(struct session *session)
{
	session_clear(session, NULL);
	reference_copies_close(&session->reference_copies);
	if (session->family)
		session->family->domain->close(session->problem);
}

struct placement *
session_find(const struct session *session, const struct candidate *candidate)
{
	struct placement *placement = session->placements;

	while (placement && !session->family->same_placement(placement->first, candidate))
		placement = placement->next;
	return placement;
}

bool
session_place(struct session *session, const struct candidate *candidate, struct error *error)
{
	const struct bench *bench = session->bench;
	const struct binding_spec spec = { &candidate->kernel->variant, &candidate->order, candidate->numbering,
		bench->arguments->align };
	struct placement *placement = arena_new(&bench->tool->arena, struct placement);

	placement->first = candidate;
	placement->binding = session->family->domain->place(bench->backend.device, session->problem, &spec, error);
	if (!placement->binding)
		return error_prefix(error, "%s: ", candidate->kernel->name);
	placement->next = session->placements;
	session->placements = placement;
	return binding_save(placement->binding, error) || error_prefix(error, "%s: ", candidate->kernel->name);
}

bool
session_has_room(const struct session *session)
{
	double bytes = 2*session->work.bound;

	for (const struct placement *p = session->placements; p; p = p->next)
		bytes += session->work.bound;
	return bytes < MEMORY_SHARE*(double)session->bench->backend.info.memory;
}

void
session_clear(struct session *session, const struct placement *kept)
{
	struct placement *next;

	for (struct placement *p = session->placements; p; p = next) {
		next = p->next;
		p->next = NULL;
		if (p != kept)
			binding_free(p->binding);
	}
	session->placements = (struct placement *)kept;
}

struct call
session_call(const struct session *session, const struct candidate *candidate)
{
	const struct triple block = candidate->block;
	struct call call = binding_call(session_find(session, candidate)->binding, candidate->kernel,
		(struct stencil_block){ block.x, block.y, block.z });

	if (candidate->each.count)
		call_take_blocks(&call, candidate->kernel, &candidate->each);
	if (candidate->part) {
		call.run_part = candidate->kernel->run_part;
		call.blocks = candidate->each.items;
		call.part = candidate->part - 1;
	}
	return call;
}
