#include "runtime/scaling/scaling_decompositions.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/decomposition_text.h"

#include <string.h>

static bool
usual_decompositions(const struct scaling *s, struct decompositions *decompositions, struct error *error)
{
	const struct device *device = s->backend->device;
	int devices = 1;

	if (device->streams && device_failed(device, device->streams->count(&devices), "count the devices", error))
		return false;
	decompositions->items = arena_array(&s->tool->arena, struct decomposition, 2);
	decompositions->count = s->processes.count > 1 ? 1 : 2;
	decompositions->items[0].ranks[0] = s->processes.count;
	decompositions->items[1].ranks[0] = devices > 1 ? devices : 2;
	return true;
}

static bool
check_parts(const struct scaling *s, const char *word, const struct decomposition *decomposition, struct error *error)
{
	const int parts = decomposition->ranks[0]*(decomposition->ranks[1] ? decomposition->ranks[1] : 1),
		ranks = s->processes.count;

	return ranks == 1 || parts == ranks || error_set(error, EXIT_USAGE,
		"--ranks %s is %d subdomain%s, but %d ranks run: measure each number of ranks by itself", word, parts,
		parts == 1 ? "" : "s", ranks);
}

static bool
read_decompositions(const struct scaling *s, struct decompositions *decompositions, struct error *error)
{
	const char *const *words;
	bool good = true;

	if (!s->arguments->ranks)
		return usual_decompositions(s, decompositions, error);
	words = (const char *const *)split(&s->tool->arena, s->arguments->ranks);
	decompositions->items = arena_array(&s->tool->arena, struct decomposition, strlen(s->arguments->ranks) + 1);
	for (decompositions->count = 0; words[decompositions->count] && good; decompositions->count++) {
		const char *word = words[decompositions->count];
		struct decomposition *decomposition = &decompositions->items[decompositions->count];

		if (s->arguments->mesh && strchr(word, 'x'))
			return error_set(error, EXIT_USAGE, "--ranks needs numbers of a mesh's subdomains, as 1,2, not '%s'", word);
		good = decomposition_read_ranks(word, decomposition->ranks) ? check_parts(s, word, decomposition, error)
			: error_set(error, EXIT_USAGE,
			"--ranks needs subdomains in x and y, as 1x1,1x2, or their numbers, at most %d; not '%s'", MOST_PARTS, word);
	}
	return good;
}

static bool
read_period(const struct scaling *s, struct decompositions *decompositions, struct error *error)
{
	const char *text = s->arguments->periodic;
	bool periodic[2] = { false, false };

	if (text && !decomposition_read_periodic(text, periodic))
		return error_set(error, EXIT_USAGE, "--periodic accepts x, y or xy, not '%s'", text);
	for (int i = 0; i < decompositions->count; i++) {
		memcpy(decompositions->items[i].periodic, periodic, sizeof periodic);
		decompositions->items[i].every = s->arguments->exchange_every ? s->arguments->exchange_every : 1;
		decompositions->items[i].overlap = true;
		decompositions->items[i].transport = s->transport;
	}
	return true;
}

bool
scaling_decompositions(const struct scaling *s, struct decompositions *decompositions, struct error *error)
{
	return read_decompositions(s, decompositions, error) && read_period(s, decompositions, error);
}
