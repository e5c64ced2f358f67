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

/* Of each class as many of one kind as of another, more or less. Every other seed is in float: so is some seed of each kind. */
enum { KINDS = 15 };
static const char *const kinds[CLASSES][KINDS] = {
	[CLASS_STRUCTURED] = { "", "--program", "--plain", "--walls", "--sweeps", "--coupled", "--wider", "--plain", "--wider", "--wider", "--clock",
		"--program", "--plain", "--interfaces", "--interfaces" },
	[CLASS_MESHES] = { "--mesh", "--references", "--mesh", "--references", "--references", "--mesh", "--references", "--mesh", "--references",
		"--references", "--half" },
	[CLASS_PARTS] = { "--clock", "--wider", "--mesh", "--program", "--plain", "--clock-output", "--references", "--wider", "--plain",
		"--coupled", "--walls", "--references", "--sweeps", "--half", "--interfaces" },
	[CLASS_LIBRARY] = { "", "--wider", "--mesh", "--program", "--plain", "--clock", "--references", "--wider", "--plain", "--coupled",
		"--walls", "--references", "--sweeps", "--half", "--interfaces" },
};

static const char *
kind_of_class(const struct trial *trial)
{
	const char *const *of_class = kinds[trial->campaign->class];
	int count = 0;

	while (count < KINDS && of_class[count])
		count++;
	return of_class[trial->seed % count];
}

/* Of twenty stencils four are on a sparse grid, four programs of several kernels, most times, four have guards and two go
 * through columns, one of these beside halos, sums and reads of other columns. */
static const char *
kind_of(const struct trial *trial)
{
	const int seed = trial->seed;

	if (trial->campaign->class != CLASS_NONE) {
		const char *kind = kind_of_class(trial);

		return *kind ? kind : NULL;
	}
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
		snprintf(trial->outcome->kind, sizeof trial->outcome->kind, "%s", count > 1 ? words[1] : "");
		words[count] = arena_printf(trial->arena, "%d", trial->seed);
	}
	if (!program_run(words, path))
		return true;
	error_set(&trial->error, EXIT_ERRORS, "%s cannot write %s", words[0], path);
	return false;
}

static bool
run_kernels(struct trial *trial)
{
	switch (trial->units[0].stencils->family) {
	case GRID_sparse: return try_sparse(trial);
	case GRID_mesh:   return try_meshes(trial);
	default:          return trial->campaign->class == CLASS_NONE ? try_planes(trial) : try_plane_steps(trial);
	}
}

/* Emits, builds and runs the kernels. */
static bool
try_at(struct trial *trial)
{
	if (trial->campaign->class == CLASS_LIBRARY)
		return try_library(trial);
	return trial_build(trial) && (!trial->place->backend.device || trial->campaign->legal_only || run_kernels(trial));
}

void
try_stencil(const struct campaign *campaign, const char *folder, int number, struct outcome *outcome)
{
	*outcome = (struct outcome){ .result = RESULT_PASSED };
	for (int p = 0; p < campaign->place_count && outcome->result == RESULT_PASSED; p++) {
		struct arena arena = { 0 };
		struct trial trial = {
			.campaign = campaign, .place = &campaign->places[p], .arena = &arena, .folder = folder,
			.number = number, .seed = seed_of(campaign, &arena, number), .outcome = outcome,
		};

		trial.noise = (uint64_t)trial.seed;
		if ((p || write_stencil(&trial)) && try_at(&trial))
			outcome->result = RESULT_PASSED;
		else if (trial.refused)
			outcome->result = campaign->class == CLASS_NONE ? RESULT_PASSED : RESULT_REFUSED;
		else
			outcome->result = RESULT_FAILED;
		outcome->kernels += trial.kernel_count;
		outcome->runs += trial.runs;
		if (outcome->result != RESULT_PASSED)
			snprintf(outcome->message, sizeof outcome->message, "%s: %.1600s", trial.place->name, trial.error.text);
		arena_free(&arena);
	}
}

void
trial_note(struct trial *trial, const struct built *kernel, const struct features *run)
{
	struct features f = features_of_plan(kernel->plan, kernel->variant.precision);
	const struct features own = features_of_kernel(kernel->plan, &kernel->variant, trial->place->name);

	f = features_with(features_with(f, &own), run);
	outcome_add(trial->outcome, &f);
}

static void
exchange(struct variant *a, struct variant *b)
{
	const struct variant kept = *a;

	*a = *b;
	*b = kept;
}

/* Parts of regular grids have interiors more often than others: a kernel for these comes first. */
static void
prefer_regular(struct variant *variants, int count)
{
	for (int i = 0; i < count; i++)
		if (variants[i].family == GRID_plane && storages[variants[i].storage].regular) {
			exchange(&variants[0], &variants[i]);
			return;
		}
}

/* Some accesses are for one storage, others for seven: the first two kernels are of two accesses, each as often as another one. */
static void
spread_accesses(struct trial *trial, struct variant *variants, int count)
{
	for (int n = 0; n < 2; n++) {
		int chosen = -1, accesses_seen = 0;
		bool seen[ACCESS_COUNT] = { false };

		for (int i = n; i < count; i++) {
			const int access = variants[i].access;

			if (seen[access] || (n && access == variants[0].access))
				continue;
			seen[access] = true;
			if (!trial_pick(trial, ++accesses_seen))
				chosen = i;
		}
		if (chosen >= 0)
			exchange(&variants[n], &variants[chosen]);
	}
}

int
trial_sample(struct trial *trial, struct variant *variants, int count, int most)
{
	if (trial->campaign->class == CLASS_NONE || trial->campaign->legal_only)
		return count;
	for (int i = 0; i < count; i++)
		exchange(&variants[i], &variants[i + trial_pick(trial, count - i)]);
	if (count && (variants[0].family == GRID_plane || trial->campaign->class == CLASS_LIBRARY))
		spread_accesses(trial, variants, count);
	if (trial->campaign->class == CLASS_PARTS)
		prefer_regular(variants, count);
	return count < most ? count : most;
}
