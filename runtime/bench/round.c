#include "runtime/bench/round.h"

#include "runtime/device/device_status.h"

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
static bool
record(const struct session *session, struct call *call, struct error *error)
{
	const struct device *device = session->bench->backend.device;
	int status = device->run(call);

	if (!status)
		status = device->record(call);
	return !device_failed(device, status, "record launches", error);
}

static bool
add_baseline(struct round *round, struct error *error)
{
	struct session *session = round->session;
	const struct candidate *baseline = session->baseline;
	struct call call;

	if (!session_find(session, baseline) && !session_place(session, baseline, error))
		return false;
	if (!binding_prepare(session_find(session, baseline)->binding, baseline->kernel, error))
		return error_prefix(error, "the baseline: ");
	call = session_call(session, baseline);
	call.launches = kernel_facts(baseline->kernel, &call).launches;
	round->baseline = round_add(round, baseline->kernel->name, &call);
	return !session->bench->arguments->graph || record(session, &round->contenders[round->count - 1].call, error);
}

bool
round_open(struct round *round, struct session *session, struct error *error)
{
	*round = (struct round){ .session = session };
	if (session->bench->arguments->no_time)
		return true;
	for (int i = 0; i < REFERENCE_COUNT; i++)
		if (session->reference_copies.calls[i].run)
			round->reference_copies[i] = round_add(round, reference_copy_names[i],
				&session->reference_copies.calls[i]);
	return !session->baseline || add_baseline(round, error);
}

/* Finds or adds the empty launches for an entry; entries with equally many launches share them. */
static bool
add_floor(struct round *round, struct entry *entry, struct error *error)
{
	const struct session *session = round->session;
	const int launches = entry->candidate->row->facts.launches;
	struct call call = reference_copies_floor(&session->reference_copies, &session->bench->tool->arena, launches);
	bool good = true;

	for (int i = 0; i < round->entry_count && call.run; i++) {
		entry->floor = round->entries[i].floor;
		if (entry->floor && entry->floor->call.launches == launches)
			return true;
	}
	entry->floor = NULL;
	if (!call.run)
		return true;
	if (session->bench->arguments->graph)
		good = record(session, &call, error);
	entry->floor = round_add(round, "launches", &call);
	return good;
}

bool
round_add_floors(struct round *round, struct error *error)
{
	const struct session *session = round->session;
	bool good = true;

	for (int i = 0; i < round->entry_count && good; i++)
		if (session->family->launches_matter || session->bench->arguments->graph)
			good = add_floor(round, &round->entries[i], error);
	return good;
}
