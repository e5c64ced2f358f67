#include "runtime/scaling/scaling_cuts.h"

#include "runtime/ranks/cut_text.h"

#include <string.h>

static int
usual_cuts(const struct scaling *s, struct cuts *cuts)
{
	const struct device *device = s->backend->device;
	int devices = 1, status = device->streams ? device->streams->count(&devices) : 0;

	if (status)
		return tool_fail(s->tool, EXIT_IO, "cannot count the devices: %s", device->error(status));
	cuts->items = arena_array(&s->tool->arena, struct cut, 2);
	cuts->count = s->processes.count > 1 ? 1 : 2;
	cuts->items[0].ranks[0] = s->processes.count;
	cuts->items[1].ranks[0] = devices > 1 ? devices : 2;
	return EXIT_GOOD;
}

static int
check_parts(const struct scaling *s, const char *word, const struct cut *cut)
{
	const int parts = cut->ranks[0]*(cut->ranks[1] ? cut->ranks[1] : 1), ranks = s->processes.count;

	return ranks == 1 || parts == ranks ? EXIT_GOOD : tool_fail(s->tool, EXIT_USAGE,
		"--ranks %s is %d part%s, but %d ranks run: measure each number of ranks by itself", word, parts,
		parts == 1 ? "" : "s", ranks);
}

static int
read_cuts(const struct scaling *s, struct cuts *cuts)
{
	const char *const *words;
	int status = EXIT_GOOD;

	if (!s->arguments->ranks)
		return usual_cuts(s, cuts);
	words = (const char *const *)split(&s->tool->arena, s->arguments->ranks);
	cuts->items = arena_array(&s->tool->arena, struct cut, strlen(s->arguments->ranks) + 1);
	for (cuts->count = 0; words[cuts->count] && !status; cuts->count++) {
		const char *word = words[cuts->count];
		struct cut *cut = &cuts->items[cuts->count];

		status = cut_read_ranks(word, cut->ranks) ? check_parts(s, word, cut) : tool_fail(s->tool, EXIT_USAGE,
			"--ranks takes parts in x and y, as 1x1,1x2, or their numbers, at most %d; not '%s'", MOST_PARTS, word);
	}
	return status;
}

static int
read_period(const struct scaling *s, struct cuts *cuts)
{
	const char *text = s->arguments->periodic;
	bool periodic[2] = { false, false };

	if (text && !cut_read_periodic(text, periodic))
		return tool_fail(s->tool, EXIT_USAGE, "--periodic takes x, y or xy, not '%s'", text);
	for (int i = 0; i < cuts->count; i++) {
		memcpy(cuts->items[i].periodic, periodic, sizeof periodic);
		cuts->items[i].every = s->arguments->exchange_every ? s->arguments->exchange_every : 1;
		cuts->items[i].overlap = true;
		cuts->items[i].carrier = s->carrier;
		cuts->items[i].share_gpus = s->arguments->share_gpus;
	}
	return EXIT_GOOD;
}

int
scaling_cuts(const struct scaling *s, struct cuts *cuts)
{
	const int status = read_cuts(s, cuts);

	return status ? status : read_period(s, cuts);
}
