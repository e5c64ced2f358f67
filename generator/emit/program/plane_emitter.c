#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/plane_header.h"
#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/program/program_kernels.h"
#include "generator/variants/steps.h"

struct emitted
emit_on_plane(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	return plan->program ? program_emit(templates, source, plan, variant)
		: plane_emit(templates, source, plan_of_launch(templates->arena, plan, variant), variant, &plane_kernel_macros, &plane_file_macros);
}
