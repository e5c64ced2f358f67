#ifndef PART_GROUP_H
#define PART_GROUP_H

#include <stdbool.h>

/* A step of a group, which are as many as halos last for. */
struct part_step {
	int further;   /* steps of the group that follow */
	bool exchanges; /* the last one: halos are filled behind it */
	bool alone;     /* each part has sums of its own: to be measured */
};

/* Which step of a group of `every` the n-th one of `steps` is, from 1; behind the last step of all nothing is exchanged. */
static inline struct part_step
part_group_step(int every, int n, int steps)
{
	const int rest = (n - 1) % every + 1, last = steps - n < every - rest ? steps : n + every - rest;

	return (struct part_step){ .further = last - n, .exchanges = last == n && n < steps };
}

#endif
