#ifndef SCALING_TIME_H
#define SCALING_TIME_H

#include "generator/base/error.h"
#include "runtime/scaling/scaled.h"

/* Times of a step, by phase; PHASE_EXCHANGE: of an exchange. */
struct scaling_times {
	struct statistics of[PHASES]; /* no samples: there is no such phase */
	struct samples samples[PHASES];
	int steps;                    /* of a sample, at most */
};

/* The largest of what all processes have; they wait for each other. False with an error. */
bool slowest(struct processes *processes, double *seconds, struct error *error);

/* Takes samples of each phase in turn, each of as many steps as take a while; of each the slowest process' time counts. False
 * with an error. */
bool scaling_time(struct scaled *scaled, struct scaling_times *times, struct error *error);

#endif
