#include "runtime/ranks/part_group.h"

struct part_step
part_group_step(int every, int n, int steps)
{
	const int rest = (n - 1) % every + 1, last = steps - n < every - rest ? steps : n + every - rest;

	return (struct part_step){ .further = last - n, .exchanges = last == n && n < steps };
}
