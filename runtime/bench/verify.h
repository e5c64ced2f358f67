#ifndef VERIFY_H
#define VERIFY_H

#include "runtime/bench/session.h"

/* Runs a candidate's kernel once and compares the result with the interpreter's; with --graph once
 * more as a replay, which `call` then holds. Fills in the row's facts, outcome and note; with
 * --profile nothing is compared. A wrong kernel is no error. */
bool verify_candidate(const struct session *session, const struct placement *placement,
	const struct candidate *candidate, struct call *call, struct error *error);

#endif
