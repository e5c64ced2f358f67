#ifndef STEP_GROUP_H
#define STEP_GROUP_H

#include <stdbool.h>

/* A step of a group: the steps between two exchanges. */
struct group_step {
	int further;    /* steps of the group that follow */
	bool exchanges; /* halos are filled after it */
	bool alone;     /* each subdomain reduces its own sums only, for measurements */
};

/* The n-th of `steps`, from 1, in groups of `every`. Nothing is exchanged after the last step of all. */
static inline struct group_step
group_step(int every, int n, int steps)
{
	const int rest = (n - 1) % every + 1, last = steps - n < every - rest ? steps : n + every - rest;

	return (struct group_step){ .further = last - n, .exchanges = last == n && n < steps };
}

#endif
