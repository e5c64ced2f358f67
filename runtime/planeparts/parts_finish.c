#include "runtime/planeparts/parts_finish.h"

#include "runtime/ranks/part_finish.h"

static struct part_finish
how_to_finish(const struct plane_parts *parts, const struct plane_part *part)
{
	return (struct part_finish){ parts->processes, part->device->device, &part->streams, parts->engine };
}

bool
parts_finish_part(const struct plane_parts *parts, const struct plane_part *part, struct error *error)
{
	const struct part_finish finish = how_to_finish(parts, part);

	return part_finish(&finish, error);
}

bool
parts_finish(const struct plane_parts *parts, struct error *error)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++)
		good = parts_finish_part(parts, &parts->ranks[rank], error);
	return good;
}

bool
parts_mark(const struct plane_parts *parts, int step, struct error *error)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++) {
		const struct part_finish finish = how_to_finish(parts, &parts->ranks[rank]);

		good = part_mark(&finish, step, error);
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
