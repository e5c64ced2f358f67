#include "runtime/bench/sampling.h"

#include <math.h>
#include <string.h>

enum { TURN = 5, MOST_TIMES = 10 };

#define PICOSECONDS 1e12
#define LONGEST 1.0       /* seconds of samples */
#define SETTLED 0.01      /* of the median: the interval */
#define LEAST_CLOCK 0.75  /* of the usual one */

/* A contender's samples with one state of the cache. */
struct trial {
	struct contender *contender;
	struct series *series;
	enum cache cache;
	double *clocks; /* of the samples that count */
	double spent;
	int taken;
	bool done;
};

static double *
grown(struct arena *arena, const double *old, int count, int room)
{
	double *array = arena_array(arena, double, room);

	if (count)
		memcpy(array, old, (size_t)count*sizeof *array);
	return array;
}

static void
add_sample(struct arena *arena, struct trial *trial, const struct sample *sample,
	const struct sampling *sampling)
{
	struct series *s = trial->series;
	/* No clock knows more, and what has few digits can be written and read back. */
	const double seconds = round(PICOSECONDS*sample->seconds)/PICOSECONDS;

	trial->spent += sample->seconds;
	trial->taken++;
	if (sample->clock > 0 && sample->clock < LEAST_CLOCK*sampling->usual_clock) {
		s->discarded++;
		return;
	}
	if (s->count == s->room) {
		s->room = s->room ? 2*s->room : 32;
		s->seconds = grown(arena, s->seconds, s->count, s->room);
		trial->clocks = grown(arena, trial->clocks, s->count, s->room);
	}
	trial->clocks[s->count] = sample->clock;
	s->seconds[s->count++] = seconds;
}

static bool
is_done(const struct trial *trial, const struct sampling *sampling)
{
	struct statistics s;

	if (trial->taken >= MOST_TIMES*sampling->runs)
		return true;
	if (trial->series->count < sampling->runs)
		return false;
	s = statistics(trial->series->seconds, trial->series->count);
	return trial->spent >= LONGEST || statistics_settled(&s, SETTLED);
}

static void
take_turn(struct arena *arena, const struct device *device, struct trial *trial,
	const struct sampling *sampling)
{
	const int missing = sampling->runs - trial->series->count;
	const int left = MOST_TIMES*sampling->runs - trial->taken;
	const int wanted = missing > 0 && missing < left ? missing : left;
	const int count = wanted < TURN ? wanted : TURN;
	struct sample samples[TURN];

	trial->done = trial->contender->status != 0;
	if (trial->done)
		return;
	trial->contender->status = device->time(&trial->contender->call, trial->cache == CACHE_COLD, count,
		samples);
	if (trial->contender->status) {
		trial->done = true;
		return;
	}
	for (int i = 0; i < count; i++)
		add_sample(arena, trial, &samples[i], sampling);
	trial->done = is_done(trial, sampling);
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
				(*trials)[made++] = (struct trial){
					.contender = &contenders[i], .cache = (enum cache)c,
					.series = &contenders[i].series[c],
				};
	return made;
}

/* A turn that does not count: clocks and pages get ready. */
static void
warm_up(const struct device *device, struct trial *trials, int count)
{
	struct sample sample;

	for (int i = 0; i < count; i++)
		device->time(&trials[i].contender->call, trials[i].cache == CACHE_COLD, 1, &sample);
}

void
measure(struct arena *arena, const struct device *device, struct contender *contenders, int count,
	const struct sampling *sampling)
{
	struct trial *trials;
	const int trial_count = make_trials(arena, contenders, count, sampling, &trials);
	int waiting = trial_count;

	warm_up(device, trials, trial_count);
	while (waiting && !sampling->stopped())
		for (int i = 0; i < trial_count && !sampling->stopped(); i++)
			if (!trials[i].done) {
				take_turn(arena, device, &trials[i], sampling);
				waiting -= trials[i].done;
			}
	for (int i = 0; i < trial_count; i++) {
		const struct statistics clocks = statistics(trials[i].clocks, trials[i].series->count);

		trials[i].series->clock = clocks.median;
	}
}
