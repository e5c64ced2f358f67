#include "runtime/partition/part_finish.h"

#include "runtime/exchange/engine.h"

#include <stdlib.h>
#include <unistd.h>

enum { LEAST_SECONDS = 2, SHARE = 10 };

/* Says which ranks do not wait themselves. */
static void
tell_silent(const struct ranks *ranks, const unsigned char *here, struct error *error)
{
	int silent = 0, said = 0;

	for (int r = 0; r < ranks->count; r++)
		silent += !here[r];
	error_set(error, EXIT_IO, "no progress for %g s%s", ranks->seconds, silent ? "" : ": all ranks wait for messages");
	for (int r = 0; r < ranks->count; r++)
		if (!here[r])
			error_append(error, "%s%d", said++ ? ", " : silent > 1 ? ": waits for ranks " : ": waits for rank ", r);
}

/* All that wait give up at about the same time, and call the others. The first one that is there speaks, and ends all. */
static void
find_silent(const struct ranks *ranks, struct error *error)
{
	const double grace = ranks->seconds/SHARE > LEAST_SECONDS ? ranks->seconds/SHARE : LEAST_SECONDS;
	unsigned char *here = ranks->mpi ? calloc((size_t)ranks->count, sizeof *here) : NULL;
	int first = 0;

	error_set(error, EXIT_IO, "no progress for %g s: messages do not come", ranks->seconds);
	if (!here)
		return;
	ranks->mpi->roll_call(grace, here);
	tell_silent(ranks, here, error);
	while (first < ranks->rank && !here[first])
		first++;
	if (first < ranks->rank)
		sleep(LEAST_SECONDS);
	/* Not freed: an answer may still come. */
}

static bool
failed(const struct part_finish *part, int status, struct error *error)
{
	const char *text = part->engine && part->engine->error ? part->engine->error(status) : NULL;

	if (!status)
		return false;
	if (status == STENCIL_NO_PROGRESS)
		find_silent(part->processes, error);
	else if (text)
		error_set(error, EXIT_IO, "the exchange failed: %s", text);
	else
		error_set(error, EXIT_IO, "the kernel failed: %s", part->device->error(status));
	if (part->streams->wait && part->engine->abort)
		part->engine->abort(part->engine);
	return true;
}

bool
part_mark(const struct part_finish *part, int step, struct error *error)
{
	return !failed(part, part_streams_mark(part->streams, step), error);
}

bool
part_finish(const struct part_finish *part, struct error *error)
{
	return !failed(part, part_streams_finish(part->streams), error);
}
