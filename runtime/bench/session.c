#include "runtime/bench/session.h"

#include "runtime/bench/families.h"

/* The share of a device's memory that grids may fill. */
#define MEMORY_SHARE 0.6

bool
session_open(struct session *session, const struct candidate *first, struct error *error)
{
	struct bench *bench = session->bench;
	struct row work = { 0 };
	struct mix mix = { 0 };

	session->family = family_of(first);
	if (!session->family->open_problem(bench, first, &session->problem, error))
		return false;
	if (bench->arguments->no_time)
		return true;
	session->family->measure_work(session->problem, &work);
	if (session->family->mix)
		mix = session->family->mix(session->problem);
	return yardsticks_open(&session->yardsticks, &bench->backend, &bench->tool->templates, mix, work.bytes, error);
}

void
session_close(struct session *session)
{
	session_clear(session, NULL);
	yardsticks_close(&session->yardsticks);
	if (session->family)
		session->family->close_problem(session->problem);
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
	const struct family *family = session->family;
	struct placement *placement = arena_new(&session->bench->tool->arena, struct placement);

	placement->first = candidate;
	placement->bytes = family->bytes_needed(session->problem);
	placement->laid_out = family->open_placement(session->bench, session->problem, candidate, error);
	if (!placement->laid_out)
		return error_prefix(error, "%s: ", candidate->kernel->name);
	placement->next = session->placements;
	session->placements = placement;
	return true;
}

bool
session_has_room(const struct session *session)
{
	double bytes = 2*session->family->bytes_needed(session->problem);

	for (const struct placement *p = session->placements; p; p = p->next)
		bytes += p->bytes;
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
			session->family->close_placement(p->laid_out);
	}
	session->placements = (struct placement *)kept;
}

struct call
session_call(const struct session *session, const struct candidate *candidate)
{
	return session->family->call(session_find(session, candidate)->laid_out, candidate);
}
