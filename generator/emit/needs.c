#include "generator/emit/needs.h"

void
kernel_find_needs(struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;

	helpers_find(plan, kernel->needs.helpers);
	kernel->needs.bottom = (plan->reads_level || plan->reads_profile)
		&& kernel_level_has_bottom(kernel);
}
