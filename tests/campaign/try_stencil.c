#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "runtime/toolchain/process.h"

#include <string.h>

int
trial_pick(struct trial *trial, int n)
{
	uint64_t z = trial->noise += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30)*0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27)*0x94d049bb133111eb;
	return (int)((z ^ z >> 31) >> 33) % n;
}

const char *
name_of(const struct campaign *campaign, struct arena *arena, int number)
{
	const char *file, *base, *dot;

	if (number >= campaign->file_count)
		return arena_printf(arena, "s%d", campaign->first + number - campaign->file_count);
	file = campaign->files[number];
	base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	dot = strrchr(base, '.');
	return dot ? arena_strndup(arena, base, (size_t)(dot - base)) : base;
}

static int
seed_of(const struct campaign *campaign, struct arena *arena, int number)
{
	int seed = 0;

	if (number >= campaign->file_count)
		return campaign->first + number - campaign->file_count;
	for (const char *c = name_of(campaign, arena, number); *c; c++)
		seed += *c;
	return seed;
}

/* Of twenty stencils four are on a sparse grid, four programs of several kernels, most times, four have guards and two go
 * through columns, one of these beside halos, sums and reads of other columns. */
static const char *
kind_of(const struct trial *trial)
{
	const int seed = trial->seed;

	if (trial->campaign->programs)
		return seed % 2 ? "--program" : seed % 4 ? "--sweeps" : "--coupled";
	if (seed % 5 == 0)
		return "--sparse";
	if (trial->campaign->exact)
		return "--exact";
	return seed % 5 == 1 ? "--program" : seed % 5 == 2 ? "--walls" : seed % 20 == 3 ? "--sweeps"
		: seed % 20 == 13 ? "--coupled" : NULL;
}

static bool
write_stencil(struct trial *trial)
{
	const struct campaign *campaign = trial->campaign;
	const char *path = arena_printf(trial->arena, "%s/smith.stencil", trial->folder);
	const char *words[5] = { campaign->smith };
	int count = 1;

	if (trial->number < campaign->file_count) {
		words[0] = "cat";
		words[count++] = campaign->files[trial->number];
	} else {
		if (kind_of(trial))
			words[count++] = kind_of(trial);
		words[count] = arena_printf(trial->arena, "%d", trial->seed);
	}
	if (!program_run(words, path))
		return true;
	snprintf(trial->message, sizeof trial->message, "%s cannot write %s", words[0], path);
	return false;
}

/* Emits, builds and runs the kernels. */
static bool
try_at(struct trial *trial)
{
	if (!trial_build(trial))
		return trial->refused;
	if (!trial->place->backend.device)
		return true;
	return trial->units[0].stencils->family == GRID_sparse ? try_sparse(trial) : try_planes(trial);
}

bool
try_stencil(const struct campaign *campaign, const char *folder, int number, long *kernels, long *runs,
	char *message, size_t room)
{
	bool good = true;

	for (int p = 0; p < campaign->place_count && good; p++) {
		struct arena arena = { 0 };
		struct trial trial = {
			.campaign = campaign, .place = &campaign->places[p], .arena = &arena, .folder = folder,
			.number = number, .seed = seed_of(campaign, &arena, number),
		};

		trial.noise = (uint64_t)trial.seed;
		good = (p || write_stencil(&trial)) && try_at(&trial);
		*kernels += trial.kernel_count;
		*runs += trial.runs;
		if (!good)
			snprintf(message, room, "%s: %s", trial.place->name, trial.message);
		arena_free(&arena);
	}
	return good;
}
