#ifndef PLAN_FINDINGS_H
#define PLAN_FINDINGS_H

#include "runtime/library/stencil.h"
#include "runtime/mesh/findings.h"

/* Sets an error that says what was found wrong with a mesh. Returns false. */
bool findings_fail_plan(struct findings *findings, struct stencil_error *error);

#endif
