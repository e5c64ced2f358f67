#ifndef SESSION_H
#define SESSION_H

#include "runtime/bench/grid_family.h"
#include "runtime/bench/reference_copy.h"
#include "runtime/problem/binding.h"

/* A problem in device memory, laid out as some of its candidates need it: by storage, layout of
 * the fields and order of the columns. */
struct placement {
	const struct candidate *first; /* that it was made for */
	struct device_binding *binding;
	struct placement *next;
};

/* The candidates of one problem, a stencil with data, while they are verified and timed. */
struct session {
	struct bench *bench;
	const struct family *family;
	void *problem;                    /* the domain's */
	struct work work;                 /* of it */
	struct reference_copies reference_copies;
	const struct candidate *baseline; /* NULL: none */
	struct placement *placements;
};

/* Makes the data, the expected results and the reference copies. */
bool session_open(struct session *session, const struct candidate *first, struct error *error);
void session_close(struct session *session);

/* The placement for a candidate; NULL if it is not on the device. */
struct placement *session_find(const struct session *session, const struct candidate *candidate);

/* Lays the problem out for a candidate. */
bool session_place(struct session *session, const struct candidate *candidate, struct error *error);

/* Whether the device has memory for one more placement. */
bool session_has_room(const struct session *session);

/* Takes all placements but one, or NULL, off the device. */
void session_clear(struct session *session, const struct placement *kept);

/* A candidate's application of the stencil to its placement. */
struct call session_call(const struct session *session, const struct candidate *candidate);

#endif
