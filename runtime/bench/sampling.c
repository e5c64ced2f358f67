#include "runtime/bench/sampling.h"

#include "runtime/cli/interrupt.h"
#include "runtime/device/backend.h"

#include <math.h>
#include <string.h>

enum { TURN = 5, MOST_TIMES = 10 };

#define PICOSECONDS 1e12
#define CONVERGED 0.01      /* the median's interval, relative to it */
#define LEAST_CLOCK 0.75  /* relative to the usual one */
#define LONGEST_WAIT 0.02 /* for a core, relative to the sample */
#define LEAST_WAIT 1e-4   /* seconds; threads that wake up wait for less */
#define PATIENCE 3        /* times sampling->longest, for undisturbed samples */

/* A contender's samples with one state of the cache. */
struct trial {
	struct contender *contender;
	struct series *series;
	enum cache cache;
	struct samples clocks; /* of the good samples; Hz */
	double spent;          /* seconds, of all samples */
	int taken;
	bool done;
};

/* Adds a sample where it belongs. */
static void
add_sample(struct arena *arena, struct series *series, const struct sample *sample,
	const struct sampling *sampling)
{
	/* No clock resolves more, and short numbers survive a round trip through a file. */
	const double seconds = round(PICOSECONDS*sample->seconds)/PICOSECONDS;

	if (sample->clock > 0 && sample->clock < LEAST_CLOCK*sampling->usual_clock)
		series->discarded++;
	else if (sample->waited > fmax(LONGEST_WAIT*sample->seconds, LEAST_WAIT))
		samples_add(arena, &series->disturbed, seconds);
	else
		samples_add(arena, &series->good, seconds);
}

static bool
is_done(const struct trial *trial, const struct sampling *sampling)
{
	const struct series *series = trial->series;
	struct statistics s;

	if (trial->taken >= MOST_TIMES*sampling->runs)
		return true;
	if (series->good.count < sampling->runs)
		return series->disturbed.count && trial->taken >= sampling->runs
			&& trial->spent >= PATIENCE*sampling->longest;
	s = statistics(series->good.seconds, series->good.count);
	return trial->spent >= sampling->longest || statistics_converged(&s, CONVERGED);
}

static struct samples
rest_of(const struct samples *samples, int from)
{
	const int count = samples->count - from;

	return (struct samples){ count ? samples->seconds + from : NULL, count, count };
}

/* Adds the samples of a turn and hands them on. */
static void
add_turn(struct arena *arena, struct trial *trial, const struct sample *samples, int count,
	const struct sampling *sampling)
{
	const struct series before = *trial->series;
	struct series taken = { 0 };

	for (int i = 0; i < count; i++) {
		const int good = trial->series->good.count;

		add_sample(arena, trial->series, &samples[i], sampling);
		if (trial->series->good.count > good)
			samples_add(arena, &trial->clocks, samples[i].clock);
		trial->spent += samples[i].seconds;
	}
	trial->taken += count;
	taken.good = rest_of(&trial->series->good, before.good.count);
	taken.disturbed = rest_of(&trial->series->disturbed, before.disturbed.count);
	taken.discarded = trial->series->discarded - before.discarded;
	if (sampling->turn)
		sampling->turn(sampling->context, trial->contender, trial->cache, &taken);
}

static void
take_turn(struct arena *arena, const struct device *device, struct trial *trial,
	const struct sampling *sampling)
{
	const int missing = sampling->runs - trial->series->good.count;
	const int left = MOST_TIMES*sampling->runs - trial->taken;
	const int wanted = missing > 0 && missing < left ? missing : left;
	const int count = wanted < TURN ? wanted : TURN;
	struct sample samples[TURN] = { 0 };

	if (!trial->contender->status)
		trial->contender->status = device->time(&trial->contender->call, trial->cache == CACHE_COLD,
			count, samples);
	if (!trial->contender->status)
		add_turn(arena, trial, samples, count, sampling);
	trial->done = trial->contender->status || is_done(trial, sampling);
}

static double
sum(const struct samples *samples)
{
	double total = 0;

	for (int i = 0; i < samples->count; i++)
		total += samples->seconds[i];
	return total;
}

/* A trial that goes on from the samples that its contender has. */
static struct trial
make_trial(struct contender *contender, enum cache cache, const struct sampling *sampling)
{
	struct series *series = &contender->series[cache];
	struct trial trial = { .contender = contender, .series = series, .cache = cache };

	trial.taken = series->good.count + series->disturbed.count + series->discarded;
	trial.spent = sum(&series->good) + sum(&series->disturbed);
	trial.done = is_done(&trial, sampling);
	return trial;
}

static int
make_trials(struct arena *arena, struct contender *contenders, int count, const struct sampling *sampling,
	struct trial **trials)
{
	int made = 0;

	*trials = arena_array(arena, struct trial, CACHE_COUNT*count + 1);
	for (int i = 0; i < count; i++)
		for (int c = 0; c < CACHE_COUNT; c++)
			if (sampling->caches[c])
				(*trials)[made++] = make_trial(&contenders[i], (enum cache)c, sampling);
	return made;
}

/* Takes a sample of each that is dropped: clocks and pages get ready. */
static void
warm_up(const struct device *device, struct trial *trials, int count)
{
	struct sample sample;

	for (int i = 0; i < count; i++)
		if (!trials[i].done)
			device->time(&trials[i].contender->call, trials[i].cache == CACHE_COLD, 1, &sample);
}

static void
finish(struct arena *arena, struct trial *trial, const struct sampling *sampling)
{
	struct series *series = trial->series;

	series->complete = trial->done && !trial->contender->status;
	if (trial->clocks.count)
		series->clock = statistics(trial->clocks.seconds, trial->clocks.count).median;
	series->noisy = series->disturbed.count && series->good.count < sampling->runs;
	for (int i = 0; i < series->disturbed.count && series->noisy; i++)
		samples_add(arena, &series->good, series->disturbed.seconds[i]);
}

void
measure(struct arena *arena, const struct device *device, struct contender *contenders, int count,
	const struct sampling *sampling)
{
	struct trial *trials;
	const int trial_count = make_trials(arena, contenders, count, sampling, &trials);
	int waiting = 0;

	warm_up(device, trials, trial_count);
	for (int i = 0; i < trial_count; i++)
		waiting += !trials[i].done;
	while (waiting && !sampling->stopped())
		for (int i = 0; i < trial_count && !sampling->stopped(); i++)
			if (!trials[i].done) {
				take_turn(arena, device, &trials[i], sampling);
				waiting -= trials[i].done;
			}
	for (int i = 0; i < trial_count; i++)
		finish(arena, &trials[i], sampling);
}

struct sampling
sampling_choose(const struct arguments *arguments, const struct axes *axes, const struct backend *backend)
{
	struct sampling sampling = {
		.runs = arguments->runs, .longest = backend_is_gpu(backend) ? 1 : 0.3,
		.usual_clock = backend->info.clock,
		.stopped = interrupted,
	};

	memcpy(sampling.caches, axes->caches, sizeof sampling.caches);
	if (!arguments->cache) {
		sampling.caches[CACHE_HOT] = true;
		sampling.caches[CACHE_COLD] = backend_is_gpu(backend);
	}
	return sampling;
}
