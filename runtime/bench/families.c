#include "runtime/bench/families.h"

const struct family *
family_of(const struct candidate *candidate)
{
	return candidate->kernel->variant.family == GRID_sparse ? &sparse_family : &plane_family;
}
