#include "runtime/problem/verdict.h"

#include <string.h>

void
verdict_add(struct verdict *verdict, const struct verdict *other)
{
	verdict->points += other->points;
	if (!verdict->different)
		memcpy(verdict->first, other->first, sizeof verdict->first);
	verdict->different += other->different;
	verdict->skipped += other->skipped;
}

bool
verdict_is_good(const struct verdict *verdict)
{
	return !verdict->different && verdict->skipped <= 1e-3*verdict->points;
}
