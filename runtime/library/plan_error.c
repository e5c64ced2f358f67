#include "runtime/library/plan_error.h"
#include "runtime/library/stencil_plan.h"

#include <stdio.h>
#include <string.h>

int
stencil_error_set_list(struct stencil_error *error, enum stencil_code code, const char *format, va_list arguments)
{
	size_t length;

	if (!error)
		return code;
	error->code = code;
	vsnprintf(error->text, sizeof error->text, format, arguments);
	for (length = strlen(error->text); length && error->text[length - 1] == '\n'; length--)
		error->text[length - 1] = '\0';
	return code;
}

int
stencil_error_set(struct stencil_error *error, enum stencil_code code, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	stencil_error_set_list(error, code, format, arguments);
	va_end(arguments);
	return code;
}

bool
plan_fail(struct stencil_plan *plan, enum stencil_code code, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	stencil_error_set_list(plan->error, code, format, arguments);
	va_end(arguments);
	return false;
}

bool
mesh_fail_plan(const struct mesh *mesh, const struct error *why, struct stencil_error *error)
{
	findings_close(mesh->findings);
	stencil_error_set(error, why->status == EXIT_IO ? STENCIL_CODE_UNAVAILABLE : STENCIL_CODE_ARGUMENT, "%s%s",
		text_of(&mesh->findings->faults), why->text);
	findings_clear(mesh->findings);
	return false;
}
