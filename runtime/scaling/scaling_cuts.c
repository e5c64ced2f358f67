#include "runtime/scaling/scaling_cuts.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/cut_text.h"

#include <string.h>

static bool
usual_cuts(const struct scaling *s, struct cuts *cuts, struct error *error)
{
	const struct device *device = s->backend->device;
	int devices = 1;

	if (device->streams && device_failed(device, device->streams->count(&devices), "count the devices", error))
		return false;
	cuts->items = arena_array(&s->tool->arena, struct cut, 2);
	cuts->count = s->processes.count > 1 ? 1 : 2;
	cuts->items[0].ranks[0] = s->processes.count;
	cuts->items[1].ranks[0] = devices > 1 ? devices : 2;
	return true;
}

static bool
check_parts(const struct scaling *s, const char *word, const struct cut *cut, struct error *error)
{
	const int parts = cut->ranks[0]*(cut->ranks[1] ? cut->ranks[1] : 1), ranks = s->processes.count;

	return ranks == 1 || parts == ranks || error_set(error, EXIT_USAGE,
		"--ranks %s is %d part%s, but %d ranks run: measure each number of ranks by itself", word, parts,
		parts == 1 ? "" : "s", ranks);
}

static bool
read_cuts(const struct scaling *s, struct cuts *cuts, struct error *error)
{
	const char *const *words;
	bool good = true;

	if (!s->arguments->ranks)
		return usual_cuts(s, cuts, error);
	words = (const char *const *)split(&s->tool->arena, s->arguments->ranks);
	cuts->items = arena_array(&s->tool->arena, struct cut, strlen(s->arguments->ranks) + 1);
	for (cuts->count = 0; words[cuts->count] && good; cuts->count++) {
		const char *word = words[cuts->count];
		struct cut *cut = &cuts->items[cuts->count];

		good = cut_read_ranks(word, cut->ranks) ? check_parts(s, word, cut, error) : error_set(error, EXIT_USAGE,
			"--ranks takes parts in x and y, as 1x1,1x2, or their numbers, at most %d; not '%s'", MOST_PARTS, word);
	}
	return good;
}

static bool
read_period(const struct scaling *s, struct cuts *cuts, struct error *error)
{
	const char *text = s->arguments->periodic;
	bool periodic[2] = { false, false };

	if (text && !cut_read_periodic(text, periodic))
		return error_set(error, EXIT_USAGE, "--periodic takes x, y or xy, not '%s'", text);
	for (int i = 0; i < cuts->count; i++) {
		memcpy(cuts->items[i].periodic, periodic, sizeof periodic);
		cuts->items[i].every = s->arguments->exchange_every ? s->arguments->exchange_every : 1;
		cuts->items[i].overlap = true;
		cuts->items[i].transport = s->transport;
	}
	return true;
}

bool
scaling_cuts(const struct scaling *s, struct cuts *cuts, struct error *error)
{
	return read_cuts(s, cuts, error) && read_period(s, cuts, error);
}
