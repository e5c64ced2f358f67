#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/plane_header.h"
#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/program/program_kernels.h"

static struct emitted
emit_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	return plan->program ? program_emit(templates, source, plan, variant)
		: plane_emit(templates, source, plan, variant, &plane_kernel_macros, &plane_file_macros);
}

const struct emitter plane_emitter = { emit_kernel, plane_header, plane_module };
