#include "runtime/partition/decomposition_text.h"

#include "runtime/cli/lists.h"

#include <string.h>

struct decomposition
decomposition_read(const struct arguments *options)
{
	return (struct decomposition){ .ranks = { 1, 1 }, .every = options->exchange_every ? options->exchange_every : 1,
		.exchanges_within = options->step_halos && !strcmp(options->step_halos, "exchanged"),
		.overlap = !options->overlap || !strcmp(options->overlap, "on"), .transport = transport_read(options) };
}

bool
decomposition_read_ranks(const char *text, int ranks[2])
{
	const char *rest = text;

	ranks[1] = 0;
	if (!read_number(&rest, MOST_PARTS, &ranks[0]))
		return false;
	if (!*rest)
		return true;
	return *rest++ == 'x' && read_number(&rest, MOST_PARTS, &ranks[1]) && !*rest && ranks[0]*ranks[1] <= MOST_PARTS;
}

bool
decomposition_read_periodic(const char *text, bool periodic[2])
{
	periodic[0] = *text == 'x';
	periodic[1] = text[periodic[0]] == 'y';
	return *text && !text[periodic[0] + periodic[1]];
}
