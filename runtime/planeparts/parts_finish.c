#include "runtime/planeparts/parts_finish.h"

#include "runtime/ranks/part_finish.h"

static struct part_finish
how_to_finish(const struct plane_parts *parts, const struct plane_part *part)
{
	return (struct part_finish){ parts->processes, part->device->device, &part->streams, parts->engine };
}

bool
parts_finish_part(const struct plane_parts *parts, const struct plane_part *part, char *message, size_t room)
{
	const struct part_finish finish = how_to_finish(parts, part);

	return part_finish(&finish, message, room);
}

bool
parts_finish(const struct plane_parts *parts, char *message, size_t room)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++)
		good = parts_finish_part(parts, &parts->ranks[rank], message, room);
	return good;
}

bool
parts_mark(const struct plane_parts *parts, int step, char *message, size_t room)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++) {
		const struct part_finish finish = how_to_finish(parts, &parts->ranks[rank]);

		good = part_mark(&finish, step, message, room);
	}
	return good;
}

int
parts_stuck(const struct plane_parts *parts)
{
	int stuck = 0;

	for (int rank = parts->first; rank < parts->end && !stuck; rank++)
		stuck = part_wait_stuck(parts->ranks[rank].streams.wait);
	return stuck;
}
