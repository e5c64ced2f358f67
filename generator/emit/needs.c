#include "generator/emit/needs.h"

struct choices {
	bool branches, reads_written;
};

static void
note_choice(void *context, const struct expr *e)
{
	struct choices *found = context;

	found->branches |= e->kind == EXPR_SELECT;
	found->reads_written |= e->kind == EXPR_FIELD && e->u.read.field->role != ROLE_IN
		&& !e->u.read.field->local;
}

/* Where a condition chooses between a field that the kernel writes and one that it only reads, nvcc (13.0)
 * selects the address and then loads from it as if nothing were written: through the read-only cache if the
 * field that is only read is __restrict__. Such a load brings what was there before the kernel. */
static bool
chooses_written(const struct plan *plan)
{
	struct choices found = { 0 };

	for (const struct instance *i = plan->instances; i; i = i->next) {
		plan_walk(i, note_choice, &found);
		found.branches |= i->stmt->kind == STMT_IF || plan->has_guards;
	}
	return found.branches && found.reads_written;
}

void
kernel_find_needs(struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;

	helpers_find(plan, kernel->needs.helpers);
	kernel->needs.abs_of_int = calls_abs_of_int(plan);
	kernel->needs.hoists = template_uses(kernel->access, "kernel", "hoisted") || template_uses(kernel->access, "columns", "hoisted");
	kernel->needs.aliases = targets[kernel->variant->target].blocks && chooses_written(plan);
	kernel->needs.bottom = (plan->reads_level || plan->reads_profile || (plan->sweeps && kernel_has_vectors(kernel)))
		&& kernel_level_has_bottom(kernel);
}
