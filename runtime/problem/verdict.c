#include "runtime/problem/verdict.h"

bool
verdict_is_good(const struct verdict *verdict)
{
	return !verdict->different && verdict->skipped <= 1e-3*verdict->points;
}
