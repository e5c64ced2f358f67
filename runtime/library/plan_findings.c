#include "runtime/library/plan_findings.h"

#include "runtime/library/plan_error.h"

bool
findings_fail_plan(struct findings *findings, struct stencil_error *error)
{
	findings_close(findings);
	error_set(error, findings->status == EXIT_IO ? STENCIL_CODE_UNAVAILABLE : STENCIL_CODE_ARGUMENT, "%s",
		text_of(&findings->faults));
	return false;
}
