#include "runtime/bench/round.h"

struct contender *
round_add(struct round *round, const char *name, const struct call *call)
{
	struct contender *contender = &round->contenders[round->count++];

	*contender = (struct contender){ .name = name, .call = *call };
	return contender;
}

void
round_close(struct round *round)
{
	const struct device *device = round->session->bench->backend.device;

	for (int i = 0; i < round->count; i++)
		if (round->contenders[i].call.recording)
			device->forget(&round->contenders[i].call);
	round->count = round->entry_count = 0;
}

/* Records a call after a first run, which loads its kernels. */
static int
record(const struct session *session, struct call *call)
{
	const struct device *device = session->bench->backend.device;
	int status = device->run(call);

	if (!status)
		status = device->record(call);
	return status ? tool_fail(session->bench->tool, EXIT_IO, "cannot record launches: %s",
		device->error(status)) : EXIT_GOOD;
}

static int
add_baseline(struct round *round)
{
	struct session *session = round->session;
	const struct candidate *baseline = session->baseline;
	int status = session_find(session, baseline) ? EXIT_GOOD : session_place(session, baseline);
	struct call call;
	struct error error;

	if (status)
		return status;
	if (!session->family->prepare(session_find(session, baseline)->laid_out, baseline->kernel,
			&error))
		return tool_fail(session->bench->tool, EXIT_ERRORS, "the baseline: %s", error.text);
	call = session_call(session, baseline);
	call.launches = kernel_facts(baseline->kernel, &call).launches;
	if (session->bench->arguments->graph)
		status = record(session, &call);
	round->baseline = round_add(round, baseline->kernel->name, &call);
	return status;
}

int
round_open(struct round *round, struct session *session)
{
	*round = (struct round){ .session = session };
	if (session->bench->arguments->no_time)
		return EXIT_GOOD;
	for (int i = 0; i < YARDSTICK_COUNT; i++)
		if (session->yardsticks.calls[i].run)
			round->yardsticks[i] = round_add(round, yardstick_names[i],
				&session->yardsticks.calls[i]);
	return session->baseline ? add_baseline(round) : EXIT_GOOD;
}

/* Finds or adds the empty launches for an entry; entries with equally many launches share them. */
static int
add_floor(struct round *round, struct entry *entry)
{
	const struct session *session = round->session;
	const int launches = entry->candidate->row->facts.launches;
	struct call call = yardsticks_floor(&session->yardsticks, &session->bench->tool->arena, launches);
	int status = EXIT_GOOD;

	for (int i = 0; i < round->entry_count && call.run; i++) {
		entry->floor = round->entries[i].floor;
		if (entry->floor && entry->floor->call.launches == launches)
			return EXIT_GOOD;
	}
	entry->floor = NULL;
	if (!call.run)
		return EXIT_GOOD;
	if (session->bench->arguments->graph)
		status = record(session, &call);
	entry->floor = round_add(round, "launches", &call);
	return status;
}

int
round_add_floors(struct round *round)
{
	const struct session *session = round->session;
	int status = EXIT_GOOD;

	for (int i = 0; i < round->entry_count && !status; i++)
		if (session->family->launches_matter || session->bench->arguments->graph)
			status = add_floor(round, &round->entries[i]);
	return status;
}
