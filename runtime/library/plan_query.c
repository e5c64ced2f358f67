#include "runtime/library/stencil_plan.h"

#include <string.h>

int
stencil_plan_field_count(const stencil_plan *plan)
{
	return plan->stencil->field_count;
}

int
stencil_plan_param_count(const stencil_plan *plan)
{
	return plan->stencil->param_count;
}

int
stencil_plan_field(const stencil_plan *plan, int number, struct stencil_field *field)
{
	if (number < 0 || number >= plan->stencil->field_count)
		return STENCIL_CODE_ARGUMENT;
	*field = plan->fields[number];
	return STENCIL_CODE_GOOD;
}

int
stencil_plan_param_at(const stencil_plan *plan, int number, struct stencil_param *param)
{
	for (const struct param *p = plan->stencil->params; p; p = p->next)
		if (p->index == number) {
			*param = (struct stencil_param){
				.name = p->name, .is_set = plan->param_set[number], .value = plan->params[number],
				.type = p->type == TYPE_INT ? STENCIL_TYPE_INT
					: p->type == TYPE_FLOAT ? STENCIL_TYPE_FLOAT : STENCIL_TYPE_DOUBLE,
			};
			return STENCIL_CODE_GOOD;
		}
	return STENCIL_CODE_ARGUMENT;
}

size_t
stencil_plan_workspace(const stencil_plan *plan)
{
	return plan->workspace_bytes;
}

void
stencil_plan_halo(const stencil_plan *plan, int low[3], int high[3])
{
	memcpy(low, plan->stencil->border.low, 3*sizeof *low);
	memcpy(high, plan->stencil->border.high, 3*sizeof *high);
}

const char *
stencil_plan_name(const stencil_plan *plan)
{
	return plan->stencil->name;
}

const char *
stencil_plan_kernel(const stencil_plan *plan)
{
	return plan->kernel.name;
}

const char *
stencil_plan_backend(const stencil_plan *plan)
{
	return plan->has_shape ? backend_names[plan->backend.kind] : NULL;
}

const char *
stencil_plan_device(const stencil_plan *plan)
{
	return plan->has_shape ? plan->backend.info.name : NULL;
}

int
stencil_plan_has_wisdom(const stencil_plan *plan)
{
	return plan->has_wisdom;
}

const int *
stencil_plan_positions(const stencil_plan *plan)
{
	return plan->numbered ? plan->numbered->position : NULL;
}

const char *
stencil_version(void)
{
	return VERSION;
}
