#include "runtime/scaling/scaling_time.h"

#include "runtime/cli/interrupt.h"
#include "runtime/formats/clock.h"

#define SAMPLE_SECONDS 0.05
#define NANOSECONDS 1e9
enum { MOST_STEPS = 1 << 16 };

bool
slowest(struct processes *processes, double *seconds, struct error *error)
{
	const long long own = (long long)(NANOSECONDS**seconds);
	long long all;
	int status;

	if (!processes->mpi)
		return true;
	status = processes->mpi->largest(&own, &all, 1);
	*seconds = (double)all/NANOSECONDS;
	return !processes_failed(processes, status, error);
}

/* Seconds of so many steps. */
static bool
take(struct scaled *s, enum phase phase, int steps, double *seconds, struct error *error)
{
	double start, nothing = 0;

	if (!local_streams_finish(&s->parts.streams, error) || !slowest(s->parts.processes, &nothing, error))
		return false;
	start = now();
	if (!scaled_start(s, phase, steps, error) || !local_streams_finish(&s->parts.streams, error))
		return false;
	*seconds = now() - start;
	return slowest(s->parts.processes, seconds, error);
}

/* Finds how many steps are a sample, in whole groups or graphs, and warms up. */
static bool
find_steps(struct scaled *s, enum phase phase, int *steps, struct error *error)
{
	double seconds;

	if (!scaled_capture(s, phase, error))
		return false;
	for (*steps = scaled_unit(s);; *steps *= 2) {
		if (!take(s, phase, *steps, &seconds, error))
			return false;
		if (seconds >= SAMPLE_SECONDS/2 || *steps > MOST_STEPS/2)
			break;
	}
	if (seconds < SAMPLE_SECONDS)
		*steps *= 2;
	return true;
}

bool
scaling_time(struct scaled *s, struct scaling_times *times, struct error *error)
{
	const int phases = s->parts.streams.engine ? PHASES : 1, runs = s->scaling->arguments->runs;
	struct arena *arena = &s->scaling->tool->arena;
	double *samples = arena_array(arena, double, phases*runs);
	int steps[PHASES];

	*times = (struct scaling_times){ .steps = 0 };
	for (int p = 0; p < phases; p++) {
		if (!find_steps(s, (enum phase)p, &steps[p], error))
			return false;
		times->steps = p != PHASE_EXCHANGE ? steps[p] : times->steps;
	}
	for (int run = 0; run < runs; run++)
		for (int p = 0; p < phases; p++) {
			double *seconds = &samples[p*runs + run];

			if (interrupted())
				return error_reported(error, EXIT_INTERRUPTED);
			if (!take(s, (enum phase)p, steps[p], seconds, error))
				return false;
			*seconds /= steps[p];
		}
	for (int p = 0; p < phases; p++) {
		times->samples[p] = (struct samples){ &samples[(size_t)p*(size_t)runs], runs, runs };
		times->of[p] = statistics(&samples[(size_t)p*(size_t)runs], runs);
	}
	return true;
}
